#pragma once
// Report and warnings about the objects of a file; left out of view cores (view/rows.cpp).

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "formats/pivot/read/parse.h"
#include "formats/pivot/read/weights.h"

namespace vitrine::pivot {

struct BoneLink {
  uint32_t object = kNone;  ///< kNone = no object has this name
  bool exact = false;       ///< letter by letter, else ignoring case
};

/// Findings about an object while it is built.
struct ObjectNotes {
  std::vector<BoneLink> bones;
  bool is_bone = false;
  bool is_weighted = false;  ///< `weights` are known
  std::optional<uint64_t> against_normals;
  WeightCounts weights;
};

/// A warning that names its object.
void warn_object(LoadContext& context, const RawScene& raw, uint32_t object, const Sentence& sentence,
                 Arguments arguments);
/// What a writer needs to give the file back: its dialect, version and texts, and the code page of names.
void add_properties(const RawScene& raw, std::vector<Node>& nodes, SourceFile& file);
void describe(const RawScene& raw, const std::vector<ObjectNotes>& notes, uint64_t bytes, nlohmann::ordered_json& info);

}  // namespace vitrine::pivot
