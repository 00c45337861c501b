// Linked into view cores whose formats have no stored frames, instead of scene/stored_frames.cpp, pose/runs.cpp and
// play/poser_frames.cpp.

#include "play/poser.h"
#include "pose/runs.h"
#include "scene/stored_frames.h"

namespace vitrine {

Status validate_frames(const Scene&) { return ok_status(); }

namespace pose {

double cycle_s(const FrameRun&, const PlayOptions&) { return 0; }
void sample_run(const Scene&, const FrameRun&, double, const PlayOptions&, LocalPose&) {}
void place_tags(const Scene&, LocalPose&) {}

}  // namespace pose

void append_frames(Scene&, Scene&) {}
void Poser::plan_frames(Instance&) {}
void Poser::show_frames(Instance&, bool) const {}
BufferView Poser::frames_buffer(BufferKind, const Instance&) { return {}; }

}  // namespace vitrine
