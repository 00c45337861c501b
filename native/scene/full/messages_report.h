#pragma once
#include "base/diagnostics.h"
#include "base/json_text.h"

namespace vitrine {

/// The field "issues" of the report. View cores write an empty one (native/wasm/view/quiet.cpp).
void write_issues(JsonWriter& out, const Diagnostics& diagnostics);

/// One message of the report, for what fails apart from a document; `source` is the file, where there is one.
Json error_json(const Error& error, std::string_view source);

}  // namespace vitrine
