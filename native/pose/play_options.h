#pragma once
// How a clip is played; part of the session's contract and of sampling alike.

#include <cstdint>

namespace vitrine::pose {

enum class RootMotion : uint8_t {
  kKeep,        ///< the file's own root values
  kLock,        ///< the root joint stays where it is on frame 0
  kAccumulate,  ///< each cycle starts where the last one ended
};

struct PlayOptions {
  RootMotion root_motion = RootMotion::kKeep;
  bool loop = true;
  bool close_loop = false;  ///< when looping: interpolate from the last frame back to the first, one interval more
};

}  // namespace vitrine::pose
