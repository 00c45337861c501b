#include "session/read_back.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <nlohmann/json.hpp>

#include "base/argument.h"
#include "base/utf8.h"
#include "convert/loss_report.h"
#include "convert/sentences.h"
#include "geometry/nearest_surface.h"
#include "play/poser.h"
#include "session/load/loader.h"
#include "session/posed_meshes.h"

namespace vitrine {
namespace {

constexpr double kSamePlace = 1e-6;   // of the size
constexpr double kTolerance = 1e-3;   // of the size,
constexpr double kRounding = 1.2e-7;  // and of a float, for models that are next to nothing

constexpr uint64_t kMostWork = 1'000'000;  // vertices posed in all, where that leaves enough samples
constexpr uint64_t kMostSamples = 8, kLeastSamples = 2;
constexpr uint64_t kMostCompared = 50'000;   // vertices of a pose
constexpr uint64_t kMostSearched = 300'000;  // triangles put into trees, after the first of them

/// A point of a triangle of the written file.
struct Place {
  uint32_t mesh = kNone;
  std::array<uint32_t, 3> corners{};
  glm::dvec3 weights{1, 0, 0};

  glm::dvec3 in(const std::vector<PosedMesh>& meshes) const {
    glm::dvec3 at(0);
    for (int k = 0; k < 3; ++k)
      if (weights[k] != 0) at += weights[k] * meshes[mesh].at(corners[static_cast<size_t>(k)]);
    return at;
  }
};

/// Of a point on a triangle.
glm::dvec3 weights_of(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 whole = glm::cross(b - a, c - a);
  const double square = glm::dot(whole, whole);
  if (!(square > 0)) {
    const double off[] = {glm::distance(point, a), glm::distance(point, b), glm::distance(point, c)};
    glm::dvec3 nearest(0);
    nearest[static_cast<int>(std::min_element(off, off + 3) - off)] = 1;
    return nearest;
  }
  const double second = glm::dot(glm::cross(point - a, c - a), whole) / square,
               third = glm::dot(glm::cross(b - a, point - a), whole) / square;
  return {1 - second - third, second, third};
}

/// For each clip of the source the first of `written` that is of it, or kNone. KRI has an action for each thing that
/// moves: those that were one are one again.
std::vector<uint32_t> join_clips(const Scene& source, Scene& written, const std::vector<uint32_t>& sources) {
  std::vector<uint32_t> first(source.clips.size(), kNone);
  for (uint32_t w = 0; w < sources.size(); ++w) {
    uint32_t& known = first[sources[w]];
    if (known == kNone) known = w;
    if (known == w || w >= written.clips.size()) continue;
    Clip &into = written.clips[known], &from = written.clips[w];
    into.playable |= from.playable;
    into.curves.insert(into.curves.end(), from.curves.begin(), from.curves.end());
  }
  return first;
}

class Comparison {
 public:
  Comparison(const Scene& source, const Scene& written) : source_(source), written_(written) {
    ours_.options.loop = theirs_.options.loop = false;
    ours_.attach(source), theirs_.attach(written);
    const Bounds& box = ours_.bind_bounds();
    size_ = box.empty ? 0 : glm::length(glm::dvec3(box.max) - glm::dvec3(box.min));
    if (size_ == 0) size_ = largest_shown();
    turned_ = glm::inverse(world_from_file(source.axes)) * world_facing(source.axes, written.axes);
    choose();
  }

  /// `written`: for each clip of the source the one of the file, or kNone. `starts_s`: per clip of the file where it
  /// begins in the source's, or empty.
  Json run(const std::vector<uint32_t>& written, const std::vector<double>& starts_s, uint64_t most_posed) {
    Json out = {{"size", size_}, {"bind", compare(kNone, kNone, {0}, 0)}};
    const auto count = written.size() - static_cast<size_t>(std::count(written.begin(), written.end(), kNone));
    const uint64_t work = std::max<uint64_t>(1, vertices_ * count);
    const uint64_t samples = std::clamp(kMostWork / work, kLeastSamples, kMostSamples);
    const uint64_t pose = vertices_ + source_.nodes.size() + written_.nodes.size();
    uint64_t left = most_posed / ((samples + 1) * std::max<uint64_t>(1, pose));
    Json actions = Json::array();
    for (uint32_t clip = 0; clip < written.size(); ++clip) {
      if (written[clip] == kNone || !ours_.select(clip)) continue;
      if (left == 0) {
        ++not_measured_;
        continue;
      }
      --left;
      Json one = {{"name", to_utf8(source_.clips[clip].name)}};
      const double start_s = written[clip] < starts_s.size() ? starts_s[written[clip]] : 0;
      one.update(compare(clip, written[clip], times(start_s, samples), start_s));
      actions.push_back(std::move(one));
    }
    out["actions"] = std::move(actions);
    return out;
  }
  /// Actions that are left out of the measurement.
  uint64_t not_measured() const { return not_measured_; }

 private:
  /// Vertices of visible triangles.
  void choose() {
    const std::vector<PosedMesh> meshes = posed_meshes(source_, ours_, glm::dmat4(1));
    std::vector<std::array<uint32_t, 2>> all;
    for (uint32_t m = 0; m < meshes.size(); ++m) {
      std::vector<bool> used(meshes[m].count(), false);
      for (const uint32_t index : meshes[m].mesh->indices) used[index] = true;
      vertices_ += used.size();
      for (uint32_t v = 0; v < used.size(); ++v)
        if (used[v]) all.push_back({m, v});
    }
    const size_t stride = (all.size() + kMostCompared - 1) / kMostCompared;
    for (size_t i = 0; i < all.size(); i += stride) compared_.push_back(all[i]);
  }

  /// Of what is hidden until an action shows it, the largest size in the middle of one and at its end.
  double largest_shown() {
    constexpr uint32_t kMostSeen = 16;
    double largest = 0;
    for (uint32_t clip = 0; clip < std::min<size_t>(source_.clips.size(), kMostSeen); ++clip) {
      if (!ours_.select(clip)) continue;
      for (const double part : {0.5, 1.0}) {
        ours_.evaluate(ours_.duration_s() * part, {true, false, false, false});
        Bounds box;
        for (const PosedMesh& mesh : posed_meshes(source_, ours_, glm::dmat4(1)))
          for (size_t v = 0; v < mesh.count(); ++v) box.add(glm::vec3(mesh.at(v)));
        if (!box.empty) largest = std::max(largest, glm::length(glm::dvec3(box.max) - glm::dvec3(box.min)));
      }
    }
    return std::isfinite(largest) ? largest : 0;
  }

  /// The start, and times that are seldom those of keys: at steps and cuts rounding decides.
  std::vector<double> times(double start_s, uint64_t samples) const {
    std::vector<double> out = {start_s};
    const double length_s = ours_.duration_s() - start_s;
    for (uint64_t k = 0; length_s > 0 && k < samples; ++k)
      out.push_back(start_s + length_s * (static_cast<double>(k) + 0.5) / static_cast<double>(samples));
    return out;
  }

  Json compare(uint32_t ours, uint32_t theirs, const std::vector<double>& times, double start_s) {
    double largest = 0, at_s = 0;
    ours_.select(ours);
    // An action that moves nothing any more leaves the bind pose.
    if (!theirs_.select(theirs)) theirs_.select(kNone);
    for (const double time : times) {
      ours_.evaluate(time, {true, false, false, false});
      theirs_.evaluate(time - start_s, {true, false, false, false});
      const double off = farthest();
      if (off > largest) largest = off, at_s = time;
    }
    return {{"samples", times.size()},
            {"largest", largest},
            {"relative", size_ > 0 ? largest / size_ : largest},
            {"time", at_s}};
  }

  double farthest() {
    const std::vector<PosedMesh> ours = posed_meshes(source_, ours_, glm::dmat4(1)),
                                 theirs = posed_meshes(written_, theirs_, turned_);
    // Vertices that were renumbered may be close to those of their numbers.
    double enough = kTolerance * size_;
    if (places_.empty()) {
      enough = kSamePlace * size_;
      const bool by_number = same_counts(ours, theirs);
      for (const auto& [m, v] : compared_) places_.push_back({by_number ? m : kNone, {v, v, v}});
    }
    double largest = 0;
    std::vector<size_t> elsewhere;
    for (size_t i = 0; i < compared_.size(); ++i) {
      const double off = distance(i, ours, theirs);
      if (off <= enough)
        largest = std::max(largest, off);
      else
        elsewhere.push_back(i);
    }
    if (!elsewhere.empty()) find_nearest(elsewhere, ours, theirs);
    for (const size_t i : elsewhere) largest = std::max(largest, distance(i, ours, theirs));
    return largest;
  }

  /// A vertex that the source places nowhere cannot be far from it; one without a place is off by the whole size.
  double distance(size_t i, const std::vector<PosedMesh>& ours, const std::vector<PosedMesh>& theirs) const {
    const glm::dvec3 at = ours[compared_[i][0]].at(compared_[i][1]);
    if (!std::isfinite(glm::length(at))) return 0;
    const double off = places_[i].mesh == kNone ? size_ : glm::distance(at, places_[i].in(theirs));
    return std::isfinite(off) ? off : size_;
  }

  void find_nearest(const std::vector<size_t>& elsewhere, const std::vector<PosedMesh>& ours,
                    const std::vector<PosedMesh>& theirs) {
    std::vector<glm::dvec3> corners;
    std::vector<Place> triangles;
    if (searched_ > kMostSearched) return;
    for (uint32_t m = 0; m < theirs.size(); ++m) {
      const std::vector<uint32_t>& indices = theirs[m].mesh->indices;
      for (size_t k = 0; k + 2 < indices.size(); k += 3) {
        triangles.push_back({m, {indices[k], indices[k + 1], indices[k + 2]}});
        for (const uint32_t corner : triangles.back().corners) corners.push_back(theirs[m].at(corner));
      }
    }
    searched_ += triangles.size();
    const geometry::NearestSurface surface(corners);
    for (const size_t i : elsewhere) {
      const glm::dvec3 at = ours[compared_[i][0]].at(compared_[i][1]);
      const auto hit = surface.nearest(at);
      if (hit.triangle == kNone || (places_[i].mesh != kNone && hit.distance >= distance(i, ours, theirs))) continue;
      const glm::dvec3* corner = &corners[size_t{hit.triangle} * 3];
      places_[i] = triangles[hit.triangle];
      places_[i].weights = weights_of(hit.point, corner[0], corner[1], corner[2]);
    }
  }

  const Scene &source_, &written_;
  Poser ours_, theirs_;
  double size_ = 0;
  glm::dmat4 turned_{1};  ///< source from written
  uint64_t vertices_ = 0, searched_ = 0, not_measured_ = 0;
  std::vector<std::array<uint32_t, 2>> compared_;  ///< mesh and vertex of the source
  std::vector<Place> places_;                      ///< where they were last found
};

Status open_again(const ExportedFile& file, Loader& again) {
  again.add_file("written." + file.report["kind"].get<std::string>(), file.bytes);
  again.load();
  for (const Message& message : again.diagnostics().messages()) {
    if (message.severity != Severity::kError) continue;
    if (message.code == &kOutOfMemory) return Error{messages::kNoRoom, kNoOffset};
    return Error{messages::kWouldNotOpen, kNoOffset, {message.code->id, message.text}};
  }
  return ok_status();
}

void add_loss(Json& report, uint64_t count, std::string message, double largest) {
  LossReport loss_report;
  loss_report.add("distance", count, std::move(message), largest);
  report["losses"].push_back(loss_report.json()[0]);
}

}  // namespace

Status read_back(const Scene& scene, ExportedFile& file, uint64_t most_posed) {
  const ReadOptions options;
  Loader again(Limits{}, options);
  VITRINE_CHECK(open_again(file, again));
  if (file.report.contains("readBack")) return ok_status();
  try {
    const std::vector<uint32_t> written = join_clips(scene, again.scene(), file.clips);
    Comparison comparison(scene, again.scene());
    file.report["readBack"] = comparison.run(written, file.starts_s, most_posed);
    if (const uint64_t count = comparison.not_measured(); count > 0)
      add_loss(file.report, count,
               counted(count, "action is", "actions are") + " not measured: too many to be posed beside the model", 0);
  } catch (const std::bad_alloc&) {
    add_loss(file.report, 1, "there was no memory to measure how far vertices of the written file are off", 0);
  }
  return ok_status();
}

void add_distance_loss(Json& report) {
  if (!report.contains("readBack")) return;
  const Json found = report["readBack"];
  const double limit = kTolerance * found["size"].get<double>() + kRounding;
  const Json& actions = found["actions"];
  const bool has_frames =
      std::any_of(actions.begin(), actions.end(), [](const Json& action) { return action.contains("between"); });
  // One loss for the frames of a file and one for between them: the same action may be exact on its frames only.
  const auto add = [&](const char* key, const char* where) {
    double largest = 0;
    const auto is_off = [&](const Json& pose) {
      const double off = pose.value(key, 0.0);
      largest = std::max(largest, off);
      return off > limit;
    };
    const bool bind = is_off(found["bind"]);
    const auto off = static_cast<uint64_t>(std::count_if(actions.begin(), actions.end(), is_off));
    if (!bind && off == 0) return;
    std::string poses = bind ? "the bind pose" : "";
    if (off > 0) poses += (bind ? " and " : "") + counted(off, "action", "actions");
    add_loss(report, off + bind,
             std::string(where) + "vertices are off by more than 1/1000 of the size, in " + poses +
                 "; the number is the largest distance",
             largest);
  };
  add("largest", has_frames ? "on frames, " : "");
  add("between", "half-way between frames, ");
}

}  // namespace vitrine
