// glTF through the module: every model beside the checkout by outcome, counts, boxes and poses of an independent
// computation, the meshopt decoder byte for byte against npm's, our own exports read again, and files in parts.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

import { createVitrine, encodePng, VitrineError } from '../../dist/node/index.js';
import { documentOf, fromDisk, glb, madeModels, models } from './support/gltf.mjs';
import { root, shared, vitrine, without } from './support/vitrine.mjs';

let core;
before(async () => (core = await createVitrine()));

const data = (name) => join(root, 'tests/data/gltf', name);
const load = (path) => {
  const { file, resolve } = fromDisk(path);
  return core.load([file], { resolve });
};
const errorsOf = ({ report }) => report.issues.messages.filter(({ severity }) => severity === 0);

/** World positions of an instance. */
function placed(pose, mesh) {
  const m = mesh.skinned ? undefined : pose.matrices.subarray(16 * mesh.node, 16 * mesh.node + 16);
  const out = [];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    out.push(m ? [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]) : [x, y, z]);
  }
  return out;
}
function boxOf(points) {
  const box = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const p of points)
    for (let c = 0; c < 3; ++c) {
      box[0][c] = Math.min(box[0][c], p[c]);
      box[1][c] = Math.max(box[1][c], p[c]);
    }
  return box;
}
const edgeOf = ([low, high]) => Math.max(...high.map((v, c) => v - low[c]));
const joined = (boxes) => boxOf(boxes.flat());

function closeBox(have, want, bound, what) {
  want.forEach((corner, i) =>
    corner.forEach((v, c) =>
      assert.ok(
        Math.abs(have[i][c] - v) <= bound,
        `${what}: corner ${i} axis ${c} is ${have[i][c]}, expected ${v} within ${bound}`,
      ),
    ),
  );
}

/** Holds files against their rows; `least` bounds how many there are. */
function testModels(rows, least) {
  test('what is broken is refused with its place, the rest opens', (t) => {
    let broken = 0;
    for (const { path, file, outcome } of rows) {
      const document = load(file),
        errors = errorsOf(document);
      if (outcome === 'ok') {
        assert.ok(document.shown && errors.length === 0, `${path}: ${errors[0]?.code} ${errors[0]?.message}`);
      } else {
        ++broken;
        assert.ok(!document.shown && errors.length > 0, path);
        const [{ code, offset, line, column }] = errors;
        assert.ok(offset !== undefined, `${path}: ${code} has no offset`);
        const text = path.endsWith('.gltf') && code.startsWith('GLTF');
        if (text) assert.ok(line >= 1 && column >= 1, `${path}: ${code} has no line`);
      }
      document.dispose();
    }
    t.diagnostic(`${rows.length} files, ${broken} of them broken`);
    assert.ok(rows.length >= least.files && broken >= least.broken);
  });

  test('boxes and poses are those of the reference', (t) => {
    let files = 0,
      count = 0;
    for (const { path, file, poses: expected } of rows) {
      if (!expected) continue;
      const document = load(file),
        gltf = documentOf(readFileSync(file)),
        order = document.report.info.format.nodeOrder;
      const tolerance = JSON.stringify(gltf).includes('meshopt') ? 1e-4 : 2e-5;
      const restEdge = edgeOf(joined(Object.values(expected.rest).map(({ box }) => box)));
      const check = (instances, options, what) => {
        const pose = document.pose({ ...options, normals: false });
        const bound = tolerance * Math.max(restEdge, edgeOf(joined(Object.values(instances).map(({ box }) => box))));
        // All primitives of a node that are listed, when they are all.
        const byNode = new Map();
        for (const entry of Object.entries(instances)) {
          const node = Number(/^n(\d+)/.exec(entry[0])[1]);
          byNode.set(node, [...(byNode.get(node) ?? []), entry]);
        }
        for (const [node, parts] of byNode) {
          const number = Number(/m(\d+)/.exec(parts[0][0])[1]);
          const drawn = gltf.meshes[number].primitives.filter(({ attributes }) => 'POSITION' in attributes);
          if (parts.length !== drawn.length) continue;
          const mesh = pose.meshes.find((one) => order[one.node] === node);
          assert.ok(mesh, `${what}: node ${node}`);
          closeBox(boxOf(placed(pose, mesh)), joined(parts.map(([, { box }]) => box)), bound, `${what} node ${node}`);
          ++count;
        }
      };
      check(expected.rest, {}, path);
      for (const { index, poses: list } of expected.animations ?? [])
        for (const { t: time, i } of list) check(i, { action: index, time }, `${path} animation ${index} at ${time}`);
      ++files;
      document.dispose();
    }
    t.diagnostic(`${files} files, ${count} boxes`);
    assert.ok(files >= least.posed && count >= least.boxes);
  });
}

describe('glTF files made for the tests', () =>
  testModels(madeModels(), { files: 55, broken: 17, posed: 38, boxes: 1 }));

describe('glTF models of other people', { skip: without }, () => {
  const rows = shared ? models(shared) : [];
  testModels(rows, { files: 150, broken: 25, posed: 105, boxes: 1 });

  test('what gltf-validator finds at fault in its own files is told with its place', (t) => {
    const faulty = rows.filter(({ path, validator }) => path.includes('glTF-Validator') && /E:|THROWS/.test(validator));
    for (const { path, file, validator } of faulty) {
      const document = load(file);
      const told = document.report.issues.messages.filter(
        ({ offset, severity }) => severity < 2 && offset !== undefined,
      );
      assert.ok(told.length > 0, `${path}: nothing is told of ${validator}`);
      document.dispose();
    }
    t.diagnostic(`${faulty.length} files`);
    assert.ok(faulty.length >= 25);
  });
});

describe('meshopt', () => {
  before(async () => {
    await MeshoptDecoder.ready;
    await MeshoptEncoder.ready;
  });

  /** A generator of numbers that is the same in every run. */
  function random(seed) {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  /** All bytes of a compressed view, read as positions of three bytes each: points that Vitrine reads out. */
  function decodedByVitrine(stream, count, stride, mode, filter) {
    const total = count * stride,
      whole = Math.floor(total / 3);
    const accessor = (byteOffset, n) => ({ bufferView: 0, byteOffset, componentType: 5121, type: 'VEC3', count: n });
    const document = core.load([
      {
        name: 'stream.glb',
        bytes: glb(
          {
            asset: { version: '2.0' },
            extensionsUsed: ['KHR_meshopt_compression', 'KHR_mesh_quantization'],
            scenes: [{ nodes: [0] }],
            nodes: [{ mesh: 0 }],
            meshes: [{ primitives: [0, 1].map((POSITION) => ({ mode: 0, attributes: { POSITION } })) }],
            accessors: [accessor(0, whole), accessor(total - 3, 1)],
            bufferViews: [
              {
                buffer: 1,
                byteLength: total,
                extensions: {
                  KHR_meshopt_compression: {
                    buffer: 0,
                    byteLength: stream.length,
                    byteStride: stride,
                    count,
                    mode,
                    filter,
                  },
                },
              },
            ],
            buffers: [{ byteLength: stream.length }, { byteLength: total }],
          },
          stream,
        ),
      },
    ]);
    try {
      const [error] = errorsOf(document);
      if (error) return error.code;
      const { positions } = document.pose().meshes[0];
      const bytes = new Uint8Array(total);
      bytes.set(positions.subarray(0, 3 * whole));
      bytes.set(positions.subarray(3 * whole), total - 3);
      return bytes;
    } finally {
      document.dispose();
    }
  }

  function decodedByNpm(stream, count, stride, mode, filter) {
    const bytes = new Uint8Array(count * stride);
    try {
      MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, stream, mode, filter);
      return bytes;
    } catch {
      return 'GLTF_MESHOPT';
    }
  }

  const same = (stream, count, stride, mode, filter, what) => {
    const have = decodedByVitrine(stream, count, stride, mode, filter),
      want = decodedByNpm(stream, count, stride, mode, filter);
    if (typeof want === 'string' || typeof have === 'string') assert.equal(have, want, what);
    else
      assert.ok(
        Buffer.from(have).equals(Buffer.from(want)),
        `${what}: byte ${have.findIndex((b, i) => b !== want[i])}`,
      );
  };

  /** Of every kind of run: constant, slowly rising, few values, anything. */
  function elements(next, count, stride) {
    const bytes = new Uint8Array(count * stride);
    const kinds = Array.from({ length: stride }, () => next(5));
    for (let i = 0; i < count; ++i)
      for (let b = 0; b < stride; ++b) {
        const before = i > 0 ? bytes[(i - 1) * stride + b] : 7;
        bytes[i * stride + b] = [before, before + next(2), before + next(7) - 3, before + next(31) - 15, next(256)][
          kinds[b]
        ];
      }
    return bytes;
  }

  test('attributes of both versions are decoded byte for byte as npm does', () => {
    const next = random(1);
    for (const version of [0, 1])
      for (const stride of [4, 8, 12, 16, 20, 64, 252, 256])
        for (const count of [1, 2, 15, 16, 17, 33, 255, 256, 257, 700]) {
          const stream = MeshoptEncoder.encodeGltfBuffer(
            elements(next, count, stride),
            count,
            stride,
            'ATTRIBUTES',
            version,
          );
          same(stream, count, stride, 'ATTRIBUTES', 'NONE', `version ${version} stride ${stride} count ${count}`);
        }
  });

  test('triangles and indices are decoded byte for byte as npm does', () => {
    const next = random(2);
    for (const stride of [2, 4])
      for (const count of [3, 6, 99, 3000]) {
        const grid = Uint32Array.from({ length: count }, (_, i) => Math.floor(i / 3) + [0, 1, 2][i % 3]);
        const wild = Uint32Array.from({ length: count }, () => next(stride === 2 ? 65535 : 2 ** 31));
        for (const [name, indices] of Object.entries({ grid, wild })) {
          const packed = stride === 2 ? new Uint16Array(indices) : indices;
          const bytes = new Uint8Array(packed.buffer);
          for (const mode of ['TRIANGLES', 'INDICES'])
            same(
              MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode),
              count,
              stride,
              mode,
              'NONE',
              `${mode} ${name} ${stride} ${count}`,
            );
        }
      }
  });

  test('filters are applied byte for byte as npm does', () => {
    const next = random(3);
    const vectors = (count) => Float32Array.from({ length: 4 * count }, () => next(20001) / 10000 - 1);
    const unit = (values) => {
      for (let i = 0; i < values.length; i += 4) {
        const length = Math.hypot(...values.subarray(i, i + 4));
        for (let k = 0; k < 4; ++k) values[i + k] /= length || 1;
      }
      return values;
    };
    const cases = [];
    for (const count of [1, 16, 300]) {
      for (const stride of [4, 8]) {
        for (const bits of stride === 4 ? [4, 8] : [8, 12, 16])
          cases.push([
            'OCTAHEDRAL',
            count,
            stride,
            MeshoptEncoder.encodeFilterOct(unit(vectors(count)), count, stride, bits),
          ]);
        const colors = Float32Array.from({ length: 4 * count }, () => next(1001) / 1000);
        cases.push([
          'COLOR',
          count,
          stride,
          MeshoptEncoder.encodeFilterColor(colors, count, stride, stride === 4 ? 8 : 12),
        ]);
      }
      for (const bits of [8, 12, 16])
        cases.push(['QUATERNION', count, 8, MeshoptEncoder.encodeFilterQuat(unit(vectors(count)), count, 8, bits)]);
      for (const bits of [6, 15, 24])
        cases.push(['EXPONENTIAL', count, 16, MeshoptEncoder.encodeFilterExp(vectors(count), count, 16, bits)]);
    }
    // Also numbers that no encoder writes.
    const raw = Uint8Array.from({ length: 8 * 20000 }, () => next(256));
    cases.push(['QUATERNION', 20000, 8, raw]);
    cases.push(['QUATERNION', 20000, 8, MeshoptEncoder.encodeFilterQuat(unit(vectors(20000)), 20000, 8, 16)]);
    for (const [filter, count, stride, filtered] of cases) {
      const stream = MeshoptEncoder.encodeGltfBuffer(filtered, count, stride, 'ATTRIBUTES');
      same(stream, count, stride, 'ATTRIBUTES', filter, `${filter} stride ${stride} count ${count}`);
    }
  });

  test('streams that are cut or changed are refused where npm refuses them, else equal', () => {
    const next = random(4);
    const indices = new Uint8Array(Uint32Array.from({ length: 96 }, (_, i) => Math.floor(i / 3) + (i % 3)).buffer);
    const streams = [
      [MeshoptEncoder.encodeGltfBuffer(elements(next, 40, 12), 40, 12, 'ATTRIBUTES', 0), 40, 12, 'ATTRIBUTES'],
      [MeshoptEncoder.encodeGltfBuffer(elements(next, 40, 12), 40, 12, 'ATTRIBUTES', 1), 40, 12, 'ATTRIBUTES'],
      [MeshoptEncoder.encodeGltfBuffer(indices, 96, 4, 'TRIANGLES'), 96, 4, 'TRIANGLES'],
      [MeshoptEncoder.encodeGltfBuffer(indices, 96, 4, 'INDICES'), 96, 4, 'INDICES'],
    ];
    for (const [stream, count, stride, mode] of streams) {
      // A buffer view of no bytes is refused before.
      for (let size = 1; size < stream.length; ++size)
        assert.equal(
          decodedByVitrine(stream.subarray(0, size), count, stride, mode, 'NONE'),
          'GLTF_MESHOPT',
          `${mode} cut to ${size}`,
        );
      for (let at = 0; at < stream.length; ++at) {
        const changed = Uint8Array.from(stream);
        changed[at] ^= 1 << next(8);
        const have = decodedByVitrine(changed, count, stride, mode, 'NONE');
        if (typeof have === 'string') assert.equal(have, 'GLTF_MESHOPT');
        else same(changed, count, stride, mode, 'NONE', `${mode} byte ${at}`);
      }
    }
  });
});

describe('glTF in parts', () => {
  const apart = readFileSync(data('apart.gltf')),
    buffer = readFileSync(data('apart.bin'));

  test('a buffer is found in the drop, whatever its order', () => {
    for (const files of [
      ['apart.gltf', 'apart.bin'],
      ['apart.bin', 'apart.gltf'],
    ]) {
      const document = core.open(files.map((name) => ({ name, bytes: name.endsWith('bin') ? buffer : apart })));
      assert.equal(document.report.info.statistics.triangles, 1);
      assert.equal(document.report.issues.messages.length, 0);
      document.dispose();
    }
  });

  test('a buffer is asked for by its name, and may come later', () => {
    const asked = [];
    const document = core.load([{ name: 'apart.gltf', bytes: apart }], { resolve: (name) => void asked.push(name) });
    assert.deepEqual(asked, ['apart.bin']);
    const [error] = errorsOf(document);
    assert.equal(error.code, 'GLTF_BUFFER');
    assert.equal(error.path, '/buffers/0/uri');
    assert.ok(error.line > 1);
    document.add({ name: 'apart.bin', bytes: buffer });
    assert.ok(document.shown);
    assert.equal(errorsOf(document).length, 0);
    document.dispose();
  });

  test('a buffer that holds keys alone is asked for as well', () => {
    const document = JSON.parse(apart.toString());
    document.buffers[0].uri = `data:application/octet-stream;base64,${buffer.toString('base64')}`;
    const first = document.accessors.length;
    document.buffers.push({ uri: 'keys.bin', byteLength: 32 });
    document.bufferViews.push({ buffer: 1, byteLength: 8 }, { buffer: 1, byteOffset: 8, byteLength: 24 });
    document.accessors.push(
      { bufferView: document.bufferViews.length - 2, componentType: 5126, type: 'SCALAR', count: 2 },
      { bufferView: document.bufferViews.length - 1, componentType: 5126, type: 'VEC3', count: 2 },
    );
    document.animations = [
      {
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: first, output: first + 1 }],
      },
    ];
    const bytes = Buffer.from(JSON.stringify(document)),
      keys = Buffer.from(Float32Array.of(0, 1, 0, 0, 0, 5, 0, 0).buffer);
    const lone = core.load([{ name: 'apart.gltf', bytes }]);
    assert.ok(lone.shown);
    assert.deepEqual(
      errorsOf(lone).map(({ code, path }) => [code, path]),
      [['GLTF_BUFFER', '/buffers/1/uri']],
    );
    lone.dispose();
    const whole = core.load([{ name: 'apart.gltf', bytes }], {
      resolve: (name) => (name === 'keys.bin' ? keys : undefined),
    });
    assert.deepEqual(errorsOf(whole), []);
    const [mesh] = whole.pose({ action: 0, time: 1 }).meshes;
    const moved =
      placed(whole.pose({ action: 0, time: 1 }), mesh)[0][0] - placed(whole.pose({ action: 0, time: 0 }), mesh)[0][0];
    assert.equal(moved, 5);
    whole.dispose();
  });

  test('a buffer may be called as it likes, and come before the model', () => {
    const other = Buffer.from(apart.toString().replace('apart.bin', 'flag.dat'));
    const model = { name: 'flag.gltf', bytes: other },
      dat = { name: 'flag.dat', bytes: buffer };
    for (const files of [
      [model, dat],
      [dat, model],
    ]) {
      const document = core.load(files);
      assert.ok(document.shown);
      assert.deepEqual(document.report.issues.messages, []);
      assert.equal(document.report.files.find(({ name }) => name === 'flag.dat').role, 'buffer');
      document.dispose();
    }
    const alone = core.load([dat]);
    assert.equal(errorsOf(alone)[0].code, 'UNKNOWN_FORMAT');
    alone.add(model);
    assert.ok(alone.shown);
    assert.deepEqual(alone.report.issues.messages, []);
    alone.dispose();
  });

  test('the command finds buffers and images in folders below the model, and nothing beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-gltf-'));
    try {
      const put = (name, bytes) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      };
      const document = JSON.parse(apart.toString());
      document.buffers[0].uri = 'data/flag%20one.bin';
      document.images = [{ uri: 'textures/flag.png' }, { uri: 'textures/back.png' }];
      document.textures = [{ source: 0 }, { source: 1 }];
      document.materials = document.textures.map((_, index) => ({
        pbrMetallicRoughness: { baseColorTexture: { index } },
      }));
      const [first] = document.meshes[0].primitives;
      document.meshes[0].primitives = document.materials.map((_, material) => ({ ...first, material }));
      put('model/flag.gltf', JSON.stringify(document));
      put('model/data/flag one.bin', buffer);
      put('model/textures/flag.png', encodePng(1, 1, Uint8Array.of(255, 0, 0, 255)));
      put('secret/back.png', encodePng(1, 1, Uint8Array.of(0, 255, 0, 255)));
      symlinkSync('../../secret/back.png', join(folder, 'model/textures/back.png'));
      const { status, stdout, stderr } = vitrine(['inspect', join(folder, 'model/flag.gltf'), '--json']);
      assert.equal(status, 0, stderr);
      const { textures } = JSON.parse(stdout).info;
      assert.deepEqual(
        textures.map(({ status: found }) => found),
        ['found', 'missing'],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the command finds the buffer beside the model', () => {
    const { status, stdout, stderr } = vitrine(['inspect', data('apart.gltf'), '--json']);
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).info.statistics.triangles, 1);
  });

  test('an image inside of the file is drawn and exported', () => {
    const pixel = encodePng(1, 1, Uint8ClampedArray.of(0, 255, 0, 255));
    const square = Buffer.from(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]).buffer),
      uv = Buffer.from(new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]).buffer);
    const document = core.open([
      {
        name: 'sign.glb',
        bytes: glb(
          {
            asset: { version: '2.0' },
            scenes: [{ nodes: [0] }],
            nodes: [{ mesh: 0 }],
            meshes: [{ primitives: [{ mode: 6, attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
            materials: [
              {
                extensions: { KHR_materials_unlit: {} },
                pbrMetallicRoughness: { baseColorFactor: [1, 0.25, 1, 1], baseColorTexture: { index: 0 } },
              },
            ],
            textures: [{ source: 0 }],
            images: [{ bufferView: 2, mimeType: 'image/png' }],
            accessors: [
              { bufferView: 0, componentType: 5126, type: 'VEC3', count: 4 },
              { bufferView: 1, componentType: 5126, type: 'VEC2', count: 4 },
            ],
            bufferViews: [
              { buffer: 0, byteLength: 48 },
              { buffer: 0, byteOffset: 48, byteLength: 32 },
              { buffer: 0, byteOffset: 80, byteLength: pixel.length },
            ],
            buffers: [{ byteLength: 80 + pixel.length }],
          },
          Buffer.concat([square, uv, pixel]),
        ),
      },
    ]);
    const [texture] = document.report.info.textures;
    assert.deepEqual([texture.status, texture.inside], ['found', true]);
    assert.deepEqual(Buffer.from(document.image(texture.file)), Buffer.from(pixel));
    const { width, height, rgba } = document.render({ width: 64, height: 64 });
    const middle = 4 * ((height / 2) * width + width / 2);
    const [red, green, blue] = rgba.subarray(middle, middle + 3);
    // The factor darkens the green of the image; nothing else is in it.
    assert.ok(green > 60 && green < 220 && red < 60 && blue < 60, `${red} ${green} ${blue}`);
    const written = documentOf(Buffer.from(document.export('glb')));
    assert.equal(written.images.length, 1);
    assert.deepEqual(written.materials[0].pbrMetallicRoughness.baseColorFactor, [1, 0.25, 1, 1]);
    document.dispose();
  });
});

describe('our own exports', () => {
  const samples = ['heron', 'pinwheel', 'lighthouse', 'mannequin', 'column'];

  test('come back equal: posed vertices of every action within 1e-4 of the size', (t) => {
    for (const sample of samples) {
      const folder = join(root, 'public/samples', sample);
      const files = readdirSync(folder)
        .filter((name) => !/\.(json|md|txt)$/.test(name))
        .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
      const original = core.open(files);
      const again = core.open([{ name: `${sample}.glb`, bytes: original.export('glb') }]);
      const { min, max } = original.report.info.bounds;
      const size = Math.max(...max.map((v, c) => v - min[c]));
      let worst = 0;
      for (const action of [undefined, ...original.actions.map(({ name }) => name)]) {
        const other = action === undefined ? undefined : again.actions.find(({ name }) => name === action)?.name;
        if (action !== undefined && other === undefined) continue;
        const duration = action === undefined ? 0 : original.action(action).duration;
        for (const share of action === undefined ? [0] : [0, 0.13, 0.5, 0.77, 0.999]) {
          const found = original.compare(again, { action, otherAction: other, time: share * duration });
          if (found) worst = Math.max(worst, found.distance);
        }
      }
      t.diagnostic(`${sample}: ${(worst / size).toExponential(2)} of the size`);
      assert.ok(worst <= 1e-4 * size, `${sample}: ${worst} of ${size}`);
      original.dispose();
      again.dispose();
    }
  });
});

describe('broken glTF', () => {
  const expected = {
    'accessor.gltf': ['GLTF_ACCESSOR', '/meshes/0/primitives/0/attributes/POSITION'],
    'buffer.gltf': ['GLTF_BUFFER', '/buffers/0/uri'],
    'chunk.glb': ['GLTF_CHUNK', undefined],
    'count.gltf': ['GLTF_COUNT', '/meshes/0/primitives/0/targets/0/POSITION'],
    'extension.gltf': ['GLTF_EXTENSION', '/extensionsRequired/0'],
    'index.gltf': ['GLTF_INDEX', '/meshes/0/primitives/0/indices'],
    'json.gltf': ['GLTF_JSON', undefined],
    'meshopt.gltf': ['GLTF_MESHOPT', '/bufferViews/0/extensions/EXT_meshopt_compression'],
    'missing.gltf': ['GLTF_MISSING', '/accessors/0/count'],
    'range.gltf': ['GLTF_RANGE', '/accessors/0'],
    'reference.gltf': ['GLTF_REFERENCE', '/nodes/0/mesh'],
    'sparse.gltf': ['GLTF_SPARSE', '/accessors/0/sparse/count'],
    'stride.gltf': ['GLTF_STRIDE', '/accessors/0'],
    'tree.gltf': ['GLTF_TREE', '/nodes/0'],
    'truncated.glb': ['TRUNCATED', undefined],
    'type.gltf': ['GLTF_TYPE', '/nodes/0/mesh'],
    'uri.gltf': ['GLTF_URI', '/buffers/0/uri'],
    'value.gltf': ['GLTF_VALUE', '/meshes/0/primitives/0/mode'],
    'version.gltf': ['GLTF_VERSION', '/asset/version'],
  };

  for (const [name, [code, path]] of Object.entries(expected))
    test(`${name} is ${code}`, () => {
      const bytes = readFileSync(data(`invalid/${name}`));
      const document = core.load([{ name, bytes }]);
      const [error] = errorsOf(document);
      assert.equal(error.code, code, error.message);
      assert.equal(error.path, path);
      if (path && name.endsWith('.gltf')) {
        // The place is that of the value: its own line has the key before it, or is within the list it stands in.
        const value = path
          .split('/')
          .slice(1)
          .reduce((at, key) => at?.[key], JSON.parse(bytes.toString()));
        if (typeof value !== 'object' && value !== undefined)
          assert.ok(
            bytes.subarray(error.offset).toString().startsWith(JSON.stringify(value)),
            `offset ${error.offset}`,
          );
      }
      assert.throws(() => core.open([{ name, bytes }]), VitrineError);
      document.dispose();
    });
});

describe('large documents', () => {
  const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64');
  const json = (parts) => ({
    name: 'a.gltf',
    bytes: Buffer.from(
      JSON.stringify({
        asset: { version: '2.0' },
        buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle}` }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: [{ mesh: 0 }],
        scenes: [{ nodes: [0] }],
        ...parts,
      }),
    ),
  });

  test('a chain of 20,000 nodes opens, and is posed by the name of its last one', () => {
    const count = 20_000;
    const nodes = Array.from({ length: count }, (_, i) => ({
      name: `n${i}`,
      ...(i + 1 < count ? { children: [i + 1] } : { mesh: 0 }),
    }));
    const document = core.open([json({ nodes })]);
    assert.equal(document.report.info.statistics.nodes, count);
    const { matrices } = document.pose({ rotations: { [`n${count - 1}`]: [0, 0, 1, 0] } });
    assert.equal(matrices.length, 16 * count);
    assert.equal(matrices[16 * (count - 1)], -1);
    document.dispose();
  });

  // Each of them was once looked for in the list of all that came before.
  test('100,000 buffers are asked for once each, in their order', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `b${i}.bin`);
    const { buffers } = JSON.parse(json({}).bytes);
    const more = [...names, ...names.slice(0, 5)].map((uri) => ({ uri, byteLength: 4 }));
    const asked = [];
    const resolve = (name) => void asked.push(name);
    core.load([json({ buffers: [...buffers, ...more] })], { resolve }).dispose();
    assert.deepEqual(asked, names);
  });
});
