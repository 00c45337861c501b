// Small glTF documents, and the models beside the checkout with their numbers.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { data } from './vitrine.mjs';

const pad = (bytes, filler) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, filler)]);

/** A GLB of a document and its binary chunk. */
export function glb(document, binary = Buffer.alloc(0)) {
  const chunk = (type, bytes) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, bytes]);
  };
  const json = chunk('JSON', pad(Buffer.from(JSON.stringify(document)), ' ')),
    bin = binary.length > 0 ? chunk('BIN\0', pad(Buffer.from(binary), '\0')) : Buffer.alloc(0);
  const head = Buffer.alloc(12);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + json.length + bin.length, 8);
  return Buffer.concat([head, json, bin]);
}

const componentTypes = new Map([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const components = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** One buffer of typed arrays, each with a view and, where it has a type, an accessor. */
export class Chunk {
  accessors = [];
  bufferViews = [];
  #parts = [];
  #size = 0;

  /** A number of a view; `more` are members of it. */
  view(array, more = {}) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    this.bufferViews.push({ buffer: 0, byteOffset: this.#size, byteLength: bytes.length, ...more });
    this.#parts.push(bytes, Buffer.alloc(-bytes.length & 3));
    this.#size += bytes.length + (-bytes.length & 3);
    return this.bufferViews.length - 1;
  }

  /** The number of an accessor; `more` are members of it. */
  add(array, type, more = {}) {
    return this.accessor({
      bufferView: this.view(array),
      componentType: componentTypes.get(array.constructor),
      type,
      count: array.length / components[type],
      ...more,
    });
  }

  accessor(members) {
    return this.accessors.push(members) - 1;
  }

  get bytes() {
    return Buffer.concat(this.#parts);
  }

  /** What a document says of it. */
  get members() {
    const { accessors, bufferViews } = this;
    return { accessors, bufferViews, buffers: [{ byteLength: this.#size }] };
  }
}

/** The JSON of a .gltf or .glb. */
export function documentOf(bytes) {
  const text = bytes.toString('latin1', 0, 4) === 'glTF' ? bytes.subarray(20, 20 + bytes.readUInt32LE(12)) : bytes;
  return JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''));
}

/** A file of the disk as the module takes it, with an answer for what it names beside itself. */
export const fromDisk = (path) => ({
  file: { name: path, bytes: readFileSync(path) },
  resolve: (name) => {
    const beside = join(dirname(path), name);
    return existsSync(beside) ? readFileSync(beside) : undefined;
  },
});

/** The rows of a table of models whose files are in `folder`, with their poses. */
function tableOf(table, poses, folder) {
  const [head, ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
  const names = head.split('\t'),
    { files } = JSON.parse(readFileSync(poses, 'utf8'));
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
    .map((row) => ({ ...row, file: join(folder, row.path), poses: files[row.path] }))
    .filter(({ file }) => existsSync(file));
}
/** The files that were made for the tests. */
export const madeModels = () => {
  const folder = data('gltf/reference');
  return tableOf(join(folder, 'models.tsv'), join(folder, 'poses.json'), folder);
};
/** Models of other people, with nothing that is among those. */
export const models = (shared) =>
  tableOf(
    join(shared, 'reference/gltf_models.tsv'),
    join(shared, 'reference/gltf_poses.json'),
    join(shared, 'corpus/gltf'),
  ).filter(({ path }) => !path.startsWith('synth/'));
