// Images and archives, damaged at every place: decoded, or refused with a code. Nothing else is thrown, nothing runs on, and
// an image has the pixels that its size says.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { unpack } from '../../web/src/archives/archive';
import { decodeBmp } from '../../web/src/images/bmp';
import { VitrineError } from '../../web/src/base/errors';
import { decodeGif } from '../../web/src/images/gif';
import type { DecodedImage } from '../../web/src/images/image';
import { imageSize } from '../../web/src/images/anyImage';
import { decodeJpeg } from '../../web/src/images/jpeg';
import { trueColour } from '../../web/src/images/paletted';
import { encodePng } from '../../web/src/images/pngWrite';
import { decodePng } from '../../web/src/images/pngRead';
// @ts-expect-error plain JavaScript
import * as files from './support/inputs.mjs';
// @ts-expect-error plain JavaScript
import * as paks from './support/pak.mjs';
// @ts-expect-error plain JavaScript
import * as paletted from './support/paletted.mjs';
// @ts-expect-error plain JavaScript
import * as pictures from './support/pictures.mjs';

const kValues = [0, 1, 0x7f, 0x80, 0xff];

/** Every prefix, and every byte with each of a few values and turned over. */
function* damaged(bytes: Uint8Array): Generator<Uint8Array> {
  for (let length = 0; length < bytes.length; ++length) yield bytes.slice(0, length);
  for (let at = 0; at < bytes.length; ++at) {
    for (const value of [...kValues, bytes[at]! ^ 0xff]) {
      const copy = bytes.slice();
      copy[at] = value;
      yield copy;
    }
  }
}

/** What comes of each damaged file: `use` looks at it, or it is refused. Returns how many were used. */
function sweep(bytes: Uint8Array, use: (bytes: Uint8Array) => void): number {
  let used = 0;
  for (const file of damaged(bytes)) {
    try {
      use(file);
      ++used;
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      assert.match(error.code, /^[A-Z_]+$/);
    }
  }
  return used;
}

const whole = ({ rgba, width, height }: DecodedImage): void => {
  assert.equal(rgba.length, width * height * 4);
};

const pixels = Array.from({ length: 12 }, (_, i) => i * 20);
const palette = paletted.quakePalette as Uint8Array;
/** Quake II keeps its palette in an image. */
const pcxPalette = paletted.pcx(1, 1, [0], palette) as Uint8Array;
const colours = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];
const indices = [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3];
const rgba = Uint8Array.from(pixels.flatMap((value) => [value, 255 - value, value >> 1, 255]));
const row = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120];
/** 16 x 16 of middle grey, four blocks. */
const jpeg = (() => {
  const table = (kind: number): number[] => [0xff, 0xc4, 0, 20, kind, 1, ...Array<number>(15).fill(0), 0];
  return Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
    ...[0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0],
    ...[...table(0), ...table(0x10)],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9],
  ]);
})();

const images: [name: string, bytes: Uint8Array, decode: (bytes: Uint8Array) => unknown][] = [
  ['GIF', pictures.gif({ width: 4, height: 3, palette: colours, indices }), (b) => whole(decodeGif(b))],
  [
    'GIF, interlaced, with a transparent colour',
    pictures.gif({ width: 4, height: 3, palette: colours, indices, interlaced: true, transparent: 1 }),
    (b) => whole(decodeGif(b)),
  ],
  ['BMP, 24 bits', pictures.bmp({ width: 4, height: 2, bits: 24, rows: [row, row] }), (b) => whole(decodeBmp(b))],
  [
    'BMP, 8 bits',
    pictures.bmp({
      width: 4,
      height: 2,
      bits: 8,
      rows: [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
      ],
      palette: colours,
    }),
    (b) => whole(decodeBmp(b)),
  ],
  ['PNG', encodePng(4, 3, rgba), (b) => whole(decodePng(b))],
  ['JPEG', jpeg, (b) => whole(decodeJpeg(b))],
  ['LMP', paletted.lmp(4, 3, pixels), (b) => whole(decodeBmp(trueColour('a.lmp', b, palette)))],
  ['WAL', paletted.wal(4, 3, pixels), (b) => whole(decodeBmp(trueColour('a.wal', b, pcxPalette)))],
  ['PCX', paletted.pcx(4, 3, pixels), (b) => whole(decodeBmp(trueColour('a.pcx', b, pcxPalette)))],
  ['palette in a PCX', pcxPalette, (b) => whole(decodeBmp(trueColour('a.wal', paletted.wal(4, 3, pixels), b)))],
];

describe('damaged images', () => {
  for (const [name, bytes, decode] of images)
    test(name, () => {
      decode(bytes);
      assert.ok(sweep(bytes, decode) > 0, 'some are still read');
      sweep(bytes, (file) => void imageSize(file));
    });

  test('PNG whose packed rows are other bytes', () => {
    const { length } = encodePng(4, 3, rgba);
    for (const rows of [0, 1, 50, 51, 52, 10_000]) {
      const data = deflateSync(Buffer.alloc(rows, 1));
      const chunk = Buffer.alloc(12 + data.length);
      chunk.writeUInt32BE(data.length, 0);
      chunk.write('IDAT', 4, 'latin1');
      data.copy(chunk, 8);
      chunk.writeUInt32BE(pictures.crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
      const png = encodePng(4, 3, rgba);
      const file = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(length - 12)]);
      try {
        whole(decodePng(file));
      } catch (error) {
        assert.ok(error instanceof VitrineError, String(error));
      }
    }
  });
});

describe('damaged archives', () => {
  const text = files.square() as string;
  const archives: [name: string, file: string, bytes: Uint8Array][] = [
    ['zip', 'a.zip', files.zip({ 'a/x.md5mesh': text.slice(0, 200), 'y.txt': 'yes' })],
    [
      'pak',
      'pak0.pak',
      paks.pak([
        { name: 'a/x.md5mesh', data: text.slice(0, 60) },
        { name: 'y.txt', data: 'yes' },
      ]),
    ],
  ];
  for (const [name, file, bytes] of archives)
    test(name, () => {
      assert.equal(unpack(file, new Uint8Array(bytes)).length, 2);
      const used = sweep(new Uint8Array(bytes), (damagedBytes) => {
        for (const entry of unpack(file, damagedBytes)) {
          assert.doesNotMatch(entry.name, /^[/\\]|(^|[/\\])\.\.([/\\]|$)|\0/);
          assert.ok(entry.bytes.length <= 100_000);
        }
      });
      assert.ok(used > 0, 'some are still read');
    });
});
