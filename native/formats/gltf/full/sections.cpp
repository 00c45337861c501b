#include "formats/gltf/full/sections.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/checked.h"
#include "base/utf8.h"
#include "formats/gltf/read/asset.h"

namespace vitrine::gltf {
namespace {

const char* word_of(uint32_t component_type) {
  return component_type == 5121 ? "u8" : component_type == 5123 ? "u16" : component_type == 5125 ? "u32" : "f32";
}
bool has_word(uint32_t component_type) {
  return component_type == 5121 || component_type == 5123 || component_type >= 5125;
}

/// Where the bytes of views and accessors stand in their file.
class Bytes {
 public:
  explicit Bytes(Asset& asset) : asset_(&asset) {}
  Asset& asset() { return *asset_; }

  /// Bytes of the file that an accessor stands in: only where they are the GLB's own, as they are.
  struct Run {
    Layout layout;
    uint64_t offset = 0, stride = 0;
    bool here = false;
  };
  Run run_of(uint32_t accessor) {
    Run run;
    if (accessor >= asset_->size("accessors")) return run;
    run.layout = asset_->layout(accessor);
    const Object object = asset_->element("accessors", accessor);
    const uint32_t view = object.index("bufferView", "bufferViews");
    const auto place = view == kNone ? std::nullopt : view_place(view);
    if (!asset_->ok() || !place || run.layout.count == 0) return run;
    run.stride = asset_->element("bufferViews", view).whole("byteStride", 0);
    if (run.stride == 0) run.stride = run.layout.element_bytes();
    run.offset = saturating_add(place->offset, object.whole("byteOffset", 0));
    const uint64_t needed =
        saturating_add(saturating_mul(run.stride, run.layout.count - 1), run.layout.element_bytes());
    run.here = asset_->ok() && run.stride <= UINT32_MAX && run.layout.count <= UINT32_MAX &&
               run.stride >= run.layout.element_bytes() &&
               range_inside(run.offset, needed, place->offset + place->length);
    return run;
  }
  /// Range of a plain view of the binary chunk.
  std::optional<TextRange> view_place(uint32_t view) {
    const Object object = asset_->element("bufferViews", view);
    const Container& container = asset_->container();
    const uint32_t buffer = object.index("buffer", "buffers");
    if (!asset_->ok() || buffer != 0 || !container.has_bin || asset_->element("buffers", 0).has("uri")) return {};
    if (object.has("extensions")) return {};
    const uint64_t offset = object.whole("byteOffset", 0), length = object.whole("byteLength", 0);
    if (!asset_->ok() || length == 0 || !range_inside(offset, length, container.bin.size())) return {};
    return TextRange{container.bin_offset + offset, length};
  }

 private:
  Asset* asset_;
};

/// A file that has opened, read once more for itself alone.
class SecondReading {
 public:
  explicit SecondReading(std::span<const uint8_t> bytes)
      : context_{.name = "",
                 .bytes = bytes,
                 .options = options_,
                 .limits = limits_,
                 .budget = budget_,
                 .diagnostics = diagnostics_,
                 .info = info_} {
    auto opened = Asset::open(context_);
    if (opened) asset_.emplace(std::move(*opened));
  }
  Asset* asset() { return asset_ ? &*asset_ : nullptr; }

 private:
  ReadOptions options_;
  Limits limits_;
  Budget budget_{limits_.heap_bytes};
  Diagnostics diagnostics_{0};
  nlohmann::ordered_json info_;
  LoadContext context_;
  std::optional<Asset> asset_;
};

/// Parts of one record where a single accessor fills the view.
std::vector<ElementPart> members_of(const Bytes::Run& run, uint64_t view_offset) {
  if (!run.here || run.offset != view_offset || run.layout.rows != 0 || !has_word(run.layout.component_type)) return {};
  std::vector<ElementPart> out = {{"value", word_of(run.layout.component_type), run.layout.components}};
  if (const uint64_t rest = run.stride - run.layout.element_bytes(); rest != 0 && rest < 256)
    out.push_back({"padding", "u8", static_cast<uint32_t>(rest)});
  return out;
}

void add_views(Bytes& file, std::vector<Section>& out) {
  Asset& asset = file.asset();
  const auto views = static_cast<uint32_t>(asset.size("bufferViews"));
  std::vector<uint32_t> users(views, 0), user(views, kNone);
  for (uint32_t a = 0; a < asset.size("accessors"); ++a) {
    const uint32_t view = asset.element("accessors", a).index("bufferView", "bufferViews");
    if (!asset.ok()) return;
    if (view == kNone) continue;
    ++users[view], user[view] = a;
  }
  for (uint32_t v = 0; v < views; ++v) {
    const auto place = file.view_place(v);
    if (!asset.ok()) return;
    if (!place) continue;
    Section section{"view " + std::to_string(v), place->offset, place->length, 0, {}};
    if (users[v] == 1) {
      const auto run = file.run_of(user[v]);
      if (!asset.ok()) return;
      section.members = members_of(run, place->offset);
      if (!section.members.empty()) section.count = place->length / run.stride;
    }
    out.push_back(std::move(section));
  }
}

void sort_by_place(std::vector<Section>& sections) {
  std::stable_sort(sections.begin(), sections.end(),
                   [](const Section& a, const Section& b) { return a.offset < b.offset; });
}

/// Views may lie over one another; the first of them is kept. What lies between becomes padding.
void fit_together(uint64_t size, std::vector<Section>& out) {
  sort_by_place(out);
  std::vector<Section> fitted;
  uint64_t end = 0;
  for (Section& section : out) {
    if (section.offset < end) continue;
    if (section.offset > end) fitted.push_back({"padding", end, section.offset - end, 0, {}});
    end = section.offset + section.size;
    fitted.push_back(std::move(section));
  }
  if (end < size) fitted.push_back({"padding", end, size - end, 0, {}});
  out = std::move(fitted);
}

// ---- places

constexpr const char* kAttributes[] = {"POSITION",   "NORMAL",     "TANGENT",  "TEXCOORD_0", "TEXCOORD_1",
                                       "TEXCOORD_2", "TEXCOORD_3", "COLOR_0",  "JOINTS_0",   "WEIGHTS_0",
                                       "JOINTS_1",   "WEIGHTS_1",  "JOINTS_2", "WEIGHTS_2"};

class PlaceWriter {
 public:
  explicit PlaceWriter(Asset& asset) : file_(asset), asset_(asset) {}

  SourceRecordLists run() {
    add_blocks("node", "/nodes");
    add_blocks("mesh", "/meshes");
    add_blocks("material", "/materials");
    add_blocks("animation", "/animations");
    for (size_t m = 0; m < blocks_["/meshes"].size() && m < asset_.size("meshes"); ++m) add_mesh(m);
    for (size_t a = 0; a < blocks_["/animations"].size() && a < asset_.size("animations"); ++a) add_animation(a);
    return std::move(lists_);
  }

 private:
  void add_blocks(const char* name, const std::string& pointer, uint64_t within = 0) {
    const std::string_view steps = std::string_view(pointer).substr(within == 0 ? 0 : pointer.rfind('/'));
    std::vector<TextRange> ranges = elements_of(asset_.container().json, steps, within);
    SourceRecords list;
    list.name = name;
    for (TextRange& range : ranges) {
      range.offset += asset_.container().json_offset;
      list.add(range.offset, range.offset + range.length);
    }
    if (!ranges.empty()) lists_.push_back(std::move(list));
    blocks_[pointer] = std::move(ranges);
  }

  void add_mesh(size_t number) {
    const uint64_t owner = blocks_["/meshes"][number].offset;
    uint64_t vertices = 0, triangles = 0;
    for (const Object& primitive : asset_.element("meshes", static_cast<uint32_t>(number)).objects("primitives")) {
      const auto attributes = primitive.object("attributes");
      if (!attributes || !attributes->has("POSITION")) continue;
      uint64_t count = 0;
      for (const char* name : kAttributes) {
        const uint32_t accessor = attributes->index(name, "accessors");
        if (!asset_.ok()) return;
        if (accessor == kNone) continue;
        const auto run = file_.run_of(accessor);
        if (!asset_.ok()) return;
        if (name == kAttributes[0]) count = run.layout.count;
        if (run.here && run.layout.count == count)
          lists_.push_back(fixed_places(PlaceKind::kVertex, name, owner, run.offset, count,
                                        static_cast<uint32_t>(run.stride), static_cast<uint32_t>(vertices)));
      }
      triangles += add_triangles(primitive, owner, count, triangles);
      if (!asset_.ok()) return;
      vertices += count;
    }
  }

  /// Those of lists; strips and fans share their corners.
  uint64_t add_triangles(const Object& primitive, uint64_t owner, uint64_t vertices, uint64_t first) {
    const uint64_t mode = primitive.whole("mode", 4);
    const uint32_t accessor = primitive.index("indices", "accessors");
    if (!asset_.ok() || mode < 4) return 0;
    if (accessor == kNone) return mode == 4 ? vertices / 3 : vertices - std::min<uint64_t>(vertices, 2);
    const auto run = file_.run_of(accessor);
    const uint64_t count = run.layout.count;
    if (mode != 4) return count - std::min<uint64_t>(count, 2);
    if (run.here && count >= 3)
      lists_.push_back(fixed_places(PlaceKind::kTriangle, "indices", owner, run.offset, count / 3,
                                    static_cast<uint32_t>(3 * run.stride), static_cast<uint32_t>(first)));
    return count / 3;
  }

  void add_animation(size_t number) {
    const std::string pointer = "/animations/" + std::to_string(number);
    add_blocks("channel", pointer + "/channels",
               blocks_["/animations"][number].offset - asset_.container().json_offset);
    const Object animation = asset_.element("animations", static_cast<uint32_t>(number));
    const std::vector<Object> channels = animation.objects("channels"), samplers = animation.objects("samplers");
    const std::vector<TextRange>& places = blocks_[pointer + "/channels"];
    for (size_t c = 0; asset_.ok() && c < channels.size() && c < places.size(); ++c) {
      const uint64_t sampler = channels[c].whole("sampler", samplers.size());
      if (!asset_.ok() || sampler >= samplers.size()) continue;
      const auto input = file_.run_of(samplers[sampler].index("input", "accessors")),
                 output = file_.run_of(samplers[sampler].index("output", "accessors"));
      if (!asset_.ok()) return;
      const uint64_t keys = input.layout.count;
      if (input.here) add_keys("input", places[c].offset, input.offset, keys, input.stride);
      if (output.here && keys != 0 && output.layout.count % keys == 0)
        add_keys("output", places[c].offset, output.offset, keys, output.stride * (output.layout.count / keys));
    }
  }

  /// One by one: a key of four components is a place of all four.
  void add_keys(const char* name, uint64_t owner, uint64_t offset, uint64_t count, uint64_t size) {
    // Samplers are shared by channels: no more places than a file could have bytes for.
    if (count > kMostKeys - keys_) return;
    keys_ += count;
    SourceRecords list;
    list.kind = PlaceKind::kKey, list.name = name, list.owner = owner;
    for (uint64_t k = 0; k < count; ++k) list.add(offset + k * size, offset + (k + 1) * size);
    lists_.push_back(std::move(list));
  }

  static constexpr uint64_t kMostKeys = 4u << 20;
  Bytes file_;
  Asset& asset_;
  SourceRecordLists lists_;
  std::map<std::string, std::vector<TextRange>> blocks_;
  uint64_t keys_ = 0;
};

}  // namespace

std::vector<Section> sections_of(Asset& asset) {
  const Container& container = asset.container();
  if (!container.is_binary) return {};
  std::vector<Section> out = {{"header", 0, 12, 0, {}}};
  for (const Chunk& chunk : container.chunks) {
    const std::string name = chunk.type == kJsonChunk ? "JSON" : chunk.type == kBinChunk ? "BIN" : "other";
    out.push_back({"chunk " + name, chunk.offset - 8, 8, 0, {}});
    if (chunk.type == kJsonChunk) out.push_back({name, chunk.offset, chunk.size, 0, {}});
    if (name == "other" && chunk.size != 0) out.push_back({"unread", chunk.offset, chunk.size, 0, {}});
  }
  Bytes bytes(asset);
  add_views(bytes, out);
  fit_together(asset.context().bytes.size(), out);
  return out;
}

std::vector<Section> sections_of(std::span<const uint8_t> bytes) {
  SecondReading file(bytes);
  return file.asset() == nullptr ? std::vector<Section>{} : sections_of(*file.asset());
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  return section_start(sections_of(bytes), offset);
}

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto sections = sections_of(bytes);
  const Section* found = section_at(sections, offset);
  if (found == nullptr) return nullptr;
  RecordMap map(found->name, offset, found->size);
  const auto u32 = [&](uint64_t at) {
    return uint32_t{bytes[at]} | uint32_t{bytes[at + 1]} << 8 | uint32_t{bytes[at + 2]} << 16 |
           uint32_t{bytes[at + 3]} << 24;
  };
  if (found->name == "header") {
    map.field("magic", "text", 0, 4, "glTF");
    map.field("version", "u32", 4, 4, u32(4));
    map.field("length", "u32", 8, 4, u32(8));
  } else if (found->name.starts_with("chunk ")) {
    map.field("size", "u32", offset, 4, u32(offset));
    map.field("type", "text", offset + 4, 4,
              to_utf8(std::string_view(reinterpret_cast<const char*>(&bytes[offset + 4]), 4)));
  } else if (found->name == "JSON") {
    map.field("JSON", "text", offset, found->size,
              to_utf8(std::string_view(reinterpret_cast<const char*>(&bytes[offset]), found->size)));
  } else if (found->members.empty()) {
    map.field(found->name, "bytes", offset, found->size, nullptr);
  } else {
    map.array(found->name, offset, found->count, found->members);
  }
  return std::move(map).take();
}

SourceRecordLists places(std::span<const uint8_t> bytes) {
  SecondReading file(bytes);
  return file.asset() == nullptr ? SourceRecordLists{} : PlaceWriter(*file.asset()).run();
}

}  // namespace vitrine::gltf
