#include "formats/iqm/full/sections.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/utf8.h"
#include "formats/iqm/read/header.h"
#include "formats/iqm/read/vertex_arrays.h"

namespace vitrine::iqm {
namespace {

/// Types of numbers that the views of bytes know; the others are bytes to them.
const char* type_of_format(uint32_t format) {
  constexpr const char* kTypes[] = {nullptr, "u8", nullptr, "u16", nullptr, "u32", nullptr, "f32", nullptr};
  return kTypes[format];
}

void add_extensions(std::span<const uint8_t> bytes, const Header& header, std::vector<Section>& out) {
  uint64_t at = header[kExtensionsAt];
  // No list is longer than the file has room for, so one that bites its tail ends as well.
  const uint64_t most = std::min<uint64_t>(header[kExtensionCount], bytes.size() / 16);
  for (uint64_t i = 0; i < most && at >= kHeaderBytes && range_inside(at, 16, bytes.size()); ++i) {
    if (std::any_of(out.begin(), out.end(), [&](const Section& s) { return s.offset == at; })) break;
    out.push_back({"extension", at, 16, 1, {{"name, size, offset, next", "u32", 4}}});
    const uint64_t size = u32_at(bytes, at + 4), offset = u32_at(bytes, at + 8);
    if (size != 0 && offset >= kHeaderBytes && range_inside(offset, size, bytes.size()))
      out.push_back({"extension data", offset, size, 0, {}});
    at = u32_at(bytes, at + 12);
    if (out.size() > 1024) break;
  }
}

struct Opened {
  Header header;
  Parts parts;
};
std::optional<Opened> opened(std::span<const uint8_t> bytes) {
  const auto header = read_header(bytes);
  if (!header) return {};
  const auto parts = find_parts(bytes, *header, nullptr);
  if (!parts) return {};
  return Opened{*header, *parts};
}

}  // namespace

std::vector<Section> array_sections(std::span<const uint8_t> bytes, const Header& header, const Parts& parts) {
  std::vector<Section> out;
  const Strings strings(bytes.subspan(parts.text.offset, parts.text.count), nullptr);
  for (uint64_t i = 0; i < parts.arrays.count; ++i) {
    const uint64_t at = parts.arrays.offset + 20 * i;
    const uint32_t type = u32_at(bytes, at), format = u32_at(bytes, at + 8), components = u32_at(bytes, at + 12);
    const uint64_t offset = u32_at(bytes, at + 16);
    if (format >= std::size(kFormatBytes)) continue;
    const uint64_t size = saturating_mul(header[kVertexCount], uint64_t{components} * kFormatBytes[format]);
    if (offset < kHeaderBytes || size == 0 || !range_inside(offset, size, bytes.size())) continue;
    const std::string name = type < kKnownTypes    ? kArrayNames[type]
                             : type < kFirstCustom ? "reserved" + std::to_string(type)
                                                   : strings.at(type - kFirstCustom, at);
    Section section{name, offset, size, header[kVertexCount], {}};
    if (const char* word = type_of_format(format)) section.members = {{"values", word, components}};
    out.push_back(std::move(section));
  }
  return out;
}

std::vector<Section> sections_of(std::span<const uint8_t> bytes) {
  const auto file = opened(bytes);
  if (!file) return {};
  const auto& [header, parts] = *file;
  std::vector<Section> out = {{"header", 0, kHeaderBytes, 0, {}}};
  const auto add = [&](const char* name, const Part& part, std::vector<ElementPart> members) {
    uint64_t stride = 0;
    for (const ElementPart& member : members) stride += bytes_of_type(member.type) * uint64_t{member.count};
    if (part.count != 0) out.push_back({name, part.offset, part.count * stride, part.count, std::move(members)});
  };
  const uint32_t rotation_count = header.is_version_1() ? 3 : 4, channels = header.channels();
  add("text", parts.text, {{"byte", "u8"}});
  add("meshes", parts.meshes,
      {{"name", "u32"},
       {"material", "u32"},
       {"first vertex", "u32"},
       {"vertices", "u32"},
       {"first triangle", "u32"},
       {"triangles", "u32"}});
  add("vertex arrays", parts.arrays,
      {{"type", "u32"}, {"flags", "u32"}, {"format", "u32"}, {"components", "u32"}, {"offset", "u32"}});
  add("triangles", parts.triangles, {{"vertices", "u32", 3}});
  add("adjacency", parts.adjacency, {{"triangles", "u32", 3}});
  add("joints", parts.joints,
      {{"name", "u32"},
       {"parent", "u32"},
       {"translate", "f32", 3},
       {"rotate", "f32", rotation_count},
       {"scale", "f32", 3}});
  add("poses", parts.poses,
      {{"parent", "u32"}, {"mask", "u32"}, {"channel offset", "f32", channels}, {"channel scale", "f32", channels}});
  add("actions", parts.anims,
      {{"name", "u32"}, {"first frame", "u32"}, {"frames", "u32"}, {"rate", "f32"}, {"flags", "u32"}});
  if (parts.frames.count != 0) {
    add("frames", {parts.frames.offset, header[kFrameCount]}, {{"channels", "u16", header[kChannelCount]}});
  }
  add("bounds", parts.bounds, {{"min", "f32", 3}, {"max", "f32", 3}, {"radius in xy", "f32"}, {"radius", "f32"}});
  add("comment", parts.comment, {{"byte", "u8"}});
  for (Section& array : array_sections(bytes, header, parts)) out.push_back(std::move(array));
  add_extensions(bytes, header, out);
  fill_gaps(bytes.size(), out);
  return out;
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  return section_start(sections_of(bytes), offset);
}

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto sections = sections_of(bytes);
  const Section* found = section_at(sections, offset);
  if (found == nullptr) return nullptr;
  RecordMap map(found->name, offset, found->size);
  if (found->name == "header") {
    map.field("magic", "text", 0, kMagicBytes.size(), "INTERQUAKEMODEL");
    for (uint8_t f = 0; f < kFieldCount; ++f) {
      const uint64_t at = offset_of(static_cast<Field>(f));
      map.field(kFieldNames[f], "u32", at, 4, u32_at(bytes, at));
    }
  } else if (found->name == "text" || found->name == "comment") {
    const std::string_view text(reinterpret_cast<const char*>(&bytes[offset]), found->size);
    map.field(found->name, "text", offset, found->size, to_utf8(text));
  } else if (found->members.empty()) {
    map.field(found->name, "bytes", offset, found->size, nullptr);
  } else {
    map.array(found->name, offset, found->count, found->members);
  }
  return std::move(map).take();
}

}  // namespace vitrine::iqm
