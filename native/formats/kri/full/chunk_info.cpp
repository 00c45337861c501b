// The chunks as the report lists them.

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/kri/codes.h"
#include "formats/kri/full/loops/lost_faces.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"

namespace vitrine::kri {

nlohmann::ordered_json Record::to_json() const {
  auto json = nlohmann::ordered_json::object();
  for (const Field& field : fields_) {
    auto& value = json[std::string(field.name)];
    switch (field.kind) {
      case FieldKind::kNumber:
        value = field.stored[0];
        break;
      case FieldKind::kFlag:
        value = field.stored[0] != 0;
        break;
      case FieldKind::kNumbers:
        value = std::vector<double>(field.numbers().begin(), field.numbers().end());
        break;
      case FieldKind::kText:
        value = to_utf8(field.text);
        break;
      case FieldKind::kRows:
        value = nlohmann::ordered_json::array();
        for (const Record& row : rows_) value.push_back(row.to_json());
        break;
    }
  }
  return json;
}

void describe(const Container& container, LoadContext& context) {
  context.info = {{"version", kFormatVersion},
                  {"bytes", context.bytes.size()},
                  {"accounted", container.accounted_bytes},
                  {"interrupted", nullptr},
                  {"chunks", nlohmann::ordered_json::array()}};
  if (!container.interrupted) return;
  context.info["interrupted"] = {{"name", container.interrupted_name},
                                 {"offset", container.accounted_bytes},
                                 {"bytes", context.bytes.size() - container.accounted_bytes - kHeaderBytes}};
}

void Builder::note(const Frame& frame, const Sentence& sentence, Arguments arguments) {
  context_.diagnostics.add({sentence.code, "chunk {}: {}"}, frame.offset,
                           {frame.name, Phrase{sentence.text, arguments}});
}

void Builder::report_chunk(const Frame& frame, std::string_view layout, const Record* fields) {
  auto listed = nlohmann::ordered_json{{"name", frame.name}, {"offset", frame.offset}, {"size", frame.payload.size()}};
  listed["layout"] = layout;
  listed["consumed"] = fields == nullptr ? 0 : frame.payload.size();
  if (fields != nullptr && !fields->empty()) listed["fields"] = fields->to_json();
  context_.info["chunks"].push_back(std::move(listed));
  if (fields != nullptr && frame.name == "grav") {
    context_.info["gravity"] = {fields->number("gravity", 0), fields->number("gravity", 1),
                                fields->number("gravity", 2)};
  }
}

void Builder::report_lost_faces(const Mesh& mesh) {
  const uint32_t lost = count_lost_faces(mesh);
  if (lost == 0) return;
  context_.info["lostFaces"] = context_.info.value("lostFaces", 0u) + lost;
  context_.diagnostics.add(messages::kLostFaces, mesh.source.offset, {mesh.name, lost});
}

}  // namespace vitrine::kri
