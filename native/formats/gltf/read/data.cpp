// Buffers, views and accessors.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/checked.h"
#include "base/lfs_pointer.h"
#include "formats/beside.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/read/asset.h"
#include "formats/gltf/read/meshopt.h"
#include "formats/gltf/read/uri.h"
#include "formats/gltf/sentences.h"
#include "formats/lookup.h"
#include "formats/name_cost.h"

namespace vitrine::gltf {
namespace {

/// A GLB's chunk is padded to a multiple of 4.
constexpr uint64_t kMostPadding = 3;

struct Shape {
  const char* name;
  uint32_t components, rows;
};
constexpr Shape kShapes[] = {{"SCALAR", 1, 0}, {"VEC2", 2, 0}, {"VEC3", 3, 0}, {"VEC4", 4, 0},
                             {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

template <class T>
T stored(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Calls `use` with a number of the type that the file stores.
template <class Use>
void with_type(uint32_t component_type, Use use) {
  switch (component_type) {
    case 5120:
      return use(int8_t{});
    case 5121:
      return use(uint8_t{});
    case 5122:
      return use(int16_t{});
    case 5123:
      return use(uint16_t{});
    case 5125:
      return use(uint32_t{});
    default:
      return use(float{});
  }
}

template <class Stored>
void convert(Stored from, bool normalized, float& to) {
  using Exact = std::conditional_t<sizeof(Stored) < 4, float, double>;
  constexpr Exact kMost = std::is_integral_v<Stored> ? std::numeric_limits<Stored>::max() : 1;
  to = static_cast<float>(from);
  if constexpr (!std::is_integral_v<Stored>) return;
  if (normalized) to = static_cast<float>(std::max(static_cast<Exact>(from) / kMost, Exact{-1}));
}
/// For types without a sign.
template <class Stored>
void convert(Stored from, bool, uint32_t& to) {
  to = static_cast<std::make_unsigned_t<Stored>>(from);
}
inline void convert(float from, bool, uint32_t& to) { std::memcpy(&to, &from, sizeof to); }

/// True when these are elements of nothing but T, one after the other and where T can lie.
template <class T>
bool is_array_of(std::span<const uint8_t> bytes, uint64_t stride, const Layout& layout) {
  return layout.component_type == (std::is_same_v<T, float> ? 5126 : 5125) && layout.rows == 0 &&
         stride == layout.element_bytes() && reinterpret_cast<uintptr_t>(bytes.data()) % alignof(T) == 0;
}

/// `count` elements of the layout, `stride` bytes apart.
template <class T>
void put_elements(const uint8_t* from, uint64_t stride, uint64_t count, const Layout& layout, T* to) {
  uint64_t rows = layout.rows == 0 ? layout.components : layout.rows, components = layout.components;
  const uint32_t step = layout.column_bytes();
  // With nothing between them, all elements are one.
  if (layout.rows == 0 && stride == step) {
    rows = components = components * count;
    count = 1;
  }
  with_type(layout.component_type, [&](auto zero) {
    using Stored = decltype(zero);
    for (uint64_t i = 0; i < count; ++i) {
      const uint8_t* column = from + i * stride;
      for (uint64_t first = 0; first < components; first += rows, column += step) {
        for (uint64_t r = 0; r < rows; ++r)
          convert(stored<Stored>(column + r * sizeof(Stored)), layout.normalized, *to++);
      }
    }
  });
}

/// One without a sign.
uint32_t as_whole(const uint8_t* from, const Layout& layout) {
  uint32_t value = 0;
  put_elements(from, layout.component_bytes(), 1, layout, &value);
  return value;
}

}  // namespace

uint32_t Layout::column_bytes() const {
  const uint32_t plain = (rows == 0 ? components : rows) * component_bytes();
  return rows == 0 ? plain : (plain + 3) / 4 * 4;
}
uint32_t Layout::element_bytes() const { return rows == 0 ? column_bytes() : rows * column_bytes(); }

namespace {

/// As it is written, without escapes, and of a packed file the name of what is inside.
std::array<std::string, 3> names_of(std::string_view uri) {
  std::array<std::string, 3> names{percent_decoded(uri), std::string(uri), percent_decoded(uri)};
  if (std::string& inside = names[2]; ends_ignoring_case(inside, ".gz")) inside.resize(inside.size() - 3);
  return names;
}

std::span<const AddedFile> called(std::span<const AddedFile> files, std::span<const std::string> names) {
  std::span<const AddedFile> found;
  for (const std::string& name : names)
    if (found.empty()) found = files_called(files, base_name(name));
  return found;
}

}  // namespace

const AddedFile* find_beside(std::span<const AddedFile> files, std::string_view model, std::string_view uri) {
  const auto names = names_of(uri);
  FileLookup lookup;
  for (const std::string& name : names) lookup.want(name);
  lookup.add(model, kNone);
  const auto candidates = called(files, names);
  for (uint32_t i = 0; i < candidates.size(); ++i) lookup.add(candidates[i].name, i);
  const Found found = lookup.find(lookup.from(model), names, true);
  return found.file == kNone ? nullptr : &candidates[found.file];
}

std::span<const uint8_t> Asset::keep(std::vector<uint8_t> bytes) { return kept_.emplace_back(std::move(bytes)); }

std::span<const uint8_t> Asset::data_address(const Object& owner, std::string_view uri) {
  pay(uri.size(), 1, owner.at("uri"));
  if (!ok()) return {};
  auto bytes = read_data_address(uri);
  if (bytes) return keep(std::move(*bytes));
  fail(messages::kDamagedData, owner.at("uri"));
  return {};
}

std::span<const uint8_t> Asset::file_beside(const Object& owner, std::string_view uri) {
  if (has_scheme(uri)) {
    fail(messages::kNoFileBeside, owner.at("uri"), {uri.substr(0, 80)});
    return {};
  }
  pay(called(context_->beside, names_of(uri)).size(), kBytesOfRow, owner.at("uri"));
  if (!ok()) return {};
  const AddedFile* file = find_beside(context_->beside, context_->name, uri);
  if (file != nullptr && is_lfs_pointer(file->bytes)) {
    fail(messages::kLfsPointer, owner.at("uri"), {percent_decoded(uri).substr(0, 200), file->bytes.size()});
    return {};
  }
  if (file != nullptr) return file->bytes;
  const std::string path = percent_decoded(uri).substr(0, 200);
  fail(stays_beside(path) ? messages::kFileMissing : messages::kNoFileBeside, owner.at("uri"), {path});
  return {};
}

std::span<const uint8_t> Asset::resource(const Object& owner) {
  const std::string uri = owner.text("uri");
  if (!ok()) return {};
  return is_data_address(uri) ? data_address(owner, uri) : file_beside(owner, uri);
}

std::span<const uint8_t> Asset::load_buffer(const Object& object, uint32_t index) {
  const uint64_t length = object.required_whole("byteLength");
  if (!ok()) return {};
  std::span<const uint8_t> bytes;
  if (object.has("uri")) {
    bytes = resource(object);
  } else if (index == 0 && container_.has_bin) {
    bytes = container_.bin;
    if (bytes.size() > length && bytes.size() - length > kMostPadding)
      warn(messages::kBinaryGoesOn, object.at("byteLength"), {bytes.size() - length});
  } else {
    fail(messages::kBufferWithoutData, object.pointer());
  }
  if (ok() && bytes.size() < length) fail(messages::kOutside, object.at("byteLength"), {length, bytes.size()});
  return ok() ? bytes.first(length) : std::span<const uint8_t>();
}

std::span<const uint8_t> Asset::buffer(uint32_t index) {
  const auto known = buffers_.find(index);
  if (known != buffers_.end()) return known->second;
  const auto bytes = load_buffer(element("buffers", index), index);
  if (ok()) buffers_[index] = bytes;
  return bytes;
}

std::span<const uint8_t> Asset::decompressed(const Object& extension) {
  const uint32_t number = extension.index("buffer", "buffers");
  const uint64_t offset = extension.whole("byteOffset", 0), length = extension.required_whole("byteLength");
  const uint64_t stride = extension.required_whole("byteStride"), count = extension.required_whole("count");
  const std::string mode = extension.text("mode"), filter = extension.text("filter", "NONE");
  if (ok() && number == kNone) fail(messages::kRequired, extension.at("buffer"), {"buffer"});
  if (!ok()) return {};
  const auto source = buffer(number);
  if (ok() && !range_inside(offset, length, source.size()))
    fail(messages::kOutside, extension.pointer(), {saturating_add(offset, length), source.size()});
  if (!ok()) return {};
  pay(count, std::max<uint64_t>(stride, 1), extension.at("count"));
  if (!ok()) return {};
  std::vector<uint8_t> out;
  const auto compressed = source.subspan(offset, length);
  if (const char* fault = meshopt::decode(compressed, {count, stride, mode, filter}, out); fault != nullptr) {
    fail(messages::kMeshopt, extension.pointer(), {fault});
    return {};
  }
  return keep(std::move(out));
}

std::span<const uint8_t> Asset::view(uint32_t index, uint64_t& stride) {
  const Object object = element("bufferViews", index);
  stride = object.whole("byteStride", 0);
  if (!ok()) return {};
  if (const auto known = views_.find(index); known != views_.end()) return known->second;
  for (const char* name : {"KHR_meshopt_compression", "EXT_meshopt_compression"}) {
    const auto extension = object.extension(name);
    if (!ok()) return {};
    if (!extension) continue;
    const auto bytes = decompressed(*extension);
    if (ok()) views_[index] = bytes;
    return bytes;
  }
  const uint32_t number = object.index("buffer", "buffers");
  const uint64_t offset = object.whole("byteOffset", 0), length = object.required_whole("byteLength");
  if (ok() && number == kNone) fail(messages::kRequired, object.at("buffer"), {"buffer"});
  if (!ok()) return {};
  const auto bytes = buffer(number);
  if (ok() && !range_inside(offset, length, bytes.size()))
    fail(messages::kOutside, object.pointer(), {saturating_add(offset, length), bytes.size()});
  if (!ok()) return {};
  return views_[index] = bytes.subspan(offset, length);
}

Layout Asset::layout(uint32_t accessor) {
  Layout out;
  const Object object = element("accessors", accessor);
  const uint64_t type = object.required_whole("componentType");
  out.count = object.required_whole("count");
  out.normalized = object.flag("normalized");
  out.type = object.text("type");
  if (ok() && !object.has("type")) fail(messages::kRequired, object.at("type"), {"type"});
  if (!ok()) return {};
  if (type < 5120 || type > 5126 || type == 5124) fail(messages::kComponentType, object.at("componentType"), {type});
  out.component_type = static_cast<uint32_t>(type);
  const auto* shape =
      std::find_if(std::begin(kShapes), std::end(kShapes), [&](const Shape& s) { return out.type == s.name; });
  if (shape == std::end(kShapes)) {
    fail(messages::kAccessorType, object.at("type"), {out.type.substr(0, 40)});
    return {};
  }
  out.components = shape->components;
  out.rows = shape->rows;
  return out;
}

Asset::Elements Asset::elements(const Object& accessor, const Layout& layout) {
  const uint32_t number = accessor.index("bufferView", "bufferViews");
  const uint64_t offset = accessor.whole("byteOffset", 0);
  if (!ok() || number == kNone || layout.count == 0) return {};
  Elements out;
  const auto bytes = view(number, out.stride);
  if (!ok()) return {};
  const uint64_t size = layout.element_bytes();
  if (out.stride == 0) out.stride = size;
  if (out.stride < size) {
    fail(messages::kStride, accessor.pointer(), {size, out.stride});
    return {};
  }
  // The last element needs no padding behind it.
  const uint64_t needed = saturating_add(saturating_mul(out.stride, layout.count - 1), size);
  if (!range_inside(offset, needed, bytes.size())) {
    fail(messages::kOutside, accessor.pointer(), {saturating_add(offset, needed), bytes.size()});
    return {};
  }
  out.bytes = bytes.subspan(offset, needed);
  return out;
}

void Asset::check(uint32_t number) {
  const Layout shape = layout(number);
  if (ok()) elements(element("accessors", number), shape);
}

std::span<const uint8_t> Asset::packed(const Object& owner, uint64_t count, uint32_t element_bytes) {
  const uint32_t number = owner.index("bufferView", "bufferViews");
  const uint64_t offset = owner.whole("byteOffset", 0);
  if (ok() && number == kNone) fail(messages::kRequired, owner.at("bufferView"), {"bufferView"});
  if (!ok()) return {};
  uint64_t stride = 0;
  const auto bytes = view(number, stride);
  const uint64_t needed = saturating_mul(count, element_bytes);
  if (ok() && !range_inside(offset, needed, bytes.size()))
    fail(messages::kOutside, owner.pointer(), {saturating_add(offset, needed), bytes.size()});
  return ok() ? bytes.subspan(offset, needed) : std::span<const uint8_t>();
}

template <class T>
void Asset::decode_sparse(const Object& accessor, const Layout& layout, std::vector<T>& out) {
  const auto sparse = accessor.object("sparse");
  if (!ok() || !sparse) return;
  const uint64_t count = sparse->required_whole("count");
  const auto indices = sparse->object("indices"), values = sparse->object("values");
  if (!ok()) return;
  if (!indices || !values) return fail(messages::kIndicesValuesRequired, sparse->pointer());
  if (count > layout.count) return fail(messages::kSparseCount, sparse->at("count"), {count, layout.count});
  Layout index;
  index.component_type = static_cast<uint32_t>(std::min<uint64_t>(indices->required_whole("componentType"), 9999));
  if (!ok()) return;
  if (!index.is_unsigned()) return fail(messages::kSparseIndices, indices->at("componentType"));
  const auto places = packed(*indices, count, index.component_bytes());
  const auto replaced = packed(*values, count, layout.element_bytes());
  uint64_t before = 0;
  bool ascends = true;
  for (uint64_t i = 0; ok() && i < count; ++i) {
    const uint64_t at = as_whole(&places[i * index.component_bytes()], index);
    if (at >= layout.count) return fail(messages::kSparseIndex, indices->pointer(), {i, at, layout.count});
    ascends &= i == 0 || at > before;
    put_elements(&replaced[i * layout.element_bytes()], 0, 1, layout, &out[at * layout.components]);
    before = at;
  }
  if (ok() && !ascends) warn(messages::kSparseOrder, indices->pointer());
}

template <class T>
void Asset::decode(uint32_t number, Numbers<T>& out) {
  const Layout shape = layout(number);
  if (!ok()) return;
  const Object accessor = element("accessors", number);
  const Elements from = elements(accessor, shape);
  if (!ok()) return;
  pay(saturating_mul(shape.count, shape.components), sizeof(T), accessor.at("count"));
  if (!ok()) return;
  const auto numbers = static_cast<size_t>(shape.count) * shape.components;
  if (!from.bytes.empty() && is_array_of<T>(from.bytes, from.stride, shape) && !accessor.has("sparse")) {
    out.all = {static_cast<const T*>(static_cast<const void*>(from.bytes.data())), numbers};
    return;
  }
  out.converted.resize(numbers);
  if (!from.bytes.empty()) put_elements(from.bytes.data(), from.stride, shape.count, shape, out.converted.data());
  decode_sparse(accessor, shape, out.converted);
  if (ok()) out.all = out.converted;
}

void Asset::check_the_rest() {
  // Numbers are looked at as long as that costs next to nothing, ranges always.
  uint64_t left = 1 << 18;
  const auto count = static_cast<uint32_t>(size("accessors"));
  for (uint32_t i = 0; i < count; ++i) {
    if (floats_.contains(i) || wholes_.contains(i)) continue;
    attempt(("accessor " + std::to_string(i)).c_str(), [&] {
      const Layout shape = layout(i);
      const uint64_t numbers = saturating_mul(shape.count, shape.components);
      if (!ok() || numbers > left) return check(i);
      left -= numbers;
      Numbers<float> values;
      decode(i, values);
      const bool odd = std::any_of(values.all.begin(), values.all.end(), [](float v) { return !std::isfinite(v); });
      if (ok() && odd) fail(messages::kNumbersNotFinite, element("accessors", i).pointer());
    });
    // Nothing that was not needed is a reason to refuse the file.
    fault_ = Error();
    is_beyond_limits_ = false;
  }
}

std::span<const float> Asset::floats(uint32_t accessor) {
  if (!ok()) return {};
  const auto [place, is_new] = floats_.try_emplace(accessor);
  if (is_new) decode(accessor, place->second);
  if (ok()) return place->second.all;
  floats_.erase(place);
  return {};
}

std::span<const uint32_t> Asset::wholes(uint32_t accessor) {
  if (!ok()) return {};
  const auto [place, is_new] = wholes_.try_emplace(accessor);
  if (is_new) decode(accessor, place->second);
  if (ok()) return place->second.all;
  wholes_.erase(place);
  return {};
}

}  // namespace vitrine::gltf
