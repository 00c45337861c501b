#pragma once
// One material declaration as it is written, and the reader of its block.

#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "formats/mtr/full/words.h"

namespace vitrine::mtr {

/// Value of `map` and similar keys.
struct Image {
  std::string path;        ///< the first file it names; empty = none
  std::string function;    ///< outermost function of an image program, lower case
  bool is_height = false;  ///< a height map that the game turns into a normal map
  uint64_t offset = 0;
};

enum class StageKind : uint8_t { kAmbient, kDiffuse, kBump, kSpecular };
enum class StageBlend : uint8_t { kOpaque, kBlend, kAdd, kFilter, kNone, kOther };
enum class Wrap : uint8_t { kUnstated, kRepeat, kClamp };

struct Stage {
  StageKind kind = StageKind::kAmbient;
  StageBlend blend = StageBlend::kOpaque;
  std::string blend_text;  ///< as written
  Image image;
  bool is_cube = false;
  Wrap wrap = Wrap::kUnstated;
  std::optional<float> alpha_test;
  float rgba[4] = {1, 1, 1, 1};
  float offset[2] = {0, 0}, scale[2] = {1, 1};
  bool lit = false;    ///< by the lights of the game, though it is no diffuse layer
  bool never = false;  ///< its condition is 0 from the start and nothing changes it
  uint64_t at = 0;
};

struct MaterialText {
  std::vector<Stage> stages;
  std::string editor_image, description;
  bool two_sided = false, back_sided = false, nodraw = false, translucent = false;
  bool by_order = false;    ///< the first image is the surface, whatever the kinds of the stages
  bool no_mipmaps = false;  ///< the images are not made smaller
  Wrap wrap = Wrap::kUnstated;
  std::vector<std::string> unused;    ///< words that change nothing here, as written, each once
  std::vector<std::string> changing;  ///< words whose value changes with time or parameters
  uint64_t first_unused = kNoOffset;
};

/// `blend SOURCE, DESTINATION` in words; the factors of OpenGL.
StageBlend blend_of_factors(std::string_view source, std::string_view target);
bool is_blend_factor(std::string_view word);

/// Reads the block of the declaration `name` between `begin` (behind its opening brace) and `end` (its closing one).
/// What cannot be read is a message of the context, never a failure.
MaterialText read_material(LoadContext& context, std::string_view name, uint64_t begin, uint64_t end);

}  // namespace vitrine::mtr
