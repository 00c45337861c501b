#pragma once
// A player of Quake III: the model cut into legs, torso and head, which the game joins by tags and plays apart.

#include <nlohmann/json.hpp>
#include <optional>

#include "convert/export.h"
#include "convert/loss_report.h"
#include "formats/quake/write/file.h"
#include "formats/quake/write/motion.h"

namespace vitrine::md3_export {

/// What moves with the torso and with the head, which are nodes and all below them, and where these hang.
struct PlayerCut {
  uint32_t torso = 0, head = 0;          ///< nodes
  uint32_t tag_torso = 0, tag_head = 0;  ///< of the tags
  /// A tag that no node of its name is: it has the axes of the model where the model stands.
  std::optional<glm::dmat3> torso_at_rest, head_at_rest;
};

/// The nodes that `options.cut` names, else those called tag_torso and tag_head; tags that are missing are added.
/// EXPORT_OPTION for names that no node has, or a head that is not below the torso; EXPORT_ENGINE for an engine without
/// such players.
Result<PlayerCut> find_cut(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                           std::vector<Tag>& tags);

struct Player {
  std::vector<TextFile> files;  ///< lower.md3, upper.md3, head.md3, a .skin for each, animation.cfg
  /// { "parts": [{ "name", "triangles", "vertices", "frames", "tags", "grid", "largest", "relative" }], "rows":
  /// [{ "name", "action" or null, "first", "frames" }] }: how far a vertex of the part, where the tags of the written
  /// files put it, is from the source at every frame of the part, of the head at every frame of the torso.
  nlohmann::ordered_json report;
};

/// A triangle whose corners all move with the head alone is the head's, as the game draws one frame of it; of the
/// others the torso has those of which most corners move with it. Frames of actions called BOTH_ are in legs and torso,
/// of TORSO_ and LEGS_ in one of them; a row that no action is called has a frame of another one. Losses: "actions",
/// "head". EXPORT_ENGINE for a part without triangles or off the grid.
Result<Player> make_player(const Scene& scene, const PlayerCut& cut, const Surfaces& surfaces, const Motion& motion,
                           const Md3WriteOptions& options, LossReport& loss_report);

// The rows of a player's animation.cfg, and which frames of a model each part has for them.

struct PlayerRows {
  std::vector<Action> rows;            ///< `first` as the game counts: frames of both, of the torso, of the legs
  std::vector<const Action*> actions;  ///< of each row; nullptr where no action is called as it
  std::vector<uint32_t> lower, upper;  ///< frames of the model
  uint32_t head = 0;                   ///< the head's one frame
};

/// Rows in the order of the game, by the names of the actions.
PlayerRows player_rows_of(const Motion& motion, LossReport& loss_report);

}  // namespace vitrine::md3_export
