// Our own KRI and pivot scenes, held against what the formats ask for by a reader that shares nothing with the writers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { root } from './support/vitrine.mjs';

const read = (path) => readFileSync(join(root, 'public/samples', path));
let vitrine;
before(async () => (vitrine = await createVitrine()));

function chunksOf(bytes) {
  const chunks = [];
  for (let at = 0; at < bytes.length;) {
    const name = bytes.toString('latin1', at, at + 8).replace(/\0.*$/s, ''),
      size = bytes.readUInt32LE(at + 8);
    chunks.push({ name, data: bytes.subarray(at + 12, at + 12 + size) });
    at += 12 + size;
    assert.ok(at <= bytes.length, `${name} ends inside the file`);
  }
  return chunks;
}
const vectors = (data, size, from = 0) =>
  Array.from({ length: (data.length - from) / (4 * size) }, (_, i) =>
    Array.from({ length: size }, (_unused, c) => data.readFloatLE(from + 4 * (i * size + c))),
  );
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => a.map((x, i) => x - b[i]);
const unit = (a) => a.map((x) => x / Math.hypot(...a));

/** Meshes with everything that follows them, up to the next node. */
function meshesOf(chunks) {
  const meshes = [];
  let node = '',
    mesh;
  for (const { name, data } of chunks) {
    if (name === 'node') {
      node = data.toString('latin1', 1, 1 + data[0]);
      mesh = undefined;
    }
    if (name === 'mesh') meshes.push((mesh = { node, count: data.readUInt16LE(0), uv: [], colors: [], shapes: 0 }));
    if (!mesh) continue;
    if (name === 'v_pos') mesh.positions = vectors(data, 4);
    if (name === 'v_nor') mesh.normals = vectors(data, 3);
    if (name === 'v_quat') mesh.quaternions = vectors(data, 4);
    if (name === 'v_uv') mesh.uv.push(vectors(data, 2, 1 + data[0]));
    if (name === 'v_color') mesh.colors.push((data.length - 1 - data[0]) / 3);
    if (name === 'v_shape') ++mesh.shapes;
    if (name === 'v_skin') mesh.skin = data;
    if (name === 'v_ind')
      mesh.triangles = Array.from({ length: data.readUInt16LE(0) }, (_, t) =>
        [0, 1, 2].map((c) => data.readUInt16LE(2 + 6 * t + 2 * c)),
      );
  }
  return meshes;
}

describe('the lighthouse', () => {
  const chunks = chunksOf(read('lighthouse/lighthouse.scene')),
    meshes = meshesOf(chunks);

  test('has a mesh for everything the format can say of one', () => {
    assert.ok(meshes.some(({ skin }) => skin));
    assert.ok(meshes.some(({ shapes }) => shapes > 1));
    assert.ok(meshes.some(({ uv, colors }) => uv.length > 0 && colors.length > 0));
    for (const { node, count, positions, normals, uv, colors } of meshes) {
      assert.equal(positions.length, count, node);
      assert.equal(normals.length, count, node);
      for (const layer of uv) assert.equal(layer.length, count, node);
      for (const layer of colors) assert.equal(layer, count, node);
    }
  });

  test('stores frames as the exporter makes them', () => {
    let framed = 0;
    for (const { node, positions, normals, quaternions, uv, triangles } of meshes) {
      if (!quaternions) continue;
      quaternions.forEach(([x, y, z, w], v) => {
        assert.ok(Math.abs(Math.hypot(x, y, z, w) - 1) < 1e-6, node);
        const normal = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
        assert.ok(Math.hypot(...minus(normal, normals[v])) < 1e-5, `${node} ${v}: ${normal} and ${normals[v]}`);
        ++framed;
      });
      for (const triangle of triangles) {
        for (const c of [0, 1, 2])
          assert.ok(
            dot(quaternions[triangle[c]], quaternions[triangle[(c + 1) % 3]]) >= 0,
            `${node} mixes quaternions`,
          );
        const [a, b, c] = triangle.map((v) => positions[v].slice(0, 3)),
          [ua, ub, uc] = triangle.map((v) => uv[0][v]);
        const [e1, e2, d1, d2] = [minus(b, a), minus(c, a), minus(ub, ua), minus(uc, ua)];
        const signed = d1[0] * d2[1] - d1[1] * d2[0];
        if (Math.abs(signed) < 1e-9) continue;
        for (const v of triangle) assert.equal(positions[v][3], Math.sign(signed), `${node}: handedness`);
        const alongU = unit(e1.map((x, i) => (x * d2[1] - e2[i] * d1[1]) / signed));
        const [x, y, z, w] = quaternions[triangle[0]];
        const tangent = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
        assert.ok(dot(alongU, tangent) > 0.9, `${node}: the tangent runs along u`);
      }
    }
    assert.ok(framed > 500);
  });

  test('is counter-clockwise from outside', () => {
    for (const { node, positions, normals, triangles } of meshes) {
      let against = 0;
      for (const triangle of triangles) {
        const [a, b, c] = triangle.map((v) => positions[v].slice(0, 3));
        const face = cross(minus(b, a), minus(c, a));
        if (Math.hypot(...face) < 1e-9) continue;
        if (triangle.every((v) => dot(face, normals[v]) < 0)) ++against;
      }
      assert.equal(against, 0, node);
    }
  });

  test('has weights that sum to 255', () => {
    for (const { skin } of meshes) {
      if (!skin) continue;
      for (let v = 0; v < skin.length; v += 8)
        assert.equal(
          [0, 2, 4, 6].reduce((sum, i) => sum + skin[v + i], 0),
          255,
        );
    }
  });

  test('opens without a message and plays all its actions at once', () => {
    const document = vitrine.open([
      { name: 'lighthouse.scene', bytes: read('lighthouse/lighthouse.scene') },
      ...['lighthouse_tower.png', 'lighthouse_courses.png'].map((name) => ({
        name,
        bytes: read(`lighthouse/${name}`),
      })),
    ]);
    const { issues, info } = document.report;
    assert.deepEqual(issues.messages, []);
    assert.deepEqual(
      info.together,
      info.actions.map((_, index) => index),
    );
    assert.ok(info.actions.every(({ playable }) => playable));
    assert.ok(info.textures.every(({ status }) => status === 'found'));
    const moved = new Set(
      info.actions.flatMap((_, index) => document.curves(index).map(({ targetKind }) => targetKind)),
    );
    assert.deepEqual([...moved].sort(), ['camera', 'light', 'material', 'node', 'shape']);
    assert.equal(info.emitters.length, 1);
    document.dispose();
  });
});

describe('the mannequin', () => {
  test('opens without a message, its bones hidden, its triangles facing out', () => {
    const document = vitrine.open([{ name: 'mannequin.pivot', bytes: read('mannequin/mannequin.pivot') }]);
    const { issues, info } = document.report;
    assert.deepEqual(issues.messages, []);
    assert.equal(info.format.dialect, 'LE/total/index');
    const bones = info.format.objects.filter(({ bone }) => bone).map(({ name }) => name);
    assert.deepEqual(bones, ['Pelvis', 'Waist', 'Chest']);
    for (const object of info.format.objects) assert.equal(object.trianglesAgainstNormals ?? 0, 0, object.name);
    assert.ok(info.format.objects.some(({ skin }) => skin && Math.abs(skin.rawSumMin - 1) < 1e-6));
    document.dispose();
  });

  test('stands on its base', () => {
    const document = vitrine.open([{ name: 'mannequin.pivot', bytes: read('mannequin/mannequin.pivot') }]);
    const report = document.poseReport({});
    assert.ok(Math.abs(report.bounds.min[1]) < 1e-6);
    const lowest = (name) => report.meshes.find(({ node }) => node === name).bounds.min[1];
    for (const foot of ['Foot.R', 'Foot.L'])
      assert.ok(lowest(foot) > 0.02 && lowest(foot) < 0.12, `${foot} at ${lowest(foot)}`);
    document.dispose();
  });
});
