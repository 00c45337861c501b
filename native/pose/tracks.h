#pragma once
// Curves of a clip for posing again and again: those with the same key times together, so that one search serves all of
// them and what a time takes lies in two rows. View cores of formats without curves do without
// (native/wasm/view/no_tracks.cpp).

#include <vector>

#include "pose/sample.h"

namespace vitrine::pose {

/// Tracks of nodes, straight or in steps, held at their ends. No node has two of one kind.
struct ClipTracks {
  struct Group {
    bool steps = false;
    std::vector<double> times_s;                  ///< ascending; the first two differ
    std::vector<uint32_t> moved, scaled, turned;  ///< nodes by what their tracks are
    /// A row per key: translations, scales (x y z each) and rotations (x y z w, as the file has them).
    std::vector<float> rows;
  };
  std::vector<Group> groups;
  /// They are all curves of nodes that the clip has. False where one bends, goes on beyond its ends, is a component by
  /// itself, or has numbers that single precision cannot hold: there are no groups then.
  bool whole = false;
  bool moves_properties = false;  ///< or may: a curve is of something else than a node
};

ClipTracks plan_tracks(const Clip& clip);

/// What the curves themselves give at a time within the cycle, to the last bit.
void sample_tracks(const ClipTracks& tracks, double time_s, LocalPose& pose);

}  // namespace vitrine::pose
