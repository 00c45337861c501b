// What a report says of a scene, and that it grows with the scene alone.

#include "scene/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

Json properties_json(const std::vector<Property>& properties) {
  JsonWriter out;
  out.begin_object();
  write_properties(out, properties);
  out.end_object();
  return Json::parse(out.text());
}

TEST(Report, OfPropertiesOfOneNameTheLastCountsInThePlaceOfTheFirst) {
  EXPECT_EQ(properties_json({}), Json::object());
  const Json written = properties_json(
      {{"b", {1}, {}}, {"a", {}, "text"}, {"b", {2, 3}, {}}, {"", {4}, {}}, {"a", {}, ""}})["properties"];
  EXPECT_EQ(written.dump(), R"({"b":[2.0,3.0],"a":"","":4.0})");
}

TEST(Report, ManyPropertiesOfOneNameAreOneField) {
  std::vector<Property> properties(300000, {"zero", {}, "same"});
  properties.back().text = "last";
  EXPECT_EQ(properties_json(properties)["properties"].dump(), R"({"zero":"last"})");
}

TEST(Report, AMeshHasTheBeginningOfTheNameOfItsMaterial) {
  Scene scene;
  scene.materials.resize(2);
  scene.materials[0].name = "wood";
  for (int i = 0; i < 3000; ++i) scene.materials[1].name += "\xC3\xA9";
  scene.materials[1].name.insert(0, 1, 'x');
  scene.meshes.resize(2);
  for (uint32_t i = 0; i < 2; ++i) scene.meshes[i].primitives = {{0, 0, i, ""}};
  JsonWriter out;
  write_report(out, scene, Diagnostics(), "none", {}, nullptr);
  const Json info = Json::parse(out.text())["info"];
  EXPECT_EQ(info["meshes"][0]["material"], "wood");
  EXPECT_EQ(info["meshes"][1]["material"], scene.materials[1].name.substr(0, 4095));
  EXPECT_EQ(info["materials"][1]["name"], scene.materials[1].name);
}

}  // namespace
}  // namespace vitrine
