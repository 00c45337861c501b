// Images that are as large as asked for, and JPEG where nothing shines through and that is smaller: by MozJPEG, whose bytes
// lie beside the scripts and are read when the first image asks for them.

import encode, { init } from '@jsquash/jpeg/encode.js';
import { readFile } from 'node:fs/promises';

import type { DecodedImage } from '../../images/image';
import { encodePng } from '../../images/pngWrite';
import type { Vitrine } from '../index';
import type { GlbFile, Gltf } from './gltf';
import type { Streams } from './streams';

export interface ImageChoice {
  /** Largest size of the longer side, in pixels. */
  most?: number;
  /** JPEG quality, 1 to 100; without it images keep their pixels. */
  quality?: number;
}

export interface ImageChange {
  name: string;
  width: number;
  height: number;
  /** When it became smaller. */
  from?: { width: number; height: number };
  type: string;
  bytes: number;
  /** Size of the original file. */
  bytesBefore: number;
  /** Its pixels are no longer the same. */
  lossy: boolean;
}

/** Less would not be worth pixels that differ. */
const kWorth = 0.9;

/** Each new pixel is the mean of those it covers, by their parts; colours count as much as they are seen. */
export function shrunk({ width, height, rgba }: DecodedImage, most: number): DecodedImage {
  const scale = most / Math.max(width, height),
    [toWidth, toHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number],
    out = new Uint8ClampedArray(toWidth * toHeight * 4);
  const covered = (to: number, count: number, all: number): [number, number][] => {
    const [from, end] = [(to * all) / count, ((to + 1) * all) / count],
      parts: [number, number][] = [];
    for (let i = Math.floor(from); i < Math.min(Math.ceil(end), all); ++i)
      parts.push([i, Math.min(i + 1, end) - Math.max(i, from)]);
    return parts;
  };
  const columns = Array.from({ length: toWidth }, (_, x) => covered(x, toWidth, width));
  let hasAlpha = false;
  for (let y = 0; y < toHeight; ++y) {
    const rows = covered(y, toHeight, height);
    columns.forEach((column, x) => {
      const seen = [0, 0, 0],
        plain = [0, 0, 0];
      let area = 0,
        alpha = 0;
      for (const [row, high] of rows)
        for (const [at, wide] of column) {
          const from = 4 * (row * width + at),
            part = high * wide,
            opacity = part * rgba[from + 3]!;
          area += part;
          alpha += opacity;
          for (let c = 0; c < 3; ++c) {
            seen[c]! += opacity * rgba[from + c]!;
            plain[c]! += part * rgba[from + c]!;
          }
        }
      const colour = alpha > 0 ? seen.map((sum) => sum / alpha) : plain.map((sum) => sum / area);
      out.set([...colour, alpha / area], 4 * (y * toWidth + x));
      hasAlpha ||= out[4 * (y * toWidth + x) + 3] !== 255;
    });
  }
  return { width: toWidth, height: toHeight, rgba: out, hasAlpha };
}

const isOpaque = (rgba: Uint8Array | Uint8ClampedArray): boolean => {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
};

/** The images of the new file, and what became of them. */
export async function packImages(
  core: Vitrine,
  file: GlbFile,
  json: Gltf,
  streams: Streams,
  { most = Infinity, quality }: ImageChoice,
): Promise<ImageChange[]> {
  // Directions are no colours: JPEG is not made for them.
  const directions = new Set(
    (json.materials ?? []).flatMap(({ normalTexture }) =>
      normalTexture ? [json.textures![normalTexture.index]!.source] : [],
    ),
  );
  const changes: ImageChange[] = [];
  for (const [i, image] of (json.images ?? []).entries()) {
    const given = file.view(image.bufferView),
      decoded = core.decodeImage(given),
      smaller = Math.max(decoded.width, decoded.height) > most,
      { width, height, rgba } = smaller ? shrunk(decoded, most) : decoded;
    let bytes = smaller ? encodePng(width, height, rgba) : given,
      type = smaller ? 'image/png' : image.mimeType,
      lossy = smaller;
    // A JPEG that keeps its size stays what it is.
    if (quality !== undefined && !directions.has(i) && isOpaque(rgba) && type === 'image/png') {
      const jpeg = await encodeJpeg({ width, height, rgba, hasAlpha: false }, quality);
      if (jpeg.length < bytes.length * kWorth) [bytes, type, lossy] = [jpeg, 'image/jpeg', true];
    }
    image.mimeType = type;
    delete image.extras;
    streams.image(bytes);
    changes.push({
      name: image.name ?? String(i),
      width,
      height,
      ...(smaller && { from: { width: decoded.width, height: decoded.height } }),
      type,
      bytes: bytes.length,
      bytesBefore: given.length,
      lossy,
    });
  }
  return changes;
}

let started: Promise<unknown> | undefined;

async function start(): Promise<void> {
  const module = await WebAssembly.compile(await readFile(new URL('./mozjpeg_enc.wasm', import.meta.url)));
  // Its types say less than it takes.
  await (init as (module: WebAssembly.Module) => Promise<void>)(module);
}

/** `quality` from 1 to 100. */
async function encodeJpeg({ width, height, rgba }: DecodedImage, quality: number): Promise<Uint8Array> {
  await (started ??= start());
  const data = new Uint8ClampedArray(rgba);
  return new Uint8Array(await encode({ data, width, height, colorSpace: 'srgb' }, { quality }));
}
