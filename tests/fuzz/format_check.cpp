#include "format_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "scene/summary.h"
#include "scene/validate.h"
#include "session/document.h"

namespace vitrine::fuzz {
namespace {

namespace fs = std::filesystem;

Status load_into(Scene& scene, const FormatRow& row, std::span<const uint8_t> bytes) {
  static const ReadOptions options;
  const Limits limits = small_limits();
  Budget budget(limits.heap_bytes);
  Diagnostics diagnostics(limits.messages);
  diagnostics.enter("fuzz");
  nlohmann::ordered_json info;
  SourceFile& file = scene.files.emplace_back();
  file.name = "fuzz";
  file.bytes = bytes.size();
  LoadContext context{"fuzz",  bytes, uint32_t(scene.files.size() - 1), options, limits, budget, diagnostics,
                      nullptr, info};
  return row.load(context, scene);
}

/// An upper bound of every number that posing can produce: the largest of each kind, multiplied along the deepest
/// chain.
double pose_bound(const Scene& scene) {
  double rotation = 1, scale = 1, translation = 1, rest = 1, offset = 1, weight = 1, influences = 1;
  const auto take = [](double& largest, double value) { largest = std::max(largest, std::abs(value)); };
  const auto take_quat = [&](const glm::quat& q) {
    for (int i = 0; i < 4; ++i) take(rotation, q[i]);
  };
  const auto take_vec = [&](double& largest, const glm::vec3& v) {
    for (int i = 0; i < 3; ++i) take(largest, v[i]);
  };
  std::vector<uint32_t> depths;
  uint32_t depth = 1;
  for (const Node& node : scene.nodes) {
    depths.push_back(node.parent == kNone ? 1 : depths[node.parent] + 1);
    depth = std::max(depth, depths.back());
    take_quat(node.local.rotation);
    take_vec(scale, node.local.scale);
    take_vec(translation, node.local.translation);
  }
  for (const glm::mat4& m : scene.rest_matrices) {
    for (int i = 0; i < 16; ++i) take(rest, m[i / 4][i % 4]);
  }
  for (const Skin& skin : scene.skins) {
    for (const glm::mat4& m : skin.joint_from_bind) {
      for (int i = 0; i < 16; ++i) take(rest, m[i / 4][i % 4]);
    }
  }
  for (const Mesh& mesh : scene.meshes) {
    for (const glm::vec3& p : mesh.positions) take_vec(offset, p);
    for (const Influence& influence : mesh.influences) {
      take_vec(offset, influence.position);
      take(weight, influence.weight);
    }
    for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v)
      take(influences, double(mesh.influence_first[v + 1]) - mesh.influence_first[v]);
  }
  for (const Clip& clip : scene.clips) {
    // A curve may leave the range of its keys without limit.
    if (!clip.curves.empty()) return HUGE_VAL;
    if (clip.frames) {
      for (const glm::vec3& t : clip.frames->translations) take_vec(translation, t);
      for (const glm::quat& q : clip.frames->rotations) take_quat(q);
    }
    if (clip.poses) {
      for (const Transform& t : clip.poses->transforms) {
        take_quat(t.rotation);
        take_vec(scale, t.scale);
        take_vec(translation, t.translation);
      }
    }
  }
  const double level = 16 * rest * (4 * rotation * rotation) * scale;
  return std::pow(level, depth + 1) * (offset + depth * translation) * weight * influences;
}

bool all_finite(const BufferView& view) {
  const auto* values = static_cast<const float*>(view.data);
  return std::all_of(values, values + view.bytes / sizeof(float), [](float value) { return std::isfinite(value); });
}

}  // namespace

const std::vector<uint8_t>& companion(const FormatRow& row, const FormatRow*& model_row) {
  struct Model {
    std::vector<uint8_t> bytes;
    const FormatRow* row = nullptr;
  };
  static std::map<std::string, Model> models;
  const auto [place, is_new] = models.try_emplace(row.id);
  Model& model = place->second;
  if (is_new) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(fs::path(VITRINE_TEST_DATA) / row.id / "valid", none)) {
      std::ifstream file(entry.path(), std::ios::binary);
      std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
      const FormatRow* found = find_format(bytes, entry.path().filename().string());
      if (found == nullptr || found->role != FileRole::kModel || std::strcmp(found->id, row.id) != 0) continue;
      if (model.row == nullptr || bytes.size() < model.bytes.size()) model = {std::move(bytes), found};
    }
  }
  model_row = model.row;
  return model.bytes;
}

Limits small_limits() {
  Limits limits;
  limits.input_bytes = 1 << 20;
  limits.heap_bytes = 64 << 20;
  limits.vertices = 1 << 18;
  limits.frame_joints = 1 << 18;
  return limits;
}

std::string check_row(const FormatRow& row, std::span<const uint8_t> bytes) {
  Scene scene;
  if (row.role != FileRole::kModel) {
    const FormatRow* model_row = nullptr;
    const std::vector<uint8_t>& model = companion(row, model_row);
    if (model_row != nullptr && !load_into(scene, *model_row, model)) return "the companion model does not load";
  }
  const uint64_t before = digest(scene);
  const Status loaded = load_into(scene, row, bytes);
  if (!loaded) {
    if (loaded.error().code() == nullptr) return "an error without a code";
    if (loaded.error().offset() != kNoOffset && loaded.error().offset() > bytes.size())
      return "an error past the end of file";
    return digest(scene) == before ? "" : "a failed load has changed the scene";
  }
  const Status valid = validate(scene);
  return valid ? "" : "loaded, but not valid: " + valid.error().path() + ": " + valid.error().message();
}

std::string check_document(const FormatRow& row, std::span<const uint8_t> bytes) {
  Document document(small_limits());
  if (row.role != FileRole::kModel) {
    const FormatRow* model_row = nullptr;
    const std::vector<uint8_t>& model = companion(row, model_row);
    if (model_row != nullptr) document.add_file(std::string("model.") + model_row->extensions[0], model);
  }
  document.add_file(std::string("fuzz.") + row.extensions[0], std::vector<uint8_t>(bytes.begin(), bytes.end()));
  if (!document.load()) return document.diagnostics().count(Severity::kError) > 0 ? "" : "refused without an error";

  (void)document.report_text();
  const bool moderate = pose_bound(document.scene()) < 1e12;
  const size_t clips = std::min<size_t>(document.scene().clips.size(), 4);
  for (size_t clip = 0; clip <= clips; ++clip) {
    if (!document.select_clip(clip == 0 ? kNone : uint32_t(clip - 1))) continue;
    for (const double part : {0.0, 0.37, 1.0}) {
      document.evaluate(part * document.duration_s(), {true, true, true});
      if (!moderate) continue;
      if (!all_finite(document.buffer(BufferKind::kNodeMatrices, 0))) return "a node matrix is not finite";
      for (uint32_t i = 0; i < document.instance_count(); ++i) {
        if (!all_finite(document.buffer(BufferKind::kPositions, i))) return "a posed position is not finite";
        if (!all_finite(document.buffer(BufferKind::kNormals, i))) return "a posed normal is not finite";
      }
    }
  }
  return "";
}

}  // namespace vitrine::fuzz
