#include "export/glb/export.h"
#include "export/json/export.h"
#include "export/kinds.h"
#include "export/kri/export.h"
#include "export/md5/export.h"
#include "export/pivot/export.h"
#include "export/qmsh/convert.h"

namespace vitrine {

std::span<const ExportKind* const> export_kinds() {
  static const ExportKind* const kKinds[] = {&kGlbKind,   &kQmshTextKind, &kQmshKind, &kKriKind,
                                             &kPivotKind, &kMd5Kind,      &kJsonKind};
  return kKinds;
}

}  // namespace vitrine
