#pragma once
#include "base/utf8.h"
#include "formats/action_list.h"
#include "formats/format.h"

namespace vitrine::framegroups {

/// Names and words as messages and the report have them.
inline std::string shown(std::string_view text) { return to_utf8(text.substr(0, 200)); }

/// The actions of a list. Faults are messages of `diagnostics`, where it is given.
Result<std::vector<ListedAction>> read_list(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics);

/// The report of a list, and its messages.
Status load(LoadContext& context, Scene& scene);

}  // namespace vitrine::framegroups
