// Animated GIF: one palette for all frames by median cut over 15-bit colours, ordered dither, LZW. Pixels that are less
// than half opaque are transparent.

import { changedRect, type FrameSink, kept, lengthsOf, type Rect } from './frames';

/** Thresholds of an 8 x 8 ordered dither, 0 to 63. */
const kBayer = (() => {
  const table = new Uint8Array(64);
  for (let y = 0; y < 8; ++y)
    for (let x = 0; x < 8; ++x) {
      let value = 0;
      for (let bit = 0; bit < 3; ++bit) {
        const a = (x >> bit) & 1,
          b = (y >> bit) & 1;
        value = value * 4 + ((a ^ b) * 2 + b);
      }
      table[y * 8 + x] = value;
    }
  return table;
})();
/** Levels of 255 that the dither moves a colour by at most, up and down. */
const kDither = 5;
const kColors = 255;
/** The last entry of the palette. */
const kTransparent = 255;

const key15 = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** 255 colours at most, each the mean of a box of the histogram. */
export function paletteOf(histogram: Uint32Array): Uint8Array {
  interface Box {
    keys: number[];
    weight: number;
  }
  const part = (key: number, channel: number): number => (key >> (10 - 5 * channel)) & 31;
  const weigh = (keys: number[]): Box => ({ keys, weight: keys.reduce((sum, key) => sum + histogram[key]!, 0) });
  const spread = ({ keys }: Box): [channel: number, span: number] => {
    let best: [number, number] = [0, -1];
    for (let channel = 0; channel < 3; ++channel) {
      let low = 31,
        high = 0;
      for (const key of keys) {
        low = Math.min(low, part(key, channel));
        high = Math.max(high, part(key, channel));
      }
      if (high - low > best[1]) best = [channel, high - low];
    }
    return best;
  };
  const all: number[] = [];
  histogram.forEach((count, key) => {
    if (count > 0) all.push(key);
  });
  const boxes = [weigh(all)];
  while (boxes.length < kColors) {
    // The box with the most to gain: many pixels over a wide span.
    let at = -1,
      most = 0;
    boxes.forEach((box, i) => {
      const gain = spread(box)[1] * Math.sqrt(box.weight);
      if (box.keys.length > 1 && gain > most) [at, most] = [i, gain];
    });
    if (at < 0) break;
    const box = boxes[at]!,
      [channel] = spread(box);
    const keys = [...box.keys].sort((a, b) => part(a, channel) - part(b, channel) || a - b);
    let sum = 0,
      cut = 0;
    while (cut < keys.length - 1 && sum + histogram[keys[cut]!]! <= box.weight / 2) sum += histogram[keys[cut++]!]!;
    cut = Math.max(1, cut);
    boxes.splice(at, 1, weigh(keys.slice(0, cut)), weigh(keys.slice(cut)));
  }
  const palette = new Uint8Array(768);
  boxes.forEach(({ keys, weight }, i) => {
    for (let channel = 0; channel < 3; ++channel) {
      const mean = keys.reduce((sum, key) => sum + part(key, channel) * histogram[key]!, 0) / Math.max(1, weight);
      palette[i * 3 + channel] = Math.round((mean * 255) / 31);
    }
  });
  return palette;
}

/** Index of the nearest of the first 255 colours, for each 15-bit colour as it is first asked for. */
function nearestIn(palette: Uint8Array): (key: number) => number {
  const known = new Int16Array(32768).fill(-1);
  return (key) => {
    if (known[key]! >= 0) return known[key]!;
    const r = (((key >> 10) & 31) * 255) / 31,
      g = (((key >> 5) & 31) * 255) / 31,
      b = ((key & 31) * 255) / 31;
    let best = 0,
      least = Infinity;
    for (let i = 0; i < kColors; ++i) {
      const dr = palette[i * 3]! - r,
        dg = palette[i * 3 + 1]! - g,
        db = palette[i * 3 + 2]! - b,
        distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db;
      if (distance < least) [best, least] = [i, distance];
    }
    return (known[key] = best);
  };
}

/** Frames are kept until the palette of all of them is known. */
export function gifWriter(width: number, height: number, framesPerSecond: number): FrameSink {
  const frames: Uint8Array<ArrayBuffer>[] = [],
    histogram = new Uint32Array(32768);
  return {
    add(rgba) {
      const frame = kept(rgba);
      for (let i = 0; i < frame.length; i += 4)
        if (frame[i + 3]! >= 128) ++histogram[key15(frame[i]!, frame[i + 1]!, frame[i + 2]!)]!;
      frames.push(frame);
    },
    finish(seconds) {
      const delays = delaysOf(lengthsOf(frames.length, framesPerSecond, seconds));
      const out = new Bytes(),
        palette = paletteOf(histogram),
        nearest = nearestIn(palette);
      out.text('GIF89a');
      out.short(width);
      out.short(height);
      out.put([0xf7, 0, 0]);
      out.put(palette);
      out.put([0x21, 0xff, 11]);
      out.text('NETSCAPE2.0');
      out.put([3, 1, 0, 0, 0]);
      // Pixels of a frame must be cleared where the next one is transparent.
      const clears = frames.some((frame) => frame.some((value, i) => i % 4 === 3 && value < 128));
      delays.forEach((delay, i) => {
        const frame = frames[i]!,
          rect = changedRect(width, height, clears ? undefined : frames[i - 1], frame);
        out.put([0x21, 0xf9, 4, clears ? 0x09 : 0x04]);
        out.short(delay);
        out.put([clears ? kTransparent : 0, 0, 0x2c]);
        for (const value of [rect.x, rect.y, rect.width, rect.height]) out.short(value);
        out.put([0, 8]);
        compress(indicesOf(frame, width, rect, nearest), out);
        out.put([0]);
      });
      out.put([0x3b]);
      return { bytes: out.finish(), frames: delays.length };
    },
  };
}

/** Browsers show frames of less than two hundredths for ten. */
const kLeastDelay = 2;

/** Hundredths of a second, added up without drift. A last frame too short for browsers lengthens the one before. */
function delaysOf(lengths: readonly number[]): number[] {
  let end = 0;
  const ends = lengths.map((length) => Math.round((end += length) * 100)),
    delays = ends.map((at, i) => at - (ends[i - 1] ?? 0));
  if (delays.length > 1 && delays.at(-1)! < kLeastDelay) {
    const rest = delays.pop()!;
    delays.push(delays.pop()! + rest);
  }
  return delays;
}

function indicesOf(frame: Uint8Array, width: number, rect: Rect, nearest: (key: number) => number): Uint8Array {
  const indices = new Uint8Array(rect.width * rect.height);
  const moved = (value: number, by: number): number => Math.max(0, Math.min(255, Math.round(value + by)));
  for (let y = 0, to = 0; y < rect.height; ++y)
    for (let x = 0; x < rect.width; ++x, ++to) {
      const at = ((rect.y + y) * width + rect.x + x) * 4;
      if (frame[at + 3]! < 128) {
        indices[to] = kTransparent;
        continue;
      }
      const by = ((kBayer[((rect.y + y) & 7) * 8 + ((rect.x + x) & 7)]! - 31.5) / 31.5) * kDither;
      indices[to] = nearest(key15(moved(frame[at]!, by), moved(frame[at + 1]!, by), moved(frame[at + 2]!, by)));
    }
  return indices;
}

/** LZW of 8-bit indices in blocks of 255 bytes. */
function compress(indices: Uint8Array, out: Bytes): void {
  const clear = 256,
    end = 257,
    block: number[] = [];
  let size = 9,
    next = 258,
    held = 0,
    bits = 0,
    table = new Map<number, number>();
  const flush = (): void => {
    if (block.length === 0) return;
    out.put([block.length]);
    out.put(block);
    block.length = 0;
  };
  const write = (code: number): void => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      held >>>= 8;
      bits -= 8;
      if (block.length === 255) flush();
    }
  };
  write(clear);
  let prefix = indices[0] ?? 0;
  for (let i = 1; i < indices.length; ++i) {
    const index = indices[i]!,
      found = table.get((prefix << 8) | index);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    write(prefix);
    if (next < 4096) {
      table.set((prefix << 8) | index, next++);
      if (next > 1 << size && size < 12) ++size;
    } else {
      write(clear);
      table = new Map();
      next = 258;
      size = 9;
    }
    prefix = index;
  }
  write(prefix);
  write(end);
  if (bits > 0) block.push(held & 255);
  flush();
}

class Bytes {
  private bytes = new Uint8Array(65536);
  private length = 0;

  put(values: ArrayLike<number>): void {
    if (this.length + values.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + values.length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(values, this.length);
    this.length += values.length;
  }

  short(value: number): void {
    this.put([value & 255, value >> 8]);
  }

  text(text: string): void {
    this.put(new TextEncoder().encode(text));
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
