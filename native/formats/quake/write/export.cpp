#include "formats/quake/write/export.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/argument.h"
#include "convert/common_losses.h"
#include "convert/plain_text.h"
#include "formats/quake/write/file.h"
#include "formats/quake/write/levels.h"
#include "formats/quake/write/player.h"
#include "formats/quake/write/sentences.h"
#include "scene/validate.h"

namespace vitrine::md3_export {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostFilled = 1e6;   // times
constexpr double kSeen = 1.0 / 1000;  // of the size: an error that is told

void report_scene(const Scene& scene, bool writes_images, LossReport& loss_report) {
  report_left_out(scene, loss_report);
  const auto lost = [&](const char* what, uint64_t count, const char* one, const char* many) {
    loss_report.add(what, count, counted(count, one, many));
  };
  uint64_t others = 0;
  for (const Clip& clip : scene.clips)
    for (const Curve& curve : clip.curves)
      others +=
          curve.target != kNone && curve.target_kind != TargetKind::kShape && curve.target_kind != TargetKind::kNode;
  lost("curves", others, "curve of a material, light or camera is left out",
       "curves of materials, lights and cameras are left out");
  uint64_t joints = 0;
  for (const Skin& skin : scene.skins) joints += skin.joints.size();
  lost("joints", joints, "joint is left out: every vertex is stored in every frame",
       "joints are left out: every vertex is stored in every frame");
  if (writes_images)
    lost("materials", scene.materials.size(), "material keeps the image of its colour only: its settings are lost",
         "materials keep the images of their colours only: their settings are lost");
  else
    lost("materials", scene.materials.size(), "material keeps its name only: colours and settings are lost",
         "materials keep their names only: colours and settings are lost");
}

void report_sides(const Scene& scene, const Surfaces& surfaces, const Motion& motion, const Md3WriteOptions& options,
                  LossReport& loss_report) {
  if (options.engine.empty() || options.draws_back_faces) return;
  std::vector<WrittenSurface> written;
  for (const Surface& surface : surfaces.list) {
    const auto vertex = motion.positions.begin() + surface.first;  // in the first frame
    written.push_back({surface.shader.empty() ? surface.name : surface.shader,
                       surface.material,
                       {vertex, vertex + surface.vertices},
                       surface.indices});
  }
  report_back_faces(scene, written, options.engine, false, loss_report);
}

/// Rounded down to three digits.
double plain_factor(double factor) {
  const double step = std::pow(10.0, std::floor(std::log10(factor)) - 2);
  return std::floor(factor / step) * step;
}

Status check_engine(const Surfaces& surfaces, const std::vector<Tag>& tags, const Md3WriteOptions& options) {
  if (surfaces.list.empty() && tags.empty()) return Error{messages::kNothing, kNoOffset};
  if (surfaces.list.empty() && options.needs_surface) return Error{messages::kNoSurface, kNoOffset, {options.engine}};
  return ok_status();
}

/// The model as large as the grid has room for, where a companion makes it small again. Returns the factor.
double fill_grid(Motion& motion) {
  const double reach = reach_of(motion);
  if (!(reach > 0)) return 1;
  const double factor = std::min(plain_factor(kGridEnd / reach), kMostFilled);
  for (glm::vec3& p : motion.positions) p = glm::vec3(glm::dvec3(p) * factor);
  for (TagPlace& place : motion.places) place.origin = glm::vec3(glm::dvec3(place.origin) * factor);
  motion.size *= factor;
  return factor;
}

Status check_grid(const Motion& motion, const Md3WriteOptions& options) {
  const double reach = reach_of(motion);
  if (reach <= kGridEnd) return ok_status();
  return Error{messages::kOffGrid,
               kNoOffset,
               {static_cast<uint64_t>(std::ceil(reach)), plain_factor(options.space.scale * kGridEnd / reach)}};
}

Json grid_json(const GridError& error, double size, double scale) {
  Json frames = Json::array();
  for (const double one : error.frames) frames.push_back(one);
  const double largest = error.largest();
  return {{"step", 1 / kGridSteps},
          {"scale", scale},
          {"largest", largest},
          {"relative", size > 0 ? largest / size : 0},
          {"frames", std::move(frames)}};
}

Json normals_json(const Motion& motion) {
  const double count = motion.normal_count > 0 ? static_cast<double>(motion.normal_count) : 1;
  return {{"largest", motion.written.largest},
          {"mean", motion.written.sum / count},
          {"idLargest", motion.as_id_writes.largest},
          {"idMean", motion.as_id_writes.sum / count}};
}

void report_numbers(const Surfaces& surfaces, const Motion& motion, const GridError& error,
                    const Md3WriteOptions& options, LossReport& loss_report) {
  const uint64_t vertices = surfaces.sources.size();
  const double largest = error.largest();
  std::string advice;
  if (const double room = kGridEnd / std::max(reach_of(motion), 1e-9); room >= 2 && !options.scales_back)
    advice = ", which --scale " + shortest(plain_factor(options.space.scale * room)) +
             " would make smallest if the game can scale the model back";
  loss_report.add("grid", largest > kSeen * motion.size ? vertices : 0,
                  "positions are on the grid of 1/64 of a unit; the number is the largest distance in units" + advice,
                  largest);
  loss_report.add("normals", vertices,
                  "normals are written in two bytes; the number is the largest error in degrees, of id's own tools it "
                  "is " +
                      shortest(std::round(motion.as_id_writes.largest * 100) / 100),
                  motion.written.largest);
  loss_report.add("uv", options.whole_texels ? vertices : 0,
                  options.engine + " rounds texture coordinates down to whole texels of the first skin");
}

CompanionModel companion_model(const Surfaces& surfaces, const Motion& motion, const Md3WriteOptions& options,
                               double grid_scale) {
  CompanionModel out{.name = options.name,
                     .file = options.name + ".md3",
                     .surfaces = {},
                     .actions = motion.actions,
                     .grid_scale = grid_scale};
  for (const Surface& surface : surfaces.list) out.surfaces.push_back({surface.name, surface.shader});
  return out;
}

/// The report and the files of a player in three parts.
Status write_player(const Scene& scene, const Space& space, const PlayerCut& cut, const Surfaces& surfaces,
                    const Motion& motion, const Md3WriteOptions& options, LossReport& loss_report, Md3Export& out) {
  VITRINE_TRY(Player player, make_player(scene, cut, surfaces, motion, options, loss_report));
  out.bytes.assign(player.files[0].text.begin(), player.files[0].text.end());
  out.companions.assign(std::make_move_iterator(player.files.begin() + 1), std::make_move_iterator(player.files.end()));
  out.report = {{"engine", options.engine}, {"scale", space.scale()}, {"tags", motion.tags.size()}};
  out.report["sequences"] = std::move(player.report["rows"]);
  out.report["normals"] = normals_json(motion);
  out.report["parts"] = std::move(player.report["parts"]);
  return ok_status();
}

}  // namespace

Result<Md3Export> export_md3(const Scene& scene, const Md3WriteOptions& options, LossReport& loss_report,
                             const ExportImages& images, const Simplify& simplify) {
  VITRINE_CHECK(validate(scene));
  Space space(scene, options.space);
  ModelImages model_images(scene, options.image_rules, images);
  VITRINE_TRY(const Surfaces surfaces, make_surfaces(scene, space, options, model_images, loss_report));
  std::vector<Tag> tags = find_tags(scene, options, loss_report);
  VITRINE_CHECK(check_engine(surfaces, tags, options));
  PlayerCut cut;
  if (options.player) {
    if (!options.shares.empty()) return Error{messages::kLevelsOfPlayer, kNoOffset};
    VITRINE_TRY(cut, find_cut(scene, space, options, tags));
  }
  VITRINE_TRY(Motion motion, make_motion(scene, space, options, surfaces, std::move(tags), loss_report));
  Md3Export out;
  if (options.player) {
    VITRINE_CHECK(write_player(scene, space, cut, surfaces, motion, options, loss_report, out));
    report_scene(scene, model_images.writes(), loss_report);
    report_sides(scene, surfaces, motion, options, loss_report);
    model_images.add(out.companions, loss_report);
    return out;
  }
  double grid_scale = 1;
  if (options.scales_back) {
    grid_scale = fill_grid(motion);
    SpaceOptions filled = options.space;
    filled.scale *= grid_scale;
    space = Space(scene, filled);
  }
  VITRINE_CHECK(check_grid(motion, options));
  Md3File file = write_md3(surfaces, motion, options.name);
  report_scene(scene, model_images.writes(), loss_report);
  report_sides(scene, surfaces, motion, options, loss_report);
  report_numbers(surfaces, motion, file.error, options, loss_report);
  for (const Action& action : motion.actions)
    if (action.clip != kNone) out.clips.push_back(action.clip);
  out.companions =
      make_companions(companion_model(surfaces, motion, options, grid_scale), options.companions, loss_report);
  model_images.add(out.companions, loss_report);
  if (!options.engine.empty()) out.report["engine"] = options.engine;
  out.report["scale"] = space.scale();
  out.report["tags"] = motion.tags.size();
  out.report["sequences"] = sequences_json(scene, motion.actions);
  out.report["grid"] = grid_json(file.error, motion.size, grid_scale);
  out.report["normals"] = normals_json(motion);
  VITRINE_TRY(Levels levels, make_levels(scene, space, surfaces, motion, options, simplify, loss_report));
  if (!levels.files.empty()) out.report["levels"] = std::move(levels.report);
  out.companions.insert(out.companions.begin(), std::make_move_iterator(levels.files.begin()),
                        std::make_move_iterator(levels.files.end()));
  VITRINE_TRY(out.report["readBack"], check_file(scene, space, surfaces, motion, file.bytes, loss_report));
  out.bytes = std::move(file.bytes);
  return out;
}

}  // namespace vitrine::md3_export
