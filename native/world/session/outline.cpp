#include "world/session/outline.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "world/graph/change.h"
#include "world/session/drawing.h"
#include "world/session/frame/model.h"

namespace vitrine {
namespace {

nlohmann::ordered_json outline_events(const std::vector<world::Event>& events) {
  auto rows = nlohmann::ordered_json::array();
  for (const world::Event& event : events) {
    nlohmann::ordered_json row = {{"operator", event.op}, {"start", event.start}, {"end", nullptr}};
    if (std::isfinite(event.end)) row["end"] = event.end;
    if (!event.sub.empty()) row["sub"] = outline_events(event.sub);
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json outline_cells(const std::vector<world::Cell>& cells) {
  constexpr const char* kModes[] = {"add", "sub", "zone"};
  auto rows = nlohmann::ordered_json::array();
  for (const world::Cell& cell : cells) {
    auto corners = nlohmann::ordered_json::array(), edges = nlohmann::ordered_json::array();
    for (const glm::dvec3& corner : cell.shape.corners) {
      for (int i = 0; i < 3; ++i) corners.push_back(corner[i]);
    }
    for (const auto& [from, to] : cell.shape.edges) edges.push_back(from), edges.push_back(to);
    rows.push_back({{"name", cell.name},
                    {"mode", kModes[static_cast<size_t>(cell.mode)]},
                    {"corners", std::move(corners)},
                    {"edges", std::move(edges)}});
  }
  return rows;
}

nlohmann::ordered_json outline_links(const std::vector<world::Link>& links) {
  auto ops = nlohmann::ordered_json::array();
  for (const world::Link& link : links) ops.push_back(link.op);
  return ops;
}

/// Children of an operator in the tree: slots, then inputs. A call goes on with the root of its subroutine, and
/// the input of that with an input of the call.
void outline_children(const world::Document& document, const world::Operator& op, nlohmann::ordered_json& row) {
  auto children = nlohmann::ordered_json(op.distinct);
  for (const world::Link& link : op.inputs) children.push_back(link.op);
  row["children"] = std::move(children);
  if (op.kind == world::OpKind::kCall) row["root"] = document.subroutines[op.target].root.op;
  if (op.kind == world::OpKind::kInput) row["input"] = document.fixed(op, world::input_op::kN);
}

nlohmann::ordered_json words_of(std::span<const char* const> words) {
  return std::vector<std::string>(words.begin(), words.end());
}

nlohmann::ordered_json outline_key(const world::Key& key) {
  constexpr const char* kKinds[] = {"number", "integer", "bool", "vec2",   "vec3", "vec4", "color", "scale",
                                    "four",   "text",    "text", "string", "word", "slot", "other"};
  constexpr size_t kComponents[] = {1, 1, 1, 2, 3, 4, 4, 3, 4};
  const auto kind = static_cast<size_t>(key.kind);
  nlohmann::ordered_json row = {{"name", key.name}, {"kind", kKinds[kind]}};
  if (kind < std::size(kComponents)) row["initial"] = std::vector<double>(key.initial, key.initial + kComponents[kind]);
  if (key.low > -world::kHuge) row["least"] = key.low;
  if (key.high < world::kHuge) row["most"] = key.high;
  if (!key.words.empty()) {
    row["words"] = words_of(key.words);
    row["initial"] = key.words[static_cast<size_t>(key.initial[0])];
  }
  return row;
}

/// Least and greatest corner; null without a box.
nlohmann::ordered_json outline_boxes(const world::Document& document) {
  auto rows = nlohmann::ordered_json::array();
  for (const uint32_t portal : document.portals) {
    const world::Operator& op = document.ops[portal];
    const world::Source* sources = document.sources_of(op);
    auto box = nlohmann::ordered_json::array();
    for (const int key : {world::portal_op::kMin, world::portal_op::kMax}) {
      for (int i = 0; i < 3; ++i) box.push_back(sources[key].literal[i]);
    }
    rows.push_back(op.has_range ? std::move(box) : nlohmann::ordered_json());
  }
  return rows;
}

/// Keys that can be changed from frame to frame, by kind of operator; the document's own settings under "".
nlohmann::ordered_json outline_live() {
  nlohmann::ordered_json rows;
  for (const world::OpRow& op : world::operator_rows()) {
    for (const std::string_view name : world::keys_read_each_frame(op.kind)) {
      const auto key =
          std::find_if(op.keys.begin(), op.keys.end(), [&](const world::Key& k) { return k.name == name; });
      if (key == op.keys.end()) continue;
      rows[op.name].push_back(outline_key(*key));
      if (name != "phases") continue;
      rows[op.name].back()["kind"] = "set";
      rows[op.name].back()["words"] = words_of(world::phase_words());
    }
  }
  for (const world::Key& key : world::kLightingKeys.keys) {
    if (key.name == std::string_view("samples")) continue;
    rows["lighting"].push_back(outline_key(key));
  }
  rows["document"].push_back(outline_key(world::kDocumentKeys.keys[world::document_key::kWireframe]));
  rows["physics"].push_back(outline_key(world::kPhysicsKeys.keys[world::physics_key::kDebug]));
  return rows;
}

nlohmann::ordered_json outline_models(const world::Document& document, const WorldMeshes::Models& models) {
  auto rows = nlohmann::ordered_json::array();
  for (size_t i = 0; i < document.models.size(); ++i) {
    const bool is_open = i < models.size() && models[i] != nullptr;
    rows.push_back({{"name", document.models[i].name},
                    {"actions", is_open ? models[i]->action_names() : std::vector<std::string>()}});
  }
  return rows;
}

}  // namespace

nlohmann::ordered_json world_outline(const world::Document& document, const WorldMeshes::Models& models) {
  auto operators = nlohmann::ordered_json::array();
  for (const world::Operator& op : document.ops) {
    world::Issue place;
    document.place(place, op.node);
    nlohmann::ordered_json row = {{"name", document.label(op)},
                                  {"kind", op.row().name},
                                  {"class", world::class_name(op.row().op_class)},
                                  {"pointer", document.tree.pointer(op.node)},
                                  {"line", place.line},
                                  {"column", place.column}};
    outline_children(document, op, row);
    if (const uint32_t effect = document.effect_of(op); effect != world::kNoNode) row["effect"] = effect;
    operators.push_back(std::move(row));
  }
  auto specials = nlohmann::ordered_json::array();
  for (const world::Special& special : document.specials)
    specials.push_back({{"name", special.name}, {"operator", special.link.op}});
  auto constraints = nlohmann::ordered_json::array();
  for (const world::Constraint& one : document.physics.constraints)
    constraints.push_back(one.a), constraints.push_back(one.b);
  return {{"operators", std::move(operators)},
          {"segments", document.segments},
          {"portals", document.portals},
          {"portalBoxes", outline_boxes(document)},
          {"entities", outline_links(document.entities)},
          {"post", outline_links(document.post)},
          {"models", outline_models(document, models)},
          {"specials", std::move(specials)},
          {"cells", outline_cells(document.cells)},
          {"constraints", std::move(constraints)},
          {"debug", document.physics.debug},
          {"bpm", document.bpm},
          {"events", outline_events(document.events)},
          {"images", world_images(document)},
          {"live", outline_live()}};
}

namespace {

constexpr const char* kTables[] = {"textures", "materials", "meshes", "scenes", "effects"};

class Links {
 public:
  explicit Links(const world::Document& document) : doc_(document), tree_(document.tree) {}

  nlohmann::ordered_json rows() {
    for (const world::Operator& op : doc_.ops) add_operator(op);
    for (const world::Link& link : doc_.entities) add_op(link.node, link.op);
    for (const world::Link& link : doc_.post) add_op(link.node, link.op);
    for (const world::Special& special : doc_.specials) add_op(special.link.node, special.link.op);
    for (const world::Subroutine& sub : doc_.subroutines) {
      add_op(sub.root.node, sub.root.op);
      add_params(sub);
    }
    for (const world::Function& function : doc_.functions) add_splines(function);
    add_op(top("camera"), doc_.camera.op);
    add_events(member(top("timeline"), "events"), doc_.events);
    add_shadow_lights();
    return in_order();
  }

 private:
  struct Row {
    uint32_t node, target;
    std::string name;
    const char* table;
  };

  uint32_t member(uint32_t object, const char* name) const {
    return object != world::kNoNode && tree_.is(object, world::JsonType::kObject) ? tree_.member(object, name)
                                                                                  : world::kNoNode;
  }
  uint32_t top(const char* name) const { return member(0, name); }
  uint32_t of_op(const world::Operator& op, const char* name) const { return member(op.node, name); }

  /// A string; a node of another type is what stands in its place.
  void add(uint32_t node, uint32_t target, const char* table) {
    if (node != world::kNoNode && target != world::kNoNode && tree_.is(node, world::JsonType::kString))
      rows_.push_back({node, target, tree_.text(node), table});
  }
  void add_op(uint32_t node, uint32_t op) {
    if (op != world::kNoNode) add(node, doc_.ops[op].node, table_of(doc_.ops[op]));
  }

  /// The table in which the name of an operator counts.
  const char* table_of(const world::Operator& op) const {
    const uint32_t above = tree_[op.node].parent;
    if (above != world::kNoNode && tree_[above].parent == 0 && !op.stands_inline) {
      for (const char* table : kTables) {
        if (tree_.key(above) == table) return table;
      }
    }
    const auto op_class = static_cast<size_t>(op.row().op_class);
    if (op.kind == world::OpKind::kSector) return "segments";
    return op.row().op_class == world::OpClass::kFx ? "effects" : kTables[std::min<size_t>(op_class, 3)];
  }

  void add_operator(const world::Operator& op) {
    for (const world::Link& link : op.slots) add_op(link.node, link.op);
    for (const world::Link& link : op.inputs) add_op(link.node, link.op);
    if (op.kind == world::OpKind::kMesh && op.target != world::kNoNode)
      add(of_op(op, "model"), entry_of(op.target), "models");
    if (op.kind == world::OpKind::kCall) add(of_op(op, "sub"), doc_.subroutines[op.target].node, "subroutines");
    if (op.kind == world::OpKind::kTrigger) add_op(of_op(op, "event"), op.target);
    const uint32_t between = op.kind == world::OpKind::kPortal ? of_op(op, "between") : world::kNoNode;
    if (between == world::kNoNode) return;
    for (uint32_t child = tree_[between].first; child != world::kNoNode; child = tree_[child].next) {
      const uint32_t segment = op.between[std::min(tree_[child].place, 1u)];
      if (segment != world::kNoNode) add(child, doc_.ops[doc_.segments[segment]].node, "segments");
    }
  }

  /// The entry of the table of models.
  uint32_t entry_of(uint32_t model) const {
    const uint32_t node = doc_.models[model].node, above = tree_[node].parent;
    return tree_[above].parent == 0 ? node : above;
  }

  /// { "param": name } inside a subroutine.
  void add_params(const world::Subroutine& sub) {
    const uint32_t params = member(sub.node, "params");
    if (params == world::kNoNode || sub.root.node == world::kNoNode) return;
    std::vector<uint32_t> open{sub.root.node};
    while (!open.empty()) {
      const uint32_t node = open.back();
      open.pop_back();
      for (uint32_t child = tree_[node].first; child != world::kNoNode; child = tree_[child].next) {
        const bool is_member = tree_[child].key != world::kNoNode;
        if (is_member && tree_.key(child) == "comment") continue;
        if (is_member && tree_.key(child) == "param") add_param(child, params);
        open.push_back(child);
      }
    }
  }
  void add_param(uint32_t node, uint32_t params) {
    if (!tree_.is(node, world::JsonType::kString)) return;
    for (uint32_t row = tree_[params].first; row != world::kNoNode; row = tree_[row].next) {
      const uint32_t name = member(row, "name");
      if (name != world::kNoNode && tree_.is(name, world::JsonType::kString) && tree_.text(name) == tree_.text(node))
        return add(node, row, "params");
    }
  }

  void add_splines(const world::Function& function) {
    const uint32_t anim = member(function.node, "anim"), splines = top("splines");
    for (size_t i = 0; i < std::size(function.terms); ++i) {
      if (function.terms[i].kind != world::TermKind::kSplineg) continue;
      const std::string& name = doc_.splines[function.terms[i].spline].name;
      const uint32_t node = member(anim, world::kFunctionKeys.keys[world::function_key::kA + i].name);
      if (node != world::kNoNode) rows_.push_back({node, tree_.member(splines, name), name, "splines"});
    }
  }

  void add_events(uint32_t list, const std::vector<world::Event>& events) {
    if (list == world::kNoNode) return;
    uint32_t node = tree_[list].first;
    for (const world::Event& event : events) {
      add_op(member(node, "op"), event.op);
      add_events(member(node, "sub"), event.sub);
      node = tree_[node].next;
    }
  }

  void add_shadow_lights() {
    const uint32_t list = member(top("lighting"), "shadowLights");
    if (list == world::kNoNode) return;
    for (uint32_t child = tree_[list].first; child != world::kNoNode; child = tree_[child].next)
      add_op(child, doc_.lighting.shadow_lights[tree_[child].place]);
  }

  nlohmann::ordered_json in_order() {
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.node < b.node; });
    auto rows = nlohmann::ordered_json::array();
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      // Entities that stand in a world are among its inputs as well.
      if (i != 0 && rows_[i - 1].node == row.node) continue;
      rows.push_back({{"pointer", tree_.pointer(row.node)},
                      {"target", tree_.pointer(row.target)},
                      {"name", row.name},
                      {"table", row.table}});
    }
    return rows;
  }

  const world::Document& doc_;
  const world::JsonTree& tree_;
  std::vector<Row> rows_;
};

}  // namespace

nlohmann::ordered_json world_links(const world::Document& document) { return Links(document).rows(); }

}  // namespace vitrine
