// Any text as a world document: refused with a place, or evaluated, within time and memory, twice alike, and under
// every system to the same picture.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "session/world_document.h"

namespace {

using namespace vitrine;
using Json = nlohmann::ordered_json;

constexpr double kTimes[] = {0, 0.1, 1, 0.5};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// The document with another system; empty when it says which it wants, or cannot.
std::string with_system(std::string_view text, const char* system) {
  Json document = Json::parse(text, nullptr, false);
  if (!document.is_object() || document.contains("system")) return "";
  document["system"] = system;
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// All of a frame but what depends on the system and on the layout of the text.
std::string picture(const WorldSession& session) {
  Json report = session.report();
  report.erase("handlers");
  for (Json& issue : report["issues"]) {
    issue.erase("line");
    issue.erase("column");
  }
  return json_text(report);
}

/// Draws the frame small, and changes the document at one of its values: what is said must fit what is done.
void draw_and_change(WorldSession& session, uint64_t seed) {
  std::vector<world::Issue> issues;
  const auto drawing = session.draw(12, 8, {}, {}, issues);
  if (drawing) {
    const auto& frame = session.world().frame();
    const bool in_phases =
        !session.world().document().lighting.fake && session.world().document().wireframe == world::Wireframe::kOff;
    require(!in_phases || drawing->jobs.phases == frame.phase_jobs, "the renderer runs other jobs than were painted");
  }
  if (!session.update_volumes()) return;
  const auto& tree = session.world().document().tree;
  const std::string pointer = tree.pointer(static_cast<uint32_t>(seed % tree.size()));
  const WorldChange change = session.set(pointer, seed % 3 == 0 ? "0.5" : "[1, 0.5, 2]", {});
  require((change == WorldChange::kRefused) == !session.change_issues().empty(), "a refusal without a reason");
  while (session.is_replaying()) session.replay(100);
  if (session.ok()) session.evaluate(session.world().frame().time + 0.1);
}

void check_issues(const WorldSession& session) {
  bool has_error = false;
  for (const world::Issue& issue : session.issues()) {
    has_error = has_error || issue.severity() == Severity::kError;
    require(issue.line >= 1 && issue.column >= 1, "an issue without a place");
    require(!issue.message.empty(), "an issue without a message");
  }
  require(has_error != session.ok(), "refused without an error, or opened with one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)world_files(text);
  WorldSession session(text, {}), again(text, {});
  check_issues(session);
  const std::string other = session.ok() ? with_system(text, "execute") : "";
  WorldSession execute(other, {});
  for (const double time_s : kTimes) {
    if (!session.ok()) break;
    const bool done = session.evaluate(time_s);
    check_issues(session);
    require(done == again.evaluate(time_s), "a second run ends elsewhere");
    require(session.digest() == again.digest(), "a second run gives another report");
    const Json report = session.report();
    require(report.contains("issues"), "a report without issues");
    require(done || report.size() == 1, "what is refused prints its issues and nothing else");
    if (done && execute.ok() && execute.evaluate(time_s))
      require(picture(session) == picture(execute), "execute and hybrid differ");
  }
  if (session.ok()) draw_and_change(session, std::hash<std::string_view>()(text));
  return 0;
}
