#pragma once
// Options that several kinds have: the engine, where a model faces, its scale, how exact its actions are, hidden
// meshes.

#include <algorithm>
#include <array>
#include <string_view>

#include "convert/kind.h"
#include "convert/model_images.h"
#include "convert/plain_text.h"
#include "convert/space.h"

namespace vitrine {

inline constexpr ExportChoice kFrontChoices[] = {
    {"", "as the file says"}, {"+x", ""}, {"-x", ""}, {"+y", ""}, {"-y", ""}, {"+z", ""}, {"-z", ""}};

inline constexpr ExportOption kFrontOption = {.type = ExportOption::Type::kChoice,
                                              .name = "front",
                                              .label = "Front",
                                              .effect = "Where the model faces in its own file",
                                              .flag = "front",
                                              .flag_value = "+x|-x|+y|-y|+z|-z",
                                              .help = "MD5, IQM, IQE, MD3: where the model faces in its own file",
                                              .choices = kFrontChoices};

inline constexpr ExportOption kToleranceOption = {
    .type = ExportOption::Type::kNumber,
    .name = "tolerance",
    .label = "Tolerance",
    .effect = "How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size",
    .flag = "tolerance",
    .flag_value = "DISTANCE",
    .help = "MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size)",
    .least = 0,
    .most = 1000000};

inline constexpr ExportOption kJointsOption = {
    .type = ExportOption::Type::kNumber,
    .name = "joints",
    .label = "",
    .flag = "joints",
    .flag_value = "N",
    .help =
        "GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or "
        "shape keys; fewer where --tolerance allows",
    .least = 1,
    .most = 512};

inline constexpr ExportOption kScaleOption = {
    .type = ExportOption::Type::kNumber,
    .name = "scale",
    .label = "Scale",
    .effect = "A factor for all lengths",
    .flag = "scale",
    .flag_value = "FACTOR",
    .help = "IQM, IQE, MD3: a factor for all lengths; MD5: on top of the engine’s units per metre",
    .least = 0.000001,
    .most = 1000000};

inline constexpr ExportOption kNameOption = {
    .type = ExportOption::Type::kText,
    .name = "name",
    .label = "",
    .flag = "name",
    .flag_value = "NAME",
    .help = "IQM, IQE, MD3: what the model is called in its companions; default: as the output"};

inline constexpr ExportOption kFolderOption = {
    .type = ExportOption::Type::kText,
    .name = "folder",
    .label = "Folder in the game",
    .effect =
        "Where the model lies in the game’s data, as materials name it; leave empty for models/NAME, or progs for "
        "ports of Quake",
    .flag = "folder",
    .flag_value = "PATH",
    .help =
        "IQM, IQE, MD3: where the model lies in the game's data, which materials name; default: as the output, else "
        "models/NAME (progs for ports of Quake)"};

inline constexpr ExportOption kHiddenOption = {.type = ExportOption::Type::kSwitch,
                                               .name = "hidden",
                                               .label = "Include hidden meshes",
                                               .effect = "Export the meshes of hidden objects",
                                               .flag = "hidden",
                                               .help = "GLB, MD5, IQM, IQE, MD3: include the meshes of hidden objects"};

constexpr ExportOption engine_option(std::span<const ExportChoice> engines) {
  return {.type = ExportOption::Type::kChoice,
          .name = "engine",
          .label = "Engine",
          .effect = "Respect the limits and conventions of this engine",
          .flag = "for",
          .flag_value = "ENGINE",
          .help = "MD5, IQM, IQE, MD3: the engine that the file is for; default: no limits",
          .choices = engines};
}

/// Front, scale and tolerance as they were given; what was not stays.
inline void take_space_options(GivenOptions& given, SpaceOptions& space, double& tolerance) {
  if (const auto front = given.word("front"); front && !front->empty()) {
    if (!direction_of(*front)) given.fail("front", "an axis of the file: +x, -x, +y, -y, +z or -z");
    space.front = *front;
  }
  if (const auto scale = given.number("scale", 0.000001, 1000000, "a factor above 0")) space.scale = *scale;
  if (const auto given_tolerance = given.number("tolerance", 0, 1000000, "a distance")) tolerance = *given_tolerance;
}

/// Where the images of the model called `name` are looked for; `otherwise` is its folder where none is given.
inline void take_image_rules(GivenOptions& given, const std::string& name, const std::string& otherwise,
                             ImageRules& rules) {
  rules.name = name;
  rules.folder = otherwise;
  const auto folder = given.word("folder");
  if (!folder) return;
  rules.folder.clear();
  for (size_t from = 0; from < folder->size();) {
    const size_t to = std::min(folder->find_first_of("/\\", from), folder->size());
    const std::string part = folder->substr(from, to - from);
    if (part == "..") given.fail("folder", "a path in the game's data");
    if (!part.empty() && part != ".") rules.folder += (rules.folder.empty() ? "" : "/") + plain_name(part, "_");
    from = to + 1;
  }
}

// A writer's table of engines, whose rows have a `key`, as the choices of an option.

/// None, then the keys.
template <typename Engine, size_t kCount>
constexpr std::array<ExportChoice, kCount + 1> engine_choices(const Engine (&engines)[kCount]) {
  std::array<ExportChoice, kCount + 1> out{};
  out[0] = {"", "Any (no limits)"};
  for (size_t k = 0; k < kCount; ++k) out[k + 1] = {engines[k].key, ""};
  return out;
}

/// Null for a key that no engine has.
template <typename Engine, size_t kCount>
const Engine* engine_of(const Engine (&engines)[kCount], std::string_view key) {
  const Engine* const end = engines + kCount;
  const Engine* const found = std::find_if(engines, end, [&](const Engine& engine) { return engine.key == key; });
  return found == end ? nullptr : found;
}

}  // namespace vitrine
