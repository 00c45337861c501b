#include "formats/gltf/read/asset.h"

#include <algorithm>
#include <charconv>

#include "formats/gltf/codes.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
namespace {

/// Read, or of no consequence where a required one is ignored.
constexpr std::string_view kKnown[] = {"KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_meshopt_compression",
                                       "KHR_texture_transform", "KHR_lights_punctual",     "KHR_materials_unlit",
                                       "KHR_node_visibility",   "EXT_texture_webp",        "MSFT_texture_dds"};
/// These change how a surface looks, never where it is: shown without them, with a message.
constexpr std::string_view kAppearance[] = {"KHR_materials_", "KHR_texture_",         "EXT_texture_",
                                            "MSFT_texture_",  "ADOBE_materials",      "FB_material",
                                            "VRMC_materials", "KHR_techniques_webgl", "KHR_xmp"};

struct Version {
  uint32_t major = 0, minor = 0;
};
/// "2.0"; nothing for other texts.
std::optional<Version> parse_version(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return {};
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  if (minor.ec != std::errc() || minor.ptr != end) return {};
  return version;
}

}  // namespace

bool Asset::knows(std::string_view extension) {
  return std::find(std::begin(kKnown), std::end(kKnown), extension) != std::end(kKnown);
}

Result<Asset> Asset::open(LoadContext& context) {
  VITRINE_TRY(Container container, open_container(context.bytes, &context.diagnostics));
  VITRINE_TRY(Json document, parse_json(container.json, container.json_offset, context.limits, context.budget));
  Asset asset(context, std::move(container), std::move(document));
  if (!asset.document_.is_object()) asset.fail(messages::kNoObject, "");
  asset.check_version();
  asset.check_extensions();
  VITRINE_CHECK(asset.status());
  return asset;
}

void Asset::check_version() {
  if (!ok()) return;
  const Object root_object = root();
  const auto asset = root_object.object("asset");
  if (ok() && !asset) {
    // Version 1.0 had objects by name where 2.0 has lists.
    const auto meshes = document_.find("meshes");
    const bool is_first = meshes != document_.end() && meshes->is_object();
    if (is_first) return fail(messages::kVersion1, "/meshes");
    return fail(messages::kAssetRequired, "/asset");
  }
  if (!ok()) return;
  if (!asset->has("version")) return fail(messages::kRequired, "/asset/version", {"version"});
  const std::string words = asset->text("version");
  if (!ok()) return;
  const auto version = parse_version(words);
  if (!version || version->major != 2) {
    if (version && version->major == 1) return fail(messages::kVersion1, "/asset/version");
    return fail(messages::kUnknownVersion, "/asset/version", {words});
  }
  const std::string least = asset->text("minVersion", "2.0");
  if (!ok()) return;
  const auto needed = parse_version(least);
  if (!needed || needed->major != 2 || needed->minor > 0) fail(messages::kNewerVersion, "/asset/minVersion", {least});
}

void Asset::check_extensions() {
  const Json& required = root().array("extensionsRequired");
  for (size_t i = 0; i < required.size() && ok(); ++i) {
    const std::string pointer = "/extensionsRequired/" + std::to_string(i);
    if (!required[i].is_string()) return fail(messages::kExtensionNoText, pointer);
    const auto& name = required[i].get_ref<const std::string&>();
    if (knows(name)) continue;
    const bool appearance = std::any_of(std::begin(kAppearance), std::end(kAppearance),
                                        [&](std::string_view start) { return name.starts_with(start); });
    if (name == "KHR_texture_basisu") {
      warn(messages::kImagesAreKtx2, pointer);
    } else if (appearance) {
      warn(messages::kLooksExtension, pointer, {name});
    } else if (name == "KHR_draco_mesh_compression") {
      fail(messages::kMeshesAreDraco, pointer);
    } else {
      fail(messages::kUnreadExtension, pointer, {name});
    }
  }
}

size_t Asset::size(const char* list) const {
  const auto found = document_.find(list);
  return found != document_.end() && found->is_array() ? found->size() : 0;
}

Object Asset::element(const char* list, uint32_t index) {
  std::string pointer = "/" + std::string(list) + "/" + std::to_string(index);
  const Json& value = document_[list][index];
  if (value.is_object()) return {*this, value, std::move(pointer)};
  static const Json kNothing = Json::object();
  fail(messages::kElementNoObject, pointer, {list});
  return {*this, kNothing, std::move(pointer)};
}

Status Asset::status() const {
  if (!fault_) return ok_status();
  return placed(fault_);
}

void Asset::fail(const Sentence& sentence, std::string pointer, Arguments arguments) {
  if (fault_) return;
  fault_ = Error{sentence, kNoOffset, arguments};
  fault_pointer_ = std::move(pointer);
}

void Asset::fail(Status result) {
  if (fault_ || result) return;
  fault_ = result.error();
  fault_pointer_.clear();
  is_beyond_limits_ = true;
}

void Asset::pay(uint64_t count, uint64_t size, const std::string& pointer) {
  if (fault_) return;
  fail(context_->budget.charge(count, size));
  if (fault_) fault_pointer_ = pointer;
}

void Asset::limit(uint64_t count, uint64_t most, const char* what, const std::string& pointer) {
  if (fault_) return;
  fail(check_limit(count, most, what));
  if (fault_) fault_pointer_ = pointer;
}

bool Asset::forgive(const char* what) {
  if (!fault_) return true;
  // Where memory or a limit ran out, nothing else can be read either.
  if (is_beyond_limits_) return false;
  report_left_out(what);
  fault_ = Error();
  return false;
}

SourceRange Asset::source(const std::string& pointer) const {
  const TextRange range = find_value(container_.json, pointer);
  return {context_->file, container_.json_offset + range.offset, range.length};
}

}  // namespace vitrine::gltf
