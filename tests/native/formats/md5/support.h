#pragma once
// Loads files straight through the table of formats, and poses scenes with a small evaluator of its own (double
// precision, no code shared with pose or skin), so that expectations do not rest on what they test.

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/format.h"

namespace vitrine::md5test {

struct Input {
  std::string name;
  std::string bytes;
};

struct Document {
  Scene scene;
  Diagnostics diagnostics{64};
  std::vector<std::string> errors;  ///< codes of the files that failed, in order
  std::vector<nlohmann::ordered_json> info;

  bool opened() const { return errors.empty(); }
  bool has(const std::string& code) const;
  const Message* find(const std::string& code) const;
};

/// Loads in the given order; every file must be recognised (an unknown one counts as failed with UNKNOWN_FORMAT).
Document load(const std::vector<Input>& inputs, const Limits& limits = {});

Input read_input(const std::string& path);
/// tests/data/md5/<path>
Input data_file(const std::string& path);
/// Material that lies beside the checkout; empty when absent.
std::string shared(const std::string& path);

/// Column vectors: p' = m[0] p.x + m[1] p.y + m[2] p.z + m[3].
using Matrix = std::array<std::array<double, 3>, 4>;
using Point = std::array<double, 3>;
inline Point to_point(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// World matrices of all nodes; `clip` null = as stored, else at whole frame `frame`.
std::vector<Matrix> world_matrices(const Scene& scene, const Clip* clip, uint32_t frame);
/// Skinned positions of the mesh on `node`.
std::vector<Point> skin(const Scene& scene, uint32_t node, const std::vector<Matrix>& world);
std::vector<uint32_t> mesh_nodes(const Scene& scene);

struct Box {
  Point min{1e300, 1e300, 1e300}, max{-1e300, -1e300, -1e300};
  void add(const Point& p);
  double size() const;  ///< longest edge
};

}  // namespace vitrine::md5test

#define SKIP_WITHOUT_SHARED()                                 \
  if (vitrine::md5test::shared("README.md").empty())          \
  GTEST_SKIP() << "the reference material is not beside the " \
                  "checkout"
