// Text for terminals.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { glossary, table } from '../../web/src/node/terminal';

test('no line of a glossary is longer than the terminal is wide, and meanings stay in their column', () => {
  const meaning = 'writes what is asked for into a file beside the model, and says where it lies';
  for (const columns of [60, 80]) {
    const lines = glossary([['--output FILE', meaning]], columns).split('\n');
    assert.ok(lines.length > 1);
    for (const line of lines) assert.ok(line.length < columns, `${columns}: ${line}`);
    assert.equal(lines[0]!.indexOf('writes'), lines[1]!.search(/\S/));
    assert.equal(lines.map((line) => line.replace('--output FILE', '').trim()).join(' '), meaning);
  }
});

test('long cells of a table are cut, so that the others are not padded to them', () => {
  const long = 'n'.repeat(100_000),
    sane = 's'.repeat(1000);
  const rows = [
    ['name', 'count', 'note'],
    [long, 1, ''],
    [sane, 2, long],
  ];
  const [head = '', first = '', second = ''] = table(rows).split('\n');
  assert.ok(head.length < 1100 && first.length < 1100);
  assert.ok(first.startsWith(`${'n'.repeat(500)}…${'n'.repeat(500)} `));
  assert.ok(second.startsWith(`${sane} `) && second.endsWith(` ${long}`));
});
