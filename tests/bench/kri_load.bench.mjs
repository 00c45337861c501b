// From the bytes of KRI and pivot scenes of about 25 MB to arrays ready for upload.

import { loadForUpload, rigidUploads, skinnedUploads, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { kriScene, pivotScene } from './scene_grid.mjs';

const core = await startCore(root, 'wasm');

async function rates(name, bytes, uploads) {
  const seconds = await time(9, () => loadForUpload(core, name, bytes, uploads));
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
