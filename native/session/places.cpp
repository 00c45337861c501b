#include "session/places.h"

#include <cmath>
#include <string>

#include "base/diagnostics.h"
#include "base/utf8.h"
#include "formats/details.h"
#include "pose/scalar_curve.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

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

/// The tracks of sampled frames or key poses that move a node.
std::vector<uint32_t> tracks_of(const Clip& clip, uint32_t node) {
  std::vector<uint32_t> out;
  if (clip.frames) {
    for (const auto& binding : clip.frames->bindings) {
      if (binding.node == node) out.push_back(binding.track);
    }
  } else if (clip.poses) {
    const auto found = std::find(clip.poses->nodes.begin(), clip.poses->nodes.end(), node);
    if (found != clip.poses->nodes.end()) out.push_back(static_cast<uint32_t>(found - clip.poses->nodes.begin()));
  }
  return out;
}
uint32_t node_of_track(const Clip& clip, uint32_t track) {
  if (clip.poses) return track < clip.poses->nodes.size() ? clip.poses->nodes[track] : kNone;
  if (!clip.frames) return kNone;
  const auto& bindings = clip.frames->bindings;
  const auto found = std::find_if(bindings.begin(), bindings.end(), [&](const auto& b) { return b.track == track; });
  return found == bindings.end() ? kNone : found->node;
}

/// Where the file has a key of a channel that is not a curve.
std::vector<NamedPlace> key_places(const Loader::OpenFile& file, const SourceRecordLists& lists, const Clip& clip,
                                   const ScalarCurve& channel, uint32_t key) {
  const auto find = file.row->details->key_places;
  if (find == nullptr) return {};
  const uint32_t track = channel.track();
  const bool known = clip.frames && track < clip.frames->animated_bits.size();
  const ChannelPlace place = {channel.kind(), channel.component(), track,
                              known ? clip.frames->animated_bits[track] : uint8_t{0}};
  return find(file.bytes, lists, clip.source.offset, place, key);
}

/// Component at an offset in a key record: time, then values, left and right handles.
uint32_t component_at(const SourceRecords& list, const Curve& pattern, uint64_t within, bool handles) {
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
  const auto find = open->row->details->places;
  FileMap map{*open, find == nullptr ? SourceRecordLists{} : find(open->bytes), {}};
  for (const SourceRecords& list : map.lists) {
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

/// Of what stands in every frame, the bytes in `frame`.
void Places::of_vertex(Json& out, uint32_t number, uint32_t vertex, uint32_t frame) {
  const Mesh& mesh = loader_.scene().meshes[number];
  const FileMap* map = mesh.source.file == kNone ? nullptr : map_of(mesh.source.file);
  if (map == nullptr || vertex >= mesh.positions.size()) return;
  const uint32_t wanted = file_number(mesh, vertex);
  std::vector<uint32_t> weights;
  bool linked = false;
  for (const SourceRecords& list : map->lists) {
    if (list.owner != mesh.source.offset || (list.frame != kNone && list.frame != frame)) continue;
    if (list.kind == PlaceKind::kVertex) {
      const auto record = list.find(wanted);
      if (!record) continue;
      add_places(out, mesh.source.file, list.offset_of(*record), list.bytes_of(*record), list.name);
      if (list.links.empty()) continue;
      linked = true;
      for (uint32_t i = 0; i < list.links[2 * *record + 1]; ++i) weights.push_back(list.links[2 * *record] + i);
    } else if (list.kind == PlaceKind::kWeight) {
      // Found by the number of the weight, or of the vertex where groups list vertices.
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
  const std::vector<ScalarCurve> channels = channels_of(clip);
  if (wanted >= channels.size() || key >= channels[wanted].key_count()) return;
  const ScalarCurve& channel = channels[wanted];
  const SourceRange& source = channel.curve() != nullptr ? channel.curve()->source : clip.source;
  const FileMap* map = source.file == kNone ? nullptr : map_of(source.file);
  if (map == nullptr) return;
  if (channel.curve() == nullptr) {
    for (const NamedPlace& place : key_places(map->file, map->lists, clip, channel, key))
      add_places(out, source.file, place.offset, place.size, place.name);
    return;
  }
  for (const SourceRecords& list : map->lists) {
    if (list.kind != PlaceKind::kKey || list.owner != source.offset) continue;
    if (list.part != 0 && list.part != 1 + static_cast<uint8_t>(channel.curve()->channel)) continue;
    // A text whose points are out of order is sorted by time: the keys' own order is not the file's.
    if (const auto record = list.find(key))
      add_places(out, source.file, list.offset_of(*record), list.bytes_of(*record), "key");
  }
}

Json Places::of(const Json& thing) {
  Json out = Json::array();
  if (!thing.is_object()) return out;
  const Scene& scene = loader_.scene();
  const std::string kind = thing.value("kind", "");
  const uint32_t index = index_in(thing, "index"), mesh = index_in(thing, "mesh"), action = index_in(thing, "action"),
                 curve = index_in(thing, "curve");
  if (kind == "vertex" && mesh < scene.meshes.size()) {
    const uint32_t frame = index_in(thing, "frame");
    of_vertex(out, mesh, index, frame == kNone ? 0 : frame);
  } else if ((kind == "triangle" || kind == "weight") && mesh < scene.meshes.size()) {
    const Mesh& owner = scene.meshes[mesh];
    const FileMap* map = owner.source.file == kNone ? nullptr : map_of(owner.source.file);
    if (map == nullptr || (kind == "triangle" && index >= owner.indices.size() / 3)) return out;
    const PlaceKind wanted_kind = kind == "triangle" ? PlaceKind::kTriangle : PlaceKind::kWeight;
    const uint32_t wanted = kind == "triangle" && !owner.file_triangle.empty() ? owner.file_triangle[index] : index;
    for (const SourceRecords& list : map->lists) {
      if (list.kind != wanted_kind || list.owner != owner.source.offset) continue;
      if (const auto record = list.find(wanted))
        add_places(out, owner.source.file, list.offset_of(*record), list.bytes_of(*record), list.name);
    }
  } else if (kind == "node" && index < scene.nodes.size()) {
    const Node& node = scene.nodes[index];
    add_block(out, node.source, "node");
    // Records of its tracks in animations.
    for (const Clip& clip : scene.clips) {
      const FileMap* map = clip.file != kNone ? map_of(clip.file) : nullptr;
      if (map == nullptr) continue;
      for (const SourceRecords& list : map->lists) {
        if (list.kind != PlaceKind::kTrack) continue;
        for (const uint32_t record : tracks_of(clip, index)) {
          if (record < list.size())
            add_places(out, clip.file, list.offset_of(record), list.bytes_of(record), list.name);
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
      for (const SourceRecords& list : map->lists) {
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

/// Which number of a frame stands at a byte, in files where each has its place in every frame; else the frame.
Json Places::key_in_frame(uint32_t file, const SourceRecords& list, uint32_t action, uint32_t frame, uint64_t offset) {
  const Clip& clip = loader_.scene().clips[action];
  const FileMap* map = map_of(file);
  const auto channels = list.stride != 0 ? channels_of(clip) : std::vector<ScalarCurve>{};
  for (uint32_t c = 0; c < channels.size(); ++c) {
    if (channels[c].curve() != nullptr) continue;
    const auto places = key_places(map->file, map->lists, clip, channels[c], frame);
    if (!places.empty() && offset >= places[0].offset && offset - places[0].offset < places[0].size)
      return {{"kind", "key"}, {"action", action}, {"curve", c}, {"index", frame}};
  }
  return {{"kind", "frame"}, {"action", action}, {"index", frame}};
}

Json Places::thing_at(uint32_t file, const SourceRecords& list, uint32_t record, uint64_t offset) {
  const Scene& scene = loader_.scene();
  const uint32_t number = list.number_of(record);
  const auto belongs = [&](const SourceRange& source) { return source.file == file && source.offset == list.owner; };
  if (list.kind == PlaceKind::kBlock) return thing_of_block(file, list.offset_of(record));
  if (list.kind == PlaceKind::kTrack) {
    for (const Clip& clip : scene.clips) {
      const uint32_t node = clip.file == file ? node_of_track(clip, record) : kNone;
      if (node != kNone) return {{"kind", "node"}, {"index", node}};
    }
    return nullptr;
  }
  if (list.kind == PlaceKind::kFrame) {
    for (uint32_t a = 0; a < scene.clips.size(); ++a) {
      const Clip& clip = scene.clips[a];
      if (!belongs(clip.source)) continue;
      return key_in_frame(file, list, a, record, offset);
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
      if (vertex == kNone) return nullptr;
      Json thing = {{"kind", "vertex"}, {"mesh", m}, {"index", vertex}};
      if (list.frame != kNone) thing["frame"] = list.frame;
      return thing;
    }
    if (list.kind == PlaceKind::kTriangle) {
      const uint32_t triangle = scene_triangle(mesh, number);
      return triangle == kNone ? Json(nullptr) : Json{{"kind", "triangle"}, {"mesh", m}, {"index", triangle}};
    }
    Json thing = {{"kind", "weight"}, {"mesh", m}, {"index", number}};
    uint32_t vertex = number;
    for (const SourceRecords& vertices : map_of(file)->lists) {
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
    for (const SourceRecords& list : map->lists) {
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
    const FormatDetails& details = *map->file.row->details;
    if (details.map_record != nullptr) out["record"] = details.record_start(map->file.bytes, offset);
    return out;
  }
  return nullptr;
}

}  // namespace vitrine
