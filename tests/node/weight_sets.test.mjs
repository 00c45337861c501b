// Two sets of weights of which the first alone adds up to 1, as three.js exports them: SkinnedMesh.normalizeSkinWeights
// makes the first four weights whole and knows no others.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Chunk, glb } from './support/gltf.mjs';
import { root, vitrineJson } from './support/vitrine.mjs';

const { createVitrine } = await import(join(root, 'dist/node/index.js'));

let core, folder;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-weights-'));
});
after(() => rmSync(folder, { recursive: true }));

/** Eight weights per vertex that sum to 1; `first` and `second` sets as they are to be stored. */
const meant = [
  [0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05],
  [0.25, 0.25, 0.2, 0.1, 0.2, 0, 0, 0],
  [0.6, 0.4, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0.5, 0.25, 0.25, 0],
];
const sum = (list) => list.reduce((a, b) => a + b, 0);
/** As three.js does: the first four divided by their sum; where all are 0 they become 1 0 0 0. */
const whole = meant.map((weights) => {
  const first = sum(weights.slice(0, 4));
  return [...(first > 0 ? weights.slice(0, 4).map((w) => w / first) : [1, 0, 0, 0]), ...weights.slice(4)];
});

/** Joint k moves by k + 1 along x: where a vertex goes tells its weights. */
function model(weights, Type = Float32Array) {
  const chunk = new Chunk(),
    most = Type === Float32Array ? 1 : Type === Uint8Array ? 255 : 65535;
  const stored = (set) =>
    chunk.add(
      Type.from(
        weights.flatMap((row) => row.slice(4 * set, 4 * set + 4).map((w) => (most === 1 ? w : Math.round(w * most)))),
      ),
      'VEC4',
      most === 1 ? {} : { normalized: true },
    );
  const joints = (set) =>
    chunk.add(Uint8Array.from(weights.flatMap(() => [0, 1, 2, 3].map((k) => 4 * set + k))), 'VEC4');
  return glb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { mesh: 0, skin: 0 },
        { name: 'j0', translation: [1, 0, 0], children: [2] },
        ...Array.from({ length: 7 }, (_, k) => ({
          name: `j${k + 1}`,
          translation: [2 ** (k + 1) - 2 ** k, 0, 0],
          ...(k < 6 && { children: [k + 3] }),
        })),
      ],
      meshes: [
        {
          primitives: [
            {
              attributes: {
                POSITION: chunk.add(Float32Array.from(weights.flatMap((_, v) => [0, v % 2, v])), 'VEC3', {
                  min: [0, 0, 0],
                  max: [0, 1, 3],
                }),
                NORMAL: chunk.add(Float32Array.from(weights.flatMap(() => [1, 0, 0])), 'VEC3'),
                JOINTS_0: joints(0),
                WEIGHTS_0: stored(0),
                JOINTS_1: joints(1),
                WEIGHTS_1: stored(1),
              },
              indices: chunk.add(Uint16Array.of(0, 1, 2, 1, 3, 2), 'SCALAR'),
            },
          ],
        },
      ],
      skins: [{ joints: [1, 2, 3, 4, 5, 6, 7, 8] }],
      ...chunk.members,
    },
    chunk.bytes,
  );
}
/** Joint k stands at 2^k on x, and the bind pose is at 0. */
const xOf = (weights) => sum(weights.map((w, k) => w * 2 ** k));
function read(bytes) {
  const document = core.load([{ name: 'eight.glb', bytes }]);
  const { positions } = document.pose().meshes[0];
  const out = {
    x: Array.from(meant, (_, v) => positions[3 * v]),
    codes: document.report.issues.messages.map(({ code }) => code),
    messages: document.report.issues.messages,
  };
  document.dispose();
  return out;
}

test('the first set shares what the second leaves, with a note', () => {
  const { x, messages } = read(model(whole));
  // The largest factor is 128: 3e-8 of each weight, and the rounding of the sum.
  meant.forEach((weights, v) =>
    assert.ok(Math.abs(x[v] - xOf(weights)) < 8 * 3e-8 * 128, `${v}: ${x[v]}, ${xOf(weights)}`),
  );
  const note = messages.find(({ code }) => code === 'GLTF_WEIGHT_SETS');
  assert.equal(note.severity, 2);
  assert.match(note.message, /^the first four weights of 3 vertices add up to 1 without the others/);
  assert.match(note.path ?? '', /WEIGHTS_0/);
  assert.ok(!messages.some(({ code }) => code === 'GLTF_WEIGHT_SUM'));
});

test('each weight comes back to 3e-8', () => {
  const document = core.load([{ name: 'eight.glb', bytes: model(whole) }]);
  const { meshes } = JSON.parse(new TextDecoder().decode(document.export('json')));
  document.dispose();
  const { first, joint, weight } = meshes[0].influences;
  for (const [v, wanted] of meant.entries()) {
    const found = Array.from({ length: 8 }, () => 0);
    for (let i = first[v]; i < first[v + 1]; ++i) found[joint[i]] += weight[i];
    wanted.forEach((w, k) => assert.ok(Math.abs(found[k] - w) <= 3e-8, `${v}, joint ${k}: ${found[k]}, not ${w}`));
  }
});

test('so do whole numbers, to half a step', () => {
  for (const [Type, step] of [
    [Uint8Array, 1 / 255],
    [Uint16Array, 1 / 65535],
  ]) {
    const { x, codes } = read(model(whole, Type));
    assert.ok(codes.includes('GLTF_WEIGHT_SETS'), Type.name);
    // Eight weights off by half a step each, by the farthest joint.
    meant.forEach((weights, v) =>
      assert.ok(Math.abs(x[v] - xOf(weights)) < 8 * step * 128, `${Type.name} ${v}: ${x[v]}`),
    );
  }
});

test('weights that sum to 1 over both sets, or to something else, are read as before', () => {
  for (const Type of [Float32Array, Uint16Array]) {
    const { x, codes } = read(model(meant, Type));
    meant.forEach((weights, v) => assert.ok(Math.abs(x[v] - xOf(weights)) < 1e-2));
    assert.ok(!codes.includes('GLTF_WEIGHT_SETS'));
  }
  // Small second weights in bytes: the first set is near 1, and the sum is 1.
  const small = meant.map(() => [200 / 255, 54 / 255, 0, 0, 1 / 255, 0, 0, 0]);
  assert.deepEqual(read(model(small, Uint8Array)).codes, []);
  const doubled = meant.map((weights) => weights.map((w) => 2 * w));
  const { x, codes } = read(model(doubled));
  assert.deepEqual(codes, ['GLTF_WEIGHT_SUM']);
  meant.forEach((weights, v) => assert.ok(Math.abs(x[v] - xOf(weights)) < 1e-4));
});

test('the command says so', () => {
  const path = join(folder, 'eight.glb');
  writeFileSync(path, model(whole));
  const { status, value } = vitrineJson(['check', path, '--json']);
  assert.equal(status, 0);
  assert.deepEqual(
    value.issues.messages.map(({ code }) => code),
    ['GLTF_WEIGHT_SETS'],
  );
});
