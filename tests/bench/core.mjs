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
