#pragma once
// What must hold for everything that is asked of a document after it has opened, for fuzzing and replay alike.

#include <cstdint>
#include <span>
#include <string>

#include "formats/format.h"

namespace vitrine::fuzz {

/// Opens `bytes` under a file name of `row`, behind a model of the row's own test data where the row is an animation,
/// and asks for all that hosts ask for: reports, curves, health, places, a picture, every export, every fix. Returns an
/// empty text or what was broken: a place outside of its file, a number that is none, an export that does not open or
/// has other triangles though no loss is named, a fix after which there are as many faults.
std::string check_whole(const FormatRow& row, std::span<const uint8_t> bytes);

}  // namespace vitrine::fuzz
