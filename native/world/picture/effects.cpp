// Sprites, letters, and what lies over the whole picture.

#include <algorithm>

#include "world/picture/glyphs.h"
#include "world/picture/phases.h"

namespace vitrine::render {
namespace {

constexpr size_t kMostLetters = 1'000'000;  // bytes of one text

void draw_sprite(WorldCanvas& canvas, const WorldEffect& effect, const glm::dvec3& position) {
  const glm::dvec3 centre(effect.matrix * glm::dvec4(position, 1));
  const double half = effect.size / 2;
  if (glm::dot(centre - canvas.eye(), canvas.dir()) < canvas.near() || !(half > 0)) return;
  const glm::dvec3 x = canvas.right() * half, y = canvas.up() * half;
  canvas.cover_quad({centre - x - y, centre + x - y, centre + x + y, centre - x + y}, [&](const WorldHit& hit) {
    const glm::dvec3 away = hit.at - centre;
    const double u = glm::dot(away, canvas.right()) / half, v = glm::dot(away, canvas.up()) / half;
    const double falloff = std::max(0.0, 1 - u * u - v * v);
    canvas.add(hit, glm::dvec3(effect.color) * (effect.color.w * falloff * falloff));
  });
}

void draw_text(WorldCanvas& canvas, const WorldEffect& effect) {
  if (effect.text.size() > kMostLetters) return canvas.work().exhaust();
  const double cell = effect.size / kCapCells;
  for (const PlacedQuad& quad : text_quads(effect.text)) {
    const auto corner = [&](double x, double y) {
      return glm::dvec3(effect.matrix * glm::dvec4(x * cell, y * cell, 0, 1));
    };
    canvas.cover_quad(
        {corner(quad.x0, quad.y0), corner(quad.x1, quad.y0), corner(quad.x1, quad.y1), corner(quad.x0, quad.y1)},
        [&](const WorldHit& hit) {
          const glm::dvec3 old(canvas.colors[hit.pixel]);
          canvas.put(hit, old + (glm::dvec3(effect.color) - old) * effect.color.w);
        });
  }
}

}  // namespace

void draw_effect(WorldCanvas& canvas, const WorldEffect& effect) {
  const glm::dvec3 color(effect.color);
  const double s = effect.amount * effect.color.w;
  switch (effect.kind) {
    case WorldEffect::Kind::kParticles:
      for (const glm::dvec3& position : effect.positions) draw_sprite(canvas, effect, position);
      return;
    case WorldEffect::Kind::kText:
      return draw_text(canvas, effect);
    case WorldEffect::Kind::kTint:
      return canvas.every([&](glm::dvec4& c) { c *= glm::dvec4(1.0 + s * (color - 1.0), 1); });
    case WorldEffect::Kind::kAdd:
      return canvas.every([&](glm::dvec4& c) { c += glm::dvec4(s * color, 0); });
    case WorldEffect::Kind::kFade:
      return canvas.every([&](glm::dvec4& c) { c += glm::dvec4((color - glm::dvec3(c)) * s, 0); });
    case WorldEffect::Kind::kNothing:
      return;
  }
}

}  // namespace vitrine::render
