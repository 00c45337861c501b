// Nodes, skeletons, cameras, lamps, particles.

#include <cmath>

#include "formats/kri/builder.h"
#include "formats/kri/codes.h"

namespace vitrine::kri {
namespace {

bool is_finite(const Transform& t) {
  const float sum = t.translation.x * 0 + t.translation.y * 0 + t.translation.z * 0 + t.scale.x * 0 + t.rotation.x * 0 +
                    t.rotation.y * 0 + t.rotation.z * 0 + t.rotation.w * 0;
  return sum == 0;
}

/// pos.x pos.y pos.z scale rot.x rot.y rot.z rot.w
Transform transform_of(const Record& fields) {
  const auto number = [&](size_t i) { return fields.f32("transform", i); };
  Transform transform;
  transform.translation = {number(0), number(1), number(2)};
  transform.scale = glm::vec3(number(3));
  transform.rotation = glm::quat(number(7), number(4), number(5), number(6));
  return transform;
}

LightKind light_kind(const Decoded& decoded) {
  if (decoded.layout == "A") return static_cast<LightKind>(static_cast<uint8_t>(decoded.fields.number("type")));
  const std::string_view word = decoded.fields.text("type");
  if (word == "SUN") return LightKind::kSun;
  if (word == "SPOT") return LightKind::kSpot;
  if (word == "HEMI") return LightKind::kHemi;
  if (word == "AREA") return LightKind::kArea;
  return LightKind::kPoint;
}

}  // namespace

Status Builder::add_node(const Frame& frame, const Record& fields) {
  VITRINE_CHECK(charge(1, 2 * sizeof(RawNode), frame));
  RawNode node;
  node.name = fields.text("name");
  node.parent = fields.text("parent");
  node.local = transform_of(fields);
  node.offset = frame.offset;
  node.length = kHeaderBytes + frame.payload.size();
  if (!is_finite(node.local)) {
    note(frame, kChunkValue, "a number is NaN or infinite; the node stands at its parent");
    node.local = Transform{};
  } else if (const glm::quat usable = usable_rotation(node.local.rotation); usable != node.local.rotation) {
    note(frame, kChunkValue,
         glm::dot(node.local.rotation, node.local.rotation) > 1e-12f
             ? "the rotation is not of length 1; only its direction counts"
             : "the rotation has no length; the node is not turned");
    node.local.rotation = usable;
  }
  nodes_.push_back(std::move(node));
  return ok_status();
}

Status Builder::add_skeleton(const Frame& frame, const Record& fields) {
  if (!needs(frame, nodes_.empty() ? kNone : 0, "node")) return ok_status();
  RawNode& node = nodes_.back();
  if (node.skeleton != kNone) {
    note(frame, kDuplicate, "node '" + node.name + "' has a skeleton already");
    return ok_status();
  }
  const std::vector<Record>& rows = fields.rows("bones");
  joints_ += static_cast<uint32_t>(rows.size());
  VITRINE_CHECK(check_limit(joints_, context_.limits.joints, "joints", frame.payload_offset()));
  VITRINE_CHECK(charge(rows.size(), 2 * sizeof(RawBone), frame));
  RawSkeleton skeleton;
  skeleton.node = static_cast<uint32_t>(nodes_.size() - 1);
  skeleton.offset = frame.offset;
  for (const Record& row : rows) {
    RawBone bone;
    bone.name = row.text("name");
    const Field &first = row.fields().front(), &last = row.fields().back();
    bone.offset = frame.payload_offset() + first.offset;
    bone.length = last.offset + last.size - first.offset;
    bone.bind = transform_of(row);
    const auto parent = static_cast<uint32_t>(row.number("parent"));
    if (parent > rows.size()) {
      note(frame, kChunkValue,
           "bone '" + bone.name + "' has parent " + std::to_string(parent) + " of " + std::to_string(rows.size()));
    } else if (parent != 0) {
      bone.parent = parent - 1;
    }
    if (!is_finite(bone.bind)) {
      note(frame, kChunkValue, "bone '" + bone.name + "' has a number that is NaN or infinite");
      bone.bind = Transform{};
    }
    bone.bind.rotation = usable_rotation(bone.bind.rotation);
    skeleton.bones.push_back(std::move(bone));
  }
  node.skeleton = static_cast<uint32_t>(skeletons_.size());
  skeletons_.push_back(std::move(skeleton));
  return ok_status();
}

void Builder::add_camera(const Frame& frame, const Record& fields) {
  if (!needs(frame, nodes_.empty() ? kNone : 0, "node")) return;
  RawNode& node = nodes_.back();
  Camera camera;
  camera.name = node.name;
  camera.active = fields.number("current") != 0;
  camera.near_plane = fields.f32("near");
  camera.far_plane = fields.f32("far");
  const float fov = fields.f32("fov");
  if (!std::isfinite(fov) || !std::isfinite(camera.near_plane) || !std::isfinite(camera.far_plane)) {
    note(frame, kChunkValue, "a number is NaN or infinite");
    return;
  }
  if (fov < 0) {  // -4 / scale: the loader halves it, and the projection takes 2 / scale
    camera.projection = Projection::kOrthographic;
    camera.ortho_scale = -4 / fov;
  }
  camera.fov_rule = FovRule::kHorizontal;
  camera.fov_rad = fov < 0 ? 0 : fov;
  if (!std::isfinite(camera.ortho_scale)) camera.ortho_scale = 1;
  node.camera = static_cast<uint32_t>(cameras_.size());
  cameras_.push_back(std::move(camera));
}

void Builder::add_light(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, nodes_.empty() ? kNone : 0, "node")) return;
  const Record& fields = decoded.fields;
  if (decoded.layout == "A" && fields.number("type") > 4) {
    note(frame, kChunkValue,
         "lamp type " + std::to_string(static_cast<int>(fields.number("type"))) + ", expected 0 to 4");
    return;
  }
  RawNode& node = nodes_.back();
  Light light;
  light.name = node.name;
  light.kind = light_kind(decoded);
  bool finite = true;
  for (int i = 0; i < 3; ++i) light.color[i] = fields.f32("color", static_cast<size_t>(i)) / 255;
  for (int i = 0; i < 4; ++i) {
    light.attenuation[i] = fields.f32("attenuation", static_cast<size_t>(i));
    finite &= std::isfinite(light.attenuation[i]) && std::isfinite(fields.f32("projector", static_cast<size_t>(i)));
  }
  if (!finite) {
    note(frame, kChunkValue, "a number is NaN or infinite");
    return;
  }
  light.energy = light.attenuation[0];
  light.near_plane = fields.f32("projector", 0);
  light.far_plane = fields.f32("projector", 1);
  light.spot_angle_rad = fields.f32("projector", 2);
  light.spot_blend = fields.f32("projector", 3);
  if (decoded.layout != "D") light.properties.push_back({"alpha", {fields.number("color", 3)}, {}});
  node.light = static_cast<uint32_t>(lights_.size());
  lights_.push_back(std::move(light));
}

void Builder::add_emitter(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, nodes_.empty() ? kNone : 0, "node")) return;
  const Record& fields = decoded.fields;
  RawEmitter raw;
  raw.node = static_cast<uint32_t>(nodes_.size() - 1);
  raw.material = fields.text("material");
  raw.offset = frame.offset;
  raw.emitter.name = fields.text("name");
  raw.emitter.count = static_cast<uint32_t>(fields.number("amount"));
  emitters_.push_back(std::move(raw));
  if (decoded.layout == "A" || decoded.layout == "B") {  // everything in one chunk
    Emitter& emitter = emitters_.back().emitter;
    emitter.velocity_normal = fields.f32("velocity", 1);
    emitter.velocity_random = fields.f32("velocity", 5);
    emitter.life_random = fields.f32("randomLife");
  }
  add_emitter_part(frame, fields);
}

void Builder::add_emitter_part(const Frame& frame, const Record& fields) {
  if (!needs(frame, emitters_.empty() ? kNone : 0, "particle system")) return;
  Emitter& emitter = emitters_.back().emitter;
  if (fields.has("life")) {
    emitter.life_start_s = fields.f32("life", 0);
    emitter.life_end_s = fields.f32("life", 1);
    emitter.lifetime_s = fields.f32("life", 2);
  }
  if (frame.name == "p_life") emitter.life_random = fields.f32("random");
  if (fields.has("aligned")) {
    emitter.velocity = {fields.f32("aligned", 0), fields.f32("aligned", 1), fields.f32("aligned", 2)};
  }
  if (frame.name == "p_vel") {
    emitter.velocity_normal = fields.f32("normal");
    emitter.velocity_random = fields.f32("random");
  }
  if (fields.has("randomSize")) {
    emitter.size = fields.f32("size");
    emitter.size_random = fields.f32("randomSize");
  }
  add_properties(frame.name, fields, emitter.properties);
}

}  // namespace vitrine::kri
