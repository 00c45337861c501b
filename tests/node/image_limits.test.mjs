// What images may cost: pixels in proportion to their bytes, a budget for each document, equal bytes decoded once; and
// what is said of images that are damaged.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { createVitrine, encodePng, VitrineError } from '../../dist/node/index.js';
import { square } from './support/inputs.mjs';
import { pcx } from './support/paletted.mjs';
import { bmp, gif, pngChunk as chunk } from './support/pictures.mjs';

/** A screen of 8192 x 8192 pixels with a picture of one: 35 bytes. The last colour makes files differ. */
const screen = (shade) =>
  Uint8Array.from([
    ...[...'GIF89a'].map((letter) => letter.charCodeAt(0)),
    ...[0, 0x20, 0, 0x20, 0x80, 0, 0],
    ...[0, 0, 0, 255, 255, shade],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  ]);

function rowsOf(height, bytes, pattern) {
  const row = Buffer.from([0, ...Array(bytes).fill(pattern)]);
  return Buffer.concat(Array(height).fill(row));
}

/** One bit a pixel, each eight of one pattern. */
function plainPng(width, height, pattern = 0) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(rowsOf(height, Math.ceil(width / 8), pattern), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', [])]);
}

/** 32 x 32 pixels of middle grey: 16 blocks of two bits each (no change of DC, end of block); `bytes` of four are there. */
function jpeg(bytes, end = [0xff, 0xd9]) {
  const table = (kind) => [0xff, 0xc4, 0, 20, kind, 1, ...Array(15).fill(0), 0];
  return Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)],
    ...[0xff, 0xc0, 0, 11, 8, 0, 32, 0, 32, 1, 1, 0x11, 0],
    ...[...table(0), ...table(0x10)],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, ...Array(bytes).fill(0), ...end],
  ]);
}

describe('images of a document', () => {
  let core;
  before(async () => (core = await createVitrine()));

  /** A square for each image, which its material names. */
  function open(images, resolve) {
    const file = square(),
      mesh = /mesh \{[^]*?\n\}/.exec(file)[0];
    const meshes = images.map(({ name }) => mesh.replace('cloth', name)).join('\n');
    const text = file.replace(mesh, meshes).replace(/numMeshes 1/, `numMeshes ${images.length}`);
    return core.open([{ name: 'a.md5mesh', bytes: Buffer.from(text) }, ...images], { resolve });
  }
  const size = { width: 32, height: 32 };
  const undecoded = ({ losses }) =>
    losses.map(({ message }) => message).filter((message) => message.includes('cannot be decoded'));
  /** Images of a GLB, whose JSON is its first chunk. */
  const imagesOf = (glb) => {
    const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
    return JSON.parse(Buffer.from(glb.subarray(20, 20 + length)).toString()).images?.length ?? 0;
  };

  test('of a palette ask for it once, and equal ones are one', () => {
    const image = pcx(2, 2, [0, 1, 2, 3]);
    const images = Array.from({ length: 3 }, (_, i) => ({ name: `g${i}.pcx`, bytes: image.slice() }));
    const asked = [];
    const document = open(images, (name) => void asked.push(name));
    asked.length = 0;
    const { issues } = document.render(size);
    document.dispose();
    assert.deepEqual(
      issues.map(({ code, source }) => `${code} ${source}`),
      ['IMAGE_PALETTE g0.pcx', 'IMAGE_PALETTE g1.pcx', 'IMAGE_PALETTE g2.pcx'],
    );
    assert.deepEqual(asked, ['pics/colormap.pcx']);
  });

  test('that declare many pixels in few bytes are left out at once, each with a warning', () => {
    // Images are known by their bytes, whatever their name says.
    const images = Array.from({ length: 12 }, (_, i) => ({ name: `g${i}.png`, bytes: screen(i) }));
    const document = open(images);
    assert.equal(images[0].bytes.length, 35);
    const before = process.memoryUsage().arrayBuffers;
    const { issues } = document.render(size);
    assert.deepEqual(
      issues.map(({ code, severity, source }) => [code, severity, source]),
      images.map(({ name }) => ['LIMIT_PIXELS', 1, name]),
    );
    assert.match(issues[0].message, /8192 x 8192 pixels are too many for a file of 35 bytes/);
    const { report } = document.convert('glb');
    const [said] = undecoded(report);
    assert.match(said, /^12 images are there, but cannot be decoded/);
    // One picture of that size has 268 MB.
    assert.ok(process.memoryUsage().arrayBuffers - before < 64e6);
    document.dispose();
  });

  for (const [what, bytes] of [
    [
      'a GIF whose picture is larger than its screen',
      () => {
        const file = screen(0);
        file.set([1, 0, 1, 0], 6);
        file.set([0, 0x20, 0, 0x20], 24);
        return file;
      },
    ],
    [
      'a BMP of runs',
      () => bmp({ width: 8192, height: 8192, bits: 8, palette: [[0, 0, 0]], data: { compression: 1, bytes: [0, 1] } }),
    ],
    ['a PNG of a bit a pixel', () => plainPng(8192, 8192)],
    [
      'a JPEG without data',
      () => {
        const file = jpeg(0);
        file.set([0x20, 0, 0x20, 0], 76);
        return file;
      },
    ],
  ])
    test(`${what} of 8192 x 8192 pixels is refused before it is decoded`, () =>
      assert.throws(() => core.decodeImage(bytes()), { name: 'VitrineError', code: 'LIMIT_PIXELS' }));

  test('of up to 2048 x 2048 pixels may be as small as they like', () => {
    const { width, height } = core.decodeImage(plainPng(2048, 2048));
    assert.deepEqual([width, height], [2048, 2048]);
  });

  test('of more than 2^27 pixels in all: what is past the budget is left out with a warning', () => {
    // 16,384,000 pixels each, of a file that is long enough: eight fit.
    const filler = chunk('tEXt', Buffer.alloc(20_000, 65));
    const images = Array.from({ length: 9 }, (_, i) => {
      const png = plainPng(4096, 4000, i);
      return { name: `g${i}.png`, bytes: Buffer.concat([png.subarray(0, 33), filler, png.subarray(33)]) };
    });
    const document = open(images);
    const { report, bytes } = document.convert('glb');
    assert.deepEqual(undecoded(report), ["1 image is there, but cannot be decoded, and left out: 'g8.png'"]);
    assert.equal(imagesOf(bytes), 8);
    document.dispose();
  });

  test('of equal bytes count once', () => {
    const filler = chunk('tEXt', Buffer.alloc(20_000, 65)),
      png = plainPng(4096, 4000);
    const images = Array.from({ length: 12 }, (_, i) => ({
      name: `g${i}.png`,
      bytes: Buffer.concat([png.subarray(0, 33), filler, png.subarray(33)]),
    }));
    const document = open(images);
    const { report, bytes } = document.convert('glb');
    assert.deepEqual(undecoded(report), []);
    // And are one image of the file.
    assert.equal(imagesOf(bytes), 1);
    document.dispose();
  });

  test('that are damaged are drawn, with a warning that names the file', () => {
    const document = open([
      { name: 'g0.jpg', bytes: jpeg(2, []) },
      { name: 'g1.jpg', bytes: jpeg(4) },
    ]);
    const { issues } = document.render(size);
    assert.deepEqual(
      issues.map(({ code, severity, source }) => [code, severity, source]),
      [['TRUNCATED', 1, 'g0.jpg']],
    );
    document.dispose();
  });
});

describe('a damaged image', () => {
  let core;
  before(async () => (core = await createVitrine()));
  const codes = (bytes) => (core.decodeImage(bytes).issues ?? []).map(({ code }) => code);

  test('JPEG says when its data end early, and not else', () => {
    assert.deepEqual(codes(jpeg(4)), []);
    assert.deepEqual(codes(Buffer.concat([jpeg(4), Buffer.alloc(9)])), []);
    assert.deepEqual(codes(jpeg(2)), ['TRUNCATED']);
    assert.deepEqual(codes(jpeg(0)), ['TRUNCATED']);
    assert.deepEqual(codes(jpeg(4, [])), ['TRUNCATED']);
    assert.deepEqual([...core.decodeImage(jpeg(2)).rgba.subarray(0, 4)], [128, 128, 128, 255]);
  });

  test('PNG says when a checksum is wrong, or a row is filtered by rule 9', () => {
    const whole = Buffer.from(
      encodePng(
        3,
        2,
        Uint8Array.from({ length: 24 }, (_, i) => i * 9),
      ),
    );
    assert.deepEqual(codes(whole), []);
    const wrong = Buffer.from(whole);
    wrong[wrong.length - 13] ^= 1;
    assert.deepEqual(codes(wrong), ['IMAGE_DAMAGED']);
    assert.deepEqual([...core.decodeImage(wrong).rgba], [...core.decodeImage(whole).rgba]);

    const header = Buffer.from('00000001000000010800000000', 'hex');
    const of = (rule) =>
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a', 'hex'),
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(Buffer.of(rule, 77))),
        chunk('IEND', []),
      ]);
    assert.deepEqual(codes(of(0)), []);
    assert.deepEqual(codes(of(9)), ['IMAGE_DAMAGED']);
    const [issue] = core.decodeImage(of(9)).issues;
    assert.match(issue.message, /1 row of the PNG had a filter that there is not/);
  });

  test('GIF whose codes end early is refused', () => {
    const file = gif({
      width: 4,
      height: 4,
      palette: [
        [0, 0, 0],
        [9, 9, 9],
      ],
      indices: Array(16).fill(1),
    });
    assert.throws(
      () => core.decodeImage(file.slice(0, -4)),
      (error) => error instanceof VitrineError,
    );
  });
});
