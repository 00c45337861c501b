#pragma once
// Builds the scene of a file that was read: its node, its actions, and the skin that is worn.

#include <optional>

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

struct SkinNumber {
  size_t skin = 0;
  std::optional<size_t> member;  ///< of a group that does not take turns
};
/// `2`, or `2_1` for a member of a group, as ports name images beside a model; the first one where there is none.
SkinNumber worn_skin(std::string_view wanted, const RawModel& raw);

/// Seconds in which the images of the skin that is worn take turns; 0 where one stays.
double turn_of_skin(std::string_view wanted, const RawModel& raw);

/// The skin of an MDL as an image inside of the file: a lump of colour numbers, to which hosts give the colours of the
/// game's palette. What glows by itself is an image of its own.
Status add_skin(LoadContext& context, const RawModel& raw, std::vector<Texture>& textures, Material& material);

}  // namespace vitrine::quake
