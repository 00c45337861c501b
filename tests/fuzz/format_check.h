#pragma once
// What must hold for any bytes at all, for fuzzing, replay and sweeps alike.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/format.h"

namespace vitrine::fuzz {

/// Limits that keep one hostile file within milliseconds and megabytes.
Limits small_limits();

/// The smallest valid model of the row's folder in tests/data, and its row; empty and null when there is none.
const std::vector<uint8_t>& companion(const FormatRow& row, const FormatRow*& model_row);

/// Loads `bytes` by `row`, behind a model of the row's own test data where the row is an animation. Returns an empty
/// text or what was broken: a scene changed by a failed load, or a loaded one that `validate` refuses.
std::string check_row(const FormatRow& row, std::span<const uint8_t> bytes);

/// Opens `bytes` as a Document under a file name of `row` and poses its first clips at three times. Returns an empty
/// text or what was broken: a reported error inside a loaded document's scene, or a pose that is not finite although
/// all numbers of the file are moderate.
std::string check_document(const FormatRow& row, std::span<const uint8_t> bytes);

}  // namespace vitrine::fuzz
