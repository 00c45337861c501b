// Files of one command come into being together, also where a signal comes between them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { Outputs } from '../../web/src/node/outputs';

/** This script, asked to write two files of a folder and to send itself a signal between them. */
const [, , folder, signal] = process.argv;
if (signal !== undefined) {
  const path = (name: string): string => join(folder!, name);
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
} else
  test('a signal ends the process once all files are written', () => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      const there = mkdtempSync(join(tmpdir(), 'vitrine-outputs-'));
      for (const file of ['a', 'b']) writeFileSync(join(there, file), 'old');
      const ended = spawnSync(process.execPath, [fileURLToPath(import.meta.url), there, name]);
      assert.equal(ended.signal, name, ended.stderr.toString());
      assert.deepEqual(
        readdirSync(there).map((file) => [file, readFileSync(join(there, file), 'utf8')]),
        [
          ['a', 'new a'],
          ['b', 'new b'],
        ],
      );
      rmSync(there, { recursive: true });
    }
  });
