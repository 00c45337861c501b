// JPEG images as RGBA where the platform decodes none: 8 bits, sequential and progressive, grey, YCbCr, RGB and CMYK.
// Coefficients become samples, and samples of any density one per pixel, by the integer arithmetic of the IJG library (slow
// integer transform, triangle filter), so that textures are those that browsers show.
// Measured instead of it: MozJPEG 4 (@jsquash/jpeg) gives the same bytes for 85 of 85 images of games, but reads no CMYK and
// is 166 KB of WebAssembly; jpeg-js is off by up to 38 of 255, and reads CMYK only with a mark of Adobe.

import { VitrineError } from '../base/errors';
import type { DecodedImage } from './image';
import { checkPixels, imageWarning, refuseImage } from './imageLimits';
import { BitReader, BlockReader, type HuffmanTable, type ScanComponent, huffmanTable, kZigzag } from './jpegBits';

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
function inverseTransform(
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
interface Plane {
  width: number;
  height: number;
  stride: number;
  samples: Uint8ClampedArray;
}

/** Row `y` of a component as `width` samples, where it has one for every `h` columns and `v` rows. */
function upsampledRow(plane: Plane, h: number, v: number, y: number, width: number, out: Uint8Array): void {
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

interface Component extends ScanComponent {
  id: number;
  h: number;
  v: number;
  table: number;
  /** Blocks across and down that the image needs, and that are stored (whole units). */
  across: number;
  down: number;
  stride: number;
  blocks: Int16Array;
}

interface Frame {
  width: number;
  height: number;
  progressive: boolean;
  components: Component[];
  /** Largest sampling factors. */
  h: number;
  v: number;
  /** Blocks that scans may still pass, and that may still be read where a scan has no data left. */
  left: number;
  emptyLeft: number;
}

/** Scans of the whole image. Progressive files have some ten. */
const kMostPasses = 100;
/** Scans of the whole image that end before their first bit. */
const kMostEmptyPasses = 4;

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

export function decodeJpeg(bytes: Uint8Array): DecodedImage {
  const tables: Uint16Array[] = [],
    dc: HuffmanTable[] = [],
    ac: HuffmanTable[] = [];
  let frame: Frame | undefined,
    restarts = 0,
    adobe = -1,
    scans = 0,
    early = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === 0xff || marker < 0x02 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) break;
    const length = bytes[at + 2]! * 256 + bytes[at + 3]!,
      body = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2) refuseImage('a segment of the JPEG has no length');
    at += 2 + length;
    if (marker === 0xdb) readQuantisation(body, tables);
    else if (marker === 0xc4) readHuffman(body, dc, ac);
    else if (marker === 0xdd) restarts = (body[0] ?? 0) * 256 + (body[1] ?? 0);
    else if (marker === 0xee && String.fromCharCode(...body.subarray(0, 5)) === 'Adobe') adobe = body[11] ?? -1;
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) {
      if (frame) refuseImage('the JPEG holds two frames');
      frame = readFrame(body, marker === 0xc2, bytes.length);
    } else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) {
      const message = 'this kind of JPEG (lossless, hierarchical or arithmetic) is not known';
      throw new VitrineError('IMAGE_FORMAT', message, [{ code: 'IMAGE_FORMAT', severity: 0, message, source: '' }]);
    } else if (marker === 0xda) {
      if (!frame) return refuseImage('the JPEG has a scan before its frame');
      const reader = readScan(bytes, at, body, frame, dc, ac, restarts);
      at = reader.at;
      early ||= reader.isShort;
      scans += 1;
    }
  }
  if (!frame) return refuseImage('the JPEG has no frame');
  const image = pixelsOf(frame, tables, adobe);
  // A progressive file may end between its scans: then only the mark of the end is missing.
  if (!early && scans > 0 && hasEnd(bytes, at)) return image;
  return { ...image, issues: [imageWarning('TRUNCATED', 'the data of the JPEG end early')] };
}

function hasEnd(bytes: Uint8Array, at: number): boolean {
  for (; at + 1 < bytes.length; ++at) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

function readQuantisation(body: Uint8Array, tables: Uint16Array[]): void {
  for (let at = 0; at < body.length;) {
    const wide = body[at]! >> 4 !== 0,
      table = new Uint16Array(64);
    if (at + 1 + (wide ? 128 : 64) > body.length) refuseImage('a quantisation table of the JPEG is cut off');
    for (let i = 0; i < 64; ++i)
      table[kZigzag[i]!] = wide ? body[at + 1 + 2 * i]! * 256 + body[at + 2 + 2 * i]! : body[at + 1 + i]!;
    tables[body[at]! & 3] = table;
    at += 1 + (wide ? 128 : 64);
  }
}

function readHuffman(body: Uint8Array, dc: HuffmanTable[], ac: HuffmanTable[]): void {
  for (let at = 0; at + 17 <= body.length;) {
    const counts = body.subarray(at + 1, at + 17),
      total = counts.reduce((sum, count) => sum + count, 0);
    const table = huffmanTable(counts, body.subarray(at + 17, at + 17 + total));
    if (!table) return refuseImage('a Huffman table of the JPEG does not fit');
    (body[at]! >> 4 === 0 ? dc : ac)[body[at]! & 3] = table;
    at += 17 + total;
  }
}

function readFrame(body: Uint8Array, progressive: boolean, packedBytes: number): Frame {
  const height = body[1]! * 256 + body[2]!,
    width = body[3]! * 256 + body[4]!,
    count = body[5] ?? 0;
  if (body[0] !== 8) refuseImage(`${body[0] ?? 0} bits a sample, expected 8`);
  checkPixels(width, height, packedBytes);
  if (![1, 3, 4].includes(count) || body.length < 6 + 3 * count) refuseImage(`${count} components, expected 1, 3 or 4`);
  const shapes = Array.from({ length: count }, (_, i) => {
    const [id = 0, sampling = 0, table = 0] = body.subarray(6 + 3 * i, 9 + 3 * i);
    return { id, h: sampling >> 4, v: sampling & 15, table: table & 3 };
  });
  if (shapes.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) refuseImage('a sampling factor is not 1 to 4');
  const h = Math.max(...shapes.map((shape) => shape.h)),
    v = Math.max(...shapes.map((shape) => shape.v));
  const unitsAcross = Math.ceil(width / (8 * h)),
    unitsDown = Math.ceil(height / (8 * v));
  const none = new Uint16Array(1 << 16);
  const components = shapes.map((shape): Component => ({
    ...shape,
    dc: none,
    ac: none,
    predicted: 0,
    across: Math.ceil(Math.ceil((width * shape.h) / h) / 8),
    down: Math.ceil(Math.ceil((height * shape.v) / v) / 8),
    stride: unitsAcross * shape.h,
    blocks: new Int16Array(unitsAcross * shape.h * unitsDown * shape.v * 64),
  }));
  const blocks = components.reduce((sum, component) => sum + component.blocks.length / 64, 0);
  const left = kMostPasses * blocks,
    emptyLeft = kMostEmptyPasses * blocks;
  return { width, height, progressive, components, h, v, left, emptyLeft };
}

/** Reads one scan from `at`; the reader stands where the next marker is looked for. */
function readScan(
  bytes: Uint8Array,
  at: number,
  body: Uint8Array,
  frame: Frame,
  dc: HuffmanTable[],
  ac: HuffmanTable[],
  restarts: number,
): BitReader {
  const count = body[0] ?? 0;
  if (count < 1 || count > 4 || body.length < 4 + 2 * count) refuseImage('a scan of the JPEG is cut off');
  const components = Array.from({ length: count }, (_, i) => {
    const component = frame.components.find(({ id }) => id === body[1 + 2 * i]);
    if (!component) return refuseImage('a scan of the JPEG names a component that there is not');
    const codes = body[2 + 2 * i]!;
    component.dc = dc[codes >> 4] ?? component.dc;
    component.ac = ac[codes & 15] ?? component.ac;
    component.predicted = 0;
    return component;
  });
  const [first = 0, last = 63, bits = 0] = body.subarray(1 + 2 * count, 4 + 2 * count);
  const reader = new BitReader(bytes, at);
  const blocks = new BlockReader(reader, {
    first: Math.min(first, 63),
    last: Math.min(last, 63),
    high: bits >> 4,
    low: bits & 15,
    progressive: frame.progressive,
  });
  const read = (component: Component, column: number, row: number): void => {
    const from = (row * component.stride + column) * 64;
    blocks.read(component, component.blocks.subarray(from, from + 64));
  };
  const [single] = components;
  const alone = count === 1 && single ? single : undefined;
  const across = alone ? alone.across : Math.ceil(frame.width / (8 * frame.h)),
    down = alone ? alone.down : Math.ceil(frame.height / (8 * frame.v));
  frame.left -= across * down * (alone ? 1 : components.reduce((sum, { h, v }) => sum + h * v, 0));
  if (frame.left < 0) refuseImage(`the scans of the JPEG pass over the image more than ${kMostPasses} times`);
  for (let unit = 0; unit < across * down; ++unit) {
    if (restarts > 0 && unit > 0 && unit % restarts === 0) {
      blocks.restart();
      for (const component of components) component.predicted = 0;
    }
    if (blocks.isOver && frame.emptyLeft-- <= 0) {
      reader.isShort = true;
      continue;
    }
    const column = unit % across,
      row = Math.floor(unit / across);
    if (alone) read(alone, column, row);
    else
      for (const component of components)
        for (let y = 0; y < component.v; ++y)
          for (let x = 0; x < component.h; ++x) read(component, column * component.h + x, row * component.v + y);
  }
  return reader;
}

function planeOf({ blocks, stride, across, down, h, v, table }: Component, frame: Frame, tables: Uint16Array[]): Plane {
  const quantisation = tables[table];
  if (!quantisation) return refuseImage('a quantisation table of the JPEG is missing');
  const samples = new Uint8ClampedArray(across * 8 * down * 8);
  for (let row = 0; row < down; ++row)
    for (let column = 0; column < across; ++column) {
      const from = (row * stride + column) * 64;
      inverseTransform(
        blocks.subarray(from, from + 64),
        quantisation,
        samples,
        row * 8 * across * 8 + column * 8,
        across * 8,
      );
    }
  return {
    width: Math.ceil((frame.width * h) / frame.h),
    height: Math.ceil((frame.height * v) / frame.v),
    stride: across * 8,
    samples,
  };
}

function pixelsOf(frame: Frame, tables: Uint16Array[], adobe: number): DecodedImage {
  const { width, height, components } = frame;
  const planes = components.map((component) => planeOf(component, frame, tables));
  const rows = components.map(() => new Uint8Array(width + 1));
  const rgba = new Uint8ClampedArray(width * height * 4);
  const ids = components.map(({ id }) => id);
  const isRgb = components.length === 3 && (adobe === 0 || (adobe < 0 && ids.join() === '82,71,66'));
  const isYcc = (components.length === 3 && !isRgb) || (components.length === 4 && adobe === 2);
  for (let y = 0, to = 0; y < height; ++y) {
    planes.forEach((plane, i) => {
      const { h, v } = components[i]!;
      upsampledRow(plane, frame.h / h, frame.v / v, y, width, rows[i]!);
    });
    const [a = rows[0]!, b = a, c = a, key] = rows;
    for (let x = 0; x < width; ++x, to += 4) {
      let red = a[x]!,
        green = b[x]!,
        blue = c[x]!;
      if (isYcc) {
        const light = red,
          cb = green - 128,
          cr = blue - 128;
        red = clamp(light + ((91881 * cr + 32768) >> 16));
        green = clamp(light + ((-22554 * cb - 46802 * cr + 32768) >> 16));
        blue = clamp(light + ((116130 * cb + 32768) >> 16));
      }
      if (key) {
        // Adobe's programs store inks inverted: 255 is paper.
        const part = (value: number): number => {
          const paper = adobe >= 0 === isYcc ? 255 - value : value;
          return Math.round((paper * (adobe >= 0 ? key[x]! : 255 - key[x]!)) / 255);
        };
        [red, green, blue] = [part(red), part(green), part(blue)];
      }
      rgba[to] = red;
      rgba[to + 1] = green;
      rgba[to + 2] = blue;
      rgba[to + 3] = 255;
    }
  }
  return { width, height, rgba, hasAlpha: false };
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);
