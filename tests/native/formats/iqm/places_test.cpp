// Where things of a model stand in its bytes, and what a rule puts right there.

#include "formats/iqm/full/places.h"

#include <cmath>
#include <cstdlib>

#include "pose/scalar_curve.h"
#include "session/document.h"
#include "support.h"

namespace vitrine::iqm::test {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::unique_ptr<Document> opened(const Bytes& bytes, const std::string& name) {
  auto document = std::make_unique<Document>();
  document->add_file(name, bytes);
  EXPECT_TRUE(document->load());
  return document;
}

/// "offset+size name" of a thing's places.
std::vector<std::string> places_of(Document& document, const std::string& thing) {
  std::vector<std::string> out;
  for (const OrderedJson& place : document.places(OrderedJson::parse(thing)))
    out.push_back(std::to_string(place["offset"].get<uint64_t>()) + "+" +
                  std::to_string(place["size"].get<uint64_t>()) + " " + place["name"].get<std::string>());
  return out;
}
std::string at(uint64_t offset, uint64_t size, const std::string& name) {
  return std::to_string(offset) + "+" + std::to_string(size) + " " + name;
}
using Places = std::vector<std::string>;

/// The number of a channel of joint 1 of the small model: ten for each joint.
std::string key(uint32_t channel, uint32_t number) {
  return R"({"kind":"key","action":0,"curve":)" + std::to_string(10 + channel) + R"(,"index":)" +
         std::to_string(number) + "}";
}

TEST(IqmPlaces, OfABinaryAreItsRecords) {
  const Small small;
  const auto document = opened(small.bytes, "small.iqm");
  EXPECT_EQ(places_of(*document, R"({"kind":"node","index":1})"),
            (Places{at(Small::kJoints + 48, 48, "node"), at(Small::kPoses + 88, 88, "pose")}));
  EXPECT_EQ(places_of(*document, R"({"kind":"action","index":0})"), Places{at(Small::kAnim, 20, "action")});
  EXPECT_EQ(places_of(*document, R"({"kind":"frame","action":0,"index":1})"),
            Places{at(Small::kFrames + 2, 2, "frame")});
  EXPECT_EQ(places_of(*document, R"({"kind":"vertex","mesh":0,"index":2})"),
            (Places{at(Small::kPositions + 24, 12, "position"), at(Small::kIndexes + 8, 4, "blendindexes"),
                    at(Small::kWeights + 8, 4, "blendweights")}));
  // Only x moves; the other numbers are the pose's own.
  EXPECT_EQ(places_of(*document, key(0, 1)), Places{at(Small::kFrames + 2, 2, "key")});
  EXPECT_EQ(places_of(*document, key(2, 1)), Places{at(Small::kPoses + 88 + 8 + 8, 4, "base value")});
  EXPECT_EQ(places_of(*document, key(6, 0)), Places{at(Small::kPoses + 88 + 8 + 24, 4, "base value")});

  const OrderedJson found = document->at("small.iqm", Small::kFrames + 3);
  EXPECT_EQ(found["things"][0]["kind"], "key");
  EXPECT_EQ(found["things"][0]["curve"], 10);
  EXPECT_EQ(found["things"][0]["index"], 1);
  EXPECT_EQ(
      document->at("small.iqm", Small::kPoses + 90)["things"][0],
      (OrderedJson{{"kind", "node"}, {"index", 1}, {"offset", Small::kPoses + 88}, {"size", 88}, {"name", "pose"}}));
}

TEST(IqmPlaces, OfATextAreItsLines) {
  const Bytes bytes = read_file(std::string(VITRINE_TEST_DATA) + "/iqm/valid/triangle.iqe");
  const std::string text(bytes.begin(), bytes.end());
  const auto document = opened(bytes, "triangle.iqe");
  const auto line = [&](const std::string& words, const std::string& name) {
    return at(text.find(words), words.size(), name);
  };
  EXPECT_EQ(places_of(*document, R"({"kind":"node","index":1})"), Places{line("joint tip 0", "node")});
  EXPECT_EQ(places_of(*document, R"({"kind":"vertex","mesh":0,"index":1})"),
            (Places{line("vp 0 0 2", "vp"), line("vb 1 1", "vb")}));
  EXPECT_EQ(places_of(*document, R"({"kind":"triangle","mesh":0,"index":0})"), Places{line("fm 0 1 2", "face")});
  EXPECT_EQ(places_of(*document, R"({"kind":"mesh","index":0})"),
            Places{at(text.find("mesh \"a"), text.find("\nanimation") - text.find("mesh \"a"), "mesh")});
  const uint64_t last = text.rfind("frame\n");
  EXPECT_EQ(places_of(*document, R"({"kind":"frame","action":0,"index":1})"),
            Places{at(last, text.find_last_not_of('\n') + 1 - last, "frame")});
  const uint64_t pose = text.rfind("pq 1 0 2");
  EXPECT_EQ(places_of(*document, key(0, 1)), Places{at(pose + 3, 1, "key")});
  EXPECT_EQ(places_of(*document, key(2, 1)), Places{at(pose + 7, 1, "key")});
  // A rotation that the line leaves out.
  EXPECT_EQ(places_of(*document, key(4, 1)), Places{at(pose, 8, "key")});
  EXPECT_EQ(document->at("triangle.iqe", text.find("vb 1 1") + 1)["things"][0]["kind"], "weight");
}

/// Translations and scales, read once more from the bytes of their places.
void expect_numbers_at_places(const Bytes& bytes, const std::string& name, uint64_t& checked) {
  const Loaded loaded = load(bytes, name);
  if (!loaded.status) return;
  const bool text = name.ends_with(".iqe");
  const SourceRecordLists lists = text ? text_places(bytes) : binary_places(bytes);
  for (const Clip& clip : loaded.scene.clips) {
    for (const ScalarCurve& channel : channels_of(clip)) {
      const std::string kind = channel.kind();
      if (kind == "rotation") continue;
      const ChannelPlace place{kind, channel.component(), channel.track(), 0};
      for (size_t k = 0; k < channel.key_count(); k += 7) {
        const auto number = static_cast<uint32_t>(k);
        const auto found = text ? text_key_places(bytes, lists, clip.source.offset, place, number)
                                : binary_key_places(bytes, lists, clip.source.offset, place, number);
        ASSERT_FALSE(found.empty()) << name;
        const NamedPlace& bytes_at = found[0];
        ASSERT_LE(bytes_at.offset + bytes_at.size, bytes.size()) << name;
        const double expected = channel.value(k);
        if (text) {
          if (bytes[bytes_at.offset] == 'p') continue;  // the whole line
          const std::string word(bytes.begin() + static_cast<std::ptrdiff_t>(bytes_at.offset),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(bytes_at.offset + bytes_at.size));
          EXPECT_NEAR(std::strtod(word.c_str(), nullptr), expected, 1e-6 * std::max(1.0, std::abs(expected))) << name;
        } else if (std::string_view(bytes_at.name) == "base value") {
          EXPECT_NEAR(double(f32_at(bytes, bytes_at.offset)), expected, 1e-6 * std::max(1.0, std::abs(expected)))
              << name;
        } else {
          // The pose's offset and scale of this channel, by the record's layout.
          const bool old = u32_at(bytes, offset_of(kVersionField)) == 1;
          const uint32_t poses = u32_at(bytes, offset_of(kPoseCountField)), count = old ? 9 : 10;
          const uint64_t record = u32_at(bytes, offset_of(kPosesAt)) + (channel.track() % poses) * (old ? 80 : 88);
          const uint32_t c = (kind == "scale" ? count - 3 : 0) + channel.component();
          const double base = double(f32_at(bytes, record + 8 + 4 * c)),
                       step = double(f32_at(bytes, record + 8 + 4 * (count + c)));
          const uint32_t stored = bytes[bytes_at.offset] + 256u * bytes[bytes_at.offset + 1];
          EXPECT_NEAR(base + step * stored, expected, 1e-5 * std::max(1.0, std::abs(expected))) << name;
        }
        ++checked;
      }
    }
  }
}

TEST(IqmPlaces, HoldTheNumbersThatAreShown) {
  uint64_t checked = 0;
  for (const char* name : {"move.iqe", "move.iqm", "triangle.iqe", "triangle.iqm"})
    expect_numbers_at_places(read_file(std::string(VITRINE_TEST_DATA) + "/iqm/valid/" + name), name, checked);
  EXPECT_GT(checked, 20u);
}

TEST(IqmPlaces, OfTheCorpusHoldTheNumbersThatAreShown) {
  const std::filesystem::path corpus = std::string(VITRINE_SHARED) + "/corpus/iqm";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus";
  uint64_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".iqm") && !name.ends_with(".iqe")) continue;
    if (entry.file_size() > 400'000) continue;
    expect_numbers_at_places(read_file(entry.path()), name, checked);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(checked, 10'000u);
}

TEST(IqmFixes, PutRightWhatAMessagePointsAt) {
  Small small;
  small.u32(offset_of(kFileSizeField), 7).u32(Small::kPoses + 4, 0x400).u32(Small::kAnim + 16, 6);
  small.f32s(Small::kAnim + 12, {-1});
  const auto document = opened(small.bytes, "small.iqm");
  std::vector<std::string> codes;
  for (const OrderedJson& fix : document->fixes()) codes.push_back(fix["code"].get<std::string>());
  std::sort(codes.begin(), codes.end());
  EXPECT_EQ(codes, (Places{"IQM_ACTION_FLAGS", "IQM_FILE_SIZE", "IQM_POSE_MASK", "IQM_RATE"}));
  Bytes patched;
  const OrderedJson report = document->patch(
      "small.iqm", OrderedJson::array({"IQM_ACTION_FLAGS", "IQM_FILE_SIZE", "IQM_POSE_MASK", "IQM_RATE"}), patched);
  EXPECT_EQ(report["check"]["left"].size(), 0u);
  Small wanted;
  wanted.f32s(Small::kAnim + 12, {25});
  EXPECT_EQ(patched, wanted.bytes);
  // Named by the fields they are.
  EXPECT_EQ(report["diff"][0]["before"], 7);
  EXPECT_EQ(report["diff"][0]["after"], Small::kSize);
}

}  // namespace
}  // namespace vitrine::iqm::test
