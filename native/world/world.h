#pragma once
// A world document at work: frames at given times, in order. Everything a frame gives is in Frame; report.h prints it.

#include <memory>
#include <optional>
#include <vector>

#include "world/frame/frame.h"
#include "world/frame/painter.h"
#include "world/frame/segments.h"
#include "world/frame/visitor.h"
#include "world/graph/graph.h"
#include "world/physics/carried.h"
#include "world/physics/physics.h"

namespace vitrine::world {

/// Where the evaluation looks from, instead of the document's camera.
struct CameraOverride {
  glm::dvec3 at{0}, dir{0, 0, -1};
  std::optional<glm::dvec3> up{};
};

class World {
 public:
  /// `models`: one per Document::models. WORLD_LIMIT when the complete tree is too large.
  static Result<std::unique_ptr<World>> make(Document document, std::vector<Model> models);

  /// Evaluates the next frame (time_s >= 0; a smaller time than the last one resets events, memory and collision).
  /// WORLD_LIMIT when it asks for too much. The frame stays valid until the next call.
  /// `aspect` > 0 replaces that of the camera: width / height of the picture to be drawn.
  Result<const Frame*> evaluate(double time_s, const std::optional<CameraOverride>& camera = {}, double aspect = 0);

  /// Takes a document that differs from this one in values that every frame reads again and nothing keeps, or, where
  /// `is_loose`, in any values: caches start again then, while memory, events and collision go on (see graph/change.h).
  /// False, and nothing is taken, when operators would be visited in another way. It is `document` from the next frame
  /// on.
  bool adopt(Document& changed, bool is_loose);
  /// Does the next frame take such a document? What points into the former one ends with it.
  bool is_changing() const { return next_.has_value(); }
  /// The document of the next frame: the one that was adopted last, or `document`.
  const Document& newest() const { return next_ ? *next_ : document_; }
  /// What became of each operator is noted from the next frame on, for `states`.
  void note_states() { notes_states_ = true; }
  /// By operator of `document`, bits of op_state; nothing where the last frame was not noted.
  std::vector<uint8_t> states() const;
  /// Where a sphere comes to that starts at `from` and is moved by `way` through the cells as they stand now: walls and
  /// SUB cells stop it, it slides along them, and is pushed off those nearer than `radius`. Without cells it goes all
  /// the way.
  glm::dvec3 walk(const glm::dvec3& from, const glm::dvec3& way, double radius) const;

  /// Results of the last frame.
  const Document& document() const { return document_; }
  const Graph& graph() const { return graph_; }
  const Frame& frame() const { return frame_; }
  const Simulation& simulation() const { return *simulation_; }
  const Timeline& timeline() const { return *timeline_; }
  const Instances& instances() const { return instances_; }
  const InstanceMemory& memory() const { return memory_; }

 private:
  World(Document document, std::vector<Model> models) : document_(std::move(document)), models_(std::move(models)) {}
  void begin(double time_s);
  void take_next();
  Status place_collision();
  Status carry_cells();
  void set_camera(const std::optional<CameraOverride>& camera);
  void take_camera_operator();
  Context entity_context(uint32_t entity);
  Context segment_context(uint32_t segment);
  bool visit_entities();
  void evaluate_doors();
  Status find_segments();
  bool visit_segments();
  bool visit_post();
  Error too_much() const;
  Status light_segments();
  Status simulate();
  bool has_room();
  void count_handlers();

  Document document_;
  std::optional<Document> next_;     ///< adopted
  std::optional<Graph> next_graph_;  ///< of one that was adopted loosely
  std::vector<Model> models_;
  Graph graph_;
  Instances instances_;
  InstanceMemory memory_;
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<SegmentMap> map_;
  std::unique_ptr<FloodFill> flood_;
  std::unique_ptr<Visitor> visitor_;
  std::unique_ptr<Simulation> simulation_;
  CarriedCells carried_;
  size_t entity_jobs_ = 0;     ///< mesh jobs of entities come first
  std::vector<uint8_t> open_;  ///< per portal
  Frame frame_;
  PaintLists paint_lists_;
  std::vector<std::vector<uint32_t>> spare_;          ///< memory for LightRecord::segments
  uint64_t spare_segments_ = 0, light_segments_ = 0;  ///< there is memory for, and of the lights of this frame
  bool started_ = false, notes_states_ = false, has_states_ = false;
  uint32_t current_ = kNoSegment;  ///< segment of the camera, kept while it contains it
  bool camera_is_operator_ = false;
  Handlers session_;
};

}  // namespace vitrine::world
