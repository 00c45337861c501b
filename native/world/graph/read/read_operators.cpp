// Operators, their slots and inputs, calls and subroutines. Links stay names here; link.cpp resolves them.

#include <algorithm>

#include "base/argument.h"
#include "world/graph/read/reader.h"

namespace vitrine::world {
namespace {

constexpr int kInlineDepth = 64;
constexpr size_t kMostParams = 8;  // of a subroutine: their ids are 0 to 7

/// Namespaces: texture, material, mesh, scene, fx.
OpClass name_space(OpKind kind) {
  const OpClass op_class = row_of(kind).op_class;
  return op_class == OpClass::kAny ? OpClass::kScene : op_class;
}

}  // namespace

void Reader::register_name(OpClass space, const std::string& name, uint32_t op, uint32_t node) {
  const auto [at, is_new] = names_[static_cast<size_t>(space)].emplace(name, op);
  if (!is_new)
    say(kWorldDuplicate, node, std::string("there is another ") + class_name(space) + " named \"" + name + "\"");
}

/// An operator object, or a string that names one.
Link Reader::read_link(uint32_t node, OpClass wanted, const char* slot, int depth) {
  charge(node, weight::kLink);
  Link link;
  link.node = node;
  link.wanted = wanted;
  link.slot = slot;
  if (tree_.is(node, JsonType::kString)) return link;
  if (!tree_.is(node, JsonType::kObject)) {
    say(kWorldType, node, std::string("expected an operator or the name of one, found ") + describe(tree_[node].type));
    return link;
  }
  link.op = read_operator(node, nullptr, {}, OpClass::kAny, depth);
  return link;
}

/// `usual` is the operator meant when "op" is missing; `table` the class of the table whose entry this is, kWorld for
/// specials, which have that of the operator, `table_name` its key.
uint32_t Reader::read_operator(uint32_t node, const char* usual, std::string_view table_name, OpClass table,
                               int depth) {
  if (depth > kInlineDepth) {
    say(kWorldLimit, node, "operators nest inline deeper than 64");
    return kNoNode;
  }
  const uint32_t op_node = tree_.member(node, "op");
  if (op_node == kNoNode && usual == nullptr) {
    say(kWorldRequired, node, "\"op\" is missing");
    return kNoNode;
  }
  if (op_node != kNoNode && !expect(op_node, JsonType::kString)) return kNoNode;
  const std::string kind = op_node == kNoNode ? usual : tree_.text(op_node);
  const OpRow* row = find_operator(kind);
  if (row == nullptr) {
    std::vector<std::string_view> known;
    for (const OpRow& candidate : operator_rows()) known.emplace_back(candidate.name);
    say(kWorldOp, op_node,
        "unknown operator \"" + kind + "\", did you mean \"" + std::string(nearest(kind, known)) + "\"?");
    return kNoNode;
  }
  charge(node, weight::kOperator + row->keys.size() * weight::kSource);
  const auto index = static_cast<uint32_t>(doc_.ops.size());
  {
    Operator& op = doc_.ops.emplace_back();
    op.kind = row->kind;
    op.node = node;
    op.owner = sub_;
    op.stands_inline = table == OpClass::kAny;
    op.first_source = static_cast<uint32_t>(doc_.sources.size());
    if (row->kind == OpKind::kMaterial) op.material_id = next_material_++;
  }
  doc_.sources.resize(doc_.sources.size() + row->keys.size());

  static constexpr std::string_view kInlineKeys[] = {"op", "in", "name"};
  const bool takes_name = table == OpClass::kAny;
  in_operator_ = true;
  const Fields fields = read_fields(node, row->keys, std::span(kInlineKeys).first(takes_name ? 3 : 2));
  in_operator_ = false;
  for (size_t i = 0; i < row->keys.size(); ++i) {
    const Source& source = fields.value[i];
    doc_.sources[doc_.ops[index].first_source + i] = source;
    if (source.function != kNoNode) doc_.ops[index].is_animated = true;
  }
  const uint32_t name = takes_name ? tree_.member(node, "name") : kNoNode;
  if (!takes_name) {
    doc_.ops[index].name = table_name;
    register_name(table == OpClass::kWorld ? name_space(row->kind) : table, doc_.ops[index].name, index, node);
  } else if (name != kNoNode && expect(name, JsonType::kString) && check_name(name, tree_.text(name))) {
    doc_.ops[index].name = tree_.text(name);
    if (row->kind == OpKind::kSector || row->kind == OpKind::kPortal) {
      auto& known = row->kind == OpKind::kSector ? sectors_ : portals_;
      if (!known.emplace(tree_.text(name), index).second)
        say(kWorldDuplicate, name,
            std::string("there is another ") + row->name + " named \"" + tree_.text(name) + "\"");
    } else if (row->kind != OpKind::kWorld) {
      register_name(name_space(row->kind), tree_.text(name), index, name);
    }
  }
  const bool needs_name = row->kind == OpKind::kEvent || row->kind == OpKind::kSector;
  if (needs_name && takes_name && name == kNoNode)
    say(kWorldRequired, node, std::string("this ") + row->name + " needs a name");

  // Material ids count in this order: the operator, its slots, its inputs, boxes, materials.
  for (size_t i = 0; i < row->keys.size(); ++i) {
    if (row->keys[i].kind != KeyKind::kSlot || !fields.has(i)) continue;
    if (tree_.is(fields.node[i], JsonType::kNull) && row->kind == OpKind::kPortal) continue;
    const OpClass wanted = row->kind == OpKind::kMaterial ? OpClass::kTexture
                           : row->kind == OpKind::kMesh   ? OpClass::kMaterial
                                                          : OpClass::kScene;
    const Link link = read_link(fields.node[i], wanted, row->keys[i].name, depth + 1);
    doc_.ops[index].slots.push_back(link);
  }
  read_inputs(node, index, depth);
  read_details(index, fields, depth);
  return index;
}

void Reader::read_inputs(uint32_t node, uint32_t op, int depth) {
  const OpRow& row = doc_.ops[op].row();
  const uint32_t in = tree_.member(node, "in");
  uint32_t count = 0;
  if (in != kNoNode && expect(in, JsonType::kArray)) {
    for (uint32_t child = first_of(in); child != kNoNode; child = after(child)) {
      if (++count > row.most) {
        say(kWorldInputs, child, std::string(row.name) + " takes at most " + counted(row.most, "input", "inputs"));
        break;
      }
      const Link link = read_link(child, row.input_class, nullptr, depth + 1);
      doc_.ops[op].inputs.push_back(link);
    }
  }
  if (count < row.least)
    say(kWorldInputs, node,
        std::string(row.name) + " needs at least " + std::to_string(row.least) +
            (row.least == 1 ? " input" : " inputs"));
}

void Reader::read_details(uint32_t index, const Fields& fields, int depth) {
  // A reference into doc_.ops does not survive reading further operators: read_mesh and read_call take the index.
  Operator& op = doc_.ops[index];
  const auto node = [&](size_t key) { return fields.node[key]; };
  switch (op.kind) {
    case OpKind::kTexture:
      op.word = node_text(if_text(node(texture_op::kFile)));
      if (fields.has(texture_op::kFile) && !op.inputs.empty())
        say(kWorldExclusive, node(texture_op::kFile), "a texture has a file or an input, not both");
      break;
    case OpKind::kMaterial:
      read_phases(index, node(material_op::kPhases));
      break;
    case OpKind::kMesh:
      read_mesh(index, fields, depth);
      break;
    case OpKind::kText:
      op.text = read_text(node(text_op::kText), "$0");
      break;
    case OpKind::kMemory:
      op.word = fields.has(memory_op::kType) ? node_text(if_text(node(memory_op::kType))) : "data";
      break;
    case OpKind::kSet:
      op.text = read_text(node(set_op::kText), "");
      if (const uint32_t name = if_text(node(set_op::kVariable)); name != kNoNode) {
        const int variable = find_variable(tree_.text(name));
        if (variable < 0)
          say(kWorldName, name, "there is no variable \"" + tree_.text(name) + "\"");
        else if (!is_writable(variable))
          say(kWorldProtected, name, tree_.text(name) + " is protected");
        else
          op.target = static_cast<uint32_t>(variable);
      }
      break;
    case OpKind::kTime: {
      op.has_range = fields.has(time_op::kStart) && fields.has(time_op::kEnd);
      if (fields.has(time_op::kStart) != fields.has(time_op::kEnd))
        say(kWorldRequired, op.node, "\"start\" and \"end\" come together");
      if (op.has_range && !(fields.number(time_op::kEnd) > fields.number(time_op::kStart)))
        say(kWorldRange, node(time_op::kEnd), "the end must come after the start");
      break;
    }
    case OpKind::kTrigger:
      op.text = read_text(node(trigger_op::kText), "");
      if (const uint32_t name = if_text(node(trigger_op::kEvent)); name != kNoNode)
        trigger_events_.push_back({name, index});
      break;
    case OpKind::kCall:
      read_call(index, fields);
      break;
    case OpKind::kFx:
      op.word = fields.has(fx_op::kKind) ? node_text(if_text(node(fx_op::kKind))) : "tint";
      break;
    case OpKind::kIpp: {
      const Key& key = op.row().keys[fx_op::kKind];
      op.word = key.words[static_cast<size_t>(fields.number(fx_op::kKind))];
      break;
    }
    case OpKind::kSector:
      if (fields.has(sector_op::kCells)) sector_cells_[index] = node(sector_op::kCells);
      break;
    case OpKind::kPortal:
      read_portal(index, fields);
      break;
    default:
      break;
  }
}

void Reader::read_phases(uint32_t op, uint32_t node) {
  uint8_t phases = 0x3F;  // all but extra
  if (node != kNoNode && expect(node, JsonType::kArray)) {
    phases = 0;
    for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
      const int phase = word_index(child, phase_words());
      if (phase < 0) continue;
      if ((phases >> phase & 1) != 0) say(kWorldDuplicate, child, "the phase is there already");
      phases = static_cast<uint8_t>(phases | 1 << phase);
    }
  }
  doc_.ops[op].phases = phases;
}

void Reader::read_mesh(uint32_t index, const Fields& fields, int depth) {
  if (const uint32_t model = if_text(fields.node[mesh_op::kModel]); model != kNoNode) {
    const auto found = models_.find(tree_.text(model));
    if (found == models_.end())
      say(kWorldName, model, "there is no model \"" + tree_.text(model) + "\"");
    else
      doc_.ops[index].target = found->second;
  }
  doc_.ops[index].word = node_text(if_text(fields.node[mesh_op::kAction]));
  const uint32_t boxes = fields.node[mesh_op::kBoxes], materials = fields.node[mesh_op::kMaterials];
  if (boxes != kNoNode && fields.has(mesh_op::kModel))
    say(kWorldExclusive, boxes, "a mesh has a model or boxes, not both");
  read_cells(fields.node[mesh_op::kCollision], kCollisionCellKeys, kNoNode, doc_.ops[index].collision);
  doc_.has_collision = doc_.has_collision || !doc_.ops[index].collision.empty();
  const auto add_slot = [&](uint32_t node) {
    const Link link = read_link(node, OpClass::kMaterial, "material", depth + 1);
    doc_.ops[index].slots.push_back(link);
    return static_cast<uint32_t>(doc_.ops[index].slots.size() - 1);
  };
  if (boxes != kNoNode && expect(boxes, JsonType::kArray)) {
    for (uint32_t child = first_of(boxes); child != kNoNode; child = after(child)) {
      if (!expect(child, JsonType::kObject)) continue;
      charge(child, weight::kBox);
      const Fields box = read_fields(child, kBoxKeys.keys);
      if (box.has(box_key::kMin) && box.has(box_key::kMax)) read_box(box, box_key::kMin, box_key::kMax, kWorldRange);
      MeshBox row{box.vec3(box_key::kMin), box.vec3(box_key::kMax), kNoNode};
      if (box.has(box_key::kMaterial)) row.link = add_slot(box.node[box_key::kMaterial]);
      doc_.ops[index].boxes.push_back(row);
    }
  }
  if (materials != kNoNode && expect(materials, JsonType::kObject)) {
    for (uint32_t child = first_of(materials); child != kNoNode; child = after(child)) {
      charge(child, weight::kBox);
      const MeshMaterial row{tree_.key(child), add_slot(child)};
      doc_.ops[index].materials.push_back(row);
    }
    std::vector<MeshMaterial>& rows = doc_.ops[index].materials;
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  }
}

void Reader::read_portal(uint32_t index, const Fields& fields) {
  Operator& op = doc_.ops[index];
  const bool has_min = fields.has(portal_op::kMin), has_max = fields.has(portal_op::kMax);
  if (has_min != has_max) say(kWorldRequired, op.node, std::string("\"") + (has_min ? "max" : "min") + "\" is missing");
  op.has_range = has_min && has_max;
  if (op.has_range) read_box(fields, portal_op::kMin, portal_op::kMax, kWorldRange);
}

// -- subroutines
// ------------------------------------------------------------------------------------------------------------

void Reader::read_call(uint32_t index, const Fields& fields) {
  const uint32_t name = if_text(fields.node[call_op::kSub]);
  if (name == kNoNode) return;
  const auto found = subs_.find(tree_.text(name));
  if (found == subs_.end()) return say(kWorldName, name, "there is no subroutine \"" + tree_.text(name) + "\"");
  doc_.ops[index].target = found->second;
  const Subroutine& sub = doc_.subroutines[found->second];
  const uint32_t args = fields.node[call_op::kArgs];
  if (args == kNoNode || !expect(args, JsonType::kObject)) return;
  for (uint32_t child = first_of(args); child != kNoNode; child = after(child)) {
    const std::string& id = tree_.key(child);
    if (id == "comment") continue;
    if (id.size() != 1 || id[0] < '0' || id[0] > '7') {
      say(kWorldParam, child, "arguments are keyed by the parameters' ids, 0 to 7");
      continue;
    }
    const bool known = std::any_of(sub.params.begin(), sub.params.end(),
                                   [&](const Parameter& param) { return param.id == id[0] - '0'; });
    if (!known) say(kWorldUnused, child, "subroutine \"" + sub.name + "\" has no parameter " + id + " (any more)");
  }
  for (size_t i = 0; i < sub.params.size(); ++i) {
    const uint32_t node = tree_.member(args, std::to_string(sub.params[i].id));
    if (node == kNoNode) continue;
    charge(node, weight::kArgument);
    Argument argument;
    argument.param = static_cast<uint8_t>(i);
    read_argument(sub.params[i], node, argument);
    Operator& op = doc_.ops[index];
    op.is_animated = op.is_animated || argument.value.function != kNoNode;
    op.arguments.push_back(std::move(argument));
  }
}

/// A literal of the parameter's type, or an animated value of it; anything else is WORLD_PARAM.
void Reader::read_argument(const Parameter& param, uint32_t node, Argument& argument) {
  constexpr Key kKeys[] = {number("float").soft(), integer("int", 0, -kHuge, kHuge).soft(), vec4("vector").soft(),
                           color("color").soft()};
  constexpr const char* kWanted[] = {"a number", "an integer", "four numbers", "three or four numbers", "a string"};
  const size_t before = issues_.size(), errors = errors_;
  if (param.type == ParamType::kText) {
    argument.text = read_text(node, "");
  } else {
    const Key& key = kKeys[static_cast<size_t>(param.type)];
    argument.value.given = true;
    if (tree_.is(node, JsonType::kObject))
      read_animated(key, node, argument.value);
    else
      read_literal(key, node, argument.value);
    if (param.type == ParamType::kFloat || param.type == ParamType::kInt)
      argument.value.literal = glm::dvec4(argument.value.literal.x);
  }
  // A literal of the wrong type is the argument's fault, wherever in it the reader noticed.
  if (errors_ == errors || issues_.size() == before) return;
  const bool plain = !tree_.is(node, JsonType::kObject);
  if (!plain || issues_[before].code != &kWorldType) return;
  issues_.resize(before);
  issue_nodes_.resize(before);
  errors_ = errors;
  say(kWorldParam, node, "parameter \"" + param.name + "\" needs " + kWanted[static_cast<size_t>(param.type)]);
}

void Reader::read_subroutine_heads(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    charge(child, weight::kSubroutine);
    Subroutine sub;
    sub.name = shortened(tree_.key(child));  // one that is too long is quoted by every call
    sub.node = child;
    check_name(child, sub.name);
    if (expect(child, JsonType::kObject)) read_subroutine_head(child, sub);
    // Refused ones as well, so that a call finds what its name stands for.
    subs_.emplace(tree_.key(child), static_cast<uint32_t>(doc_.subroutines.size()));
    doc_.subroutines.push_back(std::move(sub));
  }
}

void Reader::read_subroutine_head(uint32_t node, Subroutine& sub) {
  const Fields fields = read_fields(node, kSubroutineKeys.keys);
  sub.inputs = static_cast<uint32_t>(fields.number(subroutine_key::kInputs));
  sub.root.node = fields.node[subroutine_key::kRoot];
  const uint32_t params = fields.node[subroutine_key::kParams];
  if (params == kNoNode || !expect(params, JsonType::kArray)) return;
  for (uint32_t row = first_of(params); row != kNoNode; row = after(row)) {
    if (sub.params.size() == kMostParams) {
      say(kWorldParam, row, "a subroutine has at most 8 parameters");
      break;
    }
    if (expect(row, JsonType::kObject)) read_param(row, sub);
  }
}

void Reader::read_param(uint32_t node, Subroutine& sub) {
  constexpr Key kDefaults[] = {number("default"), integer("default", 0, -kHuge, kHuge), vec4("default"),
                               color("default")};
  charge(node, weight::kArgument);
  const Fields fields = read_fields(node, kParamKeys.keys);
  Parameter param;
  param.id = static_cast<uint8_t>(fields.number(param_key::kId));
  param.name = shortened(node_text(if_text(fields.node[param_key::kName])));
  param.type = static_cast<ParamType>(fields.number(param_key::kType));
  const auto twice = [&](size_t key) {
    say(kWorldDuplicate, fields.node[key], std::string("another parameter has this ") + kParamKeys.keys[key].name);
  };
  for (const Parameter& known : sub.params) {
    if (fields.has(param_key::kId) && known.id == param.id) twice(param_key::kId);
    if (fields.has(param_key::kName) && known.name == param.name) twice(param_key::kName);
  }
  if (param.type == ParamType::kColor) param.value = glm::dvec4(1);
  if (const uint32_t value = fields.node[param_key::kDefault]; value != kNoNode) {
    if (param.type == ParamType::kText) {
      if (expect(value, JsonType::kString)) param.text = tree_.text(value);
    } else {
      Source source;
      const Key& key = kDefaults[static_cast<size_t>(param.type)];
      if (read_literal(key, value, source)) param.value = source.literal;
    }
  }
  sub.params.push_back(std::move(param));
}

void Reader::read_subroutine_roots() {
  for (uint32_t i = 0; i < doc_.subroutines.size(); ++i) {
    if (doc_.subroutines[i].root.node == kNoNode) continue;
    sub_ = i;
    const Link root = read_link(doc_.subroutines[i].root.node, OpClass::kAny, "root", 1);
    doc_.subroutines[i].root = root;
    sub_ = kNoNode;
  }
}

void Reader::read_specials(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    check_name(child, tree_.key(child));
    charge(child, weight::kLink);
    Special special{shortened(tree_.key(child)), {}};
    special.link.node = child;
    if (tree_.is(child, JsonType::kObject)) {
      const uint32_t kind = if_text(tree_.member(child, "op"));
      const OpRow* row = kind == kNoNode ? nullptr : find_operator(tree_.text(kind));
      if (row != nullptr && row->op_class == OpClass::kWorld) {
        say(kWorldClass, child, std::string("a special is no ") + row->name);
        continue;
      }
      special.link.op = read_operator(child, nullptr, tree_.key(child), OpClass::kWorld, 1);
    } else if (!tree_.is(child, JsonType::kString)) {
      say(kWorldType, child,
          std::string("expected an operator or the name of one, found ") + describe(tree_[child].type));
    }
    doc_.specials.push_back(std::move(special));
  }
}

void Reader::read_table(uint32_t node, OpClass op_class) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  const bool has_usual = op_class == OpClass::kTexture || op_class == OpClass::kMaterial || op_class == OpClass::kMesh;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    check_name(child, tree_.key(child));
    uint32_t op = kNoNode;
    if (op_class == OpClass::kTexture && tree_.is(child, JsonType::kString)) {
      charge(child, weight::kOperator + row_of(OpKind::kTexture).keys.size() * weight::kSource);
      op = static_cast<uint32_t>(doc_.ops.size());
      Operator& texture = doc_.ops.emplace_back();
      texture.kind = OpKind::kTexture;
      texture.node = child;
      texture.name = tree_.key(child);
      texture.word = tree_.text(child);
      texture.first_source = static_cast<uint32_t>(doc_.sources.size());
      for (const Key& key : texture.row().keys) {
        doc_.sources.emplace_back().literal =
            glm::dvec4(key.initial[0], key.initial[1], key.initial[2], key.initial[3]);
      }
      register_name(op_class, tree_.key(child), op, child);
    } else if (expect(child, JsonType::kObject)) {
      op = read_operator(child, has_usual ? class_name(op_class) : nullptr, tree_.key(child), op_class, 1);
    }
    if (op != kNoNode) table_entries_.push_back({op, child, op_class});
  }
}

}  // namespace vitrine::world
