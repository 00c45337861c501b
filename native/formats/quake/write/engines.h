#pragma once
// What engines take of an MD3, from their sources at the commits of `engines.cpp`.

#include <span>
#include <string_view>

#include "convert/kind.h"
#include "formats/quake/write/options.h"

namespace vitrine::md3_export {

/// Sets what the engine asks for; false for a name that no engine has.
bool take_engine(std::string_view key, Md3WriteOptions& options);
/// Their keys, after the choice of none.
extern const std::span<const ExportChoice> kEngineChoices;

}  // namespace vitrine::md3_export
