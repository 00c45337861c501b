// Picking: the nearest triangle of the painted jobs at a point of the frame, and the texel of a slot there, without the
// filters that the picture has.

import type { Vector, WorldTables } from '../../core/world';
import { Job, JobNumber, kFilled, kNoIndex, LightNumber } from '../../core/worldTables';
import { cameraOf } from './frame';
import type { WorldPick, WorldTexel } from './messages';
import type { ImageList } from './scene';

type Point = [number, number, number];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** Does the ray meet the box nearer than `most`? */
function meets(from: Point, way: Point, bounds: ArrayLike<number>, most: number): boolean {
  let near = 0,
    far = most;
  for (let axis = 0; axis < 3; ++axis) {
    const a = (bounds[axis]! - from[axis]!) / way[axis]!,
      b = (bounds[axis + 3]! - from[axis]!) / way[axis]!;
    // Along a face of a flat box: 0 / 0.
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far * (1 + 1e-6) + 1e-6;
}

/** The ray in the space of a matrix: its inverse is that of a 3 x 3 and a shift. Undefined for flattened ones. */
function inside(m: ArrayLike<number>, from: Point, way: Point): { from: Point; way: Point } | undefined {
  const column = (i: number): Point => [m[i * 4]!, m[i * 4 + 1]!, m[i * 4 + 2]!];
  const cross = (a: Point, b: Point): Point => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const [x, y, z] = [column(0), column(1), column(2)],
    rows = [cross(y, z), cross(z, x), cross(x, y)],
    size = dot(x, rows[0]!);
  if (Math.abs(size) < 1e-12) return undefined;
  const shifted: Point = [from[0] - m[12]!, from[1] - m[13]!, from[2] - m[14]!];
  const turned = (v: Point): Point => rows.map((row) => dot(row, v) / size) as Point;
  return { from: turned(shifted), way: turned(way) };
}

interface Hit {
  /** Along the ray. */
  depth: number;
  /** Shares of the second and of the third corner. */
  u: number;
  v: number;
}

/** Where the ray meets a triangle of the list. */
function hit(from: Point, way: Point, list: Float32Array, at: number): Hit | undefined {
  const corner = (i: number, axis: number): number => list[at + i * 10 + axis]!;
  const edge = (i: number): Point => [0, 1, 2].map((axis) => corner(i, axis) - corner(0, axis)) as Point;
  const [e1, e2] = [edge(1), edge(2)],
    p: Point = [way[1] * e2[2] - way[2] * e2[1], way[2] * e2[0] - way[0] * e2[2], way[0] * e2[1] - way[1] * e2[0]],
    size = dot(e1, p);
  if (size === 0) return undefined;
  const s: Point = [from[0] - corner(0, 0), from[1] - corner(0, 1), from[2] - corner(0, 2)],
    u = dot(s, p) / size,
    q: Point = [s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0]],
    v = dot(way, q) / size,
    depth = dot(e2, q) / size;
  return u >= 0 && v >= 0 && u + v <= 1 && depth > 0 ? { depth, u, v } : undefined;
}

interface Surface extends Hit {
  job: number;
  /** Floats of its triangle. */
  corners: Float32Array;
  /** The ray of the point: depths are distances along it. */
  from: Point;
  way: Point;
}

/** `x` and `y`: 0 to 1 from the top left of the picture. Undefined where nothing is. */
function surfaceAt(tables: WorldTables, x: number, y: number): Surface | undefined {
  const { eye, right, up, dir, slope, near } = cameraOf(tables),
    sides: Point = [(2 * x - 1) / slope[0], (1 - 2 * y) / slope[1], 1],
    way = [0, 1, 2].map((i) => right[i]! * sides[0] + up[i]! * sides[1] + dir[i]!) as Point,
    // A ray of depth 1: distances along it are depths.
    from = [0, 1, 2].map((i) => eye[i]! + way[i]! * near) as Point;
  const jobs = tables.get('jobs'),
    numbers = tables.get('jobNumbers'),
    [still, posed] = [tables.get('still'), tables.get('posed')];
  let found: Surface | undefined;
  for (let job = 0; job < tables.rows('jobs'); ++job) {
    const row = jobs.subarray(job * 76, job * 76 + 76),
      number = numbers.subarray(job * 20, job * 20 + 20);
    if (!meets(from, way, row.subarray(Job.bounds), found?.depth ?? Infinity)) continue;
    const ray = inside(row, from, way);
    if (!ray) continue;
    const list = number[JobNumber.pose] === kNoIndex ? still : posed,
      first = number[JobNumber.first]!;
    for (let corner = 0; corner < number[JobNumber.count]!; corner += 3) {
      const at = (first + corner) * 10,
        met = hit(ray.from, ray.way, list, at);
      if (met && met.depth < (found?.depth ?? Infinity))
        found = { ...met, job, corners: list.subarray(at, at + 30), from, way };
    }
  }
  return found;
}

/** What lies at a point of the picture, as for `surfaceAt`. */
export function pickJob(tables: WorldTables, x: number, y: number): WorldPick | undefined {
  const found = surfaceAt(tables, x, y);
  if (!found) return undefined;
  const { job, from, way, depth } = found,
    jobs = tables.get('jobs'),
    number = tables.get('jobNumbers').subarray(job * 20, job * 20 + 20),
    lights = tables.get('lightNumbers');
  const reaching: { rank: number; operator: number }[] = [];
  for (let light = 0; light < lights.length; light += 8) {
    const rank = lights[light + LightNumber.rank]!;
    if (rank < 16 && (number[JobNumber.lights]! >> rank) & 1)
      reaching.push({ rank, operator: lights[light + LightNumber.operator]! });
  }
  const index = (value: number): number => (value === kNoIndex ? -1 : value);
  return {
    mesh: number[JobNumber.operator]!,
    material: index(number[JobNumber.material]!),
    segment: index(number[JobNumber.segment]!),
    cluster: number[JobNumber.cluster]!,
    job,
    instance: number[JobNumber.instance] === kNoIndex ? '' : tables.instanceName(number[JobNumber.instance]!),
    lights: reaching.sort((a, b) => a.rank - b.rank).map(({ operator }) => operator),
    triangles: number[JobNumber.count]! / 3,
    at: [0, 1, 2].map((i) => from[i]! + way[i]! * depth) as unknown as Vector,
    distance: depth * Math.hypot(...way),
    bounds: Array.from(jobs.subarray(job * 76 + Job.bounds, job * 76 + Job.bounds + 6)),
    state: number[JobNumber.state]!,
  };
}

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
