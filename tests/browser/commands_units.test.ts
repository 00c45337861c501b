// The table of commands and the keys of an event, without a page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { chordOf } from '../../web/src/ui/chord';
import { commandGroups, commandsByChord, keysOf, shownKeys } from '../../web/src/ui/commands';

const rows = commandGroups().flatMap(({ rows: all }) => all);
const commands = rows.flatMap((row) => ('keys' in row ? [row] : []));

test('a chord leads to one command, and a command has one name', () => {
  assert.ok(commands.length > 50);
  assert.equal(commandsByChord().size, commands.flatMap(({ keys }) => keys).length);
  assert.equal(new Set(commands.map(({ id }) => id)).size, commands.length);
  for (const row of rows) assert.ok(row.label !== '' && shownKeys(row) !== '');
});

test('every name that a tooltip or a menu asks for is in the table', () => {
  // Tests run in the root of the repository.
  const sources = readdirSync('web/src/ui', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  // The workbench has another function of this name, for the keys of a world's objects.
  const texts = sources
    .map((name) => readFileSync(`web/src/ui/${name}`, 'utf8'))
    .filter((text) => /\bkeysOf\b[^}]*\} from '(\.\.?\/)+commands'/.test(text));
  const asked = texts.flatMap((text) => Array.from(text.matchAll(/keysOf\('(\w+)'\)/g), ([, id]) => id!));
  assert.ok(asked.length > 15);
  for (const id of asked) assert.notEqual(keysOf(id), '', id);
  assert.equal(keysOf('fullScreen'), 'Shift+Z');
});

test('chords of events', () => {
  const chord = (event: Partial<KeyboardEvent>): string => chordOf({ code: '', ...event } as KeyboardEvent);
  const cases: [string, Partial<KeyboardEvent>][] = [
    ['S', { key: 's' }],
    // Caps Lock.
    ['S', { key: 'S' }],
    ['Shift+Z', { key: 'Z', shiftKey: true }],
    ['Ctrl+O', { key: 'o', metaKey: true }],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }],
    ['?', { key: '?', code: 'Minus', shiftKey: true }],
    ['1', { key: '1', code: 'Numpad1' }],
    // A French keyboard: digits are typed with Shift.
    ['1', { key: '&', code: 'Digit1' }],
    ['!', { key: '!', code: 'Digit1', shiftKey: true }],
    // A Russian keyboard, and Option on a Mac.
    ['S', { key: 'ы', code: 'KeyS' }],
    ['Alt+H', { key: '˙', code: 'KeyH', altKey: true }],
    ['Shift+ArrowLeft', { key: 'ArrowLeft', shiftKey: true }],
    ['Space', { key: ' ' }],
  ];
  for (const [expected, event] of cases) assert.equal(chord(event), expected);
});
