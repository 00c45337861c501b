// From the coefficients of JPEG blocks to samples, and from samples of any density to one per pixel: the integer
// arithmetic of the IJG library (slow integer transform, triangle filter), so that textures are those that browsers show.

const kBits = 13,
  kFirstShift = kBits - 2,
  kSecondShift = kBits + 5;

/** Cosines in 13 bits. */
const k0298 = 2446,
  k0390 = 3196,
  k0541 = 4433,
  k0765 = 6270,
  k0899 = 7373,
  k1175 = 9633,
  k1501 = 12299,
  k1847 = 15137,
  k1961 = 16069,
  k2053 = 16819,
  k2562 = 20995,
  k3072 = 25172;

const work = new Int32Array(64);

/** Eight numbers `step` apart from `from`, transformed into `to`. */
function transform(from: Int32Array, at: number, step: number, to: Int32Array, shift: number): void {
  const value = (k: number): number => from[at + k * step]!;
  const x2 = value(2),
    x6 = value(6),
    e1 = (x2 + x6) * k0541,
    e2 = e1 - x6 * k1847,
    e3 = e1 + x2 * k0765,
    e0 = (value(0) + value(4)) * (1 << kBits),
    e4 = (value(0) - value(4)) * (1 << kBits);
  const even = [e0 + e3, e4 + e2, e4 - e2, e0 - e3] as const;
  const a = value(7),
    b = value(5),
    c = value(3),
    d = value(1);
  const z5 = (a + c + b + d) * k1175,
    z1 = (a + d) * -k0899,
    z2 = (b + c) * -k2562,
    z3 = (a + c) * -k1961 + z5,
    z4 = (b + d) * -k0390 + z5;
  const odd = [d * k1501 + z1 + z4, c * k3072 + z2 + z3, b * k2053 + z2 + z4, a * k0298 + z1 + z3] as const;
  const half = 1 << (shift - 1);
  for (let k = 0; k < 4; ++k) {
    to[at + k * step] = (even[k]! + odd[k]! + half) >> shift;
    to[at + (7 - k) * step] = (even[k]! - odd[k]! + half) >> shift;
  }
}

/** One block of coefficients times its quantisation into 8 x 8 samples, `stride` apart. */
export function inverseTransform(
  block: Int16Array,
  quantisation: Uint16Array,
  out: Uint8ClampedArray,
  at: number,
  stride: number,
): void {
  for (let i = 0; i < 64; ++i) work[i] = block[i]! * quantisation[i]!;
  for (let column = 0; column < 8; ++column) transform(work, column, 8, work, kFirstShift);
  for (let row = 0; row < 8; ++row) {
    transform(work, row * 8, 1, work, kSecondShift);
    for (let column = 0; column < 8; ++column) out[at + row * stride + column] = work[row * 8 + column]! + 128;
  }
}

/** Samples of one component: the meaningful width and height, rows `stride` apart. */
export interface Plane {
  width: number;
  height: number;
  stride: number;
  samples: Uint8ClampedArray;
}

/** Row `y` of a component as `width` samples, where it has one for every `h` columns and `v` rows. */
export function upsampledRow(plane: Plane, h: number, v: number, y: number, width: number, out: Uint8Array): void {
  const { samples, stride, height } = plane,
    row = Math.min(height - 1, Math.floor(y / v)),
    at = row * stride;
  const smooth = plane.width > 2;
  if (h === 1 && v === 1) {
    for (let x = 0; x < width; ++x) out[x] = samples[at + x]!;
  } else if (h === 2 && v === 1 && smooth) {
    widen(plane.width, width, out, (x) => samples[at + x]!, 1, 2, 2);
  } else if (v === 2 && (h === 1 || (h === 2 && smooth))) {
    // Three parts of the nearer row, one of the farther.
    const upper = (y & 1) === 0,
      other = Math.min(height - 1, Math.max(0, row + (upper ? -1 : 1))) * stride;
    const sum = (x: number): number => samples[at + x]! * 3 + samples[other + x]!;
    if (h === 1) for (let x = 0; x < width; ++x) out[x] = (sum(x) + (upper ? 1 : 2)) >> 2;
    else widen(plane.width, width, out, sum, 8, 7, 4);
  } else {
    for (let x = 0; x < width; ++x) out[x] = samples[at + Math.floor(x / h)]!;
  }
}

/** Two samples out of each: three parts of the nearer, one of the farther, rounded up and down in turn. */
function widen(
  count: number,
  width: number,
  out: Uint8Array,
  value: (x: number) => number,
  roundLeft: number,
  roundRight: number,
  shift: number,
): void {
  let last = value(0),
    here = last;
  for (let x = 0; 2 * x < width; ++x) {
    const next = x + 1 < count ? value(x + 1) : here;
    const left = x === 0 ? edge(here, shift, true) : (here * 3 + last + roundLeft) >> shift;
    const right = x + 1 === count ? edge(here, shift, false) : (here * 3 + next + roundRight) >> shift;
    out[2 * x] = left;
    if (2 * x + 1 < width) out[2 * x + 1] = right;
    [last, here] = [here, next];
  }
}

const edge = (value: number, shift: number, left: boolean): number =>
  shift === 2 ? value : (value * 4 + (left ? 8 : 7)) >> 4;
