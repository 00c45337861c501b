#pragma once
// A world of a given size: rooms in a square joined by doors, animated groups of instances, particles that bounce in
// the rooms. At scale 1: 64 segments, 200 animated parameters over 10,000 instances, 1,000 particles.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "world/world.h"

namespace vitrine::bench {

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

/// `groups` animated transforms with 50 instances each, and `particles` particles, in `side` x `side` rooms.
inline std::string world_text(int side, int groups, int particles) {
  constexpr double kRoom = 10;
  std::string text = R"({"kind":"vitrine-world","version":1,"floodStart":1000,"timeline":{"bpm":60},"segments":[)";
  const auto name = [&](int x, int z) { return "\"R" + std::to_string(z * side + x) + "\""; };
  const auto vec = [](double x, double y, double z) {
    return "[" + number(x) + "," + number(y) + "," + number(z) + "]";
  };
  for (int z = 0; z < side; ++z) {
    for (int x = 0; x < side; ++x) {
      if (x + z != 0) text += ',';
      text += "{\"name\":" + name(x, z) + ",\"scene\":{\"op\":\"add\",\"in\":[{\"op\":\"light\",\"range\":6,\"at\":" +
              vec((x + 0.5) * kRoom, 4, (z + 0.5) * kRoom) + "}]},\"cells\":[{\"min\":" + vec(x * kRoom, 0, z * kRoom) +
              ",\"max\":" + vec((x + 1) * kRoom, 5, (z + 1) * kRoom) + "}]}";
    }
  }
  text += "],\"portals\":[";
  bool first = true;
  for (int z = 0; z < side; ++z) {
    for (int x = 0; x < side; ++x) {
      for (const auto& [dx, dz] : {std::pair(1, 0), std::pair(0, 1)}) {
        if (x + dx == side || z + dz == side) continue;
        if (!first) text += ',';
        first = false;
        const double px = (x + dx) * kRoom + (dz ? 5 : 0), pz = (z + dz) * kRoom + (dx ? 5 : 0);
        text += "{\"between\":[" + name(x, z) + "," + name(x + dx, z + dz) +
                "],\"resistance\":7,\"min\":" + vec(px - 1, 0, pz - 1) + ",\"max\":" + vec(px + 1, 3, pz + 1) + "}";
      }
    }
  }
  text += R"(],"materials":{"m":{"phases":["lightmap","light","mul"]}},"entities":[)";
  const double size = side * kRoom;
  for (int i = 0; i < groups; ++i) {
    if (i != 0) text += ',';
    const double x = (i * 0.37 - static_cast<int>(i * 0.37 / size) * size),
                 z = (i * 3.1 - static_cast<int>(i * 3.1 / size) * size);
    text += R"({"op":"transform","translate":{"value":)" + vec(x, 1, z) +
            R"x(,"anim":{"b":"sin(TIME)","c":"X"}},"in":[{"op":"multiply","count":50,"translate":[1.3,0,0.4],)x"
            R"("in":[{"op":"mesh","material":"m","boxes":[{"min":[-0.5,-0.5,-0.5],"max":[0.5,0.5,0.5]}]}]}]})";
  }
  text += R"(],"physics":{"particles":[)";
  for (int i = 0; i < particles; ++i) {
    if (i != 0) text += ',';
    const double x = 0.5 + i * 0.61 - static_cast<int>(i * 0.61 / (size - 1)) * (size - 1),
                 z = 0.5 + i * 1.7 - static_cast<int>(i * 1.7 / (size - 1)) * (size - 1);
    text += "{\"pos\":" + vec(x, 1 + i % 3, z) + ",\"vel\":" + vec(i % 7 - 3, 0, i % 5 - 2) + "}";
  }
  return text + "]}}";
}

inline std::unique_ptr<world::World> make_world(const std::string& text) {
  world::ReadResult read = world::read(text);
  if (!read.document) std::abort();
  auto world = world::World::make(std::move(*read.document), {});
  if (!world) std::abort();
  return std::move(*world);
}

/// A world played at 60 frames a second.
class WorldCase {
 public:
  explicit WorldCase(double scale)
      : world_(make_world(world_text(8, static_cast<int>(200 * scale), static_cast<int>(1000 * scale)))) {
    run();
  }
  /// Evaluates the next frame; the number of its paint jobs.
  uint64_t run() {
    const auto frame = world_->evaluate(frame_++ / 60.0, world::CameraOverride{{35, 2, 35}, {1, 0, 0}});
    if (!frame) std::abort();
    return (*frame)->total;
  }

 private:
  std::unique_ptr<world::World> world_;
  int frame_ = 0;
};

/// Flood fill of a square grid of segments with uneven resistances.
class FloodCase {
 public:
  explicit FloodCase(uint32_t segments)
      : fill_(segments, portals(segments)), open_(fill_.portals().size(), 1), segments_(segments) {}
  /// From another segment each time: a processor that has learnt the turns of a small graph by heart would make the
  /// large one look slow.
  double run() {
    fill_.fill(start_, 1e6, open_, flood_);
    start_ = (start_ + 977) % segments_;
    return flood_[0];
  }

 private:
  static std::vector<world::PortalEdge> portals(uint32_t segments) {
    uint32_t side = 1;
    while (side * side < segments) ++side;
    std::vector<world::PortalEdge> list;
    uint32_t state = 1;
    for (uint32_t i = 0; i < segments; ++i) {
      for (const uint32_t step : {1u, side}) {
        if (i + step >= segments || (step == 1 && (i + 1) % side == 0)) continue;
        state = world::hash32(state);
        list.push_back({i, i + step, 1.0 + state % 10, false, {}});
      }
    }
    return list;
  }
  world::FloodFill fill_;
  std::vector<uint8_t> open_;
  std::vector<double> flood_;
  uint32_t segments_, start_ = 0;
};

}  // namespace vitrine::bench
