// The Inspector without a page: arithmetic of fields, steps and spellings of numbers, functions as lines, presets, colours.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { calculate, moved, shown, spell, stepOf } from '../../web/src/ui/workbench/inspector/numbers';
import { colorOf, hexOf } from '../../web/src/ui/workbench/inspector/controls/vector';
import {
  animOf,
  jointOf,
  kPresets,
  kShapes,
  lineOf,
  parseLine,
  termsOf,
  withPreset,
} from '../../web/src/ui/workbench/inspector/function/line';
import type { KeyInfo } from '../../web/src/ui/workbench/text/schema';
import { evaluate, type Four, readFunction } from '../../web/src/ui/workbench/time/evaluate';

type Members = Parameters<typeof termsOf>[0];

const key = (more: Partial<KeyInfo>): KeyInfo => ({
  name: 'range',
  kind: 'number',
  help: '',
  required: false,
  animated: true,
  hard: false,
  ...more,
});

describe('arithmetic', () => {
  const rows: [string, number | undefined][] = [
    ['3/4', 0.75],
    ['1 + 2 * 3', 7],
    ['(1+2)*3', 9],
    ['-2.5e1', -25],
    ['2-3-4', -5],
    ['*2', 16],
    ['/4', 2],
    ['*2+1', undefined],
    ['.5', 0.5],
    ['\u22123', -3],
    ['', undefined],
    ['1/0', undefined],
    ['alert(1)', undefined],
    ['3 4', 34],
    ['(1', undefined],
  ];
  for (const [text, value] of rows)
    test(`${text || 'nothing'} of 8 is ${value ?? 'refused'}`, () => assert.equal(calculate(text, 8), value));
});

describe('steps of numbers', () => {
  const rows: [number, number][] = [
    [12, 0.5],
    [3, 0.1],
    [100, 5],
    [0, 0.1],
    [-40, 2],
    [0.3, 0.01],
  ];
  for (const [value, step] of rows) test(`of ${value} is ${step}`, () => assert.equal(stepOf(value, key({})), step));
  test('of an angle is a degree', () => assert.equal(stepOf(0, key({ help: 'Degrees. Soft.' })), 1));
  test('of an integer is 1', () => assert.equal(stepOf(5000, key({ kind: 'integer' })), 1));
  test('end at the bounds of the schema', () => {
    assert.equal(moved(key({ least: 1, most: 179 }), 178, 3, 1), 179);
    assert.equal(moved(key({ least: 0 }), 0.2, -5, 0.1), 0);
  });
  test('are not made of binary fractions', () => assert.equal(moved(key({}), 0.1, 2, 0.1), 0.3));
  test('keep the decimals that were there, and have those of the step', () => {
    assert.equal(spell(3.5, 0.1, '3.25'), '3.50');
    assert.equal(spell(12.5, 0.5, '12'), '12.5');
    assert.equal(spell(-0.0001, 0.1, '0'), '0.0');
  });
  test('show no noise of floats', () => assert.equal(shown(0.1 + 0.2), '0.3'));
});

describe('functions as lines', () => {
  const rows: [string, Members][] = [
    ['VALUE', {}],
    ['VALUE + sin(TIME) * CONST', { b: 'sin(TIME)', c: 'CONST' }],
    ['VALUE + spline(TIME)', { b: 'spline(TIME)' }],
    [
      'ZERO + (sin(TIME) * CONST - cos(TIME) * CONST2)',
      { op: ['+', '*', '-', '*'], a: 'ZERO', b: 'sin(TIME)', c: 'CONST', d: 'cos(TIME)', e: 'CONST2' },
    ],
    ['VALUE * ((TIME + ONE) * (CONST - X))', { op: ['*', '+', '*', '-'], b: 'TIME', c: 'ONE', d: 'CONST', e: 'X' }],
    ['LERP(VALUE, CONST, saw(TIME))', { lerp: true, b: 'CONST', d: 'saw(TIME)' }],
    [
      'VALUE * LERP(TIME + ONE, CONST, FRACTION)',
      { shape: 'A*LERP(B+C,D,E)', b: 'TIME', c: 'ONE', d: 'CONST', e: 'FRACTION' },
    ],
    ['VALUE + splineg(TIME, my way) * CONST', { b: 'splineg(TIME, my way)', c: 'CONST' }],
  ];
  for (const [line, anim] of rows) {
    test(`${line} is written so`, () => assert.equal(lineOf(termsOf(anim), jointOf(anim)), line));
    test(`${line} is read so`, () => assert.deepEqual(animOf({}, parseLine(line)!), anim));
  }
  test('a spline alone is VALUE + spline(TIME)', () =>
    assert.equal(lineOf(termsOf({ spline: { channels: [] } }), jointOf({})), 'VALUE + spline(TIME)'));
  test('a sum of three leans on the first', () =>
    assert.deepEqual(animOf({}, parseLine('VALUE + sin(TIME) * CONST + cos(TIME)')!), {
      b: 'sin(TIME)',
      c: 'CONST',
      d: 'cos(TIME)',
    }));
  for (const line of [
    'VALUE + WHAT',
    'VALUE + sin(TIME) * CONST * ONE + X',
    '(VALUE * X) + Y',
    'sin(',
    'LERP(VALUE, CONST)',
    'VALUE + 3',
    '',
  ])
    test(`${line || 'nothing'} fits no form`, () => assert.equal(parseLine(line), undefined));
});

/** Values that tell all slots apart. */
const variables = { TIME: [0.3, 1.7, -2.2, 5], V13: [2, 3, 5, 7], V14: [11, 13, 17, 19] } as Record<string, Four>;
const value: Four = [0.5, -1, 2, 4];
const resultOf = (anim: Members): Four => evaluate(readFunction(anim), value, variables);

test('a line means what its function meant: all signs, all slots or some', () => {
  const slots = { a: 'V13', b: 'TIME', c: 'V14', d: 'VALUE', e: 'saw(TIME)' },
    names = Object.keys(slots) as (keyof typeof slots)[];
  let tried = 0;
  for (let signs = 0; signs < 81; ++signs)
    for (let used = 0; used < 32; ++used) {
      const op = [27, 9, 3, 1].map((size) => '+-*'[Math.floor(signs / size) % 3]!),
        anim: Members = {
          op,
          ...Object.fromEntries(names.filter((_, i) => (used >> i) & 1).map((name) => [name, slots[name]])),
        };
      const line = lineOf(termsOf(anim), jointOf(anim)),
        parsed = parseLine(line);
      assert.ok(parsed, line);
      resultOf(animOf({}, parsed)).forEach((part, i) =>
        assert.ok(Math.abs(part - resultOf(anim)[i]!) < 1e-9, `${line}: ${JSON.stringify(anim)}`),
      );
      ++tried;
    }
  assert.equal(tried, 2592);
});

test('each of the thirteen shapes is read from its line', () => {
  const slots = { a: 'V13', b: 'TIME', c: 'V14', d: 'ONE', e: 'saw(TIME)' };
  for (const shape of kShapes) {
    const anim = { shape, ...slots },
      parsed = parseLine(lineOf(termsOf(anim), jointOf(anim)))!;
    resultOf(animOf({}, parsed)).forEach((part, i) => assert.ok(Math.abs(part - resultOf(anim)[i]!) < 1e-9, shape));
  }
});

test('sway of a place is a sine along x, and keeps a constant that is there', () => {
  const sway = kPresets.find(({ id }) => id === 'sway')!;
  assert.deepEqual(withPreset({}, sway, 3, false), { b: 'sin(TIME)', c: 'CONST', const: [1, 0, 0, 0] });
  assert.deepEqual(withPreset({ a: 'ONE', const: 5 }, sway, 1, false), { b: 'sin(TIME)', c: 'CONST', const: 5 });
});

test('a colour over 1 shows its hue, and keeps its brightness', () => {
  assert.equal(hexOf([2, 1, 0]), '#ff8000');
  assert.equal(hexOf([0.5, 0.25, 0]), '#804000');
  assert.deepEqual([...colorOf('#00ff80', [2, 1, 0])], [[0, '0'], [1, '2'], [2, '1.004']]); // prettier-ignore
});
