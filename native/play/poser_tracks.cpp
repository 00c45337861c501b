// Curves of the clips that are posed, planned once.

#include <optional>

#include "base/within_memory.h"
#include "play/poser.h"

namespace vitrine {

struct TracksByClip {
  std::vector<std::optional<pose::ClipTracks>> list;
};

void DeleteTracks::operator()(TracksByClip* tracks) const { delete tracks; }

/// Null where there is no memory for them: the curves do as well.
const pose::ClipTracks* Poser::tracks_of(uint32_t clip) {
  auto& tracks = plans_->tracks;
  const bool made = (tracks && tracks->list[clip]) || within_memory([&] {
                      if (!tracks) tracks.reset(new TracksByClip{decltype(TracksByClip::list)(scene_->clips.size())});
                      tracks->list[clip] = pose::plan_tracks(scene_->clips[clip]);
                    });
  return made ? &*tracks->list[clip] : nullptr;
}

}  // namespace vitrine
