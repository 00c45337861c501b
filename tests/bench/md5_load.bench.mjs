// From the bytes of a 27 MB md5mesh to arrays ready for upload, against assimp compiled to WebAssembly (assimpjs).

import { createRequire } from 'node:module';

import { loadForUpload, md5Uploads, startCore } from './core.mjs';
import { median, report, root, target, time } from './harness.mjs';
import { gridMesh } from './md5_grid.mjs';

const require = createRequire(import.meta.url);

const text = gridMesh();
const bytes = new TextEncoder().encode(text);
const megabytes = bytes.length / 1e6;
const rate = (seconds) => seconds.map((s) => megabytes / s);

const core = await startCore(root, 'wasm');
const ours = await time(7, () => loadForUpload(core, 'grid.md5mesh', bytes, md5Uploads));

// assimpjs hands a model over as a file: its JSON is the quickest of its formats. One run: it takes long.
const assimp = await require('assimpjs')();
function assimpLoad(content) {
  const files = new assimp.FileList();
  files.AddFile('grid.md5mesh', content);
  const result = assimp.ConvertFileList(files, 'assjson');
  if (!result.IsSuccess()) throw new Error(`assimpjs: ${result.GetErrorCode()}`);
  const { meshes } = JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
  for (const mesh of meshes) {
    Float32Array.from(mesh.vertices);
    Float32Array.from(mesh.normals ?? []);
    Uint32Array.from(mesh.faces.flat());
  }
}
assimpLoad(new TextEncoder().encode(gridMesh({ side: 20 })));
const start = process.hrtime.bigint();
assimpLoad(bytes);
const theirs = [Number(process.hrtime.bigint() - start) / 1e9];

report('md5_load', [
  { name: 'vitrine', values: rate(ours), unit: 'MB/s' },
  { name: 'assimpjs 0.0.10', values: rate(theirs), unit: 'MB/s' },
]);
target('load of md5mesh in MB/s', median(rate(ours)), 150);
target('times assimpjs', median(rate(ours)) / median(rate(theirs)), 40);
