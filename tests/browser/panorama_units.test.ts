// Light from panoramas: what is read of Radiance files, and whether the lights give what the panorama gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { kStudioColors } from '../../web/src/protocol/view';
import { cellsOfHdr, cellsOfPixels, kColumns, kRows, lightOfCells } from '../../web/src/ui/tools/panorama';

const bytesOf = (head: string, body: readonly number[]): Uint8Array =>
  Uint8Array.from([...Buffer.from(head, 'latin1'), ...body]);
const header = (width: number, height: number): string =>
  `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`;
const cell = (cells: Float64Array, column: number, row: number): number[] => [
  ...cells.slice((row * kColumns + column) * 3, (row * kColumns + column) * 3 + 3),
];

test('pixels as they are, and runs of each channel', () => {
  // Exponent 129 is a factor of 2 over 256 steps: 128 of them are 1.
  const plain = cellsOfHdr(bytesOf(header(2, 1), [128, 64, 32, 129, 0, 0, 128, 130]))!;
  assert.deepEqual(cell(plain, 0, 0), [1, 0.5, 0.25]);
  assert.deepEqual(cell(plain, kColumns - 1, kRows - 1), [0, 0, 2]);
  const run = (value: number): number[] => [128 + 8, value];
  const packed = [2, 2, 0, 8, ...run(128), ...run(64), 8, 1, 2, 3, 4, 5, 6, 7, 8, ...run(129)];
  const cells = cellsOfHdr(bytesOf(header(8, 1), packed))!;
  assert.deepEqual(cell(cells, 0, 0), [1, 0.5, 1 / 128]);
  assert.deepEqual(cell(cells, kColumns - 1, 0), [1, 0.5, 8 / 128]);
});

test('what is cut off or another kind is none', () => {
  const whole = bytesOf(
    header(8, 2),
    [2, 2, 0, 8, 136, 1, 136, 1, 136, 1, 136, 129, 2, 2, 0, 8, 136, 1, 136, 1, 136, 1, 136, 129],
  );
  assert.ok(cellsOfHdr(whole));
  for (let length = 0; length < whole.length; ++length) assert.equal(cellsOfHdr(whole.subarray(0, length)), undefined);
  assert.equal(cellsOfHdr(bytesOf(header(99999, 99999), [])), undefined);
  assert.equal(cellsOfHdr(bytesOf('#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n', [1, 1, 1, 1])), undefined);
  // A run of nothing, and one beyond the line.
  assert.equal(cellsOfHdr(bytesOf(header(8, 1), [2, 2, 0, 8, 0, 0])), undefined);
  assert.equal(cellsOfHdr(bytesOf(header(8, 1), [2, 2, 0, 8, 128 + 9, 1])), undefined);
});

test('an image of one colour is a sky and a floor of that colour, as bright as the studio', () => {
  const data = new Uint8ClampedArray(16 * 8 * 4).fill(128);
  const { colors } = lightOfCells(cellsOfPixels({ data, width: 16, height: 8 } as ImageData))!;
  for (const color of colors.slice(0, 9)) assert.ok(Math.abs(color) < 1e-9);
  for (const k of [0, 1, 2]) assert.ok(Math.abs(colors[9 + k]! / colors[12 + k]! - 1) < 1e-9);
  const luminance = ([r = 0, g = 0, b = 0]: readonly number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const studio = [0, 3, 6].reduce((sum, i) => sum + luminance(kStudioColors.slice(i, i + 3)) / 4, 0);
  const hemispheres = (luminance(kStudioColors.slice(9, 12)) + luminance(kStudioColors.slice(12, 15))) / 2;
  assert.ok(Math.abs(luminance(colors.slice(9, 12)) / (studio + hemispheres) - 1) < 1e-9);
  assert.equal(lightOfCells(new Float64Array(kColumns * kRows * 3)), undefined, 'black');
});

test('a sun is the key, where it stands, and surfaces get what the panorama sends them', () => {
  const cells = new Float64Array(kColumns * kRows * 3);
  const at = (column: number, row: number): number[] => {
    const down = ((row + 0.5) * Math.PI) / kRows,
      around = ((column + 0.5 - kColumns / 2) * 2 * Math.PI) / kColumns;
    return [Math.sin(down) * Math.sin(around), Math.cos(down), -Math.sin(down) * Math.cos(around)];
  };
  for (let row = 0; row < kRows; ++row)
    for (let column = 0; column < kColumns; ++column)
      cells.set(row < kRows / 2 ? [0.4, 0.5, 0.9] : [0.2, 0.18, 0.12], (row * kColumns + column) * 3);
  const [sunColumn, sunRow] = [40, 6];
  cells.set([900, 800, 600], (sunRow * kColumns + sunColumn) * 3);
  const { directions, colors } = lightOfCells(cells)!;
  const sun = at(sunColumn, sunRow);
  for (const k of [0, 1, 2]) assert.ok(Math.abs(directions[k]! - sun[k]!) < 0.02, `${directions.slice(0, 3)}, ${sun}`);
  // The diffuse light of a surface by the sum over all cells, against the five lights: up to the common factor.
  const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const summed = (normal: readonly number[], k: number): number => {
    let sum = 0;
    for (let row = 0; row < kRows; ++row)
      for (let column = 0; column < kColumns; ++column) {
        const solid =
          ((2 * Math.PI) / kColumns) * (Math.cos((row * Math.PI) / kRows) - Math.cos(((row + 1) * Math.PI) / kRows));
        sum +=
          (cells[(row * kColumns + column) * 3 + k]! * solid * Math.max(0, dot(normal, at(column, row)))) / Math.PI;
      }
    return sum;
  };
  const lit = (normal: readonly number[], k: number): number =>
    [0, 1, 2].reduce(
      (sum, i) => sum + colors[i * 3 + k]! * Math.max(0, dot(normal, directions.slice(i * 3, i * 3 + 3))),
      colors[9 + k]! * (0.5 - normal[1]! / 2) + colors[12 + k]! * (0.5 + normal[1]! / 2),
    );
  const factor = lit([0, 1, 0], 1) / summed([0, 1, 0], 1);
  for (const normal of [[0, 1, 0], sun, [1, 0, 0], [0, 0, -1], [0, -1, 0]])
    for (const k of [0, 1, 2]) {
      const [expected, given] = [summed(normal, k) * factor, lit(normal, k)];
      assert.ok(Math.abs(given / expected - 1) < 0.1, `${normal}, ${k}: ${given}, ${expected}`);
    }
});
