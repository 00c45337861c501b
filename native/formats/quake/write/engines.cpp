// ironwail 7ff4ec5 and vkQuake 46e5e6d (Quake/gl_model.c), QSS-M 46a4719 (gl_mesh.c), darkplaces c6b823c
// (model_alias.c, model_shared.c), fteqw 93257c1 (com_mesh.c), ioq3 5956299 and Daemon b276137 (tr_model, tr_surface),
// gzdoom 092b9c0 (models_md3).

#include "formats/quake/write/options.h"

#include "convert/common_options.h"

namespace vitrine::md3_export {
namespace {

constexpr uint32_t kShortIndices = 65535;  // of a surface; larger ones wrap
constexpr uint32_t kLevels = 2;            // MD3_MAX_LODS without the first
constexpr double kQuakeRate = 10;          // the game goes from frame to frame ten times a second

struct Engine {
  const char* key;
  const char* title;
  Md3Rules rules;
};

constexpr Engine kEngines[] = {
    {.key = "ironwail",
     .title = "Ironwail",
     .rules = {.limits = {.vertices = kShortIndices, .frames = 1024},
               .rate = kQuakeRate,
               .shaders = Shaders::kPath,
               .needs_surface = true,
               .whole_texels = true,
               .in_progs = true,
               .companions = {.skin_by_number = true}}},
    {.key = "vkquake",
     .title = "vkQuake",
     .rules = {.limits = {.vertices = kShortIndices, .surfaces = 32, .frames = 2048},
               .rate = kQuakeRate,
               .shaders = Shaders::kPath,
               .needs_surface = true,
               .in_progs = true,
               .companions = {.skin_by_number = true}}},
    {.key = "qss",
     .title = "QSS-M",
     .rules = {.limits = {.vertices = kShortIndices, .frames = 1024},
               .rate = kQuakeRate,
               .shaders = Shaders::kPath,
               .needs_surface = true,
               .in_progs = true,
               .companions = {.skin_by_number = true}}},
    {.key = "darkplaces",
     .title = "DarkPlaces",
     .rules = {.limits = {.vertices = kShortIndices},
               .normal_steps = 256,
               .shaders = Shaders::kPath,
               .companions = {.skin_by_number = true, .frame_list = "framegroups"}}},
    {.key = "fteqw",
     .title = "FTE",
     .rules = {.limits = {.vertices = kShortIndices},
               .levels = kMostLevels,  // until one is missing
               .shaders = Shaders::kPath,
               .cuts_endings = true,
               .companions = {.skin_by_number = true, .frame_list = "framegroups"}}},
    {.key = "ioquake3",
     .title = "ioquake3",
     .rules = {.limits = {.vertices = 999, .triangles = 1999, .surfaces = 32, .frames = 1024, .tags = 16},
               .normal_steps = 1023.0 / 4,  // a table of 1024 angles, in which the last is the whole turn
               .levels = kLevels,
               .shaders = Shaders::kPath,
               .lower_names = true,
               .cuts_endings = true,
               .companions = {.skin_default = true, .animation_cfg = true, .player_rows = true}}},
    {.key = "gzdoom",
     .title = "GZDoom",
     .rules = {.limits = {},
               .normal_steps = 256,
               .shaders = Shaders::kFile,
               .scales_back = true,
               .images = ImagePlace::kBeside,
               .draws_back_faces = true,  // of an actor that nothing shines through (hw_models.cpp)
               .companions = {.actor_lump = "modeldef"}}},
    {.key = "daemon",
     .title = "Daemon",
     .rules = {.limits = {.vertices = 1000, .triangles = 2000, .surfaces = 32, .frames = 1024, .tags = 16},
               .levels = kLevels,
               .shaders = Shaders::kPath,
               .lower_names = true,
               .cuts_endings = true,
               .companions = {.skin_default = true, .animation_cfg = true}}},
};

constexpr auto kChoices = engine_choices(kEngines);

}  // namespace

constinit const std::span<const ExportChoice> kEngineChoices = kChoices;

bool take_engine(std::string_view key, Md3WriteOptions& options) {
  const Engine* const found = engine_of(kEngines, key);
  if (found == nullptr) return false;
  options.engine = found->title;
  static_cast<Md3Rules&>(options) = found->rules;
  return true;
}

}  // namespace vitrine::md3_export
