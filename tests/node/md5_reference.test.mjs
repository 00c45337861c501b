// Real and synthetic md5 files through `pose`, against numbers that an independent double-precision reader computed.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { data, shared, without } from './support/vitrine.mjs';

const reference = shared && JSON.parse(readFileSync(join(shared, 'reference/md5_reference.json'), 'utf8'));
const edgeCases = JSON.parse(readFileSync(data('md5/reference/expected.json'), 'utf8'));
const corpus = (path) => join(shared, 'corpus/md5', path);
const read = (path) => ({ name: basename(path), bytes: readFileSync(path) });

/** Largest side of a box: what a tolerance is measured in. */
const sizeOf = ([min, max]) => Math.max(...max.map((c, i) => c - min[i]));

function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, what);
  expected.forEach((e, i) => {
    assert.ok(Math.abs(actual[i] - e) <= tolerance, `${what}[${i}]: ${actual[i]}, expected ${e} (within ${tolerance})`);
  });
}
function closeBox(bounds, [min, max], tolerance, what) {
  close([...bounds.min, ...bounds.max], [...min, ...max], tolerance, what);
}
const triple = (flat, i) => [...flat.slice(3 * i, 3 * i + 3)];

describe('md5 reference', { skip: without }, () => {
  let vitrine;
  before(async () => {
    vitrine = await createVitrine();
  });

  const files = Object.entries(reference?.files ?? {}).filter(([path]) => existsSync(corpus(path)));
  const invalid = files.filter(([path]) => path.includes('/invalid/'));
  const meshes = files.filter(([path, { kind }]) => kind === 'md5mesh' && !path.includes('/invalid/'));

  test('has meshes and animations to compare with', () => {
    assert.ok(meshes.length >= 20, `${meshes.length} meshes`);
    assert.ok(Object.keys(reference.pairs).filter((path) => existsSync(corpus(path))).length >= 50);
  });

  for (const [path, { size }] of invalid) {
    test(`${path} is refused`, () => {
      assert.throws(
        () => vitrine.open([read(corpus(path))]),
        ({ issues }) =>
          issues.some(({ severity, line, column }) => severity === 0 && (size === 0 || (line >= 1 && column >= 1))),
      );
    });
  }

  for (const [path, expected] of meshes) {
    test(`bind pose of ${path}`, () => {
      const document = vitrine.open([read(corpus(path))]);
      const { statistics } = document.report.info;
      assert.equal(statistics.joints, expected.joints);
      assert.equal(statistics.meshes, expected.per_mesh.length);
      const pose = document.pose();
      const tolerance = 1e-5 * sizeOf(expected.bind_bbox);
      closeBox(pose.bounds, expected.bind_bbox, tolerance, 'box');
      expected.per_mesh.forEach((mesh, m) => {
        const { positions, normals } = pose.meshes[m];
        assert.equal(positions.length, 3 * mesh.verts, `vertices of mesh ${m}`);
        for (const [key, { p, n }] of Object.entries(mesh.sample_verts ?? {})) {
          const i = Number(key);
          close(triple(positions, i), p, tolerance, `mesh ${m} vertex ${i}`);
          // A triangle thinner than single precision can place has no normal to agree on.
          if (n && !touchesSliver(pose.meshes[m], i, tolerance))
            close(triple(normals, i), n, 2e-3, `mesh ${m} normal ${i}`);
        }
      });
      document.dispose();
    });
  }

  for (const [path, pair] of Object.entries(reference?.pairs ?? {})) {
    if (!existsSync(corpus(path)) || pair.mesh === undefined || !existsSync(corpus(pair.mesh))) continue;
    test(`poses of ${path}`, () => {
      const document = vitrine.open([read(corpus(pair.mesh)), read(corpus(path))]);
      const { name, frameRate } = document.actions[0];
      const tolerance = 1e-5 * sizeOf(reference.files[pair.mesh].bind_bbox);
      for (const [frame, { bbox, sample_verts_of_largest_mesh: samples }] of Object.entries(pair.frames)) {
        const pose = document.pose({ action: name, time: Number(frame) / frameRate });
        closeBox(pose.bounds, bbox, tolerance, `frame ${frame}`);
        sampleVertices(pose, samples, tolerance, `frame ${frame}`);
      }
      if (pair.interpolated) {
        const { frame, t, bbox_slerp, sample_verts_of_largest_mesh: samples } = pair.interpolated;
        const pose = document.pose({ action: name, time: (frame + t) / frameRate });
        closeBox(pose.bounds, bbox_slerp, tolerance, `frame ${frame} + ${t}`);
        sampleVertices(pose, samples, tolerance, `frame ${frame} + ${t}`);
      }
      document.dispose();
    });
  }

  /** True when a triangle at the place of vertex `i` is lower than `height`. */
  function touchesSliver({ positions, indices }, i, height) {
    const at = (k) => triple(positions, k);
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => at(indices[t + k]));
      if (![a, b, c].some((p) => far(p, at(i)) <= height)) continue;
      const sides = [far(a, b), far(b, c), far(c, a)];
      const half = (sides[0] + sides[1] + sides[2]) / 2;
      const area = Math.sqrt(Math.max(0, half * (half - sides[0]) * (half - sides[1]) * (half - sides[2])));
      if ((2 * area) / Math.max(...sides) <= height) return true;
    }
    return false;
  }

  function sampleVertices({ meshes: posed }, samples, tolerance, what) {
    const largest = posed.reduce((a, b) => (b.positions.length > a.positions.length ? b : a));
    for (const [i, p] of Object.entries(samples ?? {}))
      close(triple(largest.positions, Number(i)), p, tolerance, `${what} vertex ${i}`);
  }
});

describe('md5 edge cases', () => {
  let vitrine;
  before(async () => {
    vitrine = await createVitrine();
  });
  const folder = data('md5/reference');
  const place = (issue) => issue.line >= 1 && issue.column >= 1;

  for (const [name, { ref, note }] of Object.entries(edgeCases)) {
    test(`${name}: ${note}`, () => {
      const companions = name.endsWith('.md5anim') ? [read(join(folder, 'base.md5mesh'))] : [];
      let document;
      try {
        document = vitrine.open([...companions, read(join(folder, name))]);
      } catch (error) {
        assert.ok(error instanceof VitrineError);
        assert.ok(
          error.issues.some((issue) => issue.severity === 0 && place(issue)),
          'a refusal names a place',
        );
        return;
      }
      for (const issue of document.report.issues.messages) assert.ok(place(issue), `${issue.code} has no place`);
      if (ref?.positions && document.report.issues.numErrors === 0) {
        const { meshes } = document.pose();
        ref.positions.forEach((expected, m) => {
          expected.forEach((p, v) => {
            // A number that the file does not give (nan) is read as 0; the reference has none there.
            if (p.every((c) => c !== null)) close(triple(meshes[m].positions, v), p, 2e-5, `mesh ${m} vertex ${v}`);
          });
        });
      }
      if (ref?.quad_positions && document.actions[0]?.playable) {
        const { name: action, frameRate } = document.actions[0];
        for (const [frame, [...expected]] of Object.entries(ref.quad_positions)) {
          const { meshes } = document.pose({ action, time: frameRate > 0 ? Number(frame) / frameRate : 0 });
          expected.forEach((p, v) => close(triple(meshes[0].positions, v), p, 2e-5, `frame ${frame} vertex ${v}`));
        }
      }
      document.dispose();
    });
  }
});
