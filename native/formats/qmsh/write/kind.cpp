#include <cmath>
#include <limits>

#include "convert/at_rest.h"
#include "formats/qmsh/write/convert.h"
#include "formats/qmsh/write/file.h"
#include "formats/qmsh/write/skeleton.h"

namespace vitrine {
namespace {

constexpr double kMostUvSets = 255, kMostFps = 1000;
constexpr ExportChoice kVersions[] = {{"22", "22"}, {"10", "10"}, {"21", "21"}, {"20", "20"},
                                      {"19", "19"}, {"18", "18"}, {"17", "17"}, {"16", "16"},
                                      {"15", "15"}, {"14", "14"}, {"13", "13"}, {"12", "12"}};
constexpr ExportOption kArmatureOption = {
    .type = ExportOption::Type::kText,
    .name = "armature",
    .label = "Armature",
    .effect = "Name of the skeleton to write; needed if the model has several",
    .flag = "armature",
    .flag_value = "NAME",
    .help = "QMSH: the skeleton to write, if the model has several",
};
constexpr ExportOption kUvSetOption = {
    .type = ExportOption::Type::kNumber,
    .name = "uvSet",
    .label = "UV set",
    .effect = "Number of the set of texture coordinates to write, from 0; meshes without it write their first",
    .flag = "uv-set",
    .flag_value = "N",
    .help = "QMSH: the set of texture coordinates to write, counted from 0",
    .least = 0,
    .most = kMostUvSets,
};
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
    kArmatureOption,
    kUvSetOption,
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
    {.type = ExportOption::Type::kNumber,
     .name = "fps",
     .label = "Frames per second",
     .effect = "Keys lie on whole frames; leave empty for the rate of the actions",
     .flag = "fps",
     .flag_value = "N",
     .help = "QMSH texts: frames per second, keys on whole frames",
     .least = 1,
     .most = kMostFps},
    kArmatureOption,
    kUvSetOption,
};

Result<QmshOptions> options_of(GivenOptions& given) {
  QmshOptions options;
  if (const auto version = given.number("version", 10, 22, "10, or 12 to 22")) {
    options.version = static_cast<uint8_t>(*version);
    if (options.version != *version || options.version == 11) given.fail("version", "10, or 12 to 22");
  }
  if (const auto angle = given.number("autoSmooth", 0, 180, "degrees from 0 to 180"))
    options.auto_smooth_deg = static_cast<float>(*angle);
  if (const auto set = given.number("uvSet", 0, kMostUvSets, "a number from 0 to 255"))
    options.uv_set = static_cast<uint32_t>(*set);
  if (const auto fps = given.number("fps", 1, kMostFps, "a whole number from 1 to 1000")) {
    options.fps = static_cast<int32_t>(*fps);
    if (options.fps != *fps) given.fail("fps", "a whole number from 1 to 1000");
  }
  options.armature = given.word("armature").value_or("");
  given.take("legacy", options.legacy);
  given.take("everyFrame", options.every_frame);
  VITRINE_CHECK(given.status());
  return options;
}

Result<ExportedFile> write_binary(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  VITRINE_TRY(const QmshOptions options, options_of(given));
  VITRINE_CHECK(check_armature(scene, options.armature));
  ExportedFile file;
  const std::optional<Scene> standing = with_scales_at_rest(scene, true, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  VITRINE_TRY(file.bytes, export_qmsh(at_rest ? *at_rest : bound, options, loss_report, &scene));
  file.clips = qmsh_clips(scene, options.armature);
  for (const uint32_t clip : file.clips) file.starts_s.push_back(qmsh_start_s(scene.clips[clip], 0));
  return file;
}

/// Time in the clip of the frame that readers shift to the start.
double start_of(const Clip& clip, const qmsh::TextAction& action, int32_t fps) {
  double first = std::numeric_limits<double>::infinity();
  for (const qmsh::TextChannel& channel : action.channels)
    for (const qmsh::TextCurve& curve : channel.curves)
      for (const qmsh::TextPoint& point : curve.points) first = std::min(first, point.frame);
  return std::isfinite(first) ? (first - clip.first_frame) / fps : 0;
}

Result<ExportedFile> write_text(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  VITRINE_TRY(const QmshOptions options, options_of(given));
  VITRINE_CHECK(check_armature(scene, options.armature));
  const std::optional<Scene> standing = with_scales_at_rest(scene, true, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  const qmsh::TextModel model = convert_to_qmsh_text(at_rest ? *at_rest : bound, options, loss_report, &scene);
  const std::string text = qmsh::write_text(model);
  ExportedFile file;
  file.bytes.assign(text.begin(), text.end());
  file.clips = qmsh_clips(scene, options.armature);
  size_t next = 0;
  for (const qmsh::TextAction& action : model.actions)
    file.starts_s.push_back(start_of(scene.clips[file.clips[next++]], action, model.fps));
  return file;
}

}  // namespace

const ExportKind kQmshKind = {"qmsh", "QMSH binary (.qmsh)", true, false, kBinaryOptions, write_binary};
const ExportKind kQmshTextKind = {"qmsh.tmp", "QMSH text (.qmsh.tmp)", true, false, kTextOptions, write_text};

}  // namespace vitrine
