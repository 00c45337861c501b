#include "session/world.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/hash.h"
#include "base/json_text.h"
#include "operators/codes.h"
#include "operators/report.h"
#include "play/poser.h"
#include "session/document.h"
#include "session/sound.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;
using operators::Issue;

constexpr uint64_t kMostRows = 400'000;  // of one report: what a 32-bit host can print

/// Clusters of a model in bind pose, turned y up: one per primitive of each visible mesh.
operators::Model build_model(Document& document) {
  const Scene& scene = document.scene();
  const glm::dmat4 upright = world_from_file(scene.axes);
  document.evaluate(0, {true, false, false});
  const auto* matrices = static_cast<const float*>(document.buffer(BufferKind::kNodeMatrices, 0).data);
  operators::Model model;
  model.ok = true;
  for (uint32_t instance = 0; instance < document.instance_count(); ++instance) {
    const uint32_t index = document.instance_node(instance);
    const Node& node = scene.nodes[index];
    if (node.hidden) continue;
    glm::dmat4 from_mesh = upright;
    if (node.skin == kNone) {
      glm::dmat4 file_from_node;
      for (int i = 0; i < 16; ++i) file_from_node[i / 4][i % 4] = matrices[size_t{index} * 16 + static_cast<size_t>(i)];
      from_mesh = upright * file_from_node;
    }
    const Mesh& mesh = scene.meshes[node.mesh];
    const auto* positions = static_cast<const float*>(document.buffer(BufferKind::kPositions, instance).data);
    for (const Primitive& primitive : mesh.primitives) {
      operators::ModelCluster cluster;
      for (uint32_t i = 0; i < primitive.index_count; ++i) {
        const float* p = positions + size_t{mesh.indices[primitive.first_index + i]} * 3;
        const glm::dvec3 at(from_mesh * glm::dvec4(p[0], p[1], p[2], 1));
        cluster.box = i == 0 ? operators::Box{at, at}
                             : operators::Box{glm::min(cluster.box.min, at), glm::max(cluster.box.max, at)};
      }
      if (primitive.index_count == 0) continue;
      if (primitive.material != kNone) cluster.material = scene.materials[primitive.material].name;
      model.clusters.push_back(std::move(cluster));
    }
  }
  return model;
}

operators::Model load_model(const operators::Named& row, const operators::Document& world, const FileLookup& files,
                            const Limits& limits, std::vector<Issue>& issues) {
  const auto complain = [&](std::string why) {
    world.place(issues.emplace_back(Issue{&operators::kWorldFile, world.tree.pointer(row.node), std::move(why)}),
                row.node);
    return operators::Model{};
  };
  auto bytes = files ? files(row.file) : std::nullopt;
  if (!bytes) return complain("there is no file \"" + row.file + "\"");
  Document document(limits);
  document.stage(row.file, std::move(*bytes));
  if (!document.load()) {
    const auto& messages = document.diagnostics().messages();
    return complain("\"" + row.file + "\" cannot be opened" + (messages.empty() ? "" : ": " + messages.front().text));
  }
  return build_model(document);
}

}  // namespace

std::vector<std::string> world_files(std::string_view text) try {
  const operators::ReadResult read = operators::read(text);
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  const auto add = [&](const operators::Named& row) {
    if (known.insert(row.file).second) names.push_back(row.file);
  };
  if (!read.document) return names;
  for (const operators::Named& row : read.document->models) add(row);
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
  sound_.reset();
  evaluated_ = false;
  issues_.assign(1, {&kOutOfMemory, "", kOutOfMemory.help});
}

void WorldSession::load(std::string_view text, const FileLookup& files) {
  if (text.size() > limits_.input_bytes) {
    issues_.push_back({&kLimitInput, "", "the document has " + std::to_string(text.size()) + " bytes"});
    return;
  }
  operators::ReadResult read = operators::read(text);
  issues_ = std::move(read.issues);
  if (!read.document) return;
  std::vector<operators::Model> models;
  for (const operators::Named& row : read.document->models)
    models.push_back(load_model(row, *read.document, files, limits_, issues_));
  load_sound(*read.document, files);
  Issue failure;
  read.document->place(failure, 0);
  auto world = operators::World::make(std::move(*read.document), std::move(models));
  if (world) {
    world_ = std::move(*world);
    return;
  }
  failure.code = world.error().code;
  failure.message = world.error().message;
  issues_.push_back(std::move(failure));
}

void WorldSession::load_sound(const operators::Document& document, const FileLookup& files) {
  const auto load = [&](const operators::Named& row, auto&& table) {
    const std::string path = "/sound/" + row.name;
    const auto bytes = files ? files(row.file) : std::nullopt;
    if (!bytes) {
      document.place(issues_.emplace_back(Issue{&operators::kWorldFile, path, "there is no file \"" + row.file + "\""}),
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

bool WorldSession::evaluate(double time_s, const std::optional<operators::CameraOverride>& camera) {
  evaluated_ = false;
  try {
    const auto frame = world_->evaluate(time_s, camera);
    evaluated_ = frame.ok();
    if (evaluated_) return true;
    world_->document().place(issues_.emplace_back(Issue{frame.error().code, "", frame.error().message}), 0);
    world_.reset();
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return false;
}

Json WorldSession::report() const {
  if (!evaluated_) return {{"issues", operators::report_issues(issues_)}};
  if (const uint64_t rows = operators::report_rows(*world_); rows > kMostRows) {
    std::vector<Issue> issues = issues_;
    const std::string count = std::to_string(rows);
    world_->document().place(issues.emplace_back(Issue{&operators::kWorldLimit, "",
                                                       "the report of this frame would have " + count + " rows"}),
                             0);
    return {{"issues", operators::report_issues(issues)}};
  }
  return operators::report_frame(*world_, issues_, sound_ == nullptr ? Json() : *sound_);
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
