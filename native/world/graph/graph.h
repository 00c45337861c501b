#pragma once
// The complete tree: every operator the root reaches, once per call path. Caches, previous values and stale marks
// belong to these units, so two calls of one subroutine keep their own.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "world/graph/document.h"

namespace vitrine::world {

struct Unit {
  uint32_t op = kNoNode;
  uint32_t call = kNoNode;                    ///< unit of the call whose subroutine it stands in
  uint32_t first_child = 0, child_count = 0;  ///< distinct slots, then inputs; call: the root; input: the call's input
  OpClass op_class = OpClass::kAny;           ///< of what it stands for
  bool is_dynamic = false;                    ///< its result may differ from visit to visit
  bool is_cache_point = false;

  bool operator==(const Unit&) const = default;
};

struct Graph {
  std::vector<Unit> units;
  std::vector<uint32_t> children;
  // Units of the root's parts; kNoNode where a segment or portal has no scene.
  std::vector<uint32_t> segments, portals, entities, post;
  std::array<uint64_t, 6> per_class{};  ///< by OpClass; world operators included

  uint32_t child(const Unit& unit, uint32_t index) const { return children[unit.first_child + index]; }
  std::span<const uint32_t> children_of(const Unit& unit) const {
    return std::span(children).subspan(unit.first_child, unit.child_count);
  }
  /// Are its units the same ones, linked in the same way? Which of them are dynamic or cached may differ.
  bool has_shape_of(const Graph& other) const;
  /// Units whose handlers are counted: all but fx and world.
  uint64_t counted() const { return units.size() - per_class[static_cast<size_t>(OpClass::kFx)]; }

  /// WORLD_LIMIT when the tree has more than a million units.
  static Result<Graph> build(const Document& document);
};

}  // namespace vitrine::world
