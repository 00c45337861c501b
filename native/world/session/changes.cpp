// Changing a document that is being played, and playing it again from its start.

#include <algorithm>
#include <cmath>
#include <new>

#include "world/graph/change.h"
#include "world/graph/codes.h"
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

std::vector<std::string> WorldSession::files_of_change(std::string_view pointer, std::string_view value) const try {
  const auto tree = world::JsonTree::parse(parts_.text);
  if (!tree) return {};
  const auto text = world::change_text(parts_.text, *tree, pointer, value);
  if (!text) return {};
  std::vector<std::string> names = world_files(*text);
  const std::vector<std::string> known = world_files(parts_.text);
  std::erase_if(names,
                [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); });
  return names;
} catch (const std::bad_alloc&) {
  return {};  // `set` will say so
}

WorldChange WorldSession::set(std::string_view pointer, std::string_view value, const WorldFiles& files) {
  try {
    change_issues_.clear();
    return change(pointer, value, files);
  } catch (const std::bad_alloc&) {
    return refuse({{&kOutOfMemory, std::string(), kOutOfMemory.help}});
  }
}

WorldChange WorldSession::refuse(std::vector<world::Issue> issues) {
  change_issues_ = std::move(issues);
  return WorldChange::kRefused;
}

WorldChange WorldSession::change(std::string_view pointer, std::string_view value, const WorldFiles& files) {
  // A change during a replay is one of the text that is being replayed.
  const bool was_changed = is_replaying() && replay_->is_changed;
  const WorldParts& base = was_changed ? replay_->parts : parts_;
  const auto tree = world::JsonTree::parse(base.text);
  if (!tree) return refuse({issue_of(tree.error())});
  auto text = world::change_text(base.text, *tree, pointer, value);
  if (!text) return refuse({issue_of(text.error())});
  const double now = parts_.world->frame().time, until_s = is_replaying() ? replay_->until_s : now;
  if (!was_changed && text->size() <= limits_.input_bytes) {
    world::ReadResult read = world::read(*text);
    if (!read.document) return refuse(std::move(read.issues));
    if (world::is_read_each_frame(*read.document, pointer)) {
      std::vector<world::Issue> issues = issues_of(std::move(read.issues), parts_, *read.document);
      if (parts_.world->adopt(*read.document)) {
        parts_.text = std::move(*text);
        parts_.issues = std::move(issues);
        // A replay of the same document goes on from its start with the change in it.
        if (!is_replaying()) return WorldChange::kTaken;
        WorldParts again = open_world(parts_.text, files, limits_, &parts_);
        return start_replay(std::move(again), true, until_s) ? WorldChange::kReplays : WorldChange::kRefused;
      }
    }
  }
  WorldParts parts = open_world(std::move(*text), files, limits_, &parts_);
  if (parts.world == nullptr) return refuse(std::move(parts.issues));
  if (views_.empty()) {  // nothing has been played yet
    parts.take_models(parts_);
    tables_.reset();
    parts_ = std::move(parts);
    return WorldChange::kTaken;
  }
  return start_replay(std::move(parts), true, until_s) ? WorldChange::kReplays : WorldChange::kRefused;
}

bool WorldSession::seek(double time_s, const WorldFiles& files) {
  try {
    change_issues_.clear();
    const bool is_changed = is_replaying() && replay_->is_changed;
    WorldParts parts = open_world(is_changed ? replay_->parts.text : parts_.text, files, limits_, &parts_);
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
  meshes_ = {};
  volumes_ = {};
  evaluated_ = true;
  replay_.reset();
}

void WorldSession::end_replay() { replay_.reset(); }

}  // namespace vitrine
