#include "world/picture/picture.h"

#include "world/picture/phases.h"
#include "world/picture/transform.h"

namespace vitrine::render {

void WorldJob::write_triangles(std::vector<WorldTriangle>& list) const {
  list.clear();
  if (mesh == nullptr) return;
  list = *mesh;
  const WorldTransform transform(world_from_mesh);
  for (WorldTriangle& triangle : list) {
    triangle.front = transform.front(triangle.front);
    for (glm::dvec3& p : triangle.at) p = transform.point(p);
    for (glm::dvec3& n : triangle.normal) n = transform.normal(n);
  }
}

WorldDrawing draw_world(const WorldPicture& picture, const WorldSwitch& which) {
  WorldDrawing drawing;
  WorldWork work(uint64_t{picture.width} * picture.height);
  WorldCanvas canvas(picture, picture.width, picture.height, work);
  const auto draw = [&](const WorldWire& wire) {
    for (const WorldLine& line : wire) canvas.line(line);
  };
  if (picture.mode == WorldMode::kWireframe) {
    for (const WorldWire& wire : picture.wires) ++drawing.jobs.wire, draw(wire);
  } else if (picture.mode == WorldMode::kFake) {
    draw_fake(picture, which, canvas, work, drawing.jobs);
  } else {
    draw_phases(picture, which, canvas, work, drawing.jobs);
  }
  if (which.finishes()) {
    if (picture.mode != WorldMode::kWireframe && !picture.finish.empty()) {
      drawing.colors.assign(canvas.colors.begin(), canvas.colors.end());
      finish_world(picture, drawing.colors, work);
      for (size_t i = 0; i < drawing.colors.size(); ++i) canvas.colors[i] = glm::dvec4(drawing.colors[i], 0);
    }
    draw(picture.debug);
  }
  drawing.colors.assign(canvas.colors.begin(), canvas.colors.end());
  drawing.is_complete = !work.is_exhausted();
  return drawing;
}

}  // namespace vitrine::render
