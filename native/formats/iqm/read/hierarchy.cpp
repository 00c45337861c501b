#include <cmath>

#include "formats/iqm/codes.h"
#include "formats/iqm/read.h"
#include "formats/iqm/sentences.h"

namespace vitrine::iqm {

Transform make_transform(const double* translation, const double* rotation, const double* scale) {
  Transform out;
  double square = 0;
  for (int c = 0; c < 4; ++c) square += rotation[c] * rotation[c];
  for (int c = 0; c < 3; ++c) {
    const auto moved = static_cast<float>(translation[c]), scaled = static_cast<float>(scale[c]);
    if (std::isfinite(moved)) out.translation[c] = moved;
    if (std::isfinite(scaled)) out.scale[c] = scaled;
  }
  if (std::isfinite(square) && square > 1e-24) {
    const double length = std::sqrt(square);
    out.rotation =
        glm::quat(glm::dquat(rotation[3] / length, rotation[0] / length, rotation[1] / length, rotation[2] / length));
  }
  return out;
}

double restored_w(double x, double y, double z) { return -std::sqrt(std::max(1 - x * x - y * y - z * z, 0.0)); }

Status check_parents(const std::vector<int64_t>& parents, uint64_t first, uint64_t stride, Diagnostics& diagnostics) {
  const auto place = [&](size_t i) { return first + i * stride; };
  uint64_t late = 0;
  for (size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] >= static_cast<int64_t>(parents.size())) {
      return Error{messages::kNoSuchParent, place(i), {i, parents[i], parents.size()}};
    }
    late += parents[i] >= static_cast<int64_t>(i);
  }
  if (late == 0) return ok_status();
  enum : uint8_t { kNew, kOnTheWay, kDone };
  std::vector<uint8_t> state(parents.size(), kNew);
  for (size_t i = 0; i < parents.size(); ++i) {
    int64_t at = static_cast<int64_t>(i);
    for (; at >= 0 && state[static_cast<size_t>(at)] == kNew; at = parents[static_cast<size_t>(at)])
      state[static_cast<size_t>(at)] = kOnTheWay;
    if (at >= 0 && state[static_cast<size_t>(at)] == kOnTheWay) {
      return Error{messages::kOwnAncestor, place(static_cast<size_t>(at)), {at}};
    }
    for (at = static_cast<int64_t>(i); at >= 0 && state[static_cast<size_t>(at)] == kOnTheWay;
         at = parents[static_cast<size_t>(at)])
      state[static_cast<size_t>(at)] = kDone;
  }
  diagnostics.add(messages::kParentsBehind, first, {late});
  return ok_status();
}

std::vector<uint32_t> parents_first(const std::vector<int64_t>& parents) {
  std::vector<uint32_t> order, way;
  std::vector<uint8_t> taken(parents.size(), 0);
  for (size_t i = 0; i < parents.size(); ++i) {
    for (auto at = static_cast<int64_t>(i); at >= 0 && taken[static_cast<size_t>(at)] == 0;
         at = parents[static_cast<size_t>(at)]) {
      taken[static_cast<size_t>(at)] = 1;
      way.push_back(static_cast<uint32_t>(at));
    }
    order.insert(order.end(), way.rbegin(), way.rend());
    way.clear();
  }
  return order;
}

}  // namespace vitrine::iqm
