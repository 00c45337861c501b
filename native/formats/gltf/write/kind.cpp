#include "convert/common_options.h"
#include "formats/gltf/write/export.h"

namespace vitrine {
namespace {

constexpr ExportChoice kInfluences[] = {{"8", ""}, {"4", ""}, {"all", ""}};
constexpr ExportOption kGlbOptions[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "influences",
     .label = "",
     .flag = "influences",
     .flag_value = "4|8|all",
     .help = "GLB: how many weights of a vertex are kept, the heaviest, made to sum to 1 (default: 8)",
     .choices = kInfluences},
    {.type = ExportOption::Type::kSwitch,
     .name = "hidden",
     .label = "Include hidden meshes",
     .effect = "Export the meshes of hidden objects and of materials that are not drawn",
     .flag = "hidden",
     .help = "GLB: include the meshes of hidden objects and materials"},
    {.type = ExportOption::Type::kSwitch,
     .name = "closeLoops",
     .label = "Close loops",
     .effect = "Lead actions of stored frames from their last frame back to the first, as games loop them",
     .flag = "close-loops",
     .help = "GLB: lead actions of stored frames from their last frame back to the first"},
    kJointsOption,
};

Result<ExportedFile> to_glb(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  GlbOptions options;
  options.source = given.source;
  given.take("hidden", options.hidden);
  if (const auto influences = given.word("influences")) {
    if (*influences == "4" || *influences == "8")
      options.most_influences = *influences == "4" ? 4 : 8;
    else if (*influences == "all")
      options.most_influences = 0;
    else
      given.fail("influences", "\"4\", \"8\" or \"all\"");
  }
  given.take("closeLoops", options.close_loops);
  VITRINE_CHECK(given.status());
  VITRINE_TRY(GlbExport written, export_glb(scene, given.images, options, loss_report));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.report["readBack"] = std::move(written.read_back);
  return file;
}

}  // namespace

const ExportKind kGlbKind = {"glb", "glTF 2.0 binary (.glb)", true, true, kGlbOptions, to_glb, true, true};

}  // namespace vitrine
