// Encoding of EXT_meshopt_compression, from the text of the extension: attributes (version 0) and triangles.

import { leastOf } from '../../core/lists';

const kGroup = 16,
  kMostElements = 256,
  kBlockBytes = 8192,
  kTail = 32;

/** Grows as bytes come. */
class Bytes {
  private bytes = new Uint8Array(1024);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) {
      const more = new Uint8Array(2 * this.length);
      more.set(this.bytes);
      this.bytes = more;
    }
    this.bytes[this.length++] = byte;
  }

  /** Seven bits a byte, the lowest first. */
  varint(value: number): void {
    for (; value > 127; value >>>= 7) this.push((value & 127) | 128);
    this.push(value);
  }

  take(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** Bytes that a group of sixteen takes with `bits` each: what does not fit has a byte of its own behind them. */
function groupBytes(deltas: Uint8Array, at: number, bits: number): number {
  if (bits === 8) return kGroup;
  // Without bits there is no room for a mark: all have to be 0.
  const top = bits === 0 ? 1 : (1 << bits) - 1;
  let over = 0;
  for (let i = at; i < at + kGroup; ++i) if (deltas[i]! >= top) over += 1;
  return bits === 0 && over > 0 ? Infinity : 2 * bits + over;
}

function putGroup(out: Bytes, deltas: Uint8Array, at: number, bits: number): void {
  if (bits === 0) return;
  const top = (1 << bits) - 1,
    perByte = 8 / bits;
  for (let i = at; i < at + kGroup; i += perByte) {
    let byte = 0;
    for (let k = 0; k < perByte; ++k) byte = (byte << bits) | Math.min(deltas[i + k]!, top);
    out.push(byte & 255);
  }
  if (bits === 8) return;
  for (let i = at; i < at + kGroup; ++i) if (deltas[i]! >= top) out.push(deltas[i]!);
}

const kBits = [0, 2, 4, 8];

/** One byte of each element of a block, as differences from the element before. */
function putRun(out: Bytes, deltas: Uint8Array, count: number): void {
  const groups = Math.ceil(count / kGroup),
    kinds = Array.from({ length: groups }, (_, g) => {
      const sizes = kBits.map((bits) => groupBytes(deltas, g * kGroup, bits));
      return sizes.indexOf(leastOf(sizes));
    });
  for (let g = 0; g < groups; g += 4)
    out.push(kinds.slice(g, g + 4).reduce((byte, kind, i) => byte | (kind << (2 * i)), 0));
  kinds.forEach((kind, g) => putGroup(out, deltas, g * kGroup, kBits[kind]!));
}

/** `data`: elements of `stride` bytes, a multiple of 4 up to 256. */
export function encodeAttributes(data: Uint8Array, stride: number): Uint8Array {
  const out = new Bytes(),
    count = data.length / stride,
    most = Math.min(Math.floor(kBlockBytes / stride) & ~(kGroup - 1), kMostElements),
    deltas = new Uint8Array(kMostElements);
  out.push(0xa0);
  for (let first = 0; first < count; first += most) {
    const length = Math.min(most, count - first);
    for (let k = 0; k < stride; ++k) {
      deltas.fill(0);
      for (let i = 0; i < length; ++i) {
        const at = (first + i) * stride + k,
          delta = ((data[at]! - data[Math.max(at - stride, k)]!) << 24) >> 24;
        deltas[i] = (delta << 1) ^ (delta >> 7);
      }
      putRun(out, deltas, length);
    }
  }
  for (let i = stride; i < kTail; ++i) out.push(0);
  for (let k = 0; k < stride; ++k) out.push(data[k]!);
  return out.take();
}

/** The last sixteen, 0 = the newest. */
class Recent {
  private readonly items = new Int32Array(32).fill(-1);
  private next = 0;

  push(a: number, b = 0): void {
    this.items.set([a, b], 2 * (this.next++ & 15));
  }

  find(most: number, matches: (a: number, b: number) => boolean): number {
    for (let age = 0; age < most; ++age) {
      const at = 2 * ((this.next - 1 - age) & 15);
      if (matches(this.items[at]!, this.items[at + 1]!)) return age;
    }
    return -1;
  }
}

type Triangle = readonly [number, number, number];

const turned = ([a, b, c]: Triangle, by: number): Triangle => (by === 0 ? [a, b, c] : by === 1 ? [b, c, a] : [c, a, b]);

const kTable = 16,
  /** The last two codes have their byte among the data. */
  kTableUsed = 14;

class TriangleEncoder {
  readonly codes = new Bytes();
  readonly data = new Bytes();
  /** How often each pair of second and third vertex came behind a new one. */
  readonly counts = new Map<number, number>();
  private readonly edges = new Recent();
  private readonly vertices = new Recent();
  private next = 0;
  private last = 0;

  constructor(private readonly table: readonly number[]) {}

  put(triangle: Triangle): void {
    // Another mesh begins: its vertices count from 0 again.
    if (this.next > 0 && triangle.join() === '0,1,2') {
      this.next = 0;
      return this.afresh(triangle, true);
    }
    let by = 0;
    const age = this.edges.find(15, (e, f) => {
      by = [0, 1, 2].findIndex((turn) => {
        const [a, b] = turned(triangle, turn);
        return a === e && b === f;
      });
      return by >= 0;
    });
    if (age >= 0) this.alongEdge(age, turned(triangle, by));
    else this.afresh(triangle, false);
  }

  private coded(index: number): void {
    const delta = (index - this.last) | 0;
    this.data.varint(((delta << 1) ^ (delta >> 31)) >>> 0);
    this.last = index;
  }

  private isNext(index: number): boolean {
    if (index !== this.next) return false;
    this.next += 1;
    return true;
  }

  private alongEdge(age: number, [a, b, c]: Triangle): void {
    const seen = this.vertices.find(13, (v) => v === c);
    let third = 15;
    if (seen >= 1) third = seen;
    else if (this.isNext(c)) third = 0;
    else if (c === this.last - 1) third = 13;
    else if (c === this.last + 1) third = 14;
    this.codes.push((age << 4) | third);
    if (third === 15) this.coded(c);
    if (third > 12) this.last = c;
    if (third === 0 || third > 12) this.vertices.push(c);
    this.edges.push(c, b);
    this.edges.push(a, c);
  }

  private afresh(triangle: Triangle, again: boolean): void {
    const [a, b, c] = turned(triangle, Math.max(triangle.indexOf(this.next), 0));
    const first = this.isNext(a) ? 0 : 15,
      [second, third] = [b, c].map((index) => {
        const age = again ? -1 : this.vertices.find(14, (v) => v === index);
        return age >= 0 ? age + 1 : this.isNext(index) ? 0 : 15;
      }) as [number, number];
    const others = (second << 4) | third,
      place = again || first !== 0 ? -1 : this.table.indexOf(others);
    if (first === 0) this.counts.set(others, (this.counts.get(others) ?? 0) + 1);
    this.codes.push(place >= 0 ? 0xf0 | place : first === 0 ? 0xfe : 0xff);
    if (place < 0) this.data.push(others);
    if (first === 15) this.coded(a);
    if (second === 15) this.coded(b);
    if (third === 15) this.coded(c);
    this.vertices.push(a);
    if (second === 0 || second === 15) this.vertices.push(b);
    if (third === 0 || third === 15) this.vertices.push(c);
    this.edges.push(b, a);
    this.edges.push(c, b);
    this.edges.push(a, c);
  }
}

function encodeWith(table: readonly number[], indices: ArrayLike<number>): TriangleEncoder {
  const encoder = new TriangleEncoder(table);
  for (let i = 0; i < indices.length; i += 3) encoder.put([indices[i]!, indices[i + 1]!, indices[i + 2]!]);
  return encoder;
}

/** Triangles may come out turned: each begins with another of its vertices, and faces the same way. */
export function encodeTriangles(indices: ArrayLike<number>): Uint8Array {
  // Three new vertices are always in the table: among the data they would begin another mesh.
  const often = [...encodeWith([0], indices).counts]
    .filter(([others]) => others !== 0 && others >> 4 !== 15 && (others & 15) !== 15)
    .sort(([, a], [, b]) => b - a)
    .map(([others]) => others);
  const table = [0, ...often].slice(0, kTableUsed),
    { codes, data } = encodeWith(table, indices);
  const out = new Uint8Array(1 + codes.length + data.length + kTable);
  out[0] = 0xe1;
  out.set(codes.take(), 1);
  out.set(data.take(), 1 + codes.length);
  out.set(table, 1 + codes.length + data.length);
  return out;
}

/** A direction for the filter OCTAHEDRAL in four bytes: two of the plane, what stands for 1, and `fourth` as it is. */
export function octahedral([x, y, z]: Triangle, fourth: number): [number, number, number, number] {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z) || 1,
    fold = (value: number, other: number): number => (z >= 0 ? value : (1 - Math.abs(other)) * (value >= 0 ? 1 : -1)),
    [u, v] = [x / sum, y / sum];
  return [Math.round(fold(u, v) * 127), Math.round(fold(v, u) * 127), 127, Math.round(fourth * 127)];
}

/** A rotation for the filter QUATERNION in four numbers of `bits`: three parts, and which one is left out. */
export function quaternion(q: ArrayLike<number>, bits: number): [number, number, number, number] {
  const one = (1 << (bits - 1)) - 1;
  let largest = 0;
  for (let k = 1; k < 4; ++k) if (Math.abs(q[k]!) > Math.abs(q[largest]!)) largest = k;
  const scale = one * Math.SQRT2 * (q[largest]! < 0 ? -1 : 1),
    part = (k: number): number => Math.round(q[(largest + k) & 3]! * scale);
  return [part(1), part(2), part(3), (one & ~3) | largest];
}

/** What readers make of it. */
export function unquaternion([x, y, z, w]: readonly [number, number, number, number]): number[] {
  const one = w | 3,
    left = Math.sqrt(Math.max(0, 2 * one * one - x * x - y * y - z * z)),
    out = [0, 0, 0, 0];
  [left, x, y, z].forEach((part, k) => (out[((w & 3) + k) & 3] = part / (one * Math.SQRT2)));
  return out;
}
