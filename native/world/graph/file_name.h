#pragma once
// Names of files in world documents.

#include <string_view>

namespace vitrine::world {

/// Does the name lead out of the folder of the document: an absolute path, a drive, more `..` than folders? `\` parts
/// folders as `/` does.
bool leaves_folder(std::string_view name);

}  // namespace vitrine::world
