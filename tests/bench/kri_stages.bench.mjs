// The stages of the KRI exporter (merging, tangent frames, processing of quaternions, T-junctions) on one core, at three
// sizes: how fast, and how they grow.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { median, report, root, target } from './harness.mjs';

const program = join(root, 'build/wasm/tests/bench/kri_wasm.cjs');
const runs = Object.entries(JSON.parse(execFileSync('node', [program], { encoding: 'utf8' })));

const cases = runs.map(([triangles, ms]) => ({
  name: `${triangles} triangles`,
  values: ms.map((value) => triangles / value / 1000),
  unit: 'Mtri/s',
}));
report('kri_stages', cases);
// The slope of the line through the logarithms of sizes and times.
const points = runs.map(([triangles, ms]) => [Math.log(Number(triangles)), Math.log(median(ms))]);
const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
const [x, y] = [mean(0), mean(1)];
const exponent =
  points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
console.log(`  time grows with the number of triangles to the power of ${exponent.toFixed(3)}`);
target('Mtri/s of the export stages at every size', Math.min(...cases.map(({ values }) => median(values))), 2);
