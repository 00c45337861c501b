#pragma once
// Worlds written in tests: text in, reports out.

#include <gtest/gtest.h>

#include "world/session/document.h"
#include "world/support.h"

namespace vitrine::test {

/// The document around `body`, which is the inside of its object.
inline std::string world(const std::string& body) {
  return R"({"kind":"vitrine-world","version":1)" + (body.empty() ? "" : "," + body) + "}";
}

/// Reports of the frames at `times`, from the document's camera or from `camera`.
inline std::vector<Json> frames(const std::string& text, const std::vector<double>& times,
                                const std::optional<world::CameraOverride>& camera = {}) {
  WorldSession session(text, {});
  std::vector<Json> reports;
  EXPECT_TRUE(session.ok()) << session.report().dump();
  for (const double time : times) {
    if (!session.ok() || !session.evaluate(time, camera)) break;
    reports.push_back(session.report());
  }
  EXPECT_EQ(reports.size(), times.size()) << session.report().dump().substr(0, 300);
  return reports;
}
inline Json frame(const std::string& text, double time = 0, const std::optional<world::CameraOverride>& camera = {}) {
  const auto all = frames(text, {time}, camera);
  return all.empty() ? Json() : all[0];
}
inline world::CameraOverride from(double x, double y, double z, double dx = 0, double dy = 0, double dz = -1) {
  return {{x, y, z}, {dx, dy, dz}};
}

/// Expects the value at a pointer of a report, by the reference's rule of comparison.
#define EXPECT_AT(report, pointer, ...)                                                               \
  EXPECT_EQ(vitrine::test::difference(vitrine::test::Json(__VA_ARGS__),                               \
                                      (report).at(vitrine::test::Json::json_pointer(pointer)), 1e-9), \
            "")                                                                                       \
      << pointer

}  // namespace vitrine::test
