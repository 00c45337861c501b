#include "render/render.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "render/overlay.h"
#include "render/shader.h"
#include "render/tile.h"

namespace vitrine::render {
namespace {

/// Numbers of things by the tile that they touch, in their own order.
class Bins {
 public:
  Bins(int32_t width, int32_t height)
      : columns_((width + Tile::kSize - 1) / Tile::kSize),
        rows_((height + Tile::kSize - 1) / Tile::kSize),
        first_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_) + 1, 0) {}

  /// `rect_of(i)`: the pixels that thing i may touch.
  template <class RectOf>
  void fill(uint32_t count, RectOf&& rect_of) {
    for (uint32_t i = 0; i < count; ++i) visit(rect_of(i), [&](size_t tile) { ++first_[tile + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    numbers_.resize(first_.back());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    for (uint32_t i = 0; i < count; ++i) visit(rect_of(i), [&](size_t tile) { numbers_[next[tile]++] = i; });
  }
  std::span<const uint32_t> at(size_t tile) const {
    return std::span(numbers_).subspan(first_[tile], first_[tile + 1] - first_[tile]);
  }

 private:
  template <class Visit>
  void visit(const PixelRect& rect, Visit&& at_tile) {
    const int32_t x0 = std::max(rect.x0, 0) / Tile::kSize, y0 = std::max(rect.y0, 0) / Tile::kSize;
    const int32_t x1 = std::min((rect.x1 + Tile::kSize - 1) / Tile::kSize, columns_);
    const int32_t y1 = std::min((rect.y1 + Tile::kSize - 1) / Tile::kSize, rows_);
    for (int32_t y = y0; y < y1; ++y)
      for (int32_t x = x0; x < x1; ++x)
        at_tile(static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x));
  }

  int32_t columns_, rows_;
  std::vector<size_t> first_;
  std::vector<uint32_t> numbers_;
};

PixelRect rect_of(const Triangle& t) {
  const auto [x_min, x_max] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_min, y_max] = std::minmax({t.y[0], t.y[1], t.y[2]});
  return {x_min >> 8, y_min >> 8, (x_max >> 8) + 1, (y_max >> 8) + 1};
}

PixelRect rect_of(const Disc& disc) {
  const auto pixel = [](float x) { return static_cast<int32_t>(std::clamp(x, -1.0f, kMaxSize + 1.0f)); };
  return {pixel(disc.x - disc.radius_x - 1), pixel(disc.y - disc.radius_y - 1), pixel(disc.x + disc.radius_x + 2),
          pixel(disc.y + disc.radius_y + 2)};
}

/// One kind of triangles with the tiles they lie in.
struct Pass {
  Drawn drawn;
  std::optional<Bins> bins;

  void collect(const Model& model, const Screen& screen, bool (*wanted)(const Surface&)) {
    add_triangles(model, screen, wanted, drawn);
  }
  void sort_into_tiles(const Screen& screen) {
    bins.emplace(screen.width, screen.height);
    bins->fill(static_cast<uint32_t>(drawn.triangles.size()), [&](uint32_t i) { return rect_of(drawn.triangles[i]); });
  }
};

/// Far triangles come first; those of equal depth keep the order of the file.
void sort_back_to_front(std::vector<Triangle>& triangles) {
  const auto middle = [](const Triangle& t) {
    const float dx = static_cast<float>((t.x[1] - t.x[0]) + (t.x[2] - t.x[0])) / (3.0f * kUnit);
    const float dy = static_cast<float>((t.y[1] - t.y[0]) + (t.y[2] - t.y[0])) / (3.0f * kUnit);
    return t.depth + t.depth_dx * dx + t.depth_dy * dy;
  };
  std::vector<std::pair<float, uint32_t>> order;
  order.reserve(triangles.size());
  for (uint32_t i = 0; i < triangles.size(); ++i) {
    const float depth = middle(triangles[i]);
    order.emplace_back(depth == depth ? depth : 0, i);  // what is no number has no order
  }
  std::sort(order.begin(), order.end());
  std::vector<Triangle> sorted;
  sorted.reserve(triangles.size());
  for (const auto& [depth, number] : order) sorted.push_back(triangles[number]);
  triangles = std::move(sorted);
}

uint8_t byte_of(float x) { return static_cast<uint8_t>(x > 0 ? (x < 1 ? x * 255 + 0.5f : 255) : 0); }

}  // namespace

Picture draw(const RenderScene& source, const View& view, const Framing& framing, const Style& style) {
  const glm::dmat4 world = world_from_file(source.scene->axes);
  const Screen screen(view, style.width, style.height);
  const Model model = build_model(source, world);
  std::vector<FileLight> lamps;
  if (style.lamps) lamps = lamps_of(*source.scene, source.file_from_node, source.lights, world);
  const Shader shader(model, view, framing, LightRig(view.rig_yaw_rad, std::move(lamps)));

  Pass solid, glass, bones;
  solid.collect(model, screen, [](const Surface& s) { return s.layer == Layer::kOpaque; });
  solid.sort_into_tiles(screen);
  glass.collect(model, screen, [](const Surface& s) { return s.layer != Layer::kOpaque; });
  sort_back_to_front(glass.drawn.triangles);
  glass.sort_into_tiles(screen);

  std::vector<Disc> discs, joints;
  add_particles(source, world, view, screen, discs);
  Model skeleton;
  if (style.skeleton || is_bare(*source.scene)) {
    skeleton = skeleton_model(*source.scene, source.file_from_node, world);
    bones.collect(skeleton, screen, [](const Surface&) { return true; });
    add_joints(*source.scene, source.file_from_node, world, screen, joints);
  }
  bones.sort_into_tiles(screen);
  const Shader bone_shader(skeleton, view, framing, {});
  Bins disc_bins(style.width, style.height), joint_bins(style.width, style.height);
  disc_bins.fill(static_cast<uint32_t>(discs.size()), [&](uint32_t i) { return rect_of(discs[i]); });
  joint_bins.fill(static_cast<uint32_t>(joints.size()), [&](uint32_t i) { return rect_of(joints[i]); });

  const bool gradient = style.backdrop == Backdrop::kLight || style.backdrop == Backdrop::kDark;
  const bool above = view.height > 0;
  std::optional<ContactShadow> shadow;
  if (style.shadow && above && !model.surfaces.empty()) shadow.emplace(model, framing);
  Ground ground;
  ground.shadow = shadow ? &*shadow : nullptr;
  ground.grid = style.grid;
  ground.look = look_of(style.backdrop);
  ground.look.grid *= above ? 1.0f : 0.4f;
  ground.spacing = grid_spacing(framing.radius);
  ground.extent = framing.radius * 7;
  ground.center = {framing.center.x, framing.min.y, framing.center.z};
  const PixelRect floor = ground.reach(screen);

  const glm::vec4 plain = style.backdrop == Backdrop::kTransparent ? glm::vec4(0) : glm::vec4(style.color, 1);
  const auto behind = [&](int32_t px, int32_t py) {
    if (!gradient) return plain;
    const double x = (px + 0.5) / style.width * 2 - 1, y = 1 - (py + 0.5) / style.height * 2;
    return glm::vec4(backdrop_color(ground.look, view, x, y) + dither(px, py), 1);
  };

  Picture picture{style.width, style.height, {}};
  picture.rgba.resize(static_cast<size_t>(style.width) * static_cast<size_t>(style.height) * 4);
  Tile tile;
  size_t number = 0;
  for (int32_t y0 = 0; y0 < style.height; y0 += Tile::kSize) {
    for (int32_t x0 = 0; x0 < style.width; x0 += Tile::kSize, ++number) {
      const PixelRect area{x0, y0, std::min(x0 + Tile::kSize, style.width), std::min(y0 + Tile::kSize, style.height)};
      tile.start(area);
      for (const uint32_t i : solid.bins->at(number)) {
        const Triangle& t = solid.drawn.triangles[i];
        tile.add(t, i, &solid.drawn, model.surfaces[t.surface].cutoff >= 0 ? &shader : nullptr);
      }
      tile.fill(behind);
      tile.resolve(solid.drawn, shader);
      for (int32_t py = std::max(area.y0, floor.y0); py < std::min(area.y1, floor.y1); ++py) {
        for (int32_t px = std::max(area.x0, floor.x0); px < std::min(area.x1, floor.x1); ++px) {
          const Ground::Point point = ground.at(view, screen, px, py);
          if (point.color.w > 0) tile.lay_over(px, py, point.color, point.depth, point.depth_dx, point.depth_dy);
        }
      }
      for (const uint32_t i : glass.bins->at(number)) {
        const Triangle& t = glass.drawn.triangles[i];
        tile.lay_over(glass.drawn, t, shader, model.surfaces[t.surface].layer);
      }
      for (const uint32_t i : disc_bins.at(number)) tile.lay_over(discs[i]);
      // The skeleton shows through the model, in order among its own bones.
      if (!bones.bins->at(number).empty()) {
        tile.clear_depth();
        for (const uint32_t i : bones.bins->at(number)) tile.add(bones.drawn.triangles[i], i, nullptr, nullptr);
        tile.resolve(bones.drawn, bone_shader);
      }
      for (const uint32_t i : joint_bins.at(number)) tile.lay_over(joints[i]);

      for (int32_t py = area.y0; py < area.y1; ++py) {
        uint8_t* out =
            &picture.rgba[(static_cast<size_t>(py) * static_cast<size_t>(style.width) + static_cast<size_t>(x0)) * 4];
        for (int32_t px = area.x0; px < area.x1; ++px, out += 4) {
          const glm::vec4 color = tile.color(px, py);
          const float back = color.w > 0 ? 1 / color.w : 0;
          for (int k = 0; k < 3; ++k) out[k] = byte_of(color.w < 1 ? color[k] * back : color[k]);
          out[3] = byte_of(color.w);
        }
      }
    }
  }
  return picture;
}

}  // namespace vitrine::render
