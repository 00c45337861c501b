// The camera as a sphere among the cells.

#include "world/world.h"

namespace vitrine::world {
namespace {

constexpr int kSlides = 4;      // as particles slide
constexpr int kPushes = 16;     // each takes half of what is left
constexpr double kHair = 1e-9;  // of a stretch: stays on the free side of what ended it

/// Along `way` to the first contact, then along what was met.
glm::dvec3 slide(const CellSet& cells, glm::dvec3 at, glm::dvec3 way) {
  Path path;
  for (int stretch = 0; stretch < kSlides && way != glm::dvec3(0); ++stretch) {
    cells.follow(at, way, kNoNode, {}, path);
    if (!path.contact) return at + way;
    const double free = std::max(0.0, path.contact->t - kHair);
    at += way * free;
    way *= 1 - free;
    way -= path.contact->normal * std::min(0.0, glm::dot(way, path.contact->normal));
  }
  return at;
}

}  // namespace

glm::dvec3 World::walk(const glm::dvec3& from, const glm::dvec3& way, double radius) const {
  const CellSet& cells = simulation_->cells();
  cells.begin_work();
  glm::dvec3 at = slide(cells, from, way);
  for (int push = 0; push < kPushes; ++push) {
    const SpherePush pushed = push_sphere(cells, document_.cells, at, radius);
    if (pushed.faces == 0) break;
    at = slide(cells, at, pushed.at - at);
  }
  return at;
}

}  // namespace vitrine::world
