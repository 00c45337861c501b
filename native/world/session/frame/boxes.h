#pragma once
// The triangles of a box of a mesh operator.

#include <vector>

#include "world/frame/frame.h"
#include "world/picture/picture.h"

namespace vitrine {

/// Two triangles per side, counter-clockwise from outside: -x, +x, -y, +y, -z, +z. A flat box is one side that is seen
/// from both; what has no area is left out. The third edge of the first of them, and the first of the second, is the
/// diagonal. Texture coordinates count units from the top left corner, those of the lightmap go from 0 to 1.
std::vector<render::WorldTriangle> box_triangles(const world::Box& box);

}  // namespace vitrine
