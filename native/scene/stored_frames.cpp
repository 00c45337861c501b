#include "scene/stored_frames.h"

#include <algorithm>
#include <iterator>

#include "scene/finite.h"
#include "scene/sentences.h"
#include "scene/vertex_frames.h"

namespace vitrine {

void append_frames(Scene& scene, Scene& part) {
  const auto nodes = static_cast<uint32_t>(scene.nodes.size()), meshes = static_cast<uint32_t>(scene.meshes.size()),
             tags = static_cast<uint32_t>(scene.tag_tracks.size());
  for (Node& node : part.nodes) {
    if (node.tag != kNone) node.tag += tags;
  }
  for (Clip& clip : part.clips) {
    for (FrameRun& run : clip.runs) {
      for (uint32_t& mesh : run.meshes) mesh += meshes;
      for (uint32_t& node : run.nodes) node += nodes;
    }
  }
  scene.tag_tracks.insert(scene.tag_tracks.end(), std::make_move_iterator(part.tag_tracks.begin()),
                          std::make_move_iterator(part.tag_tracks.end()));
}

namespace {

Error bad_frames(const Sentence& sentence, const Phrase& path) { return Error{sentence, kNoOffset, {}, path}; }

/// The rows lie inside, name directions that are there, and come out as floats.
Status validate_vertex_frames(const Mesh& mesh, const Phrase& path) {
  const VertexFrames& frames = *mesh.frames;
  const uint64_t rows = uint64_t{frames.frame_count} * frames.vertex_count, bytes = row_bytes(frames.layout);
  const size_t vertices = mesh.file_vertex.empty() ? mesh.positions.size() : mesh.file_vertex_count;
  if (frames.frame_count == 0 || frames.vertex_count != vertices || frames.rows.size() != rows * bytes ||
      mesh.normals.size() != mesh.positions.size() || !mesh.influence_first.empty() || !mesh.shapes.empty() ||
      (frames.grids.size() != 1 && frames.grids.size() != frames.frame_count) ||
      frames.names.size() != frames.frame_count || frames.directions.size() > kAngles)
    return bad_frames(messages::kFramesDoNotFit, {"{}.frames", {path}});
  if (!std::all_of(frames.grids.begin(), frames.grids.end(), has_places))
    return bad_frames(messages::kOddNumber, {"{}.frames", {path}});
  for (const glm::vec3& direction : frames.directions) {
    if (!is_finite(direction)) return bad_frames(messages::kOddNumber, {"{}.frames", {path}});
  }
  uint32_t highest = frames.layout == VertexFrames::Layout::kSignedAngles ? kAngles - 1 : 0;
  if (frames.layout == VertexFrames::Layout::kBytes) {
    for (size_t at = 3; at < frames.rows.size(); at += 4) highest = std::max<uint32_t>(highest, frames.rows[at]);
  } else if (frames.layout == VertexFrames::Layout::kWords) {
    for (size_t at = 6; at < frames.rows.size(); at += 8)
      highest = std::max<uint32_t>(highest, load_packed<uint16_t>(&frames.rows[at]));
  }
  return highest < frames.directions.size() || rows == 0 ? ok_status()
                                                         : bad_frames(messages::kFramesDoNotFit, {"{}.frames", {path}});
}

Status validate_run(const Scene& scene, const FrameRun& run, const Phrase& path) {
  uint32_t most = 0;
  for (const uint32_t frame : run.frames) most = std::max(most, frame);
  if (run.frames.empty() || run.ends_s.size() != run.frames.size())
    return bad_frames(messages::kNoFrames, {"{}.run", {path}});
  for (const uint32_t mesh : run.meshes) {
    if (mesh >= scene.meshes.size() || !scene.meshes[mesh].frames || scene.meshes[mesh].frames->frame_count <= most)
      return bad_frames(messages::kNoMesh, {"{}.run", {path}});
  }
  for (const uint32_t node : run.nodes) {
    if (node >= scene.nodes.size() || scene.nodes[node].tag == kNone ||
        scene.tag_tracks[scene.nodes[node].tag].places.size() <= most)
      return bad_frames(messages::kNoNode, {"{}.run", {path}});
  }
  for (size_t k = 0; k < run.ends_s.size(); ++k) {
    if (!is_finite(run.ends_s[k])) return bad_frames(messages::kOddNumber, {"{}.ends[{}]", {path, k}});
    if (!(run.ends_s[k] >= (k == 0 ? 0 : run.ends_s[k - 1])))
      return bad_frames(messages::kKeysOutOfOrder, {"{}.ends[{}]", {path, k}});
  }
  return run.period_s >= 0 && run.period_s <= run.ends_s.back() && run.loop_first < run.frames.size()
             ? ok_status()
             : bad_frames(messages::kDurationIsNoTime, {"{}.run", {path}});
}

Status validate_tags(const Scene& scene) {
  for (size_t i = 0; i < scene.tag_tracks.size(); ++i) {
    const auto& places = scene.tag_tracks[i].places;
    if (places.empty()) return bad_frames(messages::kNoFrames, {"tagTracks[{}]", {i}});
    for (size_t k = 0; k < places.size(); ++k) {
      if (!is_finite(places[k])) return bad_frames(messages::kOddNumber, {"tagTracks[{}].places[{}]", {i, k}});
    }
  }
  return ok_status();
}

}  // namespace

Status validate_frames(const Scene& scene) {
  VITRINE_CHECK(validate_tags(scene));
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const uint32_t tag = scene.nodes[i].tag;
    if (tag != kNone && tag >= scene.tag_tracks.size()) return bad_frames(messages::kNoTag, {"nodes[{}].tag", {i}});
  }
  for (size_t i = 0; i < scene.meshes.size(); ++i) {
    if (scene.meshes[i].frames) VITRINE_CHECK(validate_vertex_frames(scene.meshes[i], {"meshes[{}]", {i}}));
  }
  for (size_t i = 0; i < scene.clips.size(); ++i) {
    for (const FrameRun& run : scene.clips[i].runs) VITRINE_CHECK(validate_run(scene, run, {"clips[{}]", {i}}));
  }
  return ok_status();
}

}  // namespace vitrine
