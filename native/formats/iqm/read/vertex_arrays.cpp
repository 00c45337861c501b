#include "formats/iqm/read/vertex_arrays.h"

#include <algorithm>
#include <cmath>

#include "base/checked.h"
#include "base/generated.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"
#include "scene/finite.h"

namespace vitrine::iqm {
namespace {

constexpr double kWeightTolerance = 1e-3;
constexpr uint32_t kUbytes = 1, kFloats = 7;  ///< of the formats

double from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return mantissa == 0 ? sign * HUGE_VAL : NAN;
  return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

/// Whole numbers as parts of their largest; signed ones end at -1, as WebGL reads them.
template <class T>
double normalized(const uint8_t* at) {
  return std::max(static_cast<double>(load_packed<T>(at)) / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
}

/// The numbers of an array.
class Numbers {
 public:
  Numbers(std::span<const uint8_t> bytes, const VertexArray& array)
      : bytes_(bytes.data()),
        offset_(array.offset),
        stride_(array.stride()),
        size_(kFormatBytes[array.format]),
        format_(array.format) {}

  uint64_t offset(uint64_t vertex, uint32_t component) const {
    return offset_ + vertex * stride_ + uint64_t{component} * size_;
  }
  double value(uint64_t vertex, uint32_t component) const {
    const uint8_t* at = bytes_ + offset(vertex, component);
    switch (format_) {
      case 0:
        return normalized<int8_t>(at);
      case 1:
        return normalized<uint8_t>(at);
      case 2:
        return normalized<int16_t>(at);
      case 3:
        return normalized<uint16_t>(at);
      case 4:
        return normalized<int32_t>(at);
      case 5:
        return normalized<uint32_t>(at);
      default:
        return real(at);
    }
  }
  /// Joints are the only whole numbers that mean themselves.
  double whole(uint64_t vertex, uint32_t component) const {
    const uint8_t* at = bytes_ + offset(vertex, component);
    switch (format_) {
      case 0:
        return load_packed<int8_t>(at);
      case 1:
        return *at;
      case 2:
        return load_packed<int16_t>(at);
      case 3:
        return load_packed<uint16_t>(at);
      case 4:
        return load_packed<int32_t>(at);
      case 5:
        return load_packed<uint32_t>(at);
      default:
        return real(at);
    }
  }

 private:
  double real(const uint8_t* at) const {
    if (format_ == 6) return from_half(load_packed<uint16_t>(at));
    return format_ == kFloats ? static_cast<double>(load_packed<float>(at)) : load_packed<double>(at);
  }

  const uint8_t* bytes_;
  uint64_t offset_, stride_;
  uint32_t size_, format_;
};

/// The numbers of an array of ubytes, as most exporters write influences.
class ByteNumbers {
 public:
  ByteNumbers(std::span<const uint8_t> bytes, const VertexArray& array)
      : bytes_(bytes.data()), offset_(array.offset), stride_(array.stride()) {
    for (uint32_t byte = 0; byte < 256; ++byte) parts_[byte] = byte / 255.0;
  }

  uint64_t offset(uint64_t vertex, uint32_t component) const { return offset_ + vertex * stride_ + component; }
  double value(uint64_t vertex, uint32_t component) const { return parts_[bytes_[offset(vertex, component)]]; }
  double whole(uint64_t vertex, uint32_t component) const { return bytes_[offset(vertex, component)]; }

 private:
  const uint8_t* bytes_;
  uint64_t offset_, stride_;
  double parts_[256];  ///< of 255
};

const VertexArray* find_array(const std::vector<VertexArray>& arrays, ArrayType type) {
  for (const VertexArray& array : arrays) {
    if (array.used && array.type == type) return &array;
  }
  return nullptr;
}

/// Reads up to `N` numbers per vertex, invalid ones as 0; returns the count of invalid numbers.
template <int N, class Vector>
uint64_t read_vectors(LoadContext& context, const VertexArray& array, uint32_t count, const Vector& initial,
                      std::vector<Vector>& out) {
  const Numbers numbers(context.bytes, array);
  const auto components = std::min<uint32_t>(array.components, N);
  uint64_t odd = 0, first = 0;
  if (kForSpeed && array.format == kFloats && array.components == N) {
    out = packed<Vector>(context.bytes.subspan(array.offset, count * sizeof(Vector)));
    if (std::all_of(out.begin(), out.end(), [](const Vector& vector) { return is_finite(vector); })) return 0;
  }
  out.assign(count, initial);
  for (uint32_t v = 0; v < count; ++v) {
    for (uint32_t c = 0; c < array.components; ++c) {
      const auto value = static_cast<float>(numbers.value(v, c));
      if (!std::isfinite(value)) {
        if (odd++ == 0) first = numbers.offset(v, c);
        if (c < components) out[v][static_cast<int>(c)] = 0;
      } else if (c < components) {
        out[v][static_cast<int>(c)] = value;
      }
    }
  }
  if (odd != 0) {
    context.diagnostics.add(messages::kArrayNotFinite, first, {odd, array.name});
  }
  return odd;
}

struct WeightFaults {
  uint64_t none = 0, off = 0, first_off = 0, lost = 0, first_lost = 0;

  void warn(Diagnostics& diagnostics, uint64_t weights_at) const {
    if (none != 0) diagnostics.add(messages::kNoWeights, weights_at, {none});
    if (off != 0) diagnostics.add(messages::kWeightSum, first_off, {off});
    if (lost != 0) diagnostics.add(messages::kNoSuchJoint, first_lost, {lost});
  }
};

/// Influences of every vertex: joints of the file and weights that sum to 1.
template <class Values>
WeightFaults add_influences(std::span<const uint8_t> bytes, const VertexArray& indexes, const VertexArray& weights,
                            uint32_t vertex_count, size_t joint_count, RawModel& raw) {
  const Values joint_of(bytes, indexes), weight_of(bytes, weights);
  const uint32_t slots = std::min(indexes.components, weights.components);
  raw.influence_first.reserve(vertex_count + size_t{1});
  raw.influences.resize(size_t{vertex_count} * slots);
  RawInfluence* const begin = raw.influences.data();
  RawInfluence* to = begin;
  WeightFaults faults;
  for (uint32_t v = 0; v < vertex_count; ++v) {
    RawInfluence* const first = to;
    raw.influence_first.push_back(static_cast<uint32_t>(first - begin));
    double all = 0, kept = 0;
    for (uint32_t c = 0; c < slots; ++c) {
      const double weight = weight_of.value(v, c);
      if (std::isfinite(weight)) all += weight;
      if (!(weight > 0) || weight > 3e38) continue;
      const double joint = joint_of.whole(v, c);
      if (!(joint >= 0) || joint >= static_cast<double>(joint_count)) {
        if (faults.lost++ == 0) faults.first_lost = joint_of.offset(v, 0);
        continue;
      }
      *to++ = {static_cast<uint32_t>(joint), static_cast<float>(weight)};
      kept += weight;
    }
    if (!(all > 0))
      ++faults.none;
    else if (std::abs(all - 1) > kWeightTolerance && faults.off++ == 0)
      faults.first_off = weight_of.offset(v, 0);
    if (kept == 1) continue;
    for (RawInfluence* at = first; at != to; ++at)
      at->weight = static_cast<float>(static_cast<double>(at->weight) / kept);
  }
  raw.influence_first.push_back(static_cast<uint32_t>(to - begin));
  raw.influences.resize(static_cast<size_t>(to - begin));
  return faults;
}

Status check_components(const std::vector<VertexArray>& arrays, ArrayType type, uint32_t least) {
  const VertexArray* array = find_array(arrays, type);
  if (array == nullptr || array->components >= least) return ok_status();
  return Error{messages::kArrayComponents, array->record + 12, {array->name, array->components}};
}

}  // namespace

Result<std::vector<VertexArray>> read_array_records(LoadContext& context, const Header& header, const Parts& parts,
                                                    const Strings& strings) {
  const auto& bytes = context.bytes;
  // A row among the arrays and one among the sections.
  VITRINE_CHECK(
      context.budget.charge(parts.arrays.count, sizeof(VertexArray) + 2 * kBytesOfRow, offset_of(kArrayCount)));
  std::vector<VertexArray> arrays;
  bool seen[kKnownTypes] = {};
  for (uint64_t i = 0; i < parts.arrays.count; ++i) {
    VertexArray array;
    array.record = parts.arrays.offset + 20 * i;
    array.type = u32_at(bytes, array.record);
    array.format = u32_at(bytes, array.record + 8);
    array.components = u32_at(bytes, array.record + 12);
    array.offset = u32_at(bytes, array.record + 16);
    const bool known = array.type < kKnownTypes;
    array.name = known                       ? kArrayNames[array.type]
                 : array.type < kFirstCustom ? "reserved" + std::to_string(array.type)
                                             : strings.at(array.type - kFirstCustom, array.record);
    VITRINE_CHECK(charge_names(context.budget, array.name, 1, array.record));
    if (array.format >= std::size(kFormatBytes)) {
      // Games define arrays of their own.
      if (!known) continue;
      return Error{messages::kArrayFormat, array.record + 8, {array.name, array.format}};
    }
    if (known && (array.components < 1 || array.components > 4)) {
      return Error{messages::kArrayComponents, array.record + 12, {array.name, array.components}};
    }
    const uint64_t size = saturating_mul(header[kVertexCount], array.stride());
    if (size != 0 && (array.offset < kHeaderBytes || !range_inside(array.offset, size, bytes.size()))) {
      if (!known) {
        context.diagnostics.add(messages::kOptionalArray, array.record + 16, {array.name, size, array.offset});
        continue;
      }
      return Error{messages::kArrayBeyondFile, array.record + 16, {array.name, size, array.offset}};
    }
    if (array.offset % std::max(kFormatBytes[array.format], 4u) != 0) {
      context.diagnostics.add(messages::kArrayBegins, array.record + 16, {array.name, array.offset});
    }
    if (!arrays.empty() && arrays.back().type > array.type)
      context.diagnostics.add(messages::kArrayBehind, array.record, {array.name, arrays.back().name});
    if (known && seen[array.type]) {
      context.diagnostics.add(messages::kSeveralArrays, array.record, {array.name});
    } else if (known) {
      array.used = seen[array.type] = true;
    }
    arrays.push_back(std::move(array));
  }
  for (const auto& [type, least] : {std::pair{kPositions, 3u}, std::pair{kTexcoords, 2u}, std::pair{kNormals, 3u},
                                    std::pair{kTangents, 3u}, std::pair{kColors, 3u}}) {
    VITRINE_CHECK(check_components(arrays, type, least));
  }
  return arrays;
}

Status read_vertices(LoadContext& context, const std::vector<VertexArray>& arrays, uint32_t vertex_count,
                     RawModel& raw) {
  VITRINE_CHECK(context.budget.charge(vertex_count, 52, offset_of(kVertexCount)));
  if (const VertexArray* array = find_array(arrays, kPositions))
    read_vectors<3>(context, *array, vertex_count, glm::vec3(0), raw.positions);
  if (const VertexArray* array = find_array(arrays, kTexcoords))
    read_vectors<2>(context, *array, vertex_count, glm::vec2(0), raw.uv);
  if (const VertexArray* array = find_array(arrays, kNormals))
    read_vectors<3>(context, *array, vertex_count, glm::vec3(0), raw.normals);
  if (const VertexArray* array = find_array(arrays, kTangents))
    read_vectors<4>(context, *array, vertex_count, glm::vec4(0, 0, 0, 1), raw.tangents);
  const VertexArray* colors = find_array(arrays, kColors);
  if (colors == nullptr) return ok_status();
  const Numbers numbers(context.bytes, *colors);
  raw.colors.assign(vertex_count, glm::u8vec4(255));
  for (uint32_t v = 0; v < vertex_count; ++v) {
    for (uint32_t c = 0; c < colors->components; ++c) {
      const double value = numbers.value(v, c);
      // A NaN is no colour either.
      raw.colors[v][static_cast<int>(c)] =
          static_cast<uint8_t>(value > 0 ? std::lround(std::min(value, 1.0) * 255) : 0);
    }
  }
  return ok_status();
}

Status read_influences(LoadContext& context, const std::vector<VertexArray>& arrays, uint32_t vertex_count,
                       size_t joint_count, RawModel& raw) {
  const VertexArray *indexes = find_array(arrays, kBlendIndexes), *weights = find_array(arrays, kBlendWeights);
  if ((indexes == nullptr) != (weights == nullptr)) {
    const VertexArray& alone = indexes != nullptr ? *indexes : *weights;
    context.diagnostics.add(messages::kArrayAlone, alone.record, {alone.name});
  }
  if (indexes == nullptr || weights == nullptr || joint_count == 0 || vertex_count == 0) return ok_status();
  VITRINE_CHECK(context.budget.charge(vertex_count, sizeof(uint32_t) + 4 * sizeof(RawInfluence), indexes->record));
  const bool ubytes = kForSpeed && indexes->format == kUbytes && weights->format == kUbytes;
  const auto add = ubytes ? add_influences<ByteNumbers> : add_influences<Numbers>;
  const WeightFaults faults = add(context.bytes, *indexes, *weights, vertex_count, joint_count, raw);
  faults.warn(context.diagnostics, weights->offset);
  return ok_status();
}

}  // namespace vitrine::iqm
