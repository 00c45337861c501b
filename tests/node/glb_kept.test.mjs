// glTF to GLB: what a file keeps for others stays in it, or its loss is told; and nothing of the user's folders comes in.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { readGlb } from './support/glb.mjs';
import { Chunk, glb } from './support/gltf.mjs';
import { root, vitrine } from './support/vitrine.mjs';

const { createVitrine } = await import(join(root, 'dist/node/index.js'));

let core, folder;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-kept-'));
});
after(() => rmSync(folder, { recursive: true }));

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const normals = [0, 0, 1, 0, 0, 1, 0, 0, 1];
/** One triangle, and a second primitive of another; `attributes(chunk)` are those of the first besides. */
function model({ attributes = () => ({}), tangents, extras = {}, more = {} } = {}) {
  const chunk = new Chunk();
  const surface = () => ({
    POSITION: chunk.add(Float32Array.from(triangle), 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] }),
    NORMAL: chunk.add(Float32Array.from(normals), 'VEC3'),
  });
  const own = attributes(chunk);
  const document = {
    asset: { version: '2.0', ...(extras.asset && { extras: extras.asset }) },
    scene: 0,
    scenes: [{ nodes: [0], ...(extras.scene && { extras: extras.scene }) }],
    nodes: [{ name: 'thing', mesh: 0, ...(extras.node !== undefined && { extras: extras.node }) }],
    meshes: [
      {
        name: 'thing',
        ...(extras.mesh && { extras: extras.mesh }),
        primitives: [
          {
            attributes: {
              ...surface(),
              ...(tangents && { TANGENT: chunk.add(Float32Array.from(tangents), 'VEC4') }),
              ...own,
            },
            material: 0,
          },
          {
            attributes: {
              ...surface(),
              ...(tangents && { TANGENT: chunk.add(Float32Array.from(tangents), 'VEC4') }),
            },
            material: 0,
          },
        ],
      },
    ],
    materials: [{ name: 'paint', ...(extras.material && { extras: extras.material }) }],
    animations: [
      {
        name: 'go',
        ...(extras.animation && { extras: extras.animation }),
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [
          {
            input: chunk.add(Float32Array.of(0, 1), 'SCALAR', { min: [0], max: [1] }),
            output: chunk.add(Float32Array.of(0, 0, 0, 1, 0, 0), 'VEC3'),
          },
        ],
      },
    ],
    ...more,
    ...chunk.members,
  };
  return glb(document, chunk.bytes);
}

function converted(bytes, kind = 'glb', name = 'thing.glb') {
  const document = core.load([{ name, bytes }]);
  assert.ok(document.shown, JSON.stringify(document.report.issues.messages));
  const { bytes: made, report } = document.convert(kind);
  document.dispose();
  return { made, losses: report.losses, ...(kind === 'glb' && readGlb(made)) };
}
const lossOf = (losses, what) => losses.filter((loss) => loss.what === what).map(({ count }) => count);

/** Elements of an accessor, by its view's own stride. */
function elements({ json }, bytes, index) {
  const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[index];
  const view = json.bufferViews[bufferView],
    chunk = 20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) + 8;
  const n = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
  const [size, read] = {
    5120: [1, 'getInt8'],
    5121: [1, 'getUint8'],
    5122: [2, 'getInt16'],
    5123: [2, 'getUint16'],
    5126: [4, 'getFloat32'],
  }[componentType];
  const data = new DataView(bytes.buffer, bytes.byteOffset + chunk + (view.byteOffset ?? 0) + byteOffset);
  const stride = view.byteStride ?? size * n;
  assert.equal(stride % 4, 0, 'elements of vertices begin at multiples of four bytes');
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: n }, (_, c) => data[read](i * stride + c * size, true)),
  );
}

describe('extras', () => {
  const extras = {
    asset: { author: 'someone', files: 'mine', nested: { list: [1, 2.5, 'three'] } },
    scene: { weather: 'rain' },
    node: { breakable: true, hp: 12.5, tags: ['a', 'ü'] },
    mesh: { lod: 2 },
    material: { surface: 'wood', friction: 0.25 },
    animation: { loop: true, events: [{ at: 0.5, name: 'step' }] },
  };

  test('of nodes, meshes, materials, animations, the scene and the asset stay', () => {
    const { json, losses } = converted(model({ extras }));
    const has = (found, wanted) => assert.deepEqual({ ...found, ...wanted }, found);
    has(json.nodes.find(({ name }) => name === 'thing').extras, extras.node);
    has(json.meshes[0].extras, extras.mesh);
    has(json.materials[0].extras, extras.material);
    has(json.animations[0].extras, extras.animation);
    has(json.scenes[0].extras, extras.scene);
    const { files, ...asset } = extras.asset;
    has(json.asset.extras, asset);
    assert.deepEqual(json.asset.extras.files, [{ name: 'thing.glb', format: 'gltf', role: 'mesh' }]);
    assert.deepEqual(lossOf(losses, 'extras'), []);
    assert.equal(files, 'mine');
  });

  test('that are no objects stay as well', () => {
    for (const value of [7, 'text', [1, 2], false]) {
      const { json } = converted(model({ extras: { node: value } }));
      assert.deepEqual(json.nodes.find(({ name }) => name === 'thing').extras, value);
    }
  });

  test('that lie elsewhere, and all of them in other formats, are a loss', () => {
    const bytes = model({
      extras,
      more: {
        textures: [{ source: 0, extras: { a: 1 } }],
        images: [{ uri: 'data:image/png;base64,AA==', extras: { b: 2 } }],
        extras: { c: 3 },
      },
    });
    assert.deepEqual(lossOf(converted(bytes).losses, 'extras'), [3]);
    for (const kind of ['qmsh', 'scene', 'pivot', 'md5mesh', 'iqm'])
      assert.deepEqual(lossOf(converted(bytes, kind).losses, 'extras'), [9], kind);
    assert.deepEqual(lossOf(converted(model(), 'qmsh').losses, 'extras'), []);
  });

  test('a second time over they are the same', () => {
    const once = converted(model({ extras })),
      twice = converted(once.made);
    for (const list of ['nodes', 'meshes', 'materials', 'animations', 'scenes'])
      assert.deepEqual(
        twice.json[list].map((one) => one.extras),
        once.json[list].map((one) => one.extras),
        list,
      );
  });
});

describe('attributes', () => {
  const attributes = (chunk) => ({
    COLOR_0: chunk.add(Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]), 'VEC3'),
    COLOR_1: chunk.add(Float32Array.from([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0, 0.25]), 'VEC4'),
    TEXCOORD_0: chunk.add(Float32Array.from([0, 0, 1, 0, 0, 1]), 'VEC2'),
    TEXCOORD_1: chunk.add(Float32Array.from([0.5, 0, 1, 0.5, 0, 1]), 'VEC2'),
    TEXCOORD_2: chunk.add(Float32Array.from([0.25, 0, 1, 0.75, 0, 1]), 'VEC2'),
    _TEMPERATURE: chunk.add(Float32Array.from([36.6, -40, 1e6]), 'SCALAR'),
    _BATCHID: chunk.accessor({
      bufferView: chunk.view(Uint16Array.from([7, 0, 65535, 0, 12, 0])),
      componentType: 5123,
      type: 'SCALAR',
      count: 3,
    }),
    _SHARE: chunk.accessor({
      bufferView: chunk.view(Uint8Array.from([0, 51, 255, 0, 128, 1, 254, 0, 3, 2, 1, 0]), { byteStride: 4 }),
      componentType: 5121,
      normalized: true,
      type: 'VEC3',
      count: 3,
    }),
  });
  // A view of two-byte scalars: elements lie at multiples of four bytes.
  const strided = (chunk) => {
    const out = attributes(chunk);
    chunk.bufferViews[chunk.accessors[out._BATCHID].bufferView].byteStride = 4;
    return out;
  };

  test('of their own, and further sets, keep their numbers and their types', () => {
    const file = converted(model({ attributes: strided }));
    const [first, second] = file.json.meshes[0].primitives;
    // Primitives of a mesh share accessors; the first three vertices are those of the first.
    const values = (name) => elements(file, file.made, first.attributes[name]).slice(0, 3);
    const f32 = (rows) => rows.map((row) => row.map(Math.fround));
    assert.deepEqual(values('_TEMPERATURE'), f32([[36.6], [-40], [1e6]]));
    assert.deepEqual(values('_BATCHID'), [[7], [65535], [12]]);
    assert.deepEqual(values('_SHARE'), [
      [0, 51, 255],
      [128, 1, 254],
      [3, 2, 1],
    ]);
    assert.deepEqual(
      values('COLOR_1'),
      f32([
        [0.1, 0.2, 0.3, 0.4],
        [0.5, 0.6, 0.7, 0.8],
        [0.9, 1, 0, 0.25],
      ]),
    );
    assert.deepEqual(values('TEXCOORD_2'), [
      [0.25, 0],
      [1, 0.75],
      [0, 1],
    ]);
    const { componentType, normalized } = file.json.accessors[first.attributes._SHARE];
    assert.deepEqual([componentType, normalized], [5121, true]);
    assert.equal(file.json.accessors[first.attributes._BATCHID].componentType, 5123);
    assert.deepEqual(
      Object.keys(second.attributes).filter((name) => name.startsWith('_')),
      [],
      'a primitive without them gets none',
    );
    assert.deepEqual(lossOf(file.losses, 'attributes'), []);
    for (const kind of ['qmsh', 'scene', 'pivot', 'md5mesh', 'iqm'])
      assert.deepEqual(lossOf(converted(model({ attributes: strided }), kind).losses, 'attributes'), [4], kind);
  });

  test('with matrices or numbers that are not finite are a loss', () => {
    const bytes = model({
      attributes: (chunk) => ({
        _BASIS: chunk.add(Float32Array.from(Array.from({ length: 48 }, (_, i) => i)), 'MAT4'),
        _ODD: chunk.add(Float32Array.from([1, NaN, 2]), 'SCALAR'),
        _FINE: chunk.add(Float32Array.from([1, 3, 2]), 'SCALAR'),
      }),
    });
    const { json, losses } = converted(bytes);
    assert.deepEqual(
      Object.keys(json.meshes[0].primitives[0].attributes).filter((name) => name.startsWith('_')),
      ['_FINE'],
    );
    assert.deepEqual(lossOf(losses, 'attributes'), [2]);
  });

  test('tangents stay, also where they have no right angle to the normal; those along it are told', () => {
    const leaning = [Math.SQRT1_2, 0, Math.SQRT1_2, 1];
    const file = converted(model({ tangents: [1, 0, 0, 1, 0, 1, 0, -1, ...leaning] }));
    const tangents = elements(file, file.made, file.json.meshes[0].primitives[0].attributes.TANGENT);
    assert.deepEqual(tangents.slice(0, 2), [
      [1, 0, 0, 1],
      [0, 1, 0, -1],
    ]);
    leaning.forEach((v, i) => assert.ok(Math.abs(tangents[2][i] - v) < 1e-7));
    assert.deepEqual(lossOf(file.losses, 'tangents'), []);
  });
});

describe('the same input gives the same bytes wherever it lies', () => {
  const kinds = ['glb', 'qmsh', 'qmsh.tmp', 'scene', 'pivot', 'json', 'md5mesh', 'iqm', 'iqe'];
  const models = {
    heron: ['heron.md5mesh', 'walk.md5anim'],
    jellyfish: ['jellyfish.iqm'],
    lighthouse: ['lighthouse.scene'],
    pinwheel: ['pinwheel.qmsh.tmp'],
  };

  test('the module, under any name of a folder', () => {
    for (const [what, names] of Object.entries(models)) {
      const all = readdirSync(join(root, 'public/samples', what)).filter((name) => !name.endsWith('.json'));
      const given = (prefix) =>
        all.map((name) => ({ name: prefix + name, bytes: readFileSync(join(root, 'public/samples', what, name)) }));
      const outputs = ['', 'C:\\Users\\anna\\secret\\', '/home/anna/secret project/'].map((prefix) => {
        const document = core.load(given(prefix));
        const made = kinds.map((kind) => {
          const { bytes, files = [{ bytes }] } = document.convert(kind, { md5: { name: 'model' } });
          return Buffer.concat(files.map((file) => Buffer.from(file.bytes)));
        });
        document.dispose();
        return made;
      });
      for (const [i, kind] of kinds.entries()) {
        for (const output of outputs) {
          assert.ok(output[i].equals(outputs[0][i]), `${what} as ${kind}`);
          assert.ok(!/secret|anna/.test(output[i].toString('latin1')), `${what} as ${kind} names a folder`);
        }
      }
      assert.ok(names.every((name) => all.includes(name)));
    }
  });

  test('the command, from any working directory', () => {
    const here = join(folder, 'one/secret'),
      there = join(folder, 'two/other/secret');
    for (const place of [here, there]) {
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(root, 'public/samples/lighthouse'), place, { recursive: true });
      writeFileSync(join(place, 'thing.glb'), model());
    }
    for (const name of ['lighthouse.scene', 'thing.glb']) {
      for (const kind of kinds.filter((each) => each !== 'md5mesh')) {
        const runs = [
          { args: [join(here, name)], cwd: root },
          { args: [name], cwd: here },
          { args: [`../secret/${name}`], cwd: there },
        ].map(({ args, cwd }) => {
          const run = vitrine(['convert', ...args, '--to', kind, '-o', '-'], { cwd, encoding: 'buffer' });
          assert.equal(run.status, 0, run.stderr.toString());
          return run.stdout;
        });
        for (const bytes of runs) {
          assert.ok(bytes.equals(runs[0]), `${name} as ${kind}`);
          assert.ok(!bytes.toString('latin1').includes('secret'), `${name} as ${kind} names a folder`);
        }
      }
    }
  });
});
