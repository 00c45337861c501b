#pragma once
#include "formats/format.h"
#include "formats/pivot/read/parse.h"

namespace vitrine::pivot {

/// As decoded; objects without one are numbered.
std::string name_of_object(const RawScene& raw, uint32_t object);
inline constexpr ReadingOption kConjugate = {"pivot.conjugate", "conjugate", "pivot scenes: conjugate the quaternions",
                                             "Conjugate quaternions", "The file stores inverse rotations"};
inline constexpr ReadingOption kZUp = {"pivot.zUp", "zUp", "pivot scenes: z points up", "Z is up", "Otherwise Y is up"};
inline constexpr ReadingOption kMirrorZ = {"pivot.mirrorZ", "mirrorZ", "pivot scenes: z mirrored", "Mirror z",
                                           "The scene is left-handed"};
inline constexpr ReadingOption kFlipV = {"pivot.flipV", "flipV",
                                         "pivot scenes: texture coordinates from the other edge", "Flip v",
                                         "Texture coordinates count from the other edge"};
inline constexpr ReadingOption kForce = {.name = "pivot.force",
                                         .word = "force",
                                         .help = "pivot scenes: open although bytes follow the last record",
                                         .accepts = "PIVOT_TRAILING"};

/// Sums of the normals of the faces at each vertex, weighted by their areas.
std::vector<glm::vec3> face_normals_at_vertices(const Mesh& mesh);
/// Appends the scene and fills `context.info`. Messages name the object in their path (`objects[3]`).
Status build(LoadContext& context, const RawScene& raw, Scene& scene);

}  // namespace vitrine::pivot
