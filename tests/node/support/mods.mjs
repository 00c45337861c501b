// Sets of files as mods and downloads have them: models with the names of their images, and images that are told apart.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { square } from './inputs.mjs';

/** An md5mesh with a material of this name. */
export const meshOf = (material) => square().replace('"cloth"', `"${material}"`);

/** One pixel of a colour as TGA. */
export const tga = (r, g, b) => Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20, b, g, r);

/** The same as BMP. */
export const bmp = (r, g, b) => {
  const bytes = Buffer.alloc(58);
  bytes.write('BM');
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.set([b, g, r], 54);
  return new Uint8Array(bytes);
};

const numbers = (array) => Buffer.from(array.buffer).toString('base64');

/** A glTF triangle whose one image is at this address, and its buffer at another. */
export function gltfOf(image, buffer = `data:;base64,${numbers(triangle())}`) {
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 60, uri: buffer }],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 24 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    images: [{ uri: image }],
    textures: [{ source: 0 }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  });
}

/** Bytes of its buffer; `x` is where one corner stands. */
export const triangle = (x = 1) => Float32Array.of(0, 0, 0, x, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1);

/** An IQE text model with a material. */
export const iqeOf = (material) => `# Inter-Quake Export
joint "root" -1
 pq 0 0 0 0 0 0 -1 1 1 1
mesh "square"
 material "${material.replaceAll('\\', '\\\\')}"
${[
  [0, 0],
  [1, 0],
  [0, 1],
]
  .map(([x, y]) => ` vp ${x} ${y} 0\n\tvt ${x} ${y}\n\tvn 0 0 1\n\tvb 0 1`)
  .join('\n')}
 fm 0 1 2
`;

/** Writes files by their paths below a folder. */
export function writeSet(folder, files) {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}

export const declared = (name, image) => `${name}\n{\n\tdiffusemap ${image}\n}\n`;

/** A Doom 3 mod: its declarations, models and images lie apart. */
export const mod = () => ({
  'materials/mod.mtr':
    declared('models/monsters/alpha/body', 'models/monsters/alpha/alpha_d.tga') +
    declared('models/monsters/beta/body', 'textures/beta/beta_d.tga'),
  'materials/other.mtr': declared('textures/wall', 'textures/wall.tga'),
  'def/mod.def':
    'model alpha {\n\tmesh models/md5/alpha/alpha.md5mesh\n\tanim walk models/md5/shared/walk.md5anim\n}\n' +
    'model other {\n\tmesh models/md5/other/other.md5mesh\n\tanim run models/md5/shared/run.md5anim\n}\n',
  'models/md5/alpha/alpha.md5mesh': meshOf('models/monsters/alpha/body'),
  'models/md5/beta/beta.md5mesh': meshOf('models/monsters/beta/body'),
  'models/monsters/alpha/alpha_d.tga': tga(255, 0, 0),
  'textures/beta/beta_d.tga': tga(0, 255, 0),
  'textures/wall.tga': tga(0, 0, 255),
});
