#pragma once
#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

/// One node with one mesh of a primitive per surface, tags below it, materials, and the actions of the frames.
Status build_model(LoadContext& context, RawModel raw, Scene& scene);

/// An action of the frames, by their names or by a group.
struct Action {
  std::string name;
  uint32_t first = 0, count = 1;
  const RawEntry* group = nullptr;
  const TakenAction* listed = nullptr;
};
std::vector<Action> actions_of(const RawModel& raw);

/// Normals whose number is above 161: the nearest one to what the triangles of that frame have there.
void mend_normals(VertexFrames& frames, const std::vector<uint32_t>& file_indices);

}  // namespace vitrine::quake
