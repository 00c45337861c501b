// Nodes, skeletons, cameras, lamps, particles.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"
#include "scene/finite.h"

namespace vitrine::kri {
namespace {

/// pos.x pos.y pos.z scale rot.x rot.y rot.z rot.w
Transform transform_of(const Record& fields) {
  float n[Field::kMostNumbers];
  std::copy_n(fields.numbers("transform"), std::size(n), n);
  Transform transform;
  transform.translation = {n[0], n[1], n[2]};
  transform.scale = glm::vec3(n[3]);
  transform.rotation = glm::quat(n[7], n[4], n[5], n[6]);
  return transform;
}

LightKind light_kind(const Decoded& decoded) {
  if (decoded.is("A")) return static_cast<LightKind>(static_cast<uint8_t>(decoded.fields.number("type")));
  constexpr std::string_view kWords[] = {"POINT", "SUN", "SPOT", "HEMI", "AREA"};  // as LightKind
  const auto* found = std::find(std::begin(kWords), std::end(kWords), decoded.fields.text("type"));
  return found == std::end(kWords) ? LightKind::kPoint : static_cast<LightKind>(found - kWords);
}

}  // namespace

Status Builder::add_node(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  VITRINE_CHECK(charge(1, 2 * sizeof(RawNode), frame));
  RawNode node;
  node.name = fields.text("name");
  node.parent = fields.text("parent");
  node.local = transform_of(fields);
  node.offset = frame.offset;
  node.length = kHeaderBytes + frame.payload.size();
  if (!is_finite(node.local)) {
    note(frame, messages::kNodeNotFinite);
    node.local = Transform{};
  } else if (const glm::quat usable = usable_rotation(node.local.rotation); usable != node.local.rotation) {
    if (glm::dot(node.local.rotation, node.local.rotation) > 1e-12f)
      note(frame, messages::kRotationNotUnit);
    else
      note(frame, messages::kRotationWithoutLength);
    node.local.rotation = usable;
  }
  nodes_.push_back(std::move(node));
  return ok_status();
}

Status Builder::add_skeleton(const Frame& frame, const Decoded& decoded) {
  RawNode& node = nodes_.back();
  if (node.skeleton != kNone) {
    note(frame, messages::kSecondSkeleton, {node.name});
    return ok_status();
  }
  const std::vector<Record>& rows = decoded.fields.rows();
  VITRINE_CHECK(check_limit(bones_.size() + rows.size(), context_.limits.joints, "joints", frame.payload_offset()));
  VITRINE_CHECK(charge(rows.size(), 2 * sizeof(RawBone), frame));
  node.skeleton = static_cast<uint32_t>(skeletons_.size());
  skeletons_.push_back({static_cast<uint32_t>(nodes_.size() - 1), static_cast<uint32_t>(bones_.size()),
                        static_cast<uint32_t>(rows.size()), frame.offset});
  for (const Record& row : rows) {
    RawBone& bone = bones_.emplace_back();
    bone.name = row.text("name");
    const Field &first = row.fields().front(), &last = row.fields().back();
    bone.offset = frame.payload_offset() + first.offset;
    bone.length = last.offset + last.size - first.offset;
    bone.bind = transform_of(row);
    const auto parent = static_cast<uint32_t>(row.number("parent"));
    if (parent > rows.size()) {
      note(frame, messages::kBoneParent, {bone.name, parent, rows.size()});
    } else if (parent != 0) {
      bone.parent = parent - 1;
    }
    if (!is_finite(bone.bind)) {
      note(frame, messages::kBoneNotFinite, {bone.name});
      bone.bind = Transform{};
    }
    bone.bind.rotation = usable_rotation(bone.bind.rotation);
  }
  return ok_status();
}

Status Builder::add_camera(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  RawNode& node = nodes_.back();
  Camera camera;
  camera.name = node.name;
  camera.active = fields.number("current") != 0;
  camera.near_plane = fields.f32("near");
  camera.far_plane = fields.f32("far");
  const float fov = fields.f32("fov");
  if (!std::isfinite(fov) || !std::isfinite(camera.near_plane) || !std::isfinite(camera.far_plane)) {
    note(frame, messages::kNotFinite);
    return ok_status();
  }
  if (fov < 0) {  // -4 / scale: the loader halves it, and the projection takes 2 / scale
    camera.projection = Projection::kOrthographic;
    camera.ortho_scale = -4 / fov;
  }
  camera.fov_rule = FovRule::kHorizontal;
  camera.fov_rad = fov < 0 ? 0 : fov;
  if (!std::isfinite(camera.ortho_scale)) camera.ortho_scale = 1;
  node.camera = static_cast<uint32_t>(part_.cameras.size());
  part_.cameras.push_back(std::move(camera));
  return ok_status();
}

Status Builder::add_light(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  if (decoded.is("A") && fields.number("type") > 4) {
    note(frame, messages::kLampType, {static_cast<int>(fields.number("type"))});
    return ok_status();
  }
  RawNode& node = nodes_.back();
  Light light;
  light.name = node.name;
  light.kind = light_kind(decoded);
  bool finite = true;
  const double *color = fields.numbers("color"), *attenuation = fields.numbers("attenuation"),
               *projector = fields.numbers("projector");
  for (int i = 0; i < 3; ++i) light.color[i] = static_cast<float>(color[i]) / 255;
  for (int i = 0; i < 4; ++i) {
    light.attenuation[i] = static_cast<float>(attenuation[i]);
    finite &= std::isfinite(attenuation[i]) && std::isfinite(projector[i]);
  }
  if (!finite) {
    note(frame, messages::kNotFinite);
    return ok_status();
  }
  light.energy = light.attenuation[0];
  light.near_plane = static_cast<float>(projector[0]);
  light.far_plane = static_cast<float>(projector[1]);
  light.spot_angle_rad = static_cast<float>(projector[2]);
  light.spot_blend = static_cast<float>(projector[3]);
  if (!decoded.is("D")) light.properties.push_back({"alpha", {fields.number("color", 3)}, {}});
  node.light = static_cast<uint32_t>(part_.lights.size());
  part_.lights.push_back(std::move(light));
  return ok_status();
}

Status Builder::add_emitter(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  emitters_.push_back({static_cast<uint32_t>(nodes_.size() - 1), fields.text("material"), frame.offset});
  part_.emitters.push_back({});
  Emitter& emitter = part_.emitters.back();
  emitter.name = fields.text("name");
  emitter.count = static_cast<uint32_t>(fields.number("amount"));
  if (decoded.is("A") || decoded.is("B")) {  // everything in one chunk
    emitter.velocity_normal = finite_or(fields.f32("velocity", 1), emitter.velocity_normal);
    emitter.velocity_random = finite_or(fields.f32("velocity", 5), emitter.velocity_random);
    emitter.life_random = finite_or(fields.f32("randomLife"), emitter.life_random);
  }
  return add_emitter_part(frame, decoded);
}

Status Builder::add_emitter_part(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  Emitter& emitter = part_.emitters.back();
  if (fields.has("life")) {
    emitter.life_start_s = finite_or(fields.f32("life", 0), 0);
    emitter.life_end_s = finite_or(fields.f32("life", 1), 0);
    emitter.lifetime_s = finite_or(fields.f32("life", 2), 0);
  }
  if (frame.is("p_life")) emitter.life_random = finite_or(fields.f32("random"), emitter.life_random);
  if (fields.has("aligned")) {
    for (int i = 0; i < 3; ++i) emitter.velocity[i] = finite_or(fields.f32("aligned", static_cast<size_t>(i)), 0);
  }
  if (frame.is("p_vel")) {
    emitter.velocity_normal = finite_or(fields.f32("normal"), emitter.velocity_normal);
    emitter.velocity_random = finite_or(fields.f32("random"), emitter.velocity_random);
  }
  if (fields.has("randomSize")) {
    emitter.size = finite_or(fields.f32("size"), emitter.size);
    emitter.size_random = finite_or(fields.f32("randomSize"), emitter.size_random);
  }
  add_properties(frame, std::string(frame.name), fields, emitter.properties);
  return ok_status();
}

}  // namespace vitrine::kri
