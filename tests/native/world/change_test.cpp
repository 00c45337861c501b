// A running world whose document is changed: afterwards it reports what a world reports that was opened with the
// changed document and played through the same frames.

#include "world/graph/change.h"

#include "world/worlds.h"

namespace vitrine::test {
namespace {

constexpr int kTicksBefore = 7;

double tick(int number) { return number / WorldSession::kTicks; }

WorldFiles beside(const std::filesystem::path& folder) {
  return [folder](std::string_view name) { return read_bytes(folder / name); };
}

/// Report of the last frame of a new session.
std::string fresh(const std::string& text, const WorldFiles& files, int last) {
  WorldSession session(text, files);
  for (int i = 0; i <= last && session.ok(); ++i) session.evaluate(tick(i));
  return session.report_text();
}

/// Values of a document to change: every number, and every array of nothing but numbers.
void collect(const Json& value, const std::string& at, std::vector<std::string>& pointers) {
  if (value.is_number()) pointers.push_back(at);
  const bool is_vector = value.is_array() && !value.empty() &&
                         std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_number(); });
  if (is_vector) pointers.push_back(at);
  if (value.is_array() && !is_vector) {
    for (size_t i = 0; i < value.size(); ++i) collect(value[i], at + "/" + std::to_string(i), pointers);
  }
  if (!value.is_object()) return;
  for (const auto& [key, inner] : value.items()) {
    if (key.find_first_of("~/") == std::string::npos) collect(inner, at + "/" + key, pointers);
  }
}

/// Another value of the same shape that many keys allow.
Json other(const Json& value) {
  if (value.is_number_integer()) return value.get<int64_t>() == 1 ? 2 : 1;
  if (value.is_number()) return value.get<double>() == 0.5 ? 0.25 : value.get<double>() * 0.75 + 0.125;
  Json list = Json::array();
  for (const Json& one : value) list.push_back(other(one));
  return list;
}

struct File {
  std::string name;
  std::filesystem::path path;
};
std::vector<File> changeable() {
  std::vector<File> files;
  for (const auto& folder : {kWorldData / "cases", kWorldData / "drawing", kWorldData / "valid"}) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".world.json") && !name.starts_with("bad_"))  // those are refused
        files.push_back({folder.filename().string() + "_" + name.substr(0, name.find('.')), entry.path()});
    }
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.name < b.name; });
  return files;
}

class ChangedDocument : public testing::TestWithParam<File> {};

TEST_P(ChangedDocument, PlaysAsIfItHadAlwaysBeenSo) {
  const std::string text = read_text(GetParam().path);
  const WorldFiles files = beside(GetParam().path.parent_path());
  std::vector<std::string> pointers;
  const Json document = Json::parse(text);
  collect(document, "", pointers);
  // Spread over the document; of long ones and of those with long reports, whose frames take long, fewer.
  const bool is_slow = text.size() > 20'000 || fresh(text, files, 0).size() > 1'000'000;
  const size_t most = is_slow ? 1 : 8, step = std::max<size_t>(pointers.size() / most, 1);
  int taken = 0, replayed = 0;
  for (size_t i = 0; i < pointers.size(); i += step) {
    SCOPED_TRACE(pointers[i]);
    WorldSession session(text, files);
    for (int k = 0; k < kTicksBefore; ++k) ASSERT_TRUE(session.evaluate(tick(k)));
    const std::string before = session.report_text();
    const std::string value = other(document.at(Json::json_pointer(pointers[i]))).dump();
    const WorldChange change = session.set(pointers[i], value, files);
    ASSERT_EQ(session.report_text(), before) << "the frame shown is that of the document it was made of";
    if (change == WorldChange::kRefused) {
      ASSERT_FALSE(session.change_issues().empty());
      ASSERT_EQ(session.text(), text);
      continue;
    }
    if (change == WorldChange::kReplays) {
      const uint64_t total = session.replay(2).total;
      ASSERT_EQ(total, static_cast<uint64_t>(kTicksBefore));
      ASSERT_TRUE(session.is_replaying());
      session.replay(total);
      ASSERT_FALSE(session.is_replaying());
      ASSERT_EQ(session.report_text(), fresh(session.text(), files, kTicksBefore - 1));
    }
    ASSERT_TRUE(session.text() != text);
    ASSERT_EQ(Json::parse(session.text()).at(Json::json_pointer(pointers[i])), Json::parse(value));
    ASSERT_TRUE(session.evaluate(tick(kTicksBefore)));
    ASSERT_EQ(session.report_text(), fresh(session.text(), files, kTicksBefore));
    ++(change == WorldChange::kTaken ? taken : replayed);
  }
  RecordProperty("taken", taken);
  RecordProperty("replayed", replayed);
}

INSTANTIATE_TEST_SUITE_P(Files, ChangedDocument, testing::ValuesIn(changeable()),
                         [](const auto& row) { return row.param.name; });

const std::string kRoom =
    world(R"("scenes":{"a":{"op":"add","in":[{"op":"light","name":"lamp","at":[0,2,0],"color":[1,1,1]},)"
          R"({"op":"mesh","material":{"op":"material","color":[1,0,0]},"boxes":[{"min":[0,0,0],"max":[1,1,1]}]}]}})");

TEST(Change, KeepsTheTextAroundIt) {
  const std::string text = "{ \"kind\" : \"vitrine-world\",\n\"version\":1, \"splines\":{\"a~/\": {} } ,\"seed\": 3 }";
  const auto tree = world::JsonTree::parse(text);
  ASSERT_TRUE(tree.ok());
  const auto changed = [&](const char* pointer, const char* value) {
    const auto result = world::change_text(text, *tree, pointer, value);
    return result ? *result : std::string(result.error().code()->id);
  };
  EXPECT_EQ(changed("/seed", "12"),
            "{ \"kind\" : \"vitrine-world\",\n\"version\":1, \"splines\":{\"a~/\": {} } ,\"seed\": 12 }");
  EXPECT_EQ(
      changed("/splines/a~0~1/mode", "\"step\""),
      "{ \"kind\" : \"vitrine-world\",\n\"version\":1, \"splines\":{\"a~/\": {\"mode\": \"step\"} } ,\"seed\": 3 }");
  EXPECT_EQ(changed("/\"", "[]"),
            "{ \"kind\" : \"vitrine-world\",\n\"version\":1, \"splines\":{\"a~/\": {} } ,\"seed\": 3, \"\\\"\": [] }");
  EXPECT_EQ(changed("", "{}"), "{}");
  for (const char* pointer : {"seed", "/seed/x", "/splines/b/c", "/a~2", "/a~"})
    EXPECT_EQ(changed(pointer, "1"), "WORLD_NAME");
  for (const char* value : {"", "1,2", "1}", "{\"a\":1", "nul", "1 //", "\"a\"\"b\""})
    EXPECT_EQ(changed("/seed", value), "WORLD_JSON");
}

TEST(Change, AppendsToArrays) {
  const std::string text = R"({"a":[],"b":[1,[2]]})";
  const auto tree = world::JsonTree::parse(text);
  const auto changed = [&](const char* pointer) {
    const auto result = world::change_text(text, *tree, pointer, "7");
    return result ? *result : std::string();
  };
  EXPECT_EQ(changed("/a/0"), R"({"a":[7],"b":[1,[2]]})");
  EXPECT_EQ(changed("/b/-"), R"({"a":[],"b":[1,[2], 7]})");
  EXPECT_EQ(changed("/b/1/0"), R"({"a":[],"b":[1,[7]]})");
  EXPECT_EQ(changed("/b/3"), "");
  EXPECT_EQ(changed("/b/01"), "");
}

TEST(Change, OfAColourIsInTheNextFrame) {
  WorldSession session(kRoom, {});
  ASSERT_TRUE(session.evaluate(0));
  EXPECT_EQ(session.set("/scenes/a/in/1/material/color", "[0, 1, 0]", {}), WorldChange::kTaken);
  EXPECT_AT(session.report(), "/jobs/0/color", {1, 0, 0, 1});
  ASSERT_TRUE(session.evaluate(tick(1)));
  EXPECT_AT(session.report(), "/jobs/0/color", {0, 1, 0, 1});
  EXPECT_EQ(session.set("/scenes/a/in/1/material/color", "[0, 1, 2, 0.5]", {}), WorldChange::kTaken);
  EXPECT_EQ(session.set("/scenes/a/in/0/range", "3", {}), WorldChange::kTaken) << "a key that was not there";
  ASSERT_TRUE(session.evaluate(tick(2)));
  EXPECT_AT(session.report(), "/jobs/0/color", {0, 1, 2, 0.5});
  EXPECT_AT(session.report(), "/lights/0/range", 3);
}

TEST(Change, ThatTheReaderRefusesChangesNothing) {
  WorldSession session(kRoom, {});
  ASSERT_TRUE(session.evaluate(0));
  EXPECT_EQ(session.set("/scenes/a/in/0/range", "-1", {}), WorldChange::kRefused);
  ASSERT_EQ(session.change_issues().size(), 1u);
  EXPECT_STREQ(session.change_issues()[0].code->id, "WORLD_RANGE");
  EXPECT_EQ(session.change_issues()[0].path, "/scenes/a/in/0/range");
  EXPECT_EQ(session.text(), kRoom);
  EXPECT_TRUE(session.ok());
}

TEST(Change, OfADocumentThatAsksForTooMuchEndsTheReplay) {
  WorldSession session(
      world(
          R"("scenes":{"a":{"op":"multiply","count":2,"in":[{"op":"multiply","count":100000,"in":[{"op":"add"}]}]}})"),
      {});
  ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text();
  ASSERT_EQ(session.set("/scenes/a/count", "100000", {}), WorldChange::kReplays);
  EXPECT_EQ(session.replay(1).total, 0u);
  EXPECT_FALSE(session.is_replaying());
  EXPECT_STREQ(session.change_issues().at(0).code->id, "WORLD_LIMIT");
  EXPECT_TRUE(session.ok() && session.evaluate(tick(1)));
}

TEST(Seek, GivesTheFrameOfAPlayedSession) {
  const auto path = std::filesystem::path(VITRINE_TEST_DATA) / "world" / "valid" / "physics.world.json";
  const WorldFiles files = beside(path.parent_path());
  WorldSession session(read_text(path), files);
  ASSERT_TRUE(session.evaluate(2));
  ASSERT_TRUE(session.seek(tick(30)));
  while (session.is_replaying()) ASSERT_NE(session.replay(7).total, 0u);
  EXPECT_EQ(session.report_text(), fresh(read_text(path), files, 30));
  ASSERT_TRUE(session.seek(0.01));
  EXPECT_EQ(session.replay(100).total, 2u) << "0 and 0.01";
  EXPECT_EQ(session.world().frame().time, 0.01);
  EXPECT_FALSE(session.seek(1e9));
  EXPECT_STREQ(session.change_issues().at(0).code->id, "WORLD_LIMIT");
}

TEST(Seek, LooksFromWhereItWasLookedFrom) {
  WorldSession session(kRoom, {});
  ASSERT_TRUE(session.evaluate(0, from(1, 2, 3), 2));
  ASSERT_TRUE(session.evaluate(tick(3), from(4, 5, 6)));
  ASSERT_TRUE(session.seek(tick(2)));
  session.replay(100);
  EXPECT_AT(session.report(), "/camera/at", {1, 2, 3});
  EXPECT_AT(session.report(), "/camera/aspect", 2);
  ASSERT_TRUE(session.seek(tick(3)));
  session.replay(100);
  EXPECT_AT(session.report(), "/camera/at", {4, 5, 6});
}

// Two rooms of 4 x 4 with an opening 2 wide, and a block in the second.
const std::string kRooms =
    world(R"("segments":[{"name":"A","scene":{"op":"light","range":4},"cells":[{"min":[0,0,0],"max":[4,3,4]}]},)"
          R"({"name":"B","cells":[{"min":[4.2,0,0],"max":[8,3,4]},{"min":[3.9,0,1],"max":[4.3,3,3]},)"
          R"({"mode":"sub","min":[6,0,0],"max":[7,3,4]}]}])");

TEST(Walk, EndsAtWallsAndGoesThroughOpenings) {
  WorldSession session(kRooms, {});
  ASSERT_TRUE(session.evaluate(0));
  const auto walk = [&](glm::dvec3 from, glm::dvec3 way) { return session.world().walk(from, way, 0.3); };
  const auto expect_near = [](const glm::dvec3& a, const glm::dvec3& b) {
    EXPECT_LT(glm::distance(a, b), 1e-3) << a.x << " " << a.y << " " << a.z;
  };
  expect_near(walk({2, 1.5, 2}, {-1, 0, 0}), {1, 1.5, 2});
  expect_near(walk({2, 1.5, 2}, {-9, 0, 0}), {0.3, 1.5, 2});
  expect_near(walk({2, 1.5, 2}, {3, 0, 0}), {5, 1.5, 2});
  expect_near(walk({2, 1.5, 2}, {9, 0, 0}), {5.7, 1.5, 2});
  expect_near(walk({2, 1.5, 0.5}, {-3, 0, 1}), {0.3, 1.5, 1.5});
  expect_near(walk({20, 1.5, 2}, {1, 0, 0}), {21, 1.5, 2});
}

TEST(Walk, EndsAtTheSameWallsAfterAChange) {
  WorldSession session(kRooms, {});
  ASSERT_TRUE(session.evaluate(0));
  ASSERT_EQ(session.set("/segments/0/scene/range", "5", {}), WorldChange::kTaken);
  ASSERT_TRUE(session.evaluate(tick(1)));
  EXPECT_LT(glm::distance(session.world().walk({2, 1.5, 2}, {-9, 0, 0}, 0.3), {0.3, 1.5, 2}), 1e-3);
}

TEST(Walk, OfAWorldWithoutCellsIsFree) {
  WorldSession session(kRoom, {});
  ASSERT_TRUE(session.evaluate(0));
  EXPECT_EQ(session.world().walk({0, 0, 0}, {1, 2, 3}, 0.3), glm::dvec3(1, 2, 3));
}

}  // namespace
}  // namespace vitrine::test
