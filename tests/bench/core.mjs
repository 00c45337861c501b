// A core of the build tree, driven as the engine drives it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Starts the core of a build preset. */
export async function startCore(root, preset) {
  const folder = join(root, 'build', preset);
  const { default: factory } = await import(pathToFileURL(join(folder, 'vitrine-core.mjs')).href);
  return factory({ wasmBinary: readFileSync(join(folder, 'vitrine-core.wasm')) });
}

/** Opens one file; throws with the report when it cannot be shown. The caller deletes the document. */
export function openDocument(core, name, bytes) {
  const document = new core.Document('{}');
  const pointer = document.addFile(name, bytes.length);
  if (pointer !== 0) core.HEAPU8.set(bytes, pointer);
  if (pointer === 0 || !document.load()) throw new Error(`the core refused ${name}:\n${document.report(false)}`);
  return document;
}

/** What goes to the graphics card, by BufferKind of web/src/core: positions, normals, indices, texture coordinates. */
export const rigidUploads = [10, 11, 4, 5];
/** With influences and their runs. */
export const skinnedUploads = [...rigidUploads, 7, 8];
/** Of MD5, whose normals are computed with a pose. */
export const md5Uploads = skinnedUploads.filter((kind) => kind !== 11);

/** From the bytes of a file to arrays ready for upload; throws where one of them is empty. */
export function loadForUpload(core, name, bytes, kinds = skinnedUploads) {
  const document = openDocument(core, name, bytes);
  document.evaluate(0, false, false, false);
  for (let instance = 0; instance < document.instanceCount(); ++instance) {
    for (const kind of kinds) {
      if (document.bufferBytes(kind, instance) === 0) throw new Error(`buffer ${kind} of ${name} is empty`);
      document.bufferPointer(kind, instance);
    }
  }
  document.delete();
}
