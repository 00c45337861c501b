// Skinning of positions and normals with four influences: the kernels alone, then a whole document played.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { openDocument, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { gridMesh } from './md5_grid.mjs';

const builds = [
  ['simd128', 'wasm'],
  ['scalar', 'wasm-scalar'],
];
const million = (values) => values.map((value) => value / 1e6);

const kernels = builds.map(([name, preset]) => {
  const program = join(root, 'build', preset, 'tests/bench/skinning_wasm.cjs');
  // V8 optimises a function between two calls of it, and the whole measurement may be one.
  return [name, JSON.parse(execFileSync('node', ['--no-liftoff', program], { encoding: 'utf8' }))];
});
let recomputed;
for (const normals of ['stored_normals', 'recomputed_normals']) {
  const cases = kernels.map(([name, rates]) => ({
    name: `${name} ${normals}`,
    values: million(rates[normals]),
    unit: 'Mvert/s',
  }));
  report('skinning_kernel', cases);
  const [simd, scalar] = cases.map(({ values }) => median(values));
  target('Mvert/s, four influences', simd, 60);
  if (normals === 'stored_normals') target('times the scalar build', simd / scalar, 2.5);
  recomputed = simd;
}

const side = 180;
const bytes = new TextEncoder().encode(gridMesh({ side, influences: () => 4 }));
const rounds = 20;
const played = [];
for (const [name, preset] of builds) {
  const document = openDocument(await startCore(root, preset), 'grid.md5mesh', bytes);
  const seconds = await time(9, () => {
    for (let round = 0; round < rounds; ++round) document.evaluate(round / 30, true, true, false);
  });
  played.push({
    name: `${name} md5 document`,
    values: seconds.map((s) => (side * side * rounds) / s / 1e6),
    unit: 'Mvert/s',
  });
  document.delete();
}
report('skinning_document', played);
target('of the kernel with recomputed normals', median(played[0].values) / recomputed, 0.9);
