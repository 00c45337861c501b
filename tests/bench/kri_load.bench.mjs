// From the bytes of KRI and pivot scenes of about 25 MB to arrays ready for upload.

import { openDocument, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { kriScene, pivotScene } from './scene_grid.mjs';

// Positions, normals, indices, texture coordinates, influences and their runs: BufferKind of web/src/core.
const rigidUploads = [10, 11, 4, 5];
const skinnedUploads = [...rigidUploads, 7, 8];

const core = await startCore(root, 'wasm');

async function rates(name, bytes, uploads) {
  const seconds = await time(9, () => {
    const document = openDocument(core, name, bytes);
    document.evaluate(0, false, false, false);
    for (let instance = 0; instance < document.instanceCount(); ++instance) {
      for (const kind of uploads) {
        if (document.bufferBytes(kind, instance) === 0) throw new Error(`buffer ${kind} of ${name} is empty`);
        document.bufferPointer(kind, instance);
      }
    }
    document.delete();
  });
  return seconds.map((s) => bytes.length / 1e6 / s);
}

const cases = [];
for (const [label, name, make] of [
  ['kri', 'grids.scene', kriScene],
  ['pivot', 'grids.pivot', pivotScene],
]) {
  for (const skinned of [false, true]) {
    const bytes = make({ skinned });
    cases.push({
      name: `${label}${skinned ? ', skinned' : ''}, ${(bytes.length / 1e6).toFixed(1)} MB`,
      values: await rates(name, bytes, skinned ? skinnedUploads : rigidUploads),
      unit: 'MB/s',
    });
  }
}
report('kri_load', cases);
for (const { name, values } of cases) target(`load of ${name} in MB/s`, median(values), 500);
