#include "formats/md5/write/export.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "base/codes.h"
#include "convert/anim_names.h"
#include "convert/common_losses.h"
#include "convert/plain_text.h"
#include "formats/md5/write/bake.h"
#include "formats/md5/write/check.h"
#include "formats/md5/write/companions.h"
#include "formats/md5/write/limits.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/plan.h"
#include "formats/md5/write/rig.h"
#include "formats/md5/write/sentences.h"
#include "formats/md5/write/write.h"
#include "scene/validate.h"

namespace vitrine::md5_export {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kReportedDegrees = 1e-3;  // degrees

/// Data that md5 cannot store.
void report_scene(const Scene& scene, bool bakes, LossReport& loss_report) {
  report_left_out(scene, loss_report);
  uint64_t shapes = 0, others = 0;
  double largest = 0;
  for (const Clip& clip : scene.clips) {
    for (const Curve& curve : clip.curves) {
      if (curve.target_kind == TargetKind::kShape && curve.target != kNone) {
        shapes += !bakes;
        largest = std::max(largest, shape_travel(scene, curve));
      } else if (curve.target_kind != TargetKind::kNode && curve.target != kNone) {
        ++others;
      }
    }
  }
  loss_report.add("shapes", shapes,
                  counted(shapes, "animated shape key stays", "animated shape keys stay") +
                      " in the bind pose; the number is the largest distance of a vertex, in file units",
                  largest);
  loss_report.add(
      "curves", others,
      counted(others, "curve of a material, light or camera is", "curves of materials, lights and cameras are") +
          " left out");
}

bool can_be_written(const OutMeshes& meshes, const Rig& rig) {
  const auto fits = [](const glm::vec3& v) {
    const double sum = std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
    return std::isfinite(sum) && sum < kLargestNumber;
  };
  for (const Joint& joint : rig.joints) {
    if (!fits(joint.position) || !fits(joint.rotation.xyz)) return false;
  }
  for (const OutMesh& mesh : meshes.meshes) {
    for (const OutVertex& vertex : mesh.vertices) {
      if (!fits({vertex.uv, 0}) || !fits(vertex.bind)) return false;
    }
    for (const OutWeight& weight : mesh.weights) {
      if (!fits(weight.offset)) return false;
    }
  }
  return true;
}

Json sequences_json(const std::vector<AnimFile>& files, const Scene& scene) {
  Json out = Json::array();
  for (const AnimFile& file : files) {
    for (const Take& take : file.takes) {
      out.push_back({{"name", take.name},
                     {"first", take.first_frame},
                     {"frames", take.frames()},
                     {"action", take.clip == kNone ? Json() : Json(quotable(scene.clips[take.clip].name, "?"))}});
    }
  }
  return out;
}

/// The errors of rounding and of what is not rigid, which no reader can undo.
void report_motion(const Mover& mover, const Rig& rig, const OutMeshes& meshes, double motion_error_rad,
                   double bind_error_rad, LossReport& loss_report) {
  uint64_t stretched = 0, hidden = 0;
  double largest = 0;
  for (size_t j = 0; j < rig.joints.size(); ++j) {
    // A joint without vertices, or with all of them at its place, loses nothing.
    if (meshes.reach[j] == 0) continue;
    hidden += mover.hidden()[j];
    stretched += mover.stretch()[j] > 0;
    largest = std::max(largest, mover.stretch()[j]);
  }
  // Baked positions deviate by no more than the tolerance.
  if (rig.bakes) stretched = hidden = 0;
  loss_report.add(
      "scale", stretched,
      counted(stretched, "joint is", "joints are") +
          " scaled or sheared in actions, which the files cannot hold; the number is the largest factor besides 1",
      largest);
  loss_report.add("hidden", hidden,
                  "the vertices of " + counted(hidden, "joint are", "joints are") +
                      " hidden in actions by a scale of 0, which the files cannot hold: they stay to be seen");
  loss_report.add("bind pose", rig.folded,
                  counted(rig.folded, "joint has", "joints have") +
                      " a scale that is the same in all actions; it is part of the mesh, which the bind pose shows");
  loss_report.add(
      "names", rig.renamed.size(),
      counted(rig.renamed.size(), "joint has", "joints have") + " a name that engines take instead of its own");
  const double degrees = glm::degrees(std::max(motion_error_rad, bind_error_rad));
  loss_report.add("rotations", degrees > kReportedDegrees,
                  "rotations near a half turn are rounded; the number is the largest error in degrees", degrees);
}

class Exporter {
 public:
  Exporter(const Scene& scene, const Md5WriteOptions& options, LossReport& loss_report, const ExportImages& images)
      : scene_(scene),
        options_(options),
        loss_report_(loss_report),
        images_(images),
        space_(scene, {.units_per_metre = options.units_per_metre, .scale = options.scale, .front = options.front}) {}

  Result<Md5Export> run() {
    rig_ = make_rig(scene_, space_, options_);
    VITRINE_CHECK(fit_joints(rig_, scene_, options_, loss_report_));
    meshes_ = make_meshes(scene_, space_, rig_, options_, loss_report_);
    if (meshes_.meshes.empty()) return Error{messages::kNoTriangle, kNoOffset};
    name_shaders(options_, meshes_, loss_report_);
    split_meshes(meshes_, options_.limits, loss_report_);
    pad_joints(rig_, meshes_, options_, loss_report_);
    if (options_.bake) VITRINE_CHECK(bake_vertices(scene_, space_, options_, rig_, meshes_, loss_report_));
    VITRINE_CHECK(check_meshes(meshes_, rig_, options_));
    if (!can_be_written(meshes_, rig_)) return Error{messages::kModelNotFinite, kNoOffset};
    report_scene(scene_, options_.bake, loss_report_);
    Mover mover(scene_, space_, rig_, options_.writes_scale());
    VITRINE_TRY(files_, plan_animations(scene_, rig_, meshes_, options_, mover, loss_report_));
    return write(mover);
  }

 private:
  Result<Md5Export> write(Mover& mover) {
    Md5Export out;
    out.files.push_back({options_.name + ".md5mesh", write_mesh(rig_, meshes_.meshes)});
    if (out.files[0].text.size() > kMostText) return Error{messages::kMeshTextTooLong, kNoOffset};
    double motion_error_rad = 0, bind_error_rad = 0;
    for (const Joint& joint : rig_.joints) bind_error_rad = std::max(bind_error_rad, joint.rotation.error_rad);
    size_t total = out.files[0].text.size();
    std::vector<TextFile> scales;
    for (const AnimFile& file : files_) {
      VITRINE_TRY(AnimText text, write_animation(file, rig_, meshes_, options_, mover));
      motion_error_rad = std::max(motion_error_rad, text.largest_error_rad);
      total += text.text.size();
      if (total > kMostText) return Error{messages::kTextTooLong, kNoOffset};
      out.files.push_back({file.name + ".md5anim", std::move(text.text)});
      if (!text.scale.empty()) scales.push_back({file.name + ".md5scale", std::move(text.scale)});
      loss_report_.add("scale", text.factors_left_out,
                       std::to_string(text.factors_left_out) +
                           " factors of joints by frame are more than an .md5scale holds, "
                           "and left out");
    }
    report_motion(mover, rig_, meshes_, motion_error_rad, bind_error_rad, loss_report_);
    std::vector<WrittenAnim> written;
    for (size_t k = 0; k < files_.size(); ++k) written.push_back({&files_[k], &out.files[k + 1].text});
    VITRINE_TRY(Json read_back, check_files(options_.source == nullptr ? scene_ : *options_.source, space_, rig_,
                                            meshes_, mover, out.files[0].text, written, scales, loss_report_));
    std::move(scales.begin(), scales.end(), std::back_inserter(out.files));
    const ImageFiles images(scene_, options_, meshes_, images_);
    const AnimationNames names(options_.anim_naming, named_actions());
    VITRINE_CHECK(names.check());
    add_companions({scene_, options_, rig_, meshes_, files_, names, images}, out.files);
    images.add(out.files, loss_report_);
    const bool says_sides = options_.writes("mtr") || options_.writes("md5.cfg");
    if (!options_.engine.empty() && !options_.draws_back_faces)
      report_back_faces(scene_, written_surfaces(), options_.engine, says_sides, loss_report_);
    if (!options_.anim_naming.known.empty() || !options_.anim_naming.given.empty()) {
      names.report(options_.engine, loss_report_);
      if (!files_.empty()) out.report["animations"] = names.json();
    }
    report(out, std::move(read_back));
    return out;
  }

  std::vector<WrittenSurface> written_surfaces() const {
    std::vector<WrittenSurface> out;
    for (const OutMesh& mesh : meshes_.meshes) {
      out.push_back({mesh.shader, mesh.material, {}, mesh.indices});
      for (const OutVertex& vertex : mesh.vertices) out.back().positions.push_back(vertex.bind);
    }
    return out;
  }

  /// The game asks for a file by the name of its action, which that of the file is made from.
  std::vector<NamedAction> named_actions() const {
    std::vector<NamedAction> out;
    for (const AnimFile& file : files_) {
      const Take* take = file.takes.size() == 1 ? &file.takes[0] : nullptr;
      const std::string& name = take == nullptr ? file.name : take->name;
      out.push_back({take == nullptr || take->clip == kNone ? name : scene_.clips[take->clip].name, name});
    }
    return out;
  }

  void report(Md5Export& out, Json read_back) const {
    if (!options_.engine.empty()) out.report["engine"] = options_.engine;
    out.report["scale"] = space_.scale();
    const ModelSize size = size_of(meshes_);
    out.report["size"] = {size.extent.x, size.extent.y, size.extent.z};
    if (Json advice = scale_advice(size, options_); !advice.is_null()) out.report["scaleAdvice"] = std::move(advice);
    out.report["joints"] = rig_.joints.size();
    Json shaders = Json::array();
    for (const OutMesh& mesh : meshes_.meshes) shaders.push_back(mesh.shader);
    out.report["shaders"] = std::move(shaders);
    Json renamed = Json::array();
    for (const Renamed& one : rig_.renamed) renamed.push_back({{"from", quotable(one.from, "")}, {"to", one.to}});
    out.report["renamed"] = std::move(renamed);
    if (options_.one_file) out.report["sequences"] = sequences_json(files_, scene_);
    out.report["readBack"] = std::move(read_back);
  }

  const Scene& scene_;
  const Md5WriteOptions& options_;
  LossReport& loss_report_;
  const ExportImages& images_;
  Space space_;
  Rig rig_;
  OutMeshes meshes_;
  std::vector<AnimFile> files_;
};

}  // namespace

Result<Md5Export> export_md5(const Scene& scene, const Md5WriteOptions& options, LossReport& loss_report,
                             const ExportImages& images) {
  VITRINE_CHECK(validate(scene));
  return Exporter(scene, options, loss_report, images).run();
}

}  // namespace vitrine::md5_export
