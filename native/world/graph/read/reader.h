#pragma once
// Internal to reading: the state that the parts of the reader share. Use read() of document.h.

#include <initializer_list>
#include <unordered_map>

#include "world/graph/codes.h"
#include "world/graph/document.h"

namespace vitrine::world {

/// Issues kept of a document; further ones are only counted.
inline constexpr size_t kErrorsKept = 64, kWarningsKept = 256;

/// What may be read of one document, beside its tree of values.
inline constexpr uint64_t kMostReadBytes = 256u << 20;
/// What one of each takes with what is made of it later, the same on every host.
namespace weight {
inline constexpr uint64_t kOperator = 512, kSource = 48, kLink = 64, kFunction = 256, kSplineKey = 16, kSpline = 128;
inline constexpr uint64_t kModel = 512, kFile = 64, kSubroutine = 192, kArgument = 160, kBox = 64, kEvent = 384;
inline constexpr uint64_t kSample = 256, kSampleValue = 24, kCell = 768, kPlane = 32, kCorner = 24, kEdge = 8;
inline constexpr uint64_t kIgnored = 8, kParticle = 256, kConstraint = 32, kProbe = 128;
}  // namespace weight

/// The values of one object by position in its key table.
struct Fields {
  std::array<Source, kMostKeys> value;
  std::array<uint32_t, kMostKeys> node;  ///< kNoNode where the key is missing

  bool has(size_t key) const { return node[key] != kNoNode; }
  double number(size_t key) const { return value[key].literal.x; }
  bool flag(size_t key) const { return value[key].literal.x != 0; }
  glm::dvec3 vec3(size_t key) const { return glm::dvec3(value[key].literal); }
};

/// Shortens quoted text, which may be megabytes: the beginning and the end stay.
std::string shortened(const std::string& text);

class Reader {
 public:
  Reader(Document& document, std::vector<Issue>& issues) : doc_(document), tree_(document.tree), issues_(issues) {}
  void run();
  /// Per issue: the value it speaks of.
  const std::vector<uint32_t>& issue_nodes() const { return issue_nodes_; }

 private:
  // -- what is wrong
  // ------------------------------------------------------------------------------------------------------
  void say(const Code& code, uint32_t node, std::string message);
  /// `message()` is asked for only if it is kept: names of others in it may be long.
  template <typename Message>
  void say_of(const Code& code, uint32_t node, Message&& message) {
    const bool is_error = code.severity == Severity::kError;
    const bool is_kept = (is_error ? errors_ : warnings_) < (is_error ? kErrorsKept : kWarningsKept);
    say(code, node, is_kept ? message() : std::string());
  }
  bool failed() const { return errors_ != 0; }
  /// Pays for what is read at `node`. Past kMostReadBytes that is WORLD_LIMIT, and lists end where they are.
  void charge(uint32_t node, uint64_t bytes);
  /// The values of a list that are read.
  uint32_t first_of(uint32_t list) const { return is_full_ ? kNoNode : tree_[list].first; }
  uint32_t after(uint32_t value) const { return is_full_ ? kNoNode : tree_[value].next; }
  void check_duplicates();

  // -- values (read_values.cpp)
  // -------------------------------------------------------------------------------------------
  bool expect(uint32_t node, JsonType type);
  /// Every key of the table; unknown ones are warnings unless `allowed` has them.
  Fields read_fields(uint32_t object, std::span<const Key> keys, std::span<const std::string_view> allowed = {});
  void read_key(const Key& key, uint32_t node, Source& source);
  void warn_unknown(uint32_t object, std::span<const Key> keys, std::span<const std::string_view> allowed);
  /// Numbers of a literal; false after an error. A component may be { "param": name } when `soft_or_hard`.
  bool read_literal(const Key& key, uint32_t node, Source& source);
  bool read_component(const Key& key, uint32_t node, Source& source, int component);
  bool read_param_use(uint32_t node, uint32_t name, int components, Source& source, int component);
  const Parameter* find_param(uint32_t name);
  void read_animated(const Key& key, uint32_t node, Source& source);
  uint32_t read_function(uint32_t node, uint32_t owner, bool soft);
  void read_term(uint32_t node, Function& function, Term& term);
  void read_form(uint32_t node, Function& function);
  void read_signs(uint32_t node, Function& function);
  Spline read_spline(uint32_t node, bool global);
  void read_channel(uint32_t node, std::vector<SplineKey>& keys);
  Text read_text(uint32_t node, const char* otherwise);
  bool check_name(uint32_t node, const std::string& name);
  int word_index(uint32_t node, std::span<const char* const> words);
  bool read_box(const Fields& fields, size_t min, size_t max, const Code& code);
  /// The node when it is a string: a wrong type has been reported already.
  uint32_t if_text(uint32_t node) const {
    return node != kNoNode && tree_.is(node, JsonType::kString) ? node : kNoNode;
  }
  std::string node_text(uint32_t node) const { return node == kNoNode ? std::string() : tree_.text(node); }

  // -- operators (read_operators.cpp)
  // -------------------------------------------------------------------------------------
  Link read_link(uint32_t node, OpClass wanted, const char* slot, int depth);
  uint32_t read_operator(uint32_t node, const char* usual, std::string_view table_name, OpClass table, int depth);
  void read_inputs(uint32_t node, uint32_t op, int depth);
  void read_details(uint32_t op, const Fields& fields, int depth);
  void read_mesh(uint32_t op, const Fields& fields, int depth);
  void read_call(uint32_t op, const Fields& fields);
  void read_argument(const Parameter& param, uint32_t node, Argument& argument);
  void read_phases(uint32_t op, uint32_t node);
  void read_portal(uint32_t op, const Fields& fields);
  void read_table(uint32_t node, OpClass op_class);
  void read_specials(uint32_t node);
  void read_subroutine_heads(uint32_t node);
  void read_subroutine_head(uint32_t node, Subroutine& sub);
  void read_param(uint32_t node, Subroutine& sub);
  void read_subroutine_roots();
  void register_name(OpClass space, const std::string& name, uint32_t op, uint32_t node);

  // -- the rest of the document (read_world.cpp, read_physics.cpp)
  // --------------------------------------------------------
  bool read_head(const Fields& fields);
  void read_system(uint32_t node);
  void read_files(uint32_t node);
  void read_model(uint32_t node, Named& model);
  void read_splines(uint32_t node);
  void read_root(const Fields& fields);
  void read_parts(uint32_t node, const char* kind);
  std::vector<Link> read_links(uint32_t node, OpClass wanted, const char* what);
  void read_camera(uint32_t node);
  void read_timeline(uint32_t node);
  std::vector<Event> read_events(uint32_t node);
  Event read_event(uint32_t node);
  void read_lighting(uint32_t node);
  LightingSample read_sample(uint32_t node);
  void read_sound(uint32_t node);
  void read_cells(uint32_t node, const KeyTable& keys, uint32_t segment, std::vector<Cell>& cells);
  void read_cell(uint32_t node, const KeyTable& keys, Cell& cell);
  void read_motion(const Fields& fields, Cell& cell);
  std::optional<CellShape> read_cell_shape(const Fields& fields, uint32_t node);
  std::optional<CellShape> read_planes(uint32_t node);
  void read_physics(uint32_t node);
  void read_particles(uint32_t node);
  void read_constraints(uint32_t node);
  void read_probes(uint32_t node);
  /// The number at `node` when it counts one of `count`; else WORLD_NAME and kNoNode.
  uint32_t read_index(uint32_t node, double index, size_t count, const char* what);

  // -- names, classes, cycles (link.cpp)
  // ----------------------------------------------------------------------------------
  void resolve(Link& link, uint32_t owner);
  uint32_t find(OpClass space, const std::string& name, uint32_t owner) const;
  /// Operator of that kind in the scenes' namespace, for event targets, cameras and lights.
  uint32_t find_scene(uint32_t node, std::initializer_list<OpKind> kinds);
  void resolve_links();
  void flatten_root();
  void resolve_portals();
  void find_cycles();
  void check_calls();
  void check_classes();
  void number_slots();

  /// Class of an operator after calls are resolved: a class, or an input of the subroutine it stands in.
  struct Meaning {
    OpClass op_class = OpClass::kAny;
    int input = -1;
  };
  void find_meanings();

  Document& doc_;
  const JsonTree& tree_;
  std::vector<Issue>& issues_;
  size_t errors_ = 0, warnings_ = 0;
  uint64_t read_bytes_ = 0;
  bool is_full_ = false;
  uint32_t sub_ = kNoNode;    ///< subroutine being read
  bool in_operator_ = false;  ///< keys are parameters: an object for a fixed one is an attempt to animate it
  uint32_t next_material_ = 1;
  std::unordered_map<uint32_t, uint32_t> sector_cells_;  ///< sector operator -> its `cells`
  std::unordered_map<uint32_t, uint32_t> segment_of_;    ///< sector operator -> segment
  std::unordered_map<std::string, uint32_t> names_[5];   ///< per class: operator
  std::unordered_map<std::string, uint32_t> models_, splines_, subs_, sectors_, portals_;
  std::vector<Link> roots_;  ///< inputs of the root, before it is flattened
  bool has_parts_ = false;   ///< world, segments, portals or entities are written
  struct TableEntry {
    uint32_t op, node;
    OpClass op_class;
  };
  std::vector<TableEntry> table_entries_;  ///< in reading order
  std::vector<uint32_t> issue_nodes_;
  struct NameUse {
    uint32_t node, op;
  };
  std::vector<NameUse> trigger_events_;  ///< of triggers, resolved after all names are known
  std::vector<uint32_t> finished_;       ///< per operator: when the search for cycles left it, from 1
  std::vector<Meaning> meanings_;        ///< per operator
};

}  // namespace vitrine::world
