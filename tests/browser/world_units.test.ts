// Documents of worlds on the page: places in their text, their splines, their events, and files beside them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { WorldOutline } from '../../web/src/core/world';
import { fetchBeside } from '../../web/src/core/fetchBeside';
import { splinesOf } from '../../web/src/ui/world/curves';
import { type Json, WorldText } from '../../web/src/ui/world/text';

type Place = { pointer: string; line: number; column: number };
const outlineOf = (operators: readonly Place[]): WorldOutline =>
  ({ operators, events: [], images: [], bpm: 60 }) as unknown as WorldOutline;

test('operators are found by their columns in bytes, in any order', () => {
  const text = '{"ä😀":{"a":1},\n "b":[{"é":2}, {"c":{\n"d":3}}]}';
  const places = [
    { pointer: '/b/1', line: 2, column: 17 },
    { pointer: '/ä😀', line: 1, column: 11 },
    { pointer: '/b/0', line: 2, column: 7 },
    { pointer: '/none', line: 0, column: 0 },
    { pointer: '/b/1/c', line: 2, column: 22 },
  ];
  const world = new WorldText(text, outlineOf(places));
  assert.deepEqual(
    places.map((_, i) => world.lineRange(i)).map(({ from, to }) => ({ from, to })),
    [
      { from: 2, to: 3 },
      { from: 1, to: 1 },
      { from: 2, to: 2 },
      { from: 0, to: 0 },
      { from: 2, to: 3 },
    ],
  );
  assert.deepEqual(
    [1, 2, 3].map((line) => world.operatorAt(line)),
    [1, 2, 4],
  );
});

test('a pointer belongs to the operator that is nearest above it', () => {
  const rows = ['/a', '/a/in/0', '/a/in/0', '/ab'].map((pointer) => ({ pointer, line: 0, column: 0 }));
  const world = new WorldText('{}', outlineOf(rows));
  for (const [pointer, operator] of [
    ['/a', 0],
    ['/a/at', 0],
    ['/a/in/0', 1],
    ['/a/in/0/at/x', 1],
    ['/a/in/1', 0],
    ['/abc', -1],
    ['', -1],
  ] as const)
    assert.equal(world.operatorOf(pointer), operator, pointer);
});

test('100,000 operators on one line', () => {
  const count = 100_000,
    parts = Array.from({ length: count }, (_, i) => `"s${i}":{"op":"add"}`);
  const operators: Place[] = [];
  let column = 2;
  for (const [i, part] of parts.entries()) {
    operators.push({ pointer: `/s${i}`, line: 1, column: column + part.indexOf('{') });
    column += part.length + 1;
  }
  const world = new WorldText(`{${parts.join()}}`, outlineOf(operators));
  assert.equal(world.lineRange(count - 1).to, 1);
  assert.equal(operators.filter(({ pointer }, i) => world.operatorOf(`${pointer}/at`) !== i).length, 0);
});

test('splines are those of the format, whatever else has channels', () => {
  const channels = [
    [
      [0, 1],
      [1, 2],
    ],
  ];
  const root = {
    comment: { channels: [5], splines: { s: { channels } } },
    splines: {
      sway: { channels, mode: 'linear' },
      numbers: { channels: [5] },
      keys: { channels: [[5]] },
      words: { channels: [[['a', 1]]] },
      many: { channels: [[], [], [], [], []] },
    },
    scenes: { s: { op: 'add', anim: { spline: { channels } } } },
  };
  assert.deepEqual(
    splinesOf(root as unknown as Json)
      .map(({ pointer, mode }) => `${pointer} ${mode}`)
      .sort(),
    ['/scenes/s/anim/spline cubic', '/splines/sway linear'],
  );
});

test('files are fetched from the folder of a document alone', async (t) => {
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', (address: URL) => {
    asked.push(address.href);
    return Promise.resolve(new Response(new Uint8Array(8)));
  });
  const base = 'https://here.example/worlds/room.world.json';
  for (const name of [
    'https://elsewhere.example/x.v2m',
    '//elsewhere.example/x.v2m',
    '../secret.v2m',
    'a/../../secret.v2m',
    '%2e%2e/secret.v2m',
    '..\\secret.v2m',
    '/secret.v2m',
    'http://[',
    'data:,x',
    'file:///etc/passwd',
  ])
    assert.equal(await fetchBeside(name, base), undefined, name);
  for (const document of [undefined, 'blob:https://here.example/1', 'data:application/json,{}'])
    for (const name of ['song.v2m', 'https://elsewhere.example/x.v2m'])
      assert.equal(await fetchBeside(name, document), undefined);
  assert.deepEqual(asked, []);
  assert.equal((await fetchBeside('sounds/a.v2m', base))?.byteLength, 8);
  assert.deepEqual(asked, ['https://here.example/worlds/sounds/a.v2m']);
});

test('files that are too large, or cannot be had, are missing', async (t) => {
  const answers = [
    new Response(new Uint8Array(9)),
    new Response(new Uint8Array(1), { headers: { 'content-length': '9' } }),
    new Response(new Uint8Array(1), { status: 404 }),
  ];
  t.mock.method(globalThis, 'fetch', () => {
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('offline'));
  });
  for (let i = 0; i < 4; ++i) assert.equal(await fetchBeside('a.v2m', 'https://here.example/w', 8), undefined);
});
