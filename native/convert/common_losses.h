#pragma once
// Losses that several kinds have.

#include <string>
#include <vector>

#include "base/argument.h"
#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// What files of one model have no place for.
inline void report_left_out(const Scene& scene, LossReport& loss_report) {
  const auto left_out = [&](const char* what, uint64_t count, const char* one, const char* many) {
    loss_report.add(what, count, counted(count, one, many) + " left out");
  };
  left_out("cameras", scene.cameras.size(), "camera is", "cameras are");
  left_out("lights", scene.lights.size(), "light is", "lights are");
  left_out("emitters", scene.emitters.size(), "particle emitter is", "particle emitters are");
}

// Surfaces that are seen from behind, in engines that draw the front only.

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
