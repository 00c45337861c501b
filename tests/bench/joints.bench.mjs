// Joints found for stored frames (convert --joints) beside a joint for each group of vertices (--bake), over models of the
// corpus: how far vertices of the written MD5, IQM and GLB are from the source's own frames after reading them back, as
// a share of the size, and the seconds that finding them takes. `--joints 64` asks for another number.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { root } from '../../web/build/run.mjs';

const shared = process.env.VITRINE_SHARED ?? join(root, '../shared');
const corpus = join(shared, 'corpus/quake_frames');
if (!existsSync(corpus)) {
  console.log('joints: the reference material (VITRINE_SHARED) is absent');
  process.exit(0);
}
const at = process.argv.indexOf('--joints');
const joints = at < 0 ? 32 : Number(process.argv[at + 1]);

const models = [
  'Ademan+LibreQuake/lq1/progs/player.mdl',
  'Ademan+LibreQuake/lq1/progs/dog.mdl',
  'Ademan+LibreQuake/lq1/progs/flame.mdl',
  'Ademan+LibreQuake/lq1/progs/v_nail.mdl',
  'VeraVisions+nuclide/base/progs/fish.mdl',
  'assimp+assimp/test/models/MD2/faerie.md2',
  'assimp+assimp/test/models/MD2/sydney.md2',
  'Turtle-Arena+turtle-arena-data/models/flag2/flagflap3.md3',
  'InterstellarOasis+res-tremulous_src.dpkdir/models/tremulous/players/human_base/upper.md3',
  'Turtle-Arena+turtle-arena-data/models/players/raph/lower.md3',
];

const core = await createVitrine();
const percent = (value) => `${(100 * value).toFixed(3)}%`;
const largest = ({ readBack: { actions } }) => Math.max(0, ...actions.map(({ relative }) => relative));

/** What is written, or why not. */
function convert(document, kind, options) {
  const start = performance.now();
  try {
    const { report } = document.convert(kind, options);
    return { report, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    if (error instanceof VitrineError) return { refused: error.code };
    throw error;
  }
}

const rows = [];
for (const path of models) {
  const document = core.open([{ name: basename(path), bytes: readFileSync(join(corpus, path)) }]);
  const { report, seconds } = convert(document, 'md5mesh', { joints });
  const iqm = convert(document, 'iqm', { joints }),
    glb = convert(document, 'glb', { joints }),
    baked = convert(document, 'md5mesh', { bake: true });
  const { skinning } = report;
  rows.push({
    model: basename(path),
    vertices: document.report.info.statistics.vertices,
    frames: skinning?.frames ?? 0,
    joints: skinning?.joints ?? 0,
    mean: skinning ? percent(skinning.mean / skinning.size) : '',
    largest: skinning ? percent(skinning.relative) : '',
    md5: percent(largest(report)),
    iqm: iqm.refused ?? percent(largest(iqm.report)),
    glb: glb.refused ?? percent(largest(glb.report)),
    seconds: seconds.toFixed(2),
    'baked joints': baked.refused ?? baked.report.joints,
    'baked md5': baked.refused ?? percent(largest(baked.report)),
  });
  document.dispose();
}
console.table(rows);
