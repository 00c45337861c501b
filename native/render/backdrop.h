#pragma once
// Surroundings of the model: the backdrop, and the floor with its contact shadow and grid
// (shaders/backdrop.*, ground.*, occlusion.*, blur.*).

#include <glm/glm.hpp>
#include <vector>

#include "render/coverage.h"
#include "render/model.h"
#include "render/view.h"

namespace vitrine::render {

enum class Backdrop : uint8_t { kLight, kDark, kColor, kTransparent };

/// Colours of a theme, sRGB.
struct Look {
  glm::vec3 floor{0}, horizon{0}, wall{0}, line{0};
  float grid = 0, shadow = 0;  ///< opacities
};
const Look& look_of(Backdrop backdrop);

/// The ray of a point of the picture, x and y in -1..1, y up: world origin and direction, length 1 along the view.
struct Ray {
  glm::dvec3 origin{0}, direction{0};
};
Ray ray_of(const View& view, double x, double y);

/// The backdrop at the middle of a pixel, without the dither.
glm::vec3 backdrop_color(const Look& look, const View& view, double x, double y);
/// A part of one step of a byte that keeps soft gradients from banding.
float dither(int32_t px, int32_t py);

/// The model seen from below, darkest where it touches, blurred.
class ContactShadow {
 public:
  ContactShadow(const Model& model, const Framing& framing);
  /// How much the floor is darkened at (x, z), 0..1.
  float at(double x, double z) const;
  /// The pixels of a floor at height `y` that it may darken.
  PixelRect reach(const Screen& screen, double y) const;

 private:
  static constexpr int kSize = 256;
  double x_ = 0, z_ = 0, half_ = 1;  ///< of the square that it covers
  std::vector<glm::vec2> map_;       ///< close to the ground, further up
};

/// 1, 2 or 5 times a power of ten, about a quarter of the model.
double grid_spacing(double radius);

/// The floor around the model, as a layer over what is behind it.
struct Ground {
  const ContactShadow* shadow = nullptr;  ///< null = none
  bool grid = false;
  Look look;
  double spacing = 1, extent = 1;
  glm::dvec3 center{0};

  /// Colour times alpha, alpha; nothing where the floor has none. `depth`: at the middle of the pixel, as triangles
  /// have it, with its changes per pixel.
  struct Point {
    glm::vec4 color{0};
    float depth = 0, depth_dx = 0, depth_dy = 0;
  };
  Point at(const View& view, const Screen& screen, int32_t px, int32_t py) const;
  /// The pixels that may have some of it.
  PixelRect reach(const Screen& screen) const;
};

}  // namespace vitrine::render
