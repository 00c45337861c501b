#pragma once
#include "base/diagnostics.h"
#include "base/json_writer.h"

namespace vitrine {

/// The field "issues" of the report. View cores write an empty one (native/wasm/view/quiet.cpp).
void write_issues(JsonWriter& out, const Diagnostics& diagnostics);

}  // namespace vitrine
