// Linked instead of pose/tracks.cpp and play/poser_tracks.cpp into view cores of formats whose clips are not curves of
// nodes, or few of them.

#include "play/poser.h"

namespace vitrine {

void DeleteTracks::operator()(TracksByClip*) const {}
const pose::ClipTracks* Poser::tracks_of(uint32_t) { return nullptr; }
void pose::sample_tracks(const ClipTracks&, double, LocalPose&) {}

}  // namespace vitrine
