#pragma once
// Values of curves: what Blender 2.4x shows for IPO curves, and KRI's engine for curves with handle values only.
// Only additions, multiplications, divisions and one square root are used, so every host computes the same bits.

#include <span>

#include "scene/scene.h"

namespace vitrine::pose {

/// Value at `time_s`. Keys are sorted; a curve without keys is `fallback` everywhere. kBezier without handles is
/// linear.
double evaluate(const Curve& curve, double time_s, double fallback = 0);

/// Handles as Blender 2.42-2.49 derives its automatic ones. The rule mixes time in frames with the value, so the rate
/// at which the keys were set matters. `level_ends`: the first and last key ease in and out (extension kHold).
/// `clamped`: inner handles do not overshoot the neighbours (Blender's default since 2.40). Fewer than two keys:
/// handles coincide with their key.
void derive_automatic_handles(std::span<Key> keys, double frames_per_second, bool level_ends, bool clamped = true);

/// Gives every Bezier curve without handles automatic ones. `frames_per_second` > 0.
void derive_automatic_handles(Clip& clip, double frames_per_second);

}  // namespace vitrine::pose
