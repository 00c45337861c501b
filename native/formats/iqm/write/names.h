#pragma once
#include "convert/plain_text.h"
#include "formats/iqm/write/options.h"

namespace vitrine::iqm_export {

/// The name in UTF-8 without control characters and quotes, which the text form cannot hold; `if_empty` in place of
/// none.
std::string readable_name(const std::string& name, const std::string& if_empty);
/// The same, or what all engines read of it where the options name one.
std::string name_for(const IqmWriteOptions& options, const std::string& name, const std::string& if_empty);

}  // namespace vitrine::iqm_export
