#include "formats/kri/builder.h"

#include <nlohmann/json.hpp>

#include "formats/kri/codes.h"

namespace vitrine::kri {

void Builder::note(const Frame& frame, const Code& code, const std::string& text) {
  context_.diagnostics.add(code, frame.offset, "chunk " + std::string(frame.name) + ": " + text);
}

bool Builder::needs(const Frame& frame, uint32_t index, const char* what) {
  if (index != kNone) return true;
  note(frame, kChunkOrder, std::string("no ") + what + " stands before it");
  return false;
}

SourceRange Builder::range(const Frame& frame) const {
  return {context_.file, frame.offset, kHeaderBytes + frame.payload.size()};
}

Status Builder::add(const Frame& frame) {
  if (strings_ == Strings::kUnknown) strings_ = strings_of(frame);
  auto listed = nlohmann::ordered_json{{"name", frame.name}, {"offset", frame.offset}, {"size", frame.payload.size()}};
  const auto list = [&](std::string_view layout, uint64_t consumed, const Record& fields) {
    listed["layout"] = layout;
    listed["consumed"] = consumed;
    if (!fields.empty()) listed["fields"] = fields.to_json();
    context_.info["chunks"].push_back(std::move(listed));
  };
  if (!is_known(frame.name)) {
    note(frame, kUnknownChunk, "unknown, " + std::to_string(frame.payload.size()) + " bytes skipped");
    list("unknown", 0, {});
    return ok_status();
  }
  // Small chunks become named fields, and their report costs far more than their bytes.
  const bool small = frame.name[0] != 'v' && frame.name != "curve";
  if (small) VITRINE_CHECK(charge(frame.payload.size(), 64, frame));
  const uint32_t vertex_count = meshes_.empty() ? 0 : meshes_.back().vertex_count;
  const auto decoded = decode(frame, strings_, vertex_count);
  if (!decoded) {
    note(frame, kChunkLayout,
         "none of its layouts takes exactly " + std::to_string(frame.payload.size()) + " bytes of this content");
    list("none", 0, {});
    return ok_status();
  }
  list(decoded->layout, frame.payload.size(), decoded->fields);
  return take(frame, *decoded);
}

Status Builder::take(const Frame& frame, const Decoded& decoded) {
  const std::string_view name = frame.name;
  const Record& fields = decoded.fields;
  if (name == "kri") {
    if (seen_signature_) note(frame, kDuplicate, "a second signature");
    seen_signature_ = true;
    return ok_status();
  }
  if (name == "grav") {
    context_.info["gravity"] = {fields.number("gravity", 0), fields.number("gravity", 1), fields.number("gravity", 2)};
    return ok_status();
  }
  if (name == "node") return add_node(frame, fields);
  if (name == "skel") return add_skeleton(frame, fields);
  if (name == "mesh") return add_mesh(frame, fields);
  if (name == "v_pos" || name == "v_nor" || name == "v_quat" || name == "v_skin") return add_vertices(frame, decoded);
  if (name == "v_uv") return add_texture_layer(frame, decoded);
  if (name == "v_color") return add_color_layer(frame, decoded);
  if (name == "v_shape") return add_shape(frame, decoded);
  if (name == "v_ind") return add_triangles(frame, decoded);
  if (name == "entity") return add_entity(frame, fields);
  if (name == "a_bone") return add_bone_curves(frame, decoded);
  if (name == "curve" || (name[0] == 'a' && name.ends_with("_seq"))) return add_curve(frame, decoded);
  if (name == "action" || name == "act" || name.ends_with("_act"))
    add_action(frame, fields);
  else if (name == "cam")
    add_camera(frame, fields);
  else if (name == "lamp")
    add_light(frame, decoded);
  else if (name == "part")
    add_emitter(frame, decoded);
  else if (name.starts_with("p_") || name.starts_with("pr_") || name == "m_dist")
    add_emitter_part(frame, fields);
  else if (name == "mat")
    add_material(frame, decoded);
  else if (name == "unit" || name == "tex" || name == "mapin")
    add_unit(frame, decoded);
  else if (name.starts_with("m_"))
    add_material_part(frame, fields);
  else if (name.starts_with("t_") || name.starts_with("mt_") || name.starts_with("im_") || name == "u_apply")
    add_unit_part(frame, fields);
  return ok_status();  // physics and node graphs live in the chunk list only
}

void add_properties(std::string_view prefix, const Record& fields, std::vector<Property>& properties) {
  for (const Field& field : fields.fields()) {
    if (field.kind == FieldKind::kRows || field.name == "name") continue;
    properties.push_back({std::string(prefix) + "." + std::string(field.name), field.numbers, field.text});
  }
}

}  // namespace vitrine::kri
