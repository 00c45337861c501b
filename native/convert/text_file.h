#pragma once
// The files of an export that is more than one.

#include <span>
#include <string>
#include <vector>

#include "convert/export.h"

namespace vitrine {

struct TextFile {
  std::string name;  ///< may hold folders, relative to the first file
  std::string text;  ///< or the bytes of an image
};

/// Puts `files` behind the bytes of the model, which is called `name`, and lists all of them in the report.
inline void add_files(ExportedFile& out, const std::string& name, std::span<const TextFile> files) {
  auto list = nlohmann::ordered_json::array();
  list.push_back({{"name", name}, {"bytes", out.bytes.size()}});
  for (const TextFile& one : files) {
    out.bytes.insert(out.bytes.end(), one.text.begin(), one.text.end());
    list.push_back({{"name", one.name}, {"bytes", one.text.size()}});
  }
  out.report["files"] = std::move(list);
}

}  // namespace vitrine
