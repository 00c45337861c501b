#pragma once
// Surfaces that are seen from behind, in engines that draw the front only.

#include <string>
#include <vector>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// What is written for one engine as a surface of one material.
struct WrittenSurface {
  std::string name;           ///< in the message
  uint32_t material = kNone;  ///< of the scene
  std::vector<glm::vec3> positions;
  std::vector<uint32_t> indices;  ///< into `positions`, three per triangle
};

/// Adds the loss `back faces` for open surfaces like leaves and flags, each name once. `carried`: what a material
/// states of both sides is written for the engine.
void report_back_faces(const Scene& scene, const std::vector<WrittenSurface>& surfaces, const std::string& engine,
                       bool carried, LossReport& loss_report);

}  // namespace vitrine
