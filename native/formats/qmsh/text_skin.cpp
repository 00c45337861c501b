#include "formats/qmsh/text_skin.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace vitrine::qmsh {
namespace {

constexpr float kFalloffOfLength = 0.25f;

/// The first group of each name.
std::unordered_map<std::string_view, const TextGroup*> groups_by_name(const TextMesh& mesh) {
  std::unordered_map<std::string_view, const TextGroup*> groups;
  for (const TextGroup& group : mesh.groups) groups.emplace(group.name, &group);
  return groups;
}

}  // namespace

float envelope_weight(const Envelope& e, const glm::vec3& point) {
  const glm::vec3 axis = e.tail - e.head;
  const float square = glm::dot(axis, axis);
  const float t = square > 0 ? std::clamp(glm::dot(point - e.head, axis) / square, 0.0f, 1.0f) : 0.0f;
  const float inner = glm::mix(e.head_radius, e.tail_radius, t);
  const float falloff = e.length * kFalloffOfLength;
  const float distance = glm::distance(point, e.head + axis * t);
  if (distance <= inner) return 1;
  return distance < inner + falloff ? 1 - (distance - inner) / falloff : 0;
}

VertexWeights vertex_weights(const TextMesh& mesh, const TextArmature& armature,
                             std::span<const std::string> bone_names, std::span<const Envelope> envelopes,
                             std::span<const glm::vec3> points) {
  VertexWeights weights;
  const size_t count = points.size();
  std::vector<const TextGroup*> group_of_bone(bone_names.size(), nullptr);
  if (armature.use_groups) {
    const auto groups = groups_by_name(mesh);
    for (size_t b = 0; b < bone_names.size(); ++b) {
      const auto found = groups.find(bone_names[b]);
      if (found != groups.end()) group_of_bone[b] = found->second;
    }
  }
  // The first entry of a repeated vertex counts: `seen` holds the bone that took the vertex last.
  constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> seen(count, kNobody);
  const auto for_each_entry = [&](auto&& visit) {
    std::fill(seen.begin(), seen.end(), kNobody);
    for (uint32_t b = 0; b < group_of_bone.size(); ++b) {
      if (group_of_bone[b] == nullptr) continue;
      for (const TextGroup::Entry& entry : group_of_bone[b]->entries) {
        if (seen[entry.vertex] != b) visit(b, entry);
        seen[entry.vertex] = b;
      }
    }
  };
  std::vector<uint32_t> grouped(count + 1, 0);
  for_each_entry([&](uint32_t, const TextGroup::Entry& entry) { ++grouped[entry.vertex + 1]; });

  // Runs in vertex order: groups keep room, envelopes fill in where there is none.
  weights.first.assign(count + 1, 0);
  for (size_t v = 0; v < count; ++v) {
    const size_t before = weights.entries.size();
    if (grouped[v + 1] != 0) {
      weights.entries.resize(before + grouped[v + 1]);
    } else if (armature.use_envelopes) {
      for (uint32_t b = 0; b < envelopes.size(); ++b) {
        const float weight = envelope_weight(envelopes[b], points[v]);
        if (weight > 0) weights.entries.push_back({b, weight});
      }
    }
    weights.first[v + 1] = static_cast<uint32_t>(weights.entries.size());
    ++(weights.entries.size() == before ? weights.held.by_nothing
       : grouped[v + 1] != 0            ? weights.held.by_groups
                                        : weights.held.by_envelopes);
  }
  std::vector<uint32_t> next(weights.first.begin(), weights.first.end() - 1);
  for_each_entry([&](uint32_t b, const TextGroup::Entry& entry) {
    weights.entries[next[entry.vertex]++] = {b, entry.weight};
  });
  return weights;
}

}  // namespace vitrine::qmsh
