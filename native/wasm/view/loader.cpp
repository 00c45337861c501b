// Loading and posing as view cores do it, instead of session/companions.cpp, scene/full/float_range.cpp and
// play/full/poser_health.cpp: no buffers, material files, skins, second readings or blending, no exact check of large
// numbers, and no report to pay for. The full core opens files that need them.

#include <new>
#include <nlohmann/json.hpp>

#include "base/sentences.h"
#include "formats/beside.h"
#include "play/poser.h"
#include "scene/finite.h"
#include "scene/full/fit_report.h"
#include "scene/full/rebase.h"
#include "scene/sentences.h"
#include "session/load/loader.h"

namespace vitrine {
namespace {

alignas(nlohmann::ordered_json) unsigned char no_info[sizeof(nlohmann::ordered_json)];

}  // namespace

nlohmann::ordered_json* new_info() { return new (no_info) nlohmann::ordered_json; }
void DeleteInfo::operator()(nlohmann::ordered_json*) const {}

Error Loader::fault(const FormatRow&, const Error& error, std::span<const uint8_t>) { return error; }
bool Loader::is_another_kind(const File&) { return false; }
bool Loader::is_stood_in_for(const File&) { return false; }
bool Loader::tell_unread_image() { return false; }
void Loader::say_unrecognised(const File&) { diagnostics_.add(messages::kUnrecognised, 0, {""}); }
bool Loader::recognise_buffers() { return false; }
void Loader::read_action_lists() {}
ActionList* Loader::action_list_for(size_t) { return nullptr; }
/// A few files, each moved to its place.
std::vector<AddedFile> Loader::files_of_drop() const {
  std::vector<AddedFile> out;
  for (const File& file : files_) {
    if (file.bytes.empty()) continue;
    out.push_back({file.name, file.bytes});
    for (size_t i = out.size() - 1; i > 0 && comes_before(base_name(out[i].name), base_name(out[i - 1].name)); --i)
      std::swap(out[i], out[i - 1]);
  }
  return out;
}
Status Loader::charge_look(const FormatRow&) { return ok_status(); }
void Loader::forget_charges() {}
bool Loader::has_loaded_materials() const { return false; }
void Loader::sort_materials(std::vector<size_t>&) const {}
void Loader::read_otherwise_from(size_t, File&) {}
void Loader::pay_for_found() {}
void Loader::check_skin() {}
void Loader::tell_idle_actions() {}
/// Actions of several models are for the full core.
void Loader::share() {
  uint32_t models = 0;
  for (const File& file : files_) models += file.opened && file.row->role == FileRole::kModel;
  if (models > 1 && !scene_.clips.empty()) diagnostics_.add(Error{messages::kFitBeyondFloat, kNoOffset});
}

void Poser::add_blend() {}

// Joints with other parents and actions that fit nothing are rare.
Result<std::vector<Transform>> derived_transforms(const Limits&, Budget&, const TrackRows&, const Scene&,
                                                  const std::vector<Derived>&) {
  return Error{messages::kFitBeyondFloat, kNoOffset};
}
void describe_fit(const Scene&, const Skeleton&, const std::vector<FitTrack>&, nlohmann::ordered_json&) {}
void report_fit(Diagnostics&, const Scene&, const Skeleton&, const std::vector<FitTrack>&, bool) {}
Status report_misfit(Diagnostics&, const std::vector<Skeleton>&, const Misfit&, uint64_t, Clip&) {
  return Error{messages::kFitBeyondFloat, kNoOffset};
}

bool positions_fit(const Mesh&, const glm::dmat4&) { return false; }
bool influences_fit(const Mesh&, const Skin&, const std::vector<glm::dmat4>&) { return false; }

}  // namespace vitrine
