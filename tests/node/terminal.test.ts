// Text for terminals.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { glossary } from '../../web/src/node/terminal';

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
