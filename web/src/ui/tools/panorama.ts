// Light from a panorama of the user (Radiance .hdr, or any image): its three strongest lobes become key, fill and rim, what is
// left a sky and a floor. Fetched with the first panorama.
//
// The middle of the image lies behind the model as it is seen from the front, its upper edge is up.

import { kStudioColors } from '../../protocol/view';
import type { OwnLight } from '../../protocol/tools';

/** Panoramas are averaged to so many cells. */
export const kColumns = 64;
export const kRows = 32;
/** Half the angle of a lobe. */
const kLobe = Math.cos((25 * Math.PI) / 180);
/** Sides of an image, in pixels. */
const kMost = 32_768;
/** Lowest radiance of an image that counts as light at all. */
const kDark = 1e-9;

const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Sums of radiance over the cells; `add` takes linear colours of pixels. */
class Cells {
  private readonly sums = new Float64Array(kColumns * kRows * 3);
  private readonly counts = new Float64Array(kColumns * kRows);

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  add(x: number, y: number, r: number, g: number, b: number): void {
    const cell = Math.floor((y * kRows) / this.height) * kColumns + Math.floor((x * kColumns) / this.width);
    this.sums[cell * 3]! += r;
    this.sums[cell * 3 + 1]! += g;
    this.sums[cell * 3 + 2]! += b;
    ++this.counts[cell]!;
  }

  /** Means; a small image has one pixel for several cells. */
  means(): Float64Array {
    const means = new Float64Array(this.sums.length);
    for (let row = 0; row < kRows; ++row)
      for (let column = 0; column < kColumns; ++column) {
        const x = Math.floor((Math.floor((column * this.width) / kColumns) * kColumns) / this.width),
          y = Math.floor((Math.floor((row * this.height) / kRows) * kRows) / this.height),
          own = row * kColumns + column,
          from = this.counts[own]! > 0 ? own : y * kColumns + x;
        for (let k = 0; k < 3; ++k) means[own * 3 + k] = this.sums[from * 3 + k]! / Math.max(1, this.counts[from]!);
      }
    return means;
  }
}

/** Mean radiance of the cells of a Radiance file, in rows from the top; undefined for any other or broken file. */
export function cellsOfHdr(bytes: Uint8Array): Float64Array | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)),
    size = /\n\n-Y (\d{1,5}) \+X (\d{1,5})\n/.exec(head);
  if (!/^#\?\w+\n/.test(head) || !size || !/\nFORMAT=32-bit_rle_rgbe\n/.test(head)) return undefined;
  const height = Number(size[1]),
    width = Number(size[2]);
  if (width < 1 || height < 1 || width > kMost || height > kMost) return undefined;
  const cells = new Cells(width, height),
    line = new Uint8Array(width * 4);
  let at = size.index + size[0].length;
  for (let y = 0; y < height; ++y) {
    at = readLine(bytes, at, line, width);
    if (at < 0) return undefined;
    for (let x = 0; x < width; ++x) {
      const scale = 2 ** (line[x * 4 + 3]! - 136);
      cells.add(x, y, line[x * 4]! * scale, line[x * 4 + 1]! * scale, line[x * 4 + 2]! * scale);
    }
  }
  return cells.means();
}

/** One line as red, green, blue, exponent of each pixel; where the next one begins, -1 if the file ends before. */
function readLine(bytes: Uint8Array, start: number, line: Uint8Array, width: number): number {
  let at = start;
  const isPacked =
    width >= 8 &&
    width < 0x8000 &&
    bytes[at] === 2 &&
    bytes[at + 1] === 2 &&
    bytes[at + 2]! * 256 + bytes[at + 3]! === width;
  if (!isPacked) {
    if (at + width * 4 > bytes.length) return -1;
    line.set(bytes.subarray(at, at + width * 4));
    return at + width * 4;
  }
  at += 4;
  // Each channel by itself: a run of one byte, or bytes as they are.
  for (let channel = 0; channel < 4; ++channel)
    for (let x = 0; x < width;) {
      const code = bytes[at++] ?? 0,
        isRun = code > 128,
        count = isRun ? code - 128 : code;
      if (count === 0 || x + count > width || at + (isRun ? 1 : count) > bytes.length) return -1;
      for (let i = 0; i < count; ++i) line[(x + i) * 4 + channel] = bytes[isRun ? at : at + i]!;
      x += count;
      at += isRun ? 1 : count;
    }
  return at;
}

/** The same of the pixels of an image, which are sRGB. */
export function cellsOfPixels({ data, width, height }: ImageData): Float64Array {
  const cells = new Cells(width, height),
    linear = Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2);
  for (let i = 0; i < width * height; ++i)
    cells.add(
      i % width,
      Math.floor(i / width),
      linear[data[i * 4]!]!,
      linear[data[i * 4 + 1]!]!,
      linear[data[i * 4 + 2]!]!,
    );
  return cells.means();
}

/** As bright as the studio on the whole; undefined if the panorama is black. */
export function lightOfCells(cells: Float64Array): OwnLight | undefined {
  const count = kColumns * kRows,
    rest = Float64Array.from(cells),
    directions = new Float64Array(count * 3),
    solid = new Float64Array(count);
  for (let cell = 0; cell < count; ++cell) {
    const row = Math.floor(cell / kColumns),
      down = ((row + 0.5) * Math.PI) / kRows,
      around = ((cell % kColumns) + 0.5 - kColumns / 2) * ((2 * Math.PI) / kColumns);
    directions.set([Math.sin(down) * Math.sin(around), Math.cos(down), -Math.sin(down) * Math.cos(around)], cell * 3);
    solid[cell] =
      ((2 * Math.PI) / kColumns) * (Math.cos((row * Math.PI) / kRows) - Math.cos(((row + 1) * Math.PI) / kRows));
  }
  const mean = [0, 1, 2].map((k) =>
    cells.reduce((sum, value, i) => (i % 3 === k ? sum + value * solid[(i - k) / 3]! : sum), 0),
  );
  for (let k = 0; k < 3; ++k) mean[k]! /= 4 * Math.PI;
  const excess = (cell: number, k: number): number => Math.max(0, rest[cell * 3 + k]! - mean[k]!),
    weight = (cell: number): number => luminance(excess(cell, 0), excess(cell, 1), excess(cell, 2)) * solid[cell]!;
  const lobes = [0, 1, 2].map(() => takeLobe(rest, directions, solid, excess, weight));
  const half = (up: 1 | -1): number[] =>
    [0, 1, 2].map((k) => {
      let sum = 0;
      for (let cell = 0; cell < count; ++cell)
        sum += (rest[cell * 3 + k]! * solid[cell]! * Math.max(0, up * directions[cell * 3 + 1]!)) / Math.PI;
      return sum;
    });
  const colors = [...lobes.flatMap(({ color }) => color), ...half(-1), ...half(1)],
    total = brightnessOf(colors);
  if (!(total > kDark)) return undefined;
  const scale = brightnessOf(kStudioColors) / total;
  return { directions: lobes.flatMap(({ direction }) => direction), colors: colors.map((value) => value * scale) };
}

/** The strongest lobe, which `rest` then lacks: where it comes from, and what a white surface that faces it gets. */
function takeLobe(
  rest: Float64Array,
  directions: Float64Array,
  solid: Float64Array,
  excess: (cell: number, k: number) => number,
  weight: (cell: number) => number,
): { direction: number[]; color: number[] } {
  const count = solid.length,
    weights = Float64Array.from({ length: count }, (_, cell) => weight(cell)),
    bright = [...weights.keys()].filter((cell) => weights[cell]! > 0);
  const within = (axis: ArrayLike<number>, first: number): number[] => {
    const found: number[] = [],
      [x, y, z] = [axis[first]!, axis[first + 1]!, axis[first + 2]!];
    for (const cell of bright) {
      const i = cell * 3;
      if (x * directions[i]! + y * directions[i + 1]! + z * directions[i + 2]! >= kLobe) found.push(cell);
    }
    return found;
  };
  let best: number[] = [],
    most = 0;
  for (const cell of bright) {
    const cells = within(directions, cell * 3),
      sum = cells.reduce((before, each) => before + weights[each]!, 0);
    if (sum > most) [best, most] = [cells, sum];
  }
  const direction = [0, 0, 0],
    color = [0, 0, 0];
  for (const cell of best)
    for (let k = 0; k < 3; ++k) {
      const more = excess(cell, k);
      direction[k]! += weights[cell]! * directions[cell * 3 + k]!;
      color[k]! += (more * solid[cell]!) / Math.PI;
      rest[cell * 3 + k]! -= more;
    }
  const length = Math.hypot(...direction);
  return { direction: length > 0 ? direction.map((value) => value / length) : [0, 1, 0], color };
}

/** What a surface gets on the average of all sides: half of a lobe is behind it. */
function brightnessOf(colors: ArrayLike<number>): number {
  const of = (i: number): number => luminance(colors[i * 3]!, colors[i * 3 + 1]!, colors[i * 3 + 2]!);
  return (of(0) + of(1) + of(2)) / 4 + (of(3) + of(4)) / 2;
}
