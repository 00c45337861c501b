#include "base/utf8.h"
#include "convert/at_rest.h"
#include "formats/kri/write/export.h"

namespace vitrine {
namespace {

constexpr ExportChoice kGenerations[] = {{"last", "November 2011 (latest)"}, {"seed", "March 2010, fixed strings"}};
constexpr ExportOption kKriOptions[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "generation",
     .label = "Layout",
     .flag = "generation",
     .flag_value = "seed|last",
     .help = "KRI scenes: the layout of March 2010 or the latest one (default)",
     .choices = kGenerations},
    {.type = ExportOption::Type::kSwitch,
     .name = "processQuaternions",
     .label = "Process quaternions",
     .effect = "Clone vertices and divide triangles until no triangle mixes quaternions of both signs",
     .flag = "keep-quaternions",
     .help = "KRI scenes: leave triangles that mix quaternion hemispheres as they are",
     .on = true},
    {.type = ExportOption::Type::kSwitch,
     .name = "closeTJunctions",
     .label = "Close T-junctions",
     .effect = "Also divide the neighbours of divided edges, to avoid cracks",
     .flag = "keep-t-junctions",
     .help = "KRI scenes: leave the T-junctions of divided edges open",
     .on = true},
};

nlohmann::ordered_json statistics_json(const geometry::KriMeshStatistics& s) {
  return {{"name", to_utf8(s.name)},
          {"sourceVertices", s.source_vertices},
          {"sourceTriangles", s.source_triangles},
          {"mergedVertices", s.merged_vertices},
          {"pureVertices", s.pure_vertices},
          {"averageHandedness", s.average_hand},
          {"tangentAccuracy", s.tangent_accuracy},
          {"hasFrames", s.has_frames},
          {"keptFrames", s.kept_frames},
          {"negativesBefore", s.negatives_before},
          {"negativesAfter", s.negatives_after},
          {"clones", s.clones},
          {"middles", s.middles},
          {"extraTriangles", s.extra_triangles},
          {"tJunctions", s.t_junctions},
          {"closingVertices", s.closing_vertices},
          {"closingTriangles", s.closing_triangles},
          {"vertices", s.vertices},
          {"triangles", s.triangles},
          {"extraVertices", s.extra_vertices()},
          {"extraFaces", s.extra_faces()},
          {"vertexUsage", s.vertex_usage()},
          {"reducedVertices", s.reduced_vertices},
          {"largestDroppedShare", s.largest_dropped_share},
          {"largestRounding", s.largest_rounding},
          {"unweightedVertices", s.unweighted_vertices}};
}

Result<ExportedFile> to_kri(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  KriExportOptions options;
  if (const auto generation = given.word("generation")) {
    options.generation = *generation == "seed" ? kri::Generation::kSeed : kri::Generation::kLast;
    if (*generation != "seed" && *generation != "last") given.fail("generation", "\"seed\" or \"last\"");
  }
  given.take("processQuaternions", options.process_quaternions);
  given.take("closeTJunctions", options.close_t_junctions);
  VITRINE_CHECK(given.status());
  const std::optional<Scene> standing = with_scales_at_rest(scene, false, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  VITRINE_TRY(KriExport written, export_kri(at_rest ? *at_rest : bound, options, loss_report, &scene));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.clips = std::move(written.clips);
  file.report["log"] = written.log.json();
  file.report["meshes"] = nlohmann::ordered_json::array();
  for (const auto& statistics : written.meshes) file.report["meshes"].push_back(statistics_json(statistics));
  file.log = written.log.text();
  return file;
}

}  // namespace

const ExportKind kKriKind = {"scene", "KRI scene (.scene)", true, false, kKriOptions, to_kri};

}  // namespace vitrine
