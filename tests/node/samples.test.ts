// The project's own samples: made the same on every run, and right by a reader that shares nothing with their writers.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';

import { buildEyes, buildFeathers, buildHorn } from '../../web/samples/heron/shape';
import { buildSkeleton } from '../../web/samples/heron/skeleton';
// @ts-expect-error plain JavaScript
import * as md5 from './support/md5.mjs';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';

type Point = number[];
type Triple = [number, number, number];
interface Joint {
  name: string;
  parent: number;
  position: Point;
  stored: Point;
}
interface FileMesh {
  shader: string;
  counts: number[];
  vertices: { uv: number[]; first: number; count: number }[];
  triangles: number[][];
  weights: { joint: number; bias: number; offset: Point }[];
}

const samples = join(root as string, 'public/samples');
const text = (path: string): string => readFileSync(join(samples, path), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const models = ['heron/heron.md5mesh', 'column/column.md5mesh'];
const actions = { 'heron/heron.md5mesh': ['idle', 'walk', 'look', 'fish', 'doze'], 'column/column.md5mesh': ['bend'] };

/** Chunks of a PNG, each with a checked sum. */
function chunks(bytes: Buffer): { type: string; data: Buffer }[] {
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const found = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    assert.equal(crc(bytes.subarray(at + 4, at + 8 + length)), bytes.readUInt32BE(at + 8 + length));
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

function crc(bytes: Buffer): number {
  if (typeof crc32 === 'function') return crc32(bytes);
  let c = 0xffffffff;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c >>> 0;
}

describe('the generator', () => {
  let again: string;
  before(() => {
    again = mkdtempSync(join(tmpdir(), 'vitrine-samples-'));
    execFileSync(process.execPath, ['web/build/samples.mjs', again], { cwd: root as string, stdio: 'inherit' });
  });
  after(() => rmSync(again, { recursive: true }));

  test('writes what lies in public/samples', () => {
    assert.deepEqual(filesBelow(again), filesBelow(samples));
    for (const path of filesBelow(samples)) {
      const [now, then] = [readFileSync(join(again, path)), readFileSync(join(samples, path))];
      // Another version of zlib may pack the same pixels differently.
      const content = (bytes: Buffer): unknown =>
        extname(path) === '.png'
          ? chunks(bytes).map(({ type, data }) => [type, type === 'IDAT' ? inflateSync(data) : data])
          : bytes;
      assert.deepEqual(content(now), content(then), path);
    }
  });

  test('lists exactly the files there are', () => {
    const index = JSON.parse(text('index.json')) as {
      name: string;
      title: string;
      text: string;
      files: string[];
      poster?: string;
      still?: string;
    }[];
    const listed = index.flatMap(({ files, poster, still }) => [...files, poster ?? still ?? []].flat());
    for (const { name, poster, still } of index) assert.ok(poster ?? still, `${name} has a picture`);
    assert.deepEqual([...listed, 'index.json'].sort(), filesBelow(samples));
    assert.equal(new Set(index.map(({ name }) => name)).size, index.length);
    for (const { title, text: line } of index) assert.ok(title.length > 0 && line.length > 0 && line.length < 90);
  });
});

describe('pictures', () => {
  for (const path of filesBelow(samples).filter((name) => name.endsWith('.png'))) {
    test(`${path} holds every row of its pixels`, () => {
      const [header, ...rest] = chunks(readFileSync(join(samples, path)));
      assert.equal(header?.type, 'IHDR');
      assert.equal(rest.at(-1)?.type, 'IEND');
      const data = header?.data as Buffer;
      const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      const rows = inflateSync(Buffer.concat(rest.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)));
      const channels = { 2: 3, 6: 4 }[data[9]!];
      assert.equal(rows.length, height * (1 + channels! * width));
    });
  }
});

for (const model of models) {
  describe(model, () => {
    const mesh = md5.parseMesh(text(model)) as {
      joints: Joint[];
      meshes: FileMesh[];
      declared: { joints: number; meshes: number };
    };
    const bind = md5.bindPose(mesh);

    test('declares what it holds', () => {
      assert.deepEqual(mesh.declared, { joints: mesh.joints.length, meshes: mesh.meshes.length });
      for (const m of mesh.meshes)
        assert.deepEqual(m.counts, [m.vertices.length, m.triangles.length, m.weights.length]);
    });

    test('has orientations within the unit ball and parents before children', () => {
      mesh.joints.forEach(({ stored, parent }, i) => {
        assert.ok(Math.hypot(...stored) <= 1 + 1e-9);
        assert.ok(parent < i);
      });
    });

    test('gives every vertex one to five influences that sum to one', () => {
      for (const { vertices, weights } of mesh.meshes) {
        for (const { first, count } of vertices) {
          assert.ok(count >= 1 && count <= 5);
          const sum = weights.slice(first, first + count).reduce((s, { bias }) => s + bias, 0);
          assert.ok(Math.abs(sum - 1) < 1e-9, `sum ${sum}`);
        }
      }
    });

    test('places a vertex alike through each of its influences', () => {
      for (const { vertices, weights } of mesh.meshes) {
        for (const { first, count } of vertices) {
          const alone = weights
            .slice(first, first + count)
            .map(
              (weight) =>
                md5.skin({ vertices: [{ first: 0, count: 1 }], weights: [{ ...weight, bias: 1 }] }, bind)[0] as Point,
            );
          for (const p of alone)
            for (const c of [0, 1, 2]) assert.ok(Math.abs((p[c] as number) - (alone[0]?.[c] as number)) < 3e-4);
        }
      }
    });

    test('is made of closed surfaces that are clockwise from outside', () => {
      for (const m of mesh.meshes) {
        const positions = md5.skin(m, bind) as Point[];
        const ids = new Map<string, number>();
        const id = positions.map((p) => {
          const key = p.map((c) => c.toFixed(3)).join();
          return ids.get(key) ?? ids.set(key, ids.size).size - 1;
        });
        const edges = new Map<string, number>();
        let volume = 0;
        for (const triangle of m.triangles) {
          const [a, b, c] = triangle.map((i) => positions[i]) as [Triple, Triple, Triple];
          volume +=
            (a[0] * (b[1] * c[2] - b[2] * c[1]) +
              a[1] * (b[2] * c[0] - b[0] * c[2]) +
              a[2] * (b[0] * c[1] - b[1] * c[0])) /
            6;
          triangle.forEach((from, k) => {
            const key = `${id[from]} ${id[triangle[(k + 1) % 3] as number]}`;
            edges.set(key, (edges.get(key) ?? 0) + 1);
          });
        }
        assert.ok(volume < 0, `${m.shader} has the volume ${volume}`);
        for (const [key, count] of edges) {
          const back = key.split(' ').reverse().join(' ');
          assert.equal(edges.get(back), count, `${m.shader}: edge ${key} has no partner`);
        }
      }
    });

    for (const name of actions[model as keyof typeof actions]) {
      test(`${name} fits the joints, closes its loop and states true bounds`, () => {
        const anim = md5.parseAnim(text(join(model, '..', `${name}.md5anim`)));
        assert.deepEqual(
          anim.names,
          mesh.joints.map((joint) => joint.name),
        );
        assert.deepEqual(
          anim.parents,
          mesh.joints.map((joint) => joint.parent),
        );
        assert.equal(anim.frames.length, anim.declaredFrames);
        assert.equal(anim.bounds.length, anim.declaredFrames);
        for (const values of anim.components) assert.equal(values.length, anim.declaredComponents);
        assert.deepEqual(anim.components.at(-1), anim.components[0]);
        for (let f = 0; f < anim.declaredFrames; f += 7) {
          const pose = md5.framePose(anim, f);
          const { min, max } = md5.boundsOf(mesh.meshes.flatMap((m) => md5.skin(m, pose)));
          for (const c of [0, 1, 2]) {
            assert.ok(
              Math.abs(min[c] - anim.bounds[f][0][c]) < 1e-3 && Math.abs(max[c] - anim.bounds[f][1][c]) < 1e-3,
              `frame ${f}`,
            );
          }
        }
      });
    }
  });
}

describe('the heron', () => {
  const mesh = md5.parseMesh(text('heron/heron.md5mesh'));
  const bind = md5.bindPose(mesh);

  test('stands where its shapes were built', () => {
    const skeleton = buildSkeleton();
    for (const built of [buildHorn(skeleton), buildFeathers(skeleton), buildEyes(skeleton)]) {
      const written = mesh.meshes.find(({ shader }: FileMesh) => shader === built.material);
      const positions = md5.skin(written, bind) as Point[];
      assert.equal(positions.length, built.vertices.length);
      built.vertices.forEach(({ position }, i) => {
        for (const c of [0, 1, 2]) assert.ok(Math.abs((positions[i]?.[c] as number) - (position[c] as number)) < 2e-4);
      });
    }
  });

  test('never wades deeper than its toes while it walks', () => {
    const anim = md5.parseAnim(text('heron/walk.md5anim'));
    for (const [min] of anim.bounds as [Point, Point][]) assert.ok((min[2] as number) > -0.6, `lowest ${min[2]}`);
  });

  test('keeps a planted foot moving back at one speed', () => {
    const anim = md5.parseAnim(text('heron/walk.md5anim'));
    const foot = mesh.joints.findIndex(({ name }: Joint) => name === 'foot.L');
    const x = [1, 2, 3, 4, 5, 6, 7, 8].map((f) => md5.framePose(anim, f)[foot].position[0] as number);
    const steps = x.slice(1).map((value, i) => value - (x[i] as number));
    for (const step of steps) assert.ok(Math.abs(step - (steps[0] as number)) < 0.02, steps.join(' '));
    assert.ok((steps[0] as number) < -0.5);
  });

  test('is in the picture of its camera all the time', () => {
    const camera = md5.parseCamera(text('heron/flight.md5camera'));
    assert.equal(camera.frames.length, camera.declaredFrames);
    assert.deepEqual(camera.cuts.length, camera.declaredCuts);
    for (const { position, stored, fov } of camera.frames) {
      const forward = md5.rotation(stored).map((row: number[]) => row[0] as number) as Point;
      const towards = [8, 0, 36].map((c, i) => c - (position[i] as number));
      const angle = Math.acos(forward.reduce((s, f, i) => s + f * (towards[i] as number), 0) / Math.hypot(...towards));
      assert.ok(angle < (fov * Math.PI) / 360, `${angle}`);
    }
  });
});
