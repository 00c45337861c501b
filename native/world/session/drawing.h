#pragma once
// From a frame of a world to what the renderer draws: triangles of every job in its pose, slots, lamps, the list.

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "world/picture/picture.h"
#include "world/session/meshes.h"
#include "world/world.h"

namespace vitrine {

/// Pixels of an image file the document names; null where it is missing or cannot be read. They outlive the drawing.
using ImageLookup = std::function<const render::WorldImage*(const std::string& file)>;

/// Image files that the textures of a document name, each once.
std::vector<std::string> world_images(const world::Document& document);

/// Draw lists of the last frame of `world`. `models`: one per Document::models, null where it did not open; their
/// poses are taken from `meshes`. Warnings of drawing go to `issues`: WORLD_FILE, WORLD_ACTION, WORLD_FX, each thing
/// once. WORLD_LIMIT for more than 200,000 jobs or effects, 4,000,000 entries or 3,000,000 different triangles.
Result<render::WorldPicture> build_world_picture(const world::World& world, const WorldMeshes::Models& models,
                                                 WorldMeshes& meshes, uint32_t width, uint32_t height,
                                                 const ImageLookup& images, std::vector<world::Issue>& issues);

/// "final", "after-PHASE", "solo-PHASE", "off-PHASE[-PHASE...]", "steps-N"; false for other words.
bool read_world_switch(std::string_view word, render::WorldSwitch& which);

/// Jobs that were run, by the words of the report's `paintJobs`.
nlohmann::ordered_json world_job_counts(const world::Document& document, const render::WorldJobCounts& jobs);

/// Colours clamped to 0..1 and rounded: red, green, blue, alpha (255) as bytes, or red, green, blue as 16-bit numbers,
/// high byte first, as PNG has them.
std::vector<uint8_t> world_pixels(const std::vector<glm::dvec3>& colors, bool wide);

}  // namespace vitrine
