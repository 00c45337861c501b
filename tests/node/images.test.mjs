// TGA and DDS against decoders made elsewhere: @lunapaint/tga-codec and decode-dxt, on real and on random files.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { decodeTga } from '@lunapaint/tga-codec';
import decodeDxt from 'decode-dxt';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { shared } from './support/vitrine.mjs';

const textures = shared && join(shared, 'corpus/qmsh/tfq-rebirth_textures');
const found = textures && existsSync(textures) ? readdirSync(textures) : [];

/** Numbers that are the same in every run. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function dds(width, height, code, blocks) {
  const head = Buffer.alloc(128);
  head.write('DDS ', 0, 'latin1');
  [124, 0x1007, height, width].forEach((value, i) => head.writeUInt32LE(value, 4 + 4 * i));
  head.writeUInt32LE(32, 76);
  head.writeUInt32LE(4, 80);
  head.write(code, 84, 'latin1');
  head.writeUInt32LE(0x1000, 108);
  return Buffer.concat([head, blocks]);
}

function farthest(a, b) {
  assert.equal(a.length, b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

describe('images', () => {
  let vitrine;
  before(async () => {
    vitrine = await createVitrine();
  });

  test(
    'real TGA files decode as elsewhere',
    { skip: found.length === 0 && 'corpus/qmsh textures are absent' },
    async () => {
      const files = found.filter((name) => name.endsWith('.tga'));
      assert.ok(files.length >= 4);
      for (const name of files) {
        const bytes = readFileSync(join(textures, name));
        const { image } = await decodeTga(bytes);
        const { width, height, rgba } = vitrine.decodeImage(bytes);
        assert.deepEqual([width, height], [image.width, image.height], name);
        assert.equal(farthest(rgba, image.data), 0, name);
      }
    },
  );

  test(
    'real DDS files are their own bytes in another order',
    { skip: found.length === 0 && 'corpus/qmsh textures are absent' },
    () => {
      const files = found.filter((name) => name.endsWith('.dds'));
      assert.ok(files.length >= 3);
      for (const name of files) {
        const bytes = readFileSync(join(textures, name));
        const { width, height, rgba } = vitrine.decodeImage(bytes);
        assert.equal(rgba.length, width * height * 4);
        for (let i = 0; i < rgba.length; i += 4) {
          const [b, g, r, a] = bytes.subarray(128 + i, 132 + i);
          if (rgba[i] !== r || rgba[i + 1] !== g || rgba[i + 2] !== b || rgba[i + 3] !== a)
            assert.fail(`${name} pixel ${i / 4}`);
        }
      }
    },
  );

  for (const [code, format, size] of [
    ['DXT1', 'dxt1', 8],
    ['DXT3', 'dxt3', 16],
    ['DXT5', 'dxt5', 16],
  ]) {
    test(`${code}: random blocks decode as elsewhere, to one step of rounding`, () => {
      const next = random(7);
      const [width, height] = [64, 32];
      const blocks = Buffer.from(Array.from({ length: ((width * height) / 16) * size }, () => next(256)));
      const expected = decodeDxt(new DataView(blocks.buffer, blocks.byteOffset, blocks.length), width, height, format);
      const { rgba } = vitrine.decodeImage(dds(width, height, code, blocks));
      assert.ok(farthest(rgba, expected) <= 1, `${farthest(rgba, expected)} steps`);
    });
  }

  test('what is none of them, or not whole, says so', () => {
    const refused = (bytes, code) =>
      assert.throws(
        () => vitrine.decodeImage(Buffer.from(bytes)),
        (error) => error instanceof VitrineError && error.code === code,
      );
    refused(Buffer.from('\xabKTX 20\xbb\r\n\x1a\n', 'latin1'), 'IMAGE_FORMAT');
    refused(Buffer.from('RIFF....WEBP'), 'IMAGE_HEADER');
    refused(Buffer.from('GIF89a'), 'IMAGE_HEADER');
    refused([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'IMAGE_HEADER');
    refused([0xff, 0xd8, 0xff, 0xd9], 'IMAGE_HEADER');
    refused([], 'TRUNCATED');
    refused(dds(8, 8, 'DXT1', Buffer.alloc(8)), 'TRUNCATED');
  });
});
