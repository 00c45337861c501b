#pragma once
#include "base/diagnostics.h"
#include "formats/qmsh/binary_model.h"

namespace vitrine::qmsh {

/// Warnings about a binary that could be read: one message per kind of fault, with how often it
/// occurs and where first. Changes nothing.
void check_binary(const BinaryModel& model, Diagnostics& diagnostics);

}  // namespace vitrine::qmsh
