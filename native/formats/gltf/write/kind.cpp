#include <span>

#include "convert/common_options.h"
#include "formats/gltf/write/export.h"

namespace vitrine {
namespace {

constexpr ExportChoice kInfluences[] = {{"8", ""}, {"4", ""}, {"all", ""}};
constexpr ExportChoice kKeys[] = {{"exact", ""}, {"straight", ""}};
constexpr ExportChoice kChannels[] = {{"moved", ""}, {"all", ""}};
constexpr ExportOption kGlbOptions[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "influences",
     .label = "",
     .flag = "influences",
     .flag_value = "4|8|all",
     .help = "GLB: how many weights of a vertex are kept, the heaviest, made to sum to 1 (default: 8)",
     .choices = kInfluences},
    {.type = ExportOption::Type::kChoice,
     .name = "keys",
     .label = "",
     .flag = "keys",
     .flag_value = "exact|straight",
     .help =
         "GLB: \"straight\" puts more keys where curves bend and turns are wide, for readers that mix numbers of keys "
         "(default: exact)",
     .choices = kKeys},
    {.type = ExportOption::Type::kChoice,
     .name = "channels",
     .label = "",
     .flag = "channels",
     .flag_value = "moved|all",
     .help = "GLB: \"all\" gives every action a key for all that any action moves, for programs that leave the rest as "
             "the action before it had it (default: moved)",
     .choices = kChannels},
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
  /// The number of the choice; the first one stands for none.
  const auto take = [&given](const char* name, std::span<const ExportChoice> choices, const char* expected) {
    const auto word = given.word(name);
    for (size_t i = 0; word && i < choices.size(); ++i)
      if (*word == choices[i].value) return i;
    if (word) given.fail(name, expected);
    return size_t{0};
  };
  constexpr uint32_t kKept[] = {8, 4, 0};
  options.most_influences = kKept[take("influences", kInfluences, "\"4\", \"8\" or \"all\"")];
  options.straight_keys = take("keys", kKeys, "\"exact\" or \"straight\"") == 1;
  options.all_channels = take("channels", kChannels, "\"moved\" or \"all\"") == 1;
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
