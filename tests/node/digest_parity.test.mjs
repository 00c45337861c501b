// The same file is the same scene on every host: digests of the native build and of the wasm module agree.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { root, shared, without } from './support/vitrine.mjs';

const tool = ['debug', 'release'].map((preset) => join(root, 'build', preset, 'vitrine_tool')).find(existsSync);
const noTool = tool === undefined ? 'the native build (vitrine_tool) is absent' : false;

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

describe('native and wasm', () => {
  let vitrine;
  before(async () => {
    vitrine = await createVitrine();
  });

  function compare(folder) {
    const endings = vitrine.formats.flatMap(({ extensions }) => extensions);
    const files = filesBelow(folder).filter((path) =>
      endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`)),
    );
    assert.ok(files.length > 0, `no models below ${folder}`);
    const native = new Map(
      execFileSync(tool, ['digest', ...files], { encoding: 'utf8', maxBuffer: 1 << 26 })
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(18), line.slice(0, 16)]),
    );
    const wasm = new Map(
      files.map((path) => {
        const document = vitrine.load([{ name: path, bytes: readFileSync(path) }]);
        const { digest } = document;
        document.dispose();
        return [path, digest];
      }),
    );
    assert.deepEqual(wasm, native);
    assert.ok(new Set(wasm.values()).size > 1, 'digests tell files apart');
  }

  test('agree on the samples', { skip: noTool }, () => compare(join(root, 'public/samples')));
  test('agree on the test data', { skip: noTool }, () => compare(join(root, 'tests/data')));
  test('agree on the corpora', { skip: without || noTool }, () => compare(join(shared, 'corpus')));
});
