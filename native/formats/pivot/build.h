#pragma once
#include "formats/pivot/parse.h"
#include "formats/registry.h"

namespace vitrine::pivot {

/// As decoded; objects without one are numbered.
std::string name_of_object(const RawScene& raw, uint32_t object);
/// Appends the scene and fills `context.info`. Messages name the object in their path (`objects[3]`).
Status build(LoadContext& context, const RawScene& raw, Scene& scene);

}  // namespace vitrine::pivot
