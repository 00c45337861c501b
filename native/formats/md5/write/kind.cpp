#include "convert/common_options.h"
#include "formats/md5/write/export.h"

namespace vitrine {
namespace {

constexpr ExportChoice kRootMotions[] = {{"", "as the engine requires"},
                                         {"keep", "stays"},
                                         {"extract", "moves to the root"},
                                         {"lock", "is taken away"},
                                         {"loops", "is taken out of loops"}};
constexpr ExportOption kMd5Options[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "rootMotion",
     .label = "Root motion",
     .effect = "How root motion is written",
     .flag = "root-motion",
     .flag_value = "keep|extract|lock|loops",
     .help =
         "MD5: keep root motion, move it to the root, or remove it (lock: from all actions; loops: from loops only)",
     .choices = kRootMotions},
    kFrontOption,
    {.type = ExportOption::Type::kNumber,
     .name = "scale",
     .label = "Scale",
     .effect = "A factor on top of the engine’s units per metre",
     .flag = "scale",
     .flag_value = "FACTOR",
     .help = "MD5: a factor on top of the engine’s units per metre",
     .least = 0.000001,
     .most = 1000000},
    kToleranceOption,
    kJointsOption,
    {.type = ExportOption::Type::kSwitch,
     .name = "reduceJoints",
     .label = "Merge surplus joints",
     .effect = "Merge joints above the engine’s limit into their parents instead of refusing the model",
     .flag = "reduce",
     .help = "MD5: merge joints above the engine’s limit into their parents instead of refusing the model"},
    {.type = ExportOption::Type::kSwitch,
     .name = "bake",
     .label = "Bake shape keys and scale",
     .effect = "Give vertices that no joint can follow their own joints, up to the engine’s limit",
     .flag = "bake",
     .help =
         "MD5: give vertices moved by shape keys, stored frames or scale their own joints instead of reporting a loss"},
};

Result<ExportedFile> to_md5(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  VITRINE_CHECK(given.status());
  VITRINE_TRY(md5_export::Md5WriteOptions options, md5_export::md5_options(given.object()));
  options.source = given.source;
  VITRINE_TRY(md5_export::Md5Export written, md5_export::export_md5(scene, options, loss_report, given.images));
  ExportedFile file;
  file.holds_frames = options.bake;
  file.report = std::move(written.report);
  const TextFile& model = written.files.front();
  file.bytes.assign(model.text.begin(), model.text.end());
  add_files(file, model.name, std::span(written.files).subspan(1));
  return file;
}

}  // namespace

const ExportKind kMd5Kind = {"md5mesh", "MD5 for an engine (.zip)", false, true, kMd5Options, to_md5};

}  // namespace vitrine
