#include "formats/qmsh/read/text_build.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace vitrine::qmsh {
namespace {

constexpr float kFalloffOfLength = 0.25f;

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

void vertex_weights(const TextMesh& mesh, const TextArmature& armature, const NameIndex& bone_of_name,
                    std::span<const TextBone* const> bones, std::span<const Envelope> envelopes,
                    std::span<const glm::vec3> points, VertexWeights& weights) {
  const size_t count = points.size();
  std::vector<const TextGroup*> group_of_bone(bones.size(), nullptr);
  if (armature.use_groups) {
    // The first group of a name counts, for all bones of that name.
    for (const TextGroup& group : mesh.groups) {
      const uint32_t bone = bone_of_name.find(group.name);
      if (bone != kNone && group_of_bone[bone] == nullptr) group_of_bone[bone] = &group;
    }
    for (size_t b = 0; b < bones.size(); ++b) group_of_bone[b] = group_of_bone[bone_of_name.find(bones[b]->name)];
  }
  // The first entry of a repeated vertex counts: `seen` holds the bone that took the vertex last.
  constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> seen, grouped(count + 1, 0), next;
  const auto for_each_entry = [&](bool place) {
    seen.assign(count, kNobody);
    for (uint32_t b = 0; b < group_of_bone.size(); ++b) {
      if (group_of_bone[b] == nullptr) continue;
      for (const TextGroup::Entry& entry : group_of_bone[b]->entries) {
        if (seen[entry.vertex] == b) continue;
        seen[entry.vertex] = b;
        if (place)
          weights.entries[next[entry.vertex]++] = {b, entry.weight};
        else
          ++grouped[entry.vertex + 1];
      }
    }
  };
  for_each_entry(false);

  // Runs in vertex order: groups keep room, envelopes fill in where there is none.
  weights.first.assign(count + 1, 0);
  weights.entries.reserve(std::accumulate(grouped.begin(), grouped.end(), size_t{0}));
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
  next = weights.first;
  for_each_entry(true);
}

}  // namespace vitrine::qmsh
