#include "formats/kri/write/steps.h"

#include <algorithm>
#include <cmath>

#include "formats/kri/write/merge.h"

namespace vitrine::geometry {
namespace {

constexpr size_t kMaxInfluences = 4;

/// The quaternions a mesh came with, vertices as they are.
MergedMesh with_own_frames(const Mesh& mesh) {
  MergedMesh out;
  out.triangles = mesh.indices;
  out.frames = mesh.tangent_frames;
  out.source.resize(mesh.positions.size());
  out.hands.resize(mesh.positions.size());
  for (uint32_t v = 0; v < out.source.size(); ++v) {
    out.source[v] = v;
    const float hand = mesh.tangents.empty() ? 1 : mesh.tangents[v].w;
    out.hands[v] = static_cast<int8_t>(hand > 0 ? 1 : hand < 0 ? -1 : 0);
    out.pure_vertices += out.hands[v] == 0;
  }
  double hands = 0;
  for (size_t k = 0; k < mesh.indices.size(); k += 3) hands += out.hands[mesh.indices[k]];
  if (!mesh.indices.empty()) out.average_hand = hands / (static_cast<double>(mesh.indices.size()) / 3);
  return out;
}

/// Builds arrays of the result vertex by vertex: as given, or the mean of two result vertices.
class Gatherer {
 public:
  Gatherer(const std::vector<uint32_t>& source, const std::vector<VertexOrigin>& origins)
      : source_(source), origins_(origins) {}

  template <class T, class Mean>
  std::vector<T> gather(const std::vector<T>& from, Mean&& mean) const {
    std::vector<T> out;
    out.reserve(origins_.size());
    for (size_t v = 0; v < origins_.size(); ++v) {
      if (v < source_.size())
        out.push_back(from[source_[v]]);
      else if (origins_[v].a == origins_[v].b)
        out.push_back(T(out[origins_[v].a]));
      else
        out.push_back(mean(out[origins_[v].a], out[origins_[v].b]));
    }
    return out;
  }

  void gather_influences(const Mesh& from, Mesh& to) const {
    to.influence_first.push_back(0);
    for (size_t v = 0; v < origins_.size(); ++v) {
      if (v < source_.size()) {
        append(to, from.influences, from.influence_first[source_[v]], from.influence_first[source_[v] + 1], 1);
      } else {
        const auto [a, b] = origins_[v];
        const bool twin = a == b;
        append(to, to.influences, to.influence_first[a], to.influence_first[a + 1], twin ? 1 : 0.5f);
        if (!twin) append(to, to.influences, to.influence_first[b], to.influence_first[b + 1], 0.5f);
      }
      to.influence_first.push_back(static_cast<uint32_t>(to.influences.size()));
    }
  }

 private:
  /// Adds influences to the run that is being built, one per joint. `from` may be the same vector.
  static void append(Mesh& to, const Influences& from, uint32_t first, uint32_t last, float share) {
    const size_t run = to.influence_first.back();
    for (uint32_t k = first; k < last; ++k) {
      Influence influence = from[k];
      influence.weight *= share;
      const auto same = std::find_if(to.influences.begin() + static_cast<std::ptrdiff_t>(run), to.influences.end(),
                                     [&](const Influence& i) { return i.joint == influence.joint; });
      if (same == to.influences.end()) {
        to.influences.push_back(influence);
      } else {
        const float total = same->weight + influence.weight;
        if (total > 0) same->position = (same->position * same->weight + influence.position * influence.weight) / total;
        same->weight = total;
      }
    }
  }

  const std::vector<uint32_t>& source_;
  const std::vector<VertexOrigin>& origins_;
};

/// Triangles back into the order of their primitives, the new ones at the end of each.
void order_by_primitive(const Mesh& from, const std::vector<uint32_t>& triangles, const std::vector<uint32_t>& source,
                        Mesh& to) {
  std::vector<uint32_t> primitive_of(from.indices.size() / 3);
  std::vector<uint32_t> at(from.primitives.size() + 1, 0);
  for (uint32_t p = 0; p < from.primitives.size(); ++p) {
    const Primitive& primitive = from.primitives[p];
    for (uint32_t t = 0; t < primitive.index_count / 3; ++t) primitive_of[primitive.first_index / 3 + t] = p;
  }
  for (const uint32_t t : source) ++at[primitive_of[t] + 1];
  for (size_t p = 1; p < at.size(); ++p) at[p] += at[p - 1];
  to.primitives = from.primitives;
  for (size_t p = 0; p < to.primitives.size(); ++p) {
    to.primitives[p].first_index = 3 * at[p];
    to.primitives[p].index_count = 3 * (at[p + 1] - at[p]);
  }
  to.indices.resize(triangles.size());
  for (size_t t = 0; t < source.size(); ++t) {
    const size_t place = at[primitive_of[source[t]]]++;
    std::copy_n(&triangles[3 * t], 3, &to.indices[3 * place]);
  }
}

}  // namespace

KriPreparedMesh prepare_for_kri(const Mesh& mesh, const KriStepOptions& options) {
  KriPreparedMesh out;
  KriMeshStatistics& statistics = out.statistics;
  statistics.name = mesh.name;
  statistics.source_vertices = mesh.positions.size();
  statistics.source_triangles = mesh.indices.size() / 3;
  statistics.kept_frames = !mesh.tangent_frames.empty();
  const MergedMesh merged =
      statistics.kept_frames ? with_own_frames(mesh) : merge_with_frames(mesh, options.as_described);
  statistics.merged_vertices = merged.source.size();
  statistics.pure_vertices = merged.pure_vertices;
  statistics.average_hand = merged.average_hand;
  statistics.tangent_accuracy = merged.tangent_accuracy;
  // Without texture coordinates nothing runs across the surface: what a file has as quaternions are its normals.
  statistics.has_frames = !merged.frames.empty() && !mesh.uv_layers.empty();

  QuaternionMesh quaternions{merged.triangles, merged.frames};
  QuaternionStep step;
  if (statistics.has_frames && options.process_quaternions) {
    std::vector<glm::vec3> positions;
    positions.reserve(merged.source.size());
    for (const uint32_t v : merged.source) positions.push_back(mesh.positions[v]);
    step = process_quaternions(quaternions, positions, options.close_t_junctions, options.as_described);
    statistics.negatives_before = step.negatives_before;
    statistics.negatives_after = count_negative_products(quaternions, options.as_described);
  } else {
    step.origins.resize(merged.source.size());
    for (uint32_t v = 0; v < step.origins.size(); ++v) step.origins[v] = {v, v};
    step.triangle_source.resize(merged.triangles.size() / 3);
    for (uint32_t t = 0; t < step.triangle_source.size(); ++t) step.triangle_source[t] = t;
    if (statistics.has_frames)
      statistics.negatives_before = statistics.negatives_after =
          count_negative_products(quaternions, options.as_described);
  }
  statistics.clones = step.clones;
  statistics.middles = step.middles;
  statistics.extra_triangles = step.extra_triangles;
  statistics.t_junctions = step.t_junctions;
  statistics.closing_vertices = step.closing_vertices;
  statistics.closing_triangles = step.closing_triangles;

  Mesh& to = out.mesh;
  to.name = mesh.name;
  to.source = mesh.source;
  to.normal_rule = NormalRule::kStored;
  const Gatherer gatherer(merged.source, step.origins);
  const auto middle = [](const auto& a, const auto& b) { return (a + b) * 0.5f; };
  const auto middle_direction = [](const glm::vec3& a, const glm::vec3& b) {
    const glm::vec3 sum = a + b;
    const float length = glm::length(sum);
    return length > 1e-12f ? sum / length : a;
  };
  to.positions = gatherer.gather(mesh.positions, middle);
  to.normals = gatherer.gather(mesh.normals, middle_direction);
  for (const UvLayer& layer : mesh.uv_layers) to.uv_layers.push_back({layer.name, gatherer.gather(layer.uv, middle)});
  for (const ColorLayer& layer : mesh.color_layers) {
    to.color_layers.push_back({layer.name, gatherer.gather(layer.color, [](const glm::u8vec4& a, const glm::u8vec4& b) {
                                 return glm::u8vec4((glm::uvec4(a) + glm::uvec4(b) + 1u) / 2u);
                               })});
  }
  for (const ShapeKey& shape : mesh.shapes) {
    to.shapes.push_back({shape.name, shape.relative_to, shape.value, gatherer.gather(shape.positions, middle)});
  }
  if (!quaternions.frames.empty()) {
    to.tangents.reserve(step.origins.size());
    for (size_t v = 0; v < step.origins.size(); ++v) {
      // Corners of one triangle share their handedness, so either end of a divided edge will do.
      const float hand = v < merged.hands.size() ? merged.hands[v] : to.tangents[step.origins[v].a].w;
      to.tangents.emplace_back(quaternions.frames[v] * glm::vec3(1, 0, 0), hand);
    }
    to.tangent_frames = std::move(quaternions.frames);
  }
  if (!mesh.influence_first.empty()) gatherer.gather_influences(mesh, to);
  order_by_primitive(mesh, quaternions.triangles, step.triangle_source, to);
  if (!to.influence_first.empty()) round_weights(to, statistics);
  statistics.vertices = to.positions.size();
  statistics.triangles = to.indices.size() / 3;
  return out;
}

void round_weights(Mesh& mesh, KriMeshStatistics& statistics) {
  std::vector<uint32_t> first = {0};
  Influences rounded, run;
  rounded.reserve(mesh.influences.size());
  for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
    run.clear();
    double total = 0;
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      if (!(mesh.influences[k].weight > 0)) continue;
      run.push_back(mesh.influences[k]);
      total += mesh.influences[k].weight;
    }
    std::stable_sort(run.begin(), run.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    statistics.unweighted_vertices += run.empty();
    if (run.size() > kMaxInfluences) {
      double dropped = 0;
      for (size_t k = kMaxInfluences; k < run.size(); ++k) dropped += run[k].weight;
      statistics.largest_dropped_share = std::max(statistics.largest_dropped_share, dropped / total);
      ++statistics.reduced_vertices;
      total -= dropped;
      run.resize(kMaxInfluences);
    }
    // Largest first, each rounded and cut to what is left; what rounding leaves over goes to the largest.
    int left = 255;
    int bytes[kMaxInfluences] = {0, 0, 0, 0};
    for (size_t k = 0; k < run.size(); ++k) {
      bytes[k] = std::min(left, static_cast<int>(255 * run[k].weight / total + 0.5));
      left -= bytes[k];
    }
    bytes[0] += left;
    for (size_t k = 0; k < run.size(); ++k) {
      const double exact = run[k].weight / total;
      statistics.largest_rounding = std::max(statistics.largest_rounding, std::abs(bytes[k] / 255.0 - exact));
      if (bytes[k] > 0) rounded.push_back({run[k].joint, static_cast<float>(bytes[k]) / 255, run[k].position});
    }
    first.push_back(static_cast<uint32_t>(rounded.size()));
  }
  mesh.influence_first = std::move(first);
  mesh.influences = std::move(rounded);
}

std::vector<Mesh> split_mesh(const Mesh& mesh, uint32_t limit) {
  if (mesh.positions.size() <= limit && mesh.indices.size() / 3 <= limit) return {mesh};
  std::vector<Mesh> parts;
  std::vector<uint32_t> number(mesh.positions.size(), kNone);
  std::vector<uint32_t> used;  // vertices of the part that is being filled
  Mesh part;
  const auto finish = [&] {
    const std::vector<VertexOrigin> origins(used.size());
    const Gatherer gatherer(used, origins);
    const auto none = [](const auto& a, const auto&) { return a; };
    part.name = mesh.name;
    part.normal_rule = mesh.normal_rule;
    part.source = mesh.source;
    part.positions = gatherer.gather(mesh.positions, none);
    if (!mesh.normals.empty()) part.normals = gatherer.gather(mesh.normals, none);
    if (!mesh.tangents.empty()) part.tangents = gatherer.gather(mesh.tangents, none);
    if (!mesh.tangent_frames.empty()) part.tangent_frames = gatherer.gather(mesh.tangent_frames, none);
    for (const UvLayer& layer : mesh.uv_layers) part.uv_layers.push_back({layer.name, gatherer.gather(layer.uv, none)});
    for (const ColorLayer& layer : mesh.color_layers)
      part.color_layers.push_back({layer.name, gatherer.gather(layer.color, none)});
    for (const ShapeKey& shape : mesh.shapes) {
      part.shapes.push_back({shape.name, shape.relative_to, shape.value, gatherer.gather(shape.positions, none)});
    }
    if (!mesh.influence_first.empty()) gatherer.gather_influences(mesh, part);
    for (const uint32_t v : used) number[v] = kNone;
    used.clear();
    parts.push_back(std::move(part));
    part = Mesh{};
  };
  for (const Primitive& primitive : mesh.primitives) {
    const auto open_span = [&] {
      part.primitives.push_back({static_cast<uint32_t>(part.indices.size()), 0, primitive.material, primitive.name});
    };
    open_span();
    for (uint32_t k = primitive.first_index; k < primitive.first_index + primitive.index_count; k += 3) {
      const uint32_t* t = &mesh.indices[k];
      const size_t fresh =
          static_cast<size_t>((number[t[0]] == kNone) + (number[t[1]] == kNone) + (number[t[2]] == kNone));
      if (used.size() + fresh > limit || part.indices.size() / 3 >= limit) {
        if (part.primitives.back().index_count == 0) part.primitives.pop_back();
        finish();
        open_span();
      }
      for (int c = 0; c < 3; ++c) {
        if (number[t[c]] == kNone) {
          number[t[c]] = static_cast<uint32_t>(used.size());
          used.push_back(t[c]);
        }
        part.indices.push_back(number[t[c]]);
      }
      part.primitives.back().index_count += 3;
    }
    if (part.primitives.back().index_count == 0) part.primitives.pop_back();
  }
  if (!part.indices.empty()) finish();
  return parts;
}

}  // namespace vitrine::geometry
