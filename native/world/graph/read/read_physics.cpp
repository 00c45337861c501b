// Cells, particles, constraints and probes.

#include <algorithm>
#include <cmath>

#include "world/graph/matrix.h"
#include "world/graph/read/reader.h"

namespace vitrine::world {

uint32_t Reader::read_index(uint32_t node, double index, size_t count, const char* what) {
  if (index < static_cast<double>(count)) return static_cast<uint32_t>(index);
  say(kWorldName, node,
      std::string("there is no ") + what + " " + std::to_string(static_cast<long long>(index)) + ", there are " +
          std::to_string(count));
  return kNoNode;
}

void Reader::read_cells(uint32_t node, const KeyTable& keys, uint32_t segment, std::vector<Cell>& cells) {
  if (node == kNoNode || !expect(node, JsonType::kArray)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kObject)) continue;
    Cell cell;
    cell.segment = segment;
    read_cell(child, keys, cell);
    charge(child, weight::kCell + cell.shape.planes.size() * weight::kPlane +
                      cell.shape.corners.size() * weight::kCorner + cell.shape.edges.size() * weight::kEdge);
    cells.push_back(std::move(cell));
  }
}

void Reader::read_cell(uint32_t node, const KeyTable& keys, Cell& cell) {
  const Fields fields = read_fields(node, keys.keys);
  cell.mode = static_cast<CellMode>(fields.number(cell_key::kMode));
  cell.name = node_text(if_text(fields.node[cell_key::kName]));
  if (auto shape = read_cell_shape(fields, node)) cell.shape = std::move(*shape);
  if (&keys == &kCellKeys) read_motion(fields, cell);
}

std::optional<CellShape> Reader::read_cell_shape(const Fields& fields, uint32_t node) {
  // One shape: min and max, half and at (and rotate), or planes.
  const bool is_box = fields.has(cell_key::kMin) || fields.has(cell_key::kMax);
  const bool is_turned = fields.has(cell_key::kHalf) || fields.has(cell_key::kAt) || fields.has(cell_key::kRotate);
  const bool is_planes = fields.has(cell_key::kPlanes);
  if (int{is_box} + int{is_turned} + int{is_planes} != 1) {
    say(kWorldCell, node, "a cell has exactly one shape: min and max, half and at, or planes");
    return {};
  }
  const auto both = [&](size_t first, size_t second) {
    for (const size_t key : {first, second}) {
      if (!fields.has(key)) say(kWorldRequired, node, "\"" + std::string(kCellKeys.keys[key].name) + "\" is missing");
    }
    return fields.has(first) && fields.has(second);
  };
  if (is_planes) return read_planes(fields.node[cell_key::kPlanes]);
  if (is_box) {
    if (!both(cell_key::kMin, cell_key::kMax) || !read_box(fields, cell_key::kMin, cell_key::kMax, kWorldCell))
      return {};
    return make_box(fields.vec3(cell_key::kMin), fields.vec3(cell_key::kMax));
  }
  if (!both(cell_key::kHalf, cell_key::kAt)) return {};
  return make_turned_box(fields.vec3(cell_key::kHalf), fields.vec3(cell_key::kAt),
                         rotation_matrix(fields.vec3(cell_key::kRotate)));
}

std::optional<CellShape> Reader::read_planes(uint32_t node) {
  if (!expect(node, JsonType::kArray)) return {};
  if (tree_[node].count < 4 || tree_[node].count > 32) {
    say(kWorldCell, node, "a cell has 4 to 32 planes, this one has " + std::to_string(tree_[node].count));
    return {};
  }
  constexpr Key kPlane = vec4("plane");
  std::vector<Plane> planes;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    Source source;
    if (!read_literal(kPlane, child, source)) return {};
    planes.push_back({glm::dvec3(source.literal), source.literal.w});
  }
  auto shape = make_from_planes(std::move(planes));
  if (!shape) say(kWorldCell, node, "the planes do not enclose a bounded volume (their normals point inwards)");
  return shape;
}

void Reader::read_motion(const Fields& fields, Cell& cell) {
  constexpr size_t kMotions[] = {cell_key::kPath, cell_key::kOffset, cell_key::kFollow};
  for (const size_t key : kMotions) {
    if (!fields.has(key)) continue;
    if (cell.motion != Cell::Motion::kStill) {
      say(kWorldExclusive, fields.node[key], "a cell moves by one of path, offset and follow");
      continue;
    }
    cell.motion = static_cast<Cell::Motion>(
        1 + (std::find(std::begin(kMotions), std::end(kMotions), key) - std::begin(kMotions)));
  }
  cell.dynamic = fields.flag(cell_key::kDynamic) || cell.motion != Cell::Motion::kStill;
  cell.push = fields.flag(cell_key::kPush);
  cell.offset = fields.value[cell_key::kOffset];
  if (fields.has(cell_key::kAppear)) cell.appear = fields.number(cell_key::kAppear);
  if (fields.has(cell_key::kVanish)) cell.vanish = fields.number(cell_key::kVanish);
  const size_t particles = doc_.physics.particles.size();
  if (fields.has(cell_key::kFollow))
    cell.follow = read_index(fields.node[cell_key::kFollow], fields.number(cell_key::kFollow), particles, "particle");
  if (const uint32_t path = fields.node[cell_key::kPath]; path != kNoNode && expect(path, JsonType::kObject)) {
    const Fields row = read_fields(path, kPathKeys.keys);
    cell.path_to = row.vec3(path_key::kTo);
    cell.path_over = row.number(path_key::kOver);
    cell.path_start = row.number(path_key::kStart);
    cell.pingpong = row.flag(path_key::kMode);
  }
  if (const uint32_t ignore = fields.node[cell_key::kIgnore]; ignore != kNoNode && expect(ignore, JsonType::kArray)) {
    constexpr Key kIndex = integer("particle", 0, 0, 1e9);
    for (uint32_t child = first_of(ignore); child != kNoNode; child = after(child)) {
      charge(child, weight::kIgnored);
      Source source;
      if (read_literal(kIndex, child, source))
        cell.ignore.push_back(read_index(child, source.literal.x, particles, "particle"));
    }
    std::sort(cell.ignore.begin(), cell.ignore.end());
  }
}

void Reader::read_physics(uint32_t node) {
  for (uint32_t i = 0; i < doc_.segments.size(); ++i) {
    if (const auto cells = sector_cells_.find(doc_.segments[i]); cells != sector_cells_.end())
      read_cells(cells->second, kStaticCellKeys, i, doc_.cells);
  }
  doc_.physics.given = doc_.has_collision;  // cells of meshes are enough
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  const Fields fields = read_fields(node, kPhysicsKeys.keys);
  Physics& physics = doc_.physics;
  physics.given = true;
  physics.gravity = fields.vec3(physics_key::kGravity);
  physics.slice = fields.number(physics_key::kSlice);
  physics.slide = fields.flag(physics_key::kSlide);
  physics.iterations = static_cast<int>(fields.number(physics_key::kIterations));
  physics.approximate = fields.flag(physics_key::kStick);
  physics.debug = fields.flag(physics_key::kDebug);
  read_particles(fields.node[physics_key::kParticles]);
  read_cells(fields.node[physics_key::kCells], kCellKeys, kNoNode, doc_.cells);
  read_constraints(fields.node[physics_key::kConstraints]);
  read_probes(fields.node[physics_key::kProbes]);
}

void Reader::read_particles(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kArray)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kObject)) continue;
    charge(child, weight::kParticle);
    const Fields fields = read_fields(child, kParticleKeys.keys);
    doc_.physics.particles.push_back({child, fields.vec3(particle_key::kPos), fields.vec3(particle_key::kVel),
                                      fields.number(particle_key::kMass), fields.number(particle_key::kDamp),
                                      fields.flag(particle_key::kFixed)});
    if (fields.has(particle_key::kVanish)) doc_.physics.particles.back().vanish = fields.number(particle_key::kVanish);
  }
}

void Reader::read_constraints(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kArray)) return;
  const auto& particles = doc_.physics.particles;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kObject)) continue;
    charge(child, weight::kConstraint);
    const Fields fields = read_fields(child, kConstraintKeys.keys);
    if (!fields.has(constraint_key::kA) || !fields.has(constraint_key::kB)) continue;
    Constraint row;
    row.a =
        read_index(fields.node[constraint_key::kA], fields.number(constraint_key::kA), particles.size(), "particle");
    row.b =
        read_index(fields.node[constraint_key::kB], fields.number(constraint_key::kB), particles.size(), "particle");
    if (row.a == kNoNode || row.b == kNoNode) continue;
    row.length = fields.has(constraint_key::kLength) ? fields.number(constraint_key::kLength)
                                                     : glm::distance(particles[row.a].pos, particles[row.b].pos);
    if (fields.has(constraint_key::kVanish)) row.vanish = fields.number(constraint_key::kVanish);
    doc_.physics.constraints.push_back(row);
  }
}

void Reader::read_probes(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kArray)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kObject)) continue;
    charge(child, weight::kProbe);
    const uint32_t word = tree_.member(child, "probe");
    if (word == kNoNode) {
      say(kWorldRequired, child, "\"probe\" is missing");
      continue;
    }
    const int kind = word_index(word, kProbeWords);
    if (kind < 0) continue;
    const auto keys = probe_tables()[static_cast<size_t>(kind)].keys;
    const Fields fields = read_fields(child, keys);
    Probe probe;
    probe.kind = static_cast<Probe::Kind>(kind);
    const auto cell = [&](size_t key) {
      return read_index(fields.node[key], fields.number(key), doc_.cells.size(), "cell");
    };
    for (size_t key = 1; key < keys.size(); ++key) {
      if (!fields.has(key)) continue;
      const std::string_view name = keys[key].name;
      if (name == "at")
        probe.at = fields.vec3(key);
      else if (name == "dir" || name == "by")
        probe.dir = fields.vec3(key);
      else if (name == "cell" || name == "from" || name == "a")
        probe.cell = cell(key);
      else if (name == "b")
        probe.other = cell(key);
      else if (name == "exact")
        probe.exact = fields.flag(key);
      else if (name == "radius")
        probe.radius = fields.number(key);
    }
    doc_.physics.probes.push_back(probe);
  }
}

}  // namespace vitrine::world
