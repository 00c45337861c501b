// The skinning formula on the numbers of the document that describes it: three vertices, joints 5, 6 and 16.
// Expected: the exact decimal results of p = sum of w * (row vector * matrix), worked in rational arithmetic.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { vitrine, vitrineJson } from './support/vitrine.mjs';

const input = {
  convention: 'row',
  matrices: {
    5: [
      [0.984716892, -0.174149424, 0.00222909194, 0],
      [0.173312888, 0.981090486, 0.0861648321, 0],
      [-0.0171926748, -0.084461771, 0.996278524, 0],
      [0.0169034414, 0.325439274, -0.0130805969, 1],
    ],
    6: [
      [0.999836564, -0.00124051445, 0.0180426482, 0],
      [-0.000398731412, 0.995891094, 0.0905616134, 0],
      [-0.0180809889, -0.0905540884, 0.995727658, 0],
      [0.0462447256, 0.354375184, -0.0109014511, 1],
    ],
    16: [
      [0.480736107, 0.494286448, -0.724274397, 0],
      [0.17373684, 0.755914032, 0.631196558, 0],
      [0.859481275, -0.429272234, 0.277519464, 0],
      [-3.88230085, 1.35830069, 3.82836199, 1],
    ],
  },
  vertices: [
    {
      position: [0.89723742, 0.257948995, 5.22265816],
      joints: [16, 5, 6, 0],
      weights: [0.333332986, 0.333332986, 0.333332986, 0],
    },
    { position: [0.406001657, 0.196949303, 5.35383463], joints: [5, 6, 0, 0], weights: [0.5, 0.5, 0, 0] },
    { position: [0.57800132, -0.314050585, 5.15383434], joints: [5, 6, 0, 0], weights: [0.5, 0.5, 0, 0] },
  ],
};
const expected = [
  [0.928922447706708797, -0.042267101276099526, 5.078022033924582492, 0.999998958],
  [0.35704305945794106, 0.030482513869039853, 5.341963071357844279, 1],
  [0.487062136436323729, -0.472218062946187425, 5.099351934630623651, 1],
];

function closeTo(positions) {
  assert.equal(positions.length, 3);
  expected.forEach((p, v) => {
    assert.equal(positions[v].length, 4);
    p.forEach((c, i) =>
      assert.ok(Math.abs(positions[v][i] - c) <= 5e-7 * 5.4, `vertex ${v}[${i}]: ${positions[v][i]}, expected ${c}`),
    );
  });
}
const transposed = (m) => m.map((_, r) => m.map((row) => row[r]));
const columns = {
  ...input,
  convention: 'column',
  matrices: Object.fromEntries(Object.entries(input.matrices).map(([joint, m]) => [joint, transposed(m)])),
};

describe('vitrine skin', () => {
  test('gives the numbers of the document', () => {
    const { status, value } = vitrineJson(['skin', '-'], { input: JSON.stringify(input) });
    assert.equal(status, 0);
    closeTo(value.positions);
  });

  test('reads transposed matrices as the column convention', () => {
    closeTo(vitrineJson(['skin', '-'], { input: JSON.stringify(columns) }).value.positions);
  });

  test('is an error where a weighted joint has no matrix, naming vertex and joint', () => {
    const vertices = [input.vertices[1], { ...input.vertices[2], joints: [5, 7, 0, 0] }];
    const { status, stdout, stderr } = vitrine(['skin', '-'], { input: JSON.stringify({ ...input, vertices }) });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^stdin: error SKIN_\w+: .*\b1\b.*\b7\b/);
  });

  test('is an error for text that is not JSON', () => {
    const { status, stderr } = vitrine(['skin', '-'], { input: '{"convention":' });
    assert.equal(status, 1);
    assert.match(stderr, /^stdin: error /);
  });

  test('is a function of the module too', async () => {
    const core = await createVitrine();
    closeTo(core.skin(input).positions);
    assert.throws(() => core.skin({ ...input, convention: 'diagonal' }), VitrineError);
  });
});
