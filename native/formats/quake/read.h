#pragma once
#include "base/result.h"
#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

// Each takes a file that begins with its magic, and gives an error for the first fault that leaves nothing to show;
// the others are told in describe.
Result<RawModel> read_mdl(LoadContext& context);
Result<RawModel> read_md2(LoadContext& context);
Result<RawModel> read_md3(LoadContext& context);

}  // namespace vitrine::quake
