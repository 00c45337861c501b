#include "session/places.h"

#include <cmath>
#include <string>

#include "base/diagnostics.h"
#include "base/utf8.h"
#include "formats/iqm/sections.h"
#include "formats/kri/places.h"
#include "formats/md5/places.h"
#include "formats/pivot/places.h"
#include "formats/qmsh/map_record.h"
#include "formats/qmsh/places.h"
#include "pose/animated_number.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

PlaceLists lists_of(const Loader::OpenFile& file) {
  const std::string_view id = file.row->id, kind = file.row->kind;
  if (id == "md5") return md5::places(file.bytes, kind);
  if (kind == "qmsh.tmp") return qmsh::text_places(file.bytes);
  if (kind == "qmsh") return qmsh::binary_places(file.bytes);
  if (id == "iqm") return iqm::places(file.bytes);
  if (id == "kri") return kri::places(file.bytes);
  if (id == "pivot") return pivot::places(file.bytes);
  return {};
}

uint64_t record_start(const Loader::OpenFile& file, uint64_t offset) {
  const std::string_view id = file.row->id;
  if (id == "qmsh") return qmsh::record_start(file.bytes, offset);
  if (id == "iqm") return iqm::record_start(file.bytes, offset);
  if (id == "kri") return kri::record_start(file.bytes, offset);
  return pivot::record_start(file.bytes, offset);
}

uint32_t index_in(const Json& thing, const char* name) {
  const auto found = thing.find(name);
  return found != thing.end() && found->is_number_unsigned() && found->get<uint64_t>() < kNone ? found->get<uint32_t>()
                                                                                               : kNone;
}

uint32_t file_number(const Mesh& mesh, uint32_t vertex) {
  return mesh.file_vertex.empty() ? vertex : mesh.file_vertex[vertex];
}
uint32_t scene_vertex(const Mesh& mesh, uint32_t number) {
  if (mesh.file_vertex.empty()) return number < mesh.positions.size() ? number : kNone;
  const auto found = std::find(mesh.file_vertex.begin(), mesh.file_vertex.end(), number);
  return found == mesh.file_vertex.end() ? kNone : static_cast<uint32_t>(found - mesh.file_vertex.begin());
}
uint32_t scene_triangle(const Mesh& mesh, uint32_t number) {
  if (mesh.file_triangle.empty()) return number < mesh.indices.size() / 3 ? number : kNone;
  const auto found = std::find(mesh.file_triangle.begin(), mesh.file_triangle.end(), number);
  return found == mesh.file_triangle.end() ? kNone : static_cast<uint32_t>(found - mesh.file_triangle.begin());
}

/// Which floats of a record of key poses belong to a channel, counted in bytes from the record's start.
struct Part {
  uint64_t offset = 0;
  uint32_t size = 0;
};
Part part_of_pose(const AnimatedNumber& channel, const qmsh::PoseLayout& layout) {
  const std::string_view kind = channel.kind();
  const uint32_t component = channel.component();
  const uint32_t within = kind == "translation" ? 4 * component
                          : kind == "rotation"  ? 12 + 4 * component
                                                : 28 + (layout.scales == 3 ? 4 * component : 0);
  return {4 + uint64_t{channel.track()} * layout.stride + within, 4};
}

/// Of key records of curves: time, then values, left and right handles.
uint32_t component_at(const PlaceList& list, const Curve& pattern, uint64_t within, bool handles) {
  if (within < 4) return 0;
  const uint32_t floats = list.stride / 4 - 1, size = handles ? floats / 3 : floats;
  const auto component = static_cast<uint32_t>((within - 4) / 4) % std::max(size, 1u);
  // The file has w x y z where it has handles.
  return handles && pattern.channel == Channel::kRotationQuat ? (component + 3) % 4 : component;
}

}  // namespace

Places::FileMap* Places::map_of(uint32_t file) {
  if (const auto found = maps_.find(file); found != maps_.end()) return &found->second;
  const auto open = loader_.open_file(file);
  if (!open) return nullptr;
  FileMap map{*open, lists_of(*open), {}};
  for (const PlaceList& list : map.lists) {
    if (list.kind != PlaceKind::kBlock) continue;
    for (uint32_t i = 0; i < list.size(); ++i) map.blocks.emplace(list.offset_of(i), list.bytes_of(i));
  }
  return &maps_.emplace(file, std::move(map)).first->second;
}

void Places::add_places(Json& out, uint32_t file, uint64_t offset, uint64_t size, std::string_view name) {
  const FileMap* map = map_of(file);
  Json place = {{"file", to_utf8(std::string(map->file.name))}, {"offset", offset}, {"size", size}, {"name", name}};
  if (map->file.row->text) {
    const LineColumn from = line_column(map->file.bytes, offset);
    const auto inside = map->file.bytes.subspan(
        static_cast<size_t>(offset), static_cast<size_t>(std::min<uint64_t>(size, map->file.bytes.size() - offset)));
    place["line"] = from.line, place["column"] = from.column;
    place["lastLine"] = from.line + line_column(inside, inside.empty() ? 0 : inside.size() - 1).line - 1;
  }
  out.push_back(std::move(place));
}

void Places::add_block(Json& out, const SourceRange& source, std::string_view name) {
  const FileMap* map = source.file == kNone ? nullptr : map_of(source.file);
  if (map == nullptr) return;
  const auto block = map->blocks.find(source.offset);
  const uint64_t size = block != map->blocks.end() ? block->second : std::max<uint64_t>(source.length, 1);
  add_places(out, source.file, source.offset, size, name);
}

void Places::of_vertex(Json& out, uint32_t number, uint32_t vertex) {
  const Mesh& mesh = loader_.scene().meshes[number];
  const FileMap* map = mesh.source.file == kNone ? nullptr : map_of(mesh.source.file);
  if (map == nullptr || vertex >= mesh.positions.size()) return;
  const uint32_t wanted = file_number(mesh, vertex);
  std::vector<uint32_t> weights;
  bool linked = false;
  for (const PlaceList& list : map->lists) {
    if (list.owner != mesh.source.offset) continue;
    if (list.kind == PlaceKind::kVertex) {
      const auto record = list.find(wanted);
      if (!record) continue;
      add_places(out, mesh.source.file, list.offset_of(*record), list.bytes_of(*record), list.name);
      if (list.links.empty()) continue;
      linked = true;
      for (uint32_t i = 0; i < list.links[2 * *record + 1]; ++i) weights.push_back(list.links[2 * *record] + i);
    } else if (list.kind == PlaceKind::kWeight) {
      // By the number of the weight, or of the vertex where groups list vertices.
      if (!linked) weights = {wanted};
      for (const uint32_t weight : weights) {
        if (const auto record = list.find(weight))
          add_places(out, mesh.source.file, list.offset_of(*record), list.bytes_of(*record), list.name);
      }
    }
  }
}

void Places::of_key(Json& out, uint32_t action, uint32_t wanted, uint32_t key) {
  const Clip& clip = loader_.scene().clips[action];
  const std::vector<AnimatedNumber> channels = channels_of(clip);
  if (wanted >= channels.size() || key >= channels[wanted].key_count()) return;
  const AnimatedNumber& channel = channels[wanted];
  const SourceRange& source = channel.curve() != nullptr ? channel.curve()->source : clip.source;
  const FileMap* map = source.file == kNone ? nullptr : map_of(source.file);
  if (map == nullptr) return;
  const auto number = [&](uint64_t from, uint64_t to, size_t index, std::string_view name) {
    const auto numbers = md5::numbers_between(map->file.bytes, from, to);
    if (index < numbers.size()) add_places(out, source.file, numbers[index].offset, numbers[index].size, name);
  };
  const PlaceList *frames = nullptr, *hierarchy = nullptr, *base = nullptr;
  for (const PlaceList& list : map->lists) {
    const std::string_view name = list.name;
    if (channel.curve() != nullptr) {
      const Curve& curve = *channel.curve();
      if (list.kind != PlaceKind::kKey || list.owner != source.offset) continue;
      if (list.part != 0 && list.part != 1 + static_cast<uint8_t>(curve.channel)) continue;
      // A text whose points are out of order is sorted by time: the keys' own order is not the file's.
      if (const auto record = list.find(key))
        add_places(out, source.file, list.offset_of(*record), list.bytes_of(*record), "key");
      continue;
    }
    if (list.kind == PlaceKind::kFrame && list.owner == source.offset && name != "bounds") frames = &list;
    if (name == "hierarchy") hierarchy = &list;
    if (name == "baseframe") base = &list;
  }
  if (channel.curve() != nullptr || frames == nullptr || key >= frames->size()) return;
  const uint64_t at = frames->offset_of(key), past = at + frames->bytes_of(key);
  if (clip.poses) {
    const Part part = part_of_pose(channel, qmsh::pose_layout(map->file.bytes));
    add_places(out, source.file, at + part.offset, part.size, "key");
    add_places(out, source.file, at, 4, "time");
    return;
  }
  const std::string_view kind = channel.kind();
  const uint32_t component = channel.component();
  if (hierarchy == nullptr) {  // a camera: position, orientation without w, angle
    if (kind == "fov") return number(at, past, 6, "fov");
    if (kind == "rotation" && component == 3) return add_places(out, source.file, at, past - at, "frame");
    return number(at, past, (kind == "rotation" ? 3 : 0) + component, "key");
  }
  const uint32_t track = channel.track(), bit = (kind == "rotation" ? 3 : 0) + component;
  const uint8_t bits = track < clip.frames->animated_bits.size() ? clip.frames->animated_bits[track] : 0;
  if (track >= hierarchy->size()) return;
  if (kind == "rotation" && component == 3) return add_places(out, source.file, at, past - at, "frame");
  if ((bits >> bit & 1) == 0) {
    if (base != nullptr && track < base->size())
      number(base->offset_of(track), base->offset_of(track) + base->bytes_of(track), bit, "base value");
    return;
  }
  const uint64_t line = hierarchy->offset_of(track);
  const auto line_numbers = md5::numbers_between(map->file.bytes, line, line + hierarchy->bytes_of(track));
  if (line_numbers.empty()) return;
  auto index = static_cast<size_t>(line_numbers.back().value);
  for (uint32_t b = 0; b < bit; ++b) index += bits >> b & 1;
  number(at, past, index + 1, "key");  // behind the number of the frame
}

Json Places::of(const Json& thing) {
  Json out = Json::array();
  if (!thing.is_object()) return out;
  const Scene& scene = loader_.scene();
  const std::string kind = thing.value("kind", "");
  const uint32_t index = index_in(thing, "index"), mesh = index_in(thing, "mesh"), action = index_in(thing, "action"),
                 curve = index_in(thing, "curve");
  if (kind == "vertex" && mesh < scene.meshes.size()) {
    of_vertex(out, mesh, index);
  } else if ((kind == "triangle" || kind == "weight") && mesh < scene.meshes.size()) {
    const Mesh& owner = scene.meshes[mesh];
    const FileMap* map = owner.source.file == kNone ? nullptr : map_of(owner.source.file);
    if (map == nullptr || (kind == "triangle" && index >= owner.indices.size() / 3)) return out;
    const PlaceKind wanted_kind = kind == "triangle" ? PlaceKind::kTriangle : PlaceKind::kWeight;
    const uint32_t wanted = kind == "triangle" && !owner.file_triangle.empty() ? owner.file_triangle[index] : index;
    for (const PlaceList& list : map->lists) {
      if (list.kind != wanted_kind || list.owner != owner.source.offset) continue;
      if (const auto record = list.find(wanted))
        add_places(out, owner.source.file, list.offset_of(*record), list.bytes_of(*record), list.name);
    }
  } else if (kind == "node" && index < scene.nodes.size()) {
    const Node& node = scene.nodes[index];
    add_block(out, node.source, "node");
    // The lines of an animation that move it.
    for (const Clip& clip : scene.clips) {
      if (!clip.frames || clip.file == kNone) continue;
      const FileMap* map = map_of(clip.file);
      if (map == nullptr || map->file.row->id != std::string_view("md5")) continue;
      for (const auto& binding : clip.frames->bindings) {
        if (binding.node != index) continue;
        for (const PlaceList& list : map->lists) {
          const std::string_view name = list.name;
          if ((name == "hierarchy" || name == "baseframe") && binding.track < list.size())
            add_places(out, clip.file, list.offset_of(binding.track), list.bytes_of(binding.track), name);
        }
      }
    }
  } else if (kind == "mesh" && index < scene.meshes.size()) {
    add_block(out, scene.meshes[index].source, "mesh");
  } else if (kind == "material" && index < scene.materials.size()) {
    add_block(out, scene.materials[index].source, "material");
  } else if (kind == "action" && index < scene.clips.size()) {
    add_block(out, scene.clips[index].source, "action");
  } else if (kind == "curve" && action < scene.clips.size()) {
    const auto channels = channels_of(scene.clips[action]);
    if (index < channels.size())
      add_block(out, channels[index].curve() ? channels[index].curve()->source : scene.clips[action].source, "curve");
  } else if (kind == "frame" && action < scene.clips.size()) {
    const SourceRange& source = scene.clips[action].source;
    const FileMap* map = source.file == kNone ? nullptr : map_of(source.file);
    if (map == nullptr) return out;
    for (const char* name : {"frame", "key", "bounds"}) {
      for (const PlaceList& list : map->lists) {
        if (list.kind == PlaceKind::kFrame && list.owner == source.offset && std::string_view(list.name) == name &&
            index < list.size())
          add_places(out, source.file, list.offset_of(index), list.bytes_of(index), name);
      }
    }
  } else if (kind == "key" && action < scene.clips.size()) {
    of_key(out, action, curve, index);
  }
  return out;
}

Json Places::thing_of_block(uint32_t file, uint64_t offset) const {
  const Scene& scene = loader_.scene();
  const auto is_here = [&](const SourceRange& source) { return source.file == file && source.offset == offset; };
  for (uint32_t i = 0; i < scene.meshes.size(); ++i) {
    if (is_here(scene.meshes[i].source)) {
      for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == i) return {{"kind", "mesh"}, {"index", i}, {"node", n}};
      }
      return {{"kind", "mesh"}, {"index", i}};
    }
  }
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (is_here(scene.nodes[i].source)) return {{"kind", "node"}, {"index", i}};
  }
  for (uint32_t i = 0; i < scene.materials.size(); ++i) {
    if (is_here(scene.materials[i].source)) return {{"kind", "material"}, {"index", i}};
  }
  for (uint32_t a = 0; a < scene.clips.size(); ++a) {
    const Clip& clip = scene.clips[a];
    if (is_here(clip.source)) return {{"kind", "action"}, {"index", a}};
    for (uint32_t c = 0; c < clip.curves.size(); ++c) {
      if (is_here(clip.curves[c].source)) return {{"kind", "curve"}, {"action", a}, {"index", c}};
    }
  }
  return nullptr;
}

Json Places::thing_at(uint32_t file, const PlaceList& list, uint32_t record, uint64_t offset) {
  const Scene& scene = loader_.scene();
  const uint32_t number = list.number_of(record);
  const auto belongs = [&](const SourceRange& source) { return source.file == file && source.offset == list.owner; };
  if (list.kind == PlaceKind::kBlock) {
    const std::string_view name = list.name;
    if (name != "hierarchy" && name != "baseframe") return thing_of_block(file, list.offset_of(record));
    for (const Clip& clip : scene.clips) {
      if (clip.file != file || !clip.frames) continue;
      for (const auto& binding : clip.frames->bindings) {
        if (binding.track == record) return {{"kind", "node"}, {"index", binding.node}};
      }
    }
    return nullptr;
  }
  if (list.kind == PlaceKind::kFrame) {
    for (uint32_t a = 0; a < scene.clips.size(); ++a) {
      const Clip& clip = scene.clips[a];
      if (!belongs(clip.source)) continue;
      Json thing = {{"kind", "frame"}, {"action", a}, {"index", record}};
      if (clip.poses) {
        const auto channels = channels_of(clip);
        const qmsh::PoseLayout layout = qmsh::pose_layout(map_of(file)->file.bytes);
        for (uint32_t c = 0; c < channels.size(); ++c) {
          const Part part = part_of_pose(channels[c], layout);
          const uint64_t at = list.offset_of(record) + part.offset;
          if (channels[c].curve() == nullptr && offset >= at && offset < at + part.size)
            return {{"kind", "key"}, {"action", a}, {"curve", c}, {"index", record}};
        }
      }
      return thing;
    }
    return nullptr;
  }
  if (list.kind == PlaceKind::kKey) {
    for (uint32_t a = 0; a < scene.clips.size(); ++a) {
      const auto& curves = scene.clips[a].curves;
      for (uint32_t c = 0; c < curves.size(); ++c) {
        const Curve& curve = curves[c];
        if (!belongs(curve.source) || record >= curve.keys.size()) continue;
        if (list.part != 0 && list.part != 1 + static_cast<uint8_t>(curve.channel)) continue;
        if (list.stride != 0 &&
            curve.component != component_at(list, curve, offset - list.offset_of(record), list.part == 0))
          continue;
        return {{"kind", "key"}, {"action", a}, {"curve", c}, {"index", record}};
      }
    }
    return nullptr;
  }
  for (uint32_t m = 0; m < scene.meshes.size(); ++m) {
    const Mesh& mesh = scene.meshes[m];
    if (!belongs(mesh.source)) continue;
    if (list.kind == PlaceKind::kVertex) {
      const uint32_t vertex = scene_vertex(mesh, number);
      return vertex == kNone ? Json(nullptr) : Json{{"kind", "vertex"}, {"mesh", m}, {"index", vertex}};
    }
    if (list.kind == PlaceKind::kTriangle) {
      const uint32_t triangle = scene_triangle(mesh, number);
      return triangle == kNone ? Json(nullptr) : Json{{"kind", "triangle"}, {"mesh", m}, {"index", triangle}};
    }
    Json thing = {{"kind", "weight"}, {"mesh", m}, {"index", number}};
    uint32_t vertex = number;
    for (const PlaceList& vertices : map_of(file)->lists) {
      if (vertices.kind != PlaceKind::kVertex || vertices.owner != list.owner || vertices.links.empty()) continue;
      vertex = kNone;
      for (uint32_t i = 0; i < vertices.size() && vertex == kNone; ++i) {
        if (number - vertices.links[2 * i] < vertices.links[2 * i + 1] && number >= vertices.links[2 * i])
          vertex = vertices.number_of(i);
      }
    }
    if (vertex != kNone) vertex = scene_vertex(mesh, vertex);
    if (vertex != kNone) thing["vertex"] = vertex;
    return thing;
  }
  return nullptr;
}

Json Places::at(std::string_view name, uint64_t offset) {
  const Scene& scene = loader_.scene();
  for (uint32_t f = static_cast<uint32_t>(scene.files.size()); f-- > 0;) {
    if (scene.files[f].name != name && to_utf8(scene.files[f].name) != name) continue;
    FileMap* map = map_of(f);
    if (map == nullptr) continue;
    Json things = Json::array();
    for (const PlaceList& list : map->lists) {
      const auto record = list.at(offset);
      if (!record) continue;
      Json thing = thing_at(f, list, *record, offset);
      if (thing.is_null()) continue;
      thing["offset"] = list.offset_of(*record), thing["size"] = list.bytes_of(*record);
      if (*list.name != '\0') thing["name"] = list.name;
      things.push_back(std::move(thing));
    }
    std::stable_sort(things.begin(), things.end(), [](const Json& a, const Json& b) {
      return a["size"].get<uint64_t>() < b["size"].get<uint64_t>();
    });
    Json out = {{"things", std::move(things)}};
    if (map->file.row->map_record != nullptr) out["record"] = record_start(map->file, offset);
    return out;
  }
  return nullptr;
}

}  // namespace vitrine
