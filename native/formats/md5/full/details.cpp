#include "formats/md5/build.h"
#include "formats/md5/codes.h"
#include "formats/md5/full/fixes.h"
#include "formats/md5/full/places.h"
#include "formats/md5/rows.h"

namespace vitrine::md5 {
namespace {

using Bytes = std::span<const uint8_t>;

constexpr const char* kBegins = "MD5Version\\s+\\d";

constexpr FormatDetails kDetails[] = {
    {.kind = "md5mesh",
     .title = "id Tech 4 model (MD5 version 10)",
     .begins = kBegins,
     .codes = kCodes,
     .material_of_shader = add_material,
     .places = [](Bytes bytes) { return mesh_places(bytes, false); },
     .fixes = find_fixes},
    {.kind = "md5anim",
     .title = "id Tech 4 animation (MD5 version 10)",
     .begins = kBegins,
     .has = "\\bnumFrames\\b",
     .codes = kCodes,
     .places = animation_places,
     .key_places = animation_key_places,
     .fixes = find_fixes},
    {.kind = "md5camera",
     .title = "id Tech 4 camera (MD5 version 10)",
     .begins = kBegins,
     .has = "\\bnumCuts\\b",
     .codes = kCodes,
     .places = camera_places,
     .key_places = camera_key_places,
     .fixes = find_fixes},
    {.kind = "md5mesh.v6",
     .title = "Doom 3 alpha model (MD5 version 6)",
     .experimental = true,
     .codes = kCodes,
     .places = [](Bytes bytes) { return mesh_places(bytes, true); },
     .fixes = find_fixes},
    {.kind = "md5anim.v6",
     .title = "Doom 3 alpha animation (MD5 version 6)",
     .experimental = true,
     .codes = kCodes,
     .fixes = find_fixes},
    {.kind = "md5scale", .title = "Scale of joints beside an MD5 animation (Q2PRO)", .codes = kCodes},
};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::md5
