#include <algorithm>

#include "convert/scales_at_rest.h"
#include "convert/skins_at_rest.h"
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
};

Result<ExportedFile> to_pivot(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  pivot::WriteOptions options;
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
  VITRINE_TRY(file.bytes, export_pivot(at_rest ? *at_rest : bound, options, loss_report));
  return file;
}

}  // namespace

const ExportKind kPivotKind = {"pivot", "Pivot scene (.pivot)", true, false, kPivotOptions, to_pivot};

}  // namespace vitrine
