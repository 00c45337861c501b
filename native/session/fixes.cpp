#include "session/fixes.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/utf8.h"
#include "formats/details.h"
#include "session/file_patch.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

/// More than anybody reads: counts before and after must be whole.
constexpr uint64_t kAllMessages = 1 << 20;

Fixes fixes_of(const FormatRow& row, std::span<const uint8_t> bytes) {
  if (row.details->fixes == nullptr) return {};
  Fixes found = row.details->fixes(bytes, row);
  std::erase_if(found, [](const Fix& fix) { return fix.edits.empty() || !fix.is_consistent(); });
  return found;
}

bool is_named(std::string_view name, std::string_view wanted) {
  return name == wanted || to_utf8(std::string(name)) == wanted;
}

/// Messages by file and code, of all files opened together.
using Counts = std::map<std::pair<std::string, std::string>, uint64_t>;
struct Opened {
  Counts counts;
  std::set<std::pair<std::string, std::string>> errors;  ///< those of them that are errors
  bool opens = false;                                    ///< the file in question
};
Opened open_with(const Loader& loader, size_t which, const std::vector<uint8_t>* bytes) {
  Limits limits = loader.limits();
  limits.messages = kAllMessages;
  Loader again(limits, loader.options());
  const auto files = loader.files();
  for (size_t i = 0; i < files.size(); ++i) {
    if (i == which && bytes != nullptr)
      again.add_file(std::string(files[i].name), *bytes);
    else if (files[i].bytes.empty())
      again.offer(std::string(files[i].name), 0);
    else
      again.add_file(std::string(files[i].name), std::vector<uint8_t>(files[i].bytes.begin(), files[i].bytes.end()));
  }
  again.load();
  Opened out;
  for (const Message& message : again.diagnostics().messages()) {
    ++out.counts[{message.source, message.code->id}];
    if (message.severity == Severity::kError) out.errors.insert({message.source, message.code->id});
  }
  out.opens = again.open_file(static_cast<uint32_t>(which)).has_value();
  return out;
}

uint64_t count_of(const Opened& opened, std::string_view file, std::string_view code) {
  const auto found = opened.counts.find({std::string(file), std::string(code)});
  return found == opened.counts.end() ? 0 : found->second;
}

/// A repair that helps: its own fault was there and is gone, no other arose, and what opened does so still. Where
/// nothing could be read before, the fault may not have been reached, and warnings may come to light.
bool helps(const Opened& before, const Opened& after, std::string_view file, std::string_view code) {
  if (before.opens && (!after.opens || count_of(before, file, code) == 0)) return false;
  if (count_of(after, file, code) != 0) return false;
  return std::all_of(after.counts.begin(), after.counts.end(), [&](const auto& entry) {
    if (!before.opens && !after.errors.contains(entry.first)) return true;
    const auto was = before.counts.find(entry.first);
    return was != before.counts.end() && entry.second <= was->second;
  });
}

Json check(const Loader& loader, size_t which, const std::vector<uint8_t>& patched,
           const std::set<std::string>& wanted) {
  const Opened before = open_with(loader, which, nullptr), after = open_with(loader, which, &patched);
  const std::string name(loader.files()[which].name);
  Json gone = Json::array(), left = Json::array(), arose = Json::array();
  for (const std::string& code : wanted) {
    const auto still = after.counts.find({name, code});
    (still == after.counts.end() ? gone : left).push_back(code);
  }
  for (const auto& [place, count] : after.counts) {
    const auto was = before.counts.find(place);
    const uint64_t more = count - std::min(count, was == before.counts.end() ? 0 : was->second);
    if (more != 0) arose.push_back({{"file", to_utf8(place.first)}, {"code", place.second}, {"count", more}});
  }
  return {{"opens", after.opens}, {"gone", gone}, {"left", left}, {"arose", arose}};
}

}  // namespace

Json fixes_json(const Loader& loader) {
  Json out = Json::array();
  size_t place = 0;
  for (const Loader::OpenFile& file : loader.files()) {
    const size_t which = place++;
    if (file.row == nullptr || file.bytes.empty()) continue;
    const Fixes found = fixes_of(*file.row, file.bytes);
    if (found.empty()) continue;
    const Opened before = open_with(loader, which, nullptr);
    for (const Fix& fix : found) {
      PatchedFile alone(file.bytes);
      alone.apply(fix.edits);
      if (!helps(before, open_with(loader, which, &alone.bytes()), file.name, fix.code)) continue;
      out.push_back({{"file", to_utf8(std::string(file.name))},
                     {"code", fix.code},
                     {"title", fix.title},
                     {"changes", fix.edits.size()}});
    }
  }
  return out;
}

Json patch_json(const Loader& loader, std::string_view name, const Json& codes, std::vector<uint8_t>& patched) {
  patched.clear();
  const auto files = loader.files();
  const auto found = std::find_if(files.rbegin(), files.rend(), [&](const Loader::OpenFile& file) {
    return file.row != nullptr && !file.bytes.empty() && is_named(file.name, name);
  });
  if (found == files.rend() || !codes.is_array()) return nullptr;
  const Loader::OpenFile& file = *found;
  const auto which = static_cast<size_t>(files.rend() - found - 1);
  PatchedFile result(file.bytes);
  Opened now = open_with(loader, which, nullptr);
  std::set<std::string> done;
  uint64_t changes = 0;
  for (const Json& code : codes) {
    if (!code.is_string() || done.contains(code.get<std::string>())) continue;
    // Each starts from what the ones before it left.
    for (const Fix& fix : fixes_of(*file.row, result.bytes())) {
      if (code.get<std::string>() != fix.code) continue;
      PatchedFile next = result;
      next.apply(fix.edits);
      Opened then = open_with(loader, which, &next.bytes());
      if (!helps(now, then, file.name, fix.code)) break;
      result = std::move(next), now = std::move(then);
      changes += fix.edits.size();
      done.insert(fix.code);
      break;
    }
  }
  if (done.empty() || !now.opens) return nullptr;
  patched = result.bytes();
  return {{"file", to_utf8(std::string(file.name))},
          {"text", file.row->text},
          {"fixed", done},
          {"changes", changes},
          {"bytesBefore", file.bytes.size()},
          {"bytesAfter", patched.size()},
          {"diff", file.row->text ? text_diff(file.bytes, result) : binary_diff(file.bytes, result, *file.row)},
          {"check", check(loader, which, patched, done)}};
}

}  // namespace vitrine
