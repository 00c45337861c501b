// Actions and their curves.

#include <algorithm>
#include <cmath>

#include "base/byte_reader.h"
#include "formats/kri/builder.h"
#include "formats/kri/codes.h"

namespace vitrine::kri {
namespace {

uint32_t last_of(size_t count) { return count == 0 ? kNone : static_cast<uint32_t>(count - 1); }

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

}  // namespace

void Builder::add_action(const Frame& frame, const Record& fields) {
  RawClip raw;
  raw.clip.name = fields.text("name");
  raw.clip.file = context_.file;
  raw.clip.source = range(frame);
  raw.clip.duration_s = fields.number("length");
  if (!std::isfinite(raw.clip.duration_s) || raw.clip.duration_s < 0) {
    note(frame, kChunkValue, "the length is not a time; the last key ends the action");
    raw.clip.duration_s = 0;
  }
  raw.bones_from_zero = frame.name == "act";
  raw.node = last_of(nodes_.size());
  raw.skeleton = last_of(skeletons_.size());
  raw.material = last_of(materials_.size());
  raw.light = last_of(lights_.size());
  raw.camera = last_of(cameras_.size());
  raw.mesh = last_of(meshes_.size());
  clips_.push_back(std::move(raw));
}

/// The prefix of the path says which of the last objects the curve moves; the element picks a part of it.
void Builder::aim(const Frame& frame, std::string_view path, uint32_t element, const RawClip& clip, RawCurve& raw) {
  const Path split_path = split(path, element);
  Curve& curve = raw.curve;
  bool known = true;
  switch (split_path.owner) {
    case 'n':
      curve.target_kind = TargetKind::kNode;
      curve.target = clip.node;
      break;
    case 's':
      curve.target_kind = TargetKind::kNode;
      if (split_path.element == 0) {
        curve.target = clip.node;
      } else if (clip.skeleton != kNone && split_path.element <= skeletons_[clip.skeleton].bones.size()) {
        raw.skeleton = clip.skeleton;
        curve.target = split_path.element - 1;
      }
      break;
    case 'm':
      curve.target_kind = TargetKind::kMaterial;
      curve.target = clip.material;
      break;
    case 't':
      // A quirk of July 2010: one indexed curve gives all curves of the action this prefix; element 0 is the material.
      curve.target_kind = split_path.element == 0 ? TargetKind::kMaterial : TargetKind::kTextureSlot;
      curve.target = clip.material;
      if (split_path.element != 0) curve.sub_target = split_path.element - 1;
      if (clip.material != kNone && split_path.element > materials_[clip.material].slots.size()) curve.target = kNone;
      break;
    case 'l':
      curve.target_kind = TargetKind::kLight;
      curve.target = clip.light;
      break;
    case 'c':
      curve.target_kind = TargetKind::kCamera;
      curve.target = clip.camera;
      break;
    case 'v':
      curve.target_kind = TargetKind::kShape;
      curve.target = clip.mesh;
      if (split_path.element == 0 || clip.mesh == kNone || split_path.element > meshes_[clip.mesh].mesh.shapes.size()) {
        curve.target = kNone;
      } else {
        curve.sub_target = split_path.element - 1;
      }
      break;
    default:
      known = false;
  }
  if (!known || curve.target == kNone) {
    curve.target = kNone;
    note(frame, kUnresolved,
         "nothing before it answers to '" + std::string(path) + "', element " + std::to_string(element));
  }
}

Status Builder::add_keys(const Frame& frame, const RawCurve& pattern, std::span<const uint8_t> data, uint32_t size,
                         bool handles) {
  const size_t stride = (1 + size_t{size} * (handles ? 3 : 1)) * 4;
  const size_t count = data.size() / stride;
  VITRINE_CHECK(charge(count * size, sizeof(Key), frame));
  VITRINE_CHECK(charge(size, sizeof(RawCurve) + 64, frame));
  std::vector<RawCurve> curves(size, pattern);
  for (uint32_t c = 0; c < size; ++c) {
    curves[c].curve.component = static_cast<uint8_t>(c);
    curves[c].curve.keys.resize(count);
  }
  ByteReader reader(data);
  float before = 0;
  bool sane = true;
  const auto finite = [&](float value) {
    sane &= std::isfinite(value);
    return value;
  };
  for (size_t k = 0; k < count; ++k) {
    const float time = finite(reader.f32());
    sane &= k == 0 || time >= before;
    before = time;
    for (uint32_t c = 0; c < size; ++c) {
      Key& key = curves[c].curve.keys[k];
      key.time_s = key.left_time_s = key.right_time_s = time;
      key.value = key.left_value = key.right_value = finite(reader.f32());
    }
    for (uint32_t c = 0; handles && c < size; ++c) curves[c].curve.keys[k].left_value = finite(reader.f32());
    for (uint32_t c = 0; handles && c < size; ++c) curves[c].curve.keys[k].right_value = finite(reader.f32());
  }
  if (!sane) {
    note(frame, kChunkValue, "the keys are not finite or not in order of time; the curve is left out");
    return ok_status();
  }
  // Blender's quaternion curves are w x y z, unlike the stored transforms.
  if (handles && pattern.curve.channel == Channel::kRotationQuat) {
    for (RawCurve& raw : curves) raw.curve.component = static_cast<uint8_t>((raw.curve.component + 3) % 4);
    std::rotate(curves.begin(), curves.begin() + 1, curves.end());
  }
  auto& all = clips_.back().curves;
  all.insert(all.end(), std::make_move_iterator(curves.begin()), std::make_move_iterator(curves.end()));
  return ok_status();
}

Status Builder::add_curve(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, clips_.empty() ? kNone : 0, "action")) return ok_status();
  const Record& fields = decoded.fields;
  const auto size = static_cast<uint32_t>(fields.number("size"));
  if (fields.number("keys") == 0 || size == 0) {
    note(frame, kChunkValue, "the curve '" + std::string(fields.text("path")) + "' has no keys");
    return ok_status();
  }
  RawCurve raw;
  raw.curve.path = fields.text("path");
  raw.curve.source = range(frame);
  raw.curve.interpolation = Interpolation::kBezier;
  raw.curve.handles = HandleKind::kValuesOnly;
  const bool linear = fields.text("extrapolation") == "linear";
  raw.curve.before = raw.curve.after = linear ? Extension::kExtrapolate : Extension::kHold;
  const auto element = static_cast<uint32_t>(fields.number("element"));
  aim(frame, raw.curve.path, element, clips_.back(), raw);
  const Path path = split(raw.curve.path, element);
  if (path.owner == 'n' || path.owner == 's') raw.curve.channel = channel_of(path.attribute, size);
  return add_keys(frame, raw, decoded.data, size, true);
}

Status Builder::add_bone_curves(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, clips_.empty() ? kNone : 0, "action")) return ok_status();
  // In `act` bones count from 0; in the later n_act and m_act 0 is the object itself.
  const uint32_t element =
      static_cast<uint32_t>(decoded.fields.number("bone")) + (clips_.back().bones_from_zero ? 1 : 0);
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
    RawCurve raw;
    raw.curve.path = (element == 0 ? "n." : "s.") + std::string(pack.attribute);
    raw.curve.source = range(frame);
    raw.curve.channel = pack.channel;
    aim(frame, raw.curve.path, element, clips_.back(), raw);
    const size_t first = clips_.back().curves.size();
    VITRINE_CHECK(add_keys(frame, raw, data, pack.size, false));
    if (pack.channel == Channel::kScale && clips_.back().curves.size() > first) {  // one number for all three axes
      VITRINE_CHECK(charge(2 * keys, sizeof(Key), frame));
      for (uint8_t axis = 1; axis < 3; ++axis) {
        RawCurve copy = clips_.back().curves[first];
        copy.curve.component = axis;
        clips_.back().curves.push_back(std::move(copy));
      }
    }
  }
  return ok_status();
}

}  // namespace vitrine::kri
