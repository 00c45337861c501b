#pragma once
// The loops of skinning, once per instruction set. Both compute the same operations in the same order.

#include "skin/skin.h"

namespace vitrine::skin {

/// Positions of every run and, when `weighted_normals`, unit normals.
void skin_runs_scalar(const SkinPlan& plan, const Palette& palette, bool weighted_normals, PosedMesh& out);
void recompute_normals_scalar(const NormalPlan& plan, const glm::vec3* positions, glm::vec4* face_normals,
                              glm::vec3* normals);

#if !defined(VITRINE_SCALAR) && defined(__SSE2__)
#define VITRINE_SIMD 1
void skin_runs_simd(const SkinPlan& plan, const Palette& palette, bool weighted_normals, PosedMesh& out);
void recompute_normals_simd(const NormalPlan& plan, const glm::vec3* positions, glm::vec4* face_normals,
                            glm::vec3* normals);
#endif

}  // namespace vitrine::skin
