#include "world/session/document.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json_text.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"
#include "world/report/report.h"
#include "world/session/frame/model.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;
using world::Issue;

constexpr uint64_t kMostReportRows = 400'000;  // of one report: what a 32-bit host can print

}  // namespace

std::vector<std::string> world_files(std::string_view text) try {
  const world::ReadResult read = world::read(text);
  return read.document ? files_of(*read.document) : std::vector<std::string>();
} catch (const std::bad_alloc&) {
  return {};  // opening the document will say so
}

WorldSession::WorldSession(std::string_view text, const WorldFiles& files, const Limits& limits) : limits_(limits) {
  try {
    parts_ = open_world(std::string(text), read_world(text, limits_), files, limits_, nullptr);
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
}

WorldSession::~WorldSession() = default;

void WorldSession::run_out_of_memory() {
  tables_.reset();
  parts_ = {};
  meshes_ = {};
  volumes_ = {};
  views_ = {};
  replay_.reset();
  prepared_.reset();
  evaluated_ = false;
  parts_.issues.assign(1, {&kOutOfMemory, "", kOutOfMemory.help});
}

/// The next frame is of another document; of one that was taken loosely boxes may be others too.
void WorldSession::forget_drawing() {
  tables_.reset();
  if (!parts_.is_approximate) return;
  meshes_ = {};
  volumes_.forget();
}

bool WorldSession::evaluate(double time_s, const std::optional<world::CameraOverride>& camera, double aspect) {
  evaluated_ = false;
  try {
    remember_view(time_s, camera, aspect);
    meshes_.age();
    if (parts_.world->is_changing()) forget_drawing();
    if (notes_states_) parts_.world->note_states();
    parts_.take_issues();
    const auto frame = parts_.world->evaluate(time_s, camera, aspect);
    evaluated_ = frame.ok();
    if (evaluated_) return true;
    fail(frame.error());
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return false;
}

Result<render::WorldPicture> WorldSession::picture(uint32_t width, uint32_t height, const ImageLookup& images,
                                                   std::vector<Issue>& issues) {
  auto picture = build_world_picture(*parts_.world, parts_.models, meshes_, width, height, images, issues);
  if (picture) volumes_.warn(*parts_.world, parts_.models, meshes_, issues);
  return picture;
}

Result<render::WorldDrawing> WorldSession::draw(uint32_t width, uint32_t height, const render::WorldSwitch& which,
                                                const ImageLookup& images, std::vector<Issue>& issues) {
  VITRINE_TRY(const render::WorldPicture picture, this->picture(width, height, images, issues));
  auto drawing = render::draw_world(picture, which);
  if (!drawing.is_complete) return Error{world::messages::kTooManyLayers, kNoOffset};
  return drawing;
}

bool WorldSession::update_volumes() {
  try {
    const Status status = volumes_.update(*parts_.world, parts_.models, meshes_);
    if (status.ok()) return true;
    fail(status.error());
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return false;
}

uint32_t WorldSession::place_of(uint32_t scene_job) const {
  const std::vector<uint32_t>& painted = parts_.world->frame().painted;  // rising
  return static_cast<uint32_t>(std::lower_bound(painted.begin(), painted.end(), scene_job) - painted.begin());
}

std::vector<uint8_t> WorldSession::states() {
  notes_states_ = true;
  return evaluated_ ? parts_.world->states() : std::vector<uint8_t>();
}

WorldTables* WorldSession::tables() {
  if (!evaluated_) return nullptr;
  try {
    if (!tables_) tables_ = std::make_unique<WorldTables>(*parts_.world, parts_.models, ++generation_);
    const Status status = tables_->update();
    if (status.ok()) return tables_.get();
    fail(status.error());
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return nullptr;
}

void WorldSession::fail(const Error& error) {
  evaluated_ = false;
  parts_.world->document().place(parts_.issues.emplace_back(Issue{error.code(), "", error.message()}), 0);
  tables_.reset();
  parts_.world.reset();
}

Json WorldSession::report() const {
  if (!evaluated_) return {{"issues", world::report_issues(parts_.issues)}};
  if (const uint64_t rows = world::report_rows(*parts_.world); rows > kMostReportRows) {
    std::vector<Issue> issues = parts_.issues;
    const std::string count = std::to_string(rows);
    parts_.world->document().place(
        issues.emplace_back(Issue{&world::kWorldLimit, "", "the report of this frame would have " + count + " rows"}),
        0);
    return {{"issues", world::report_issues(issues)}};
  }
  return world::report_frame(*parts_.world, parts_.issues, parts_.sound());
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
