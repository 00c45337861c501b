// A GLB of the core made small for the web: EXT_meshopt_compression and KHR_mesh_quantization, fewer frames, smaller
// images. What is rounded is measured against the file as it was.

import type { Vitrine } from '../index';
import { GlbFile, glbOf, type Gltf } from './gltf';
import { type ImageChange, type ImageChoice, packImages } from './images';
import { MeshPacker, type Precision } from './meshes';
import { ready } from './meshopt';
import { MotionPacker, sizeOf } from './motion';
import { Tree } from './posed';
import { Streams } from './streams';

export interface PackOptions extends ImageChoice {
  /** How far a vertex may be off, as a part of the model's size: the diagonal of its box. */
  tolerance: number;
}

export interface Packed {
  bytes: Uint8Array;
  images: ImageChange[];
  /** Frames of the animations, before and after. */
  frames: { before: number; after: number };
  vertices: number;
  triangles: number;
  /** The farthest that a vertex is off, in units of the file; `relative` to its size. */
  measured: { largest: number; relative: number; action: string | null };
}

/** Coarse ones first: the first that is near enough is taken. `frames` is the part of the tolerance that frames get. */
const kLevels: readonly (Precision & { frames: number })[] = [
  { positionBits: 14, weightBits: 8, rotationBits: 12, frames: 1 / 2 },
  { positionBits: 16, weightBits: 8, rotationBits: 14, frames: 1 / 2 },
  { positionBits: 16, weightBits: 16, rotationBits: 16, frames: 1 / 4 },
  { positionBits: 16, weightBits: 16, rotationBits: 16, frames: 1 / 64 },
];

/** Packs `glb`, which the core has written. Even the finest steps may exceed the tolerance: see `measured`. */
export async function pack(core: Vitrine, glb: Uint8Array, options: PackOptions): Promise<Packed> {
  await ready;
  let packed: Packed | undefined;
  for (const level of kLevels) {
    packed = await packAt(core, new GlbFile(glb), level, options);
    if (packed.measured.relative <= options.tolerance) break;
  }
  return packed!;
}

async function packAt(
  core: Vitrine,
  file: GlbFile,
  level: (typeof kLevels)[number],
  options: PackOptions,
): Promise<Packed> {
  const json = plain(file.json),
    streams = new Streams(),
    meshes = new MeshPacker(file, streams, level),
    { before, after } = meshes.shown(),
    tree = new Tree(file.json.nodes ?? []),
    size = sizeOf(tree, before);
  const precision = { tolerance: options.tolerance * size * level.frames, rotationBits: level.rotationBits },
    motion = new MotionPacker(file, tree, streams, before, size, precision);
  motion.finish(json);
  meshes.finish(json);
  const images = await packImages(core, file, json, streams, options),
    bin = streams.finish(json);
  let largest = 0,
    action: string | null = null;
  for (const { action: name = null, distance } of motion.measured(before, after))
    if (distance > largest) [largest, action] = [distance, name];
  return {
    bytes: glbOf(json, bin),
    images,
    frames: motion.frames,
    vertices: before.reduce((sum, { positions }) => sum + positions.length / 3, 0),
    triangles: trianglesOf(json),
    measured: { largest, relative: largest / size, action },
  };
}

const trianglesOf = ({ meshes = [], accessors = [] }: Gltf): number =>
  meshes.reduce(
    (sum, { primitives }) => sum + primitives.reduce((part, { indices }) => part + accessors[indices]!.count / 3, 0),
    0,
  );

/** A copy without what only Vitrine reads, such as the numbers of the original materials. */
function plain(json: Gltf): Gltf {
  const copy = structuredClone(json);
  delete copy.asset.extras;
  for (const list of [copy.nodes, copy.materials, copy.textures, copy.images, copy.scenes])
    for (const each of list ?? []) delete each.extras;
  for (const texture of copy.textures ?? []) delete texture.name;
  return copy;
}
