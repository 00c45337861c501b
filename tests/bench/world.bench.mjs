// Evaluation of worlds, without drawing: one frame of 10,000 instances, 64 segments, 200 animated parameters and 1,000
// particles, how it grows, and the flood fill alone.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { growth, median, report, root, target } from './harness.mjs';

const program = join(root, 'build/wasm/tests/bench/world_wasm.cjs');
const { world, flood } = JSON.parse(execFileSync('node', [program], { encoding: 'utf8' }));

/** Frames (or fills) per second, where more is better. */
const perSecond = (milliseconds) => milliseconds.map((ms) => 1000 / ms);
const rows = (cases, what) =>
  Object.entries(cases).map(([size, ms]) => ({ name: `${size} ${what}`, values: perSecond(ms), unit: '1/s' }));

report('world_frame', rows(world, 'instances'));
growth('a frame of a world', world);
target('frames a second at 10,000 instances (1 ms each)', 1000 / median(world[10000]), 1000);

report('flood_fill', rows(flood, 'segments'));
growth('a flood fill', flood);
target('fills a second of 10,000 segments (5 ms each)', 1000 / median(flood[10000]), 200);
