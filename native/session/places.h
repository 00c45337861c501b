#pragma once
// From things of the scene (a vertex, a joint, a key) to their lines and bytes, and back. The map of a file is made by
// a second walk over its bytes when it is first asked for, and kept until files come or go.
//
// A thing is { "kind", "index" } with "mesh" (vertex, triangle, weight), "action" (curve, frame, key) and "curve" (key,
// by its number in the list of channels). Kinds: vertex triangle weight node mesh material action curve frame key.

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "formats/source_records.h"
#include "scene/scene.h"
#include "session/load/loader.h"

namespace vitrine {

class Places {
 public:
  using Json = nlohmann::ordered_json;

  explicit Places(const Loader& loader) : loader_(loader) {}
  /// Files have come or gone.
  void forget() { maps_.clear(); }

  /// [{ "file", "offset", "size", "name", "line", "column", "lastLine" }], the thing's own place first; lines in texts.
  /// Empty for what is not there or has no place.
  Json of(const Json& thing);
  /// { "things": [thing + "offset", "size", "name"], "record": offset of the record a binary file has there }; the
  /// innermost thing first. Null for a file that did not open.
  Json at(std::string_view file, uint64_t offset);

 private:
  struct FileMap {
    Loader::OpenFile file;
    SourceRecordLists lists;
    std::map<uint64_t, uint64_t> blocks;  ///< size of the block that begins at an offset
  };
  FileMap* map_of(uint32_t file);
  void add_block(Json& out, const SourceRange& source, std::string_view name);
  void add_places(Json& out, uint32_t file, uint64_t offset, uint64_t size, std::string_view name);
  void of_vertex(Json& out, uint32_t mesh, uint32_t vertex, uint32_t frame);
  void of_key(Json& out, uint32_t action, uint32_t channel, uint32_t key);
  Json key_in_frame(uint32_t file, const SourceRecords& list, uint32_t action, uint32_t frame, uint64_t offset);
  Json thing_at(uint32_t file, const SourceRecords& list, uint32_t record, uint64_t offset);
  Json thing_of_block(uint32_t file, uint64_t offset) const;

  const Loader& loader_;
  std::map<uint32_t, FileMap> maps_;
};

}  // namespace vitrine
