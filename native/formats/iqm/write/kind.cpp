#include "convert/common_options.h"
#include "convert/export.h"
#include "convert/plain_text.h"
#include "formats/iqm/write/engines.h"
#include "formats/iqm/write/export.h"

namespace vitrine {
namespace {

constexpr ExportOption kActionsApartOption = {
    .type = ExportOption::Type::kSwitch,
    .name = "actionsApart",
    .label = "Each action in a file of its own",
    .effect = "With the joints of the model, for engines that take such files",
    .flag = "actions-apart",
    .help =
        "IQM, IQE: each action as a file of its own, with the joints of the model, for engines that take such files"};

const ExportOption kIqmOptions[] = {
    engine_option(iqm_export::kEngineChoices),
    kFrontOption,
    kScaleOption,
    kToleranceOption,
    kJointsOption,
    kNameOption,
    kFolderOption,
    kActionsApartOption,
    kHiddenOption,
};

void take_engine(const iqm_export::Engine& engine, iqm_export::IqmWriteOptions& options) {
  options.engine = engine.title;
  options.limits = engine.limits;
  options.space.units_per_metre = engine.units_per_metre;
  if (engine.y_up) options.space.axes.up = Up::kY, options.space.axes.forward = {0, 0, 1};
  options.scales = engine.scales;
  options.materials = engine.materials;
  options.plain_names = true;
  options.lower_meshes = engine.lower_meshes;
  options.no_prefix = engine.no_prefix;
  options.white = engine.white;
  options.whole_rates = engine.whole_rates;
  options.needs_animation = engine.needs_animation;
  options.images = {.place = engine.images, .folder = "", .bytes = engine.limits.material, .name = ""};
  options.takes_action_files = engine.takes_action_files;
  options.companions = engine.companions;
  options.draws_back_faces = engine.draws_back_faces;
  options.cube_config = engine.cube_config;
}

Result<ExportedFile> write_iqm(const Scene& scene, GivenOptions& given, bool text, LossReport& loss_report) {
  iqm_export::IqmWriteOptions options;
  options.text = text;
  options.source = given.source;
  if (const auto key = given.word("engine"); key && !key->empty()) {
    if (const iqm_export::Engine* engine = iqm_export::find_engine(*key))
      take_engine(*engine, options);
    else
      given.fail("engine", "an engine that reads IQM, as the documentation lists them");
  }
  take_space_options(given, options.space, options.tolerance);
  if (const auto name = given.word("name"); name && !name->empty())
    options.name = cut_name(plain_name(*name, "model"), iqm_export::kLongestFile);
  take_image_rules(given, options.name, "models/" + options.name, options.images);
  given.take("hidden", options.hidden);
  given.take("actionsApart", options.actions_apart);
  VITRINE_CHECK(given.status());
  if (given.object().is_object()) {
    VITRINE_TRY(options.anim_naming, anim_naming(given.object()));
    if (!options.anim_naming.given.empty() && !options.cube_config)
      given.fail("animNames", "left out: no file of this engine has names of animations");
    VITRINE_CHECK(given.status());
  }
  VITRINE_TRY(iqm_export::IqmExport written, iqm_export::export_iqm(scene, options, loss_report, given.images));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.clips = std::move(written.clips);
  file.report = std::move(written.report);
  add_files(file, options.name + (text ? ".iqe" : ".iqm"), written.companions);
  return file;
}

Result<ExportedFile> to_iqm(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  return write_iqm(scene, given, false, loss_report);
}
Result<ExportedFile> to_iqe(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  return write_iqm(scene, given, true, loss_report);
}

}  // namespace

const ExportKind kIqmKind = {.id = "iqm",
                             .title = "IQM model (.iqm)",
                             .opens = false,
                             .images = true,
                             .options = kIqmOptions,
                             .write = to_iqm,
                             .byte_weights = true};
const ExportKind kIqeKind = {"iqe", "IQE text (.iqe)", false, true, kIqmOptions, to_iqe};

}  // namespace vitrine
