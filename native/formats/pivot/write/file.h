#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "formats/pivot/read/parse.h"
#include "scene/scene.h"

namespace vitrine::pivot {

struct WriteOptions {
  Dialect dialect;
  std::string format_name = "PIVOTSCENE";  ///< cut to 10 bytes; the real one is unknown
  uint16_t version = 1;
  std::string service_text = "Vitrine";
  bool service_utf8 = false;  ///< as a file had it, else Windows-1251 where that has all letters
};

struct Lost {
  const char* what;  ///< stable word: "actions", "influences"
  uint64_t count = 0;
  std::string message;  ///< one sentence
  double largest = 0;   ///< largest deviation where one was measured
};

/// A valid scene as a pivot scene: nodes become objects depth first, primitives become surfaces, up to four influences
/// a vertex. What the format cannot hold is named in `losses`. Fails with LIMIT_COUNT where a count
/// does not fit its field.
Result<std::vector<uint8_t>> write(const Scene& scene, const WriteOptions& options, std::vector<Lost>& losses);

}  // namespace vitrine::pivot
