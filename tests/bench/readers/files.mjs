// The files that readers are asked about: models that the module converts to GLB, one as `pack` writes it, and small cases.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { glb } from '../../node/support/gltf.mjs';
import { madeCases } from '../../node/support/reader_cases.mjs';

const kModels = [
  { name: 'heron', what: 'MD5 with up to eight weights', path: 'public/samples/heron', ending: /md5(mesh|anim)$/ },
  { name: 'jellyfish', what: 'IQM', path: 'public/samples/jellyfish', ending: /iqm$/ },
  { name: 'pinwheel', what: 'QMSH', path: 'public/samples/pinwheel', ending: /tmp$/ },
  { name: 'mannequin', what: 'pivot scene with CUBICSPLINE', path: 'public/samples/mannequin', ending: /pivot$/ },
  { name: 'lighthouse', what: 'KRI', path: 'public/samples/lighthouse', ending: /scene$/ },
  {
    name: 'frames',
    what: 'MDL: stored frames as morph targets',
    path: 'tests/data/quake/valid',
    ending: /\.mdl$/,
    first: true,
  },
];

/** [{ name, what, bytes, times?, writtenWith? }]; `writtenWith(options)` gives the bytes of a model that is exported otherwise. */
export function readerFiles(core, root) {
  const models = kModels.map(({ name, what, path, ending, first }) => {
    const found = readdirSync(join(root, path)).filter((file) => ending.test(file));
    const files = (first ? found.slice(0, 1) : found).map((file) => ({
      name: file,
      bytes: readFileSync(join(root, path, file)),
    }));
    const writtenWith = (options) => {
      const document = core.load(files),
        { bytes } = document.convert('glb', options);
      document.dispose();
      return Buffer.from(bytes);
    };
    return { name, what, bytes: writtenWith({}), writtenWith };
  });
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-packed-')),
    out = join(folder, 'heron.glb');
  const heron = ['heron.md5mesh', 'walk.md5anim'].map((file) => join(root, 'public/samples/heron', file));
  spawnSync(process.execPath, [join(root, 'dist/node/cli.js'), 'pack', ...heron, '-o', out, '--lossless']);
  const packed = { name: 'packed', what: 'the heron, packed', bytes: readFileSync(out) };
  rmSync(folder, { recursive: true });
  return [...models, packed, ...madeCases()];
}

/** Without materials and images, which Node does not decode and which move no vertex. */
export function bareGlb(bytes) {
  const length = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  for (const part of ['materials', 'textures', 'images', 'samplers']) delete json[part];
  for (const { primitives } of json.meshes ?? []) for (const primitive of primitives) delete primitive.material;
  const used = (json.extensionsUsed ?? []).filter((name) => !/^KHR_(materials|texture)_/.test(name));
  if (used.length > 0) json.extensionsUsed = used;
  else delete json.extensionsUsed;
  return glb(json, bytes.subarray(length + 28));
}
