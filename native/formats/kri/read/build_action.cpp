// Actions and their curves.

#include <cmath>

#include "base/byte_reader.h"
#include "base/generated.h"
#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::kri {
namespace {

uint32_t last_of(size_t count) { return static_cast<uint32_t>(count) - 1; }  // kNone when there is none

struct Path {
  char owner = 0;  ///< n s m t l c v
  std::string_view attribute;
  uint32_t element = 0;
};

/// "s.location" with element 3, or the earlier "m.texture_slots[0].offset" with the element inside the path.
Path split(std::string_view path, uint32_t element) {
  Path out;
  out.element = element;
  if (path.size() < 2 || path[1] != '.') return out;
  out.owner = path[0];
  out.attribute = path.substr(2);
  constexpr std::string_view kSlots = "texture_slots[";
  if (out.owner == 'm' && out.attribute.starts_with(kSlots)) {
    std::string_view rest = out.attribute.substr(kSlots.size());
    uint32_t slot = 0;
    size_t digits = 0;
    while (digits < rest.size() && digits < 3 && rest[digits] >= '0' && rest[digits] <= '9') {
      slot = slot * 10 + static_cast<uint32_t>(rest[digits++] - '0');
    }
    if (digits > 0 && rest.substr(digits).starts_with("].")) {
      out.owner = 't';
      out.element = slot + 1;
      out.attribute = rest.substr(digits + 2);
    }
  }
  return out;
}

Channel channel_of(std::string_view attribute, uint32_t size) {
  if (attribute == "location" && size == 3) return Channel::kTranslation;
  if (attribute == "scale" && size == 3) return Channel::kScale;
  if (attribute == "rotation_euler" && size == 3) return Channel::kRotationEuler;
  if (attribute == "rotation_quaternion" && size == 4) return Channel::kRotationQuat;
  return Channel::kOther;
}

/// All numbers are finite, and the times do not go back.
bool are_keys_sane(std::span<const uint8_t> data, size_t stride) {
  if (!are_finite(data)) return false;
  for (size_t at = stride; at < data.size(); at += stride) {
    if (load_packed<float>(&data[at]) < load_packed<float>(&data[at - stride])) return false;
  }
  return true;
}

}  // namespace

Status Builder::add_action(const Frame& frame, const Decoded& decoded) {
  VITRINE_CHECK(charge_names(context_.budget, context_.name, 1, frame.payload_offset()));  // of the file
  const Record& fields = decoded.fields;
  part_.clips.push_back({});
  Clip& clip = part_.clips.back();
  clip.name = fields.text("name");
  clip.file = context_.file;
  clip.source = range(frame);
  clip.duration_s = fields.number("length");
  if (!std::isfinite(clip.duration_s) || clip.duration_s < 0) {
    note(frame, messages::kLengthIsNoTime);
    clip.duration_s = 0;
  }
  targets_ = {last_of(nodes_.size()),
              last_of(skeletons_.size()),
              last_of(part_.materials.size()),
              last_of(part_.lights.size()),
              last_of(part_.cameras.size()),
              last_of(meshes_.size()),
              frame.is("act")};
  return ok_status();
}

/// The prefix of the path selects which of the last objects the curve moves; the element is the component.
void Builder::aim(const Frame& frame, uint32_t element, Curve& curve) {
  const Path path = split(curve.path, element);
  switch (path.owner) {
    case 'n':
      curve.target = targets_.node;
      break;
    case 's':
      if (path.element == 0) {
        curve.target = targets_.node;
      } else if (targets_.skeleton != kNone && path.element <= skeletons_[targets_.skeleton].bone_count) {
        curve.target = kBoneTarget | (skeletons_[targets_.skeleton].first_bone + path.element - 1);
      }
      break;
    case 'm':
      curve.target_kind = TargetKind::kMaterial;
      curve.target = targets_.material;
      break;
    case 't':
      // A quirk of July 2010: one indexed curve gives all curves of the action this prefix; element 0 is the material.
      curve.target_kind = path.element == 0 ? TargetKind::kMaterial : TargetKind::kTextureSlot;
      curve.target = targets_.material;
      if (path.element != 0) curve.sub_target = path.element - 1;
      if (curve.target != kNone && path.element > part_.materials[curve.target].slots.size()) curve.target = kNone;
      break;
    case 'l':
      curve.target_kind = TargetKind::kLight;
      curve.target = targets_.light;
      break;
    case 'c':
      curve.target_kind = TargetKind::kCamera;
      curve.target = targets_.camera;
      break;
    case 'v':
      curve.target_kind = TargetKind::kShape;
      if (path.element != 0 && targets_.mesh != kNone && path.element <= meshes_[targets_.mesh].shapes.size()) {
        curve.target = targets_.mesh;
        curve.sub_target = path.element - 1;
      }
      break;
  }
  if (curve.target == kNone) {
    note(frame, messages::kNothingAnswers, {curve.path, element});
  }
}

/// Adds one curve like `pattern` for each of the `size` numbers of a key.
Status Builder::add_keys(const Frame& frame, const Curve& pattern, std::span<const uint8_t> data, uint32_t size,
                         bool handles) {
  const size_t stride = (1 + size_t{size} * (handles ? 3 : 1)) * sizeof(float);
  const size_t count = data.size() / stride;
  VITRINE_CHECK(charge(count * size, sizeof(Key), frame));
  VITRINE_CHECK(charge(size, sizeof(Curve) + 72, frame));
  if (!are_keys_sane(data, stride)) {
    note(frame, messages::kKeysOutOfOrder);
    return ok_status();
  }
  // Blender's quaternion curves are w x y z, unlike the stored transforms.
  const bool w_first = handles && pattern.channel == Channel::kRotationQuat;
  for (uint32_t c = 0; c < size; ++c) {
    part_.clips.back().curves.push_back(pattern);
    Curve& curve = part_.clips.back().curves.back();
    curve.component = static_cast<uint8_t>(c);
    curve.keys.resize(count);
    const uint8_t* at = data.data();
    for (Key& key : curve.keys) {
      const uint8_t* value = at + sizeof(float) * (1 + (w_first ? (c + 1) % size : c));
      const size_t to_handle = handles ? sizeof(float) * size : 0;
      key.time_s = key.left_time_s = key.right_time_s = load_packed<float>(at);
      key.value = load_packed<float>(value);
      key.left_value = load_packed<float>(value + to_handle);
      key.right_value = load_packed<float>(value + 2 * to_handle);
      at += stride;
    }
  }
  return ok_status();
}

Status Builder::add_curve(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  const auto size = static_cast<uint32_t>(fields.number("size"));
  if (fields.number("keys") == 0 || size == 0) {
    note(frame, messages::kCurveWithoutKeys, {fields.text("path")});
    return ok_status();
  }
  Curve curve;
  curve.path = fields.text("path");
  curve.source = range(frame);
  curve.interpolation = Interpolation::kBezier;
  curve.handles = HandleKind::kValuesOnly;
  const bool linear = fields.text("extrapolation") == "linear";
  curve.before = curve.after = linear ? Extension::kExtrapolate : Extension::kHold;
  const auto element = static_cast<uint32_t>(fields.number("element"));
  aim(frame, element, curve);
  const Path path = split(curve.path, element);
  if (path.owner == 'n' || path.owner == 's') curve.channel = channel_of(path.attribute, size);
  return add_keys(frame, curve, decoded.data, size, true);
}

Status Builder::add_bone_curves(const Frame& frame, const Decoded& decoded) {
  // In `act` bones count from 0; in the later n_act and m_act 0 is the object itself.
  const uint32_t element = static_cast<uint32_t>(decoded.fields.number("bone")) + (targets_.bones_from_zero ? 1 : 0);
  ByteReader reader(decoded.data);
  struct Pack {
    const char* attribute;
    uint32_t size;
    Channel channel;
  };
  for (const Pack& pack : {Pack{"location", 3, Channel::kTranslation}, Pack{"rotation", 4, Channel::kRotationQuat},
                           Pack{"scale", 1, Channel::kScale}}) {
    const uint64_t keys = reader.u16();
    const auto data = reader.bytes(keys * (1 + pack.size) * 4);
    if (keys == 0) continue;
    Curve curve;
    curve.path = element == 0 ? "n." : "s.";
    curve.path += pack.attribute;
    curve.source = range(frame);
    curve.channel = pack.channel;
    aim(frame, element, curve);
    std::vector<Curve>& curves = part_.clips.back().curves;
    const size_t first = curves.size();
    VITRINE_CHECK(add_keys(frame, curve, data, pack.size, false));
    if (pack.channel == Channel::kScale && curves.size() > first) {  // one number for all three axes
      VITRINE_CHECK(charge(2 * keys, sizeof(Key), frame));
      for (uint8_t axis = 1; axis < 3; ++axis) {
        curve = curves[first];
        curve.component = axis;
        curves.push_back(curve);
      }
    }
  }
  return ok_status();
}

}  // namespace vitrine::kri
