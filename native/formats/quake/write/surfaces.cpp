#include "formats/quake/write/surfaces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/argument.h"
#include "base/names.h"
#include "base/utf8.h"
#include "convert/plain_text.h"
#include "convert/source_pose.h"
#include "convert/written_mesh.h"
#include "formats/quake/write/sentences.h"

namespace vitrine::md3_export {
namespace {

struct Tally {
  uint64_t hidden = 0, colors = 0, layers = 0, split = 0, joined = 0, names = 0, cut = 0;
};

/// A part of a mesh as a node shows it.
struct Part {
  uint32_t node = 0;
  const Primitive* primitive = nullptr;
  bool flips = false;
};

/// A corner of a triangle before it is split: a vertex of a node.
struct Corners {
  std::string name;
  uint32_t material = kNone;
  std::vector<Source> vertices;
  std::vector<glm::vec2> uv;
  std::vector<uint32_t> indices;
};

class SurfaceBuilder {
 public:
  SurfaceBuilder(const Scene& scene, const Space& space, const Md3WriteOptions& options, ModelImages& images,
                 Tally& tally)
      : scene_(scene), space_(space), options_(options), images_(images), tally_(tally), names_(kLongestName) {}

  Result<Surfaces> run() {
    find_parts();
    std::vector<Corners> groups = grouped(false);
    const size_t alone = groups.size();
    if (needed(groups) > most()) groups = grouped(true), tally_.joined = alone - groups.size();
    for (const Corners& group : groups) add(group);
    if (out_.list.size() > most())
      return Error{messages::kAboveEngine, kNoOffset, {out_.list.size(), "surfaces", options_.engine, most()}};
    return std::move(out_);
  }

 private:
  size_t most() const { return options_.limits.surfaces == 0 ? ~size_t{0} : options_.limits.surfaces; }
  PartLimits limits() const { return {options_.limits.vertices, options_.limits.triangles}; }

  size_t needed(const std::vector<Corners>& groups) const {
    size_t count = 0;
    if (options_.limits.surfaces == 0) return count;
    for (const Corners& group : groups) count += split_triangles(group.indices, limits()).size();
    return count;
  }

  void find_parts() {
    SourcePose pose(scene_);
    const std::vector<glm::dmat4>& rest = pose.at(kNone, 0);
    for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
      const Node& node = scene_.nodes[n];
      if (node.mesh == kNone) continue;
      const Mesh& mesh = scene_.meshes[node.mesh];
      if (node.hidden && !options_.hidden) {
        tally_.hidden += mesh.indices.size() / 3;
        continue;
      }
      if (mesh.color_layers.size() > 0) tally_.colors += mesh.color_layers.size();
      if (mesh.uv_layers.size() > 1) tally_.layers += mesh.uv_layers.size() - 1;
      const bool skinned = node.skin != kNone && !mesh.influence_first.empty();
      const bool mirrored = !skinned && glm::determinant(glm::dmat3(rest[n])) < 0;
      for (const Primitive& primitive : mesh.primitives)
        if (primitive.index_count >= 3) parts_.push_back({n, &primitive, space_.flips_winding() != mirrored});
    }
  }

  /// A list of triangles for each part, or for each material.
  std::vector<Corners> grouped(bool by_material) const {
    std::vector<Corners> out;
    std::map<uint32_t, size_t> known;
    for (const Part& part : parts_) {
      const uint32_t material = part.primitive->material;
      const auto [found, is_new] = known.try_emplace(material, out.size());
      if (is_new || !by_material) {
        found->second = out.size();
        out.push_back({name_of(part), material, {}, {}, {}});
      }
      append(part, out[found->second]);
    }
    return out;
  }

  const std::string& name_of(const Part& part) const {
    const Node& node = scene_.nodes[part.node];
    const Mesh& mesh = scene_.meshes[node.mesh];
    return !part.primitive->name.empty() ? part.primitive->name : mesh.name.empty() ? node.name : mesh.name;
  }

  void append(const Part& part, Corners& out) const {
    const Mesh& mesh = scene_.meshes[scene_.nodes[part.node].mesh];
    const UvMap uv = uv_map(scene_, part.primitive->material);
    const uint32_t count = part.primitive->index_count / 3 * 3;
    const uint32_t* corners = mesh.indices.data() + part.primitive->first_index;
    // In the order of the source.
    std::vector<uint32_t> used(corners, corners + count);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const auto first = static_cast<uint32_t>(out.vertices.size());
    for (const uint32_t v : used) {
      out.vertices.push_back({part.node, v});
      const glm::vec2 at = uv(mesh, v);
      out.uv.push_back(std::isfinite(at.x + at.y) ? at : glm::vec2(0));
    }
    const auto number = [&](uint32_t v) {
      return first + static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
    };
    for (uint32_t i = 0; i < count; i += 3) {
      const uint32_t second = part.flips ? 2 : 1;
      for (const uint32_t k : {0u, second, 3 - second}) out.indices.push_back(number(corners[i + k]));
    }
  }

  void add(const Corners& group) {
    const auto parts = split_triangles(group.indices, limits());
    tally_.split += parts.size() - 1;
    for (const std::vector<uint32_t>& part : parts) {
      Surface surface;
      surface.name = surface_name(group.name);
      surface.material = group.material;
      surface.shader = shader_of(group.material);
      surface.first = static_cast<uint32_t>(out_.sources.size());
      std::vector<uint32_t> used(part.begin(), part.end());
      std::sort(used.begin(), used.end());
      used.erase(std::unique(used.begin(), used.end()), used.end());
      for (const uint32_t v : used) {
        out_.sources.push_back(group.vertices[v]);
        surface.uv.push_back(group.uv[v]);
      }
      surface.vertices = static_cast<uint32_t>(used.size());
      for (const uint32_t v : part)
        surface.indices.push_back(static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin()));
      out_.list.push_back(std::move(surface));
    }
  }

  std::string surface_name(const std::string& from) {
    std::string name = plain_name(from, "surface");
    if (options_.lower_names) name = lower_case(name);
    // Lists of skins leave names with "tag_" out.
    for (size_t at = name.find("tag_"); at != std::string::npos; at = name.find("tag_")) name[at + 3] = '-';
    name = ends_well(names_.take(ends_well(name)));
    tally_.names += name != from;
    return name;
  }
  /// "leg_l" would be "leg", as "leg_r" would.
  std::string ends_well(std::string name) const {
    if (options_.cuts_endings && name.size() > 2 && name[name.size() - 2] == '_') name[name.size() - 2] = '-';
    return name;
  }

  std::string shader_of(uint32_t number) {
    if (const auto asked = images_.name_of(number)) return *asked;
    if (number == kNone) return "";
    const Material& material = scene_.materials[number];
    std::string name = quotable(material.name, "");
    if (options_.shaders != Shaders::kKeep) {
      const auto image = std::find_if(material.slots.begin(), material.slots.end(), [](const TextureSlot& slot) {
        return slot.role == TextureRole::kDiffuse && slot.texture != kNone;
      });
      if (image != material.slots.end() && material.declaration.line == 0)
        name = quotable(scene_.textures[image->texture].name, name.c_str());
      std::replace(name.begin(), name.end(), '\\', '/');
      if (options_.shaders == Shaders::kPath) name = without_image_ending(name);
    }
    const std::string cut = cut_name(name, kLongestName);
    if (cut != name && cut_.insert(number).second) ++tally_.cut;
    return cut;
  }

  const Scene& scene_;
  const Space& space_;
  const Md3WriteOptions& options_;
  ModelImages& images_;
  Tally& tally_;
  NameList names_;
  std::set<uint32_t> cut_;
  std::vector<Part> parts_;
  Surfaces out_;
};

void report(const Tally& tally, LossReport& loss_report) {
  loss_report.add(
      "hidden", tally.hidden,
      counted(tally.hidden, "triangle of a hidden mesh is", "triangles of hidden meshes are") + " left out");
  loss_report.add("colors", tally.colors, counted(tally.colors, "layer", "layers") + " of vertex colours are lost");
  loss_report.add("uv", tally.layers,
                  counted(tally.layers, "further layer", "further layers") + " of texture coordinates are lost");
  loss_report.add("meshes", tally.split,
                  counted(tally.split, "surface", "surfaces") + " more, because one is over the limits of the engine");
  loss_report.add("meshes", tally.joined,
                  counted(tally.joined, "surface is", "surfaces are") +
                      " joined with others of the same material, because the engine takes no more");
  loss_report.add("materials", tally.cut, counted(tally.cut, "material has", "materials have") + " a name that is cut");
  loss_report.add("names", tally.names,
                  counted(tally.names, "surface has", "surfaces have") + " another name, so that each has its own");
}

}  // namespace

Result<Surfaces> make_surfaces(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                               ModelImages& images, LossReport& loss_report) {
  Tally tally;
  VITRINE_TRY(Surfaces out, SurfaceBuilder(scene, space, options, images, tally).run());
  report(tally, loss_report);
  return out;
}

}  // namespace vitrine::md3_export
