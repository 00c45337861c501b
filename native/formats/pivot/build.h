#pragma once
#include "formats/pivot/parse.h"
#include "formats/registry.h"

namespace vitrine::pivot {

/// Appends the scene and fills `context.info`. Messages name the object in their path (`objects[3]`).
Status build(LoadContext& context, const RawScene& raw, Scene& scene);

}  // namespace vitrine::pivot
