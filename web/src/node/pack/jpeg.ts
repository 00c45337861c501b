// Opaque images as baseline JPEG (ITU T.81): brightness in full, colour differences at half the size, codes made for the
// image.

import { largest, leastOf, pushAll } from '../../core/lists';

/** Tables K.1 and K.2 of the standard, row by row. */
const kBrightness = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const kColour = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...new Array<number>(32).fill(99),
];

/** Places of a block along its diagonals. */
const zigzag = Array.from({ length: 64 }, (_, i) => [i >> 3, i & 7] as const)
  .sort(([a, b], [c, d]) => a + b - c - d || ((a + b) % 2 === 0 ? c - a : a - c))
  .map(([row, column]) => 8 * row + column);

const cosines = Float64Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/** A quality of 1 to 100, as most encoders count it. */
function scaled(table: readonly number[], quality: number): number[] {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return table.map((value) => Math.min(255, Math.max(1, Math.floor((value * percent + 50) / 100))));
}

interface Plane {
  width: number;
  height: number;
  values: Float64Array;
}

/** Coefficients of the block at (x, y), along the diagonals; beyond the edge its last pixels go on. */
function block({ width, height, values }: Plane, left: number, top: number, table: readonly number[]): number[] {
  const part = new Float64Array(64),
    rows = new Float64Array(64);
  for (let y = 0; y < 8; ++y)
    for (let x = 0; x < 8; ++x)
      part[8 * y + x] = values[Math.min(top + y, height - 1) * width + Math.min(left + x, width - 1)]! - 128;
  for (let y = 0; y < 8; ++y)
    for (let u = 0; u < 8; ++u) {
      let sum = 0;
      for (let x = 0; x < 8; ++x) sum += cosines[8 * u + x]! * part[8 * y + x]!;
      rows[8 * y + u] = sum;
    }
  return zigzag.map((at) => {
    const [v, u] = [at >> 3, at & 7];
    let sum = 0;
    for (let y = 0; y < 8; ++y) sum += cosines[8 * v + y]! * rows[8 * y + u]!;
    return Math.round(sum / table[at]!);
  });
}

/** A symbol with the bits that follow it: `kind` 0 to 3 is the table of codes. */
interface Symbol {
  kind: number;
  symbol: number;
  bits: number;
  value: number;
}

const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
const bitsOf = (value: number, bits: number): number => (value < 0 ? value + (1 << bits) - 1 : value);

function symbolsOf(coefficients: readonly number[], before: number, colour: boolean, out: Symbol[]): void {
  const put = (kind: number, run: number, value: number): void => {
    const bits = sizeOf(value);
    out.push({ kind: kind + (colour ? 2 : 0), symbol: (run << 4) | bits, bits, value: bitsOf(value, bits) });
  };
  put(0, 0, coefficients[0]! - before);
  let run = 0;
  let last = 63;
  while (last > 0 && coefficients[last] === 0) last -= 1;
  for (let k = 1; k <= last; ++k) {
    const value = coefficients[k]!;
    if (value === 0) {
      run += 1;
      continue;
    }
    for (; run > 15; run -= 16) out.push({ kind: colour ? 3 : 1, symbol: 0xf0, bits: 0, value: 0 });
    put(1, run, value);
    run = 0;
  }
  if (last < 63) out.push({ kind: colour ? 3 : 1, symbol: 0, bits: 0, value: 0 });
}

interface Codes {
  /** How many codes have 1 to 16 bits. */
  lengths: number[];
  symbols: number[];
  codes: Map<number, { code: number; bits: number }>;
}

/** The shortest codes of at most 16 bits, none of which is all ones: annexes K.2 and C. */
function codesOf(counts: ReadonlyMap<number, number>): Codes {
  // One more symbol that never comes takes the code of all ones.
  let open = [...counts, [-1, 0] as const].map(([symbol, count]) => ({ count, symbols: [symbol] }));
  const depth = new Map<number, number>();
  while (open.length > 1) {
    open.sort((a, b) => a.count - b.count || leastOf(a.symbols) - leastOf(b.symbols));
    const [a, b, ...others] = open as [(typeof open)[0], (typeof open)[0], ...typeof open];
    for (const symbol of [...a.symbols, ...b.symbols]) depth.set(symbol, (depth.get(symbol) ?? 0) + 1);
    open = [{ count: a.count + b.count, symbols: [...a.symbols, ...b.symbols] }, ...others];
  }
  const lengths = new Array<number>(largest(depth.values(), (bits) => bits, 17) + 1).fill(0);
  for (const bits of depth.values()) lengths[bits]! += 1;
  for (let bits = lengths.length - 1; bits > 16; --bits)
    while (lengths[bits]! > 0) {
      let shorter = bits - 2;
      while (lengths[shorter] === 0) shorter -= 1;
      lengths[bits]! -= 2;
      lengths[bits - 1]! += 1;
      lengths[shorter + 1]! += 2;
      lengths[shorter]! -= 1;
    }
  let longest = 16;
  while (lengths[longest] === 0) longest -= 1;
  lengths[longest]! -= 1;
  const symbols = [...counts.keys()].sort((a, b) => depth.get(a)! - depth.get(b)! || counts.get(b)! - counts.get(a)!),
    codes = new Map<number, { code: number; bits: number }>();
  let code = 0,
    next = 0;
  for (let bits = 1; bits <= 16; ++bits, code <<= 1)
    for (let i = 0; i < lengths[bits]!; ++i) codes.set(symbols[next++]!, { code: code++, bits });
  return { lengths: lengths.slice(1, 17), symbols, codes };
}

/** `rgba`: width * height * 4 bytes, rows from the top; alpha is left out. */
export function encodeJpeg(width: number, height: number, rgba: ArrayLike<number>, quality: number): Uint8Array {
  const tables = [scaled(kBrightness, quality), scaled(kColour, quality)] as const,
    planes = planesOf(width, height, rgba),
    symbols: Symbol[] = [],
    before = [0, 0, 0];
  for (let top = 0; top < height; top += 16)
    for (let left = 0; left < width; left += 16)
      for (const [c, x, y] of [
        [0, left, top],
        [0, left + 8, top],
        [0, left, top + 8],
        [0, left + 8, top + 8],
        [1, left / 2, top / 2],
        [2, left / 2, top / 2],
      ] as const) {
        const coefficients = block(planes[c]!, x, y, tables[c === 0 ? 0 : 1]);
        symbolsOf(coefficients, before[c]!, c > 0, symbols);
        before[c] = coefficients[0]!;
      }
  const counts = [0, 1, 2, 3].map(() => new Map<number, number>());
  for (const { kind, symbol } of symbols) counts[kind]!.set(symbol, (counts[kind]!.get(symbol) ?? 0) + 1);
  const codes = counts.map(codesOf);

  const out = [0xff, 0xd8];
  const segment = (mark: number, bytes: readonly number[]): void => {
    out.push(0xff, mark, (bytes.length + 2) >> 8, (bytes.length + 2) & 255);
    pushAll(out, bytes);
  };
  segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  tables.forEach((table, i) => segment(0xdb, [i, ...zigzag.map((at) => table[at]!)]));
  segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  codes.forEach(({ lengths, symbols: list }, i) => segment(0xc4, [((i & 1) << 4) | (i >> 1), ...lengths, ...list]));
  segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]);
  let room = 8,
    byte = 0;
  const put = (value: number, bits: number): void => {
    for (let i = bits - 1; i >= 0; --i) {
      byte = (byte << 1) | ((value >> i) & 1);
      if (--room > 0) continue;
      out.push(byte);
      if (byte === 0xff) out.push(0);
      [room, byte] = [8, 0];
    }
  };
  for (const { kind, symbol, bits, value } of symbols) {
    const { code, bits: length } = codes[kind]!.codes.get(symbol)!;
    put(code, length);
    put(value, bits);
  }
  // The last byte is filled up with ones.
  if (room < 8) put(127, room);
  out.push(0xff, 0xd9);
  return Uint8Array.from(out);
}

/** Brightness, and two differences of colour at half the size. */
function planesOf(width: number, height: number, rgba: ArrayLike<number>): Plane[] {
  const plane = (w: number, h: number): Plane => ({ width: w, height: h, values: new Float64Array(w * h) }),
    [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1],
    planes = [plane(width, height), plane(halfWidth, halfHeight), plane(halfWidth, halfHeight)],
    [brightness, blue, red] = planes as [Plane, Plane, Plane],
    weights = new Float64Array(halfWidth * halfHeight);
  for (let y = 0, i = 0; y < height; ++y)
    for (let x = 0; x < width; ++x, ++i) {
      const [r, g, b] = [rgba[4 * i]!, rgba[4 * i + 1]!, rgba[4 * i + 2]!],
        at = (y >> 1) * halfWidth + (x >> 1);
      brightness.values[i] = 0.299 * r + 0.587 * g + 0.114 * b;
      blue.values[at]! += 128 - 0.168736 * r - 0.331264 * g + 0.5 * b;
      red.values[at]! += 128 + 0.5 * r - 0.418688 * g - 0.081312 * b;
      weights[at]! += 1;
    }
  weights.forEach((weight, at) => {
    blue.values[at]! /= weight;
    red.values[at]! /= weight;
  });
  return planes;
}
