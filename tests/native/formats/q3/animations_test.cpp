// Lists of a player's actions and the models that they are for. Rules: Quake III's CG_ParseAnimationFile,
// CG_RunLerpFrame and CG_PositionRotatedEntityOnTag; ioquake3's R_LerpTag; the made cases against an independent
// reader.

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "formats/q3/full/animation_list.h"
#include "pose/hierarchy.h"
#include "pose/runs.h"
#include "pose/sample.h"
#include "session/document.h"

namespace vitrine {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

struct Tag {
  std::string name;
  float x = 0, step = 0;  ///< along x, further in every frame
};

/// A triangle at (0,0,0) (1,0,0) (0,1,0) that rises by 1 in every frame, and tags.
std::vector<uint8_t> md3(uint32_t frames, const std::vector<Tag>& tags, bool drawn = true) {
  std::vector<uint8_t> out;
  const auto u32 = [&](uint32_t value) {
    for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(value >> (8 * i)));
  };
  const auto f32 = [&](float value) {
    uint32_t word = 0;
    std::memcpy(&word, &value, 4);
    u32(word);
  };
  const auto text = [&](std::string_view name, size_t size) {
    for (size_t i = 0; i < size; ++i) out.push_back(i < name.size() ? static_cast<uint8_t>(name[i]) : uint8_t{0});
  };
  const auto tags_at = 108 + 56 * frames, at = tags_at + 112 * frames * static_cast<uint32_t>(tags.size());
  const uint32_t surface = 108 + 12 + 68 + 24 + 24 * frames;
  text("IDP3", 4), u32(15), text("m", 64), u32(0), u32(frames), u32(static_cast<uint32_t>(tags.size()));
  u32(drawn), u32(0), u32(108), u32(tags_at), u32(at), u32(drawn ? at + surface : at);
  for (uint32_t k = 0; k < frames; ++k) {
    const float z = static_cast<float>(k);
    for (const float each : {0.0f, 0.0f, z, 1.0f, 1.0f, z, 0.0f, 0.0f, 0.0f, 2.0f}) f32(each);
    text("f", 16);
  }
  for (uint32_t k = 0; k < frames; ++k) {
    for (const Tag& tag : tags) {
      text(tag.name, 64);
      for (const float each : {tag.x + tag.step * static_cast<float>(k), 0.0f, 0.0f}) f32(each);
      for (const float each : {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f}) f32(each);
    }
  }
  if (!drawn) return out;
  text("IDP3", 4), text("s", 64), u32(0), u32(frames), u32(1), u32(3), u32(1);
  u32(108), u32(120), u32(188), u32(212), u32(surface);
  for (const uint32_t each : {0u, 2u, 1u}) u32(each);
  text("shader", 64), u32(0);
  for (int i = 0; i < 6; ++i) f32(0);
  for (uint32_t k = 0; k < frames; ++k) {
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(64, 0), std::pair(0, 64)}) {
      for (const int each : {x, y, static_cast<int>(64 * k), 0}) {
        out.push_back(static_cast<uint8_t>(each));
        out.push_back(static_cast<uint8_t>(each >> 8));
      }
    }
  }
  return out;
}

struct Drop {
  std::unique_ptr<Document> document = std::make_unique<Document>();
  Drop& with(const std::string& name, std::vector<uint8_t> bytes) {
    document->add_file(name, std::move(bytes));
    return *this;
  }
  Drop& with(const std::string& name, std::string_view text) { return with(name, bytes_of(text)); }
  Drop& load() {
    EXPECT_TRUE(document->load());
    return *this;
  }
  const Scene& scene() const { return document->scene(); }
  const Clip& clip(std::string_view name) const {
    for (const Clip& clip : scene().clips)
      if (clip.name == name) return clip;
    ADD_FAILURE() << "no action " << name;
    return scene().clips.at(0);
  }
  /// "NAME frames|frames at rate", a part for each model that it moves.
  Texts actions() const {
    Texts out;
    for (const Clip& clip : scene().clips) {
      std::string one = clip.name;
      for (const FrameRun& run : clip.runs) {
        one += &run == &clip.runs.front() ? " " : "|";
        for (const uint32_t& frame : run.frames)
          one += (&frame == &run.frames.front() ? "" : ",") + std::to_string(frame);
      }
      out.push_back(one + " at " + Json(clip.frame_rate).dump());
    }
    return out;
  }
  Texts messages() const {
    Texts out;
    for (const Message& m : document->diagnostics().messages()) {
      if (std::string_view(m.code->id).starts_with("QUAKE_") || std::string_view(m.code->id).starts_with("TEXTURE"))
        continue;
      out.push_back(std::string(m.code->id) +
                    (m.line == 0 ? "" : ":" + std::to_string(m.line) + ":" + std::to_string(m.column)));
    }
    return out;
  }
  /// Where the node of a model's file, or one of its tags, is at a time of an action.
  glm::dvec3 place(std::string_view node, std::string_view action, double time_s) const {
    pose::LocalPose local = pose::make_local_pose(scene());
    pose::sample_clip(scene(), clip(action), time_s, {}, local);
    std::vector<glm::dmat4> worlds(scene().nodes.size());
    std::vector<glm::mat4> rounded(scene().nodes.size());
    pose::world_matrices(scene(), local, worlds, rounded);
    for (size_t n = 0; n < worlds.size(); ++n)
      if (scene().nodes[n].name == node) return glm::dvec3(worlds[n][3]);
    ADD_FAILURE() << "no node " << node;
    return {};
  }
};

/// Both parts have frames 0 to 2; the torso then 3 to 6, the legs what the list counts from 7 on.
constexpr std::string_view kRows =
    "sex m\nheadoffset 0 0 4\n// rows\n"
    "0 3 0 10\n2 1 0 10\n0 3 0 10\n2 1 0 10\n0 3 0 10\n2 1 0 10\n"            // BOTH
    "3 2 0 20\n3 2 0 20\n4 2 0 20\n3 1 0 20\n4 1 0 20\n5 1 0 20\n6 1 0 20\n"  // TORSO
    "7 2 2 5\n7 -2 2 5\n8 3 1 0\n7 1 0 5\n7 1 0 5\n7 1 0 5\n7 1 0 5\n7 1 0 5\n7 1 0 5\n9 2 2 5\n7 1 0 5\n7 1 0 5\n";

Drop player(std::string_view rows) {
  Drop drop;
  drop.with("p/head.md3", md3(1, {{"tag_head"}}))
      .with("p/upper.md3", md3(7, {{"tag_torso"}, {"tag_head", 5, 1}, {"tag_weapon", 2}}))
      .with("p/animation.cfg", rows)
      .with("p/lower.md3", md3(7, {{"tag_torso", 10, 1}}));
  return drop;
}

TEST(Animations, APlayerIsOneModelWithTheRowsOfItsList) {
  Drop drop = player(kRows);
  drop.load();
  EXPECT_EQ(drop.messages(), Texts());
  const Texts all = drop.actions();
  ASSERT_EQ(all.size(), 25u);
  // Legs first; their frames count without the four of the torso. While one part moves the other one stands.
  EXPECT_EQ(all[0], "BOTH_DEATH1 0,1,2|0,1,2 at 10.0");
  EXPECT_EQ(all[6], "TORSO_GESTURE 3,4|5,6 at 20.0");
  EXPECT_EQ(all[13], "LEGS_WALKCR 3,4|5 at 5.0");
  EXPECT_EQ(all[14], "LEGS_WALK 4,3|5 at 5.0");
  EXPECT_EQ(all[15], "LEGS_RUN 4,5,6|5 at 1.0");
  EXPECT_EQ(all[22], "LEGS_IDLE 5,6|5 at 5.0");
}

TEST(Animations, PartsHangOnTagsWhereverTheyAreInTheDrop) {
  Drop drop = player(kRows);
  drop.load();
  // Legs in frame 3 then 4, torso in 5: 10 + 3, and 5 + 5 further to the head. Between frames straight.
  EXPECT_EQ(drop.place("upper", "LEGS_WALKCR", 0).x, 13);
  EXPECT_EQ(drop.place("head", "LEGS_WALKCR", 0).x, 23);
  EXPECT_NEAR(drop.place("head", "LEGS_WALKCR", 0.1).x, 23.5, 1e-9);
  EXPECT_EQ(drop.place("tag_weapon", "LEGS_WALKCR", 0).x, 15);
  // The torso's tags move with its own frame, while the legs are a quarter of the way from 5 to 6.
  EXPECT_EQ(drop.place("head", "TORSO_GESTURE", 0.05).x, 15.25 + 9);
}

TEST(Animations, LoopsGoBackAsFarAsTheRowSays) {
  Drop drop = player(kRows);
  drop.load();
  const FrameRun &walk = drop.clip("LEGS_WALKCR").runs[0], &run = drop.clip("LEGS_RUN").runs[0],
                 &death = drop.clip("BOTH_DEATH1").runs[0];
  EXPECT_TRUE(walk.closes);
  EXPECT_EQ(pose::frames_at(walk, 0.3, {}).second, 3u);
  // 0 repeats nothing: the last frame stays to its end, and does not lead back.
  EXPECT_FALSE(death.closes);
  EXPECT_EQ(pose::frames_at(death, 0.29, {}).second, 2u);
  // 1 of 3 repeats: the last one for ever.
  EXPECT_EQ(run.loop_first, 2u);
  EXPECT_EQ(pose::frames_at(run, 7.5, {}).first, 6u);
  EXPECT_EQ(pose::frames_at(run, 7.5, {}).second, 6u);
}

TEST(Animations, ARowWithAFaultIsAMessageAndLeavesTheOthers) {
  std::string rows(kRows);
  rows.replace(rows.find("3 2 0 20\n"), 9, "3 x 0 20\n");
  Drop drop = player(rows);
  drop.load();
  EXPECT_EQ(drop.messages(), Texts({"ANIMATION_ROW:10:3"}));
  // Its first frame still says where those of the torso begin.
  const Texts all = drop.actions();
  ASSERT_EQ(all.size(), 24u);
  EXPECT_EQ(all[6], "TORSO_ATTACK 3,4|5,6 at 20.0");
}

TEST(Animations, FramesThatNoPartHasAreMessages) {
  std::string rows(kRows);
  rows.replace(rows.find("9 2 2 5"), 7, "9 3 2 5");
  Drop drop = player(rows);
  drop.load();
  EXPECT_EQ(drop.messages(), Texts({"ANIMATION_RANGE:26:1"}));
  EXPECT_EQ(drop.clip("LEGS_IDLE").runs[0].frames, (std::vector<uint32_t>{5, 6}));
}

TEST(Animations, AWordThatQuakeDoesNotKnowTakesItsFirstRow) {
  Drop drop = player("headscale 1.1\n" + std::string(kRows));
  drop.load();
  EXPECT_EQ(drop.messages(), Texts({"ANIMATION_KEYWORD:1:1"}));
  EXPECT_EQ(drop.scene().clips.size(), 25u);
}

TEST(Animations, RowsOfTremulousAreCalledByItsOrderOrTheirComments) {
  std::string rows;
  for (int i = 0; i < 14; ++i) rows += std::to_string(i) + " 1 0 10\n";
  Drop buildable;
  buildable.with("b/b.md3", md3(14, {})).with("b/animation.cfg", rows).load();
  EXPECT_EQ(buildable.actions()[2], "BANIM_IDLE1 2 at 10.0");
  EXPECT_EQ(buildable.actions()[13], "BANIM_DESTROYED 13 at 10.0");
  Drop weapon;
  weapon.with("w/w.md3", md3(4, {})).with("w/animation.cfg", "0 1 0 0 // WANIM_IDLE\n1 3 0 9 // WANIM_FIRE\n").load();
  EXPECT_EQ(weapon.actions(), Texts({"WANIM_IDLE 0 at 1.0", "WANIM_FIRE 1,2,3 at 9.0"}));
  Drop whole;
  rows = "nonsegmented\n";
  for (int i = 0; i < 27; ++i) rows += std::to_string(i) + " 1 1 10\n";
  whole.with("n/nonseg.md3", md3(27, {})).with("n/animation.cfg", rows).load();
  EXPECT_EQ(whole.actions()[26], "NSPA_DEAD3 26 at 10.0");
}

TEST(Animations, AListLeavesModelsWithoutItsFramesAlone) {
  Drop drop;
  drop.with("w/w_flash.md3", md3(1, {})).with("w/animation.cfg", "0 2 0 5 // a\n2 2 0 5 // b\n").load();
  EXPECT_EQ(drop.messages(), Texts({"COMPANION_IGNORED"}));
  EXPECT_EQ(drop.actions(), Texts({"f 0 at 10.0"}));
  Drop empty;
  empty.with("w/w.md3", md3(2, {})).with("w/animation.cfg", "sex f\n").load();
  EXPECT_EQ(empty.messages(), Texts({"COMPANION_IGNORED"}));
}

TEST(Animations, AWeaponIsHeldAndHasItsFlash) {
  Drop drop = player(kRows);
  drop.with("w/gun_flash.md3", md3(1, {})).with("w/gun.md3", md3(1, {{"tag_flash", 3}}));
  drop.load();
  EXPECT_EQ(drop.place("gun", "LEGS_WALKCR", 0).x, 15);
  EXPECT_EQ(drop.place("gun_flash", "LEGS_WALKCR", 0).x, 18);
  Drop hand;
  hand.with("w/gun.md3", md3(1, {{"tag_flash", 3}}))
      .with("w/gun_hand.md3", md3(2, {{"tag_weapon", 1, 1}}, false))
      .load();
  EXPECT_EQ(hand.place("gun", "frames", 0).x, 1);
}

TEST(Animations, PartsWithOtherNamesAreKnownByTheirTags) {
  Drop drop;
  drop.with("a.md3", md3(1, {{"tag_head"}}))
      .with("b.md3", md3(1, {{"tag_torso"}, {"tag_head", 5}}))
      .with("c.md3", md3(1, {{"tag_torso", 10}}))
      .load();
  EXPECT_EQ(drop.place("a", "f", 0).x, 15);
}

TEST(Animations, MadeCasesReadAsAnIndependentReaderDoes) {
  const std::filesystem::path folder = std::filesystem::path(VITRINE_SHARED) / "corpus/quake_frames_synth";
  std::ifstream in(folder / "expected.json");
  if (!in) GTEST_SKIP() << "no " << folder;
  const Json expected = Json::parse(in);
  size_t seen = 0;
  for (const auto& [name, file] : expected["files"].items()) {
    if (!name.ends_with(".cfg")) continue;
    SCOPED_TRACE(name);
    ++seen;
    std::ifstream text(folder / name, std::ios::binary);
    const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(text), {}};
    Budget budget(1 << 20);
    const auto read = q3::read_animation_file(bytes, budget, nullptr);
    ASSERT_TRUE(read.ok());
    const Json& want = file["content"];
    EXPECT_EQ(read->torso_only, want.value("torsoOnlyFrames", 0));
    ASSERT_EQ(read->actions.size(), want["animations"].size());
    for (size_t i = 0; i < read->actions.size(); ++i) {
      const ListedAction& have = read->actions[i];
      const Json& row = want["animations"][i];
      EXPECT_EQ(have.name, row["name"].get<std::string>());
      EXPECT_EQ(have.first, row["inModel"].get<int64_t>());
      EXPECT_EQ(have.count, row["frames"].get<int64_t>());
      EXPECT_EQ(have.backwards, row["reversed"].get<bool>());
      EXPECT_EQ(have.rate, row["fps"].get<double>());
      EXPECT_EQ(have.loop ? have.loop_count == 0 ? have.count : have.loop_count : 0, row["looping"].get<int64_t>());
      const auto part = row["part"].get<std::string>();
      const PlayerPart wanted = part == "both"    ? PlayerPart::kBoth
                                : part == "legs"  ? PlayerPart::kLegs
                                : part == "torso" ? PlayerPart::kTorso
                                                  : PlayerPart::kWhole;
      EXPECT_EQ(have.part, wanted);
    }
  }
  EXPECT_EQ(seen, 4u);
}

}  // namespace
}  // namespace vitrine
