#pragma once
// Vertices that are stored for every frame as few joints with smooth weights.
//
// Smooth Skinning Decomposition with Rigid Bones (Le and Deng, ACM Transactions on Graphics 31(6), 2012): vertices are
// clustered by the rigid motion that they share, clusters are split where they fit worst, then weights and the
// rotations and translations of the joints are solved in turns. A weight solve is an active set over the joints
// (sparse_weights.h); a joint of a frame is solved against what the other joints leave of its vertices, by the best
// rotation (fit_rigid.h). A joint that holds little begins anew where a vertex is off farthest, as section 4.3 there,
// if that helps. Until the last rounds joints are also drawn to their rotations in the frames before and after, so that
// they do not spin between frames.

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "base/result.h"
#include "convert/rigid.h"
#include "convert/skinning/sparse_weights.h"

namespace vitrine {

/// What is to be explained; all in one space.
struct VertexMotion {
  std::vector<glm::dvec3> rest;   ///< per vertex
  std::vector<glm::vec3> frames;  ///< [frame * rest.size() + vertex]
  size_t frame_count() const { return rest.empty() ? 0 : frames.size() / rest.size(); }
};

struct SkinningLimits {
  uint32_t joints = 1;        ///< at least 1
  uint32_t weight_steps = 0;  ///< weights are whole parts of this, which the joints make up for; 0 = any
  double tolerance = 0;       ///< no more joints where no vertex is off farther in any frame
};

struct Skinning {
  std::vector<glm::dvec3> centres;     ///< per joint the middle of what it holds at rest
  std::vector<Rigid> motions;          ///< [frame * centres.size() + joint]: from rest to the frame
  std::vector<SparseWeights> weights;  ///< per vertex
  struct FrameError {
    double mean = 0, largest = 0;
  };
  std::vector<FrameError> errors;  ///< per frame, distances
};

/// Points of all frames that are taken at most.
inline constexpr uint64_t kMostSkinningPoints = 4'000'000;

/// At most `limits.joints` joints, and hardly more than the tolerance needs. The same input gives the same result. All
/// numbers are finite, and the points no more than kMostSkinningPoints: callers see to both.
Skinning decompose_skinning(const VertexMotion& motion, const SkinningLimits& limits);

}  // namespace vitrine
