// Worlds from 10 to 10,000 jobs through the module: what a frame costs to evaluate, its shadow volumes when the lights
// have moved, its picture, its tables, and a replay of one second; and how each grows with the jobs.

import { createVitrine } from '../../dist/node/index.js';
import { median, report, target } from './harness.mjs';

const kSizes = [10, 100, 1000, 10000];
const kRuns = 5;
const vitrine = await createVitrine();

/** Boxes in a square, two lights that go around above them. */
function documentOf(jobs) {
  const side = Math.ceil(Math.sqrt(jobs)),
    box = { op: 'mesh', boxes: [{ min: [-0.3, 0, -0.3], max: [0.3, 0.6, 0.3] }] };
  const rows = Array.from({ length: Math.ceil(jobs / side) }, (_, row) => ({
    op: 'transform',
    translate: [0, 0, -row],
    in: [{ op: 'multiply', count: Math.min(side, jobs - row * side), translate: [1, 0, 0], in: [box] }],
  }));
  const light = (at) => ({
    op: 'light',
    at: { value: at, anim: { b: 'sin(TIME)', c: 'X' } },
    range: 4 * side,
  });
  return JSON.stringify({
    kind: 'vitrine-world',
    version: 1,
    camera: { at: [side / 2, side / 2 + 1, side / 2], dir: [0, -1, -1], fov: 70 },
    scenes: { a: { op: 'add', in: [light([0, side, 0]), light([side, side, -side]), ...rows] } },
  });
}

/** Milliseconds of each run; `prepare` is not timed. */
function timed(prepare, work) {
  const all = [];
  for (let run = -1; run < kRuns; ++run) {
    prepare(run);
    const start = process.hrtime.bigint();
    work(run);
    if (run >= 0) all.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return all;
}

const cases = {
  evaluate: (world, next) =>
    timed(
      () => {},
      () => next(),
    ),
  volumes: (world, next) => timed(next, () => world.volumes()),
  picture: (world, next) => {
    let time = 100;
    return timed(
      () => {},
      () => world.render({ times: [(time += 1 / 60)], width: 160, height: 100 }),
    );
  },
  tables: (world, next) => (typeof world.tables === 'function' ? timed(next, () => world.tables()) : undefined),
  replay: (world) =>
    timed(
      () => world.seek(1),
      () => {
        while (world.replay(20) > 0);
      },
    ),
};

const measured = {};
for (const jobs of kSizes) {
  const world = vitrine.world(documentOf(jobs));
  let frame = 0;
  const next = () => {
    if (!world.evaluate(frame++ / 60)) throw new Error(JSON.stringify(world.report.issues));
  };
  next();
  if (world.report.sceneJobs !== jobs) throw new Error(`${world.report.sceneJobs} jobs, wanted ${jobs}`);
  for (const [name, run] of Object.entries(cases)) {
    const spent = run(world, next);
    if (spent) (measured[name] ??= {})[jobs] = spent;
  }
  world.dispose();
}

for (const [name, sizes] of Object.entries(measured)) {
  report(
    `worlds_${name}`,
    kSizes.map((jobs) => ({ name: `${jobs} jobs`, values: sizes[jobs].map((ms) => 1000 / ms), unit: '1/s' })),
  );
  // Of the last factor of ten, where what does not grow counts least.
  const exponent = Math.log10(median(sizes[10000]) / median(sizes[1000]));
  console.log(`  grows with the jobs to the power ${exponent.toFixed(2)}`);
  target(`${name}: no worse than linear, 1 / exponent`, 1 / Math.max(exponent, 0.01), 0.8);
}
