// How far loading is from what bounds it on this machine: for texts the rate at which their numbers alone are read, for
// binaries the rate at which their bytes are copied, for skinned ones also what their influences alone take. From the
// bytes of a file to arrays ready for upload.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { loadForUpload, md5Uploads, rigidUploads, startCore } from './core.mjs';
import { gridGlb } from './gltf_grid.mjs';
import { median, report, root, time } from './harness.mjs';
import { gridIqe, gridIqm } from './iqm_grid.mjs';
import { gridMesh } from './md5_grid.mjs';
import { gridBinary, gridText } from './qmsh_grid.mjs';
import { kriScene, pivotScene } from './scene_grid.mjs';

const encode = (text) => new TextEncoder().encode(text);

const program = join(root, 'build/wasm/tests/bench/bounds_wasm.cjs');
const bounds = JSON.parse(execFileSync('node', [program], { encoding: 'utf8' }));
const core = await startCore(root, 'wasm');

const cases = [
  { label: 'copied bytes', values: bounds.copy.map((rate) => rate / 1e6) },
  { label: 'numbers in a text', values: bounds.numbers.map((rate) => rate / 1e6) },
];
for (const [label, bound, name, make, kinds] of [
  ['MD5 text', 'numbers', 'grid.md5mesh', () => encode(gridMesh()), md5Uploads],
  ['QMSH text', 'numbers', 'grid.qmsh.tmp', () => encode(gridText())],
  ['IQM text', 'numbers', 'grid.iqe', () => encode(gridIqe())],
  ['QMSH, model and actions', 'copy', 'grid.qmsh', gridBinary],
  ['QMSH, model', 'copy', 'grid.qmsh', () => gridBinary({ actions: 0 })],
  ['KRI', 'copy', 'grid.scene', kriScene, rigidUploads],
  ['KRI, skinned', 'copy', 'grid.scene', () => kriScene({ skinned: true })],
  ['pivot', 'copy', 'grid.pivot', pivotScene, rigidUploads],
  ['pivot, skinned', 'copy', 'grid.pivot', () => pivotScene({ skinned: true })],
  ['GLB, skinned', 'copy', 'grid.glb', gridGlb],
  ['IQM, skinned', 'copy', 'grid.iqm', gridIqm],
]) {
  const bytes = make();
  const seconds = await time(9, () => loadForUpload(core, name, bytes, kinds));
  cases.push({ label, bound, size: bytes.length, values: seconds.map((s) => bytes.length / 1e6 / s) });
}

report(
  'bounds',
  cases.map(({ label, values }) => ({ name: label, values, unit: 'MB/s' })),
);
report(
  'bounds_influences',
  [
    ['into the spaces of their joints', bounds.carried],
    ['read once', bounds.read],
    ['written for the graphics card', bounds.written],
  ].map(([name, rates]) => ({ name, values: rates.map((rate) => rate / 1e6), unit: 'million/s' })),
);
console.log('\n| file | MB | MB/s | bound | share |\n| --- | --: | --: | --- | --: |');
for (const { label, bound, size, values } of cases) {
  if (!bound) continue;
  const most = median(bounds[bound]) / 1e6,
    rate = median(values);
  const cells = [label, (size / 1e6).toFixed(1), rate.toFixed(0), `${bound} at ${most.toFixed(0)} MB/s`];
  console.log(`| ${cells.join(' | ')} | ${((100 * rate) / most).toFixed(0)} % |`);
}
