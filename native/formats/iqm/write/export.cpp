#include "formats/iqm/write/export.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "convert/common_losses.h"
#include "convert/plain_text.h"
#include "formats/iqm/write/check.h"
#include "formats/iqm/write/companions.h"
#include "formats/iqm/write/sentences.h"
#include "formats/iqm/write/skeleton.h"
#include "scene/validate.h"

namespace vitrine::iqm_export {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSmallStep = 1.0 / 4096;  // of a weight, that nobody sees

/// What the file is compared with.
const Scene& measured(const Scene& scene, const IqmWriteOptions& options) {
  return options.source == nullptr ? scene : *options.source;
}

void report_scene(const Scene& scene, LossReport& loss_report) {
  report_left_out(scene, loss_report);
  const auto lost = [&](const char* what, uint64_t count, const char* one, const char* many) {
    loss_report.add(what, count, counted(count, one, many));
  };
  uint64_t shapes = 0, others = 0;
  for (const Clip& clip : scene.clips) {
    for (const Curve& curve : clip.curves) {
      if (curve.target == kNone) continue;
      shapes += curve.target_kind == TargetKind::kShape;
      others += curve.target_kind != TargetKind::kShape && curve.target_kind != TargetKind::kNode;
    }
  }
  lost("shapes", shapes, "animated shape key stays in the bind pose", "animated shape keys stay in the bind pose");
  lost("curves", others, "curve of a material, light or camera is left out",
       "curves of materials, lights and cameras are left out");
}

void report_sides(const Scene& scene, const Geometry& geometry, const IqmWriteOptions& options,
                  LossReport& loss_report) {
  if (options.engine.empty() || options.draws_back_faces) return;
  std::vector<WrittenSurface> surfaces;
  for (const OutMesh& mesh : geometry.meshes) {
    const auto vertex = geometry.positions.begin() + mesh.first_vertex;
    WrittenSurface surface{mesh.material.empty() ? mesh.name : mesh.material,
                           mesh.source_material,
                           {vertex, vertex + mesh.vertex_count},
                           {}};
    for (size_t k = 0; k < mesh.triangle_count * size_t{3}; ++k)
      surface.indices.push_back(geometry.indices[mesh.first_triangle * size_t{3} + k] - mesh.first_vertex);
    surfaces.push_back(std::move(surface));
  }
  report_back_faces(scene, surfaces, options.engine, options.cube_config, loss_report);
}

bool can_be_written(const Model& model) {
  const auto fits = [](const auto& v) {
    double sum = 0;
    for (int c = 0; c < std::decay_t<decltype(v)>::length(); ++c) sum += std::abs(static_cast<double>(v[c]));
    return std::isfinite(sum) && sum < kLargestNumber;
  };
  const Geometry& geometry = model.geometry;
  return std::all_of(geometry.positions.begin(), geometry.positions.end(), fits) &&
         std::all_of(geometry.uv.begin(), geometry.uv.end(), fits) &&
         std::all_of(geometry.reach.begin(), geometry.reach.end(), [](double far) { return far < kLongestReach; }) &&
         std::all_of(model.skeleton.joints.begin(), model.skeleton.joints.end(), [&](const Joint& joint) {
           const glm::dquat& q = joint.local.rotation;
           return fits(joint.local.translation) && std::isfinite(q.x + q.y + q.z + q.w);
         });
}

void report_skeleton(const Skeleton& skeleton, LossReport& loss_report) {
  const uint64_t folded = skeleton.plan.folded, renamed = skeleton.renamed.size();
  loss_report.add("bind pose", folded,
                  counted(folded, "joint has", "joints have") +
                      " a scale that is the same in all actions; it is part of the mesh, which the bind pose shows");
  loss_report.add("names", renamed,
                  counted(renamed, "joint has", "joints have") + " a name that readers take instead of its own");
}

Status within(uint64_t count, uint64_t most, const char* what, const IqmWriteOptions& options) {
  if (most == 0 || count <= most) return ok_status();
  return Error{messages::kAboveEngine, kNoOffset, {count, what, options.engine, most}};
}

Status check_limits(const Model& model, const IqmWriteOptions& options) {
  VITRINE_CHECK(within(model.skeleton.joints.size(), options.limits.joints, "joints", options));
  return within(model.geometry.positions.size(), options.limits.vertices, "vertices", options);
}

Json renamed_json(const Skeleton& skeleton) {
  Json out = Json::array();
  for (const Renamed& one : skeleton.renamed) out.push_back({{"from", readable_name(one.from, "")}, {"to", one.to}});
  return out;
}

Status write_bytes(const Model& model, const IqmWriteOptions& options, LossReport& loss_report,
                   std::vector<uint8_t>& bytes) {
  if (options.text) {
    VITRINE_TRY(const std::string text, write_text(model));
    bytes.assign(text.begin(), text.end());
    return ok_status();
  }
  double largest_step = 0;
  VITRINE_TRY(bytes, write_binary(model, largest_step));
  loss_report.add("weights", largest_step > kSmallStep ? model.geometry.positions.size() : 0,
                  "weights are written in steps of 1/255; the number is the largest change", largest_step);
  return ok_status();
}

Status add_companions(const Scene& scene, const Model& model, const IqmWriteOptions& options,
                      const std::vector<std::string>& action_files, IqmExport& out, LossReport& loss_report) {
  const std::vector<Action>& actions = model.motion.actions;
  std::vector<NamedAction> named;
  for (const Action& action : actions)
    named.push_back({action.clip == kNone ? action.name : scene.clips[action.clip].name, action.name});
  const AnimationNames names(options.anim_naming, named);
  VITRINE_CHECK(names.check());
  if (options.cube_config && !actions.empty()) {
    names.report(options.engine, loss_report);
    out.report["animations"] = names.json();
  }
  if (options.companions.animation_cfg && action_files.empty())
    out.report["sequences"] = sequences_json(scene, actions);
  if (options.companions.skin_image) {
    const std::vector<OutMesh>& meshes = model.geometry.meshes;
    const auto others = static_cast<uint64_t>(std::count_if(
        meshes.begin(), meshes.end(), [&](const OutMesh& mesh) { return mesh.material != meshes[0].material; }));
    loss_report.add("materials", others,
                    counted(others, "mesh is", "meshes are") + " drawn with the image of the first one, because " +
                        options.engine + " has one for the whole model");
  }
  out.companions = companions_of(scene, model, options, names, action_files, loss_report);
  return ok_status();
}

struct Written {
  const Scene& scene;
  const Space& space;
  const Model& model;
  const IqmWriteOptions& options;
};

/// The model without actions, and each action; returns what reading them back finds. What a reader makes of one is
/// found by its frames on the model.
Result<Json> write_apart(const Written& of, const std::vector<ActionFile>& apart, std::vector<uint8_t>& model,
                         std::vector<TextFile>& files, LossReport& loss_report) {
  Model still = of.model;
  still.motion = {};
  VITRINE_CHECK(write_bytes(still, of.options, loss_report, model));
  VITRINE_TRY(Json read_back,
              check_file(measured(of.scene, of.options), of.space, still, model, of.options.text, loss_report));
  LossReport unsaid;
  for (const ActionFile& file : apart) {
    std::vector<uint8_t> bytes, posed;
    VITRINE_CHECK(write_bytes(file.model, of.options, unsaid, bytes));
    VITRINE_CHECK(within(bytes.size(), of.options.limits.file_bytes, "bytes", of.options));
    VITRINE_CHECK(check_action_file(file.model, bytes, of.options.text));
    still.motion = file.model.motion;
    VITRINE_CHECK(write_bytes(still, of.options, unsaid, posed));
    VITRINE_TRY(const Json one,
                check_file(measured(of.scene, of.options), of.space, still, posed, of.options.text, loss_report));
    for (const Json& action : one["actions"]) read_back["actions"].push_back(action);
    files.push_back({file.name, {bytes.begin(), bytes.end()}});
  }
  return read_back;
}

}  // namespace

Result<IqmExport> export_iqm(const Scene& scene, const IqmWriteOptions& options, LossReport& loss_report,
                             const ExportImages& images) {
  VITRINE_CHECK(validate(scene));
  if (options.actions_apart && !options.takes_action_files)
    return Error{messages::kNoActionFiles, kNoOffset, {options.engine}};
  const Space space(scene, options.space);
  Model model;
  model.skeleton = make_skeleton(scene, space);
  ModelImages model_images(scene, options.images, images);
  // The action that the engine wants has something to move.
  if (options.needs_animation && model.skeleton.joints.empty()) model.skeleton.still_root();
  model.geometry = make_geometry(scene, space, options, model.skeleton, model_images, loss_report);
  if (model.geometry.indices.empty()) return Error{messages::kNoTriangle, kNoOffset};
  name_joints(scene, options, model.skeleton);
  VITRINE_CHECK(check_limits(model, options));
  if (!can_be_written(model)) return Error{messages::kModelNotFinite, kNoOffset};
  VITRINE_TRY(model.motion, make_motion(scene, space, options, model.skeleton, model.geometry, loss_report));
  IqmExport out;
  std::vector<ActionFile> apart;
  if (options.actions_apart) apart = action_files(model, options);
  std::vector<TextFile> files;
  Json read_back;
  if (apart.empty()) {
    VITRINE_CHECK(write_bytes(model, options, loss_report, out.bytes));
  } else {
    VITRINE_TRY(read_back, write_apart({scene, space, model, options}, apart, out.bytes, files, loss_report));
  }
  VITRINE_CHECK(within(out.bytes.size(), options.limits.file_bytes, "bytes", options));
  if (!options.engine.empty()) out.report["engine"] = options.engine;
  report_scene(scene, loss_report);
  report_skeleton(model.skeleton, loss_report);
  report_sides(scene, model.geometry, options, loss_report);
  for (const Action& action : model.motion.actions)
    if (action.clip != kNone && apart.empty()) out.clips.push_back(action.clip);
  out.report["scale"] = space.scale();
  out.report["joints"] = model.skeleton.joints.size();
  out.report["renamed"] = renamed_json(model.skeleton);
  std::vector<std::string> names;
  for (const TextFile& file : files) names.push_back(file.name);
  VITRINE_CHECK(add_companions(scene, model, options, names, out, loss_report));
  out.companions.insert(out.companions.begin(), std::make_move_iterator(files.begin()),
                        std::make_move_iterator(files.end()));
  model_images.add(out.companions, loss_report);
  if (apart.empty()) {
    VITRINE_TRY(read_back, check_file(measured(scene, options), space, model, out.bytes, options.text, loss_report));
  }
  out.report["readBack"] = std::move(read_back);
  return out;
}

}  // namespace vitrine::iqm_export
