#include "formats/format.h"

#include <iterator>
#include <vector>

#include "convert/json/export.h"
#include "convert/kind.h"
#include "formats/details.h"
#include "formats/framegroups/rows.h"
#include "formats/gltf/rows.h"
#include "formats/gltf/write/export.h"
#include "formats/iqm/rows.h"
#include "formats/iqm/write/export.h"
#include "formats/kri/rows.h"
#include "formats/kri/write/export.h"
#include "formats/md5/rows.h"
#include "formats/md5/write/export.h"
#include "formats/modeldef/rows.h"
#include "formats/mtr/rows.h"
#include "formats/pivot/rows.h"
#include "formats/pivot/write/export.h"
#include "formats/q3/rows.h"
#include "formats/qmsh/rows.h"
#include "formats/qmsh/write/convert.h"
#include "formats/quake/rows.h"
#include "formats/quake/write/export.h"
#include "formats/v2m/rows.h"
#include "formats/vfx/rows.h"

namespace vitrine {
namespace {

struct Format {
  std::span<const FormatRow> (*rows)();
  std::span<const FormatDetails> (*details)();
  std::span<const FormatRow> (*view_rows)() = nullptr;  ///< those of its view core
};

// Order matters only for sniffing: formats with a signature first, formats known by structure alone last.
constexpr Format kFormats[] = {{md5::rows, md5::details, md5::view_rows},
                               {qmsh::rows, qmsh::details, qmsh::rows},
                               {iqm::rows, iqm::details, iqm::rows},
                               {quake::rows, quake::details, quake::rows},
                               {gltf::rows, gltf::details, gltf::rows},
                               {kri::rows, kri::details, kri::rows},
                               {vfx::rows, vfx::details},
                               {pivot::rows, pivot::details, pivot::rows},
                               {v2m::rows, v2m::details},
                               {framegroups::rows, framegroups::details},
                               {modeldef::rows, modeldef::details},
                               {q3::rows, q3::details},
                               {mtr::rows, mtr::details},
                               {gltf::buffer_rows, gltf::details, gltf::buffer_rows}};

std::vector<FormatRow> joined() {
  std::vector<FormatRow> all;
  for (const Format& format : kFormats) {
    const auto details = format.details();
    const auto is_row = [](const char* kind) {
      return [kind](const auto& row) { return std::string_view(row.kind) == kind; };
    };
    for (FormatRow row : format.rows()) {
      const auto own = std::find_if(details.begin(), details.end(), is_row(row.kind));
      row.details = own == details.end() ? nullptr : &*own;
      if (format.view_rows != nullptr) {
        const auto viewed = format.view_rows();
        row.viewed = std::any_of(viewed.begin(), viewed.end(), is_row(row.kind));
      }
      all.push_back(row);
    }
  }
  return all;
}

}  // namespace

std::span<const FormatRow> formats() {
  static const std::vector<FormatRow> rows = joined();
  return rows;
}

std::span<const ExportKind* const> export_kinds() {
  static const ExportKind* const kKinds[] = {&kGlbKind, &kQmshTextKind, &kQmshKind, &kKriKind, &kPivotKind,
                                             &kMd5Kind, &kIqmKind,      &kIqeKind,  &kMd3Kind, &kJsonKind};
  return kKinds;
}

}  // namespace vitrine
