// An effect of a VFX file as it plays: its stretch of the song with its gain, and its end again and again.

/** The factor of a gain in decibels. */
export const gainFactor = (gainDb: number): number => 10 ** (gainDb / 20);

/**
 * `stretch` is the effect as the song has it, left and right in turn. Behind it its last `loop` samples repeat until there
 * are `samples` pairs; without a loop it ends there.
 */
export function effectSound(
  stretch: Float32Array,
  loop: number,
  gain: number,
  samples = stretch.length / 2,
): Float32Array<ArrayBuffer> {
  const length = stretch.length / 2,
    out = new Float32Array(2 * (loop > 0 ? samples : Math.min(samples, length)));
  for (let i = 0; i < out.length / 2; ++i) {
    const at = i < length ? i : length - loop + ((i - length) % loop);
    out[2 * i] = stretch[2 * at]! * gain;
    out[2 * i + 1] = stretch[2 * at + 1]! * gain;
  }
  return out;
}
