// Changing a document that is being played, and playing it again from its start.

#include <algorithm>
#include <cmath>
#include <new>

#include "world/graph/change.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"
#include "world/session/document.h"

namespace vitrine {
namespace {

constexpr uint64_t kMostFrames = 1'000'000;  // of a replay: four and a half hours
constexpr double kSameTime = 1e-9;
constexpr size_t kMostViews = 300'000;  // remembered: over an hour on foot

/// Frames up to a time: the ticks, and the time itself where it is none.
uint64_t frames_until(double time_s) {
  const double ticks = std::floor(time_s * WorldSession::kTicks + 1e-6);
  if (!(ticks < static_cast<double>(kMostFrames))) return kMostFrames + 1;
  const bool is_tick = time_s - ticks / WorldSession::kTicks < kSameTime;
  return static_cast<uint64_t>(ticks) + (is_tick ? 1 : 2);
}

/// What reading the text again would give.
world::ReadResult read_again(const WorldParts& parts) {
  world::ReadResult read{parts.world->newest(), parts.reading};
  read.document->cells.resize(read.document->written_cells);  // a world adds those of meshes
  return read;
}

world::Issue issue_of(const Error& error) { return {error.code(), error.path(), error.message()}; }

}  // namespace

void WorldSession::remember_view(double time_s, const std::optional<world::CameraOverride>& camera, double aspect) {
  while (!views_.empty() && views_.back().since_s >= time_s) views_.pop_back();
  const auto same = [&](const View& view) {
    if (view.aspect != aspect || view.camera.has_value() != camera.has_value()) return false;
    return !camera ||
           (view.camera->at == camera->at && view.camera->dir == camera->dir && view.camera->up == camera->up);
  };
  if (!views_.empty() && same(views_.back())) return;
  if (views_.size() == kMostViews) views_.erase(views_.begin(), views_.begin() + kMostViews / 2);
  views_.push_back({time_s, camera, aspect});
}

const WorldSession::View& WorldSession::view_at(double time_s) const {
  static const View kOwn;
  const auto after = std::upper_bound(views_.begin(), views_.end(), time_s + kSameTime,
                                      [](double time, const View& view) { return time < view.since_s; });
  // Times before the first frame show that frame.
  if (after == views_.begin()) return views_.empty() ? kOwn : views_.front();
  return *(after - 1);
}

Result<std::string> WorldSession::text_of_change(std::string_view pointer, std::string_view value) const {
  const WorldParts& parts = edited();
  return world::change_text(parts.text, parts.world->newest().tree, pointer, value);
}

std::vector<std::string> WorldSession::files_of_text(Result<std::string> text) {
  if (!text) prepared_.reset();
  if (!text) return {};
  if (!prepared_ || prepared_->text != *text) {
    prepared_.reset();
    world::ReadResult read = read_world(*text, limits_);
    prepared_ = {std::move(*text), std::move(read)};
  }
  if (!prepared_->read.document) return {};
  std::vector<std::string> names = files_of(*prepared_->read.document);
  const std::vector<std::string> known = files_of(parts_.world->document());
  std::erase_if(names,
                [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); });
  return names;
}

std::vector<std::string> WorldSession::files_of_edit(std::span<const world::Splice> splices) try {
  return files_of_text(world::splice_text(text(), splices));
} catch (const std::bad_alloc&) {
  return {};  // `edit` will say so
}

std::vector<std::string> WorldSession::images_of_edit() const {
  return prepared_ && prepared_->read.document ? world_images(*prepared_->read.document) : std::vector<std::string>();
}

std::vector<std::string> WorldSession::files_of_change(std::string_view pointer, std::string_view value) try {
  return files_of_text(text_of_change(pointer, value));
} catch (const std::bad_alloc&) {
  return {};  // `set` will say so
}

WorldChange WorldSession::edit(std::span<const world::Splice> splices, bool is_loose, const WorldFiles& files) try {
  return edit_text(world::splice_text(text(), splices), is_loose, files);
} catch (const std::bad_alloc&) {
  return refuse({{&kOutOfMemory, std::string(), kOutOfMemory.help}});
}

WorldChange WorldSession::set(std::string_view pointer, std::string_view value, const WorldFiles& files) try {
  return edit_text(text_of_change(pointer, value), false, files);
} catch (const std::bad_alloc&) {
  return refuse({{&kOutOfMemory, std::string(), kOutOfMemory.help}});
}

WorldChange WorldSession::refuse(std::vector<world::Issue> issues) {
  change_issues_ = std::move(issues);
  return WorldChange::kRefused;
}

WorldChange WorldSession::refuse_splices() {
  return refuse({issue_of(Error{world::messages::kSpliceShape, kNoOffset})});
}

WorldChange WorldSession::edit_text(Result<std::string> text, bool is_loose, const WorldFiles& files) {
  change_issues_.clear();
  std::optional<Prepared> prepared = std::move(prepared_);
  prepared_.reset();
  if (!text) return refuse({issue_of(text.error())});
  world::ReadResult read = prepared && prepared->text == *text ? std::move(prepared->read) : read_world(*text, limits_);
  if (!read.document) return refuse(std::move(read.issues));
  return take(std::move(*text), std::move(read), is_loose, files);
}

WorldChange WorldSession::take(std::string text, world::ReadResult read, bool is_loose, const WorldFiles& files) {
  const double now = parts_.world->frame().time, until_s = is_replaying() ? replay_->until_s : now;
  if (until_s == now && adopt(parts_, text, read, is_loose)) {
    replay_.reset();
    return WorldChange::kTaken;
  }
  // While something is dragged, a replay that is under way need not begin again for each step.
  if (is_loose && is_replaying() && adopt(replay_->parts, text, read, true)) {
    replay_->is_changed = true;
    return WorldChange::kReplays;
  }
  WorldParts parts = open_world(std::move(text), std::move(read), files, limits_, &parts_);
  if (parts.world == nullptr) return refuse(std::move(parts.issues));
  if (views_.empty() && !is_replaying()) {  // nothing has been played yet
    parts.take_models(parts_);
    tables_.reset();
    parts_ = std::move(parts);
    return WorldChange::kTaken;
  }
  return start_replay(std::move(parts), true, until_s) ? WorldChange::kReplays : WorldChange::kRefused;
}

/// Gives the world of `parts` the document without a replay, where that may be.
bool WorldSession::adopt(WorldParts& parts, const std::string& text, world::ReadResult& read, bool is_loose) {
  const world::Difference difference = world::difference(parts.world->document(), *read.document);
  if (difference == world::Difference::kStructure) return false;
  const bool is_exact = difference == world::Difference::kEachFrame;
  if (!is_loose && (!is_exact || parts.is_approximate)) return false;
  std::vector<world::Issue> issues = issues_of(read.issues, parts, *read.document);
  std::string copy = text;
  if (!is_exact || !parts.world->adopt(*read.document, false)) {
    if (!is_loose || !parts.world->adopt(*read.document, true)) return false;
    parts.is_approximate = true;
  }
  parts.text = std::move(copy);
  parts.next_issues = std::move(issues);
  parts.reading = std::move(read.issues);
  return true;
}

bool WorldSession::seek(double time_s, const WorldFiles& files) {
  try {
    change_issues_.clear();
    const bool is_changed = is_replaying() && replay_->is_changed;
    WorldParts parts = open_world(edited().text, read_again(edited()), files, limits_, &parts_);
    return start_replay(std::move(parts), is_changed, time_s);
  } catch (const std::bad_alloc&) {
    refuse({{&kOutOfMemory, std::string(), kOutOfMemory.help}});
    return false;
  }
}

bool WorldSession::start_replay(WorldParts parts, bool is_changed, double until_s) {
  const uint64_t frames = frames_until(until_s);
  if (frames > kMostFrames) {
    refuse({{&world::kWorldLimit, "", "to play the document again takes more than a million frames"}});
    return false;
  }
  auto replay = std::make_unique<Replay>();
  *replay = {std::move(parts), is_changed, until_s, {0, frames}};
  replay_ = std::move(replay);
  return true;
}

WorldProgress WorldSession::replay(uint64_t frames) {
  if (replay_ == nullptr) return {};
  try {
    WorldProgress& progress = replay_->progress;
    for (; frames != 0 && progress.done < progress.total; --frames, ++progress.done) {
      const double time_s = std::min(static_cast<double>(progress.done) / kTicks, replay_->until_s);
      const View& view = view_at(time_s);
      if (notes_states_ && progress.done + 1 == progress.total) replay_->parts.world->note_states();
      const auto frame = replay_->parts.world->evaluate(time_s, view.camera, view.aspect);
      if (frame) continue;
      refuse({issue_of(frame.error())});
      replay_.reset();
      return {};
    }
    const WorldProgress now = progress;
    if (now.done == now.total) finish_replay();
    return now;
  } catch (const std::bad_alloc&) {
    replay_.reset();
    refuse({{&kOutOfMemory, std::string(), kOutOfMemory.help}});
    return {};
  }
}

void WorldSession::finish_replay() {
  replay_->parts.take_models(parts_);
  tables_.reset();
  parts_ = std::move(replay_->parts);
  parts_.take_issues();
  meshes_ = {};
  volumes_.forget();
  evaluated_ = true;
  replay_.reset();
}

void WorldSession::end_replay() { replay_.reset(); }

}  // namespace vitrine
