// Every byte of every chunk belongs to exactly one field of its map, and the fields say what stands there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "formats/kri/full/places.h"
#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

/// Bytes that a part covers, after the end of the part before it.
uint64_t end_of(const Json& part) {
  const uint64_t size = part.contains("count") ? part["count"].get<uint64_t>() * part["stride"].get<uint64_t>()
                                               : part["size"].get<uint64_t>();
  return part["offset"].get<uint64_t>() + size;
}

void expect_whole(const Json& map, const Json& chunk) {
  ASSERT_TRUE(map.is_object()) << chunk.dump();
  EXPECT_EQ(map["kind"], chunk["name"]);
  EXPECT_EQ(map["size"], chunk["size"].get<uint64_t>() + 12);
  auto at = map["offset"].get<uint64_t>();
  for (const Json& part : map["parts"]) {
    EXPECT_EQ(part["offset"], at) << map.dump();
    at = end_of(part);
  }
  EXPECT_EQ(at, map["offset"].get<uint64_t>() + map["size"].get<uint64_t>()) << map.dump();
}

TEST(KriMap, FieldsCoverEveryChunkOfEveryRevisionWithoutGap) {
  size_t chunks = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(VITRINE_TEST_DATA) + "/kri/reference")) {
    if (entry.path().extension() != ".scene") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const Bytes bytes = read_file(entry.path());
    const Loaded loaded = load_kri(bytes);
    for (const Json& chunk : loaded.info["chunks"]) {
      expect_whole(kri::map_record(bytes, chunk["offset"].get<uint64_t>()), chunk);
      ++chunks;
    }
  }
  EXPECT_GT(chunks, 700u);
}

const Json* part_named(const Json& map, const std::string& name) {
  for (const Json& part : map["parts"]) {
    if (part["name"] == name) return &part;
  }
  return nullptr;
}

TEST(KriMap, FieldsHaveTheirValuesAndPlaces) {
  KriFile file;
  file.node("Box", "");
  const uint64_t node = file.last();
  file.chunk("mesh", Writer().u16(2)).chunk("v_pos", Writer().f32({1, 2, 3, 1, 4, 5, 6, -1}));
  const uint64_t positions = file.last();
  file.chunk("mat", Writer().text("M"))
      .chunk("unit", Writer().text("normal").f32({0.5f}).u8(0).text("UV").text("FLAT").u8(2));
  const uint64_t unit = file.last();
  file.chunk("x_new", Writer().u32(7));
  const uint64_t unknown = file.last();
  const Bytes bytes = file.bytes();

  const Json box = kri::map_record(bytes, node);
  const Json& name = *part_named(box, "name");
  EXPECT_EQ(name["value"], "Box");
  EXPECT_EQ(name["offset"], node + 12);
  EXPECT_EQ(name["size"], 4);
  EXPECT_EQ((*part_named(box, "scale"))["offset"], node + 12 + 5 + 12);
  EXPECT_EQ((*part_named(box, "rotation"))["value"], Json::array({0, 0, 0, 1}));

  const Json vertices = kri::map_record(bytes, positions);
  const Json& array = vertices["parts"].back();
  EXPECT_EQ(array["count"], 2);
  EXPECT_EQ(array["stride"], 16);
  EXPECT_EQ(array["members"][1]["name"], "handedness");
  EXPECT_EQ(array["members"][1]["at"], 12);

  const Json mapped_unit = kri::map_record(bytes, unit);
  EXPECT_EQ((*part_named(mapped_unit, "targets[0].factor"))["value"], 0.5);
  EXPECT_NE(part_named(mapped_unit, "targets (end)"), nullptr);
  EXPECT_EQ((*part_named(mapped_unit, "layer"))["value"], 2);

  EXPECT_EQ(kri::map_record(bytes, unknown)["parts"].back()["type"], "bytes");
  EXPECT_TRUE(kri::map_record(bytes, node + 1).is_null());
  EXPECT_TRUE(kri::map_record(bytes, bytes.size()).is_null());
}

TEST(KriMap, WhatAnInterruptedExportLeftIsARecordOfItsOwn) {
  KriFile file;
  file.node("Box").chunk("mesh", Writer().u16(2));
  file.chunk_of_size("v_pos", 0, Writer().f32({1, 2, 3}));
  const Bytes bytes = file.bytes();
  const Json map = kri::map_record(bytes, file.last());
  EXPECT_EQ(map["kind"], "v_pos");
  EXPECT_EQ(map["parts"].back()["size"], 12);
  EXPECT_EQ(end_of(map["parts"].back()), bytes.size());

  Bytes garbage = bytes;
  garbage.resize(file.last());
  garbage.insert(garbage.end(), 5, 0xEE);
  const Json rest = kri::map_record(garbage, file.last());
  EXPECT_EQ(rest["kind"], "unread");
  EXPECT_EQ(rest["size"], 5);
}

}  // namespace
}  // namespace vitrine
