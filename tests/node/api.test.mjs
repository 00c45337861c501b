// The headless API as its users meet it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { bytes, rise, square } from './support/inputs.mjs';
import { root } from './support/vitrine.mjs';

const mesh = { name: 'square.md5mesh', bytes: bytes(square()) };
const anim = { name: 'rise.md5anim', bytes: bytes(rise) };

describe('importing', () => {
  test('touches neither DOM nor network nor disk', () => {
    const program = `
      for (const name of ['document', 'window', 'fetch', 'XMLHttpRequest', 'Worker']) {
        Object.defineProperty(globalThis, name, { get() { throw new Error(name + ' was touched'); } });
      }
      const { createVitrine, VitrineError } = await import('./dist/node/index.js');
      console.log(typeof createVitrine, VitrineError.name);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(said, 'function VitrineError\n');
  });

  test('works by the name of the package', () => {
    const program = `const { createVitrine } = await import('vitrine'); console.log((await createVitrine()).version);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(said.trim(), JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  });
});

describe('createVitrine', () => {
  const wasm = join(root, 'dist/vitrine-core.wasm');
  for (const [what, make] of Object.entries({
    bytes: () => readFileSync(wasm),
    'bytes of another realm': () => runInNewContext('Uint8Array').from(readFileSync(wasm)),
    'an array buffer': () => new Uint8Array(readFileSync(wasm)).buffer,
    'a compiled module': () => WebAssembly.compile(readFileSync(wasm)),
    'a file URL': () => new URL(`file://${wasm}`),
  })) {
    test(`takes ${what}`, async () => {
      const vitrine = await createVitrine({ wasm: await make() });
      assert.equal(vitrine.open([mesh]).report.info.statistics.vertices, 4);
    });
  }

  test('rejects with CORE_START what is no WebAssembly', async () => {
    await assert.rejects(createVitrine({ wasm: new Uint8Array([1, 2, 3]) }), {
      name: 'VitrineError',
      code: 'CORE_START',
    });
    await assert.rejects(createVitrine({ wasm: new URL('file:///nowhere.wasm') }), { code: 'CORE_START' });
  });
});

describe('a document', () => {
  let vitrine;
  before(async () => {
    vitrine = await createVitrine();
  });

  test('has the report of the command line', () => {
    const { report, hierarchy, actions } = vitrine.open([mesh, anim]);
    assert.deepEqual(Object.keys(report), ['vitrine', 'format', 'files', 'issues', 'info']);
    assert.equal(report.format, 'md5');
    assert.deepEqual(
      report.files.map(({ name, bytes: size, role }) => [name, size, role]),
      [
        ['square.md5mesh', mesh.bytes.length, 'mesh'],
        ['rise.md5anim', anim.bytes.length, 'animation'],
      ],
    );
    const { statistics } = report.info;
    assert.deepEqual(
      [
        statistics.meshes,
        statistics.vertices,
        statistics.triangles,
        statistics.influences,
        statistics.maxInfluences,
        statistics.joints,
      ],
      [1, 4, 2, 4, 1, 2],
    );
    assert.equal(actions.length, 1);
    assert.deepEqual([actions[0].name, actions[0].frames, actions[0].frameRate], ['rise', 3, 10]);
    assert.ok(Math.abs(actions[0].duration - 0.2) < 1e-9);
    const names = (nodes) => nodes.flatMap((node) => [[node.name, node.kind], ...names(node.children)]);
    assert.deepEqual(
      names(hierarchy).filter(([, kind]) => kind === 'joint'),
      [
        ['root', 'joint'],
        ['top', 'joint'],
      ],
    );
  });

  test('poses by name, by number and in the bind pose', () => {
    const document = vitrine.open([mesh, anim]);
    const heights = (options) => {
      const [{ positions }] = document.pose(options).meshes;
      return [2, 5, 8, 11].map((i) => Math.round(positions[i] * 1e6) / 1e6);
    };
    assert.deepEqual(heights(), [0, 0, 1, 1]);
    assert.deepEqual(heights({ action: 'rise', time: 0.1 }), [0, 0, 1.333333, 1.333333]);
    assert.deepEqual(heights({ action: 0, time: 0.05 }), [0, 0, 1.166667, 1.166667]);
    assert.deepEqual(heights({ action: 0, time: 9 }), [0, 0, 1, 1], 'held at the end');
  });

  test('gives typed arrays of the right length', () => {
    const { meshes, matrices, bounds, action } = vitrine.open([mesh, anim]).pose({ action: 'rise', time: 0.1 });
    const [posed] = meshes;
    assert.ok(
      posed.positions instanceof Float32Array &&
        posed.normals instanceof Float32Array &&
        posed.indices instanceof Uint32Array,
    );
    assert.deepEqual([posed.positions.length, posed.normals.length, posed.indices.length], [12, 12, 6]);
    assert.equal(matrices.length % 16, 0);
    assert.equal(action, 'rise');
    assert.deepEqual(bounds.min, [-1, -1, 0]);
    assert.ok(Math.abs(bounds.max[2] - 4 / 3) < 1e-6);
  });

  test('takes more files later', () => {
    const document = vitrine.open([mesh]);
    assert.equal(document.actions.length, 0);
    document.add(anim);
    assert.deepEqual(
      document.actions.map(({ name, playable }) => [name, playable]),
      [['rise', true]],
    );
  });

  test('has curves with the keys of the file', () => {
    const curves = vitrine.open([mesh, anim]).curves('rise');
    const [height, ...others] = curves.filter(({ keys }) => new Set(keys.map(({ value }) => value)).size > 1);
    assert.deepEqual([height.target, height.path, others.length], ['top', 'translation.z', 0]);
    [
      [0, 1],
      [0.1, 4 / 3],
      [0.2, 1],
    ].forEach(([time, value], i) => {
      assert.ok(Math.abs(height.keys[i].time - time) < 1e-9 && Math.abs(height.keys[i].value - value) < 1e-6);
    });
  });

  test('asks for images that the model names', () => {
    const asked = [];
    const resolve = (name) => {
      asked.push(name);
      return name.endsWith('.tga') ? new Uint8Array(8) : undefined;
    };
    const [texture] = vitrine.open([mesh], { resolve }).report.info.textures;
    assert.equal(texture.status, 'found');
    assert.match(texture.file, /^cloth.*\.tga$/);
    assert.ok(asked.every((name) => name.startsWith('cloth')));
  });

  test('throws VitrineError with code and issues when nothing can be shown', () => {
    const broken = { name: 'broken.md5mesh', bytes: bytes('MD5Version 10\njoints }') };
    assert.throws(
      () => vitrine.open([broken]),
      (error) => {
        assert.ok(error instanceof VitrineError);
        const first = error.issues.find(({ severity }) => severity === 0);
        assert.equal(error.code, first.code);
        assert.deepEqual([first.source, first.line, first.column], ['broken.md5mesh', 2, 8]);
        return true;
      },
    );
  });

  test('throws for an action that is not there, naming those that are', () => {
    assert.throws(() => vitrine.open([mesh, anim]).pose({ action: 'fall' }), {
      code: 'ACTION_UNKNOWN',
      message: /rise/,
    });
  });

  test('keeps to its limits', () => {
    assert.throws(() => vitrine.open([mesh], { limits: { vertices: 3 } }), { code: 'LIMIT_COUNT' });
    assert.throws(() => vitrine.open([mesh], { limits: { inputBytes: 10 } }), { code: 'LIMIT_INPUT' });
  });

  test('says so when it is used after dispose', () => {
    const document = vitrine.open([mesh]);
    document.dispose();
    document.dispose();
    assert.throws(() => document.pose(), { code: 'DOCUMENT_DISPOSED' });
  });

  test('leaves no memory behind', () => {
    const open = () => {
      const document = vitrine.open([mesh, anim]);
      document.pose({ action: 'rise', time: 0.1 });
      document.dispose();
    };
    for (let i = 0; i < 20; i++) open();
    const probe = vitrine.open([mesh]);
    const heap = () => probe.pose().matrices.buffer.byteLength;
    const before = heap();
    for (let i = 0; i < 300; i++) open();
    assert.equal(heap(), before);
  });
});
