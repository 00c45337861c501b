// Pictures: a float RGB canvas and a PNG encoder on node:zlib (8 bits, every row with the filter that suits it best).

import { deflateSync } from 'node:zlib';
import { clamp, lerp } from './vec';

/** sRGB, 0..1. */
export type Color = readonly [number, number, number];

export const hex = (rgb: number): Color => [(rgb >> 16) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255];
export const blend = (a: Color, b: Color, t: number): Color => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
  lerp(a[2], b[2], t),
];
export const shade = (a: Color, s: number): Color => [a[0] * s, a[1] * s, a[2] * s];

export class Picture {
  readonly rgb: Float64Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.rgb = new Float64Array(width * height * 3);
  }

  set(x: number, y: number, color: Color): void {
    this.rgb.set(color, (y * this.width + x) * 3);
  }

  get(x: number, y: number): Color {
    const i = (y * this.width + x) * 3;
    return [this.rgb[i] as number, this.rgb[i + 1] as number, this.rgb[i + 2] as number];
  }

  /** Paints every texel from its centre in 0..1. */
  static paint(width: number, height: number, color: (u: number, v: number) => Color): Picture {
    const picture = new Picture(width, height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) picture.set(x, y, color((x + 0.5) / width, (y + 0.5) / height));
    }
    return picture;
  }

  png(): Uint8Array {
    const stride = this.width * 3;
    const bytes = Uint8Array.from(this.rgb, (c) => Math.round(clamp(c, 0, 1) * 255));
    const rows = new Uint8Array((stride + 1) * this.height);
    for (let y = 0; y < this.height; y++) {
      const row = bytes.subarray(y * stride, (y + 1) * stride);
      const above = y === 0 ? new Uint8Array(stride) : bytes.subarray((y - 1) * stride, y * stride);
      let best: { cost: number; filter: number; data: Uint8Array } | undefined;
      for (let filter = 0; filter < 5; filter++) {
        const data = row.map(
          (value, x) => value - predict(filter, row[x - 3] ?? 0, above[x] as number, above[x - 3] ?? 0),
        );
        const cost = data.reduce((sum, value) => sum + (value < 128 ? value : 256 - value), 0);
        if (best === undefined || cost < best.cost) best = { cost, filter, data };
      }
      if (best === undefined) continue;
      rows[y * (stride + 1)] = best.filter;
      rows.set(best.data, y * (stride + 1) + 1);
    }
    const header = new Uint8Array(13);
    const view = new DataView(header.buffer);
    view.setUint32(0, this.width);
    view.setUint32(4, this.height);
    header.set([8, 2, 0, 0, 0], 8);
    const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', new Uint8Array()),
    ]);
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [dl, du, dc] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return dl <= du && dl <= dc ? left : du <= dc ? up : corner;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(Buffer.from(type, 'latin1'), 4);
  out.set(data, 8);
  view.setUint32(data.length + 8, crc32(out.subarray(4, data.length + 8)));
  return out;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] as number) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Smooth noise in -1..1 from a fixed lattice: the same on every run. */
export function noise(x: number, y: number, z: number): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [tx, ty, tz] = [ease(x - ix), ease(y - iy), ease(z - iz)];
  const at = (dx: number, dy: number, dz: number): number => {
    let h = Math.imul(ix + dx, 0x27d4eb2d) ^ Math.imul(iy + dy, 0x165667b1) ^ Math.imul(iz + dz, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
  };
  const row = (dy: number, dz: number): number => lerp(at(0, dy, dz), at(1, dy, dz), tx);
  return lerp(lerp(row(0, 0), row(1, 0), ty), lerp(row(0, 1), row(1, 1), ty), tz);
}
