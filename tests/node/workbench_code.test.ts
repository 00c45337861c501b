// The text pane's places: offsets of an editor that knows one kind of line end, what a cursor chooses, and where problems are.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { worldTemplates } from '../../web/src/base/worldTemplates';
import { ShownText } from '../../web/src/ui/workbench/code/editor';
import { choiceAt, offsetOf, placeOf, rangeOf } from '../../web/src/ui/workbench/code/places';
import { spliced } from '../../web/src/ui/workbench/text/splices';
import { scan } from '../../web/src/ui/workbench/text/scan';
import * as schema from '../../web/src/ui/workbench/text/schema';
// @ts-expect-error plain JavaScript
import { root as folder } from './support/vitrine.mjs';

const { createVitrine } = (await import(
  join(folder, 'dist/node/index.js')
)) as typeof import('../../web/src/node/index');
const core = await createVitrine();

const stage = worldTemplates.find(({ name }) => name === 'stage')!.text;
const treeOf = (text: string) => scan(text).root!;

describe('an editor with one kind of line end', () => {
  const text = '\uFEFF{\r\n "a": 1,\n "b": 2\r\n}\r\n';
  const own = new ShownText(text);

  test('shows neither byte order mark nor carriage returns', () => {
    assert.equal(own.shown, '{\n "a": 1,\n "b": 2\n}\n');
    assert.equal(new ShownText('{\n}').end, '\n');
    assert.equal(own.end, '\r\n');
  });

  test('knows the offset of every place, and the place of every character', () => {
    for (let place = 0; place <= own.shown.length; ++place) {
      const offset = own.toText(place);
      assert.equal(own.toShown(offset), place);
      const character = own.shown[place];
      if (character !== undefined)
        assert.equal(
          character === '\n' ? /^\r?\n/.exec(text.slice(offset))?.index : text[offset] === character && 0,
          0,
        );
    }
    assert.equal(own.toText(own.shown.length), text.length);
  });

  test('what is typed has the line ends of the text, and the rest stays', () => {
    const at = own.shown.indexOf('\n "b"');
    const after = spliced(text, [own.splice(at, at, '\n "c": 3,')]);
    assert.equal(after, '\uFEFF{\r\n "a": 1,\r\n "c": 3,\n "b": 2\r\n}\r\n');
    // Taking an end of a line away takes both of its characters.
    const end = own.shown.indexOf('\n}');
    assert.equal(spliced(text, [own.splice(end, end + 1, '')]), '\uFEFF{\r\n "a": 1,\n "b": 2}\r\n');
  });
});

describe('the cursor chooses', () => {
  const show = worldTemplates.find(({ name }) => name === 'show')!.text,
    at = (text: string, piece: string): string | undefined => choiceAt(treeOf(text), text.indexOf(piece));

  for (const [text, piece, pointer] of [
    [stage, '"range"', '/scenes/stage/in/0'],
    [stage, '-0.2', '/scenes/stage/in/1'],
    [stage, '"floor",', '/scenes/stage/in/1/material'],
    [stage, '"color"', '/materials/floor'],
    [stage, '"fill"', '/materials/floor/lightmap'],
    [stage, '"fov"', '/camera'],
    [stage, '"title"', undefined],
    [show, '"Two"', '/timeline/events/1'],
    [show, '"spark"],', '/entities/2'],
    [show, '"glow"', '/post/0'],
    [show, '"bpm"', undefined],
  ] as const)
    test(`${piece}: ${pointer}`, () => assert.equal(at(text, piece), pointer));

  test('what is chosen is shown with its key', () => {
    const { from, to } = rangeOf(treeOf(stage), '/camera/fov')!;
    assert.equal(stage.slice(from, to), '"fov": 60');
    assert.equal(rangeOf(treeOf(stage), '/nothing'), undefined);
  });
});

describe('problems in the words of the reader', () => {
  /** The stretch and the repairs of the first issue that the core finds. */
  function found(text: string): { marked: string; repairs: string[] } {
    const world = core.world(text),
      [issue] = world.report.issues;
    world.dispose();
    const place = placeOf(text, treeOf(text), issue!, schema)!;
    return { marked: text.slice(place.from, place.to), repairs: place.repairs };
  }

  test('an operator that there is not: what has its keys comes first', () => {
    assert.deepEqual(found(stage.replace('"light"', '"lite"')), { marked: '"lite"', repairs: ['light', 'time'] });
  });
  test('a key that there is not', () => {
    assert.deepEqual(found(stage.replace('"range"', '"rnage"')), { marked: '"rnage"', repairs: ['range'] });
  });
  test('a shape that there is not', () => {
    const { marked, repairs } = found(
      stage.replace('12', '{ "value": 12, "anim": { "shape": "A+B*C+D*E", "b": "TIME" } }'),
    );
    assert.deepEqual([marked, repairs.length], ['"A+B*C+D*E"', 1]);
    assert.match(repairs[0]!, /^[A-E+*()]+$/);
  });
  test('others have a place alone, which is one line', () => {
    assert.deepEqual(found(stage.replace('"floor",', '"flor",')), { marked: '"flor"', repairs: [] });
    const { marked } = found(stage.replace('"op": "light",', ''));
    assert.equal(marked, '{');
  });

  test('a repair leaves a document without problems', () => {
    for (const [right, wrong] of [
      ['"light"', '"lite"'],
      ['"range"', '"rnage"'],
    ] as const) {
      const text = stage.replace(right, wrong),
        world = core.world(text),
        { from, to, repairs } = placeOf(text, treeOf(text), world.report.issues[0]!, schema)!;
      world.dispose();
      assert.equal(spliced(text, [{ from, to, text: JSON.stringify(repairs[0]) }]), stage);
    }
  });

  test('lines and columns of UTF-8 are offsets of the text', () => {
    const text = '{\n "é😀": 1\n}';
    // Before 1: a blank, a quote, 2 and 4 bytes, a quote, a colon and a blank.
    assert.equal(text.slice(offsetOf(text, 2, 12)), '1\n}');
    assert.equal(offsetOf(text, 9, 1), text.length);
  });
});
