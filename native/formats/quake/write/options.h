#pragma once
// What is asked of an MD3. The defaults hold for every reader that is known.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/companions.h"
#include "convert/kind.h"
#include "convert/model_images.h"
#include "convert/space.h"

namespace vitrine::md3_export {

/// Lower levels of detail that are written at most.
inline constexpr uint32_t kMostLevels = 7;
/// Bytes of a name without the closing 0.
inline constexpr uint32_t kLongestName = 63, kLongestFrameName = 15;
/// Frames times vertices: a file of 128 MB.
inline constexpr uint64_t kMostRows = uint64_t{1} << 24;
/// A coordinate beyond is none of a model.
inline constexpr double kLargestNumber = 1e9;
/// Units of MD3 are about an inch; a metre has 32 in the games that measure.
inline constexpr double kUnitsPerMetre = 32;

/// 0 = no limit.
struct Md3Limits {
  uint32_t vertices = 0, triangles = 0;  ///< a surface with more is split
  uint32_t surfaces = 0, frames = 0, tags = 0;
};

/// What shaders are called.
enum class Shaders : uint8_t {
  kKeep,  ///< as the materials are
  kPath,  ///< the image or shader, without an ending
  kFile,  ///< the file of the image, with its ending
};

/// How a reader turns the two bytes of a normal into angles: steps of a whole turn.
inline constexpr double kIdSteps = 255;

/// What an engine's reader asks for.
struct Md3Rules {
  Md3Limits limits;
  double rate = 0;  ///< frames per second of all actions; 0 = each its own
  double normal_steps = kIdSteps;
  uint32_t levels = 0;  ///< files NAME_1 and on that it takes for lower levels of detail
  Shaders shaders = Shaders::kKeep;
  bool needs_surface = false;  ///< a file of tags alone is refused
  bool lower_names = false;    ///< surfaces are compared in lower case
  bool cuts_endings = false;   ///< a name that ends in '_' and one more is cut there
  bool whole_texels = false;   ///< texture coordinates are rounded to texels
  bool scales_back = false;    ///< a companion undoes a scale, so that the model may fill the grid
  ImagePlace images = ImagePlace::kGame;
  bool draws_back_faces = false;
  bool in_progs = false;  ///< models lie in one folder of the game
  CompanionRules companions;
};

struct Md3WriteOptions : Md3Rules {
  std::string name = "model";  ///< of the files, without folder and ending
  std::string engine;          ///< named in messages; empty = none
  SpaceOptions space = {.axes = kIdTechAxes, .units_per_metre = kUnitsPerMetre, .scale = 1, .front = ""};
  double tolerance = 0;  ///< largest distance between frames, in units written; 0 = 1/1000 of the size
  bool hidden = false;   ///< hidden meshes too
  ImageRules image_rules;
  bool player = false;              ///< cut into legs, torso and head
  std::string cut_torso, cut_head;  ///< names of nodes; empty = the tags
  std::vector<double> shares;       ///< of the triangles, for lower levels of detail; falling
};

// What engines take of an MD3, from their sources at the commits of `engines.cpp`.

/// Sets what the engine asks for; false for a name that no engine has.
bool take_engine(std::string_view key, Md3WriteOptions& options);
/// Their keys, after the choice of none.
extern const std::span<const ExportChoice> kEngineChoices;

}  // namespace vitrine::md3_export
