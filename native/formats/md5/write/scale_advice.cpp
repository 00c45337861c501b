#include "formats/md5/write/scale_advice.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace vitrine::md5_export {
namespace {

/// Items are a quarter as large as a player is high, torches and rockets an eighth; Quake's near plane is 4 units away.
constexpr double kLeastOfPlayer = 1.0 / 8;
/// A map of Quake is 8192 units wide.
constexpr double kMostOfPlayer = 32;
constexpr double kMostOfReplaced = 2;

/// With so many digits, and no exponent.
std::string short_number(double value, int digits = 3) {
  const int before = static_cast<int>(std::floor(std::log10(value))) + 1;
  const double step = std::pow(10, before - digits);
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", std::max(0, digits - before), std::round(value / step) * step);
  std::string out = text;
  if (out.find('.') != std::string::npos) out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

}  // namespace

ModelSize size_of(const OutMeshes& meshes) {
  Bounds bounds;
  for (const OutMesh& mesh : meshes.meshes) {
    for (const OutVertex& vertex : mesh.vertices) bounds.add(vertex.bind);
  }
  return {glm::dvec3(bounds.max) - glm::dvec3(bounds.min)};
}

nlohmann::ordered_json scale_advice(const ModelSize& size, const Md5WriteOptions& options) {
  const double largest = std::max({size.extent.x, size.extent.y, size.extent.z});
  if (!(largest > 0) || !std::isfinite(largest)) return nullptr;
  double factor = 1;
  std::string beside;
  if (options.replaced_size > 0) {
    factor = options.replaced_size / largest;
    if (factor <= kMostOfReplaced && factor * kMostOfReplaced >= 1) return nullptr;
    beside = "the model that it replaces " + short_number(options.replaced_size);
  } else if (options.player_height > 0) {
    const double share = largest / options.player_height;
    if (share >= kLeastOfPlayer && share <= kMostOfPlayer) return nullptr;
    factor = 1 / share;
    beside = "a player of " + options.engine + " " + short_number(options.player_height);
  } else {
    return nullptr;
  }
  const double exact = options.scale * factor;
  if (!(exact >= 1e-6 && exact <= 1e6)) return nullptr;  // what the option takes
  const std::string scale = short_number(exact, 2);      // enough for a proposal
  return {{"scale", std::strtod(scale.c_str(), nullptr)},
          {"message", "the model is " + short_number(largest) + " units large, " + beside}};
}

}  // namespace vitrine::md5_export
