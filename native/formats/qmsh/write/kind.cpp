#include "convert/scales_at_rest.h"
#include "convert/skins_at_rest.h"
#include "formats/qmsh/write/convert.h"
#include "formats/qmsh/write/skeleton.h"

namespace vitrine {
namespace {

constexpr ExportChoice kVersions[] = {{"22", "22"}, {"10", "10"}, {"21", "21"}, {"20", "20"},
                                      {"19", "19"}, {"18", "18"}, {"17", "17"}, {"16", "16"},
                                      {"15", "15"}, {"14", "14"}, {"13", "13"}, {"12", "12"}};
constexpr ExportOption kBinaryOptions[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "version",
     .label = "Version",
     .flag = "qmsh-version",
     .flag_value = "N",
     .help = "QMSH binaries: 10, or 12 to 22 (default)",
     .choices = kVersions,
     .numeric = true},
    {.type = ExportOption::Type::kSwitch,
     .name = "everyFrame",
     .label = "Key every frame",
     .effect = "Write a key for every frame of curved or cyclic curves instead of only their points",
     .flag = "every-frame",
     .help = "QMSH binaries: a key for every frame of curved or cyclic curves, not only their points"},
    {.type = ExportOption::Type::kSwitch,
     .name = "legacy",
     .label = "Bugs of the original converter",
     .effect = "Rotate objects on an armature twice and ignore its scale",
     .flag = "legacy",
     .help = "QMSH: with the bugs of the original converter"},
};
constexpr ExportOption kTextOptions[] = {
    {.type = ExportOption::Type::kNumber,
     .name = "autoSmooth",
     .label = "Auto-smooth",
     .effect = "Angle of smooth edges in degrees; leave empty for the angle that keeps most normals",
     .flag = "auto-smooth",
     .flag_value = "DEGREES",
     .help = "QMSH texts: the angle of smooth edges",
     .least = 0,
     .most = 180},
};

Result<QmshOptions> options_of(GivenOptions& given) {
  QmshOptions options;
  if (const auto version = given.number("version", 10, 22, "10, or 12 to 22")) {
    options.version = static_cast<uint8_t>(*version);
    if (options.version != *version || options.version == 11) given.fail("version", "10, or 12 to 22");
  }
  if (const auto angle = given.number("autoSmooth", 0, 180, "degrees from 0 to 180"))
    options.auto_smooth_deg = static_cast<float>(*angle);
  given.take("legacy", options.legacy);
  given.take("everyFrame", options.every_frame);
  VITRINE_CHECK(given.status());
  return options;
}

Result<ExportedFile> write_binary(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  VITRINE_TRY(const QmshOptions options, options_of(given));
  ExportedFile file;
  const std::optional<Scene> standing = with_scales_at_rest(scene, true, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  VITRINE_TRY(file.bytes, export_qmsh(at_rest ? *at_rest : bound, options, loss_report, &scene));
  file.clips = qmsh_clips(scene);
  return file;
}

Result<ExportedFile> write_text(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  VITRINE_TRY(const QmshOptions options, options_of(given));
  const std::optional<Scene> standing = with_scales_at_rest(scene, true, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  const std::string text = export_qmsh_text(at_rest ? *at_rest : bound, options, loss_report, &scene);
  ExportedFile file;
  file.bytes.assign(text.begin(), text.end());
  file.clips = qmsh_clips(scene);
  return file;
}

}  // namespace

const ExportKind kQmshKind = {"qmsh", "QMSH binary (.qmsh)", true, false, kBinaryOptions, write_binary};
const ExportKind kQmshTextKind = {"qmsh.tmp", "QMSH text (.qmsh.tmp)", true, false, kTextOptions, write_text};

}  // namespace vitrine
