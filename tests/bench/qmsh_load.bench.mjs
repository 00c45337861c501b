// From the bytes of QMSH files of about 25 MB, a text and a binary, to arrays ready for upload; an md5mesh of the same size beside
// them, because no other program reads QMSH.

import { openDocument, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { gridMesh } from './md5_grid.mjs';
import { gridBinary, gridText } from './qmsh_grid.mjs';

// Positions, normals, indices, texture coordinates, influences and their runs: BufferKind of web/src/core.
const uploads = [10, 11, 4, 5, 7, 8];

const core = await startCore(root, 'wasm');

/** Megabytes a second of each of seven loads. */
async function rates(name, bytes, kinds = uploads) {
  const seconds = await time(7, () => {
    const document = openDocument(core, name, bytes);
    document.evaluate(0, false, false, false);
    for (let instance = 0; instance < document.instanceCount(); ++instance) {
      for (const kind of kinds) {
        if (document.bufferBytes(kind, instance) === 0) throw new Error(`${name}: buffer ${kind} is empty`);
        document.bufferPointer(kind, instance);
      }
    }
    document.delete();
  });
  return seconds.map((s) => bytes.length / 1e6 / s);
}

const encode = (text) => new TextEncoder().encode(text);
const text = await rates('grid.qmsh.tmp', encode(gridText()));
const binary = await rates('grid.qmsh', gridBinary());
// The same model without actions: vertices and triangles only.
const still = await rates('still.qmsh', gridBinary({ actions: 0 }));
const md5 = await rates('grid.md5mesh', encode(gridMesh()), [10, 4, 5, 7, 8]);

report('qmsh_load', [
  { name: 'QMSH text', values: text, unit: 'MB/s' },
  { name: 'QMSH binary, model and actions', values: binary, unit: 'MB/s' },
  { name: 'QMSH binary, model alone', values: still, unit: 'MB/s' },
  { name: 'md5mesh', values: md5, unit: 'MB/s' },
]);
target('load of QMSH text in MB/s', median(text), 150);
target('load of a QMSH binary in MB/s', median(binary), 500);
