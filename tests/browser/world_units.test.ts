// Documents of worlds on the page: places in their text, their splines, their events, and files beside them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { WorldOutline } from '../../web/src/core/world';
import { fetchBeside } from '../../web/src/core/fetchBeside';
import { WorldEffects } from '../../web/src/music/worldEffects';
import { effectsNameOf, songNameOf } from '../../web/src/music/worldSong';
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

// -- effects of events

const worldWith = (sound: object, events: object = { shot: { op: 'event', effect: 7, in: [] } }): ArrayBuffer =>
  new TextEncoder().encode(JSON.stringify({ sound, scenes: events })).buffer as ArrayBuffer;

test('a file of effects is the song only where no event plays one of them', () => {
  const sound = { vfx: 'a.vfx' };
  assert.deepEqual([songNameOf(worldWith(sound, {})), effectsNameOf(worldWith(sound, {}))], ['a.vfx', undefined]);
  assert.deepEqual([songNameOf(worldWith(sound)), effectsNameOf(worldWith(sound))], [undefined, 'a.vfx']);
  const both = worldWith({ ...sound, music: 'b.v2m' });
  assert.deepEqual([songNameOf(both), effectsNameOf(both)], ['b.v2m', 'a.vfx']);
  for (const text of ['{', '5', 'null', `{"sound": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`])
    assert.equal(effectsNameOf(new TextEncoder().encode(text).buffer as ArrayBuffer), undefined);
});

/** Effects that are played into a list instead of a sound. */
function heard(): { effects: WorldEffects; played: string[]; samples: Float32Array[] } {
  const played: string[] = [],
    samples: Float32Array[] = [],
    noop = (): void => undefined;
  const node = (): object => ({ connect: noop, gain: { value: 1 } });
  const context = {
    state: 'suspended',
    destination: {},
    resume: () => Promise.resolve(void (context.state = 'running')),
    close: () => Promise.resolve(),
    createGain: node,
    createBuffer: (sides: number, length: number, rate: number) => {
      const data = Array.from({ length: sides }, () => new Float32Array(length));
      samples.push(...data);
      return { duration: length / rate, getChannelData: (side: number) => data[side]! };
    },
    createBufferSource: () => {
      const source = {
        ...node(),
        buffer: undefined as { duration: number } | undefined,
        loop: false,
        loopStart: 0,
        start: (_: number, at: number) =>
          played.push(
            `${source.buffer!.duration} s from ${at}${source.loop ? `, again from ${source.loopStart}` : ''}`,
          ),
        stop: () => played.push('stop'),
      };
      return source;
    },
  };
  const rows = [
    { major: 1, minor: 7, gainDb: 0, start: 0, end: 2, loop: 0 },
    { major: 1, minor: 9, gainDb: 0, start: 2, end: 5, loop: 1 },
  ];
  const effects = new WorldEffects({
    createContext: () => context as unknown as AudioContext,
    openSong: () =>
      Promise.resolve({
        effects: rows,
        renderEffect: (index: number) => {
          const { start, end } = rows[index]!;
          return Float32Array.from({ length: 2 * 44_100 * (end - start) }, (_, i) => (i % 2 === 0 ? 0.25 : -0.5));
        },
        dispose: noop,
      }),
  });
  return { effects, played, samples };
}

test('an effect sounds from where its event is, for as long as it is active', async () => {
  const { effects, played, samples } = heard();
  const files = [{ name: 'a.vfx', data: new ArrayBuffer(4) }];
  await effects.open({ text: worldWith({ vfx: 'a.vfx' }), files });
  assert.equal(effects.isThere, true);
  const once = { id: 'e0', effect: 7, since: 0.5 },
    again = { id: 'e1', effect: 9, since: 4.25 };
  effects.hear([once]);
  assert.deepEqual(played, [], 'nothing sounds before a click');
  await effects.start();
  effects.hear([once]);
  effects.hear([{ ...once, since: 0.6 }, again]);
  // 4.25 s are 0.25 s in the third round of its last second.
  assert.deepEqual(played, ['2 s from 0.5', '3 s from 2.25, again from 2']);
  assert.deepEqual([samples[0]![5], samples[1]![5]], [0.25, -0.5], 'left and right');
  effects.hear([again]);
  effects.hear([again, { id: 'e2', effect: 7, since: 3 }, { id: 'e3', effect: 8, since: 0 }]);
  assert.deepEqual(played.slice(2), ['stop'], 'what is over, or is no effect, is silent');
  effects.silence();
  assert.equal(played.at(-1), 'stop');
});
