#include "formats/quake/parts.h"

#include <algorithm>

#include "base/names.h"
#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"

namespace vitrine::quake {
namespace {

constexpr uint64_t kMostTags = 64;

Part part_by_tags(bool torso, bool head) {
  if (torso) return head ? Part::kUpper : Part::kLower;
  return head ? Part::kHead : Part::kNone;
}

}  // namespace

std::string_view stem_of_part(std::string_view name) {
  std::string_view stem = file_stem(name);
  if (ends_ignoring_case(name, ".gz")) stem = file_stem(stem);
  for (const char* level : {"_1", "_2", "_3"}) {
    if (stem.size() > 2 && stem.ends_with(level)) return stem.substr(0, stem.size() - 2);
  }
  return stem;
}

Part part_by_name(std::string_view name) {
  const std::string_view stem = stem_of_part(name);
  if (equal_ignoring_case(stem, "lower")) return Part::kLower;
  if (equal_ignoring_case(stem, "upper")) return Part::kUpper;
  if (equal_ignoring_case(stem, "head")) return Part::kHead;
  if (ends_ignoring_case(stem, "_hand")) return Part::kHand;
  if (ends_ignoring_case(stem, "_barrel")) return Part::kBarrel;
  return ends_ignoring_case(stem, "_flash") ? Part::kFlash : Part::kNone;
}

uint8_t rank_of_part(std::span<const uint8_t> bytes, std::string_view name) {
  Part part = part_by_name(name);
  const File file(bytes);
  if (part == Part::kNone && file.size() >= md3::kHeaderBytes) {
    const uint64_t at = file.u32(md3::kTagsAt), count = std::min<uint64_t>(file.u32(md3::kTags), kMostTags);
    bool torso = false, head = false;
    for (uint64_t t = 0; t < count && file.has(at + md3::kTagBytes * t, md3::kTagBytes); ++t) {
      const std::string_view tag = file.text(at + md3::kTagBytes * t, md3::kNameBytes);
      torso |= equal_ignoring_case(tag, "tag_torso");
      head |= equal_ignoring_case(tag, "tag_head");
    }
    part = part_by_tags(torso, head);
  }
  switch (part) {
    case Part::kLower:
    case Part::kHand:
      return 0;
    case Part::kUpper:
      return 1;
    case Part::kHead:
      return 2;
    case Part::kBarrel:
    case Part::kFlash:
      return kLastRank;
    default:
      return 3;
  }
}

}  // namespace vitrine::quake
