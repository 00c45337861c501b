// Animated images of frames that are given one after another: the same bytes on every host.

export type AnimatedFormat = 'apng' | 'gif';

export interface FrameSink {
  /** `rgba`: width * height * 4 bytes, rows from the top, colours not multiplied by alpha. */
  add(rgba: Uint8Array | Uint8ClampedArray): void;
  /** The whole file, `seconds` long; plays for ever. Its frames may be fewer than were added. */
  finish(seconds: number): { bytes: Uint8Array; frames: number };
}

/** What is shorter than that is no frame of its own: lengths are sums of rounded numbers. */
const kLeast = 1e-3;

/** Frames that it takes to fill `seconds`, of which the last may be shorter than the others; at least one. */
export const framesIn = (seconds: number, framesPerSecond: number): number =>
  Math.max(1, Math.ceil((seconds - kLeast) * framesPerSecond));

/** How long each of `frames` is shown. What has no length has one frame as long as any. */
export function lengthsOf(frames: number, framesPerSecond: number, seconds: number): number[] {
  const rest = seconds - (frames - 1) / framesPerSecond;
  return Array.from({ length: frames }, (_, i) => (i < frames - 1 || rest <= 0 ? 1 / framesPerSecond : rest));
}

/** Frames of more bytes together are refused: they are in memory at once. */
export const kMostFrameBytes = 768 * 2 ** 20;
export const kMostFrames = 1000;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle outside of which two frames are equal; one pixel if they are equal everywhere. */
export function changedRect(
  width: number,
  height: number,
  before: Uint8Array | Uint8ClampedArray | undefined,
  now: Uint8Array | Uint8ClampedArray,
): Rect {
  if (!before) return { x: 0, y: 0, width, height };
  const a = new Uint32Array(before.buffer, before.byteOffset, width * height),
    b = new Uint32Array(now.buffer, now.byteOffset, width * height);
  let left = width,
    right = -1,
    top = -1,
    bottom = -1;
  for (let y = 0, at = 0; y < height; ++y)
    for (let x = 0; x < width; ++x, ++at) {
      if (a[at] === b[at]) continue;
      if (top < 0) top = y;
      bottom = y;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  if (top < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

export function cropped(rgba: Uint8Array | Uint8ClampedArray, width: number, rect: Rect): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(rect.width * rect.height * 4);
  for (let y = 0; y < rect.height; ++y) {
    const from = ((rect.y + y) * width + rect.x) * 4;
    out.set(rgba.subarray(from, from + rect.width * 4), y * rect.width * 4);
  }
  return out;
}

/** A copy that starts on four bytes, as comparisons need it. */
export const kept = (rgba: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> => new Uint8Array(rgba);
