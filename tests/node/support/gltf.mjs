// Small glTF documents, and the models beside the checkout with their numbers.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** The rows of reference/gltf_models.tsv whose files are there. */
export function models(shared) {
  const [head, ...lines] = readFileSync(join(shared, 'reference/gltf_models.tsv'), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
    .map((row) => ({ ...row, file: join(shared, 'corpus/gltf', row.path) }))
    .filter(({ file }) => existsSync(file));
}
