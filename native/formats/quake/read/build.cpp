#include "formats/quake/build.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/names.h"
#include "base/portable_math.h"
#include "formats/name_cost.h"
#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"
#include "scene/append.h"
#include "scene/decompose.h"
#include "scene/textures.h"
#include "scene/vertex_frames.h"

namespace vitrine::quake {
namespace {

/// Without a rate in the file, as game code has it.
constexpr double kFramesPerSecond = 10;

class Builder {
 public:
  Builder(LoadContext& context, RawModel& raw) : context_(context), raw_(raw), file_(context.bytes) {}

  Status run(Scene& scene) {
    Node root;
    root.name = std::string(file_stem(context_.name));
    root.kind = raw_.surfaces.empty() ? NodeKind::kEmpty : NodeKind::kMesh;
    root.source = source();
    part_.nodes.push_back(std::move(root));
    if (!raw_.surfaces.empty()) VITRINE_CHECK(add_mesh());
    VITRINE_CHECK(add_tags());
    VITRINE_CHECK(add_actions());
    append(scene, std::move(part_));
    scene.axes = kIdTechAxes;
    return ok_status();
  }

 private:
  SourceRange source() const { return {context_.file, 0, 0}; }

  Status add_mesh() {
    uint64_t vertices = 0, corners = 0, indices = 0;
    for (const RawSurface& surface : raw_.surfaces) {
      vertices += surface.vertex_count;
      corners += surface.uv.size();
      indices += surface.indices.size();
    }
    VITRINE_CHECK(check_limit(corners, context_.limits.vertices, "vertices"));
    VITRINE_CHECK(check_limit(indices, context_.limits.vertices, "indices"));
    VITRINE_CHECK(context_.budget.charge(corners, 80));
    VITRINE_CHECK(context_.budget.charge(indices, sizeof(uint32_t)));
    Mesh mesh;
    mesh.name = part_.nodes[0].name;
    mesh.source = source();
    mesh.normal_rule = NormalRule::kStored;
    mesh.uv_layers.push_back({"texcoord", {}});
    mesh.indices.reserve(static_cast<size_t>(indices));
    uint32_t first = 0;
    for (RawSurface& surface : raw_.surfaces) {
      VITRINE_CHECK(add_surface(surface, first, mesh));
      first += static_cast<uint32_t>(surface.uv.size());
    }
    if (!mesh.file_vertex.empty()) mesh.file_vertex_count = static_cast<uint32_t>(vertices);
    VITRINE_CHECK(add_frames(vertices, mesh));
    show_first_frame(mesh, static_cast<size_t>(corners));
    part_.nodes[0].mesh = 0;
    part_.meshes.push_back(std::move(mesh));
    return ok_status();
  }

  Status add_surface(const RawSurface& surface, uint32_t first, Mesh& mesh) {
    VITRINE_TRY(const uint32_t material, material_of(surface));
    mesh.primitives.push_back({static_cast<uint32_t>(mesh.indices.size()),
                               static_cast<uint32_t>(surface.indices.size()), material, surface.name});
    for (const uint32_t corner : surface.indices) mesh.indices.push_back(first + corner);
    std::vector<glm::vec2>& uv = mesh.uv_layers[0].uv;
    uv.insert(uv.end(), surface.uv.begin(), surface.uv.end());
    mesh.file_vertex.insert(mesh.file_vertex.end(), surface.vertex.begin(), surface.vertex.end());
    return ok_status();
  }

  Result<uint32_t> material_of(const RawSurface& surface) {
    const auto number = static_cast<uint32_t>(part_.materials.size());
    Material material;
    material.source = {context_.file, surface.offset, 0};
    if (raw_.kind == Kind::kMd3) {
      material.name = surface.shader;
      // A name may lead to an image beside the model.
      VITRINE_CHECK(add_image(surface.shader.empty() ? part_.nodes[0].name : surface.shader, {}, material));
    } else if (raw_.kind == Kind::kMd2) {
      material.name =
          raw_.skin_names.empty() ? part_.nodes[0].name : raw_.skin_names[worn_skin(context_.options.skin, raw_).skin];
      VITRINE_CHECK(add_image(material.name, "skin", material));
    } else {
      material.name = part_.nodes[0].name;
      VITRINE_CHECK(add_skin(context_, raw_, part_.textures, material));
    }
    part_.materials.push_back(std::move(material));
    return number;
  }

  /// `other`: the name that Cube's engines look for, whatever the file says.
  Status add_image(std::string path, std::string_view other, Material& material) {
    std::replace(path.begin(), path.end(), '\\', '/');
    VITRINE_CHECK(charge_names(context_.budget, path, 4));
    VITRINE_CHECK(context_.budget.charge(2, texture_bytes(path)));
    Texture texture = image_of(path);
    if (path.find('/') != std::string::npos) add_candidates(image_of(base_name(path)), texture);
    if (!other.empty()) add_candidates(texture_of(other), texture);
    material.slots.push_back({TextureRole::kDiffuse, static_cast<uint32_t>(part_.textures.size())});
    part_.textures.push_back(std::move(texture));
    return ok_status();
  }
  /// Images in the colours of a game's palette are named with their endings.
  static Texture image_of(std::string_view path) {
    std::string_view stem = path;
    for (const std::string_view ending : {".pcx", ".wal", ".lmp"})
      if (path.size() > ending.size() && ends_ignoring_case(path, ending)) stem.remove_suffix(ending.size());
    Texture texture = texture_of(stem);
    if (stem.size() == path.size() || texture.candidates.empty()) return texture;
    texture.name = path;
    texture.candidates.insert(texture.candidates.begin(), std::string(path));
    return texture;
  }
  static void add_candidates(const Texture& more, Texture& texture) {
    texture.candidates.insert(texture.candidates.end(), more.candidates.begin(), more.candidates.end());
  }

  Status add_frames(uint64_t vertices, Mesh& mesh) {
    VertexFrames& frames = mesh.frames.emplace();
    frames.layout = raw_.layout;
    frames.frame_count = static_cast<uint32_t>(raw_.frames.size());
    frames.vertex_count = static_cast<uint32_t>(vertices);
    frames.grids = raw_.grids;
    for (const RawFrame& frame : raw_.frames) frames.names.push_back(frame.name);
    const uint64_t bytes = row_bytes(frames.layout), rows = vertices * frames.frame_count;
    VITRINE_CHECK(context_.budget.charge(rows, bytes));
    frames.rows.reserve(static_cast<size_t>(rows * bytes));
    if (raw_.kind == Kind::kMd3)
      copy_surfaces(frames);
    else
      copy_frames(frames);
    fill_directions(frames);
    if (raw_.kind == Kind::kMd3) return ok_status();
    std::vector<uint32_t> file_indices;
    for (const uint32_t corner : mesh.indices) file_indices.push_back(mesh.file_vertex[corner]);
    mend_normals(frames, file_indices);
    return ok_status();
  }

  void copy_surfaces(VertexFrames& frames) const {
    for (uint64_t frame = 0; frame < frames.frame_count; ++frame) {
      for (const RawSurface& surface : raw_.surfaces) {
        const uint64_t bytes = 8 * uint64_t{surface.vertex_count};
        const auto from = file_.part(surface.rows + bytes * frame, bytes);
        frames.rows.insert(frames.rows.end(), from.begin(), from.end());
      }
    }
  }

  void copy_frames(VertexFrames& frames) const {
    const size_t vertices = frames.vertex_count;
    for (const RawFrame& frame : raw_.frames) {
      const uint8_t* from = file_.at(frame.rows);
      if (frames.layout == VertexFrames::Layout::kBytes) {
        frames.rows.insert(frames.rows.end(), from, from + 4 * vertices);
        continue;
      }
      // The low bytes of a frame follow its high ones.
      for (const uint8_t* high = from; high < from + 4 * vertices; high += 4) {
        const uint8_t* low = high + 4 * vertices;
        for (int c = 0; c < 3; ++c) frames.rows.insert(frames.rows.end(), {low[c], high[c]});
        frames.rows.insert(frames.rows.end(), {high[3], 0});
      }
    }
    if (frames.layout == VertexFrames::Layout::kWords) {
      for (VertexFrames::Grid& grid : frames.grids) grid.scale /= 256.0f;
    }
  }

  /// The angles are those of id's writer: a whole turn has 255 steps.
  static void fill_directions(VertexFrames& frames) {
    if (frames.layout != VertexFrames::Layout::kSignedAngles) {
      for (const auto& n : normals()) frames.directions.emplace_back(n[0], n[1], n[2]);
      return;
    }
    constexpr double kStep = 2 * 3.14159265358979323846 / 255;
    for (size_t i = 0; i < kAngles; ++i) {
      const double angle = kStep * static_cast<double>(i);
      frames.directions.emplace_back(portable::cos(angle), portable::sin(angle), 0);
    }
  }

  Status add_tags() {
    for (uint32_t t = 0; t < raw_.tag_names.size(); ++t) {
      TagTrack track;
      for (uint64_t frame = 0; frame < raw_.frames.size(); ++frame) {
        const uint64_t at = raw_.tags_at + md3::kTagBytes * (frame * raw_.tag_names.size() + t) + md3::kNameBytes;
        TagTrack::Place& place = track.places.emplace_back();
        place.origin = file_.vec3(at);
        for (uint64_t axis = 0; axis < 3; ++axis) place.axes[axis] = file_.vec3(at + 12 + 12 * axis);
      }
      Node node;
      node.name = raw_.tag_names[t];
      node.parent = 0;
      node.tag = t;
      node.local = decompose(tag_matrix(track, {}), Mirror::kAlongX);
      node.source = {context_.file, raw_.tags_at + md3::kTagBytes * t, md3::kTagBytes};
      part_.nodes.push_back(std::move(node));
      part_.tag_tracks.push_back(std::move(track));
    }
    return ok_status();
  }

  Status add_actions() {
    for (const Action& action : actions_of(raw_)) {
      const bool is_listed = action.listed != nullptr;
      const uint64_t place = is_listed ? action.listed->row->offset : raw_.frames[action.first].offset;
      VITRINE_CHECK(context_.budget.charge(1, sizeof(Clip) + action.name.size() + 4 * raw_.tag_names.size(), place));
      VITRINE_CHECK(context_.budget.charge(action.count, 24, place));
      VITRINE_CHECK(charge_names(context_.budget, context_.name, 1, place));
      Clip clip;
      clip.name = action.name;
      clip.file = context_.file;
      clip.source = {is_listed ? raw_.list_file : context_.file, place, 0};
      clip.frame_count = action.count;
      FrameRun run = run_of(action);
      clip.frame_rate = action.count / run.ends_s.back();
      if (action.group == nullptr) clip.frame_rate = is_listed ? action.listed->row->rate : kFramesPerSecond;
      // What stands still lasts as long as its skin takes.
      if (action.count == 1) run.period_s = turn_of_skin(context_.options.skin, raw_);
      if (action.count == 1 && run.period_s > 0) run.ends_s = {run.period_s};
      clip.duration_s = run.period_s;
      clip.runs.push_back(std::move(run));
      part_.clips.push_back(std::move(clip));
    }
    return ok_status();
  }

  FrameRun run_of(const Action& action) const {
    FrameRun run;
    if (!part_.meshes.empty()) run.meshes = {0};
    for (uint32_t n = 1; n < part_.nodes.size(); ++n) run.nodes.push_back(n);
    const RawEntry* group = action.group;
    const ListedAction* row = action.listed == nullptr ? nullptr : action.listed->row;
    const double rate = row == nullptr ? kFramesPerSecond : row->rate;
    for (uint32_t k = 0; k < action.count; ++k) {
      const double end_s = group == nullptr ? (k + 1) / rate : double{group->ends_s[k]};
      run.frames.push_back(row == nullptr ? action.first + k : action.listed->frames[k]);
      run.ends_s.push_back(k == 0 ? end_s : std::max(end_s, run.ends_s.back()));
    }
    run.period_s = group == nullptr ? run.ends_s.back() : double{group->ends_s.back()};
    if (row == nullptr) return run;
    run.closes = row->loop;
    const bool is_whole = static_cast<int64_t>(action.count) == row->count;
    if (row->loop && row->loop_count > 0 && is_whole)
      run.loop_first = static_cast<uint32_t>(row->count - row->loop_count);
    return run;
  }

  LoadContext& context_;
  RawModel& raw_;
  File file_;
  Scene part_;
};

}  // namespace

Status build_model(LoadContext& context, RawModel raw, Scene& scene) { return Builder(context, raw).run(scene); }

void mend_normals(VertexFrames& frames, const std::vector<uint32_t>& file_indices) {
  const bool is_wide = frames.layout == VertexFrames::Layout::kWords;
  const size_t row = row_bytes(frames.layout), number_at = is_wide ? 6 : 3, frame_bytes = row * frames.vertex_count;
  for (uint32_t frame = 0; frame < frames.frame_count; ++frame) {
    uint8_t* rows = frames.rows.data() + frame_bytes * frame;
    bool any = false;
    for (size_t at = number_at; at < frame_bytes; at += row) any |= rows[at] >= kNormals;
    if (!any) continue;
    const FrameView view(frames, frame);
    std::vector<glm::dvec3> sums(frames.vertex_count, glm::dvec3(0));
    for (size_t k = 0; k + 2 < file_indices.size(); k += 3) {
      const uint32_t* t = &file_indices[k];
      const glm::dvec3 a = view.position(t[0]);
      // Front faces are clockwise.
      const glm::dvec3 face = glm::cross(view.position(t[2]) - a, view.position(t[1]) - a);
      for (int c = 0; c < 3; ++c) sums[t[c]] += face;
    }
    for (size_t v = 0; v < frames.vertex_count; ++v) {
      uint8_t& number = rows[row * v + number_at];
      if (number < kNormals) continue;
      uint8_t nearest = 5;  // straight up
      double most = 0;
      for (uint8_t n = 0; n < kNormals; ++n) {
        const double along = glm::dot(sums[v], glm::dvec3(frames.directions[n]));
        if (along > most) most = along, nearest = n;
      }
      number = nearest;
    }
  }
}

}  // namespace vitrine::quake
