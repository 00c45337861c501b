#include "formats/kri/read/builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "formats/kri/codes.h"
#include "formats/kri/sentences.h"

namespace vitrine::kri {

/// Handler of the chunks of a name, or of all names with a prefix that ends in '_'.
struct Builder::Taker {
  std::string_view name;
  After after;  ///< what must stand before them
  Status (Builder::*take)(const Frame&, const Decoded&);
};

/// Null for what lives in the chunk list only: physics, node graphs, gravity.
const Builder::Taker* Builder::taker_of(std::string_view name) {
  // The first that fits.
  static constexpr Taker kTakers[] = {
      {"kri", After::kNothing, &Builder::add_signature},
      {"node", After::kNothing, &Builder::add_node},
      {"skel", After::kNode, &Builder::add_skeleton},
      {"mesh", After::kNode, &Builder::add_mesh},
      {"v_pos", After::kMesh, &Builder::add_positions},
      {"v_nor", After::kMesh, &Builder::add_normals},
      {"v_quat", After::kMesh, &Builder::add_quaternions},
      {"v_skin", After::kMesh, &Builder::add_weights},
      {"v_uv", After::kMesh, &Builder::add_texture_layer},
      {"v_color", After::kMesh, &Builder::add_color_layer},
      {"v_shape", After::kMesh, &Builder::add_shape},
      {"v_ind", After::kMesh, &Builder::add_triangles},
      {"entity", After::kMesh, &Builder::add_entity},
      {"a_bone", After::kAction, &Builder::add_bone_curves},
      {"curve", After::kAction, &Builder::add_curve},
      {"a_seq", After::kAction, &Builder::add_curve},
      {"ac_seq", After::kAction, &Builder::add_curve},
      {"ae_seq", After::kAction, &Builder::add_curve},
      {"af_seq", After::kAction, &Builder::add_curve},
      {"aq_seq", After::kAction, &Builder::add_curve},
      {"av_seq", After::kAction, &Builder::add_curve},
      {"action", After::kNothing, &Builder::add_action},
      {"act", After::kNothing, &Builder::add_action},
      {"n_act", After::kNothing, &Builder::add_action},
      {"s_act", After::kNothing, &Builder::add_action},
      {"m_act", After::kNothing, &Builder::add_action},
      {"t_act", After::kNothing, &Builder::add_action},
      {"cam", After::kNode, &Builder::add_camera},
      {"lamp", After::kNode, &Builder::add_light},
      {"part", After::kNode, &Builder::add_emitter},
      {"p_", After::kEmitter, &Builder::add_emitter_part},
      {"pr_", After::kEmitter, &Builder::add_emitter_part},
      {"m_dist", After::kEmitter, &Builder::add_emitter_part},
      {"mat", After::kNothing, &Builder::add_material},
      {"m_", After::kMaterial, &Builder::add_material_part},
      {"unit", After::kMaterial, &Builder::add_unit},
      {"tex", After::kMaterial, &Builder::add_unit},
      {"mapin", After::kMaterial, &Builder::add_unit},
      {"t_", After::kUnit, &Builder::add_unit_part},
      {"mt_", After::kUnit, &Builder::add_unit_part},
      {"im_", After::kUnit, &Builder::add_unit_part},
      {"u_apply", After::kUnit, &Builder::add_unit_part},
  };
  const auto* found = std::find_if(std::begin(kTakers), std::end(kTakers), [&](const Taker& taker) {
    return taker.name.back() == '_' ? name.starts_with(taker.name) : name == taker.name;
  });
  return found == std::end(kTakers) ? nullptr : found;
}

/// Leaves a message when it does not.
bool Builder::stands_after(const Frame& frame, After what) {
  const auto stands = [&](bool is_there, const char* name) {
    if (!is_there) note(frame, messages::kNothingBefore, {name});
    return is_there;
  };
  switch (what) {
    case After::kNothing:
      return true;
    case After::kNode:
      return stands(!nodes_.empty(), "node");
    case After::kMesh:
      return stands(!meshes_.empty(), "mesh");
    case After::kMaterial:
      return stands(!part_.materials.empty(), "material");
    case After::kUnit:
      return stands_after(frame, After::kMaterial) && stands(!part_.materials.back().slots.empty(), "texture unit");
    case After::kEmitter:
      return stands(!emitters_.empty(), "particle system");
    case After::kAction:
      return stands(!part_.clips.empty(), "action");
  }
  return false;
}

SourceRange Builder::range(const Frame& frame) const {
  return {context_.file, frame.offset, kHeaderBytes + frame.payload.size()};
}

Status Builder::charge(uint64_t count, uint64_t size, const Frame& frame) {
  return context_.budget.charge(count, size, frame.payload_offset());
}

Status Builder::add(const Frame& frame) {
  if (strings_ == Strings::kUnknown) strings_ = strings_of(frame);
  if (!is_known(frame.name)) {
    note(frame, messages::kUnknownChunk, {frame.payload.size()});
    report_chunk(frame, "unknown", nullptr);
    return ok_status();
  }
  // Small chunks become named fields, and their report costs far more than their bytes.
  const bool small = frame.name[0] != 'v' && !frame.is("curve");
  if (small) VITRINE_CHECK(charge(frame.payload.size(), 64, frame));
  const auto decoded = decode(frame, strings_, raw_meshes_.empty() ? 0 : raw_meshes_.back().vertex_count);
  const Taker* taker = taker_of(frame.name);
  if (!decoded) {
    // Layouts of a chunk without its parent have counts of 0.
    if (taker == nullptr || stands_after(frame, taker->after))
      note(frame, messages::kNoLayoutFits, {frame.payload.size()});
    report_chunk(frame, "none", nullptr);
    return ok_status();
  }
  report_chunk(frame, decoded->layout, &decoded->fields);
  if (taker == nullptr || !stands_after(frame, taker->after)) return ok_status();
  return (this->*taker->take)(frame, *decoded);
}

Status Builder::add_signature(const Frame& frame, const Decoded&) {
  if (seen_signature_) note(frame, messages::kSecondSignature);
  seen_signature_ = true;
  return ok_status();
}

void Builder::add_properties(const Frame& frame, const std::string& prefix, const Record& fields,
                             std::vector<Property>& properties) {
  for (const Field& field : fields.fields()) {
    if (field.kind == FieldKind::kRows || field.name == "name") continue;
    const auto numbers = field.numbers();
    if (!std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); })) {
      note(frame, messages::kPropertyNotFinite, {field.name});
      continue;
    }
    properties.push_back({});
    Property& property = properties.back();
    property.name = prefix;
    property.name += '.';
    property.name += field.name;
    property.numbers.assign(numbers.begin(), numbers.end());
    property.text = field.text;
  }
}

}  // namespace vitrine::kri
