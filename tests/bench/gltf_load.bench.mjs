// From the bytes of a GLB of about 30 MB to arrays ready for upload, beside three's GLTFLoader and assimp in WebAssembly on the
// same bytes; and how the time grows with the file: 1 is in proportion.

import assimpFactory from 'assimpjs';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

import { loadForUpload, rigidUploads, startCore } from './core.mjs';
import { chainGltf, gridGlb, stillGridGlb } from './gltf_grid.mjs';
import { median, processorMs, report, root, target, time } from './harness.mjs';

const core = await startCore(root, 'wasm');
const perSecond = (seconds, bytes) => seconds.map((s) => bytes.length / 1e6 / s);

const load = (name, bytes, kinds) => time(5, () => loadForUpload(core, name, bytes, kinds));

const bytes = gridGlb();
const own = perSecond(await load('grid.glb', bytes), bytes);

globalThis.self ??= globalThis;
const three = perSecond(
  await time(5, async () => {
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { scene } = await new GLTFLoader().parseAsync(copy, '');
    if (scene.children.length === 0) throw new Error('three read nothing');
  }),
  bytes,
);

const assimp = await assimpFactory();
const peer = perSecond(
  await time(3, () => {
    const files = new assimp.FileList();
    files.AddFile('grid.glb', bytes);
    const result = assimp.ConvertFileList(files, 'assjson');
    if (!result.IsSuccess()) throw new Error(result.GetErrorCode());
    files.delete?.();
    result.delete?.();
  }),
  bytes,
);

report('gltf_load', [
  { name: 'GLB', values: own, unit: 'MB/s' },
  { name: 'GLB, three', values: three, unit: 'MB/s' },
  { name: 'GLB, assimpjs', values: peer, unit: 'MB/s' },
]);
target('load of a GLB in MB/s', median(own), 100);

/** Processor milliseconds of a warm process from bytes to first pose, in turns. Three is given a buffer of its own. */
async function againstThree(name, file) {
  const kTurns = 9,
    own = [],
    peer = [];
  const spent = async (work) => {
    const from = processorMs();
    await work();
    return processorMs() - from;
  };
  for (let turn = -2; turn < kTurns; ++turn) {
    const copy = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    const ours = await spent(() => loadForUpload(core, 'mesh.glb', file, rigidUploads)),
      theirs = await spent(async () => {
        const { scene } = await new GLTFLoader().parseAsync(copy, '');
        scene.updateMatrixWorld();
      });
    // The first turns warm up.
    if (turn >= 0) (own.push(file.length / 1e3 / ours), peer.push(file.length / 1e3 / theirs));
  }
  report(`gltf_load_${name}`, [
    { name: `GLB, ${name}`, values: own, unit: 'MB/s' },
    { name: `GLB, ${name}, three`, values: peer, unit: 'MB/s' },
  ]);
  target(`rate of three, ${name}`, median(own) / median(peer), 1);
}
await againstThree('still', stillGridGlb());
await againstThree('skinned', gridGlb({ side: 590 }));

/** The power of the size that the time grows with. */
async function growth(name, make, sizes, kinds) {
  const points = [];
  for (const size of sizes) {
    const file = make(size);
    points.push([file.length, median(await load(name, file, kinds))]);
  }
  const [[small, before], [large, after]] = [points[0], points.at(-1)];
  return Math.log(after / before) / Math.log(large / small);
}
for (const [what, exponent] of [
  ['vertices', await growth('grid.glb', (side) => gridGlb({ side }), [200, 400, 800])],
  ['nodes and actions', await growth('chain.gltf', chainGltf, [4000, 16000, 64000], [])],
])
  console.log(`  time grows with the ${what} to the power of ${exponent.toFixed(2)}`);
