// The texel of a slot at a point of the frame, without the filters that the picture has.

import type { WorldTables } from '../../core/world';
import { Job, JobNumber, kFilled, kNoIndex } from '../../core/worldTables';
import type { WorldTexel } from './messages';
import { surfaceAt, type Surface } from './pick';
import type { ImageList } from './scene';

/** Of the corners of a triangle. */
const kUv = 6;

/** Undefined where nothing is, or the surface has no such slot. */
export function texelAt(
  tables: WorldTables,
  images: ImageList,
  { x, y, slot }: { x: number; y: number; slot: number },
): WorldTexel | undefined {
  const surface = surfaceAt(tables, x, y);
  if (!surface) return undefined;
  const row = tables.get('jobs').subarray(surface.job * 76, surface.job * 76 + 76),
    index = tables.get('jobNumbers')[surface.job * 20 + JobNumber.image + slot]!,
    four = (at: number): number[] => Array.from(row.subarray(at + slot * 4, at + slot * 4 + 4)),
    offset = four(Job.offset);
  if (index === kNoIndex) return undefined;
  if (index === kFilled) return { value: offset };
  const image = images[index];
  if (!image) return undefined;
  const { width, height, rgba } = image,
    [s, t] = mapped(surface, row),
    place = { width, height, x: texelOf(s, width), y: texelOf(t, height) },
    at = (place.y * width + place.x) * 4,
    gain = four(Job.gain);
  return { image: place, value: offset.map((part, i) => (rgba[at + i]! / 255) * gain[i]! + part) };
}

/** Texture coordinates, as surface.frag.glsl has them. */
function mapped({ corners, u, v }: Surface, row: Float32Array): [number, number] {
  const at = (i: number): number =>
    corners[kUv + i]! * (1 - u - v) + corners[10 + kUv + i]! * u + corners[20 + kUv + i]! * v;
  const angle = (row[Job.uvRotateDeg]! * Math.PI) / 180,
    [c, sine] = [Math.cos(angle), Math.sin(angle)],
    [x, y] = [at(0) * row[Job.uvScale]!, at(1) * row[Job.uvScale + 1]!];
  return [x * c - y * sine + row[Job.uvTranslate]!, x * sine + y * c + row[Job.uvTranslate + 1]!];
}

/** Images go on outside of 0 to 1. */
const texelOf = (part: number, size: number): number =>
  Math.min(size - 1, Math.floor((part - Math.floor(part)) * size));
