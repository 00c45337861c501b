#include "formats/registry.h"

#include "formats/kri/rows.h"
#include "formats/md5/rows.h"
#include "formats/pivot/rows.h"
#include "formats/qmsh/rows.h"
#if !VITRINE_VIEW_ONLY
#include "formats/iqm/rows.h"
#include "formats/mtr/rows.h"
#include "formats/v2m/rows.h"
#include "formats/vfx/rows.h"
#endif

namespace vitrine {
namespace {

// Order matters only for sniffing: formats with a signature first, formats known by structure alone last.
const std::vector<FormatRow>& table() {
  static const std::vector<FormatRow> rows = [] {
    std::vector<FormatRow> all;
#if VITRINE_VIEW_ONLY
    for (const auto& part : {md5::rows(), qmsh::rows(), kri::rows(), pivot::rows()})
#else
    for (const auto& part :
         {md5::rows(), qmsh::rows(), iqm::rows(), kri::rows(), vfx::rows(), pivot::rows(), v2m::rows(), mtr::rows()})
#endif
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return rows;
}

}  // namespace

std::span<const FormatRow> formats() { return table(); }

const FormatRow* find_format(std::span<const uint8_t> bytes, std::string_view name) {
  for (const FormatRow& row : table()) {
    if (row.sniff(bytes, name)) return &row;
  }
  return nullptr;
}

}  // namespace vitrine
