// WebP in Node: still pictures, the first one of an animation, files that are cut off, changed, or larger than they can be.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { gltfOf } from './support/mods.mjs';
import { vitrine } from './support/vitrine.mjs';

/** One pixel of no colour, without loss: the smallest that browsers are asked about. */
const clear = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const picture = clear.subarray(12);

let core, folder;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-webp-'));
});
after(() => rmSync(folder, { recursive: true }));

const chunk = (kind, data) => {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
};
const file = (...chunks) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return chunk('RIFF', body);
};
const u24 = (value) => [value & 255, (value >> 8) & 255, value >> 16];

/** An animation of this size whose one picture lies at (left, top), both even. */
const animation = (width, height, left, top) =>
  file(
    chunk('VP8X', Buffer.from([0x12, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)])),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    chunk(
      'ANMF',
      Buffer.concat([Buffer.from([...u24(left / 2), ...u24(top / 2), ...u24(0), ...u24(0), ...u24(100), 0]), picture]),
    ),
  );

const refused = (bytes, code) =>
  assert.throws(
    () => core.decodeImage(bytes),
    (error) => error instanceof VitrineError && (code === undefined || error.code === code),
  );

test('a still picture, and the first one of an animation at its place', () => {
  const { width, height, rgba, hasAlpha } = core.decodeImage(clear);
  assert.deepEqual([width, height, rgba.length, hasAlpha], [1, 1, 4, true]);
  const moving = core.decodeImage(animation(6, 4, 2, 2));
  assert.deepEqual([moving.width, moving.height, moving.rgba.length], [6, 4, 96]);
  refused(animation(2, 2, 2, 2));
});

test('a size beyond the file is refused before anything is decoded', () => {
  refused(file(chunk('VP8X', Buffer.from([0x10, 0, 0, 0, ...u24(8191), ...u24(8191)])), picture), 'LIMIT_PIXELS');
  refused(file(chunk('VP8X', Buffer.from([0x10, 0, 0, 0, ...u24(2 ** 24 - 1), ...u24(2 ** 24 - 1)])), picture));
});

test('every cut and many changed bytes are a picture or an error of ours', () => {
  const survives = (bytes) => {
    try {
      core.decodeImage(bytes);
    } catch (error) {
      assert.ok(error instanceof VitrineError, String(error));
    }
  };
  const whole = animation(6, 4, 2, 2);
  for (const one of [clear, whole]) {
    for (let length = 0; length < one.length; ++length) survives(one.subarray(0, length));
    for (let i = 0; i < 600; ++i) {
      const bytes = Buffer.from(one);
      bytes[(i * 7919) % bytes.length] = (i * 104729) & 255;
      survives(bytes);
    }
  }
  assert.equal(core.decodeImage(clear).width, 1, 'and the codec still works');
  assert.equal('ImageData' in globalThis, false, 'nothing is left in the program');
});

test('a batch in threads decodes them as one does', () => {
  for (const name of ['a', 'b', 'c']) {
    writeFileSync(join(folder, `${name}.gltf`), gltfOf('t.webp'));
    writeFileSync(join(folder, 't.webp'), clear);
  }
  const out = join(folder, 'out');
  const { status, stderr } = vitrine(['render', '--batch', folder, '--jobs', '2', '-o', out, '--size', '32x32']);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /3 documents: 3 fine/);
});
