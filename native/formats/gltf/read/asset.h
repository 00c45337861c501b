#pragma once
// An open document: typed reading of its JSON, its buffers, views and accessors. The first fault sticks, and everything
// read after it is empty, so that a part is read straight through and tested once.

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"
#include "formats/gltf/read/container.h"
#include "formats/gltf/read/json_text.h"

namespace vitrine::gltf {

class Asset;

/// Name of a channel of an animation in the warning that it is left out.
inline constexpr char kChannelPart[] = "a channel";

/// The added file that a relative address of `model` means; null when there is none.
const AddedFile* find_beside(std::span<const AddedFile> files, std::string_view model, std::string_view uri);

/// A JSON object with the pointer by which messages name it.
class Object {
 public:
  Object(Asset& asset, const Json& json, std::string pointer)
      : asset_(&asset), json_(&json), pointer_(std::move(pointer)) {}

  const Json& json() const { return *json_; }
  const std::string& pointer() const { return pointer_; }
  std::string at(std::string_view key) const { return pointer_ + "/" + std::string(key); }
  bool has(const char* key) const { return json_->contains(key); }

  /// A whole number from 0; `otherwise` when absent. GLTF_TYPE for anything else.
  uint64_t whole(const char* key, uint64_t otherwise) const;
  uint64_t required_whole(const char* key) const;
  /// An element of a list of the document; kNone when absent. GLTF_REFERENCE beyond its end.
  uint32_t index(const char* key, const char* list) const;
  double number(const char* key, double otherwise) const;
  /// False when absent; GLTF_TYPE unless it is an array of that many finite numbers.
  bool numbers(const char* key, std::span<double> out) const;
  bool flag(const char* key) const;
  std::string text(const char* key, const char* otherwise = "") const;
  /// Nothing when absent; GLTF_TYPE unless it is an object.
  std::optional<Object> object(const char* key) const;
  /// Empty when absent; GLTF_TYPE unless it is an array.
  const Json& array(const char* key) const;
  /// The elements of an array of objects.
  std::vector<Object> objects(const char* key) const;
  /// Whole numbers that index a list of the document.
  std::vector<uint32_t> indices(const char* key, const char* list) const;
  /// Object of an extension; nothing if it is absent.
  std::optional<Object> extension(const char* name) const;
  /// GLTF_TYPE of a member that is there.
  void wrong_kind(const char* key, const char* expected) const;

 private:
  const Json* find(const char* key) const;

  Asset* asset_;
  const Json* json_;
  std::string pointer_;
};

/// How an accessor's numbers are stored.
struct Layout {
  uint32_t component_type = 0;  ///< 5120 i8, 5121 u8, 5122 i16, 5123 u16, 5125 u32, 5126 f32
  uint32_t components = 1;      ///< of an element, without padding
  uint32_t rows = 0;            ///< of a matrix whose columns may be padded; 0 = no matrix
  bool normalized = false;
  uint64_t count = 0;
  std::string type;

  bool is_float() const { return component_type == 5126; }
  bool is_unsigned() const { return component_type == 5121 || component_type == 5123 || component_type == 5125; }
  uint32_t component_bytes() const { return component_type < 5122 ? 1 : component_type < 5124 ? 2 : 4; }
  uint32_t column_bytes() const;   ///< of a matrix, padded
  uint32_t element_bytes() const;  ///< with the padding between columns
};

class Asset {
 public:
  /// Parses the document and tests version and extensions.
  static Result<Asset> open(LoadContext& context);

  LoadContext& context() const { return *context_; }
  const Container& container() const { return container_; }
  Object root() { return {*this, document_, ""}; }
  size_t size(const char* list) const;
  /// An element of a list of objects; the index must lie within it.
  Object element(const char* list, uint32_t index);

  // ---- faults
  bool ok() const { return !fault_; }
  Status status() const;
  void fail(const Sentence& sentence, std::string pointer, Arguments arguments = {});
  /// For a budget or a limit, which no part is forgiven.
  void fail(Status status);
  /// Takes memory from the budget; the message names the value that asks for it.
  void pay(uint64_t count, uint64_t size, const std::string& pointer);
  void limit(uint64_t count, uint64_t most, const char* what, const std::string& pointer);
  // describe.cpp; view cores do without.
  void warn(const Sentence& sentence, const std::string& pointer, Arguments arguments = {});
  /// Errors of lists that are none, and of bounds that are no numbers: nothing reads them.
  void report_wrong_kinds();

  /// Runs what the picture can do without: its fault becomes a warning, that of damaged keys is reported as it is, and
  /// false is returned.
  template <class Part>
  bool attempt(const char* what, Part&& part) {
    if (!ok()) return false;
    part();
    return forgive(what);
  }
  /// Offset in the file of the value at a pointer.
  SourceRange source(const std::string& pointer) const;

  // ---- data
  /// Bytes of a view, decompressed if an extension requires it. `stride` becomes its byteStride, 0 without one.
  std::span<const uint8_t> view(uint32_t index, uint64_t& stride);
  Layout layout(uint32_t accessor);
  /// Tests an accessor's layout and range and reads nothing.
  void check(uint32_t accessor);
  /// Warns of what is wrong with accessors that nothing has read so far.
  void check_the_rest();
  /// All components as floats; normalized ones in [-1, 1] or [0, 1]. Valid until the asset goes.
  std::span<const float> floats(uint32_t accessor);
  /// The same of unsigned whole numbers, as they stand.
  std::span<const uint32_t> wholes(uint32_t accessor);
  /// The decoded bytes of a `data:` address, or of a file beside this one. Empty after a fault.
  std::span<const uint8_t> resource(const Object& owner);

  /// Extensions that the document names and that are read.
  static bool knows(std::string_view extension);

 private:
  Asset(LoadContext& context, Container container, Json document)
      : context_(&context), container_(std::move(container)), document_(std::move(document)) {}

  void check_version();
  void check_extensions();
  bool forgive(const char* what);
  // describe.cpp; view cores do without.
  Error placed(const Error& error) const;
  /// Past the limit messages are counted only: looking for their places would take as long as there are many of them.
  bool keeps(const Code& code) const;
  void report_fault();
  void report_left_out(const char* what);
  std::span<const uint8_t> buffer(uint32_t index);
  std::span<const uint8_t> load_buffer(const Object& object, uint32_t index);
  std::span<const uint8_t> keep(std::vector<uint8_t> bytes);
  std::span<const uint8_t> data_address(const Object& owner, std::string_view uri);
  std::span<const uint8_t> file_beside(const Object& owner, std::string_view uri);
  std::span<const uint8_t> decompressed(const Object& extension);
  struct Elements {
    std::span<const uint8_t> bytes;  ///< from the first element on; empty = all zero
    uint64_t stride = 0;
  };
  Elements elements(const Object& accessor, const Layout& layout);
  std::span<const uint8_t> packed(const Object& owner, uint64_t count, uint32_t element_bytes);
  /// Of an accessor: as they lie in the file, else converted.
  template <class T>
  struct Numbers {
    std::span<const T> all;
    std::vector<T> converted;
  };
  template <class T>
  void decode(uint32_t accessor, Numbers<T>& out);
  template <class T>
  void decode_sparse(const Object& accessor, const Layout& layout, std::vector<T>& out);

  LoadContext* context_;
  Container container_;
  Json document_;
  Error fault_;
  bool is_beyond_limits_ = false;
  std::string fault_pointer_;
  std::map<uint32_t, std::span<const uint8_t>> buffers_;
  std::map<uint32_t, std::span<const uint8_t>> views_;
  std::map<uint32_t, Numbers<float>> floats_;
  std::map<uint32_t, Numbers<uint32_t>> wholes_;
  std::vector<std::vector<uint8_t>> kept_;
};

}  // namespace vitrine::gltf
