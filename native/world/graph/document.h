#pragma once
// A world document after reading: every name resolved to an index, every number checked. `read` is the only way to make
// one; what it accepted is trusted from there on.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes.h"
#include "world/graph/classes.h"
#include "world/graph/function.h"
#include "world/graph/read/json_tree.h"
#include "world/graph/shape.h"

namespace vitrine::world {

/// One thing to say about a document. Frames add warnings without a place in the text.
struct Issue {
  const Code* code = nullptr;
  std::string path;  ///< JSON pointer; of warnings of a frame the operator's name or pointer
  std::string message;
  uint32_t line = 0, column = 0;  ///< 1-based, in bytes; 0 = no place
  bool is_warning = false;        ///< a fault of another file: its own code, but the document opens
  uint64_t offset = kNoOffset;    ///< in that file

  Severity severity() const { return is_warning ? Severity::kWarning : code->severity; }
};

/// A text key: literal, or a text parameter of the subroutine it stands in.
struct Text {
  bool given = false;
  int8_t param = -1;
  std::string text;
};

/// A link to an operator, or the operator that stands in its place.
struct Link {
  uint32_t node = kNoNode;  ///< the string or object in the document
  uint32_t op = kNoNode;
  uint32_t visit = 0;  ///< of slots: which distinct slot operator it is
  OpClass wanted = OpClass::kAny;
  const char* slot = nullptr;  ///< name of the slot; null for inputs
};

struct MeshBox {
  glm::dvec3 min{0}, max{0};
  uint32_t link = kNoNode;  ///< index into Operator::slots
};
struct MeshMaterial {
  std::string name;  ///< in the model
  uint32_t link = kNoNode;
};

/// One argument of a call, in the order of the subroutine's parameters.
struct Argument {
  uint8_t param = 0;  ///< index into Subroutine::params
  Source value;
  Text text;
};

enum class CellMode : uint8_t { kAdd, kSub, kZone };
struct Cell {
  std::string name;
  CellMode mode = CellMode::kAdd;
  CellShape shape;
  uint32_t segment = kNoNode;  ///< index of the sector in file order
  /// kCarried: with a mesh of an entity.
  enum class Motion : uint8_t { kStill, kPath, kOffset, kFollow, kCarried } motion = Motion::kStill;
  bool dynamic = false, push = true;
  glm::dvec3 path_to{0};
  double path_over = 1, path_start = 0;
  bool pingpong = false;
  Source offset;
  uint32_t follow = kNoNode;
  double appear = -std::numeric_limits<double>::infinity(), vanish = std::numeric_limits<double>::infinity();
  std::vector<uint32_t> ignore;  ///< particles, sorted
};
struct Operator {
  OpKind kind = OpKind::kAdd;
  uint32_t node = kNoNode;
  std::string name;
  bool stands_inline = false;
  uint32_t owner = kNoNode;        ///< subroutine it stands in
  uint32_t outputs = 0;            ///< links to it, plus 1 if it stands inline
  uint32_t material_id = 0;        ///< material operators: from 1 in reading order
  uint32_t first_source = 0;       ///< into Document::sources: one per key of its row
  std::vector<Link> slots;         ///< in the order of the keys, then boxes, then materials
  std::vector<uint32_t> distinct;  ///< the distinct operators of the slots, in order
  std::vector<Link> inputs;
  bool is_animated = false;  ///< has a function in a parameter or argument
  // Values beside the sources; which of them is used follows from the kind.
  std::string word;           ///< texture: file; mesh: action; memory: type; fx: kind
  Text text;                  ///< text, set, trigger
  uint32_t target = kNoNode;  ///< mesh: model; call: subroutine; trigger: event operator; set: variable
  uint8_t phases = 0;         ///< material: bit per Phase
  bool has_range = false;     ///< time: start and end given. portal: box given
  std::vector<MeshBox> boxes;
  std::vector<MeshMaterial> materials;  ///< by name
  std::vector<Cell> collision;          ///< of a mesh, in its own space
  std::vector<Argument> arguments;
  std::array<uint32_t, 2> between{kNoNode, kNoNode};  ///< portal: segments

  const OpRow& row() const { return row_of(kind); }
};

enum class ParamType : uint8_t { kFloat, kInt, kVector, kColor, kText };
struct Parameter {
  uint8_t id = 0;
  std::string name;
  ParamType type = ParamType::kFloat;
  glm::dvec4 value{0};
  std::string text;
};
struct Subroutine {
  std::string name;
  uint32_t node = kNoNode;
  std::vector<Parameter> params;
  uint32_t inputs = 0;
  Link root;
};

struct Companion {
  std::string file;
  uint32_t node = kNoNode;
};
struct Named {
  std::string name, file;
  uint32_t node = kNoNode;           ///< the file name
  std::vector<Companion> with = {};  ///< of a model: files that are opened together with it
};

/// What the game logic keeps ready: it is read and linked as all else, and drawn only where a link puts it.
struct Special {
  std::string name;
  Link link;
};

enum class System : uint8_t { kExecute, kRecord, kHybrid };
enum class Wireframe : uint8_t { kOff, kMesh, kScene };

struct CameraRow {
  std::array<Source, 6> sources;  ///< by camera_key
  uint32_t op = kNoNode;          ///< camera operator instead
};

struct Event {
  uint32_t op = kNoNode;
  double start = 0,
         end = std::numeric_limits<double>::infinity();  ///< beats; sub-events count from their parent's start
  glm::dvec2 interval{0, 1}, ease{0};
  glm::dvec4 velocity{0}, modulation{0}, select{0}, scale{1, 1, 1, 0}, rotate{0}, translate{0}, color{1};
  std::optional<std::string> text;
  std::vector<Event> sub;
};

struct LightingSample {
  bool fake = false;
  double lightmap = 0, texture = 1, detail = 1, specular = 0, env = 0, bump = 1;
  std::vector<double> bumps;
  struct Light {
    double value = 0;
    bool lit = true;
  };
  std::vector<Light> lights;
  glm::dvec3 mask{255}, brightness{0};
  std::vector<glm::dvec3> colors;  ///< three, or none
};
struct Lighting {
  bool fake = false, shadows = true, colored = true;
  bool has_shadow_lights = false;
  std::vector<uint32_t> shadow_lights;  ///< light operators
  double mask_scale = 1;
  int blur = 0;
  std::vector<LightingSample> samples;
};

struct Particle {
  uint32_t node = kNoNode;
  glm::dvec3 pos{0}, vel{0};
  double mass = 1, damp = 0;
  bool fixed = false;
  double vanish = std::numeric_limits<double>::infinity();  ///< seconds
};
struct Constraint {
  uint32_t a = 0, b = 0;
  double length = 0;
  double vanish = std::numeric_limits<double>::infinity();  ///< seconds
};
struct Probe {
  enum class Kind : uint8_t { kInside, kRayOut, kRayIn, kPath, kOverlap, kSphere } kind = Kind::kInside;
  glm::dvec3 at{0}, dir{0};  ///< dir: `by` of a path
  uint32_t cell = kNoNode;   ///< `from` of a path, `a` of an overlap
  uint32_t other = kNoNode;
  bool exact = false;
  double radius = 0;
};
struct Physics {
  bool given = false;
  glm::dvec3 gravity{0, -10, 0};
  double slice = 0.01;
  bool slide = true, approximate = false, debug = false;
  int iterations = 4;
  std::vector<Particle> particles;
  std::vector<Constraint> constraints;
  std::vector<Probe> probes;
};

struct Document {
  JsonTree tree;
  uint32_t seed = 0;
  System system = System::kHybrid;
  bool cache = true, prune = true;
  std::vector<Named> models;
  std::vector<GlobalSpline> splines;
  std::vector<Operator> ops;
  std::vector<Source> sources;
  std::vector<Function> functions;
  std::vector<Subroutine> subroutines;
  // The root, flattened.
  uint32_t world_ops = 1;          ///< world operators, the implicit root included
  std::vector<uint32_t> segments;  ///< sector operators
  std::vector<uint32_t> portals;   ///< portal operators
  std::vector<Link> entities, post;
  std::vector<Special> specials;
  double flood_start = 10;
  bool clip = false;
  Wireframe wireframe = Wireframe::kOff;
  CameraRow camera;
  double bpm = 120;
  std::vector<Event> events;
  Lighting lighting;
  Physics physics;
  std::vector<Cell> cells;     ///< of all segments in file order, then physics.cells; a world adds those of meshes
  size_t written_cells = 0;    ///< the first so many are those of the text
  bool has_collision = false;  ///< some mesh has collision cells
  std::optional<Named> effects, music;
  std::vector<uint32_t> line_starts;  ///< offsets in the text

  const Source* sources_of(const Operator& op) const { return sources.data() + op.first_source; }
  /// Fixed or literal value of a key.
  double fixed(const Operator& op, size_t key) const { return sources[op.first_source + key].literal.x; }
  /// Gives the issue the line and column of a value.
  void place(Issue& issue, uint32_t node) const;
  /// The sound effect that an event operator plays; kNoNode without one.
  uint32_t effect_of(const Operator& op) const {
    if (op.kind != OpKind::kEvent || !sources_of(op)[event_op::kEffect].given) return kNoNode;
    return static_cast<uint32_t>(fixed(op, event_op::kEffect));
  }
  /// Name, or pointer where there is none.
  std::string label(const Operator& op) const { return op.name.empty() ? tree.pointer(op.node) : op.name; }
};

struct ReadResult {
  std::optional<Document> document;  ///< nothing when there is an error among the issues
  std::vector<Issue> issues;
};
/// Reads `text` (UTF-8, byte order mark skipped).
ReadResult read(std::string_view text);

}  // namespace vitrine::world
