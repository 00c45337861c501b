#include "formats/quake/write/player.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/argument.h"
#include "base/names.h"
#include "convert/check_written.h"
#include "convert/companions.h"
#include "convert/source_pose.h"
#include "formats/quake/rows.h"
#include "formats/quake/write/motion.h"
#include "formats/quake/write/sentences.h"
#include "scene/validate.h"
#include "scene/vertex_frames.h"

namespace vitrine::md3_export {
namespace {

using Json = nlohmann::ordered_json;

enum Body : uint8_t { kLower, kUpper, kHead, kParts };
constexpr const char* kPartNames[] = {"lower", "upper", "head"};
/// A weight below is none: what rounding leaves.
constexpr double kNoWeight = 1e-4;
constexpr double kStepOfGrid = 1.0 / 64;
constexpr double kFlat = 1e-6;

/// Places of one tag on another, or of a point in the space of a tag.
struct Frame {
  glm::dmat3 axes{1};  ///< columns
  glm::dvec3 origin{0};
  glm::dvec3 out(const glm::dvec3& p) const { return axes * p + origin; }
  glm::dvec3 in(const glm::dvec3& p) const { return glm::inverse(axes) * (p - origin); }
};
Frame frame_of(const TagPlace& place) {
  return {glm::dmat3(glm::dvec3(place.axes[0]), glm::dvec3(place.axes[1]), glm::dvec3(place.axes[2])),
          glm::dvec3(place.origin)};
}
TagPlace place_of(const Frame& frame) {
  TagPlace out;
  for (int c = 0; c < 3; ++c) out.axes[c] = glm::vec3(frame.axes[c]);
  out.origin = glm::vec3(frame.origin);
  return out;
}
Frame below(const Frame& parent, const Frame& child) { return {parent.axes * child.axes, parent.out(child.origin)}; }
Frame inside(const Frame& parent, const Frame& placed) {
  return {glm::inverse(parent.axes) * placed.axes, parent.in(placed.origin)};
}

/// Per node the part that it moves with.
std::vector<Body> parts_of_nodes(const Scene& scene, const PlayerCut& cut) {
  std::vector<Body> out(scene.nodes.size(), kLower);
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const uint32_t parent = scene.nodes[n].parent;
    if (parent != kNone) out[n] = out[parent];
    if (n == cut.torso) out[n] = kUpper;
    if (n == cut.head) out[n] = kHead;
  }
  return out;
}

/// What moves a vertex: the part that most of it moves with, the head only where nothing else does.
Body part_of_vertex(const Scene& scene, const std::vector<Body>& parts, const Source& source) {
  const Node& node = scene.nodes[source.node];
  const Mesh& mesh = scene.meshes[node.mesh];
  if (node.skin == kNone || mesh.influence_first.empty()) return parts[source.node];
  double weights[kParts] = {};
  for (uint32_t i = mesh.influence_first[source.vertex]; i < mesh.influence_first[source.vertex + 1]; ++i)
    weights[parts[scene.skins[node.skin].joints[mesh.influences[i].joint]]] += double{mesh.influences[i].weight};
  if (weights[kHead] > kNoWeight && weights[kLower] + weights[kUpper] < kNoWeight) return kHead;
  return weights[kUpper] + weights[kHead] > weights[kLower] ? kUpper : kLower;
}

/// Corners of the triangles of each part, as numbers of all vertices.
std::array<std::vector<uint32_t>, kParts> cut_triangles(const Scene& scene, const PlayerCut& cut,
                                                        const Surfaces& surfaces) {
  const std::vector<Body> parts = parts_of_nodes(scene, cut);
  std::vector<Body> moves;
  for (const Source& source : surfaces.sources) moves.push_back(part_of_vertex(scene, parts, source));
  std::array<std::vector<uint32_t>, kParts> out;
  for (const Surface& surface : surfaces.list)
    for (size_t i = 0; i < surface.indices.size(); i += 3) {
      int heads = 0, above = 0;
      for (size_t k = 0; k < 3; ++k) {
        const Body part = moves[surface.first + surface.indices[i + k]];
        heads += part == kHead, above += part != kLower;
      }
      std::vector<uint32_t>& to = out[heads == 3 ? kHead : above >= 2 ? kUpper : kLower];
      for (size_t k = 0; k < 3; ++k) to.push_back(surface.first + surface.indices[i + k]);
    }
  return out;
}

/// A part that is written and has been read back.
struct Written {
  Subset model;
  Md3File file;
  Scene scene;

  glm::dvec3 position(size_t frame, uint32_t vertex) const {
    return FrameView(*scene.meshes[0].frames, static_cast<uint32_t>(frame)).position(vertex);
  }
  Frame tag(std::string_view name, size_t frame) const {
    for (const Node& node : scene.nodes) {
      if (node.tag == kNone || node.name != name) continue;
      const TagTrack::Place& place = scene.tag_tracks[node.tag].places[frame];
      return frame_of({{place.axes[0], place.axes[1], place.axes[2]}, place.origin});
    }
    return {};
  }
};

class Cutter {
 public:
  Cutter(const Scene& scene, const PlayerCut& cut, const Surfaces& surfaces, const Motion& motion,
         const Md3WriteOptions& options, LossReport& loss_report)
      : scene_(scene),
        cut_(cut),
        surfaces_(surfaces),
        motion_(motion),
        options_(options),
        loss_report_(loss_report),
        rows_(player_rows_of(motion, loss_report)),
        node_parts_(parts_of_nodes(scene, cut)),
        code_(options.normal_steps) {}

  Result<Player> run() {
    const auto corners = cut_triangles(scene_, cut_, surfaces_);
    const std::vector<uint32_t> head{rows_.head};
    const std::vector<uint32_t>* const frames[kParts] = {&rows_.lower, &rows_.upper, &head};
    for (int p = 0; p < kParts; ++p) {
      if (corners[p].empty()) return Error{messages::kNoTriangleOfPart, kNoOffset, {kPartNames[p]}};
      if (options_.limits.frames > 0 && frames[p]->size() > options_.limits.frames)
        return Error{messages::kTooManyFrames,
                     kNoOffset,
                     {frames[p]->size(), options_.engine, uint64_t{options_.limits.frames}}};
      VITRINE_CHECK(write(static_cast<Body>(p), corners[p], *frames[p]));
    }
    report();
    add_companions();
    return std::move(out_);
  }

 private:
  // Where the tags are in a frame of the model, with the numbers that are written.
  Frame torso(size_t frame) const { return frame_of(place_of(placed(frame, cut_.tag_torso, cut_.torso_at_rest))); }
  Frame head_on_torso(size_t frame) const {
    return frame_of(place_of(inside(torso(frame), placed(frame, cut_.tag_head, cut_.head_at_rest))));
  }
  Frame placed(size_t frame, uint32_t tag, const std::optional<glm::dmat3>& at_rest) const {
    Frame out = frame_of(motion_.places[frame * motion_.tags.size() + tag]);
    if (at_rest) out.axes = out.axes * glm::inverse(*at_rest);
    return out;
  }
  Frame space_of(Body part, size_t frame) const {
    if (part == kLower) return {};
    return part == kUpper ? torso(frame) : below(torso(frame), head_on_torso(frame));
  }

  /// The tags that hang on a part, as numbers of those of the model.
  std::vector<uint32_t> tags_of(Body part) const {
    std::vector<uint32_t> out;
    for (uint32_t t = 0; t < motion_.tags.size(); ++t) {
      const Body own = t == cut_.tag_torso ? kLower : t == cut_.tag_head ? kUpper : node_parts_[motion_.tags[t].node];
      if (own == part) out.push_back(t);
    }
    return out;
  }

  Status write(Body part, std::span<const uint32_t> corners, const std::vector<uint32_t>& frames) {
    Written& to = written_[part];
    to.model = subset_of(surfaces_, motion_, corners, frames);
    Motion& motion = to.model.motion;
    const size_t vertices = to.model.surfaces.sources.size();
    const std::vector<uint32_t> tags = tags_of(part);
    motion.tags.clear(), motion.places.clear();
    for (const uint32_t t : tags) motion.tags.push_back(motion_.tags[t]);
    for (size_t k = 0; k < frames.size(); ++k) {
      const Frame space = space_of(part, frames[k]);
      if (!(std::abs(glm::determinant(space.axes)) > kFlat)) return Error{messages::kModelNotFinite, kNoOffset};
      const glm::dmat3 back = glm::inverse(space.axes);
      for (size_t v = k * vertices; v < (k + 1) * vertices; ++v) {
        motion.positions[v] = glm::vec3(back * (glm::dvec3(motion.positions[v]) - space.origin));
        if (part != kLower) motion.normals[v] = turned(motion.normals[v], space.axes);
      }
      for (const uint32_t t : tags) motion.places.push_back(place_in(part, space, frames[k], t));
    }
    if (const double reach = reach_of(motion); reach > kGridEnd)
      return Error{messages::kPartOffGrid, kNoOffset, {kPartNames[part], static_cast<uint64_t>(std::ceil(reach))}};
    to.file = write_md3(to.model.surfaces, motion, kPartNames[part]);
    const std::string name = std::string(kPartNames[part]) + ".md3";
    out_.files.push_back({name, std::string(to.file.bytes.begin(), to.file.bytes.end())});
    VITRINE_CHECK(load_written(quake::rows(), name, to.file.bytes, to.scene));
    VITRINE_CHECK(validate(to.scene));
    const bool is_whole = to.scene.meshes.size() == 1 && to.scene.meshes[0].frames &&
                          to.scene.meshes[0].frames->vertex_count == vertices &&
                          to.scene.meshes[0].frames->frame_count == frames.size() &&
                          to.scene.tag_tracks.size() == tags.size();
    return is_whole ? ok_status() : Status(Error{messages::kOtherContent, kNoOffset});
  }

  Angles turned(const Angles& normal, const glm::dmat3& axes) const {
    const glm::dvec3 n = glm::transpose(axes) * code_.decoded(normal);
    return glm::dot(n, n) > kFlat ? code_.nearest(glm::normalize(n)) : normal;
  }
  TagPlace place_in(Body part, const Frame& space, size_t frame, uint32_t tag) const {
    if (tag == cut_.tag_torso) return place_of(torso(frame));
    if (tag == cut_.tag_head) return place_of(head_on_torso(frame));
    const Frame own = frame_of(motion_.places[frame * motion_.tags.size() + tag]);
    return part == kLower ? place_of(own) : place_of(inside(space, own));
  }

  /// Where the tags of the files put the vertices of a part, against the source. Legs have no frames of the torso's own
  /// actions: the torso is then where the source has it.
  Deviation deviation_of(Body part) const {
    Deviation out;
    const std::vector<uint32_t>& frames = part == kLower ? rows_.lower : rows_.upper;
    const std::vector<uint32_t>& vertices = written_[part].model.vertices;
    for (size_t k = 0; k < frames.size(); ++k) {
      const bool is_both = k < rows_.lower.size() && rows_.lower[k] == frames[k];
      const Frame on = part == kLower ? Frame() : is_both ? written_[kLower].tag("tag_torso", k) : torso(frames[k]);
      const Frame space = part == kHead ? below(on, written_[kUpper].tag("tag_head", k)) : on;
      for (uint32_t v = 0; v < vertices.size(); ++v) {
        const glm::dvec3 made = space.out(written_[part].position(part == kHead ? 0 : k, v));
        const glm::vec3& source = motion_.positions[frames[k] * surfaces_.sources.size() + vertices[v]];
        out.add(glm::distance(made, glm::dvec3(source)), 0);
      }
    }
    return out;
  }
  void report() {
    Json parts = Json::array(), rows = Json::array();
    for (int p = 0; p < kParts; ++p) {
      const Written& part = written_[p];
      const Deviation off = deviation_of(static_cast<Body>(p));
      uint64_t triangles = 0;
      for (const Surface& surface : part.model.surfaces.list) triangles += surface.triangles();
      parts.push_back({{"name", std::string(kPartNames[p]) + ".md3"},
                       {"triangles", triangles},
                       {"vertices", part.model.surfaces.sources.size()},
                       {"frames", part.model.motion.frames},
                       {"tags", part.model.motion.tags.size()},
                       {"grid", part.file.error.largest()},
                       {"largest", off.largest},
                       {"relative", motion_.size > 0 ? off.largest / motion_.size : off.largest}});
      if (p == kHead)
        loss_report_.add("head", off.largest > kStepOfGrid ? part.model.surfaces.sources.size() : 0,
                         "the head is one frame, as the game draws no other: what moves in it stands; the number is "
                         "the largest distance in units",
                         off.largest);
    }
    for (size_t k = 0; k < rows_.rows.size(); ++k)
      rows.push_back({{"name", rows_.rows[k].name},
                      {"action", rows_.actions[k] == nullptr ? Json() : Json(rows_.actions[k]->name)},
                      {"first", rows_.rows[k].first},
                      {"frames", rows_.rows[k].frames()}});
    out_.report = {{"parts", std::move(parts)}, {"rows", std::move(rows)}};
  }

  void add_companions() {
    CompanionRules skins, list;
    skins.skin_default = true, list.animation_cfg = true;
    const std::vector<Action> none;
    for (int p = 0; p < kParts; ++p) {
      CompanionModel model{.name = kPartNames[p],
                           .file = std::string(kPartNames[p]) + ".md3",
                           .surfaces = {},
                           .actions = none,
                           .action_files = {}};
      for (const Surface& surface : written_[p].model.surfaces.list)
        model.surfaces.push_back({surface.name, surface.shader});
      for (TextFile& file : make_companions(model, skins, loss_report_)) out_.files.push_back(std::move(file));
    }
    // The game takes no player without its rows, so those of a model that stands are there as well.
    for (Action& row : rows_.rows) row.clip = row.clip == kNone ? 0 : row.clip;
    const CompanionModel player{
        .name = "player", .file = "player.md3", .surfaces = {}, .actions = rows_.rows, .action_files = {}};
    for (TextFile& file : make_companions(player, list, loss_report_)) out_.files.push_back(std::move(file));
  }

  const Scene& scene_;
  const PlayerCut& cut_;
  const Surfaces& surfaces_;
  const Motion& motion_;
  const Md3WriteOptions& options_;
  LossReport& loss_report_;
  PlayerRows rows_;
  std::vector<Body> node_parts_;
  NormalCode code_;
  std::array<Written, kParts> written_;
  Player out_;
};

uint32_t node_called(const Scene& scene, const std::string& name) {
  for (uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].name == name) return n;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (equal_ignoring_case(scene.nodes[n].name, name)) return n;
  return kNone;
}

bool is_below(const Scene& scene, uint32_t node, uint32_t above) {
  while (node != kNone && node != above) node = scene.nodes[node].parent;
  return node != kNone;
}

/// The tag of a name; one that is not there is added where `node` is.
uint32_t tag_called(std::vector<Tag>& tags, const char* name, uint32_t node) {
  for (uint32_t t = 0; t < tags.size(); ++t)
    if (equal_ignoring_case(tags[t].name, name)) {
      tags[t].name = name;
      return t;
    }
  tags.push_back({name, node});
  return static_cast<uint32_t>(tags.size() - 1);
}

}  // namespace

Result<PlayerCut> find_cut(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                           std::vector<Tag>& tags) {
  if (!options.companions.player_rows) return Error{messages::kNoPlayers, kNoOffset};
  PlayerCut out;
  uint32_t* const nodes[] = {&out.torso, &out.head};
  const std::string* const names[] = {&options.cut_torso, &options.cut_head};
  constexpr const char* kTags[] = {"tag_torso", "tag_head"};
  for (int k = 0; k < 2; ++k) {
    const std::string name = names[k]->empty() ? kTags[k] : *names[k];
    *nodes[k] = node_called(scene, name);
    if (*nodes[k] == kNone) return Error{messages::kNoNodeToCut, kNoOffset, {name}};
  }
  if (out.head == out.torso || !is_below(scene, out.head, out.torso)) return Error{messages::kHeadNotAbove, kNoOffset};
  out.tag_torso = tag_called(tags, kTags[0], out.torso);
  out.tag_head = tag_called(tags, kTags[1], out.head);
  SourcePose pose(scene);
  const std::vector<glm::dmat4>& rest = pose.at(kNone, 0);
  const auto at_rest = [&](uint32_t tag) -> std::optional<glm::dmat3> {
    const uint32_t node = tags[tag].node;
    if (lower_case(scene.nodes[node].name).starts_with("tag_")) return {};
    return frame_of(tag_place(scene, space, node, rest[node])).axes;
  };
  out.torso_at_rest = at_rest(out.tag_torso);
  out.head_at_rest = at_rest(out.tag_head);
  return out;
}

Result<Player> make_player(const Scene& scene, const PlayerCut& cut, const Surfaces& surfaces, const Motion& motion,
                           const Md3WriteOptions& options, LossReport& loss_report) {
  return Cutter(scene, cut, surfaces, motion, options, loss_report).run();
}

}  // namespace vitrine::md3_export
