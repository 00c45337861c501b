// PNGs written by us, read by zlib and the specification's own unfiltering.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 as zlibCrc, deflateSync, inflateSync } from 'node:zlib';

import { barePng, encodePng } from '../../web/src/images/pngWrite';
import { crc32 } from '../../web/src/base/crc32';
import { decodePng } from '../../web/src/images/pngRead';
// @ts-expect-error plain JavaScript
import { pngChunk } from './support/pictures.mjs';

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const buffer = Buffer.from(png);
  assert.equal(buffer.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < buffer.length;) {
    const length = buffer.readUInt32BE(at);
    chunks.push({
      type: buffer.toString('latin1', at + 4, at + 8),
      data: buffer.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** Width, height and RGBA of an 8-bit PNG without palette. */
function decode(png: Uint8Array): { width: number; height: number; rgba: number[] } {
  const chunks = chunksOf(png);
  const header = chunks[0]!.data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const rows = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const size = width * channels,
    rgba: number[] = [];
  let above = new Array<number>(size).fill(0);
  for (let y = 0; y < height; ++y) {
    const rule = rows[y * (size + 1)]!,
      row: number[] = [];
    for (let i = 0; i < size; ++i) {
      const a = i < channels ? 0 : row[i - channels]!,
        b = above[i]!,
        c = i < channels ? 0 : above[i - channels]!;
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)] as [number, number, number];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      row.push((rows[y * (size + 1) + 1 + i]! + [0, a, b, Math.floor((a + b) / 2), paeth][rule]!) & 255);
    }
    for (let x = 0; x < width; ++x) {
      rgba.push(row[x * channels]!, row[x * channels + 1]!, row[x * channels + 2]!);
      rgba.push(channels === 4 ? row[x * channels + 3]! : 255);
    }
    above = row;
  }
  return { width, height, rgba };
}

const picture = (width: number, height: number, alpha: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: width * height }, (_, i) => {
      const x = i % width,
        y = (i - x) / width;
      return [(x * 7 + y) & 255, (x * x + 3 * y) & 255, (x ^ y) & 255, alpha(x, y)];
    }).flat(),
  );

describe('a PNG', () => {
  test('holds the pixels it was given, with transparency only where there is some', () => {
    for (const [width, height] of [
      [1, 1],
      [37, 19],
      [64, 3],
    ] as const) {
      for (const alpha of [() => 255, (x: number, y: number) => (x + y) & 255]) {
        const rgba = picture(width, height, alpha);
        const png = encodePng(width, height, rgba);
        assert.deepEqual(decode(png), { width, height, rgba: [...rgba] });
        assert.equal(chunksOf(png)[0]!.data[9], rgba.every((v, i) => i % 4 !== 3 || v === 255) ? 2 : 6);
      }
    }
  });

  test('filters each row by the rule that leaves least', () => {
    // Rows made so that one rule of section 9.2 leaves almost nothing: left, above, their mean, Paeth's choice, none.
    const width = 24;
    const ramp = Array.from({ length: width }, (_, x) => 5 * x + 9);
    const rows = [ramp, ramp];
    const mean: number[] = [];
    for (let x = 0; x < width; ++x) mean.push(((mean[x - 1] ?? 0) + ramp[x]!) >> 1);
    const jumps = Array.from({ length: width }, (_, x) => 120 + (x % 3 === 2 ? 90 : x % 2));
    const chosen: number[] = [];
    for (let x = 0; x < width; ++x) {
      const a = chosen[x - 1] ?? 0,
        b = jumps[x]!,
        c = jumps[x - 1] ?? 0;
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)] as [number, number, number];
      // One step away at the start: without it the row would be that above.
      chosen.push((x === 0 ? 40 : 0) + (pa <= pb && pa <= pc ? a : pb <= pc ? b : c));
    }
    rows.push(mean, jumps, chosen, new Array<number>(width).fill(0));
    const rgba = Uint8Array.from(rows.flatMap((row) => row.flatMap((grey) => [grey, grey, grey, 255])));
    const data = chunksOf(encodePng(width, rows.length, rgba)).find(({ type }) => type === 'IDAT')!.data;
    const bytes = inflateSync(data);
    const rules = rows.map((_, y) => bytes[y * (3 * width + 1)]);
    assert.deepEqual([...rules.slice(0, 3), ...rules.slice(4)], [1, 2, 3, 4, 0]);
  });

  test('is refused where the bytes are not those of the picture', () => {
    assert.throws(() => encodePng(2, 2, new Uint8Array(15)), RangeError);
    assert.throws(() => encodePng(0, 2, new Uint8Array()), RangeError);
    assert.throws(() => encodePng(0.5, 2, new Uint8Array(4)), RangeError);
  });

  test('has the checksums of zlib', () => {
    for (const text of ['', 'IEND', 'some longer text']) {
      const bytes = new TextEncoder().encode(text);
      if (typeof zlibCrc === 'function') assert.equal(crc32(bytes), zlibCrc(bytes));
    }
    assert.equal(crc32(new TextEncoder().encode('IEND')), 0xae426082);
  });

  test('loses its profile and texts and keeps its pixels', () => {
    const png = encodePng(
      5,
      4,
      picture(5, 4, () => 255),
    );
    const gamma = Buffer.from('0000000467414d410000b18f0bfc6105', 'hex');
    const end = png.length - 12;
    const dressed = Buffer.concat([png.subarray(0, 33), gamma, png.subarray(33, end), png.subarray(end)]);
    assert.deepEqual(chunksOf(dressed)[1]!.type, 'gAMA');
    assert.deepEqual(Buffer.from(barePng(dressed)!), Buffer.from(png));
    assert.deepEqual(Buffer.from(barePng(png)!), Buffer.from(png));
  });

  test('that is cut or damaged is none', () => {
    const png = encodePng(
      5,
      4,
      picture(5, 4, () => 200),
    );
    for (let length = 0; length < png.length; ++length) assert.equal(barePng(png.subarray(0, length)), undefined);
    for (let i = 0; i < png.length; ++i) {
      const changed = Uint8Array.from(png);
      changed[i]! ^= 1;
      assert.equal(barePng(changed), undefined, `byte ${i}`);
    }
  });

  test('of 16 bits shows their upper half, and knows its transparent colour by all of them', () => {
    // Two pixels of grey, 0x1234 and 0x1212; the first is the colour that tRNS names.
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', [0, 0, 0, 2, 0, 0, 0, 1, 16, 0, 0, 0, 0]),
      pngChunk('tRNS', [0x12, 0x34]),
      pngChunk('IDAT', deflateSync(Buffer.from([0, 0x12, 0x34, 0x12, 0x12]))),
      pngChunk('IEND', []),
    ]);
    assert.deepEqual([...decodePng(png).rgba], [0x12, 0x12, 0x12, 0, 0x12, 0x12, 0x12, 255]);
  });
});
