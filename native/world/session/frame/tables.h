#pragma once
// The last frame of a world as tables of numbers: what a renderer reads instead of the report. Rows stay where they are
// from frame to frame; once warm nothing is allocated.

#include <array>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "world/session/frame/model.h"
#include "world/session/warnings.h"
#include "world/world.h"

namespace vitrine {

/// The tables, in the order in which hosts number them (web/src/core/worldTables.ts).
enum class WorldTable : uint8_t {
  kScalars,         ///< f64, see WorldScalar
  kNumbers,         ///< u32, see WorldNumber
  kJobs,            ///< f32, WorldJobFloats
  kJobNumbers,      ///< u32, WorldJobNumbers
  kPaint,           ///< u32, WorldPaintRow
  kLights,          ///< f32, WorldLightFloats; in the order of evaluation
  kLightNumbers,    ///< u32, WorldLightNumbers
  kLightSegments,   ///< u32: segments that lights reach
  kEffects,         ///< f32, WorldEffectFloats
  kEffectNumbers,   ///< u32, WorldEffectNumbers
  kParticles,       ///< f32: x, y, z, before the matrix of their effect
  kSegments,        ///< f32, WorldSegmentRow
  kDoors,           ///< f32: how far portals are open
  kFinish,          ///< f32: kind (0 color, 1 blur, 2 glow, 3 sharpen), amount, operator
  kCameras,         ///< f32: at, dir, up, vertical angle in degrees, operator, 0
  kValues,          ///< f32: values of animated keys, four each
  kValueNumbers,    ///< u32: node of the document, instance, 1 where it is soft
  kEvents,          ///< f64: start in beats, local time
  kEventNumbers,    ///< u32: operator, 1 where it was triggered, index
  kPoints,          ///< f32: at, velocity of the particles of the physics
  kPointNumbers,    ///< u32: cell they are in, or kNoNode
  kCells,           ///< f32: offset from where the cell was written
  kCellNumbers,     ///< u32: mode (0 add, 1 sub, 2 zone), 1 where it is present, segment or kNoNode
  kContacts,        ///< f32: at, normal, t, 0
  kContactNumbers,  ///< u32: particle, cell, 1 of a wall
  kStill,           ///< f32, WorldVertex: triangles that never change
  kPosed,           ///< f32, WorldVertex: triangles of this frame's poses
  kBlocked,         ///< f32: cell, part of its motion that it was allowed, of the last slice
  kCount
};

/// Corners of triangles, three by three, counter-clockwise from outside; in the space that a job's matrix turns into
/// the world.
struct WorldVertex {
  float at[3], normal[3], uv[2], lightmap_uv[2];
};

struct WorldJobFloats {
  float matrix[16];  ///< of the visit times the deforms of the mesh
  float color[4], uv_scale[2], uv_translate[2], uv_rotate_deg, specular, detail_scale[2];
  float bounds[6], pose_s, zero;
  float gain[5][4], offset[5][4];  ///< of the slots texture, detail, bump, env, lightmap
};
struct WorldJobNumbers {
  static constexpr uint32_t kNoImage = 0xFFFFFFFFu, kFill = 0xFFFFFFFEu;
  uint32_t op, cluster;
  uint32_t geometry;      ///< number of the cluster among all of the document
  uint32_t pose;          ///< number of the pose in this frame; kNoNode: its triangles never change
  uint32_t first, count;  ///< vertices, in kPosed or kStill
  uint32_t material, material_id, segment, instance;
  uint32_t lights;    ///< bit per rank
  uint32_t state;     ///< bits 0..6 phases, 8..9 blend, 10 casts, 11 box, 12 mirrored, 13 shadowless, 16.. pass
  uint32_t image[5];  ///< per slot: index into world_images, kFill, or kNoImage
  uint32_t zero[3];
};
struct WorldPaintRow {
  uint32_t key;
  uint32_t index;  ///< job or effect; kNoNode: specular
  uint32_t rank;   ///< of shadows and lights, else kNoNode
  uint32_t what;   ///< bits 0..2 phase, 3 shadow, 4 effect
};
struct WorldLightFloats {
  float at[3], range, color[4], importance, zero[3];
};
struct WorldLightNumbers {
  uint32_t op, instance, rank, casts, home;
  uint32_t first, count;  ///< into kLightSegments; none: it reaches everything
  uint32_t zero;
};
struct WorldEffectFloats {
  float matrix[16], color[4], size, amount, zero[2];
};
struct WorldEffectNumbers {
  uint32_t op, kind;  ///< kind: 0 particles, 1 text, 2 tint, 3 add, 4 fade, 5 nothing
  uint32_t instance, segment;
  uint32_t first, count;  ///< particles; vertices in kStill of a text, whose unit is a cell (size / 7)
  uint32_t text;          ///< number of the text, or kNoNode
  uint32_t zero;
};
struct WorldSegmentRow {
  float flood, x0, y0, x1, y1, visible;
};

enum class WorldScalar : uint8_t {
  kTime,
  kBeat,
  kRemainder,
  kEye,
  kDir = kEye + 3,
  kUp = kDir + 3,
  kFov = kUp + 3,
  kAspect,
  kNear,
  kMaskScale,
  kCount
};
enum class WorldNumber : uint8_t {
  kGeneration,  ///< another one: everything may have changed
  kFrame,
  kMode,  ///< 0 phases, 1 fake, 2 wireframe of meshes, 3 of the scene
  kSegment,
  kStillVersion,
  kPosedVersion,
  kTexts,
  kIssues,
  kShadows,
  kColored,
  kBlur,
  kChosenCount,
  kChosen,
  kPhaseJobs = kChosen + 3,
  kDepthJobs = kPhaseJobs + world::kPhases,
  kBaseJobs,
  kTextureJobs,
  kWireJobs,
  kShadowJobs,
  kTotal,
  kMeshJobs,
  kTriggered,
  kSlices,
  kClip,
  kCount
};

class WorldTables {
 public:
  /// Tables of a world and its models, which outlive them. `generation` numbers the tables of a session.
  WorldTables(const world::World& world, const std::vector<std::unique_ptr<WorldModel>>& models, uint32_t generation);

  /// Takes over the last frame. WORLD_LIMIT when its poses or texts are too large.
  Status update();
  std::span<const uint8_t> bytes(WorldTable table) const;
  /// Texts of effects by number, empty for others; numbers last as long as the tables.
  std::string text(uint32_t number) const { return number < texts_.size() ? *texts_[number] : std::string(); }
  const std::vector<std::string>& images() const { return images_; }
  /// A missing image: its slots are drawn as empty, with the message WORLD_FILE.
  void miss_image(const std::string& file) { warnings_.missing_everywhere(file); }
  const std::vector<world::Issue>& issues() const { return issues_; }

 private:
  struct Pose {
    uint32_t model = 0, action = 0;
    double time_s = 0;
    uint32_t first = 0;  ///< vertex in kPosed
    bool operator==(const Pose& other) const {
      return model == other.model && action == other.action && time_s == other.time_s;
    }
  };
  struct Place {
    uint32_t first = 0xFFFFFFFFu, count = 0;  ///< vertices in kStill
  };
  struct ModelPlan {
    std::vector<uint32_t> first;  ///< per cluster, in vertices of one pose
    uint32_t vertices = 0;
    uint32_t still = 0xFFFFFFFFu;  ///< first vertex of the bind pose in kStill
  };

  void update_header();
  void update_jobs();
  void place_job(const world::MeshValue& mesh, uint32_t cluster, WorldJobNumbers& out);
  uint32_t find_pose(uint32_t model, uint32_t action, double time_s);
  Status pose_models();
  void write_vertices(uint32_t model, uint32_t cluster, std::vector<WorldVertex>& out);
  const Place& box_place(uint32_t op, uint32_t box);
  uint32_t bind_place(uint32_t model);
  void update_lights();
  Status update_effects();
  uint32_t number_of(const std::string& text);
  void update_rest();
  void update_physics();

  const world::World& world_;
  const world::Document& document_;
  const std::vector<std::unique_ptr<WorldModel>>& models_;
  std::vector<world::Issue> issues_;
  DrawingWarnings warnings_;
  std::vector<std::string> images_;
  std::unordered_map<const std::string*, uint32_t> image_of_;     ///< word of a texture operator -> image
  std::vector<uint32_t> first_geometry_, first_box_, action_of_;  ///< per operator
  std::vector<Place> boxes_;                                      ///< by geometry; of boxes that have been drawn
  std::vector<ModelPlan> plans_;                                  ///< per model
  std::unordered_map<std::string, uint32_t> text_numbers_;
  std::vector<const std::string*> texts_;
  std::vector<Place> letters_;  ///< of texts
  uint64_t letter_count_ = 0;
  std::vector<uint32_t> place_, effect_place_;  ///< of scene jobs and effects among those that are painted
  std::vector<uint32_t> first_particle_;
  std::vector<Pose> poses_, posed_now_;  ///< wanted by this frame; in kPosed
  std::vector<uint32_t> pose_slots_;     ///< open addressing: pose + 1
  std::vector<render::WorldTriangle> scratch_;

  std::array<double, static_cast<size_t>(WorldScalar::kCount)> scalars_{};
  std::array<uint32_t, static_cast<size_t>(WorldNumber::kCount)> numbers_{};
  std::vector<WorldJobFloats> jobs_;
  std::vector<WorldJobNumbers> job_numbers_;
  std::vector<WorldPaintRow> paint_;
  std::vector<WorldLightFloats> lights_;
  std::vector<WorldLightNumbers> light_numbers_;
  std::vector<uint32_t> light_segments_;
  std::vector<WorldEffectFloats> effects_;
  std::vector<WorldEffectNumbers> effect_numbers_;
  std::vector<WorldSegmentRow> segments_;
  std::vector<float> doors_, finish_, cameras_, values_, points_, cells_, contacts_, blocked_;
  std::vector<double> events_;
  std::vector<uint32_t> value_numbers_, event_numbers_, point_numbers_, cell_numbers_, contact_numbers_;
  std::vector<WorldVertex> still_, posed_;
};

}  // namespace vitrine
