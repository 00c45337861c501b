#pragma once
// What the report says of the objects of a file; not in the core for viewing.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "formats/pivot/parse.h"
#include "formats/pivot/weights.h"

namespace vitrine::pivot {

struct BoneLink {
  uint32_t object = kNone;  ///< kNone = no object has this name
  bool exact = false;       ///< letter by letter, else ignoring case
};

/// What building finds out about an object.
struct ObjectNotes {
  std::vector<BoneLink> bones;
  bool is_bone = false;
  bool is_weighted = false;  ///< `weights` are known
  std::optional<uint64_t> against_normals;
  WeightCounts weights;
};

void describe(const RawScene& raw, const std::vector<ObjectNotes>& notes, uint64_t bytes, nlohmann::ordered_json& info);

}  // namespace vitrine::pivot
