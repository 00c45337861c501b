// Edits of a running world's text: afterwards it reports what a world reports that was opened with that text and played
// through the same frames.

#include <random>

#include "world/session/outline.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

constexpr int kTicks = 6;

double tick(int number) { return number / WorldSession::kTicks; }

WorldFiles beside(const std::filesystem::path& folder) {
  return [folder](std::string_view name) { return read_bytes(folder / name); };
}

/// Report of the last frame of a new session.
std::string fresh(const std::string& text, int last, const WorldFiles& files = {}) {
  WorldSession session(text, files);
  for (int i = 0; i <= last && session.ok(); ++i) session.evaluate(tick(i));
  return session.report_text();
}

/// One splice from the first byte that differs to the last; both texts are ASCII.
std::vector<world::Splice> between(const std::string& from, const std::string& to) {
  size_t first = 0, last = 0;
  const size_t shorter = std::min(from.size(), to.size());
  while (first < shorter && from[first] == to[first]) ++first;
  while (last < shorter - first && from[from.size() - 1 - last] == to[to.size() - 1 - last]) ++last;
  return {{first, from.size() - last, to.substr(first, to.size() - last - first)}};
}

/// Puts `to` in place of `from`, which the text has once.
std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

const std::string kRoom =
    world(R"("seed":3,"scenes":{"a":{"op":"add","in":[{"op":"light","name":"lamp","at":[0,2,0],"color":[1,1,1]},)"
          R"({"op":"transform","translate":[1,0,0],"in":[{"op":"mesh","material":{"op":"material","color":[1,0,0]},)"
          R"("boxes":[{"min":[0,0,0],"max":[1,1,1]}]}]}]}})");

class Edit : public testing::Test {
 protected:
  void play(WorldSession& session, int until = kTicks) {
    for (int i = 0; i < until; ++i) ASSERT_TRUE(session.evaluate(tick(i)));
  }
  WorldChange change(const std::string& from, const std::string& to, bool is_loose = false) {
    return session_.edit(between(session_.text(), with(session_.text(), from, to)), is_loose, {});
  }
  void expect_exact(int last) { EXPECT_EQ(session_.report_text(), fresh(session_.text(), last)); }
  void finish() {
    while (session_.is_replaying()) ASSERT_NE(session_.replay(4).total, 0u);
  }

  WorldSession session_{kRoom, {}};
};

TEST_F(Edit, OfBlanksCommentsAndSpellingIsTaken) {
  play(session_);
  EXPECT_EQ(change("\"op\":\"add\"", "\n  \"op\": \"add\""), WorldChange::kTaken);
  EXPECT_EQ(change("\"seed\":3", "\"seed\":3.0e0"), WorldChange::kTaken);
  EXPECT_EQ(change("\"op\":\"light\"", "\"comment\":{\"note\":\"warm\"},\"op\":\"light\""), WorldChange::kTaken);
  EXPECT_EQ(change("\"version\":1", "\"version\":1,\"title\":\"A\",\"titel\":2"), WorldChange::kTaken);
  ASSERT_TRUE(session_.evaluate(tick(kTicks)));
  expect_exact(kTicks);
  EXPECT_EQ(session_.issues().size(), 1u) << "a key that is not known";
}

TEST_F(Edit, OfSeveralValuesThatEachFrameReadsIsTaken) {
  play(session_);
  const size_t light = kRoom.find("[1,1,1]}"), red = kRoom.find("[1,0,0]},\"boxes");
  const std::vector<world::Splice> splices{{light, light + 7, "[0.5,0.5,0]"}, {red, red + 7, "[0, 0, 1]"}};
  ASSERT_EQ(session_.edit(splices, false, {}), WorldChange::kTaken);
  ASSERT_TRUE(session_.evaluate(tick(kTicks)));
  EXPECT_AT(session_.report(), "/jobs/0/color", {0, 0, 1, 1});
  expect_exact(kTicks);
}

TEST_F(Edit, OfTheOrderOfKeysIsTakenAndThatOfATableReplays) {
  play(session_);
  EXPECT_EQ(change("\"at\":[0,2,0],\"color\":[1,1,1]", "\"color\":[1,1,1],\"at\":[0,2,0]"), WorldChange::kTaken);
  WorldSession two(world(R"("scenes":{"a":{"op":"add"},"b":{"op":"add"}})"), {});
  play(two);
  const std::string turned = world(R"("scenes":{"b":{"op":"add"},"a":{"op":"add"}})");
  EXPECT_EQ(two.edit(between(two.text(), turned), false, {}), WorldChange::kReplays);
}

TEST_F(Edit, ThatIsUndoneEndsItsReplay) {
  play(session_);
  ASSERT_EQ(change("[1,0,0],\"in\"", "[2,0,0],\"in\""), WorldChange::kReplays);
  session_.replay(2);
  EXPECT_NE(session_.text(), kRoom) << "what is being replayed is what edits are made to";
  ASSERT_EQ(change("[2,0,0],\"in\"", "[1,0,0],\"in\""), WorldChange::kTaken);
  EXPECT_FALSE(session_.is_replaying());
  ASSERT_TRUE(session_.evaluate(tick(kTicks)));
  expect_exact(kTicks);
}

TEST_F(Edit, DuringAReplayTakesItsPlace) {
  play(session_);
  ASSERT_EQ(change("[1,0,0],\"in\"", "[2,0,0],\"in\""), WorldChange::kReplays);
  session_.replay(3);
  ASSERT_EQ(change("[2,0,0],\"in\"", "[2,5,0],\"in\""), WorldChange::kReplays);
  finish();
  expect_exact(kTicks - 1);
  EXPECT_AT(session_.report(), "/jobs/0/bounds/0", {2, 5, 0});
}

TEST_F(Edit, ThatIsLooseIsInTheNextFrameAndItsReleaseReplays) {
  play(session_);
  for (const char* x : {"2", "3", "4"}) {
    const std::string now = session_.text(), from = now.substr(now.find("\"translate\""), 20);
    ASSERT_EQ(change(from, with(from, from.substr(13, 1), x), true), WorldChange::kTaken) << x;
    ASSERT_TRUE(session_.evaluate(tick(kTicks)));
    EXPECT_AT(session_.report(), "/jobs/0/bounds/0/0", x[0] - '0');
  }
  EXPECT_TRUE(session_.is_approximate());
  ASSERT_EQ(session_.edit({}, false, {}), WorldChange::kReplays);
  finish();
  EXPECT_FALSE(session_.is_approximate());
  expect_exact(kTicks);
  EXPECT_EQ(session_.edit({}, false, {}), WorldChange::kTaken) << "nothing differs";
}

TEST_F(Edit, ThatIsLooseReplaysWhereOperatorsAreOthers) {
  play(session_);
  ASSERT_EQ(change("\"in\":[{\"op\":\"mesh\"", "\"in\":[{\"op\":\"add\"},{\"op\":\"mesh\"", true),
            WorldChange::kReplays);
  // Values go into the replay that is under way.
  session_.replay(2);
  ASSERT_EQ(change("[1,0,0],\"in\"", "[2,0,0],\"in\"", true), WorldChange::kReplays);
  finish();
  EXPECT_TRUE(session_.is_approximate());
  EXPECT_AT(session_.report(), "/jobs/0/bounds/0", {2, 0, 0});
  ASSERT_EQ(session_.edit({}, false, {}), WorldChange::kReplays);
  finish();
  expect_exact(kTicks - 1);
}

TEST_F(Edit, ThatIsRefusedLeavesTheWorldAsItWas) {
  play(session_);
  EXPECT_EQ(change("[0,2,0]", "[0,2,0"), WorldChange::kRefused);
  EXPECT_STREQ(session_.change_issues().at(0).code->id, "WORLD_JSON");
  EXPECT_EQ(change("\"light\"", "\"lite\"", true), WorldChange::kRefused);
  EXPECT_EQ(session_.change_issues().at(0).path, "/scenes/a/in/0/op");
  EXPECT_EQ(session_.text(), kRoom);
  ASSERT_TRUE(session_.evaluate(tick(kTicks)));
  expect_exact(kTicks);
}

TEST(Splices, CountUtf16Units) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a\xC3\xA4\xF0\x9F\x98\x80z";  // a mark, a, an umlaut, a pair, z
  const auto spliced = [&](std::vector<world::Splice> splices) {
    const auto result = world::splice_text(text, splices);
    return result ? *result : std::string(result.error().code()->id) + ": " + result.error().message();
  };
  EXPECT_EQ(spliced({}), text);
  EXPECT_EQ(spliced({{1, 2, "b"}, {5, 6, "y"}}),
            "\xEF\xBB\xBF"
            "b\xC3\xA4\xF0\x9F\x98\x80y");
  EXPECT_EQ(spliced({{0, 1, ""}, {3, 5, "!"}, {5, 5, "?"}}), "a\xC3\xA4!?z");
  EXPECT_EQ(spliced({{6, 6, "end"}}), text + "end");
  EXPECT_EQ(spliced({{0, 4, ""}}), "WORLD_SPLICE: splice 0 cuts a character in two");
  EXPECT_EQ(spliced({{4, 5, ""}}), "WORLD_SPLICE: splice 0 cuts a character in two");
  EXPECT_EQ(spliced({{0, 7, ""}}), "WORLD_SPLICE: splice 0 goes from 0 to 7 in a text of 6 UTF-16 units");
  EXPECT_EQ(spliced({{9, 9, ""}}), "WORLD_SPLICE: splice 0 goes from 9 to 9 in a text of 6 UTF-16 units");
  EXPECT_EQ(spliced({{3, 2, ""}}), "WORLD_SPLICE: splice 0 goes from 3 to 2 in a text of 6 UTF-16 units");
  EXPECT_EQ(spliced({{0, 2, ""}, {1, 3, ""}}), "WORLD_SPLICE: splice 1 begins before the end of the one before it");
  EXPECT_EQ(spliced({{2, 2, ""}, {0, 1, ""}}), "WORLD_SPLICE: splice 1 begins before the end of the one before it");
}

TEST(Parked, InputsInCommentsAreReadWithoutAWarning) {
  const std::string parked = R"("comment":{"note":"later","parked":[{"at":0,"op":{"op":"mesh","model":"none"}}]})";
  WorldSession session(
      world(R"("textures":{"t":{"op":"texture",)" + parked + R"(}},"materials":{"m":{"texture":"t",)" + parked +
            R"(}},"scenes":{"a":{"op":"add","in":[{"op":"mesh","material":"m","boxes":[{"min":[0,0,0],"max":[1,1,1],)" +
            parked + R"(}],)" + parked + "}]," + parked + R"(}},"post":[{"op":"ipp",)" + parked +
            R"(}],"segments":[{"name":"s",)" + parked + "}]"),
      {});
  EXPECT_TRUE(session.ok() && session.issues().empty()) << session.report_text();
}

TEST(States, SayWhatBecameOfEachOperator) {
  WorldSession session(world(R"("models":{"none":"none.iqm"},"scenes":{
    "used":{"op":"add","in":[{"op":"mesh","boxes":[{"min":[0,0,0],"max":[1,1,1]}]},{"op":"mesh","model":"none"},
      {"op":"add"},{"op":"event","name":"later","in":[{"op":"add"}]},
      {"op":"multiply","count":{"value":2,"anim":{"a":"TIME"}},"in":["kept"]}]},
    "kept":{"op":"transform","in":[{"op":"light"}]},"alone":{"op":"add","in":["kept"]}},
    "entities":["used"],"timeline":{"events":[{"op":"later","start":100,"end":101}]})"),
                       {});
  ASSERT_TRUE(session.evaluate(0)) << session.report_text();
  EXPECT_TRUE(session.states().empty()) << "not noted yet";
  const auto played = [&](int frame) {
    EXPECT_TRUE(session.evaluate(tick(frame)));
    std::vector<int> states;
    for (const uint8_t state : session.states()) states.push_back(state);
    return states;
  };
  // used, mesh, mesh without a file, empty add, event, what it holds, multiply (TIME is 0, then more), kept, its light,
  // alone
  EXPECT_EQ(played(0), (std::vector<int>{65, 65, 73, 81, 65, 0, 81, 0, 0, 32}));
  EXPECT_EQ(played(60), (std::vector<int>{69, 65, 73, 81, 65, 0, 69, 65, 65, 32}));
}

TEST(Links, AreInTheOrderOfTheText) {
  WorldSession session(world(R"--("models":{"m":{"file":"m.iqm"}},"materials":{"red":{"color":[1,0,0]}},
    "scenes":{"a":{"op":"add","in":["b",{"op":"mesh","model":"m","material":"red"},
      {"op":"call","sub":"s","args":{"0":2}},
      {"op":"light","at":{"anim":{"b":"splineg(TIME, w)"}}}]},"b":{"op":"event","in":["c"]},"c":{"op":"add"}},
    "subroutines":{"s":{"params":[{"id":0,"name":"size","type":"float","default":1}],
      "root":{"op":"transform","scale":{"param":"size"},"in":["c"]}}},
    "splines":{"w":{"channels":[[[0,0],[1,1]]]}},"entities":["a"],
    "timeline":{"events":[{"op":"b","start":0,"end":1}]})--"),
                       {});
  ASSERT_TRUE(session.ok()) << session.report_text();
  std::string rows;
  for (const auto& row : world_links(session.world().document()))
    rows += row["pointer"].get<std::string>() + " " + row["table"].get<std::string>() + "/" +
            row["name"].get<std::string>() + " " + row["target"].get<std::string>() + "\n";
  EXPECT_EQ(rows,
            "/scenes/a/in/0 scenes/b /scenes/b\n"
            "/scenes/a/in/1/model models/m /models/m\n"
            "/scenes/a/in/1/material materials/red /materials/red\n"
            "/scenes/a/in/2/sub subroutines/s /subroutines/s\n"
            "/scenes/a/in/3/at/anim/b splines/w /splines/w\n"
            "/scenes/b/in/0 scenes/c /scenes/c\n"
            "/subroutines/s/root/scale/param params/size /subroutines/s/params/0\n"
            "/subroutines/s/root/in/0 scenes/c /scenes/c\n"
            "/entities/0 scenes/a /scenes/a\n"
            "/timeline/events/0/op scenes/b /scenes/b\n");
}

/// Changes a document at a random place: a number, or an element that goes, comes twice, or changes places.
class Changer {
 public:
  explicit Changer(uint32_t seed) : random_(seed) {}

  std::string next(const std::string& text, bool values_only) {
    Json document = Json::parse(text);
    std::vector<Json*> numbers, lists;
    collect(document, numbers, lists);
    if (values_only || lists.empty() || random_() % 2 == 0) {
      if (numbers.empty()) return text;
      Json& number = *numbers[random_() % numbers.size()];
      number = number.is_number_integer() ? Json(number.get<int64_t>() == 1 ? 2 : 1)
                                          : Json(number.get<double>() * 0.75 + 0.125);
    } else {
      Json& list = *lists[random_() % lists.size()];
      const size_t at = random_() % list.size();
      const uint32_t what = random_() % 3;
      if (what == 0) list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
      if (what == 1) list.push_back(Json(list[at]));
      if (what == 2) std::swap(list[at], list[0]);
    }
    return document.dump();
  }

 private:
  static void collect(Json& value, std::vector<Json*>& numbers, std::vector<Json*>& lists) {
    if (value.is_number()) numbers.push_back(&value);
    if (value.is_array() && !value.empty() && !value[0].is_number()) lists.push_back(&value);
    if (!value.is_structured()) return;
    for (Json& inner : value) collect(inner, numbers, lists);
  }

  std::mt19937 random_;
};

std::vector<std::filesystem::path> documents() {
  std::vector<std::filesystem::path> paths;
  for (const auto& folder : {kWorldData / "cases", kWorldData / "drawing", kWorldData / "valid"}) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".world.json") && !name.starts_with("bad_") && entry.file_size() < 20'000)
        paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(RandomEdits, GiveTheReportOfAWorldThatWasOpenedSo) {
  int taken = 0, replayed = 0, refused = 0;
  for (const auto& path : documents()) {
    SCOPED_TRACE(path.filename().string());
    const WorldFiles files = beside(path.parent_path());
    const std::string text = Json::parse(read_text(path)).dump();
    if (fresh(text, 0, files).size() > 300'000) continue;  // frames that take long
    Changer changer(static_cast<uint32_t>(text.size()));
    WorldSession session(text, files);
    int now = 0;
    for (; now < 3; ++now) ASSERT_TRUE(session.evaluate(tick(now)));
    for (int round = 0; round < 6; ++round) {
      const std::string before = session.text(), changed = changer.next(before, false);
      const WorldChange change = session.edit(between(before, changed), false, files);
      ++(change == WorldChange::kTaken ? taken : change == WorldChange::kReplays ? replayed : refused);
      ASSERT_EQ(session.text(), change == WorldChange::kRefused ? before : changed);
      while (session.is_replaying()) ASSERT_NE(session.replay(2).total, 0u);
      ASSERT_TRUE(session.evaluate(tick(now)));
      ASSERT_EQ(session.report_text(), fresh(session.text(), now, files)) << changed;
      ++now;
    }
  }
  EXPECT_GT(taken, 50);
  EXPECT_GT(replayed, 200);
}

TEST(RandomEdits, ThatAreLooseAreExactAfterTheirRelease) {
  int taken = 0;
  for (const auto& path : documents()) {
    SCOPED_TRACE(path.filename().string());
    const WorldFiles files = beside(path.parent_path());
    const std::string text = Json::parse(read_text(path)).dump();
    if (fresh(text, 0, files).size() > 300'000) continue;
    Changer changer(static_cast<uint32_t>(text.size()) + 1);
    WorldSession session(text, files);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(session.evaluate(tick(i)));
    for (int round = 0; round < 6; ++round) {
      const std::string changed = changer.next(session.text(), true);
      taken += session.edit(between(session.text(), changed), true, files) == WorldChange::kTaken ? 1 : 0;
      if (session.is_replaying()) continue;
      ASSERT_TRUE(session.evaluate(tick(3 + round)));
    }
    session.edit({}, false, files);
    while (session.is_replaying()) ASSERT_NE(session.replay(50).total, 0u);
    ASSERT_FALSE(session.is_approximate());
    ASSERT_TRUE(session.evaluate(tick(9)));
    ASSERT_EQ(session.report_text(), fresh(session.text(), 9, files)) << session.text();
  }
  EXPECT_GT(taken, 300);
}

}  // namespace
}  // namespace vitrine::test
