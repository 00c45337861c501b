// What the panels count and cut, on inputs worked by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { imageKind } from '../../web/src/engine/analysis/meshAnalysis';
import { channelOf } from '../../web/src/ui/materials/panel';
import { UvGrid } from '../../web/src/ui/materials/uvView';
import { decoded, encoded, Lines } from '../../web/src/ui/source/lines';
import { seenRank } from '../../web/src/ui/problems';
import { visible } from '../../web/src/ui/inert';
import { toCsv, toJson, toMarkdown } from '../../web/src/ui/statistics/tables';

test('tables as Markdown, CSV and JSON keep hostile names inert', () => {
  const tables = [
    {
      title: 'Meshes',
      columns: ['name', 'vertices'],
      rows: [
        ['a|b <i>\n"c"', 3],
        ['=1+1', -2],
      ],
    },
  ];
  assert.equal(
    toMarkdown(tables),
    '## Meshes\n\n| name | vertices |\n| --- | ---: |\n| a\\|b \\<i\\> "c" | 3 |\n| =1+1 | -2 |\n',
  );
  assert.equal(toCsv(tables), 'name,vertices\r\n"a|b <i>\n""c""",3\r\n"\'=1+1",-2\r\n');
  assert.deepEqual(JSON.parse(toJson(tables)), {
    meshes: [
      { name: 'a|b <i>\n"c"', vertices: 3 },
      { name: '=1+1', vertices: -2 },
    ],
  });
});

test('marks that turn text and control characters are shown, not obeyed', () => {
  assert.equal(visible('a\u202eb\u0000c\td\u007f'), 'a⟨U+202E⟩b␀c\td␡');
});

const linesOf = async (text: string | Uint8Array): Promise<Lines> => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const lines = new Lines(async (offset, length) => bytes.slice(offset, offset + length), bytes.length);
  await lines.index();
  return lines;
};
const lineText = async (lines: Lines, index: number): Promise<string> => {
  if (!lines.line(index, 100)) await new Promise((resolve) => setTimeout(resolve));
  return new TextDecoder().decode(lines.line(index, 100)!.bytes);
};

test('lines begin behind line feeds, and their ends are not part of them', async () => {
  const lines = await linesOf('one\r\ntwo\n\nfour');
  assert.equal(lines.count, 4);
  assert.deepEqual(await Promise.all([0, 1, 2, 3].map((i) => lineText(lines, i))), ['one', 'two', '', 'four']);
  assert.equal((await linesOf('one\n')).count, 1);
  assert.equal((await linesOf('')).count, 1);
  assert.deepEqual(
    [0, 4, 5, 9, 10, 13].map((at) => lines.lineOf(at)),
    [0, 0, 1, 2, 3, 3],
  );
});

test('a long line is cut and its rest counted', async () => {
  const lines = await linesOf(`${'x'.repeat(70_000)}\nend`);
  lines.line(0, 10);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([lines.line(0, 10)?.bytes.length, lines.line(0, 10)?.rest], [10, 70_001 - 10]);
});

test('text is found on, back, in either case, across chunks and once around', async () => {
  const bytes = new Uint8Array((1 << 20) + 100).fill(10);
  bytes.set(new TextEncoder().encode('Needle'), (1 << 20) - 3);
  bytes.set(new TextEncoder().encode('needle'), 50);
  const lines = await linesOf(bytes),
    find = async (from: number, forward: boolean): Promise<number | undefined> =>
      (await lines.find(new TextEncoder().encode('NEEDLE'), from, forward, () => false))?.offset;
  assert.equal(await find(0, true), 50);
  assert.equal(await find(51, true), (1 << 20) - 3);
  assert.equal(await find((1 << 20) - 2, true), 50);
  assert.equal(await find((1 << 20) - 3, false), 50);
  assert.equal(await find(50, false), (1 << 20) - 3);
  assert.equal(await lines.find(new TextEncoder().encode('nothing'), 0, true, () => false), undefined);
});

test('text of a code page is read and found by its bytes', () => {
  const bytes = Uint8Array.from([0xaf, 0x61, 0x62, 0x61]);
  assert.equal(decoded(bytes, 'windows-1250'), 'Żaba');
  assert.equal(decoded(new TextEncoder().encode('Żaba'), 'windows-1250'), 'Żaba');
  assert.deepEqual(encoded('Żaba', 'windows-1250'), bytes);
  assert.equal(encoded('Корень', 'windows-1250'), undefined);
  assert.deepEqual(encoded('Корень', 'windows-1251'), Uint8Array.from([0xca, 0xee, 0xf0, 0xe5, 0xed, 0xfc]));
});

test('a channel is grey, colours under full transparency stay', () => {
  const rgba = new Uint8ClampedArray([10, 20, 30, 0]);
  assert.deepEqual([...channelOf(rgba, 'G')], [20, 20, 20, 255]);
  assert.deepEqual([...channelOf(rgba, 'A')], [0, 0, 0, 255]);
  assert.deepEqual([...channelOf(rgba, 'RGB')], [10, 20, 30, 255]);
});

test('a view of texture coordinates touches the triangles near it', () => {
  const uv: number[] = [],
    indices: number[] = [];
  for (let i = 0; i < 1000; ++i) {
    const u = i / 1000;
    indices.push(i * 3, i * 3 + 1, i * 3 + 2);
    uv.push(u, 0, u + 0.001, 0, u, 0.001);
  }
  uv[1] = -0.5;
  const grid = new UvGrid({ indices: new Uint32Array(indices), uv: new Float32Array(uv) });
  assert.deepEqual([grid.triangles, grid.outside], [1000, 1]);
  assert.equal([...grid.within({ left: -1, top: -1, right: 2, bottom: 2 })].length, 1000);
  const some = [...grid.within({ left: 0.5, top: -1, right: 0.52, bottom: 1 })];
  assert.ok(some.length < 100 && some.includes(500) && some.includes(519), `${some.length}`);
  assert.deepEqual([...grid.within({ left: 2, top: 0, right: 3, bottom: 1 })], []);
});

test('image files say what they are', () => {
  const png = new Uint8Array(26);
  png.set([0x89, 0x50, 0x4e, 0x47]);
  png.set([8, 6], 24);
  assert.equal(imageKind(png, 'a.png'), 'PNG, 8 bit, RGBA');
  const tga = new Uint8Array(18);
  [tga[2], tga[16]] = [10, 24];
  assert.equal(imageKind(tga, 'a.tga'), 'TGA, 24 bit, colour, run-length coded');
  const dds = new Uint8Array(128);
  dds.set(new TextEncoder().encode('DDS '));
  dds.set([9], 28);
  dds.set([4], 80);
  dds.set(new TextEncoder().encode('DXT5'), 84);
  assert.equal(imageKind(dds, 'a.dds'), 'DDS, DXT5 (BC3), 9 levels');
  assert.equal(imageKind(new Uint8Array(3), 'a.bin'), '');
});

test('of findings those come first that a person sees in the picture', () => {
  const codes = [
    'MD5_KEY_ORDER',
    'MD5_WEIGHT_SUM',
    'PIVOT_WINDING',
    'QMSH_SKELETON_MISSING',
    'MD5_MISSING_KEY',
    'cube2:vert.weights_used',
  ];
  assert.deepEqual(codes.map(seenRank), [3, 1, 2, 0, 3, 1]);
});
