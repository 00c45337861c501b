// Animated PNG (third edition of the PNG specification): each frame holds what has changed since the one before.

import { zlibSync } from 'fflate';

import { animatedPng, filterRows } from '../pngWrite';
import { changedRect, cropped, type FrameSink, kept, lengthsOf, type Rect } from './frames';

/** `alpha`: frames have transparent pixels. `framesPerSecond` is a whole number. */
export function apngWriter(width: number, height: number, framesPerSecond: number, alpha: boolean): FrameSink {
  const frames: { rect: Rect; data: Uint8Array }[] = [];
  let before: Uint8Array | undefined;
  return {
    add(rgba) {
      const now = kept(rgba),
        rect = changedRect(width, height, before, now);
      const { bytes } = filterRows(rect.width, rect.height, cropped(now, width, rect), alpha ? 4 : 3);
      frames.push({ rect, data: zlibSync(bytes, { level: 6 }) });
      before = now;
    },
    finish(seconds) {
      const last = lengthsOf(frames.length, framesPerSecond, seconds).at(-1)!;
      return {
        bytes: animatedPng(width, height, alpha ? 4 : 3, framesPerSecond, last, frames),
        frames: frames.length,
      };
    },
  };
}
