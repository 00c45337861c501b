// What large files cost by their size, in processor time: a cost that grows faster than the file fails the command.
// Generators are those of the tests of hostile files.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { createVitrine } from '../../dist/node/index.js';
import {
  actions,
  brokenSamplers,
  bystanders,
  chain,
  ladder,
  moving,
  overfullSong,
  shaders,
  surfaces,
  swings,
  views,
} from '../node/support/inputs.mjs';
import { gridIqm } from './iqm_grid.mjs';
import { gridMdl } from './mdl_grid.mjs';
import { growth, processorMs, report } from './harness.mjs';

// V8 copies what outlives its nursery: large reports pay for it, small ones do not, whatever our own code does (2 and 14
// us for a mesh, of 160). So the nursery holds what a run makes.
const kNursery = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
if (!kNursery.every((option) => process.execArgv.includes(option))) {
  const script = fileURLToPath(import.meta.url);
  process.exit(
    spawnSync(process.execPath, [...kNursery, script, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1,
  );
}

const kRuns = 5;
/** Cases whose name has this word alone. */
const [only = ''] = process.argv.slice(2);
const vitrine = await createVitrine();

/** Files by name; `use` is what is done with the document, its report by default. */
const cases = {
  'chains of joints, report': {
    sizes: [1024, 2048, 4096],
    file: (size) => ({ name: 'a.md5mesh', bytes: chain(size) }),
  },
  'chains of joints, pose': {
    sizes: [1024, 2048, 4096],
    file: (size) => ({ name: 'a.md5mesh', bytes: chain(size) }),
    use: (document) => document.pose({ time: 0 }),
  },
  'meshes and materials, report': {
    sizes: [1024, 2048, 4096],
    file: (size) => ({ name: 'a.md5mesh', bytes: shaders(size) }),
  },
  'meshes and materials, as GLB': {
    sizes: [512, 1024, 2048],
    file: (size) => ({ name: 'a.md5mesh', bytes: shaders(size) }),
    use: (document) => document.convert('glb'),
  },
  'vertices of stored frames, report': {
    sizes: [4096, 8192, 16384],
    file: (size) => ({ name: 'a.mdl', bytes: moving(size) }),
  },
  'vertices of stored frames, as MD5 with joints of their own': {
    sizes: [500, 1000, 2000],
    file: (size) => ({ name: 'a.mdl', bytes: moving(size) }),
    use: (document) => document.convert('md5mesh', { bake: true }),
  },
  'meshes below one another, as MD5': {
    sizes: [2000, 4000, 8000],
    file: (size) => ({ name: 'a.gltf', bytes: ladder(size) }),
    use: (document) => document.convert('md5mesh'),
  },
  'nodes beside one that actions move, as MD5': {
    sizes: [500, 1000, 2000],
    file: (size) => ({ name: 'a.gltf', bytes: bystanders(size) }),
    use: (document) => document.convert('md5mesh'),
  },
  'joints and their poses, as IQM': {
    sizes: [64, 128, 255],
    file: (joints) => ({ name: 'a.iqm', bytes: gridIqm({ side: 24, joints, frames: 400 }) }),
    use: (document) => document.convert('iqm'),
  },
  'vertices, as IQM': {
    sizes: [10_000, 20_000, 40_000],
    file: (size) => ({ name: 'a.iqm', bytes: gridIqm({ side: Math.round(Math.sqrt(size)), frames: 20 }) }),
    use: (document) => document.convert('iqm'),
  },
  'frames, as IQM': {
    sizes: [1000, 2000, 4000],
    file: (frames) => ({ name: 'a.iqm', bytes: gridIqm({ side: 24, frames }) }),
    use: (document) => document.convert('iqm'),
  },
  'actions, as IQM': {
    sizes: [500, 1000, 2000],
    file: (size) => ({ name: 'a.gltf', bytes: swings(size) }),
    use: (document) => document.convert('iqm'),
  },
  'joints, as MD3': {
    sizes: [64, 128, 255],
    file: (joints) => ({ name: 'a.iqm', bytes: gridIqm({ side: 3, joints, frames: 2000 }) }),
    use: (document) => document.convert('md3'),
  },
  'vertices, as MD3': {
    sizes: [2500, 5000, 10_000],
    file: (size) => ({ name: 'a.iqm', bytes: gridIqm({ side: Math.round(Math.sqrt(size)), frames: 20 }) }),
    use: (document) => document.convert('md3'),
  },
  'stored frames, as MD3': {
    sizes: [250, 500, 1000],
    file: (frames) => ({ name: 'a.mdl', bytes: gridMdl({ side: 24, frames }) }),
    use: (document) => document.convert('md3'),
  },
  'actions, as MD3': {
    sizes: [500, 1000, 2000],
    file: (size) => ({ name: 'a.gltf', bytes: swings(size) }),
    use: (document) => document.convert('md3'),
  },
  'moved nodes, as KRI': {
    sizes: [1000, 2000, 4000],
    file: (size) => ({ name: 'a.gltf', bytes: ladder(size, true) }),
    use: (document) => document.convert('scene'),
  },
  'views of a camera, as GLB': {
    sizes: [50_000, 100_000, 200_000],
    file: (size) => ({ name: 'a.md5camera', bytes: views(size) }),
    use: (document) => document.convert('glb'),
  },
  'surfaces of one mesh, as QMSH text': {
    sizes: [1000, 2000, 4000],
    file: (size) => ({ name: 'a.pivot', bytes: surfaces(size) }),
    use: (document) => document.convert('qmsh.tmp'),
  },
  'actions, report': {
    sizes: [35_000, 70_000, 140_000],
    file: (size) => ({ name: 'a.qmsh.tmp', bytes: actions(size) }),
  },
  'damaged samplers of a glTF, report': {
    sizes: [5000, 10_000, 20_000],
    file: (size) => ({ name: 'a.gltf', bytes: brokenSamplers(size) }),
  },
  'tempo entries and notes, report': {
    sizes: [20_000, 40_000, 80_000, 160_000],
    file: (size) => ({ name: 'a.v2m', bytes: overfullSong(size) }),
  },
};

for (const [name, { sizes, file, use = (document) => document.report }] of Object.entries(cases)) {
  if (!name.includes(only)) continue;
  const inputs = sizes.map((size) => {
    const { bytes, ...rest } = file(size);
    return [size, [{ ...rest, bytes: Buffer.from(bytes) }]];
  });
  const costs = Object.fromEntries(sizes.map((size) => [size, []]));
  // In turns, so that what the machine does besides falls on all sizes.
  for (let run = -1; run < kRuns; ++run)
    for (const [size, files] of inputs) {
      const start = processorMs();
      const document = vitrine.load(files);
      use(document);
      document.dispose();
      if (run >= 0) costs[size].push(processorMs() - start);
    }
  report(
    `growth_${name.replaceAll(/\W+/g, '_')}`,
    Object.entries(costs).map(([size, ms]) => ({ name: size, values: ms.map((value) => 1000 / value), unit: '1/s' })),
  );
  growth(name, costs);
}
