// The samples as MD5, read back and compared, in documents a second; and how the time of the frame rates grows with the
// length of an action and with its joints: 1 is in proportion.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { createVitrine } from '../../dist/node/index.js';
import { gridGlb } from './gltf_grid.mjs';
import { median, report, root, target, time } from './harness.mjs';

const core = await createVitrine();
const folder = join(root, 'public/samples');
const samples = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).filter(
  ({ name, files }) => name !== 'broken' && !/\.(v2m|vfx|world\.json)$/.test(files[0]),
);

const cases = [];
for (const { name, files } of samples) {
  const document = core.open(files.map((file) => ({ name: basename(file), bytes: readFileSync(join(folder, file)) })));
  const seconds = await time(3, () => document.convert('md5mesh', { md5: { name } }));
  cases.push({ name, values: seconds.map((s) => 1 / s), unit: 'models/s' });
  document.dispose();
}
report('md5_export', cases);
for (const { name, values } of cases) target(`export of ${name} in models/s`, median(values), 0.5);

/** Joints that turn between keys at odd times, so that a frame rate has to be looked for. */
const sheet = (joints, seconds) => gridGlb({ side: 40, joints, keys: Math.round(seconds * 7.3), keyRate: 7.3 });

async function growth(name, make, sizes) {
  const points = [];
  for (const size of sizes) {
    const document = core.open([{ name: 'sheet.glb', bytes: make(size) }]);
    points.push([size, median(await time(3, () => document.convert('md5mesh', { md5: { name: 'sheet' } })))]);
    document.dispose();
  }
  const [[small, before], [large, after]] = [points[0], points.at(-1)];
  const exponent = Math.log(after / before) / Math.log(large / small);
  console.log(
    `  time grows with the ${name} to the power of ${exponent.toFixed(2)} (${points.map(([n, s]) => `${n}: ${s.toFixed(2)} s`).join(', ')})`,
  );
}
await growth('seconds of an action', (seconds) => sheet(30, seconds), [5, 20, 80]);
await growth('joints', (joints) => sheet(joints, 10), [15, 60, 240]);
