// Fixes of KRI scenes.

#include "formats/kri/full/fixes.h"

#include <cmath>
#include <glm/glm.hpp>

#include "formats/kri/fix_titles.h"
#include "formats/kri/full/places.h"
#include "formats/kri/read/arrays.h"
#include "formats/kri/read/layouts.h"

namespace vitrine::kri {
namespace {

constexpr double kUnitTolerance = 1e-3;

/// The rotation of a transform: 4 floats behind position and scale.
void unit_rotation(Fix& fix, uint64_t at, const Field& transform) {
  double square = 0;
  for (size_t i = 4; i < 8; ++i) square += transform.stored[i] * transform.stored[i];
  if (!std::isfinite(square) || std::abs(square - 1) <= 2 * kUnitTolerance || !(square > 1e-12)) return;
  for (size_t i = 4; i < 8; ++i) fix.put(at + 4 * i, static_cast<float>(transform.stored[i] / std::sqrt(square)));
}

}  // namespace

Fixes find_fixes(std::span<const uint8_t> bytes) {
  Budget budget(~uint64_t{0});
  Diagnostics said;
  const auto container = read_container(bytes, budget, said);
  if (!container) return {};
  Fix values{"KRI_CHUNK_VALUE", fix_titles::kValues, {}};
  Strings strings = Strings::kUnknown;
  bool has_node = false;
  uint32_t vertices = 0, bones = 0;
  for (const Frame& frame : container->frames) {
    if (strings == Strings::kUnknown) strings = strings_of(frame);
    if (!is_known(frame.name)) continue;
    const auto decoded = decode(frame, strings, vertices);
    if (!decoded) continue;
    if (frame.name == "node") {
      has_node = true;
      for (const Field& field : decoded->fields.fields()) {
        if (field.name == "transform") unit_rotation(values, frame.payload_offset() + field.offset, field);
      }
    } else if (frame.name == "skel") {
      bones = static_cast<uint32_t>(decoded->fields.rows().size());
    } else if (frame.name == "mesh" && has_node) {
      vertices = static_cast<uint32_t>(decoded->fields.number("vertices"));
    } else if (frame.name == "v_skin" && bones != 0) {
      for (size_t v = 0; v + 8 <= decoded->data.size(); v += 8) {
        const uint8_t* pairs = decoded->data.data() + v;
        const uint64_t at = frame.payload_offset() + v;
        uint32_t sum = 0;
        for (size_t slot = 0; slot < 8; slot += 2) sum += pairs[slot];
        if (sum == 0) values.put(at, uint8_t{255}), values.put(at + 1, uint8_t{0});
        for (size_t slot = 0; slot < 8; slot += 2) {
          if (pairs[slot] != 0 && pairs[slot + 1] > bones) values.put(at + slot + 1, uint8_t{0});
        }
      }
    }
  }
  Fixes out;
  out.push_back(std::move(values));
  // Bytes after the last whole chunk belong to nothing.
  for (const Message& message : said.messages()) {
    const std::string_view code = message.code->id;
    if (code != "KRI_GARBAGE" && code != "KRI_CHUNK_SIZE" && code != "KRI_INTERRUPTED") continue;
    Fix end{message.code->id, fix_titles::kEnd, {}};
    end.add(container->accounted_bytes, bytes.size() - container->accounted_bytes, "");
    out.push_back(std::move(end));
    break;
  }
  return out;
}

}  // namespace vitrine::kri
