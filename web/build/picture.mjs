// The animation at the top of README: the sample heron walks, drawn by Vitrine's own CPU renderer. The same bytes on every run.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.mjs';

const kFrames = 20;
const kAction = 'walk';

/** A document of the heron with its walk, and `frame(i)`, a PNG of one of `kFrames` moments of it. */
export async function heron() {
  const { createVitrine } = await import('../../dist/node/index.js');
  const samples = JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'));
  const names = samples.find(({ name }) => name === 'heron').files.filter((file) => /mesh$|walk|png$/.test(file));
  const vitrine = await createVitrine();
  const document = vitrine.open(names.map((name) => ({ name, bytes: readFileSync(join(root, 'public/samples', name)) })));
  const { duration } = document.actions.find(({ name }) => name === kAction);
  const frame = (i) =>
    document.renderPng({ action: kAction, time: (i * duration) / kFrames, width: 480, height: 300, background: 'transparent' });
  return { duration, frame, frames: kFrames };
}

/** The animated PNG. */
export async function picture() {
  const { build } = await import('esbuild');
  const outfile = join(root, 'build/animation.mjs');
  await build({
    entryPoints: [join(root, 'web/samples/animation.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const { animatedPng } = await import(outfile);
  const { duration, frame, frames } = await heron();
  return animatedPng(
    Array.from({ length: frames }, (_, i) => frame(i)),
    [Math.round((duration / frames) * 10_000), 10_000],
  );
}
