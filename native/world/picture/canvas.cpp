#include "world/picture/canvas.h"

#include <algorithm>

#include "base/portable_math.h"

namespace vitrine::render {

WorldCanvas::WorldCanvas(const WorldPicture& picture, uint32_t width, uint32_t height, WorldWork& work)
    : picture_(picture), work_(work), width_(width), height_(height) {
  dir_ = unit(picture.dir);
  glm::dvec3 up = unit(picture.up);
  for (const glm::dvec3& other : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)}) {
    if (glm::length(glm::cross(dir_, up)) < 1e-9) up = other;
  }
  right_ = unit(glm::cross(dir_, up));
  up_ = glm::cross(right_, dir_);
  const double half = portable::tan(picture.fov_rad / 2);
  slope_ = {half * picture.width / picture.height, half};
  const size_t pixels = size_t{width} * height;
  colors.assign(pixels, glm::dvec4(0));
  depths.assign(pixels, HUGE_VAL);
}

glm::dvec3 WorldCanvas::seen(const glm::dvec3& p) const {
  const glm::dvec3 v = p - picture_.eye;
  return {glm::dot(v, right_), glm::dot(v, up_), glm::dot(v, dir_)};
}

/// Right, up, along the view: where a pixel's centre looks, per unit of depth.
glm::dvec3 WorldCanvas::ray_of(int x, int y) const {
  return {(2 * (x + 0.5) / width_ - 1) * slope_.x, (1 - 2 * (y + 0.5) / height_) * slope_.y, 1};
}

glm::dvec3 WorldCanvas::way_to(size_t pixel) const {
  const glm::dvec3 ray = ray_of(static_cast<int>(pixel % width_), static_cast<int>(pixel / width_));
  return right_ * ray.x + up_ * ray.y + dir_;
}

/// Pixels that the visible part of a triangle may cover: first and last column and row.
bool WorldCanvas::bounds(const std::array<glm::dvec3, 3>& v, Cover& cover) const {
  glm::dvec2 low(HUGE_VAL), high(-HUGE_VAL);
  const auto add = [&](const glm::dvec3& p) {
    const glm::dvec2 at = glm::dvec2(p) / (p.z * slope_);
    low = glm::min(low, at), high = glm::max(high, at);
  };
  for (size_t i = 0; i < 3; ++i) {
    const glm::dvec3 &a = v[i], &b = v[(i + 1) % 3];
    if (a.z >= picture_.near) add(a);
    if ((a.z >= picture_.near) != (b.z >= picture_.near)) {
      const glm::dvec3 cut = glm::mix(a, b, (picture_.near - a.z) / (b.z - a.z));
      add({cut.x, cut.y, picture_.near});
    }
  }
  const auto column = [&](double x) { return (x + 1) / 2 * width_ - 0.5; };
  const auto row = [&](double y) { return (1 - y) / 2 * height_ - 0.5; };
  const double x0 = std::max(std::floor(column(low.x)), 0.0), y0 = std::max(std::floor(row(high.y)), 0.0);
  const double x1 = std::min(std::ceil(column(high.x)), width_ - 1.0);
  const double y1 = std::min(std::ceil(row(low.y)), height_ - 1.0);
  if (!(x0 <= x1 && y0 <= y1)) return false;
  cover.x0 = static_cast<int>(x0), cover.x1 = static_cast<int>(x1);
  cover.y0 = static_cast<int>(y0), cover.y1 = static_cast<int>(y1);
  return true;
}

std::optional<WorldCanvas::Cover> WorldCanvas::plan(const std::array<glm::dvec3, 3>& points) const {
  const std::array<glm::dvec3, 3> v{seen(points[0]), seen(points[1]), seen(points[2])};
  Cover cover;
  if (!bounds(v, cover)) return {};
  cover.edge = {glm::cross(v[1], v[2]), glm::cross(v[2], v[0]), glm::cross(v[0], v[1])};
  cover.volume = glm::dot(v[0], cover.edge[0]);
  if (cover.volume == 0 || !std::isfinite(cover.volume)) return {};
  if (cover.volume < 0) {
    cover.volume = -cover.volume;
    for (glm::dvec3& edge : cover.edge) edge = -edge;
  }
  return cover;
}

void WorldCanvas::multiply(const WorldHit& hit, const glm::dvec3& factor) {
  glm::dvec4& c = colors[hit.pixel];
  c = glm::dvec4(glm::dvec3(c) * factor, c.w);
}

void WorldCanvas::add(const WorldHit& hit, const glm::dvec3& value, double gleam) {
  colors[hit.pixel] += glm::dvec4(value, gleam);
}

void WorldCanvas::put(const WorldHit& hit, const glm::dvec3& rgb) {
  colors[hit.pixel] = glm::dvec4(rgb, colors[hit.pixel].w);
}

void WorldCanvas::line(const WorldLine& line) {
  if (!work_.take(WorldWork::kTriangle)) return;
  glm::dvec3 a = seen(line.from), b = seen(line.to);
  if (a.z < picture_.near && b.z < picture_.near) return;
  if (a.z < picture_.near) a = glm::mix(a, b, (picture_.near - a.z) / (b.z - a.z));
  if (b.z < picture_.near) b = glm::mix(b, a, (picture_.near - b.z) / (a.z - b.z));
  const auto pixel = [&](const glm::dvec3& v) {
    const glm::dvec2 at = glm::dvec2(v) / (v.z * slope_);
    return glm::dvec2((at.x + 1) / 2 * width_, (1 - at.y) / 2 * height_);
  };
  const glm::dvec2 from = pixel(a), way = pixel(b) - from;
  // Only the part in the picture is walked: lines that end far outside cost no more than others.
  double enter = 0, leave = 1;
  for (int axis = 0; axis < 2; ++axis) {
    const double size = axis == 0 ? width_ : height_;
    if (way[axis] == 0) {
      if (from[axis] < 0 || from[axis] > size) return;
      continue;
    }
    const double t0 = -from[axis] / way[axis], t1 = (size - from[axis]) / way[axis];
    enter = std::max(enter, std::min(t0, t1)), leave = std::min(leave, std::max(t0, t1));
  }
  if (!(enter <= leave)) return;
  const double steps = std::ceil(std::max(std::abs(way.x), std::abs(way.y)) * (leave - enter)) + 1;
  if (!(steps < 1e9) || !work_.take(static_cast<uint64_t>(steps) * WorldWork::kTested)) return;
  for (double i = 0; i <= steps; ++i) {
    const glm::dvec2 at = from + way * (enter + (leave - enter) * i / steps);
    const double x = std::floor(at.x), y = std::floor(at.y);
    if (x >= 0 && x < width_ && y >= 0 && y < height_)
      colors[static_cast<size_t>(y) * width_ + static_cast<size_t>(x)] = glm::dvec4(line.color, 0);
  }
}

}  // namespace vitrine::render
