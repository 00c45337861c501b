#pragma once
#include "base/diagnostics.h"
#include "base/json_writer.h"

namespace vitrine {

/// The fields "truncated" and "messages" of the report's issues. Not in the core for viewing, which only counts.
void write_messages(JsonWriter& out, const Diagnostics& diagnostics);

}  // namespace vitrine
