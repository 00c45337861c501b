#pragma once
// Runs of stored frames, and tags in them; view cores of other formats do without (native/wasm/view/no_frames.cpp).

#include "pose/sample.h"
#include "scene/vertex_frames.h"

namespace vitrine::pose {

/// Between which frames a time lies. Unlooped, the last one stays.
FrameBlend frames_at(const FrameRun& run, double time_s, const PlayOptions& options);
double cycle_s(const FrameRun& run, const PlayOptions& options);
/// Tags at a time of a run.
void sample_run(const Scene& scene, const FrameRun& run, double time_s, const PlayOptions& options, LocalPose& pose);
/// All tags that move, as the first frame has them.
void place_tags(const Scene& scene, LocalPose& pose);

}  // namespace vitrine::pose
