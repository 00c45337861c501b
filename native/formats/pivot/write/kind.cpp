#include <algorithm>

#include "convert/at_rest.h"
#include "formats/pivot/write/export.h"

namespace vitrine {
namespace {

constexpr ExportChoice kDialects[] = {
    {"LE/total/index", "LE | all objects | indices"},  {"LE/total/triangle", "LE | all objects | triangles"},
    {"LE/roots/index", "LE | root objects | indices"}, {"LE/roots/triangle", "LE | root objects | triangles"},
    {"BE/total/index", "BE | all objects | indices"},  {"BE/total/triangle", "BE | all objects | triangles"},
    {"BE/roots/index", "BE | root objects | indices"}, {"BE/roots/triangle", "BE | root objects | triangles"}};
constexpr ExportOption kPivotOptions[] = {
    {.type = ExportOption::Type::kChoice,
     .name = "dialect",
     .label = "Dialect",
     .flag = "dialect",
     .flag_value = "LE/total/index",
     .help = "pivot scenes: byte order, LE or BE / total or roots / index or triangle",
     .choices = kDialects},
    {.type = ExportOption::Type::kSwitch,
     .name = "boneMeshes",
     .label = "Bones as meshes",
     .effect = "Give each bone without a mesh one that shows it",
     .flag = "bone-meshes",
     .help = "pivot scenes: give each bone without a mesh one that shows it"},
};

/// What a pivot scene among the files says of itself.
pivot::WriteOptions options_of_file(const Scene& scene) {
  pivot::WriteOptions options;
  const auto file = std::find_if(scene.files.begin(), scene.files.end(),
                                 [](const SourceFile& f) { return f.format == "pivot" && !f.properties.empty(); });
  if (file == scene.files.end()) return options;
  for (const Property& p : file->properties) {
    if (p.name == "formatName") options.format_name = p.text;
    if (p.name == "serviceText") options.service_text = p.text;
    if (p.name == "encoding") options.service_utf8 = p.text == "utf-8";
    if (p.name == "version") options.version = static_cast<uint16_t>(p.numbers[0]);
    if (p.name != "dialect") continue;
    const auto* const dialect = std::find_if(pivot::kDialects.begin(), pivot::kDialects.end(),
                                             [&](const auto& d) { return pivot::dialect_id(d) == p.text; });
    if (dialect != pivot::kDialects.end()) options.dialect = *dialect;
  }
  return options;
}

Result<ExportedFile> to_pivot(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  pivot::WriteOptions options = options_of_file(scene);
  bool bone_meshes = false;
  given.take("boneMeshes", bone_meshes);
  if (const auto wanted = given.word("dialect")) {
    const auto found = std::find_if(pivot::kDialects.begin(), pivot::kDialects.end(),
                                    [&](const pivot::Dialect& d) { return pivot::dialect_id(d) == *wanted; });
    if (found == pivot::kDialects.end())
      given.fail("dialect", "one of the eight dialects, as \"LE/total/index\"");
    else
      options.dialect = *found;
  }
  VITRINE_CHECK(given.status());
  ExportedFile file;
  const std::optional<Scene> standing = with_scales_at_rest(scene, false, loss_report);
  const Scene& bound = standing ? *standing : scene;
  const std::optional<Scene> at_rest = with_skins_at_rest(bound, loss_report);
  VITRINE_TRY(file.bytes, export_pivot(at_rest ? *at_rest : bound, options, loss_report, bone_meshes));
  return file;
}

}  // namespace

const ExportKind kPivotKind = {.id = "pivot",
                               .title = "Pivot scene (.pivot)",
                               .opens = true,
                               .images = false,
                               .options = kPivotOptions,
                               .write = to_pivot,
                               .keeps_w = true};

}  // namespace vitrine
