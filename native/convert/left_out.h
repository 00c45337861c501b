#pragma once
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

}  // namespace vitrine
