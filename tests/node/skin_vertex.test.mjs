// One vertex step by step, against the numbers of the file and the formula by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { openPaths } from '../../dist/node/files.js';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = join(root, 'public/samples/heron');
const near = (a, b, tolerance, words) =>
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) <= tolerance, `${words}: ${a} is not ${b}`));
/** Column-major matrix times a point. */
const times = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);

/** Vertices and weights of the first mesh of an md5mesh, word by word. */
function readMesh(path) {
  const text = readFileSync(path, 'utf8'),
    mesh = text.slice(text.indexOf('mesh {'), text.indexOf('}', text.indexOf('numweights')));
  const joints = [...text.slice(text.indexOf('joints {')).matchAll(/^\s*"([^"]+)"\s+-?\d+ \(/gm)].map(
    ([, name]) => name,
  );
  const vertices = [...mesh.matchAll(/vert \d+ \( (\S+) (\S+) \) (\d+) (\d+)/g)].map((v) => v.slice(1).map(Number));
  const weights = [...mesh.matchAll(/weight \d+ (\d+) (\S+) \( (\S+) (\S+) (\S+) \)/g)].map((w) =>
    w.slice(1).map(Number),
  );
  return { joints, vertices, weights };
}

describe('vitrine skin --vertex', () => {
  const { joints, vertices, weights } = readMesh(join(heron, 'heron.md5mesh'));
  const numbers = [0, 7, vertices.length - 1, vertices.findIndex(([, , , count]) => count > 2)];

  test('has what the file has, and its sum is the pose', () => {
    for (const number of numbers) {
      const { value: report } = vitrineJson([
        'skin',
        heron,
        '--vertex',
        String(number),
        '--action',
        'walk',
        '--frame',
        '5',
        '--json',
      ]);
      const [u, v, first, count] = vertices[number];
      near(report.stored.uv[0], [u, v], 1e-6, 'uv');
      assert.equal(report.influences.length, count);
      let sum = [0, 0, 0];
      report.influences.forEach((influence, i) => {
        const [joint, weight, ...offset] = weights[first + i];
        assert.equal(influence.name, joints[joint]);
        near([influence.weight], [weight], 1e-6, 'weight');
        near(influence.offset, offset, 1e-5, 'offset');
        sum = times(influence.matrix, influence.offset).map((x, k) => sum[k] + influence.weight * x);
        near(influence.sum, sum, 1e-5, 'sum');
        near(
          times(influence.premultiplied, report.stored.position),
          times(influence.matrix, influence.offset),
          1e-3,
          'bind',
        );
      });
      near(report.position, sum, 1e-4, 'position');
    }
  });

  test('its matrices are those of the pose', async () => {
    const doc = await openPaths(await createVitrine(), heron);
    try {
      const pose = { action: 'walk', time: 0.5 },
        posed = doc.poseReport({ ...pose, vertices: true });
      const { influences, position, normal } = doc.vertex(12, pose);
      near(position, posed.meshes[0].positions.slice(36, 39), 1e-6, 'position');
      near(normal, posed.meshes[0].normals.slice(36, 39), 1e-5, 'normal');
      for (const { name, matrix } of influences)
        near(matrix, posed.joints.find((joint) => joint.name === name).matrix, 1e-9, name);
      const second = doc.vertex(0, { ...pose, instance: 1 });
      assert.equal(second.node, posed.meshes[1].node);
      for (const wrong of [-1, 0.5, 1e6]) assert.throws(() => doc.vertex(wrong), RangeError);
      assert.throws(() => doc.vertex(0, { instance: 99 }), RangeError);
    } finally {
      doc.dispose();
    }
  });

  test('a shader gets from its input to the same place', () => {
    const args = ['skin', heron, '--vertex', '7', '--action', 'walk', '--frame', '5'];
    const input = vitrine([...args, '--format', 'input']).stdout;
    const { positions } = vitrineJson(['skin', '-'], { input }).value;
    near(positions[0], [...vitrineJson([...args, '--json']).value.position, 1], 2e-3, 'position');
  });

  test('a rigid mesh has a matrix, and the text says all of it', () => {
    const lighthouse = join(root, 'public/samples/lighthouse');
    const report = vitrineJson(['skin', lighthouse, '--vertex', '0', '--mesh', '1', '--json']).value;
    assert.equal(report.influences, undefined);
    near(report.position, times(report.matrix, report.stored.position), 1e-4, 'position');
    const { stdout } = vitrine(['skin', heron, '--vertex', '7', '--action', 'walk', '--frame', '5']);
    assert.equal(stdout.split('\n').filter((line) => line.includes(',')).length, 2, 'one row, one line');
    for (const word of ['stored', 'offset', 'premultiplied', 'sum', 'posed', 'walk at'])
      assert.match(stdout, new RegExp(word));
  });

  test('wrong use says what is wrong', () => {
    const refused = (args, words) => {
      const { status, stderr } = vitrine(['skin', ...args]);
      assert.equal(status, 2, stderr);
      assert.match(stderr, words);
    };
    refused([heron, '--vertex', '100000'], /has no vertex 100000/);
    refused([heron, '--vertex', '0', '--mesh', 'nothing'], /no mesh 'nothing'; there are/);
    refused([heron, '--vertex', '1.5'], /--vertex must be a whole number/);
    refused([heron, '--action', 'walk'], /--vertex/);
  });
});
