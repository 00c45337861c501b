#include "formats/md5/write/check.h"

#include <algorithm>
#include <cmath>

#include "convert/sentences.h"
#include "formats/format.h"
#include "formats/md5/rows.h"
#include "formats/md5/write/points.h"
#include "formats/md5/write/sentences.h"
#include "scene/validate.h"

namespace vitrine::md5_export {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t kMostWork = 40'000'000;         // in vertices compared, in all
constexpr uint64_t kMostPosedInAll = 200'000'000;  // of actions with the least samples
constexpr uint64_t kLeastSamples = 3;

struct Deviation {
  double largest = 0, sum = 0, at_s = 0;
  uint64_t count = 0;
  double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
};

/// The written files, loaded as any others.
class Written {
 public:
  Status add(const std::string& name, const std::string& text) {
    const ReadOptions options;
    Limits limits;
    limits.input_bytes = std::max<uint64_t>(limits.input_bytes, text.size());
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics(16);
    diagnostics.enter(name);
    Json info;
    const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    LoadContext context{.name = name,
                        .bytes = bytes,
                        .file = static_cast<uint32_t>(scene.files.size()),
                        .options = options,
                        .limits = limits,
                        .budget = budget,
                        .diagnostics = diagnostics,
                        .info = info};
    const FormatRow* row = find_format(md5::rows(), bytes, name);
    if (row == nullptr) return Error{messages::kNotRecognised, kNoOffset};
    scene.files.push_back({name, text.size(), "", row->id});
    if (const Status loaded = row->load(context, scene); !loaded) {
      if (loaded.error().code() == &kOutOfMemory) return loaded.error();
      return Error{vitrine::messages::kWouldNotOpen, kNoOffset, {loaded.error().code()->id, loaded.error().message()}};
    }
    return ok_status();
  }

  Scene scene;
};

class Check {
 public:
  Check(const Scene& scene, const Space& space, const Rig& rig, const OutMeshes& meshes, Mover& mover,
        const Scene& written)
      : scene_(scene), space_(space), rig_(rig), meshes_(meshes), mover_(mover), source_(scene, space) {
    made_.options.loop = false;
    made_.attach(written);
    for (uint32_t i = 0; i < made_.instance_count(); ++i) by_mesh_.push_back(i);
  }

  Json bind() {
    made_.select(kNone);
    source_.pose(kNone, 0);
    made_.evaluate(0, {true, false, false, false});
    Deviation off;
    compare(glm::dvec3(0), true, 0, off);
    return json(off, 1);
  }

  Json take(const AnimFile& file, uint32_t clip, const Take& take, uint64_t most) {
    made_.select(clip);
    Deviation on, between;
    const size_t frames = take.times_s.size();
    const size_t stride = std::max<size_t>(1, (frames + most - 1) / most);
    uint64_t samples = 0;
    for (size_t k = 0; k < frames; k = next(k, stride, frames)) {
      pose(take, take.times_s[k], file, static_cast<double>(take.first_frame + k), on);
      ++samples;
      if (k + 1 >= frames) continue;
      pose(take, (take.times_s[k] + take.times_s[k + 1]) / 2, file, static_cast<double>(take.first_frame + k) + 0.5,
           between);
    }
    Json out = json(on, samples);
    out["mean"] = on.mean();
    out["between"] = between.largest;
    return out;
  }

  Json json(const Deviation& off, uint64_t samples) const {
    return {{"samples", samples},
            {"largest", off.largest},
            {"relative", meshes_.size > 0 ? off.largest / meshes_.size : off.largest},
            {"time", off.at_s}};
  }

 private:
  /// The last frame is among those compared.
  static size_t next(size_t k, size_t stride, size_t frames) {
    if (k + 1 >= frames) return frames;
    return std::min(k + stride, frames - 1);
  }

  void pose(const Take& take, double time_s, const AnimFile& file, double frame, Deviation& off) {
    source_.pose(take.clip, time_s);
    made_.evaluate(frame / file.rate, {true, false, false, false});
    compare(mover_.removed(take, time_s), take.bind, time_s, off);
  }

  /// Where the joints hold a vertex in the bind pose, or where the source itself has it.
  glm::dvec3 bound(const Source& source) const {
    const Node& node = scene_.nodes[source.node];
    const Mesh& mesh = scene_.meshes[node.mesh];
    glm::dvec3 sum(0);
    bool held = false;
    if (node.skin != kNone && !mesh.influence_first.empty() && mesh.shapes.empty()) {
      for (uint32_t i = mesh.influence_first[source.vertex]; i < mesh.influence_first[source.vertex + 1]; ++i) {
        const Influence& influence = mesh.influences[i];
        if (influence.weight == 0) continue;
        const glm::dmat4& reference = rig_.reference[scene_.skins[node.skin].joints[influence.joint]];
        sum += double{influence.weight} * glm::dvec3(reference * glm::dvec4(glm::dvec3(influence.position), 1));
        held = true;
      }
    }
    return held ? space_.point(sum) : source_.at(source.node, source.vertex);
  }

  void compare(const glm::dvec3& removed, bool as_bound, double time_s, Deviation& off) {
    for (const Source& source : meshes_.sources) {
      const glm::dvec3 wanted = (as_bound ? bound(source) : source_.at(source.node, source.vertex)) - removed;
      const glm::dvec3 found(positions(made_, by_mesh_[source.mesh])[source.written]);
      const double distance = glm::distance(wanted, found);
      // A vertex that the source places nowhere cannot be far from it.
      if (!std::isfinite(distance)) continue;
      off.sum += distance, ++off.count;
      if (distance > off.largest) off.largest = distance, off.at_s = time_s;
    }
  }

  static const glm::vec3* positions(const Poser& poser, uint32_t instance) {
    return static_cast<const glm::vec3*>(poser.buffer(BufferKind::kPositions, instance).data);
  }

  const Scene& scene_;
  const Space& space_;
  const Rig& rig_;
  const OutMeshes& meshes_;
  Mover& mover_;
  ScenePoints source_;
  Poser made_;
  std::vector<uint32_t> by_mesh_;
};

}  // namespace

Result<Json> check_files(const Scene& scene, const Space& space, const Rig& rig, const OutMeshes& meshes, Mover& mover,
                         const std::string& mesh_text, const std::vector<WrittenAnim>& animations,
                         const std::vector<TextFile>& scales, LossReport& loss_report) {
  Written written;
  VITRINE_CHECK(written.add("written.md5mesh", mesh_text));
  for (const WrittenAnim& one : animations) VITRINE_CHECK(written.add(one.file->name + ".md5anim", *one.text));
  for (const TextFile& one : scales) VITRINE_CHECK(written.add(one.name, one.text));
  VITRINE_CHECK(validate(written.scene));
  if (written.scene.meshes.size() != meshes.meshes.size() || written.scene.clips.size() != animations.size())
    return Error{messages::kOtherContent, kNoOffset};
  Check check(scene, space, rig, meshes, mover, written.scene);
  // A scale that became part of the mesh is not in the positions that are stored, and parts that no skin holds stand
  // elsewhere in a bind pose of its own: there is nothing to compare but the actions.
  const bool comparable = rig.folded == 0 && (rig.rests_bound || animations.empty());
  const Json bind = comparable ? check.bind() : check.json({}, 0);
  Json out = {{"size", meshes.size}, {"joints", rig.joints.size()}, {"bind", bind}};
  Json actions = Json::array();
  uint64_t takes = 1;
  for (const WrittenAnim& one : animations) takes += one.file->takes.size();
  const uint64_t pose = meshes.sources.size() + kVerticesPerNode * (scene.nodes.size() + rig.joints.size());
  const uint64_t most = std::max(kLeastSamples, kMostWork / (2 * takes * pose));
  uint64_t left = kMostPosedInAll / (2 * kLeastSamples * pose) + 1, not_measured = 0;
  for (uint32_t clip = 0; clip < animations.size(); ++clip) {
    const AnimFile& file = *animations[clip].file;
    for (const Take& take : file.takes) {
      if (left == 0) {
        ++not_measured;
        continue;
      }
      --left;
      Json one = {{"name", take.name},       {"file", file.name + ".md5anim"}, {"first", take.first_frame},
                  {"frames", take.frames()}, {"frameRate", file.rate},         {"start", take.times_s.front()}};
      one.update(check.take(file, clip, take, most));
      actions.push_back(std::move(one));
    }
  }
  out["actions"] = std::move(actions);
  loss_report.add("distance", not_measured,
                  "actions are too many to be posed beside the model: these were not measured");
  return out;
}

}  // namespace vitrine::md5_export
