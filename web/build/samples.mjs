// `npm run samples [FOLDER]`: the project's own models and the icons of the page, made again. The same bytes on every run.
// Needs a build: the posters of the start page are pictures that the module and the command render.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root, run } from './run.mjs';
import { setUp } from './setup.mjs';

setUp();
const { build } = await import('esbuild');

/** Bundles one of the generators and runs it. */
async function make(name, ...args) {
  const program = join(root, `build/${name}.mjs`);
  await build({
    entryPoints: [join(root, `web/samples/${name}.ts`)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  run('node', [program, ...args]);
}

/** The picture of a world document on its card: a frame of it, drawn by the built module. */
async function poster(folder, document, out, beat, beatsPerMinute) {
  const { createVitrine } = await import('../../dist/node/index.js');
  const vitrine = await createVitrine(),
    world = vitrine.world(readFileSync(join(folder, document)), (name) => readFileSync(join(folder, dirname(document), name)));
  const times = [beat - 0.5, beat].map((each) => (each * 60) / beatsPerMinute);
  writeFileSync(join(folder, out), world.renderPng({ times, width: 480, height: 360 }));
  world.dispose();
}

/** Posters of the cards of models; a model that does not open has none. */
function stills(folder) {
  const list = join(folder, 'index.json'),
    samples = JSON.parse(readFileSync(list, 'utf8'));
  mkdirSync(join(folder, 'stills'), { recursive: true });
  for (const sample of samples) {
    if (sample.poster) continue;
    const still = `stills/${sample.name}.png`,
      files = sample.files.map((name) => join(folder, name)),
      action = sample.action ? ['--action', sample.action] : [],
      look = ['--size', '360x270', '--background', 'transparent', '--shadow'];
    const { status } = spawnSync('node', [join(root, 'dist/node/cli.js'), 'render', ...files, ...action, ...look, '-o', join(folder, still)]);
    if (status === 0) sample.still = still;
  }
  writeFileSync(list, JSON.stringify(samples, null, 2) + '\n');
}

/** The heron as a page fetches it fastest: packed, with its preview, by the built command. */
function packed(to) {
  const heron = ['heron.md5mesh', 'walk.md5anim', 'heron_body.png', 'heron_eye.png', 'heron_feather.png', 'heron_horn.png'];
  run('node', [
    ...[join(root, 'dist/node/cli.js'), 'pack', ...heron.map((name) => join(folder, 'heron', name))],
    ...['-o', join(to, 'heron.vit.glb'), '--preview', join(to, 'heron.preview.glb'), '--action', 'walk'],
  ]);
}

const folder = process.argv[2] ?? join(root, 'public/samples');
await make('index', ...process.argv.slice(2));
await poster(folder, 'island/island.world.json', 'island/island.png', 101, 92);
stills(folder);
// Samples that are made elsewhere to be compared need no icons and no examples.
if (process.argv.length < 3) {
  await make('icons');
  packed(join(root, 'public/examples/fast'));
}
