// Actions by the names of frames: a name without its number is a stem, and frames with one stem that follow one another
// are an action. Games number families of actions in hundreds: pain101, pain102, pain201.

#include <algorithm>

#include "formats/quake/build.h"

namespace vitrine::quake {
namespace {

constexpr uint64_t kNoNumber = ~uint64_t{0};

struct Stem {
  std::string_view text;
  uint64_t number = kNoNumber;
};

Stem stem_of(std::string_view name) {
  const size_t digits = name.find_last_not_of("0123456789") + 1;  // npos + 1 = 0
  Stem out{name.substr(0, digits), kNoNumber};
  if (digits < name.size()) {
    out.number = 0;
    for (const char c : name.substr(digits)) out.number = out.number * 10 + static_cast<uint64_t>(c - '0');
  }
  out.text = out.text.substr(0, out.text.find_last_not_of(" _-.") + 1);
  return out;
}

bool begins_family(const Stem& stem) { return stem.number != kNoNumber && stem.number > 100 && stem.number % 100 == 1; }

bool goes_on(const Stem& last, const Stem& stem) {
  if (stem.text != last.text || stem.number == kNoNumber || last.number == kNoNumber) return false;
  return stem.number > last.number && (stem.number == last.number + 1 || !begins_family(stem));
}

/// Exporters of MD3 give all frames one name, `(from 3DSMax)`, which says nothing of actions.
bool are_nameless(const RawModel& raw) {
  const std::string& name = raw.frames.front().name;
  return raw.kind == Kind::kMd3 && raw.frames.size() > 1 && stem_of(name).number == kNoNumber &&
         std::all_of(raw.frames.begin(), raw.frames.end(), [&](const RawFrame& frame) { return frame.name == name; });
}

}  // namespace

std::vector<Action> actions_of(const RawModel& raw) {
  if (!raw.listed.empty()) {
    std::vector<Action> listed;
    for (const TakenAction& taken : raw.listed)
      listed.push_back(
          {taken.row->name, taken.frames.front(), static_cast<uint32_t>(taken.frames.size()), nullptr, &taken});
    return listed;
  }
  if (are_nameless(raw)) return {{"frames", 0, static_cast<uint32_t>(raw.frames.size()), nullptr}};
  std::vector<Action> out;
  Stem last;
  bool is_open = false;
  for (const RawEntry& entry : raw.entries) {
    const std::string_view name = raw.frames[entry.first].name;
    const Stem stem = stem_of(name);
    if (!entry.ends_s.empty()) {
      out.push_back({std::string(stem.text.empty() ? name : stem.text), entry.first, entry.count, &entry});
      is_open = false;
      continue;
    }
    if (is_open && goes_on(last, stem)) {
      ++out.back().count;
    } else {
      std::string family(stem.text);
      if (begins_family(stem)) family += std::to_string(stem.number / 100);
      out.push_back({family.empty() ? "frames" : std::move(family), entry.first, 1, nullptr});
    }
    last = stem;
    is_open = true;
  }
  for (Action& action : out) {
    const std::string& name = raw.frames[action.first].name;
    if (action.count == 1 && action.group == nullptr && !name.empty()) action.name = name;
  }
  return out;
}

}  // namespace vitrine::quake
