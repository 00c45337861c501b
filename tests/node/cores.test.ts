// The cores of an engine: which one is left when it has broken.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Cores } from '../../web/src/engine/cores';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';

test('after a trap of the full core a fresh one is started, and after other errors none', async () => {
  const wasmBinary = new Uint8Array(readFileSync(`${root}/dist/vitrine-core.wasm`)).buffer,
    glueUrl = pathToFileURL(`${root}/dist/vitrine-core.mjs`).href;
  const cores = new Cores({ whole: { glueUrl, wasmBinary } });
  const first = await cores.whole();
  assert.equal(cores.leaveView(first, new RangeError('a time is a number')), false);
  assert.equal(await cores.whole(), first);
  assert.equal(cores.leaveView(first, new WebAssembly.RuntimeError('unreachable')), false);
  const second = await cores.whole();
  assert.notEqual(second, first);
  // The broken one breaks once more.
  assert.equal(cores.leaveView(first, new WebAssembly.RuntimeError('unreachable')), false);
  assert.equal(await cores.whole(), second);
});
