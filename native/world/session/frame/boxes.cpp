#include "world/session/frame/boxes.h"

#include <array>

namespace vitrine {

using render::WorldTriangle;

namespace {

/// Two triangles of one side: corners top left, bottom left, bottom right, top right, seen from outside.
void add_side(const world::Box& box, int axis, bool positive, const glm::dvec3& right, const glm::dvec3& up,
              std::vector<WorldTriangle>& list) {
  const glm::dvec3 half = (box.max - box.min) * 0.5;
  const glm::dvec3 x = right * half, y = up * half;
  const double width = 2 * glm::length(x), height = 2 * glm::length(y);
  if (width == 0 || height == 0) return;
  glm::dvec3 front(0);
  front[axis] = positive ? 1 : -1;
  // Taken from the box itself, so that corners of neighbouring sides are equal to the bit.
  const auto at = [&](const glm::dvec3& way) {
    return glm::mix(box.min, box.max, glm::greaterThan(way, glm::dvec3(0)));
  };
  const glm::dvec3 corner[4] = {at(front - right + up), at(front - right - up), at(front + right - up),
                                at(front + right + up)};
  const glm::dvec2 uv[4] = {{0, 0}, {0, height}, {width, height}, {width, 0}};
  const glm::dvec2 unit[4] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  for (const auto& order : {std::array<int, 3>{0, 1, 2}, std::array<int, 3>{0, 2, 3}}) {
    WorldTriangle& triangle = list.emplace_back();
    triangle.front = front;
    for (size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<size_t>(order[i]);
      triangle.at[i] = corner[k];
      triangle.normal[i] = front;
      triangle.uv[i] = uv[k];
      triangle.lightmap_uv[i] = unit[k];
    }
  }
}

}  // namespace

std::vector<WorldTriangle> box_triangles(const world::Box& box) {
  const glm::dvec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const glm::dvec3 right[6] = {z, -z, x, x, -x, x}, up[6] = {y, y, z, -z, y, y};
  std::vector<WorldTriangle> list;
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_flat = box.max[axis] == box.min[axis];
    for (int side = is_flat ? 1 : 0; side < 2; ++side)
      add_side(box, axis, side == 1, right[axis * 2 + side], up[axis * 2 + side], list);
  }
  return list;
}

}  // namespace vitrine
