#include "formats/framegroups/full/json_list.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "base/whole_json.h"
#include "formats/framegroups/sentences.h"

namespace vitrine::framegroups {
namespace {

using nlohmann::json;

constexpr double kRateOfJson = 20, kRateOfNone = 10;  // FTE's
constexpr size_t kMostFrames = 256, kMostName = 255;
constexpr uint64_t kBytesOfValue = 64;  ///< what a byte of the text may become
constexpr double kLargest = 1e9;

/// Where the text stops being JSON.
struct FaultFinder : nlohmann::json_sax<json> {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    offset = position == 0 ? 0 : position - 1;
    return false;
  }
  uint64_t offset = 0;
};

/// Where the objects of the list begin: those two brackets deep behind its name.
std::vector<uint64_t> places_of_groups(std::string_view text) {
  constexpr std::string_view kList = "\"framegroups\"";
  std::vector<uint64_t> out;
  int depth = 0;
  bool in_list = false, named = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      if (depth == 1) named = text.substr(i).starts_with(kList);
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '{' || c == '[') {
      if (depth == 1) in_list = named && c == '[';
      if (depth == 2 && in_list) out.push_back(i);
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 1) {
      named = false;
    } else if (depth == 2 && in_list && c != ',' && static_cast<unsigned char>(c) > ' ') {
      if (text[i - 1] == ',' || text[i - 1] == '[' || static_cast<unsigned char>(text[i - 1]) <= ' ') out.push_back(i);
    }
  }
  return out;
}

double number_in(const json& group, const char* name, double otherwise) {
  const auto found = group.find(name);
  if (found == group.end()) return otherwise;
  if (found->is_boolean()) return found->get<bool>() ? 1 : 0;
  if (!found->is_number()) return otherwise;
  const auto value = found->get<double>();
  return std::isfinite(value) ? std::clamp(value, -kLargest, kLargest) : otherwise;
}

}  // namespace

bool begins_as_json(std::span<const uint8_t> bytes) {
  const auto first = std::find_if(bytes.begin(), bytes.end(), [](uint8_t c) { return c > ' '; });
  return first != bytes.end() && *first == '{';
}

Result<std::vector<ListedAction>> read_json_list(std::span<const uint8_t> bytes, Budget& budget,
                                                 Diagnostics* diagnostics) {
  std::vector<ListedAction> actions;
  const auto warn = [&](const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    if (diagnostics != nullptr) diagnostics->add(sentence, offset, arguments);
  };
  VITRINE_CHECK(budget.charge(bytes.size(), kBytesOfValue));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const json root = parse_whole_json<json>(text);
  if (root.is_discarded()) {
    FaultFinder finder;
    json::sax_parse(text.substr(0, nul_in_json(text)), &finder);
    warn(messages::kNotJson, std::min<uint64_t>(finder.offset, bytes.size()));
    return actions;
  }
  const auto groups = root.find("framegroups");
  if (groups == root.end() || !groups->is_array()) {
    warn(messages::kGroupsExpected, 0);
    return actions;
  }
  const std::vector<uint64_t> places = places_of_groups(text);
  for (size_t i = 0; i < groups->size(); ++i) {
    const json& group = (*groups)[i];
    ListedAction action;
    action.offset = places.size() == groups->size() ? places[i] : 0;
    action.first = static_cast<int64_t>(number_in(group, "firstpose", 0));
    action.count = static_cast<int64_t>(number_in(group, "numposes", 1));
    if (const auto poses = group.find("poses"); poses != group.end() && poses->is_array()) {
      for (size_t k = 0; k < std::min(poses->size(), kMostFrames); ++k) {
        const json& pose = (*poses)[k];
        const double frame = pose.is_number() ? pose.get<double>() : 0;
        action.frames.push_back(frame > 0 && frame < kLargest ? static_cast<uint32_t>(frame) : 0);
      }
      if (!action.frames.empty()) action.count = static_cast<int64_t>(action.frames.size());
    }
    action.rate = number_in(group, "fps", kRateOfJson);
    if (action.rate <= 0) {
      warn(messages::kRateExpected, action.offset, {std::to_string(action.rate), kRateOfNone});
      action.rate = kRateOfNone;
    }
    action.loop = number_in(group, "loop", 0) != 0;
    const auto name = group.find("name");
    action.name = name != group.end() && name->is_string() ? name->get_ref<const std::string&>().substr(0, kMostName)
                                                           : "groupified_" + std::to_string(i) + "_anim";
    if (action.count <= 0) {
      warn(messages::kNoFrames, action.offset, {i, action.count});
      action.count = 1;
    }
    VITRINE_CHECK(budget.charge(1, sizeof(ListedAction) + action.name.size(), action.offset));
    VITRINE_CHECK(budget.charge(action.frames.size(), sizeof(uint32_t), action.offset));
    actions.push_back(std::move(action));
  }
  return actions;
}

}  // namespace vitrine::framegroups
