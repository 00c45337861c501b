// Where things stand in files of tests/data: the bytes at a place are read by hand and compared with the scene.

#include <nlohmann/json.hpp>

#include "formats/quake/full/places.h"
#include "support.h"
#include "support/reference.h"

namespace vitrine::quake::test {
namespace {

Bytes data(const std::string& name) { return read_file(vitrine::test::kData / "quake/valid" / name); }

template <class T>
T number(const Bytes& bytes, uint64_t at) {
  T out{};
  std::memcpy(&out, &bytes[at], sizeof out);
  return out;
}

const char* const kFiles[] = {"runs.mdl",  "groups.mdl", "wide.mdl",   "hexen.mdl", "qtest.mdl",
                              "pains.md2", "bare.md2",   "tagged.md3", "tags.md3"};

TEST(QuakePlaces, AVertexHasItsBytesInEveryFrame) {
  for (const std::string name : {"runs.mdl", "pains.md2", "tagged.md3"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = data(name);
    const Loaded loaded = load(bytes, name);
    ASSERT_TRUE(loaded.status.ok());
    const Mesh& mesh = loaded.scene.meshes[0];
    const VertexFrames& frames = *mesh.frames;
    size_t seen = 0;
    for (const SourceRecords& list : places_of(bytes)) {
      if (list.kind != PlaceKind::kVertex || list.frame == kNone) continue;
      const std::vector<Vertex> shown = vertices_of(mesh, {list.frame, list.frame, 0});
      for (uint32_t i = 0; i < list.size(); ++i) {
        const uint64_t at = list.offset_of(i);
        glm::vec3 place;
        for (int c = 0; c < 3; ++c)
          place[c] = frames.layout == VertexFrames::Layout::kSignedAngles
                         ? static_cast<float>(number<int16_t>(bytes, at + static_cast<uint64_t>(2 * c))) / 64
                         : bytes[at + static_cast<uint64_t>(c)];
        const auto& grid = frames.grids[frames.grids.size() == 1 ? 0 : list.frame];
        if (frames.layout == VertexFrames::Layout::kBytes) place = place * grid.scale + grid.offset;
        for (int c = 0; c < 3; ++c) EXPECT_FLOAT_EQ(place[c], shown[list.number_of(i)].position[c]);
        ++seen;
      }
    }
    EXPECT_EQ(seen, size_t{frames.frame_count} * frames.vertex_count);
  }
}

TEST(QuakePlaces, TrianglesNameTheirCorners) {
  const Bytes bytes = data("tagged.md3");
  const Loaded loaded = load(bytes, "tagged.md3");
  const Mesh& mesh = loaded.scene.meshes[0];
  size_t seen = 0;
  for (const SourceRecords& list : places_of(bytes)) {
    if (list.kind != PlaceKind::kTriangle) continue;
    for (uint32_t i = 0; i < list.size(); ++i, ++seen) {
      const uint32_t first = mesh.indices[3 * list.number_of(i)], second = mesh.indices[3 * list.number_of(i) + 1];
      EXPECT_EQ(second - first,
                number<uint32_t>(bytes, list.offset_of(i) + 4) - number<uint32_t>(bytes, list.offset_of(i)));
    }
  }
  EXPECT_EQ(seen, mesh.indices.size() / 3);
}

TEST(QuakePlaces, TagsAndActionsAreBlocksAndFrames) {
  const Bytes bytes = data("tagged.md3");
  const Loaded loaded = load(bytes, "tagged.md3");
  bool tag = false, frame = false;
  for (const SourceRecords& list : places_of(bytes)) {
    if (list.kind == PlaceKind::kBlock && std::string_view(list.name) == "tag") {
      EXPECT_EQ(list.offset_of(0), loaded.scene.nodes[1].source.offset);
      EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(&bytes[list.offset_of(0)])), "tag_torso");
      tag = true;
    }
    if (list.kind == PlaceKind::kFrame) {
      EXPECT_EQ(list.owner, loaded.scene.clips[0].source.offset);
      EXPECT_EQ(list.size(), loaded.scene.clips[0].frame_count);
      frame = true;
    }
  }
  EXPECT_TRUE(tag && frame);
}

/// No byte is without a section, and no section lies over another one.
TEST(QuakePlaces, SectionsCoverTheFile) {
  for (const std::string name : kFiles) {
    SCOPED_TRACE(name);
    const Bytes bytes = data(name);
    uint64_t at = 0;
    while (at < bytes.size()) {
      EXPECT_EQ(record_start(bytes, at), at);
      const auto record = map_record(bytes, at);
      ASSERT_FALSE(record.is_null()) << at;
      const auto size = record["size"].get<uint64_t>();
      ASSERT_GT(size, 0u);
      EXPECT_EQ(record_start(bytes, at + size - 1), at);
      for (const auto& part : record["parts"]) EXPECT_GE(part["offset"].get<uint64_t>(), at);
      at += size;
    }
    EXPECT_EQ(at, bytes.size());
  }
}

TEST(QuakePlaces, AFrameHasItsNameAndVertices) {
  const Bytes bytes = data("runs.mdl");
  const uint64_t frame = 84 + 36 + 48 + 64 + 4;  // header, skin, coordinates, triangles, type
  const auto record = map_record(bytes, frame);
  ASSERT_FALSE(record.is_null());
  EXPECT_EQ(record["kind"], "frame");
  bool named = false, rows = false;
  for (const auto& part : record["parts"]) {
    if (part["name"] == "name") named = part["value"] == "run1";
    if (part["name"] == "vertices") rows = part["offset"] == frame + 24 && part["count"] == 4;
  }
  EXPECT_TRUE(named && rows);
}

}  // namespace
}  // namespace vitrine::quake::test
