// The formats of this view core: this one alone, without words.

#include <vector>

#include "formats/gltf/read/builder.h"
#include "formats/gltf/rows.h"
#include "formats/gltf/sentences.h"

namespace vitrine {

std::span<const FormatRow> formats() {
  static const std::vector<FormatRow> all = [] {
    std::vector<FormatRow> rows(gltf::rows().begin(), gltf::rows().end());
    rows.insert(rows.end(), gltf::buffer_rows().begin(), gltf::buffer_rows().end());
    return rows;
  }();
  return all;
}

namespace gltf {

Error fault_of(std::string_view, uint64_t base) { return Error{messages::kNotJson, base}; }
Error Asset::placed(const Error& error) const { return error; }
void Asset::warn(const Sentence&, const std::string&, Arguments) {}
void Asset::report_left_out(const char*) {}
void Builder::describe(nlohmann::ordered_json&) {}
void Builder::keep_extras() {}
void Builder::keep_attributes() {}

}  // namespace gltf
}  // namespace vitrine
