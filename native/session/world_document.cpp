#include "session/world_document.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/hash.h"
#include "base/json_text.h"
#include "session/document.h"
#include "session/sound.h"
#include "session/world_model.h"
#include "world/codes.h"
#include "world/report.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;
using world::Issue;

constexpr uint64_t kMostRows = 400'000;  // of one report: what a 32-bit host can print

/// Null, and an issue, when the model cannot be opened. Companions that cannot be read leave it without them.
std::unique_ptr<WorldModel> open_model(const world::Named& row, const world::Document& world, const FileLookup& files,
                                       const Limits& limits, std::vector<Issue>& issues) {
  const auto complain = [&](uint32_t node, std::string why, bool starved = false) {
    Issue issue{starved ? &kOutOfMemory : &world::kWorldFile, world.tree.pointer(node), std::move(why)};
    issue.is_warning = starved;  // the world opens without the file
    world.place(issues.emplace_back(std::move(issue)), node);
    return nullptr;
  };
  const auto starved = [](const Document& document) {
    const auto& messages = document.diagnostics().messages();
    return std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOutOfMemory; });
  };
  const auto read = [&](const std::string& file) { return files ? files(file) : std::nullopt; };
  auto bytes = read(row.file);
  if (!bytes) return complain(row.node, "there is no file \"" + row.file + "\"");
  auto document = std::make_unique<Document>(limits);
  document->stage(row.file, std::move(*bytes));
  if (!document->load()) {
    const auto& messages = document->diagnostics().messages();
    return complain(row.node,
                    "\"" + row.file + "\" cannot be opened" + (messages.empty() ? "" : ": " + messages.front().text),
                    starved(*document));
  }
  for (const world::Companion& companion : row.with) {
    bytes = read(companion.file);
    if (!bytes) {
      complain(companion.node, "there is no file \"" + companion.file + "\"");
      continue;
    }
    const size_t clips = document->scene().clips.size();
    const uint64_t errors = document->diagnostics().count(Severity::kError);
    document->stage(companion.file, std::move(*bytes));
    document->load();
    if (document->diagnostics().count(Severity::kError) > errors && document->scene().clips.size() == clips)
      complain(companion.node, "\"" + companion.file + "\" cannot be opened", starved(*document));
  }
  return std::make_unique<WorldModel>(std::move(document));
}

}  // namespace

std::vector<std::string> world_files(std::string_view text) try {
  const world::ReadResult read = world::read(text);
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  const auto add = [&](const world::Named& row) {
    if (known.insert(row.file).second) names.push_back(row.file);
    for (const world::Companion& companion : row.with) {
      if (known.insert(companion.file).second) names.push_back(companion.file);
    }
  };
  if (!read.document) return names;
  for (const world::Named& row : read.document->models) add(row);
  if (read.document->vfx) add(*read.document->vfx);
  if (read.document->music) add(*read.document->music);
  return names;
} catch (const std::bad_alloc&) {
  return {};  // opening the document will say so
}

WorldSession::WorldSession(std::string_view text, const FileLookup& files, const Limits& limits) : limits_(limits) {
  try {
    load(text, files);
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
}

WorldSession::~WorldSession() = default;

void WorldSession::run_out_of_memory() {
  world_.reset();
  models_.clear();
  sound_.reset();
  evaluated_ = false;
  issues_.assign(1, {&kOutOfMemory, "", kOutOfMemory.help});
}

void WorldSession::load(std::string_view text, const FileLookup& files) {
  if (text.size() > limits_.input_bytes) {
    issues_.push_back({&kLimitInput, "", "the document has " + std::to_string(text.size()) + " bytes"});
    return;
  }
  world::ReadResult read = world::read(text);
  issues_ = std::move(read.issues);
  if (!read.document) return;
  std::vector<world::Model> models;
  for (const world::Named& row : read.document->models) {
    models_.push_back(open_model(row, *read.document, files, limits_, issues_));
    models.push_back(models_.back() ? models_.back()->clusters() : world::Model{});
  }
  load_sound(*read.document, files);
  Issue failure;
  read.document->place(failure, 0);
  auto world = world::World::make(std::move(*read.document), std::move(models));
  if (world) {
    world_ = std::move(*world);
    return;
  }
  failure.code = world.error().code;
  failure.message = world.error().message;
  issues_.push_back(std::move(failure));
}

void WorldSession::load_sound(const world::Document& document, const FileLookup& files) {
  const auto load = [&](const world::Named& row, auto&& table) {
    const std::string path = "/sound/" + row.name;
    const auto bytes = files ? files(row.file) : std::nullopt;
    if (!bytes) {
      document.place(issues_.emplace_back(Issue{&world::kWorldFile, path, "there is no file \"" + row.file + "\""}),
                     row.node);
      return;
    }
    auto read = table(row.file, *bytes, limits_);
    if (!read) {
      Issue issue{read.error().code, path, "\"" + row.file + "\": " + read.error().message};
      issue.is_warning = true;
      issue.offset = read.error().offset;
      document.place(issue, row.node);
      issues_.push_back(std::move(issue));
      return;
    }
    if (sound_ == nullptr) sound_ = std::make_unique<Json>(Json::object());
    (*sound_)[row.name] = std::move(*read);
  };
  if (document.vfx) load(*document.vfx, vfx_table);
  if (document.music) load(*document.music, v2m_table);
}

bool WorldSession::evaluate(double time_s, const std::optional<world::CameraOverride>& camera, double aspect) {
  evaluated_ = false;
  try {
    const auto frame = world_->evaluate(time_s, camera, aspect);
    evaluated_ = frame.ok();
    if (evaluated_) return true;
    world_->document().place(issues_.emplace_back(Issue{frame.error().code, "", frame.error().message}), 0);
    world_.reset();
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return false;
}

render::WorldPicture WorldSession::picture(uint32_t width, uint32_t height, const ImageLookup& images,
                                           std::vector<Issue>& issues) const {
  return build_world_picture(*world_, models_, width, height, images, issues);
}

Json WorldSession::report() const {
  if (!evaluated_) return {{"issues", world::report_issues(issues_)}};
  if (const uint64_t rows = world::report_rows(*world_); rows > kMostRows) {
    std::vector<Issue> issues = issues_;
    const std::string count = std::to_string(rows);
    world_->document().place(
        issues.emplace_back(Issue{&world::kWorldLimit, "", "the report of this frame would have " + count + " rows"}),
        0);
    return {{"issues", world::report_issues(issues)}};
  }
  return world::report_frame(*world_, issues_, sound_ == nullptr ? Json() : *sound_);
}

std::string WorldSession::report_text() const {
  try {
    return json_text(report());
  } catch (const std::bad_alloc&) {
    return R"({"issues":[{"code":"OUT_OF_MEMORY","severity":0,"path":"","message":"there is no memory for the report"}]})";
  }
}

std::string WorldSession::digest() const {
  Hash64 hash;
  hash.text(report_text());
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash.value()));
  return text;
}

}  // namespace vitrine
