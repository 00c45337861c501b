#include <cmath>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/asset.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
namespace {

const Json kEmptyArray = Json::array();

/// Whole numbers may be written 8.0 or 1e2.
std::optional<uint64_t> as_whole(const Json& value) {
  if (value.is_number_unsigned()) return value.get<uint64_t>();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  if (!(number >= 0 && number <= 9007199254740992.0) || number != std::floor(number)) return {};
  return static_cast<uint64_t>(number);
}

}  // namespace

const Json* Object::find(const char* key) const {
  if (!asset_->ok()) return nullptr;
  const auto found = json_->find(key);
  return found == json_->end() ? nullptr : &*found;
}

void Object::wrong_kind(const char* key, const char* expected) const {
  const auto found = json_->find(key);
  asset_->fail(messages::kWrongKind, at(key), {key, expected, found->type_name()});
}

uint64_t Object::whole(const char* key, uint64_t otherwise) const {
  const Json* value = find(key);
  if (value == nullptr) return otherwise;
  if (const auto number = as_whole(*value)) return *number;
  wrong_kind(key, "a whole number from 0");
  return otherwise;
}

uint64_t Object::required_whole(const char* key) const {
  if (asset_->ok() && !has(key)) asset_->fail(messages::kRequired, at(key), {key});
  return whole(key, 0);
}

uint32_t Object::index(const char* key, const char* list) const {
  if (find(key) == nullptr) return kNone;
  const uint64_t number = whole(key, 0);
  if (!asset_->ok()) return kNone;
  const size_t size = asset_->size(list);
  if (number < size) return static_cast<uint32_t>(number);
  asset_->fail(messages::kNoSuchElement, at(key), {key, number, list, size});
  return kNone;
}

double Object::number(const char* key, double otherwise) const {
  const Json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_number()) return value->get<double>();
  wrong_kind(key, "a number");
  return otherwise;
}

bool Object::numbers(const char* key, std::span<double> out) const {
  const Json* value = find(key);
  if (value == nullptr) return false;
  bool fits = value->is_array() && value->size() == out.size();
  for (size_t i = 0; fits && i < out.size(); ++i) {
    fits = (*value)[i].is_number();
    if (fits) out[i] = (*value)[i].get<double>();
  }
  if (!fits) asset_->fail(messages::kNumbersExpected, at(key), {key, out.size()});
  return fits;
}

bool Object::flag(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) {
    wrong_kind(key, "true or false");
    return false;
  }
  return value->get<bool>();
}

std::string Object::text(const char* key, const char* otherwise) const {
  const Json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  wrong_kind(key, "a text");
  return otherwise;
}

std::optional<Object> Object::object(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return {};
  if (value->is_object()) return Object(*asset_, *value, at(key));
  wrong_kind(key, "an object");
  return {};
}

const Json& Object::array(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return kEmptyArray;
  if (value->is_array()) return *value;
  wrong_kind(key, "an array");
  return kEmptyArray;
}

std::vector<Object> Object::objects(const char* key) const {
  std::vector<Object> out;
  const Json& list = array(key);
  for (size_t i = 0; i < list.size(); ++i) {
    std::string pointer = at(key) + "/" + std::to_string(i);
    if (!list[i].is_object()) {
      asset_->fail(messages::kElementNoObject, std::move(pointer), {key});
      return {};
    }
    out.emplace_back(*asset_, list[i], std::move(pointer));
  }
  return out;
}

std::vector<uint32_t> Object::indices(const char* key, const char* list) const {
  std::vector<uint32_t> out;
  const Json& numbers = array(key);
  const size_t size = asset_->size(list);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto number = as_whole(numbers[i]);
    if (number && *number < size) {
      out.push_back(static_cast<uint32_t>(*number));
      continue;
    }
    std::string pointer = at(key) + "/" + std::to_string(i);
    if (number)
      asset_->fail(messages::kNamesNoElement, std::move(pointer), {*number, list, size});
    else
      asset_->fail(messages::kNoWholeNumber, std::move(pointer), {key});
    return {};
  }
  return out;
}

std::optional<Object> Object::extension(const char* name) const {
  const auto all = object("extensions");
  return all ? all->object(name) : std::nullopt;
}

}  // namespace vitrine::gltf
