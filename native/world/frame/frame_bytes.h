#pragma once
// What the rows of a frame weigh, the same on every host.

#include <cstdint>
#include <type_traits>

#include "world/frame/frame.h"

namespace vitrine::world {

/// What one frame, and what its world keeps from frame to frame, may hold in all.
inline constexpr uint64_t kMostFrameBytes = 512u << 20;

/// Bytes of a list: `bytes` a row, which is that of hosts with long addresses.
template <uint64_t bytes, typename List>
uint64_t bytes_of(const List& list) {
  static_assert(sizeof(typename List::value_type) <= bytes);
  return list.size() * bytes;
}

inline constexpr uint64_t kMeshJobBytes = 176, kSceneJobBytes = 64, kClusterBytes = 640, kActiveEventBytes = 64;

/// Of what the operators put into the frame; the painter's lists are not among it.
inline uint64_t operators_bytes(const Frame& frame) {
  return bytes_of<96>(frame.cameras) + bytes_of<96>(frame.visited_cameras) + bytes_of<4>(frame.stale) +
         bytes_of<48>(frame.anim) + bytes_of<32>(frame.instances) + bytes_of<24>(frame.texts) +
         bytes_of<64>(frame.particles) + bytes_of<4>(frame.particle_positions) + bytes_of<160>(frame.lights) +
         bytes_of<kMeshJobBytes>(frame.mesh_jobs) + bytes_of<kSceneJobBytes>(frame.scene_jobs) +
         bytes_of<224>(frame.effect_jobs) + bytes_of<16>(frame.ipp);
}

}  // namespace vitrine::world
