// JPEGs beside the pixels that libjpeg-turbo makes of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { imageSize } from '../../web/src/images/anyImage';
import { decodeJpeg } from '../../web/src/images/jpeg';
// @ts-expect-error plain JavaScript
import { jpegs } from './support/jpegs.mjs';

describe('a JPEG has the pixels of libjpeg-turbo:', () => {
  for (const [name, file, rgb] of jpegs as [string, string, string][]) {
    test(name, () => {
      const bytes = Buffer.from(file, 'base64');
      assert.deepEqual(imageSize(bytes), { width: 19, height: 11 });
      const { width, height, rgba } = decodeJpeg(bytes);
      assert.deepEqual([width, height], [19, 11]);
      assert.deepEqual([...rgba.filter((_, i) => i % 4 !== 3)], [...Buffer.from(rgb, 'base64')]);
    });
  }
});

/** A scan of its first component without a byte of data. */
const emptyScan = (component: number): number[] => [0xff, 0xda, 0, 8, 1, component, 0, 0, 63, 0];

describe('a JPEG with scans that have no data', () => {
  for (const [name, file] of jpegs as [string, string, string][]) {
    test(`has the pixels of the others: ${name}`, () => {
      const bytes = Buffer.from(file, 'base64'),
        frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(bytes[at + 1]!)),
        behind = frame + 2 + bytes.readUInt16BE(frame + 2),
        tables = bytes.indexOf(Buffer.from([0xff, 0xc4]));
      // Without tables of codes all blocks are 0.
      if (tables < behind) return;
      const scans = Buffer.from(Array.from({ length: 50 }, () => emptyScan(bytes[frame + 10]!)).flat());
      const { rgba, issues } = decodeJpeg(Buffer.concat([bytes.subarray(0, behind), scans, bytes.subarray(behind)]));
      assert.deepEqual(rgba, decodeJpeg(bytes).rgba);
      assert.deepEqual(
        issues?.map(({ code }) => code),
        ['TRUNCATED'],
      );
    });
  }

  test('is refused when they are very many', () => {
    const file = (scans: number): Uint8Array =>
      Uint8Array.from([
        ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
        ...[0xff, 0xc0, 0, 11, 8, 8, 0, 8, 0, 1, 1, 0x11, 0],
        ...Array.from({ length: scans }, () => emptyScan(1)).flat(),
        ...[0xff, 0xd9],
      ]);
    const { width, rgba } = decodeJpeg(file(90));
    assert.equal(width, 2048);
    assert.ok(rgba.every((value, i) => value === (i % 4 === 3 ? 255 : 128)));
    assert.throws(() => decodeJpeg(file(20_000)), { code: 'IMAGE_HEADER' });
  });

  test('counts the blocks of all components that a scan holds together', () => {
    // 16 x 16 with colours at half the size: six blocks a scan, which may pass over them a hundred times.
    const file = (scans: number): Uint8Array =>
      Uint8Array.from([
        ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
        ...[0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0],
        ...Array.from({ length: scans }, () => [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]).flat(),
        ...[0xff, 0xd9],
      ]);
    assert.equal(decodeJpeg(file(100)).width, 16);
    assert.throws(() => decodeJpeg(file(101)), { code: 'IMAGE_HEADER' });
  });
});
