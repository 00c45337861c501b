// Any text as a world document: refused with a place, or evaluated, within time and memory, twice alike, and under
// every system to the same picture. What opens is drawn, put into tables, changed, played again and walked through.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "world/session/document.h"

namespace {

using namespace vitrine;
using Json = nlohmann::ordered_json;

constexpr double kTimes[] = {0, 0.1, 1, 0.5};
/// Frames with more are left to the tests and benchmarks: one input is to take milliseconds.
constexpr uint64_t kMostJobs = 10'000;

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

/// Valid files of the test data by their last name: what documents name beside them.
std::optional<std::vector<uint8_t>> file_of(std::string_view name) {
  static const std::map<std::string, std::vector<uint8_t>> kFiles = [] {
    constexpr uintmax_t kMostBytes = 1 << 14;
    std::map<std::string, std::vector<uint8_t>> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(VITRINE_TEST_DATA)) {
      if (!entry.is_regular_file() || entry.file_size() > kMostBytes || entry.path().parent_path().stem() != "valid")
        continue;
      std::ifstream file(entry.path(), std::ios::binary);
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return files;
  }();
  const auto found = kFiles.find(std::string(name.substr(name.find_last_of('/') + 1)));
  if (found == kFiles.end()) return std::nullopt;
  return found->second;
}

/// Every other name is an image of two pixels.
const render::WorldImage* image_of(const std::string& name) {
  static const render::WorldImage kImage{2, 1, {1, 0.5F, 0, 1, 0, 0.5F, 1, 0.5F}};
  return name.size() % 2 == 0 ? &kImage : nullptr;
}

bool is_finite(const Json& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  for (const Json& child : value) {
    if (!is_finite(child)) return false;
  }
  return true;
}

template <typename T>
std::span<const T> rows(const WorldTables& tables, WorldTable table) {
  const auto bytes = tables.bytes(table);
  require(bytes.size() % sizeof(T) == 0, "a table of broken rows");
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// What the rows point to is there.
void check_tables(WorldSession& session) {
  const WorldTables* tables = session.tables();
  require(tables != nullptr || !session.ok(), "no tables of an open world");
  if (tables == nullptr) return;
  const auto numbers = rows<WorldJobNumbers>(*tables, WorldTable::kJobNumbers);
  const size_t jobs = rows<WorldJobFloats>(*tables, WorldTable::kJobs).size(),
               effects = rows<WorldEffectNumbers>(*tables, WorldTable::kEffectNumbers).size(),
               still = rows<WorldVertex>(*tables, WorldTable::kStill).size(),
               posed = rows<WorldVertex>(*tables, WorldTable::kPosed).size();
  require(jobs == numbers.size(), "jobs of two lengths");
  for (const WorldJobNumbers& job : numbers) {
    const size_t most = job.pose == world::kNoNode ? still : posed;
    require(job.count == 0 || (job.first <= most && job.count <= most - job.first), "a job without its triangles");
  }
  for (const WorldPaintRow& row : rows<WorldPaintRow>(*tables, WorldTable::kPaint)) {
    const size_t most = (row.what & 16) != 0 ? effects : jobs;
    require(row.index == world::kNoNode || row.index < most, "an entry of the list without its job");
  }
}

/// Puts the whole text in place of the one of the session.
WorldChange replace_text(WorldSession& session, const std::string& text, bool is_loose) {
  uint64_t units = 0;
  for (const char c : session.text()) {
    const auto byte = static_cast<uint8_t>(c);
    units += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
  }
  const world::Splice all{0, units, text};
  return session.edit({&all, 1}, is_loose, file_of);
}

/// Draws the frame small, and changes the document at one of its values: what is said must fit what is done.
void draw_and_change(WorldSession& session, uint64_t seed) {
  std::vector<world::Issue> issues;
  const auto drawing = session.draw(16, 12, {}, image_of, issues);
  if (drawing) {
    const auto& frame = session.world().frame();
    const bool in_phases =
        !session.world().document().lighting.fake && session.world().document().wireframe == world::Wireframe::kOff;
    require(!in_phases || drawing->jobs.phases == frame.phase_jobs, "the renderer runs other jobs than were painted");
  }
  if (!session.update_volumes()) return;
  check_tables(session);
  if (!session.ok()) return;
  const std::string before = session.text();
  for (uint64_t round = 0; round < 3 && session.ok(); ++round) {
    constexpr const char* kValues[] = {"0.5", "[1, 0.5, 2]", "\"wave\"", "{\"anim\":{\"b\":\"TIME\"}}", "-1e9", "null"};
    const auto& tree = session.world().document().tree;
    const std::string pointer = tree.pointer(static_cast<uint32_t>((seed + round * 7919) % tree.size()));
    const char* value = kValues[(seed >> 8 ^ round) % std::size(kValues)];
    WorldChange change;
    if (const auto text = world::change_text(session.text(), tree, pointer, value); round == 1 && text)
      change = replace_text(session, *text, true);
    else
      change = session.set(pointer, value, file_of);
    require((change == WorldChange::kRefused) == !session.change_issues().empty(), "a refusal without a reason");
    while (session.is_replaying()) session.replay(100);
    if (session.ok()) session.evaluate(session.world().frame().time + 0.1);
  }
  if (!session.ok()) return;
  check_tables(session);
  if (session.ok() && session.seek(0.25)) {
    while (session.is_replaying()) session.replay(4);
    if (session.ok()) (void)session.draw(16, 12, {.off = static_cast<uint8_t>(seed & 0x7F)}, image_of, issues);
  }
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
  WorldSession session(text, file_of), again(text, file_of);
  check_issues(session);
  const std::string other = session.ok() ? with_system(text, "execute") : "";
  WorldSession execute(other, file_of);
  for (const double time_s : kTimes) {
    if (!session.ok()) break;
    const bool done = session.evaluate(time_s);
    const auto& jobs = session.world().frame().phase_jobs;
    if (std::accumulate(jobs.begin(), jobs.end(), uint64_t{0}) > kMostJobs) return 0;
    check_issues(session);
    require(done == again.evaluate(time_s), "a second run ends elsewhere");
    require(session.digest() == again.digest(), "a second run gives another report");
    const Json report = session.report();
    require(report.contains("issues"), "a report without issues");
    require(is_finite(report), "a report with a number that is none");
    require(done || report.size() == 1, "what is refused prints its issues and nothing else");
    if (done && execute.ok() && execute.evaluate(time_s))
      require(picture(session) == picture(execute), "execute and hybrid differ");
  }
  if (session.ok()) draw_and_change(session, std::hash<std::string_view>()(text));
  return 0;
}
