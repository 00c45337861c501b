#pragma once
// Files that people take for models and that no format here reads, by their first bytes or words: what they are, and
// what to do with them. Only files are looked up that no row of the registry accepts.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vitrine {

using FileView = std::span<const uint8_t>;

struct Neighbour {
  const char* id;    ///< one word
  const char* what;  ///< as in "x.smd is ...", with its article
  /// Programs that open it, as the subject of a sentence; null where `advice` says what to do.
  const char* opener;
  const char* verb;         ///< of the openers: "does" or "do"
  const char* advice;       ///< sentences after "x is ..."; null for those with an opener
  std::string_view begins;  ///< first bytes
  /// What else has to hold, or all of it where `begins` is empty; null = nothing. `name` is the file's own.
  bool (*is)(FileView bytes, std::string_view name);
};

std::span<const Neighbour> neighbours();

/// The neighbour that a file is; null for others.
const Neighbour* find_neighbour(FileView bytes, std::string_view name);

/// The one whose word is the ending of the name; null for others.
const Neighbour* neighbour_by_ending(std::string_view name);

/// "x.smd is a Valve model text (SMD). Vitrine does not read it; Blender Source Tools do."
std::string sentence_about(const Neighbour& neighbour, FileView bytes, std::string_view name);

}  // namespace vitrine
