// What the panels count and cut, on inputs worked by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MeshSurvey } from '../../web/src/core/statistics';
import { imageKind } from '../../web/src/engine/insight/imagekind';
import { surveyMesh, surveyWeights } from '../../web/src/engine/insight/survey';
import { channelOf } from '../../web/src/ui/materials/channels';
import { UvGrid } from '../../web/src/ui/materials/uvgrid';
import { Lines } from '../../web/src/ui/source/lines';
import { seenRank } from '../../web/src/ui/seen';
import { visible } from '../../web/src/ui/source/visible';
import { toCsv, toJson, toMarkdown } from '../../web/src/ui/statistics/tables';

function run<T>(work: Generator<void, T>): { value: T; stops: number } {
  for (let stops = 0; ; ++stops) {
    const { done, value } = work.next();
    if (done) return { value, stops };
  }
}
const survey = (positions: number[], indices: number[]): MeshSurvey =>
  run(surveyMesh(new Float32Array(positions), new Uint32Array(indices))).value;

// Corner number as bits x, y, z.
const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [n & 1, (n >> 1) & 1, n >> 2]);
// Each side counter-clockwise from outside.
const sides = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const triangles = (quads: number[][]): number[] => quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);

test('a cube of 12 triangles has 18 edges, none open', () => {
  assert.deepEqual(survey(corners, triangles(sides)), {
    places: 8,
    edges: 18,
    openEdges: 0,
    nonManifoldEdges: 0,
    turnedEdges: 0,
    collapsedFaces: 0,
    flatFaces: 0,
    unusedVertices: 0,
  });
});

test('seams do not open a mesh: a cube with four vertices a side counts as one with eight', () => {
  const positions = sides.flatMap((side) => side.flatMap((corner) => corners.slice(corner * 3, corner * 3 + 3)));
  // A minus before a zero is the same place.
  positions[0] = -0;
  const { places, edges, openEdges } = survey(
    positions,
    triangles(sides.map((_, i) => [0, 1, 2, 3].map((k) => i * 4 + k))),
  );
  assert.deepEqual({ places, edges, openEdges }, { places: 8, edges: 18, openEdges: 0 });
});

test('a box without a lid has four open edges', () => {
  const { edges, openEdges, nonManifoldEdges } = survey(corners, triangles(sides.filter((_, i) => i !== 1)));
  assert.deepEqual({ edges, openEdges, nonManifoldEdges }, { edges: 17, openEdges: 4, nonManifoldEdges: 0 });
});

test('a fin on an edge of a cube makes it non-manifold and has two open edges', () => {
  const fin = survey([...corners, -1, 0, -1], [...triangles(sides), 0, 1, 8]);
  assert.deepEqual([fin.places, fin.edges, fin.openEdges, fin.nonManifoldEdges, fin.turnedEdges], [9, 20, 2, 1, 0]);
});

test('a side that faces inwards disagrees with its four neighbours', () => {
  const turned = sides.map((side, i) => (i === 0 ? [...side].reverse() : side));
  assert.equal(survey(corners, triangles(turned)).turnedEdges, 4);
});

test('collapsed and flat triangles are told apart, and lone vertices counted', () => {
  const positions = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 9, 9, 9];
  const found = survey(positions, [0, 1, 2, 0, 3, 1]);
  assert.deepEqual([found.collapsedFaces, found.flatFaces, found.unusedVertices, found.places], [1, 1, 1, 4]);
  assert.deepEqual(survey([], []), {
    places: 0,
    edges: 0,
    openEdges: 0,
    nonManifoldEdges: 0,
    turnedEdges: 0,
    collapsedFaces: 0,
    flatFaces: 0,
    unusedVertices: 0,
  });
});

test('a large mesh is counted with stops in between', () => {
  const side = 201,
    positions = new Float32Array(side * side * 3),
    indices: number[] = [];
  for (let y = 0; y < side; ++y)
    for (let x = 0; x < side; ++x) {
      const v = y * side + x;
      positions.set([x, y, 0], v * 3);
      if (x + 1 < side && y + 1 < side) indices.push(v, v + 1, v + side + 1, v, v + side + 1, v + side);
    }
  const { value, stops } = run(surveyMesh(positions, new Uint32Array(indices)));
  assert.ok(stops >= 10, `${stops} stops`);
  const squares = 200;
  assert.equal(value.openEdges, 4 * squares);
  // Across, down and one diagonal a square.
  assert.equal(value.edges, 2 * squares * side + squares * squares);
});

test('sums of weights', () => {
  const influences = new Float32Array(4 * 8);
  [1, 0.75, 0.5, 0.5].forEach((weight, i) => (influences[i * 8 + 3] = weight));
  assert.deepEqual(surveyWeights(new Uint32Array([0, 1, 1, 1, 2, 2, 0, 0]), influences), {
    weighted: 3,
    unweighted: 1,
    least: 0.75,
    most: 1,
    off: 1,
  });
});

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
      (await lines.find('NEEDLE', from, forward, () => false))?.offset;
  assert.equal(await find(0, true), 50);
  assert.equal(await find(51, true), (1 << 20) - 3);
  assert.equal(await find((1 << 20) - 2, true), 50);
  assert.equal(await find((1 << 20) - 3, false), 50);
  assert.equal(await find(50, false), (1 << 20) - 3);
  assert.equal(await lines.find('nothing', 0, true, () => false), undefined);
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
    'TEXTURE_MISSING',
    'MD5_MISSING_KEY',
    'cube2:vert.weights_used',
  ];
  assert.deepEqual(codes.map(seenRank), [3, 1, 2, 0, 3, 1]);
});
