#include "convert/common_options.h"
#include "convert/plain_names.h"
#include "convert/text_file.h"
#include "formats/quake/write/engines.h"
#include "formats/quake/write/export.h"

namespace vitrine {
namespace {

const ExportOption kMd3Options[] = {
    engine_option(md3_export::kEngineChoices),
    kFrontOption,
    kScaleOption,
    {.type = ExportOption::Type::kNumber,
     .name = "fps",
     .label = "Frames per second",
     .effect = "Of all actions, instead of the engine’s or their own",
     .flag = "fps",
     .flag_value = "N",
     .help = "QMSH texts: frames per second, keys on whole frames; MD3: instead of the engine’s or those chosen by "
             "--tolerance",
     .least = 0.1,
     .most = 1000},
    kToleranceOption,
    kNameOption,
    kFolderOption,
    kHiddenOption,
};

Result<ExportedFile> to_md3(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  md3_export::Md3WriteOptions options;
  if (const auto key = given.word("engine"); key && !key->empty()) {
    if (!md3_export::take_engine(*key, options))
      given.fail("engine", "an engine that reads MD3, as the documentation lists them");
  }
  take_space_options(given, options.space, options.tolerance);
  if (const auto name = given.word("name"); name && !name->empty())
    options.name = cut_name(plain_name(*name, "model"), md3_export::kLongestName);
  if (const auto rate = given.number("fps", 0.1, 1000, "0.1 to 1000 frames per second")) options.rate = *rate;
  options.image_rules.place = options.engine.empty() ? ImagePlace::kNone : options.images;
  options.image_rules.bytes = md3_export::kLongestName;
  take_image_rules(given, options.name, options.in_progs ? "progs" : "models/" + options.name, options.image_rules);
  given.take("hidden", options.hidden);
  VITRINE_CHECK(given.status());
  VITRINE_TRY(md3_export::Md3Export written, md3_export::export_md3(scene, options, loss_report, given.images));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.clips = std::move(written.clips);
  file.report = std::move(written.report);
  add_files(file, options.name + ".md3", written.companions);
  return file;
}

}  // namespace

const ExportKind kMd3Kind = {.id = "md3",
                             .title = "MD3 for an engine (.md3)",
                             .opens = false,
                             .images = true,
                             .options = kMd3Options,
                             .write = to_md3,
                             .keeps_frames = true};

}  // namespace vitrine
