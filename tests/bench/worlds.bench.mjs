// Worlds from 10 to 10,000 jobs through the module: what a frame costs to evaluate, its shadow volumes when the lights
// have moved, its picture, its tables, and a replay of one second; and how each grows with the jobs. In processor time,
// so that other programs on the machine do not count.

import { createVitrine } from '../../dist/node/index.js';
import { median, report, target } from './harness.mjs';

const kSizes = [10, 100, 1000, 10000];
const kRuns = 5;
/** A run is repeated until it has taken so long. */
const kLeastMs = 20;
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

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of each run; `prepare` is not counted. */
function timed(prepare, work) {
  prepare();
  work();
  return Array.from({ length: kRuns }, () => {
    let spent = 0,
      count = 0;
    for (; spent < kLeastMs; ++count) {
      prepare();
      const start = processorMs();
      work();
      spent += processorMs() - start;
    }
    return spent / count;
  });
}
const nothing = () => {};

const cases = {
  evaluate: (world, next) => timed(nothing, next),
  volumes: (world, next) => timed(next, () => world.volumes()),
  picture: (world) => {
    let time = 100;
    return timed(nothing, () => world.render({ times: [(time += 1 / 60)], width: 160, height: 100 }));
  },
  tables: (world, next) => timed(next, () => world.tables()),
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
    (measured[name] ??= {})[jobs] = run(world, next);
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

// The frame that a renderer of 60 pictures a second must be able to afford.
{
  const kJobs = 1000;
  const document = JSON.parse(documentOf(kJobs));
  const light = (at) => ({ op: 'light', at, range: 1000 });
  document.scenes.a.in.push(light([0, 30, 0]), light([30, 30, -30]));
  const world = vitrine.world(JSON.stringify(document));
  let frame = 0;
  const next = () => world.evaluate(frame++ / 60);
  next();
  const { total } = world.report;
  const spent = timed(next, () => world.tables());
  report('worlds_tables_frame', [
    { name: `${kJobs} jobs, ${total} paint jobs`, values: spent.map((ms) => 1000 / ms), unit: '1/s' },
  ]);
  console.log(`  ${median(spent).toFixed(3)} ms for the tables`);
  target('tables in half a millisecond, 0.5 / ms', 0.5 / median(spent), 1);
  world.dispose();
}
