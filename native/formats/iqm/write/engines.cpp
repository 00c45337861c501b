// raylib abe23bf82 (rmodels.c), fteqw 93257c1ac (com_mesh.c), darkplaces c6b823ca (model_alias.c), ioq3 5956299e,
// Quake3e f8372fd8, spearmint f21a776e, Q2RTX f2526e9a and Daemon b276137b (tr_model_iqm), gzdoom 092b9c0515
// (models_iqm), redeclipse faf378d1 and p1xbraten a7b8328 (engine/iqm), lsalzman/tesseract 7dc2087, warfork r_skm.c
// 1badb1d8, alienarena r_iqm.c 02a448cc, iqm-exm b88492d.

#include "formats/iqm/write/engines.h"

#include "convert/common_options.h"

namespace vitrine::iqm_export {
namespace {

constexpr uint32_t kShortIndices = 65535;  // of a mesh; larger ones wrap
constexpr uint64_t kFile = 16u << 20;
constexpr double kQuakeUnits = 32;

constexpr IqmLimits limits(uint32_t joint_name, uint32_t action_name, uint32_t material, uint32_t mesh_vertices = 0,
                           uint64_t file = 0) {
  return {.joints = 256,
          .joint_name = joint_name,
          .action_name = action_name,
          .material = material,
          .mesh_vertices = mesh_vertices,
          .file_bytes = file};
}
constexpr IqmLimits of_quake3(uint32_t vertices, uint32_t triangles) {
  return {.joints = 128,
          .joint_name = 63,
          .action_name = 63,
          .material = 63,
          .mesh_vertices = vertices,
          .mesh_triangles = triangles,
          .file_bytes = kFile};
}
constexpr IqmLimits kCube = limits(100, 63, 63, kShortIndices, kFile);

constexpr Engine kEngines[] = {
    {.key = "raylib",
     .title = "raylib",
     .limits = limits(31, 31, 31, kShortIndices),
     .units_per_metre = 1,
     .y_up = true,
     .materials = Materials::kFile,
     .images = ImagePlace::kBeside},
    {.key = "fteqw",
     .title = "FTE",
     .limits = limits(63, 63, 63, kShortIndices),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .companions = {.skin_by_number = true, .frame_list = "framegroups"}},
    {.key = "darkplaces",
     .title = "DarkPlaces",
     .limits = limits(63, 31, 63, kShortIndices),
     .units_per_metre = kQuakeUnits,
     .takes_action_files = false,
     .companions = {.skin_by_number = true, .frame_list = "framegroups"}},
    {.key = "ioquake3",
     .title = "ioquake3",
     .limits = of_quake3(999, 1999),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .lower_meshes = true,
     .companions = {.skin_default = true, .animation_cfg = true, .player_rows = true}},
    {.key = "quake3e",
     .title = "Quake3e",
     .limits = of_quake3(999, 1999),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .lower_meshes = true,
     .companions = {.skin_default = true, .animation_cfg = true, .player_rows = true}},
    {.key = "spearmint",
     .title = "Spearmint",
     .limits = of_quake3(1200, 2401),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .lower_meshes = true,
     .companions = {.skin_default = true, .animation_cfg = true}},
    {.key = "q2rtx",
     .title = "Q2RTX",
     .limits = limits(63, 63, 63, kShortIndices, kFile),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .draws_back_faces = true},
    {.key = "daemon",
     .title = "Daemon",
     .limits = limits(63, 63, 63, kShortIndices, kFile),
     .scales = Scales::kUniform,
     .units_per_metre = kQuakeUnits,
     .white = true,
     .whole_rates = true,
     .companions = {.skin_default = true}},
    {.key = "gzdoom",
     .title = "GZDoom",
     .limits = limits(63, 63, 63),
     .scales = Scales::kAny,
     .units_per_metre = kQuakeUnits,
     .materials = Materials::kFile,
     .no_prefix = true,
     .images = ImagePlace::kBeside,
     .companions = {.actor_lump = "modeldef"},
     .draws_back_faces = true},  // of an actor that nothing shines through (hw_models.cpp)
    {.key = "redeclipse", .title = "Red Eclipse", .limits = kCube, .images = ImagePlace::kBeside, .cube_config = true},
    {.key = "cube2",
     .title = "Cube 2: Sauerbraten",
     .limits = kCube,
     .images = ImagePlace::kBeside,
     .cube_config = true},
    {.key = "tesseract", .title = "Tesseract", .limits = kCube, .images = ImagePlace::kBeside, .cube_config = true},
    {.key = "warfork",
     .title = "Warfork",
     .limits = {.joints = 256, .joint_name = 63, .action_name = 63, .material = 63, .vertices = 65534},
     .units_per_metre = kQuakeUnits,
     .needs_animation = true,
     .takes_action_files = false,
     .companions = {.animation_cfg = true, .last_frames = true}},
    {.key = "alienarena",
     .title = "Alien Arena",
     .limits = limits(63, 63, 63, kShortIndices),
     .units_per_metre = kQuakeUnits,
     .needs_animation = true,
     .takes_action_files = false,
     .images = ImagePlace::kNone,
     .companions = {.skin_image = true},
     .draws_back_faces = true},
    {.key = "love",
     .title = "LÖVE (iqm-exm)",
     .limits = limits(63, 63, 63),
     .scales = Scales::kAny,
     .materials = Materials::kKeep,
     .images = ImagePlace::kNone,
     .draws_back_faces = true},
    // What all of them take alike; axes and materials are those of the family of Quake.
    {.key = "portable",
     .title = "All of them",
     .limits = {.joints = 128,
                .joint_name = 31,
                .action_name = 31,
                .material = 31,
                .mesh_vertices = 999,
                .mesh_triangles = 1999,
                .vertices = 65534,
                .file_bytes = kFile},
     .lower_meshes = true,
     .no_prefix = true,
     .white = true,
     .whole_rates = true,
     .needs_animation = true,
     .takes_action_files = false,
     .images = ImagePlace::kNone,
     .draws_back_faces = true},
};

constexpr auto kChoices = engine_choices(kEngines);

}  // namespace

constinit const std::span<const ExportChoice> kEngineChoices = kChoices;

const Engine* find_engine(std::string_view key) { return engine_of(kEngines, key); }

}  // namespace vitrine::iqm_export
