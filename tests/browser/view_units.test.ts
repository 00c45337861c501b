// What the tools compute: addresses that survive being written and read, closed parts, steps of rulers, planes, weights.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { niceStep } from '../../web/src/engine/tools/measure';
import { planeOf } from '../../web/src/engine/tools/section';
import type { MeasurePoint } from '../../web/src/core/points';
import { toolOverlayNames } from '../../web/src/protocol/tools';
import { overlayNames } from '../../web/src/protocol/view';
import type { Vec3 } from '../../web/src/core/report';
import { formatHash, parseHash, type HashState } from '../../web/src/ui/linkState';
import { parts } from '../../web/src/ui/transforms';

/** A generator with a seed (mulberry32): the same cases in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Any {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = random(seed);
  }
  whole = (max: number): number => Math.floor(this.next() * (max + 1));
  yes = (): boolean => this.next() < 0.5;
  of = <Value>(values: readonly Value[]): Value => values[this.whole(values.length - 1)]!;
  some = <Value>(values: readonly Value[]): Value[] => values.filter(() => this.yes());
  /** With as many digits as an address keeps. */
  short = (size: number): number => Number(((this.next() * 2 - 1) * size * 10 ** -this.whole(5)).toPrecision(6)) + 0;
  text = (): string => Array.from({ length: this.whole(12) }, () => this.of(kLetters)).join('');
  maybe = <Value extends object>(value: () => Value): Partial<Value> => (this.yes() ? value() : {});
}

const kLetters = [...'aZ09 ,;&=#%+/\\?:@"\'<>|~^`{}[]\u0000\u0007\u202e\u2066éßłЖ中', '😀', '%2C', '%25'];

function pointOf(any: Any): MeasurePoint {
  const instance = any.whole(99);
  switch (any.whole(2)) {
    case 0:
      return { on: 'node', node: any.whole(4095) };
    case 1:
      return { on: 'vertex', instance, vertex: any.whole(2 ** 24) };
    default: {
      const first = any.whole(10_000),
        second = any.whole(10_000 - first);
      const weights: Vec3 = [first / 10_000, second / 10_000, (10_000 - first - second) / 10_000];
      return { on: 'triangle', instance, triangle: any.whole(2 ** 24), weights };
    }
  }
}

function stateOf(any: Any): HashState {
  const points = Array.from({ length: any.whole(2) }, () => pointOf(any)),
    hidden = any.some(Array.from({ length: any.whole(60) }, (_, i) => i * (1 + any.whole(1)))),
    off = any.some(['textures', 'lamps'] as const);
  return {
    src: Array.from({ length: any.whole(3) }, () => `https://a.example/${any.text().replaceAll('%2C', '')}x`),
    ...any.maybe(() => ({ action: any.text() })),
    ...any.maybe(() => ({ time: Number((any.whole(1e6) / 997).toFixed(4)) })),
    ...any.maybe(() => ({ overlays: any.some([...overlayNames, ...toolOverlayNames]) })),
    ...any.maybe(() => ({ panel: any.of(['details', 'hierarchy,measure']) })),
    ...any.maybe(() => ({ node: any.whole(4095) })),
    ...any.maybe(() => ({ through: any.whole(4095) })),
    ...(hidden.length > 0 && { hidden: [...new Set(hidden)].sort((a, b) => a - b) }),
    ...any.maybe(() => ({ isolated: any.whole(4095) })),
    ...any.maybe(() => ({
      section: { axis: any.of([0, 1, 2] as const), at: any.short(1e5), flip: any.yes(), cap: any.yes() },
    })),
    ...(points.length > 0 && { measure: points }),
    ...any.maybe(() => ({
      shading: any.yes()
        ? { kind: 'normal' as const }
        : { kind: any.of(['uv', 'color'] as const), layer: any.whole(63) },
    })),
    ...(off.length > 0 && { off }),
    ...any.maybe(() => ({ theme: any.of(['light', 'dark'] as const) })),
    ...any.maybe(() => ({ read: { legacyCurves: any.yes(), pivot: { zUp: any.yes(), flipV: any.yes() } } })),
    ...any.maybe(() => ({
      play: { speed: any.of([-3, -0.5, 2]), loop: false, range: [0.25, 1.5] as [number, number] },
    })),
  };
}

test('every view survives its address', () => {
  for (let seed = 1; seed <= 600; ++seed) {
    const state = stateOf(new Any(seed));
    assert.deepEqual(parseHash(`#${formatHash(state)}`), state, `seed ${seed}`);
  }
});

test('a camera survives its address to six digits, both projections', () => {
  for (let seed = 1; seed <= 300; ++seed) {
    const any = new Any(seed),
      camera = {
        yaw: (any.short(179) * Math.PI) / 180,
        pitch: (any.short(90) * Math.PI) / 180,
        distance: Math.abs(any.short(1e5)) + 0.001,
        target: [any.short(1e4), any.short(1e4), any.short(1e4)] as Vec3,
        ...any.maybe(() => ({ orthographic: true })),
      };
    const found = parseHash(formatHash({ src: [], camera })).camera!;
    for (const key of ['yaw', 'pitch', 'distance'] as const)
      assert.ok(
        Math.abs(found[key] - camera[key]) <= 1e-5 * Math.max(1, Math.abs(camera[key])),
        `${key}, seed ${seed}`,
      );
    assert.deepEqual([found.target, found.orthographic], [camera.target, camera.orthographic]);
  }
});

test('no address breaks the reading, and what it gives can be written', () => {
  const names = [
    ...['src', 'time', 'camera', 'overlays', 'node', 'hidden', 'apart', 'cut', 'measure', 'shading', 'speed', 'range'],
    ...['read', 'off', 'theme', '__proto__', 'constructor'],
  ];
  const evil = [
    '0-99999999',
    '1e999',
    '-1',
    'NaN',
    'x,',
    't1.2.3',
    'n',
    'constructor',
    '9,9',
    'x,1e400',
    'v1.-2',
    '5-3',
  ];
  for (let seed = 1; seed <= 2000; ++seed) {
    const any = new Any(seed);
    const hash = Array.from({ length: 8 }, () => `${any.of(names)}=${any.yes() ? any.of(evil) : any.text()}`).join('&');
    const read = parseHash(`#${hash}`);
    for (const number of [read.time, read.node, read.isolated, read.section?.at, ...(read.hidden ?? [])])
      assert.ok(number === undefined || Number.isFinite(number), hash);
    const again = parseHash(formatHash(read));
    assert.deepEqual([again.hidden, again.measure, again.section], [read.hidden, read.measure, read.section], hash);
  }
});

test('steps are 1, 2 or 5 times a power of ten and never finer than wanted', () => {
  const expected: [number, number][] = [
    [0.7, 1],
    [1, 1],
    [1.01, 2],
    [2.5, 5],
    [6, 10],
    [0.03, 0.05],
    [1300, 2000],
  ];
  for (const [wanted, step] of expected) assert.ok(Math.abs(niceStep(wanted) / step - 1) < 1e-9, `${wanted}`);
});

test('the plane keeps what is below, or flipped what is above, along the axes of the file', () => {
  // The file's x is the world's z, y its x, z its y.
  const world = new Float32Array([0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  const at = (plane: readonly number[], [x, y, z]: number[]): number =>
    plane[0]! * x! + plane[1]! * y! + plane[2]! * z! + plane[3]!;
  const plane = planeOf({ axis: 0, at: 2, flip: false, cap: true }, world);
  assert.deepEqual([at(plane, [0, 0, 1.5]) > 0, at(plane, [0, 0, 2.5]) > 0], [true, false]);
  const other = planeOf({ axis: 2, at: -1, flip: true, cap: true }, world);
  assert.deepEqual([at(other, [9, -0.5, 9]) > 0, at(other, [9, -1.5, 9]) > 0], [true, false]);
});

test('a matrix is taken apart into what it was made of', () => {
  // A quarter turn about z, scaled by 2, 3, 4, moved.
  const { translation, rotation, scale } = parts([0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1]);
  assert.deepEqual(
    [translation, scale],
    [
      [5, 6, 7],
      [2, 3, 4],
    ],
  );
  [0, 0, Math.SQRT1_2, Math.SQRT1_2].forEach((value, i) => assert.ok(Math.abs(rotation[i]! - value) < 1e-12));
  // Half a turn about x.
  const half = parts([1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]).rotation;
  assert.ok(Math.abs(Math.abs(half[0]!) - 1) < 1e-12);
});
