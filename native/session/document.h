#pragma once
// The facade of the core: files in, a scene, poses and reports out. One Document is what the user dropped together. The
// same calls serve the page, Node and native tests.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "convert/export.h"
#include "formats/format.h"
#include "geometry/survey.h"
#include "play/buffers.h"
#include "pose/play_options.h"
#include "scene/scene.h"

namespace vitrine {

class Poser;
struct CurvePicture;
struct CurveQuery;
using pose::PlayOptions;
using pose::RootMotion;

class Document {
 public:
  explicit Document(Limits limits = {}, ReadOptions options = {});
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // -- files
  // ------------------------------------------------------------------------------------------------------------
  /// Room for one file of `bytes` bytes, to be filled by the host before `load`. Null when over the input limit or out
  /// of memory (a message says so).
  uint8_t* add_file(std::string name, uint64_t bytes);
  void add_file(std::string name, std::vector<uint8_t> bytes);
  /// Makes a companion (image, material declaration) known by name only, for texture names to resolve against.
  void offer(std::string name, uint64_t bytes);
  /// Loads the files added since the last call: models, then animations, then cameras. True when there is something to
  /// show. A file that fails adds errors and changes nothing else; a model added later makes earlier animations fit
  /// again.
  bool load();
  CancelFlag& cancel_flag();

  const Scene& scene() const;
  const Diagnostics& diagnostics() const;
  /// Names of files that the added ones are read with and that are not among them.
  std::vector<std::string> wanted() const;

  // -- what is in it
  // ----------------------------------------------------------------------------------------------------
  /// The report of `vitrine inspect` (interfaces: format, files, issues, info). What is found by posing every frame of
  /// every action, whether stored boxes agree with the mesh, stands in it only when `every_frame` is set.
  std::string report_text(bool every_frame = true) const;
  /// The same to look into.
  nlohmann::ordered_json report(bool every_frame = true) const;
  /// Curves of a clip (kSimultaneousClips: of all that play together) with keys and handles; `samples` > 0 adds that
  /// many evaluated points per curve.
  nlohmann::ordered_json curves(uint32_t clip, uint32_t samples) const;
  /// The channels of a clip without their keys, with their ranges (see session/curve_view.h); kSimultaneousClips as
  /// above.
  nlohmann::ordered_json curve_list(uint32_t clip) const;
  /// Samples of these channels for a plot of a time range; nothing if memory is short.
  CurvePicture curve_picture(uint32_t clip, const CurveQuery& query) const;
  /// Health of a clip (play/full/health.h) and of its stored boxes ("bounds", null when it has none); null
  /// when there is no such clip. Poses every frame it can: ask for it only when it is to be shown.
  nlohmann::ordered_json health(uint32_t clip);
  /// { "mesh", "survey", "weights" } of a mesh, see geometry/survey.h; "weights" if it has influences; null when
  /// there is no such mesh.
  nlohmann::ordered_json survey(uint32_t mesh) const;
  /// The parts with an inside of the mesh of an instance; nothing when there is no such instance.
  geometry::ClosedParts closed_parts(uint32_t instance) const;
  /// Times of a node's keys (session/curve_view.h); kSimultaneousClips and kNone as above.
  std::vector<double> key_times(uint32_t clip, uint32_t node) const;
  /// The fields of the record at `offset` of a file with their places (formats/record_map.h); null where there is none.
  nlohmann::ordered_json map_record(std::string_view file, uint64_t offset) const;
  /// Where a thing of the scene stands in its files, and what stands at a byte of a file: see session/places.h.
  nlohmann::ordered_json places(const nlohmann::ordered_json& thing) const;
  nlohmann::ordered_json at(std::string_view file, uint64_t offset) const;
  /// Fixes for the files, and the fixed files: see session/fixes.h.
  nlohmann::ordered_json fixes() const;
  nlohmann::ordered_json patch(std::string_view file, const nlohmann::ordered_json& codes,
                               std::vector<uint8_t>& patched) const;
  /// Of files that are there besides, those that textures without an image mean: [[texture, place in the list]].
  nlohmann::ordered_json choose(const std::vector<std::string>& images) const;
  std::string digest() const;
  /// The scene as a file of another format, see convert/export.h.
  Result<ExportedFile> export_file(std::string_view kind, std::string_view options, const ExportImages& images = {},
                                   const Simplify& simplify = {}) const;

  // -- playing
  // ----------------------------------------------------------------------------------------------------------
  /// Index of the clip by exact name, else by case-insensitive name, else by number in the text; kNone.
  uint32_t find_clip(std::string_view name_or_index) const;
  /// kNone = bind pose, kSimultaneousClips = those that the report's `together` names (and particles). False when there
  /// is no such clip or it cannot play.
  bool select_clip(uint32_t clip);
  uint32_t selected_clip() const;
  void set_play_options(const PlayOptions& options);
  const PlayOptions& play_options() const;
  /// Mixes another clip's pose in from the next evaluate on: every node moves by `weight` of the way towards it, along
  /// the shorter arc. kNone = the bind pose, weight 0 ends it; false when there is no such clip or it cannot play.
  bool set_blend(uint32_t clip, double time_s, double weight);
  /// Seconds one cycle of the selected clip takes under the play options; 0 in bind pose.
  double duration_s() const;
  /// Rotation override: the local rotation of a node from the next evaluate on, whatever the file or a clip has. False
  /// for no such node, or no rotation. Loading puts all nodes back.
  bool set_node_rotation(uint32_t node, const glm::quat& rotation);
  /// kNone = of all nodes.
  void clear_node_rotation(uint32_t node);
  /// Poses everything at `time_s` (wrapped when looping, clamped otherwise). No allocation after the first call per
  /// clip.
  void evaluate(double time_s, const PoseOptions& options);
  /// After evaluate: bounds of everything drawn, file space.
  Bounds bounds() const;
  /// Union of the bounds over `samples` times of the selected clip (bind pose included): what a view should frame.
  Bounds action_bounds(uint32_t samples);
  /// The box that the file itself states for the selected clip at a time within its cycle, file space; between two
  /// frames both of them, as the format's engine takes it. Empty where the file states none, or only zeros.
  Bounds stored_bounds(double time_s) const;
  /// After evaluate: vertical field of view in radians of camera `camera` (index into Scene::cameras) for an aspect.
  double camera_fov_y(uint32_t camera, double aspect) const;
  /// The report of `vitrine pose` after evaluate.
  nlohmann::ordered_json pose_report(bool vertices, bool world_space) const;
  /// LIMIT_COUNT where the posed vertices are more than a host can hold as text: such a report is not asked for.
  Status check_vertex_report() const;
  /// Largest distance between the CPU kernel and the GPU layout's own arithmetic for the current pose, in file units.
  double gpu_difference() const;

  uint32_t instance_count() const;
  uint32_t instance_node(uint32_t instance) const;
  BufferView buffer(BufferKind kind, uint32_t index) const;
  const Poser& poser() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Linear blend skinning on given numbers (`vitrine skin`): JSON text in, JSON text out; an error names vertex and
/// joint.
Result<std::string> skin_json(std::string_view text);

}  // namespace vitrine
