#include "formats/iqm/write/channels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::iqm_export {
namespace {

constexpr double kConstant = 1e-10;  // a channel within is one number, as exporters have it
constexpr size_t kW = 6;
constexpr double kSteps = 65535;
constexpr double kRounding = 1e-6;            // of readers in single precision, as a share of the radius
constexpr uint64_t kMostPosed = 200'000'000;  // vertices of all frames

std::array<double, kChannels> numbers_of(const Local& local) {
  const glm::dvec3 &t = local.translation, &s = local.scale;
  const glm::dquat& q = local.rotation;
  return {t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z};
}

glm::dmat4 matrix_of_rigid(const Rigid& rigid) {
  glm::dmat4 out(glm::mat3_cast(rigid.rotation));
  out[3] = glm::dvec4(rigid.translation, 1);
  return out;
}

/// Grows by points.
struct Box {
  glm::dvec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
  double xy_square = 0, square = 0;

  void add(const glm::dvec3& p) {
    low = glm::min(low, p), high = glm::max(high, p);
    const double flat = p.x * p.x + p.y * p.y;
    xy_square = std::max(xy_square, flat), square = std::max(square, flat + p.z * p.z);
  }

  FrameBounds outwards() const {
    const double rounding = kRounding * std::sqrt(square);
    FrameBounds out{glm::vec3(low - rounding), glm::vec3(high + rounding)};
    out.xy_radius = static_cast<float>(std::sqrt(xy_square) + rounding);
    out.radius = static_cast<float>(std::sqrt(square) + rounding);
    return out;
  }
};

/// Points of the bind pose with the joints that hold them.
class HeldPoints {
 public:
  HeldPoints(const Geometry& geometry, const ByteHolds& holds, size_t joint_count, bool by_joint)
      : geometry_(geometry), holds_(holds) {
    if (!by_joint) return;
    boxes_.resize(joint_count);
    for (size_t v = 0; v < geometry.positions.size(); ++v)
      for (size_t k = 0; k < kMostInfluences; ++k)
        if (holds.weights[v][k] > 0) boxes_[holds.joints[v][k]].add(glm::dvec3(geometry.positions[v]));
  }

  Box posed(const std::vector<glm::dmat4>& palette) const {
    Box out;
    if (boxes_.empty()) {
      for (size_t v = 0; v < geometry_.positions.size(); ++v) {
        const glm::dvec4 at(glm::dvec3(geometry_.positions[v]), 1);
        glm::dvec3 sum(0);
        for (size_t k = 0; k < kMostInfluences && holds_.weights[v][k] > 0; ++k)
          sum += holds_.weights[v][k] / 255.0 * glm::dvec3(palette[holds_.joints[v][k]] * at);
        out.add(sum);
      }
      return out;
    }
    for (size_t j = 0; j < boxes_.size(); ++j) {
      const Box& box = boxes_[j];
      for (int corner = 0; corner < 8 && box.low.x <= box.high.x; ++corner) {
        glm::dvec4 at(box.low, 1);
        for (int c = 0; c < 3; ++c)
          if ((corner >> c & 1) != 0) at[c] = box.high[c];
        out.add(glm::dvec3(palette[j] * at));
      }
    }
    return out;
  }

 private:
  const Geometry& geometry_;
  const ByteHolds& holds_;
  std::vector<Box> boxes_;
};

}  // namespace

void StoredPoses::read(uint32_t frame, std::vector<Local>& out) const {
  out.resize(joints.size());
  size_t at = size_t{frame} * changing;
  for (size_t j = 0; j < joints.size(); ++j) {
    const PoseChannels& channels = joints[j];
    std::array<double, kChannels> n{};
    for (size_t c = 0; c < kChannels; ++c) {
      const bool changes = (channels.mask >> c & 1) != 0;
      n[c] = changes ? channels.offset[c] + static_cast<float>(steps[at++]) * channels.scale[c] : channels.offset[c];
    }
    out[j] = {{n[0], n[1], n[2]}, {n[6], n[3], n[4], n[5]}, {n[7], n[8], n[9]}};
  }
}

StoredPoses store_poses(const Motion& motion, size_t joint_count) {
  StoredPoses out;
  out.joints.resize(joint_count);
  for (size_t j = 0; j < joint_count; ++j) {
    std::array<double, kChannels> least{}, most{};
    for (uint32_t f = 0; f < motion.frames; ++f) {
      const auto n = numbers_of(motion.poses[f * joint_count + j]);
      for (size_t c = 0; c < kChannels; ++c) {
        least[c] = f == 0 ? n[c] : std::min(least[c], n[c]);
        most[c] = f == 0 ? n[c] : std::max(most[c], n[c]);
      }
    }
    PoseChannels& channels = out.joints[j];
    for (size_t c = 0; c < kChannels; ++c) {
      channels.offset[c] = static_cast<float>(least[c]);
      const auto step = static_cast<float>((most[c] - least[c]) / kSteps);
      if (most[c] - least[c] < kConstant || step == 0) continue;
      channels.scale[c] = step;
      channels.mask |= 1u << c;
      ++out.changing;
    }
  }
  out.steps.reserve(size_t{motion.frames} * out.changing);
  for (size_t k = 0; k < motion.poses.size(); ++k) {
    const PoseChannels& channels = out.joints[k % joint_count];
    const auto n = numbers_of(motion.poses[k]);
    for (size_t c = 0; c < kChannels; ++c) {
      if ((channels.mask >> c & 1) == 0) continue;
      double step = std::clamp(std::round((n[c] - channels.offset[c]) / channels.scale[c]), 0.0, kSteps);
      // Rounding must not turn the sign of w.
      if (c == kW && step > 0 && channels.offset[c] + step * channels.scale[c] > 0) --step;
      out.steps.push_back(static_cast<uint16_t>(step));
    }
  }
  return out;
}

std::vector<FrameBounds> frame_bounds(const Model& model, const StoredPoses& poses, const ByteHolds& holds) {
  const std::vector<Joint>& joints = model.skeleton.joints;
  const bool by_joint = uint64_t{model.motion.frames} * model.geometry.positions.size() > kMostPosed;
  const HeldPoints points(model.geometry, holds, joints.size(), by_joint);
  std::vector<glm::dmat4> bound, worlds(joints.size()), palette(joints.size());
  for (const Joint& joint : joints) bound.push_back(glm::inverse(matrix_of_rigid(joint.bind)));
  std::vector<Local> locals;
  std::vector<FrameBounds> out;
  for (uint32_t f = 0; f < model.motion.frames; ++f) {
    poses.read(f, locals);
    for (size_t j = 0; j < joints.size(); ++j) {
      const uint32_t parent = joints[j].parent;
      worlds[j] = parent == kNone ? matrix_of(locals[j]) : worlds[parent] * matrix_of(locals[j]);
      palette[j] = worlds[j] * bound[j];
    }
    out.push_back(points.posed(palette).outwards());
  }
  return out;
}

}  // namespace vitrine::iqm_export
