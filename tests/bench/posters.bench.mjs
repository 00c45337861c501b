// Posters of a folder by the command, in one thread and in two: 320 x 240 pixels of a textured model of 4,000 triangles in
// each folder. The start of the command and of its threads is left out: two lengths of the batch are compared.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report, root, time } from './harness.mjs';
import { ringMesh, ringTexture } from './torus.mjs';

const kRuns = 3,
  kFew = 40,
  kMany = 240;
/** Posters a second with two threads that are asked for. */
const kGoal = 40;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-posters-'));
try {
  const model = ringMesh(100, 20),
    texture = ringTexture();
  for (const count of [kFew, kMany])
    for (let i = 0; i < count; ++i) {
      const one = join(folder, String(count), String(i));
      mkdirSync(one, { recursive: true });
      writeFileSync(join(one, 'ring.md5mesh'), model);
      writeFileSync(join(one, 'ring.tga'), texture);
    }
  const draw = (count, jobs) =>
    execFileSync(
      process.execPath,
      [
        ...[join(root, 'dist/node/cli.js'), 'render', join(folder, String(count))],
        ...['--batch', '--jobs', String(jobs), '--size', '320x240', '-o', join(folder, 'pictures')],
      ],
      { stdio: 'ignore' },
    );
  const cases = [];
  for (const jobs of [1, 2]) {
    const few = await time(kRuns, () => draw(kFew, jobs)),
      many = await time(kRuns, () => draw(kMany, jobs));
    const values = many.map((seconds, i) => (kMany - kFew) / (seconds - few[i]));
    cases.push({ name: jobs === 1 ? 'one thread' : `${jobs} threads, goal ${kGoal}`, values, unit: '1/s' });
  }
  report('posters', cases);
} finally {
  rmSync(folder, { recursive: true });
}
