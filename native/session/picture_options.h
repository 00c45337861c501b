#pragma once
// Options of a picture, read from the host's JSON (session/document_renderer.h lists the members).

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "render/render.h"

namespace vitrine {

struct PictureOptions {
  double time_s = 0;
  render::Style style;
  render::Orbit orbit;
  std::optional<std::string> camera;  ///< look through the camera of this node; empty: the active or first one
};

/// RENDER_OPTION.
Result<PictureOptions> picture_options_from_json(std::string_view text);

}  // namespace vitrine
