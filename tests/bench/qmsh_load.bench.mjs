// From the bytes of QMSH files of about 25 MB, a text and a binary, to arrays ready for upload; an md5mesh of the same size beside
// them, because no other program reads QMSH.

import { loadForUpload, md5Uploads, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { gridMesh } from './md5_grid.mjs';
import { gridBinary, gridText } from './qmsh_grid.mjs';

const core = await startCore(root, 'wasm');

/** Megabytes a second of each of seven loads. */
async function rates(name, bytes, kinds) {
  const seconds = await time(7, () => loadForUpload(core, name, bytes, kinds));
  return seconds.map((s) => bytes.length / 1e6 / s);
}

const encode = (text) => new TextEncoder().encode(text);
const text = await rates('grid.qmsh.tmp', encode(gridText()));
const binary = await rates('grid.qmsh', gridBinary());
// The same model without actions: vertices and triangles only.
const still = await rates('still.qmsh', gridBinary({ actions: 0 }));
const md5 = await rates('grid.md5mesh', encode(gridMesh()), md5Uploads);

report('qmsh_load', [
  { name: 'QMSH text', values: text, unit: 'MB/s' },
  { name: 'QMSH binary, model and actions', values: binary, unit: 'MB/s' },
  { name: 'QMSH binary, model alone', values: still, unit: 'MB/s' },
  { name: 'md5mesh', values: md5, unit: 'MB/s' },
]);
target('load of QMSH text in MB/s', median(text), 150);
target('load of a QMSH binary in MB/s', median(binary), 500);
