// A pivot scene that is written again is the file that was read: version, texts, code page of names, W of UVW.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { root } from './support/vitrine.mjs';

const u16 = (value) => [value & 255, value >> 8];
const u32 = (value) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const f32 = (...values) => [...new Uint8Array(Float32Array.from(values).buffer)];
const sized = (bytes) => [...u16(bytes.length), ...bytes];
const ascii = (text) => [...new TextEncoder().encode(text)];

/** One triangle called "Корень" in Windows-1251, with W. */
const koren = [0xca, 0xee, 0xf0, 0xe5, 0xed, 0xfc];
const scene = Uint8Array.from([
  ...ascii('ORIGINAL\0\0'),
  ...u16(3),
  ...sized(koren),
  ...u16(1),
  ...u16(1),
  ...u16(0),
  ...sized(koren),
  ...u16(1),
  ...f32(1, 2, 3, 0, 0, 0, 1, 1, 1, 1),
  ...u32(3),
  ...u32(3),
  ...f32(0, 0, 0, 0, 0, 0.5, 0, 0, 1),
  ...f32(1, 0, 0, 1, 0, 0.25, 0, 0, 1),
  ...f32(0, 1, 0, 0, 1, 0, 0, 0, 1),
  ...u32(0),
  ...u32(1),
  ...u32(2),
]);

let core;
before(async () => (core = await createVitrine()));

describe('a pivot scene', () => {
  test('comes back byte for byte', () => {
    const document = core.open([{ name: 'a.pivot', bytes: scene }]);
    assert.equal(document.report.info.hierarchy[0].name, 'Корень');
    assert.deepEqual(document.report.info.meshes[0].uvW, [0, 0.5]);
    const { bytes, report } = document.convert('pivot');
    assert.deepEqual(Buffer.from(bytes), Buffer.from(scene));
    assert.deepEqual(report.losses, []);
    document.dispose();
  });

  test('loses W in other formats, which say so', () => {
    const document = core.open([{ name: 'a.pivot', bytes: scene }]);
    const loss = document.convert('glb').report.losses.find(({ what }) => what === 'uvw');
    assert.equal(loss?.count, 1);
    document.dispose();
  });

  test('of another format has names in Windows-1251 where it has their letters', () => {
    const named = (name) => ({
      name: 'a.gltf',
      bytes: Buffer.from(JSON.stringify({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{ name }] })),
    });
    for (const [name, losses] of [
      ['Корень', 0],
      ['根', 1],
    ]) {
      const document = core.open([named(name)]);
      const { bytes, report } = document.convert('pivot');
      assert.equal(report.losses.filter(({ what }) => what === 'names').length, losses, name);
      assert.equal(Buffer.from(bytes).includes(Buffer.from(koren)), losses === 0);
      document.dispose();
    }
  });

  test('shows bones as meshes if asked to', () => {
    const heron = join(root, 'public/samples/heron');
    const files = ['heron.md5mesh'].map((name) => ({ name, bytes: readFileSync(join(heron, name)) }));
    const document = core.open(files);
    const joints = document.report.info.statistics.joints;
    const again = (options) => {
      const opened = core.open([{ name: 'b.pivot', bytes: document.convert('pivot', options).bytes }]);
      const { report } = opened;
      opened.dispose();
      return report.info;
    };
    const plain = again({}),
      shown = again({ boneMeshes: true });
    assert.equal(plain.statistics.meshes, document.report.info.statistics.meshes);
    assert.ok(shown.statistics.meshes > plain.statistics.meshes);
    assert.ok(shown.statistics.meshes <= plain.statistics.meshes + joints);
    document.dispose();
  });
});
