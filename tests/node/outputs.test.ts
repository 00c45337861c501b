// Files of one command come into being together, also where a signal comes between them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { FreeNames, InputPaths, Outputs } from '../../web/src/node/outputs';

/** This script, asked to write two files of a folder and to send itself a signal between them, or while they wait. */
const [, , folder, signal, waits] = process.argv;
const path = (name: string): string => join(folder!, name);
if (waits !== undefined) {
  for (const name of ['a', 'b']) new Outputs().begin([{ path: path(name), data: `new ${name}` }], new InputPaths());
  setImmediate(() => (signal === 'exit' ? process.exit() : process.kill(process.pid, signal)));
  setInterval(() => undefined, 1000);
} else if (signal !== undefined) {
  new Outputs().store([
    { path: path('a'), data: 'new a' },
    {
      path: path('b'),
      get data() {
        process.kill(process.pid, signal);
        return 'new b';
      },
    },
  ]);
  // Goes on for as long as it takes to be ended.
  setInterval(() => undefined, 1000);
} else {
  const left = (expected: string[][], ...args: string[]): NodeJS.Signals | null => {
    const there = mkdtempSync(join(tmpdir(), 'vitrine-outputs-'));
    for (const file of ['a', 'b']) writeFileSync(join(there, file), 'old');
    const ended = spawnSync(process.execPath, [fileURLToPath(import.meta.url), there, ...args]);
    const found = readdirSync(there).map((file) => [file, readFileSync(join(there, file), 'utf8')]);
    rmSync(there, { recursive: true });
    assert.deepEqual(found, expected, ended.stderr.toString());
    return ended.signal;
  };
  const written = [
      ['a', 'new a'],
      ['b', 'new b'],
    ],
    kept = [
      ['a', 'old'],
      ['b', 'old'],
    ];
  test('a signal ends the process once all files are written', () => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) assert.equal(left(written, name), name);
  });
  test('files that have been replaced come back where a later one cannot have its name', (context) => {
    const there = mkdtempSync(join(tmpdir(), 'vitrine-outputs-'));
    for (const file of ['a', 'b']) writeFileSync(join(there, file), 'old');
    const { renameSync } = fs;
    context.mock.method(fs, 'renameSync', (from: string, to: string) => {
      if (to.endsWith('b')) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      renameSync(from, to);
    });
    syncBuiltinESMExports();
    try {
      const files = ['c', 'a', 'b'].map((name) => ({ path: join(there, name), data: `new ${name}` }));
      assert.throws(() => new Outputs().store(files), /cannot write '.*b'/);
    } finally {
      context.mock.restoreAll();
      syncBuiltinESMExports();
    }
    const found = readdirSync(there).map((file) => [file, readFileSync(join(there, file), 'utf8')]);
    rmSync(there, { recursive: true });
    assert.deepEqual(found, kept);
  });
  test('a thousand documents of one name are numbered with two tries each', () => {
    const names = new FreeNames();
    let tries = 0;
    const next = (word: string): string =>
      names.next(
        (suffix) => {
          tries += 1;
          return `${word}${suffix}.png`;
        },
        (name) => name === 'x-3.png',
      );
    const given = Array.from({ length: 1000 }, (_, i) => next(i % 2 === 0 ? 'x' : 'X'));
    assert.deepEqual(given.slice(0, 4), ['x.png', 'X-2.png', 'x-4.png', 'X-5.png']);
    assert.equal(new Set(given.map((name) => name.toLowerCase())).size, 1000);
    assert.ok(tries <= 2 * given.length + 1, `${tries} tries`);
    assert.equal(next('x-2'), 'x-2-2.png');
  });
  test('files that wait to replace others are gone when the process ends, by a signal or by itself', () => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) assert.equal(left(kept, name, 'waits'), name);
    assert.equal(left(kept, 'exit', 'waits'), null);
  });
}
