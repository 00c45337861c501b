// From the bytes of a GLB of about 30 MB to arrays ready for upload, beside three's GLTFLoader and assimp in WebAssembly on the
// same bytes; and how the time grows with the file: 1 is in proportion.

import assimpFactory from 'assimpjs';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

import { loadForUpload, startCore } from './core.mjs';
import { chainGltf, gridGlb } from './gltf_grid.mjs';
import { median, report, root, target, time } from './harness.mjs';

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
