#include "convert/json/export.h"

namespace vitrine {
namespace {

Result<ExportedFile> to_json(const Scene& scene, GivenOptions& given, LossReport&) {
  VITRINE_CHECK(given.status());
  ExportedFile file;
  file.bytes = export_json(scene);
  return file;
}

}  // namespace

const ExportKind kJsonKind = {"json", "Scene as text (.json)", false, false, {}, to_json};

}  // namespace vitrine
