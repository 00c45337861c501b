// Linear blend skinning on numbers given as JSON: `vitrine skin`.

#include <charconv>
#include <cmath>
#include <map>
#include <new>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/whole_json.h"
#include "session/document.h"
#include "skin/codes.h"
#include "skin/linear_blend.h"
#include "skin/sentences.h"

namespace vitrine {
namespace {

using Input = nlohmann::json;  // sorted keys: finding one among many stays cheap whatever the input

Error bad(const std::string& path, const Sentence& sentence, Arguments arguments = {}) {
  return {sentence, kNoOffset, arguments, {"{}", {path}}};
}
std::string indexed(const std::string& path, size_t index) { return path + "[" + std::to_string(index) + "]"; }

Result<double> read_number(const Input& value, const std::string& path) {
  if (!value.is_number()) return bad(path, skin::messages::kExpectedNumber, {value.type_name()});
  return value.get<double>();
}

Result<const Input*> read_list(const Input& parent, const char* key, const std::string& path, size_t limit) {
  const auto item = parent.find(key);
  const std::string name = path.empty() ? key : path + "." + key;
  if (item == parent.end()) return bad(name, skin::messages::kExpectedList, {"nothing"});
  if (!item->is_array()) return bad(name, skin::messages::kExpectedList, {item->type_name()});
  if (item->size() > limit) return bad(name, skin::messages::kTooManyElements, {limit, item->size()});
  return &*item;
}

Result<uint32_t> read_joint_name(const std::string& name) {
  uint32_t joint = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), joint);
  const bool canonical = name == "0" || (!name.empty() && name[0] != '0');
  if (error != std::errc() || end != name.data() + name.size() || !canonical)
    return bad("matrices", skin::messages::kBadJoint);
  return joint;
}

Result<glm::dmat4> read_matrix(const Input& value, const std::string& path, skin::SeedConvention convention) {
  if (!value.is_array() || value.size() != 4) return bad(path, skin::messages::kExpectedMatrix);
  double lists[4][4];
  for (size_t i = 0; i < 4; ++i) {
    if (!value[i].is_array() || value[i].size() != 4) return bad(indexed(path, i), skin::messages::kExpectedRow);
    for (size_t j = 0; j < 4; ++j) {
      VITRINE_TRY(lists[i][j], read_number(value[i][j], indexed(indexed(path, i), j)));
    }
  }
  return skin::seed_matrix(lists, convention);
}

Result<skin::SeedVertex> read_vertex(const Input& value, const std::string& path, const Limits& limits) {
  if (!value.is_object()) return bad(path, skin::messages::kExpectedObject, {value.type_name()});
  skin::SeedVertex vertex;
  VITRINE_TRY(const Input* position, read_list(value, "position", path, 3));
  if (position->size() != 3) return bad(path + ".position", skin::messages::kExpectedPosition);
  for (int i = 0; i < 3; ++i) {
    VITRINE_TRY(vertex.position[i], read_number((*position)[size_t(i)], indexed(path + ".position", size_t(i))));
  }
  VITRINE_TRY(const Input* joints, read_list(value, "joints", path, limits.influences_per_vertex));
  VITRINE_TRY(const Input* weights, read_list(value, "weights", path, limits.influences_per_vertex));
  if (joints->size() != weights->size())
    return bad(path + ".weights", skin::messages::kWeightCount, {joints->size(), weights->size()});
  for (size_t i = 0; i < joints->size(); ++i) {
    const Input& joint = (*joints)[i];
    if (!joint.is_number_unsigned() || joint.get<uint64_t>() > 0xFFFFFFFFu)
      return bad(indexed(path + ".joints", i), skin::messages::kExpectedJoint);
    vertex.joints.push_back(uint32_t(joint.get<uint64_t>()));
    VITRINE_TRY(const double weight, read_number((*weights)[i], indexed(path + ".weights", i)));
    vertex.weights.push_back(weight);
  }
  return vertex;
}

Result<std::string> run(std::string_view text) {
  const Limits limits;
  if (text.size() > limits.input_bytes) return Error{skin::messages::kInputLarger, kNoOffset};
  const Input root = parse_whole_json<Input>(text);
  if (root.is_discarded()) return bad("", skin::messages::kExpectedJson);
  if (!root.is_object()) return bad("", skin::messages::kExpectedObject, {root.type_name()});

  const auto convention_item = root.find("convention");
  const Input convention = convention_item == root.end() ? Input() : *convention_item;
  if (convention != "row" && convention != "column") return bad("convention", skin::messages::kExpectedConvention);
  const auto kind = convention == "row" ? skin::SeedConvention::kRow : skin::SeedConvention::kColumn;

  const auto matrices_item = root.find("matrices");
  if (matrices_item == root.end() || !matrices_item->is_object())
    return bad("matrices", skin::messages::kExpectedMatrices);
  std::map<uint32_t, glm::dmat4> matrices;
  for (const auto& [name, value] : matrices_item->items()) {
    VITRINE_TRY(const uint32_t joint, read_joint_name(name));
    VITRINE_TRY(matrices[joint], read_matrix(value, "matrices." + name, kind));
  }

  VITRINE_TRY(const Input* list, read_list(root, "vertices", {}, limits.vertices));
  std::vector<skin::SeedVertex> vertices;
  for (size_t i = 0; i < list->size(); ++i) {
    VITRINE_TRY(skin::SeedVertex vertex, read_vertex((*list)[i], indexed("vertices", i), limits));
    vertices.push_back(std::move(vertex));
  }

  VITRINE_TRY(const auto positions, skin::seed_skin(matrices, vertices));
  Json out = Json::array();
  for (size_t i = 0; i < positions.size(); ++i) {
    const glm::dvec4& p = positions[i];
    if (!std::isfinite(p.x + p.y + p.z + p.w))
      return Error{skin::messages::kSumNotFinite, kNoOffset, {}, {"vertices[{}]", {i}}};
    out.push_back(Json::array({p.x, p.y, p.z, p.w}));
  }
  Json result = Json::object();
  result["positions"] = std::move(out);
  return json_text(result);
}

}  // namespace

Result<std::string> skin_json(std::string_view text) {
  try {
    return run(text);
  } catch (const std::bad_alloc&) {
    return Error{skin::messages::kNoRoomForInput, kNoOffset};
  }
}

}  // namespace vitrine
