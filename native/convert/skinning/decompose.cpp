#include "convert/skinning/decompose.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "convert/skinning/fit_rigid.h"

namespace vitrine {
namespace {

constexpr size_t kNeighbours = 20;           // of a vertex, from which a joint begins (Le and Deng)
constexpr double kTowardsBefore = 1e-3;      // of a joint's spread: what its vertices leave open stays as it was
constexpr double kTowardsNeighbours = 0.05;  // the frames before and after, so that joints do not spin between them
constexpr double kWorthwhile = 0.01;         // of the error; at the end,
constexpr double kLastWorthwhile = 0.001;
constexpr double kOutOfReach = 16;  // times the tolerance: smooth weights do not get rigid clusters there
constexpr int kClusterRounds = 3, kMostRounds = 8, kTrialRounds = 4, kLastRounds = 3, kMostEndRounds = 100;
constexpr int kMostTrials = 24, kMostFailures = 6;
constexpr double kMostRoundWork = 4e8;  // multiplications of a round: of longer models some frames are looked at
constexpr double kMostTrialWork = 5e8;  // of all trials
constexpr size_t kLeastFrames = 48;

/// p as the forms of WeightProblem count its products: those of (x, y, z, 1) with itself, mixed ones once.
std::array<double, WeightProblem::kForm> products_of(const glm::dvec3& p) {
  return {p.x * p.x, p.y * p.y, p.z * p.z, 1, p.x * p.y, p.x * p.z, p.x, p.y * p.z, p.y, p.z};
}

/// Of some of the frames.
class Solver {
 public:
  Solver(const VertexMotion& motion, std::vector<size_t> frames) : motion_(&motion), frames_(std::move(frames)) {}

  size_t joints() const { return joints_; }
  /// From here on each frame has the joints that fit it best.
  void let_go() { towards_neighbours_ = 0; }
  const std::vector<SparseWeights>& weights() const { return weights_; }
  const std::vector<Rigid>& motions() const { return motions_; }

  /// All vertices with one joint.
  void begin() {
    joints_ = 1;
    motions_.assign(frames_.size(), {});
    weights_.assign(vertices(), whole(0));
    solve_joints();
  }
  void begin(size_t joints, std::vector<Rigid> motions, std::vector<SparseWeights> weights) {
    joints_ = joints, motions_ = std::move(motions), weights_ = std::move(weights);
  }

  /// Every vertex goes with the joint that takes it nearest.
  void assign() {
    const std::vector<double> forms = make_forms();
    each_vertex([&](size_t v, std::span<const double> b) {
      const auto products = products_of(motion_->rest[v]);
      const WeightProblem problem{forms, products, b};
      uint32_t nearest = weights_[v].joint[0];
      const auto value = [&](uint32_t j) { return 0.5 * problem.a(j, j) - b[j]; };
      double least = value(nearest);
      for (uint32_t j = 0; j < joints_; ++j)
        if (value(j) < least) nearest = j, least = value(j);
      weights_[v] = whole(nearest);
    });
  }

  void solve_all_weights() {
    const std::vector<double> forms = make_forms();
    each_vertex([&](size_t v, std::span<const double> b) {
      weights_[v] = solve_weights({forms, products_of(motion_->rest[v]), b}, weights_[v]);
    });
  }

  void step_weights(uint32_t steps) {
    for (SparseWeights& held : weights_) held = in_steps(held, steps);
  }

  /// Each joint of each frame in turn, against what the others leave.
  void solve_joints() {
    hold();
    std::vector<glm::dvec3> left(vertices());
    for (size_t f = 0; f < frames_.size(); ++f) {
      for (size_t v = 0; v < vertices(); ++v) left[v] = target(f, v) - posed(f, v);
      for (size_t j = 0; j < joints_; ++j)
        if (squares_[j] > 0) solve_joint(f, j, left);
    }
  }

  double largest() const {
    const std::vector<Off> all = off();
    return std::max_element(all.begin(), all.end(), [](const Off& a, const Off& b) { return a.largest < b.largest; })
        ->largest;
  }
  double squares() const {
    double sum = 0;
    for (const Off& one : off()) sum += one.squares;
    return sum;
  }

  /// Joints that hold nothing are left out.
  Skinning result() {
    hold();
    Skinning out;
    std::vector<uint32_t> number(joints_, 0);
    for (size_t j = 0; j < joints_; ++j) {
      number[j] = static_cast<uint32_t>(out.centres.size());
      if (!held_[j].empty()) out.centres.push_back(middle_[j]);
    }
    for (size_t f = 0; f < frames_.size(); ++f) {
      for (size_t j = 0; j < joints_; ++j)
        if (!held_[j].empty()) out.motions.push_back(motions_[f * joints_ + j]);
      Skinning::FrameError error;
      for (size_t v = 0; v < vertices(); ++v) {
        const double way = glm::distance(target(f, v), posed(f, v));
        error.mean += way / static_cast<double>(vertices());
        error.largest = std::max(error.largest, way);
      }
      out.errors.push_back(error);
    }
    out.weights = weights_;
    for (SparseWeights& held : out.weights)
      for (uint32_t k = 0; k < held.count; ++k) held.joint[k] = number[held.joint[k]];
    return out;
  }

  /// Per vertex the largest distance and the sum of squares over the frames.
  struct Off {
    double largest = 0, squares = 0;
  };
  std::vector<Off> off() const {
    std::vector<Off> out(vertices());
    for (size_t f = 0; f < frames_.size(); ++f) {
      for (size_t v = 0; v < vertices(); ++v) {
        const glm::dvec3 way = target(f, v) - posed(f, v);
        const double square = glm::dot(way, way);
        out[v].squares += square;
        out[v].largest = std::max(out[v].largest, square);
      }
    }
    for (Off& one : out) one.largest = std::sqrt(one.largest);
    return out;
  }

  /// Sets of vertices beside each other, around up to `most` that are off by more than the tolerance, the farthest
  /// first.
  std::vector<std::vector<uint32_t>> worst(size_t most, double tolerance) const {
    const std::vector<Off> away = off();
    std::vector<uint32_t> order(vertices());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return away[a].squares > away[b].squares; });
    std::vector<bool> passed(vertices(), false);
    std::vector<std::vector<uint32_t>> out;
    for (const uint32_t v : order) {
      if (out.size() == most) break;
      if (passed[v] || away[v].largest <= tolerance) continue;
      out.push_back(beside(v));
      for (const uint32_t near : out.back()) passed[near] = true;
    }
    return out;
  }

  /// Up to `most` new joints where vertices are off by more than the tolerance; false where none is.
  bool add_joints(size_t most, double tolerance) {
    const std::vector<std::vector<uint32_t>> seeds = worst(most, tolerance);
    std::vector<Rigid> wider((joints_ + seeds.size()) * frames_.size());
    for (size_t f = 0; f < frames_.size(); ++f)
      std::copy_n(&motions_[f * joints_], joints_, &wider[f * (joints_ + seeds.size())]);
    motions_ = std::move(wider);
    const size_t before = std::exchange(joints_, joints_ + seeds.size());
    for (size_t k = 0; k < seeds.size(); ++k) begin_joint(before + k, seeds[k]);
    return !seeds.empty();
  }

  /// The joint that has the `nth` least of the vertices begins anew at the first of them.
  void renew_joint(size_t nth, const std::vector<uint32_t>& seed) {
    hold();
    std::vector<size_t> order(joints_);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return squares_[a] < squares_[b]; });
    begin_joint(order[nth % joints_], seed);
  }

 private:
  size_t vertices() const { return motion_->rest.size(); }
  static SparseWeights whole(uint32_t joint) {
    SparseWeights out;
    out.count = 1, out.joint[0] = joint, out.weight[0] = 1;
    return out;
  }
  glm::dvec3 target(size_t frame, size_t vertex) const {
    return glm::dvec3(motion_->frames[frames_[frame] * vertices() + vertex]);
  }
  glm::dvec3 posed(size_t frame, size_t vertex) const {
    const SparseWeights& held = weights_[vertex];
    glm::dvec3 sum(0);
    for (uint32_t k = 0; k < held.count; ++k)
      sum += held.weight[k] * (motions_[frame * joints_ + held.joint[k]] * motion_->rest[vertex]);
    return sum;
  }

  /// The vertices of each joint, and the middle of them by their squared weights.
  void hold() {
    held_.assign(joints_, {});
    squares_.assign(joints_, 0);
    middle_.assign(joints_, glm::dvec3(0));
    spread_.assign(joints_, 0);
    for (uint32_t v = 0; v < vertices(); ++v) {
      for (uint32_t k = 0; k < weights_[v].count; ++k) {
        const uint32_t j = weights_[v].joint[k];
        const double square = weights_[v].weight[k] * weights_[v].weight[k];
        held_[j].push_back({v, weights_[v].weight[k]});
        squares_[j] += square;
        middle_[j] += square * motion_->rest[v];
      }
    }
    for (size_t j = 0; j < joints_; ++j) {
      if (!(squares_[j] > 0)) continue;
      middle_[j] /= squares_[j];
      for (const Held& one : held_[j]) {
        const glm::dvec3 way = motion_->rest[one.vertex] - middle_[j];
        spread_[j] += one.weight * one.weight * glm::dot(way, way);
      }
    }
  }

  /// q = what is left of a vertex with this joint's share put back; the joint takes p to q / weight, by the weight's
  /// square.
  void solve_joint(size_t f, size_t j, std::vector<glm::dvec3>& left) {
    Rigid& motion = motions_[f * joints_ + j];
    glm::dvec3 to(0);
    for (const Held& one : held_[j])
      to += one.weight * (left[one.vertex] + one.weight * (motion * motion_->rest[one.vertex]));
    to /= squares_[j];
    glm::dmat3 moment(0);
    for (const Held& one : held_[j]) {
      const glm::dvec3& rest = motion_->rest[one.vertex];
      const glm::dvec3 from = one.weight * (rest - middle_[j]);
      moment += glm::outerProduct(from, left[one.vertex] + one.weight * ((motion * rest) - to));
    }
    const auto pull = [&](double by, const glm::dquat& rotation) {
      moment += by * spread_[j] * glm::transpose(glm::mat3_cast(rotation));
    };
    pull(kTowardsBefore, motion.rotation);
    for (const size_t near : {f - 1, f + 1})
      if (near < frames_.size()) pull(towards_neighbours_, motions_[near * joints_ + j].rotation);
    Rigid next;
    next.rotation = spread_[j] > 0 ? best_rotation(moment) : motion.rotation;
    next.translation = to - next.rotation * middle_[j];
    for (const Held& one : held_[j]) {
      const glm::dvec3& rest = motion_->rest[one.vertex];
      left[one.vertex] += one.weight * ((motion * rest) - (next * rest));
    }
    motion = next;
  }

  /// Sums over the frames of M_j^T M_k, as the symmetric form that WeightProblem takes.
  std::vector<double> make_forms() const {
    std::vector<double> out(joints_ * joints_ * WeightProblem::kForm);
    std::vector<std::array<glm::dvec3, 4>> columns(joints_);
    for (size_t f = 0; f < frames_.size(); ++f) {
      for (size_t j = 0; j < joints_; ++j) {
        const Rigid& motion = motions_[f * joints_ + j];
        const glm::dmat3 turn = glm::mat3_cast(motion.rotation);
        columns[j] = {turn[0], turn[1], turn[2], motion.translation};
      }
      for (size_t j = 0; j < joints_; ++j) {
        for (size_t k = j; k < joints_; ++k) {
          const auto &a = columns[j], &b = columns[k];
          double* form = &out[(j * joints_ + k) * WeightProblem::kForm];
          for (size_t c = 0; c < 4; ++c) form[c] += glm::dot(a[c], b[c]);
          size_t at = 4;
          for (size_t c = 0; c < 4; ++c)
            for (size_t d = c + 1; d < 4; ++d) form[at++] += glm::dot(a[c], b[d]) + glm::dot(a[d], b[c]);
        }
      }
    }
    for (size_t j = 0; j < joints_; ++j)
      for (size_t k = j + 1; k < joints_; ++k)
        std::copy_n(&out[(j * joints_ + k) * WeightProblem::kForm], WeightProblem::kForm,
                    &out[(k * joints_ + j) * WeightProblem::kForm]);
    return out;
  }

  /// Calls take(vertex, b), b per joint the sum over the frames of dot(where the joint takes it, where it is).
  template <class Take>
  void each_vertex(const Take& take) {
    constexpr size_t kBlock = 8;
    const size_t row = 4 * joints_;
    // Row by row of a frame: the columns x, y, z and translation of all joints.
    std::vector<double> rows(frames_.size() * 3 * row);
    for (size_t f = 0; f < frames_.size(); ++f) {
      for (size_t j = 0; j < joints_; ++j) {
        const Rigid& motion = motions_[f * joints_ + j];
        const glm::dmat3 turn = glm::mat3_cast(motion.rotation);
        for (int r = 0; r < 3; ++r) {
          double* to = &rows[(f * 3 + static_cast<size_t>(r)) * row + 4 * j];
          to[0] = turn[0][r], to[1] = turn[1][r], to[2] = turn[2][r], to[3] = motion.translation[r];
        }
      }
    }
    std::vector<double> sums(kBlock * row), b(joints_);
    for (size_t first = 0; first < vertices(); first += kBlock) {
      const size_t count = std::min(kBlock, vertices() - first);
      std::fill(sums.begin(), sums.end(), 0.0);
      for (size_t f = 0; f < frames_.size(); ++f) {
        const double* x = &rows[f * 3 * row];
        for (size_t i = 0; i < count; ++i) {
          const glm::dvec3 at = target(f, first + i);
          double* sum = &sums[i * row];
          for (size_t c = 0; c < row; ++c) sum[c] += at.x * x[c] + at.y * x[row + c] + at.z * x[2 * row + c];
        }
      }
      for (size_t i = 0; i < count; ++i) {
        const glm::dvec3& p = motion_->rest[first + i];
        const double* sum = &sums[i * row];
        for (size_t j = 0; j < joints_; ++j, sum += 4) b[j] = p.x * sum[0] + p.y * sum[1] + p.z * sum[2] + sum[3];
        take(first + i, b);
      }
    }
  }

  std::vector<uint32_t> beside(uint32_t vertex) const {
    std::vector<uint32_t> all(vertices());
    std::iota(all.begin(), all.end(), 0u);
    // Of small models fewer, or each joint would begin as all of it.
    const size_t count = std::clamp<size_t>(all.size() / (2 * (joints_ + 1)), 1, kNeighbours);
    const auto far = [&](uint32_t v) {
      const glm::dvec3 way = motion_->rest[v] - motion_->rest[vertex];
      return glm::dot(way, way);
    };
    std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end(),
                      [&](uint32_t a, uint32_t b) { return far(a) != far(b) ? far(a) < far(b) : a < b; });
    all.resize(count);
    return all;
  }

  /// The rigid motion of some vertices; where they leave it open, that of the joint that has most of the first one.
  void begin_joint(size_t joint, const std::vector<uint32_t>& seed) {
    const SparseWeights& first = weights_[seed.front()];
    const auto most = std::max_element(first.weight.begin(), first.weight.begin() + first.count);
    const uint32_t kin = first.joint[static_cast<size_t>(most - first.weight.begin())];
    glm::dvec3 middle(0);
    for (const uint32_t v : seed) middle += motion_->rest[v];
    middle /= static_cast<double>(seed.size());
    double spread = 0;
    for (const uint32_t v : seed) spread += glm::dot(motion_->rest[v] - middle, motion_->rest[v] - middle);
    for (size_t f = 0; f < frames_.size(); ++f) {
      glm::dvec3 to(0);
      for (const uint32_t v : seed) to += target(f, v);
      to /= static_cast<double>(seed.size());
      const glm::dquat before = motions_[f * joints_ + kin].rotation;
      glm::dmat3 moment = kTowardsBefore * spread * glm::transpose(glm::mat3_cast(before));
      for (const uint32_t v : seed) moment += glm::outerProduct(motion_->rest[v] - middle, target(f, v) - to);
      Rigid& motion = motions_[f * joints_ + joint];
      motion.rotation = spread > 0 ? best_rotation(moment) : before;
      motion.translation = to - motion.rotation * middle;
    }
  }

  struct Held {
    uint32_t vertex;
    double weight;
  };

  const VertexMotion* motion_;  ///< never null
  std::vector<size_t> frames_;
  size_t joints_ = 0;
  double towards_neighbours_ = kTowardsNeighbours;
  std::vector<Rigid> motions_;
  std::vector<SparseWeights> weights_;
  std::vector<std::vector<Held>> held_;  ///< per joint, as `hold` found it
  std::vector<double> squares_, spread_;
  std::vector<glm::dvec3> middle_;
};

/// At most `most` of `count` frames, at even steps, the first and the last among them.
std::vector<size_t> some_frames(size_t count, size_t most) {
  std::vector<size_t> out;
  const size_t taken = std::min(count, std::max<size_t>(most, 1));
  for (size_t k = 0; k < taken; ++k) out.push_back(taken == 1 ? 0 : k * (count - 1) / (taken - 1));
  return out;
}

/// The frames between those that were looked at begin as the nearest of them.
std::vector<Rigid> spread_motions(const Solver& solver, const std::vector<size_t>& looked_at, size_t frames) {
  std::vector<Rigid> out(frames * solver.joints());
  size_t nearest = 0;
  for (size_t f = 0; f < frames; ++f) {
    while (nearest + 1 < looked_at.size() && looked_at[nearest + 1] <= f) ++nearest;
    std::copy_n(&solver.motions()[nearest * solver.joints()], solver.joints(), &out[f * solver.joints()]);
  }
  return out;
}

class Decomposition {
 public:
  Decomposition(const VertexMotion& motion, const SkinningLimits& limits)
      : motion_(motion),
        limits_(limits),
        round_(12.0 * static_cast<double>(motion.rest.size()) * limits.joints),
        looked_at_(
            some_frames(motion.frame_count(), std::max(kLeastFrames, static_cast<size_t>(kMostRoundWork / round_)))) {}

  Skinning run() {
    Solver solver(motion_, looked_at_);
    grow(solver);
    try_others(solver);
    solver.let_go();
    smooth(solver, rounds_within(kMostTrialWork, kMostEndRounds), kLastWorthwhile);
    const size_t frames = motion_.frame_count();
    if (looked_at_.size() < frames) {
      Solver all(motion_, some_frames(frames, frames));
      all.let_go();
      all.begin(solver.joints(), spread_motions(solver, looked_at_, frames), solver.weights());
      for (int k = 0; k < kLastRounds; ++k) all.solve_joints();
      all.solve_all_weights();
      all.solve_joints();
      solver = std::move(all);
    }
    if (limits_.weight_steps > 0) {
      solver.step_weights(limits_.weight_steps);
      for (int k = 0; k < kLastRounds; ++k) solver.solve_joints();
    }
    return solver.result();
  }

 private:
  int rounds_within(double work, int most) const {
    return static_cast<int>(std::min<double>(most, work / (round_ * static_cast<double>(looked_at_.size()))));
  }
  bool is_near(const Solver& solver) const { return solver.largest() <= limits_.tolerance; }

  /// More and more clusters of vertices that move rigidly, until smooth weights between them are within the tolerance.
  void grow(Solver& solver) const {
    Solver clusters(motion_, looked_at_);
    clusters.begin();
    while (true) {
      const bool is_last = clusters.joints() >= limits_.joints;
      if (is_last || clusters.largest() <= kOutOfReach * limits_.tolerance) {
        solver = clusters;
        smooth(solver, kMostRounds);
        if (is_last || is_near(solver)) return;
      }
      const size_t more = std::min(limits_.joints - clusters.joints(), std::max<size_t>(1, clusters.joints() / 2));
      solver = clusters;
      if (!clusters.add_joints(more, limits_.tolerance)) return;
      for (int k = 0; k < kClusterRounds; ++k) clusters.assign(), clusters.solve_joints();
    }
  }

  /// Weights and joints in turns until they gain little.
  static void smooth(Solver& solver, int most, double worthwhile = kWorthwhile) {
    double before = solver.squares();
    for (int round = 0; round < most; ++round) {
      solver.solve_all_weights();
      solver.solve_joints();
      const double now = solver.squares();
      if (now >= before * (1 - worthwhile)) return;
      before = now;
    }
  }

  /// Joints that hold little begin anew where vertices are off most; what is no better is taken back.
  void try_others(Solver& solver) const {
    const int most = rounds_within(kMostTrialWork, kMostTrials * kTrialRounds) / kTrialRounds;
    double best = solver.squares();
    size_t failures = 0;
    for (int trial = 0; trial < most && failures < kMostFailures && !is_near(solver); ++trial) {
      const std::vector<std::vector<uint32_t>> seeds = solver.worst(failures % 3 + 1, limits_.tolerance);
      if (seeds.empty()) return;
      Solver other = solver;
      other.renew_joint(failures, seeds.back());
      smooth(other, kTrialRounds);
      const double now = other.squares();
      const bool is_better = now < best * (1 - kWorthwhile / 2);
      failures = is_better ? 0 : failures + 1;
      if (is_better) best = now, solver = std::move(other);
    }
  }

  const VertexMotion& motion_;
  const SkinningLimits& limits_;
  double round_;  ///< multiplications for a frame
  std::vector<size_t> looked_at_;
};

}  // namespace

Skinning decompose_skinning(const VertexMotion& motion, const SkinningLimits& limits) {
  if (motion.rest.empty() || motion.frames.empty()) return {};
  return Decomposition(motion, limits).run();
}

}  // namespace vitrine
