#include "convert/check_written.h"

namespace vitrine {
namespace {

template <class Point>
void add_each(std::span<const glm::dvec3> wanted, std::span<const Point> found, double time_s, Deviation& out) {
  Deviation sum = out;
  for (size_t i = 0; i < wanted.size(); ++i) sum.add(glm::distance(wanted[i], glm::dvec3(found[i])), time_s);
  out = sum;
}

}  // namespace

void Deviation::add(std::span<const glm::dvec3> wanted, std::span<const glm::vec3> found, double time_s) {
  add_each(wanted, found, time_s, *this);
}
void Deviation::add(std::span<const glm::dvec3> wanted, std::span<const glm::dvec3> found, double time_s) {
  add_each(wanted, found, time_s, *this);
}

}  // namespace vitrine
