#pragma once
// Renders a document without a GPU: its pose, the images that the host has decoded, and a view become pixels.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "render/render.h"
#include "session/document.h"

namespace vitrine {

// Options of a picture, read from JSON of the host, whose members `DocumentRenderer::draw` lists.

struct PictureOptions {
  double time_s = 0;
  render::Style style;
  render::Orbit orbit;
  std::optional<std::string> camera;  ///< look through the camera of this node; empty: the active or first one
};

/// RENDER_OPTION.
Result<PictureOptions> picture_options_from_json(std::string_view text);

class DocumentRenderer {
 public:
  /// Which images a picture of the document's scene reads, by index of its textures.
  static std::vector<bool> wanted(const Document& document);

  /// Room for width * height * 4 bytes of a texture, to be filled by the host before `draw`. Null when there is no such
  /// texture, for a size of nothing or over images::kMaxPixels, and without memory.
  uint8_t* add_image(const Document& document, uint32_t texture, uint32_t width, uint32_t height);
  /// Forgets all images: textures have other numbers once a document has loaded more.
  void forget();

  /// The selected clip at `time`. Leaves the document posed for it. `options` is JSON:
  /// { time: seconds; width, height: pixels, 1 to 4096; view: "three-quarter" | "front" | "side" | "top" | "camera",
  ///   camera: name of a camera's node; yaw, pitch: degrees, in place of the named view; fov: degrees up and down;
  ///   distance, target: of the orbit, world space; orthographic: bool;
  ///   background: "light" | "dark" (a backdrop) | "transparent" | "#rrggbb"; shadow, grid, lamps: bool;
  ///   overlays: ["skeleton", "grid"] }.
  /// NOTHING_TO_SHOW for an empty scene, RENDER_OPTION for a member that says nothing possible, CAMERA_UNKNOWN,
  /// OUT_OF_MEMORY.
  Result<render::Picture> draw(Document& document, std::string_view options);

 private:
  struct AddedImage {
    uint32_t texture = 0, width = 0, height = 0;
    std::vector<uint8_t> rgba;
  };
  void take_images(const Scene& scene);

  std::vector<AddedImage> images_;
  std::vector<render::Texture> textures_;
};

}  // namespace vitrine
