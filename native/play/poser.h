#pragma once
// The moving half of a document: which clip plays, the pose at a time, and the posed arrays of every mesh instance.

#include <glm/glm.hpp>
#include <vector>

#include "base/json_text.h"
#include "play/buffers.h"
#include "play/scene_plans.h"
#include "pose/particles.h"
#include "pose/play_options.h"
#include "pose/properties.h"
#include "pose/sample.h"
#include "pose/tracks.h"
#include "scene/scene.h"
#include "scene/vertex_frames.h"
#include "skin/shapes.h"
#include "skin/skin.h"

namespace vitrine {

struct HealthThresholds;

class Poser {
 public:
  Poser() = default;
  Poser(const Poser&) = delete;
  Poser& operator=(const Poser&) = delete;

  pose::PlayOptions options;

  /// Plans everything for `scene`, which must outlive the poser or the next attach, and shows its bind pose. The
  /// selected clip stays selected when it still is there and plays.
  /// `shared`: plans of this scene that outlive the poser too, empty or by another poser; never of a scene with shapes,
  /// whose plans a pose changes. Null: the poser has its own.
  void attach(const Scene& scene, ScenePlans* shared = nullptr);

  /// kNone = bind pose; false when there is no such clip or it cannot play.
  bool select(uint32_t clip);
  uint32_t selected() const { return clip_; }
  /// Clips of kSimultaneousClips: for each target, the first playable clip. Such a choice is offered when there are two
  /// or more, or particles that live and die.
  const std::vector<uint32_t>& together() const { return together_; }
  bool offers_together() const { return together_.size() > 1 || particles_end_s_ > 0; }
  double duration_s() const;
  void evaluate(double time_s, const PoseOptions& what);

  /// From the next evaluate on, every node moves towards another clip (kNone = the bind pose) at its own time by
  /// `weight` of the way (pose::blend); 0 ends it. Materials, lamps and shapes stay the selected clip's. False when
  /// there is no such clip or it cannot play.
  bool set_blend(uint32_t clip, double time_s, double weight);
  /// Rotation override: the local rotation of a node; false for no such node or no rotation.
  bool set_node_rotation(uint32_t node, const glm::quat& rotation);
  /// kNone clears all.
  void clear_node_rotation(uint32_t node);

  /// Bounds of all visible nodes, or of all nodes if none is visible.
  Bounds bounds() const;
  /// Bounds of the bind pose, with hidden nodes.
  const Bounds& bind_bounds() const { return bind_bounds_; }
  Bounds action_bounds(uint32_t samples);
  /// How the boxes stored in a clip (md5anim) compare with the true ones on frames 0, 1, the middle and the last; null
  /// when it has none. Leaves the pose as it was.
  Json stored_bounds_check(uint32_t clip);
  /// { "frames", "checked", "outside", "allowed", "largest": { "frame", "time", "excess", "axis", "side" }, "list" }:
  /// the frames whose stored box does not contain the mesh; null when the clip has no boxes. Leaves the pose as it was.
  Json stored_bounds_excess(uint32_t clip, const HealthThresholds& thresholds);
  double camera_fov_y(uint32_t camera, double aspect) const;
  double gpu_difference() const;
  Json report(bool vertices, bool world_space) const;
  /// How a vertex of an instance comes to where it was posed last, in the file's axes and units: { "action", "time",
  /// "mesh", "node", "vertex", "fileVertex" where the file numbers it otherwise, "stored": { "position" (of the bind
  /// pose), "normal", "uv" (a pair for each layer) }, "position", "normal", "shapes": [{ "name", "value" }] that move
  /// it, and "matrix" of a rigid mesh, or "influences" in the order of the file: [{ "joint", "name", "weight", "offset"
  /// (in the joint's space), "matrix" (of the joint), "premultiplied" (that matrix by the inverse bind matrix), "sum"
  /// (of weight * matrix * offset up to here) }] }. Matrices are column-major. Null where there is no such vertex.
  Json vertex_report(uint32_t instance, uint32_t vertex) const;

  /// The stored frame of a mesh that was shown last, or that the picture leaves; 0 for others.
  uint32_t shown_frame(uint64_t mesh) const;

  uint32_t instance_count() const { return static_cast<uint32_t>(instances_.size()); }
  uint32_t instance_node(uint32_t instance) const {
    return instance < instances_.size() ? instances_[instance].node : kNone;
  }
  BufferView buffer(BufferKind kind, uint32_t index) const;

 private:
  /// A node with a mesh.
  struct Instance {
    uint32_t node = 0;
    const Mesh* mesh = nullptr;
    const Skin* skin = nullptr;  ///< null = rigid
    InstancePlan* plan = nullptr;
    skin::PosedMesh posed;
    const skin::Palette* palette = nullptr;  ///< of the skin; an empty one for a rigid mesh
    skin::ShapePlan shapes;
    std::span<const float> shape_values;
    ShownFrames shown;
    bool planned = true;  ///< `posed` is made; where it is not, or stays still, what is stored is shown
    bool shows_stored() const { return plan->still || !planned; }
    std::span<const glm::vec3> positions() const {
      return shows_stored() ? std::span(mesh->positions) : posed.positions();
    }
    std::span<const glm::vec4> tangents() const {
      return shows_stored() && !mesh->tangents.empty() ? std::span(mesh->tangents) : std::span(posed.tangents);
    }
    std::span<const glm::vec3> normals() const { return shows_stored() ? std::span(mesh->normals) : posed.normals(); }
  };
  struct SystemEntry {
    uint32_t node = 0, emitter = 0;
  };

  Instance make_instance(uint32_t node, InstancePlan& plan);
  void make_instance_plan(Instance& instance);
  void make_bind_tangents(Instance& instance) const;
  void make_plan(Instance& instance) const;
  bool plan_instance(Instance& instance) const;
  void pose_instance(Instance& instance, const PoseOptions& what) const;
  FrameBlend frames_of(const Instance& instance) const;
  static void plan_frames(Instance& instance);
  void show_frames(Instance& instance, bool positions) const;
  static BufferView frames_buffer(BufferKind kind, const Instance& instance);
  void find_together();
  void play_selected();
  const pose::ClipTracks* tracks_of(uint32_t clip);
  void find_moved();
  void update_world();
  void add_blend();
  void update_particles();
  BufferView instance_buffer(BufferKind kind, uint32_t index) const;
  void add_bounds(const Instance& instance, Bounds& bounds) const;

  const Scene* scene_ = nullptr;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> playing_;   ///< the clips of `clip_`
  std::vector<uint32_t> together_;  ///< those of kSimultaneousClips
  ScenePlans own_plans_;
  ScenePlans* plans_ = &own_plans_;
  double time_s_ = 0;
  pose::LocalPose local_;
  uint32_t blend_clip_ = kNone;
  double blend_time_s_ = 0, blend_weight_ = 0;
  pose::LocalPose blended_;  ///< made for the first blend
  pose::PropertyPose properties_;
  std::vector<glm::quat> rotations_;  ///< set by hand, one per node; 0 = none
  bool any_rotated_ = false;          ///< true also after the last one was cleared by itself
  bool all_move_ = true;              ///< in the next evaluate: what stands did not come from these clips alone
  std::vector<glm::dmat4> exact_;
  std::vector<glm::mat4> world_from_node_;
  std::vector<skin::Palette> palettes_;  ///< by skin, of those that an instance has; behind them an empty one
  std::vector<Instance> instances_;
  std::vector<pose::ParticleSystem> systems_;
  std::vector<SystemEntry> system_entries_;
  double particles_end_s_ = 0;
  Bounds bind_bounds_, drawn_bind_bounds_;
};

/// The transform that stands at the root when drawing or exporting: file axes to right-handed, y up, metres.
glm::dmat4 world_from_file(const Axes& axes);

}  // namespace vitrine
