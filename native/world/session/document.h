#pragma once
// World documents with the files they name: models of any format, effects, music. `vitrine world` and the page use
// this.

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "world/graph/change.h"
#include "world/session/drawing.h"
#include "world/session/frame/tables.h"
#include "world/session/parts.h"
#include "world/session/volumes.h"
#include "world/world.h"

namespace vitrine {

/// Names of the files a document refers to (models, sound), each once; none of one that cannot be read. For hosts that
/// must fetch before they can answer a lookup.
std::vector<std::string> world_files(std::string_view text);

/// Result of a change of the document.
enum class WorldChange : uint8_t {
  kRefused,  ///< nothing changed; `change_issues` says why
  kTaken,    ///< the next frame has it
  kReplays,  ///< the session is played again from its start: `replay` until that is done
};
/// Frames of a replay.
struct WorldProgress {
  uint64_t done = 0, total = 0;
};

/// A world document that is being played.
class WorldSession {
 public:
  /// Frames a second of `replay`.
  static constexpr double kTicks = 60;

  /// Reads the document and what it names. A session is made in any case; `ok` is true if it can be evaluated.
  /// Memory that runs out is an issue like others.
  WorldSession(std::string_view text, const WorldFiles& files, const Limits& limits = {});
  ~WorldSession();

  bool ok() const { return parts_.world != nullptr; }
  bool has_frame() const { return evaluated_; }
  /// Errors and warnings of reading; after a failed `evaluate` also why.
  const std::vector<world::Issue>& issues() const { return parts_.next_issues ? *parts_.next_issues : parts_.issues; }
  /// The document with all changes, also with one that is being replayed.
  const std::string& text() const { return edited().text; }
  /// The next frame; false ends the session (the frame asks for too much).
  /// `aspect` > 0 replaces the camera's.
  bool evaluate(double time_s, const std::optional<world::CameraOverride>& camera = {}, double aspect = 0);
  /// The last frame to draw; it must have been evaluated with the aspect of the picture. `issues` gets what drawing has
  /// to say. WORLD_LIMIT where it is too much. Throws bad_alloc, which leaves the session as it was.
  Result<render::WorldPicture> picture(uint32_t width, uint32_t height, const ImageLookup& images,
                                       std::vector<world::Issue>& issues);
  /// The same drawn.
  Result<render::WorldDrawing> draw(uint32_t width, uint32_t height, const render::WorldSwitch& which,
                                    const ImageLookup& images, std::vector<world::Issue>& issues);
  /// Brings `volumes` up to the last frame; false ends the session (they are too many, or memory runs out).
  bool update_volumes();
  const WorldVolumes& volumes() const { return volumes_; }
  const WorldMeshes& meshes() const { return meshes_; }
  /// One per Document::models, null where it did not open.
  const WorldMeshes::Models& models() const { return parts_.models; }
  /// Tables of the last frame; null without one, and where they are too large, which `issues` then has.
  WorldTables* tables();
  /// Those that `tables` made last; null after a failure.
  WorldTables* last_tables() { return tables_.get(); }
  /// Index in the report's `jobs` of a scene job that is painted.
  uint32_t place_of(uint32_t scene_job) const;

  /// What became of each operator in the last frame: bits of world::op_state, by number; empty where it was not noted,
  /// which every frame is after the first call.
  std::vector<uint8_t> states();

  // -- changing it while it runs; the session must be ok

  /// Files that the document would name with these splices, and does not name now; none where they are refused. What
  /// was read is kept for `edit` with the same splices.
  std::vector<std::string> files_of_edit(std::span<const world::Splice> splices);
  /// Images that the document names which `files_of_edit` has read; none where it was refused.
  std::vector<std::string> images_of_edit() const;
  /// The same before `set`: `value` (JSON) at `pointer`.
  std::vector<std::string> files_of_change(std::string_view pointer, std::string_view value);
  /// Changes the text: `text()`, with a change that is being replayed. Where the new document differs from the one that
  /// is shown in nothing but what every frame reads again (see world/graph/change.h), it is taken at once; else the
  /// session is replayed up to the time of the last frame. A document that would be refused is not taken. A replay that
  /// is under way ends, or goes on with the new document.
  ///
  /// `is_loose`, as while something is dragged: values of the same operators are taken at once as well. What the world
  /// has kept stays as it was, so it is approximate, until a change that is not loose, or of nothing, is replayed.
  WorldChange edit(std::span<const world::Splice> splices, bool is_loose, const WorldFiles& files);
  /// What `edit` answers to splices that are none.
  WorldChange refuse_splices();
  /// `edit` with `value` (JSON) in place of what the pointer names: see world/graph/change.h.
  WorldChange set(std::string_view pointer, std::string_view value, const WorldFiles& files);
  /// Does the world have values in it that it was not played with from its start?
  bool is_approximate() const { return parts_.is_approximate; }
  const std::vector<world::Issue>& change_issues() const { return change_issues_; }
  /// Plays the document from its start up to `time_s`, as `set` does: by `replay`. False when that takes more than a
  /// million frames. `files` has those of a changed document that is being replayed.
  bool seek(double time_s, const WorldFiles& files = {});
  bool is_replaying() const { return replay_ != nullptr; }
  /// Up to `frames` further frames: one every 1/60 s from 0, and one at the time itself, each seen from where it was
  /// seen at that time before. The session goes on as it was until all are done; then it is the replayed one. A frame
  /// that asks for too much ends the replay, and the session stays as it was: `change_issues` says so.
  WorldProgress replay(uint64_t frames);
  void end_replay();

  /// Report of the last frame; { "issues": [...] } alone of a refused document, before the first frame, and of a frame
  /// with more rows than a report can hold (WORLD_LIMIT).
  nlohmann::ordered_json report() const;
  /// The same as text; memory that runs out is an issue here as well.
  std::string report_text() const;
  /// Hash of that text, 16 hexadecimal digits: equal on every host.
  std::string digest() const;
  const world::World& world() const { return *parts_.world; }

 private:
  /// Where frames were seen from, from a time on.
  struct View {
    double since_s = 0;
    std::optional<world::CameraOverride> camera;
    double aspect = 0;
  };
  struct Replay {
    WorldParts parts;
    bool is_changed = false;  ///< the document is another; else only the world is new
    double until_s = 0;
    WorldProgress progress;
  };
  void run_out_of_memory();
  void fail(const Error& error);
  void remember_view(double time_s, const std::optional<world::CameraOverride>& camera, double aspect);
  const View& view_at(double time_s) const;
  bool start_replay(WorldParts parts, bool is_changed, double until_s);
  void finish_replay();
  /// What changes are made to: the document that is being replayed, where it is another.
  const WorldParts& edited() const { return replay_ != nullptr && replay_->is_changed ? replay_->parts : parts_; }
  Result<std::string> text_of_change(std::string_view pointer, std::string_view value) const;
  std::vector<std::string> files_of_text(Result<std::string> text);
  WorldChange refuse(std::vector<world::Issue> issues);
  WorldChange edit_text(Result<std::string> text, bool is_loose, const WorldFiles& files);
  WorldChange take(std::string text, world::ReadResult read, bool is_loose, const WorldFiles& files);
  static bool adopt(WorldParts& parts, const std::string& text, world::ReadResult& read, bool is_loose);
  void forget_drawing();

  Limits limits_;
  WorldParts parts_;
  WorldMeshes meshes_;
  WorldVolumes volumes_;
  std::unique_ptr<WorldTables> tables_;  ///< of the world of `parts_`
  uint32_t generation_ = 0;              ///< of the tables
  bool evaluated_ = false;
  bool notes_states_ = false;
  std::vector<View> views_;  ///< times rise
  std::vector<world::Issue> change_issues_;
  std::unique_ptr<Replay> replay_;
  /// Read for `files_of_edit`.
  struct Prepared {
    std::string text;
    world::ReadResult read;
  };
  std::optional<Prepared> prepared_;
};

}  // namespace vitrine
