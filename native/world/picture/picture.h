#pragma once
// The reference picture of a world: one sample at the centre of every pixel, in plain floating-point colours, hard
// shadows by rays. Double precision; all passes find depth by the same expression.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <string_view>
#include <vector>

namespace vitrine::render {

/// How much drawing a picture may cost: hostile documents can ask for days of it.
class WorldWork {
 public:
  // Costs, roughly in nanoseconds.
  static constexpr uint64_t kTested = 6;     ///< a pixel that a triangle might cover
  static constexpr uint64_t kShaded = 60;    ///< one that it covers
  static constexpr uint64_t kTriangle = 40;  ///< turned and planned
  static constexpr uint64_t kCaster = 400;   ///< a triangle that stands in the way of light
  static constexpr uint64_t kRay = 200;      ///< a way to a light
  static constexpr uint64_t kStep = 10;      ///< each box and triangle on it
  static constexpr uint64_t kMostCasters = 4'000'000;

  /// Budget of a picture with so many pixels: a hundred layers over each of them, and many more over small ones.
  explicit WorldWork(uint64_t pixels) : left_(kLeast + kPerPixel * pixels) {}

  void add(uint64_t cost) { left_ -= cost < left_ ? cost : left_; }
  /// False, and from then on, when that is more than is left.
  bool take(uint64_t cost) {
    add(cost);
    return left_ != 0;
  }
  void exhaust() { left_ = 0; }
  bool is_exhausted() const { return left_ == 0; }

 private:
  static constexpr uint64_t kLeast = 3'000'000'000, kPerPixel = 10'000;
  uint64_t left_;
};

/// Values 0..1, rows from the top, four per pixel.
struct WorldImage {
  uint32_t width = 0, height = 0;
  std::vector<float> rgba;
};

/// sample * gain + offset; without an image the offset alone.
struct WorldSlot {
  bool given = false;
  const WorldImage* image = nullptr;
  glm::dvec4 gain{0}, offset{0};
};

/// In the space of its mesh, or in world space. `front` is normal to the triangle and points outwards, of any length.
struct WorldTriangle {
  std::array<glm::dvec3, 3> at, normal;
  glm::dvec3 front{0};
  std::array<glm::dvec2, 3> uv, lightmap_uv;
};

enum class WorldBlend : uint8_t { kOpaque, kAdd, kAlpha, kMultiply };

using WorldMesh = std::shared_ptr<const std::vector<WorldTriangle>>;

struct WorldJob {
  WorldMesh mesh;  ///< in its own space; null: nothing is seen of the job, but it counts
  glm::dmat4 world_from_mesh{1};
  WorldSlot texture, detail, bump, env, lightmap;
  glm::dvec4 color{1};
  glm::dvec2 uv_scale{1}, uv_translate{0}, detail_scale{1};
  double uv_cos = 1, uv_sin = 0;  ///< how far coordinates are turned
  double specular = 0;
  bool gleams = false;  ///< the material has the phase `specular`
  WorldBlend blend = WorldBlend::kOpaque;
  uint32_t lights = 0;   ///< bit per rank
  bool receives = true;  ///< shadows darken it
  // Members for fake lighting, which runs no list.
  uint32_t pass = 0, material_id = 0;
  bool is_lit = true;  ///< any phase but extra
  bool is_extra = false, casts = true;

  void rotate_uv(double angle_rad);
  /// The triangles in world space.
  void write_triangles(std::vector<WorldTriangle>& list) const;
};

struct WorldLamp {
  glm::dvec3 at{0};
  double range = 0;
  glm::dvec4 color{1};
  bool casts = true;
};

/// One pixel wide.
struct WorldLine {
  glm::dvec3 from{0}, to{0}, color{1};
};
/// Wireframe of one job, light or camera.
using WorldWire = std::vector<WorldLine>;

enum class WorldPhase : uint8_t { kLightmap, kPrebump, kLight, kMul, kSpecular, kAdd, kExtra };

/// One row of the list that is run in order.
struct WorldEntry {
  WorldPhase phase = WorldPhase::kLightmap;
  bool is_shadow = false, is_effect = false;
  uint32_t index = 0;  ///< into jobs or effects
  uint32_t rank = 0;   ///< of shadow and light entries
  uint32_t pass = 0;
};

struct WorldEffect {
  enum class Kind : uint8_t { kParticles, kText, kTint, kAdd, kFade, kNothing } kind = Kind::kNothing;
  glm::dmat4 matrix{1};
  glm::dvec4 color{1};
  double size = 1, amount = 1;
  std::vector<glm::dvec3> positions;  ///< of particles, before the matrix
  std::string_view text;              ///< valid UTF-8
};

/// A step on the finished picture.
struct WorldFinish {
  enum class Kind : uint8_t { kColor, kBlur, kGlow, kSharpen } kind = Kind::kColor;
  double amount = 1;
};

enum class WorldMode : uint8_t { kPhases, kFake, kWireframe };

struct WorldPicture {
  WorldMode mode = WorldMode::kPhases;
  uint32_t width = 0, height = 0;
  glm::dvec3 eye{0}, dir{0, 0, -1}, up{0, 1, 0};
  double fov_rad = 1.5, near = 0.01;  ///< vertical angle; the aspect is that of the picture
  std::vector<WorldJob> jobs;
  std::vector<WorldLamp> lamps;  ///< by rank
  std::vector<WorldEntry> entries;
  std::vector<WorldEffect> effects;
  std::vector<WorldFinish> finish;
  std::vector<uint32_t> chosen;  ///< fake: ranks of up to three lights, one per channel of the mask
  bool shadows = true, colored = true;
  double mask_scale = 1;
  uint32_t blur = 0;
  std::vector<WorldWire> wires;  ///< wireframe
  WorldWire debug;               ///< over the finished picture, in any mode
};

/// Which entries run.
struct WorldSwitch {
  uint8_t off = 0;          ///< bit per phase
  int solo = -1;            ///< a phase alone
  size_t steps = SIZE_MAX;  ///< the first so many entries
  int after = -1;           ///< up to the last entry of this phase or of one before it
  bool finishes() const { return solo < 0 && after < 0 && steps == SIZE_MAX; }
};

/// Jobs that were run, as the painter counts them.
struct WorldJobCounts {
  std::array<uint64_t, 7> phases{};  ///< by WorldPhase; shadows count as light. Fake lighting: extra alone
  uint64_t depth = 0, base = 0, texture = 0, shadow = 0;  ///< fake lighting
  uint64_t wire = 0;
};

struct WorldDrawing {
  /// Red, green, blue of each pixel, rows from the top, not clamped.
  std::vector<glm::dvec3> colors;
  WorldJobCounts jobs;
  bool is_complete = true;  ///< else the picture asked for more work than WorldWork allows
};
WorldDrawing draw_world(const WorldPicture& picture, const WorldSwitch& which);

/// The steps on the finished picture.
void finish_world(const WorldPicture& picture, std::vector<glm::dvec3>& colors, WorldWork& work);

}  // namespace vitrine::render
