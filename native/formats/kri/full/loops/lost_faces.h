#pragma once
#include "scene/scene.h"

namespace vitrine::kri {

/// Triangles the exporter lost by dividing an edge (a, b) opposite to c at its middle m, writing (m, b, c) and dropping
/// (a, m, c): counted by the hole they leave, with c-m and c-a on its rim.
uint32_t count_lost_faces(const Mesh& mesh);

}  // namespace vitrine::kri
