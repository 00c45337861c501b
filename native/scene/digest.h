#pragma once
#include <string>

#include "scene/scene.h"

namespace vitrine {

/// Canonical 64-bit hash of the contents of the scene (not of file names): equal on every host for the same input.
uint64_t digest(const Scene& scene);
/// The same as 16 hexadecimal digits.
std::string digest_text(const Scene& scene);

}  // namespace vitrine
