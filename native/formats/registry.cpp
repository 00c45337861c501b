#include "formats/registry.h"

#include <iterator>
#include <vector>

#include "formats/details.h"
#include "formats/gltf/rows.h"
#include "formats/iqm/rows.h"
#include "formats/kri/rows.h"
#include "formats/md5/rows.h"
#include "formats/mtr/rows.h"
#include "formats/pivot/rows.h"
#include "formats/qmsh/rows.h"
#include "formats/v2m/rows.h"
#include "formats/vfx/rows.h"

namespace vitrine {
namespace {

struct Format {
  std::span<const FormatRow> (*rows)();
  std::span<const FormatDetails> (*details)();
};

// Order matters only for sniffing: formats with a signature first, formats known by structure alone last.
constexpr Format kFormats[] = {{md5::rows, md5::details},     {qmsh::rows, qmsh::details},
                               {iqm::rows, iqm::details},     {gltf::rows, gltf::details},
                               {kri::rows, kri::details},     {vfx::rows, vfx::details},
                               {pivot::rows, pivot::details}, {v2m::rows, v2m::details},
                               {mtr::rows, mtr::details},     {gltf::buffer_rows, gltf::details}};

std::vector<FormatRow> joined() {
  std::vector<FormatRow> all;
  for (const Format& format : kFormats) {
    const auto details = format.details();
    for (FormatRow row : format.rows()) {
      const auto own = std::find_if(details.begin(), details.end(), [&](const FormatDetails& entry) {
        return std::string_view(entry.kind) == row.kind;
      });
      row.details = own == details.end() ? nullptr : &*own;
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

}  // namespace vitrine
