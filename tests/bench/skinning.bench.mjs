// Skinning of positions and normals with four influences: the kernels alone, then a whole document played.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { openDocument, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { gridMesh } from './md5_grid.mjs';

const presets = [
  ['simd128', 'wasm'],
  ['scalar', 'wasm-scalar'],
];
const kNormals = ['stored_normals', 'recomputed_normals'];
const kTurns = 3;
const million = (values) => values.map((value) => value / 1e6);

const side = 180;
const bytes = new TextEncoder().encode(gridMesh({ side, influences: () => 4 }));
const rounds = 20;
const builds = [];
for (const [name, preset] of presets)
  builds.push({
    name,
    program: join(root, 'build', preset, 'tests/bench/skinning_wasm.cjs'),
    document: openDocument(await startCore(root, preset), 'grid.md5mesh', bytes),
    stored_normals: [],
    recomputed_normals: [],
    played: [],
  });
// In turns, so that what the machine does besides falls on all of them.
for (let turn = 0; turn < kTurns; ++turn)
  for (const build of builds) {
    // V8 optimises a function between two calls of it, and the whole measurement may be one.
    const rates = JSON.parse(execFileSync('node', ['--no-liftoff', build.program], { encoding: 'utf8' }));
    for (const normals of kNormals) build[normals].push(...million(rates[normals]));
    const seconds = await time(3, () => {
      for (let round = 0; round < rounds; ++round) build.document.evaluate(round / 30, true, true, false);
    });
    build.played.push(...million(seconds.map((s) => (side * side * rounds) / s)));
  }

const cases = (what, list) =>
  builds.map((build) => ({ name: `${build.name} ${what}`, values: build[list], unit: 'Mvert/s' }));
const [simd, scalar] = builds;
for (const normals of kNormals) {
  report('skinning_kernel', cases(normals, normals));
  target('Mvert/s, four influences', median(simd[normals]), 60);
  if (normals === 'stored_normals')
    target('times the scalar build', median(simd[normals]) / median(scalar[normals]), 2.5);
}
report('skinning_document', cases('md5 document', 'played'));
target('of the kernel with recomputed normals', median(simd.played) / median(simd.recomputed_normals), 0.9);
