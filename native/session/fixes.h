#pragma once
// Faults that can be put right by rule: a number corrected, lines sorted, a vector made unit again. A fix changes only
// the bytes it is about; what comes out is opened again to see that the fault is gone and no new problem appeared.

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "session/load/loader.h"

namespace vitrine {

/// [{ "file", "code", "title", "changes": count }]: one per file and code. Each was tried: a repair that leaves its
/// fault, brings another or shuts the file is not among them.
nlohmann::ordered_json fixes_json(const Loader& loader);

/// Puts faults of a file right, in the order of the codes given. `patched` gets the whole file. The answer:
/// { "file", "text", "fixed": [codes], "changes", "bytesBefore", "bytesAfter",
///   "diff": text: [{ "line", "lines", "newLine", "newLines", "rows": [[" "|"-"|"+", text]] }],
///           binary: [{ "offset", "size", "newSize", "field", "type", "before", "after", "hexBefore", "hexAfter" }],
///   "check": { "opens", "gone": [codes], "left": [codes], "arose": [{ "code", "count" }] } }.
/// Codes whose repair would do harm at that point are passed over. Null where none is left, or where the file would
/// still not open.
nlohmann::ordered_json patch_json(const Loader& loader, std::string_view file, const nlohmann::ordered_json& codes,
                                  std::vector<uint8_t>& patched);

}  // namespace vitrine
