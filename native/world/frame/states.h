#pragma once
// What became of each operator in a frame, for those who look at a document while they change it.

#include <cstdint>
#include <span>
#include <vector>

#include "world/frame/frame.h"
#include "world/frame/visitor.h"
#include "world/graph/graph.h"

namespace vitrine::world {

/// Bits; several units of one operator give theirs together.
namespace op_state {
inline constexpr uint8_t kRan = 1;
inline constexpr uint8_t kCached = 2;  ///< its result, or that of what lies below it, was there already; or pruned
inline constexpr uint8_t kStale = 4;   ///< a hard value was another
inline constexpr uint8_t kFailed = 8;  ///< its model is missing
inline constexpr uint8_t kEmpty = 16;  ///< it gave no object
inline constexpr uint8_t kLoose = 32;  ///< not under the root
inline constexpr uint8_t kReached = 64;
}  // namespace op_state

/// By operator, of the frame that `visitor` has noted.
std::vector<uint8_t> states_of(const Document& document, const Graph& graph, std::span<const Model> models,
                               const Visitor& visitor, const Frame& frame);

}  // namespace vitrine::world
