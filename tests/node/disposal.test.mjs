/** Memory of the core that callers give back by a block's end, or forget; and arguments that are refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createVitrine } from '../../dist/node/index.js';
import { root } from './support/vitrine.mjs';

const folder = join(root, 'public/samples/column');
const files = ['column.md5mesh', 'bend.md5anim'].map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

test('the end of a block disposes of documents, worlds and songs', async () => {
  const vitrine = await createVitrine();
  const document = vitrine.open(files),
    world = vitrine.world('{"vitrine":"world","version":1}');
  document[Symbol.dispose]();
  world[Symbol.dispose]();
  assert.throws(() => document.pose(), { code: 'DOCUMENT_DISPOSED' });
  assert.throws(() => world.report, { code: 'DOCUMENT_DISPOSED' });
});

test('documents that nobody holds any more are given back', async () => {
  const vitrine = await createVitrine();
  // A document with room of its own: 400 of them would need hundreds of MB.
  const heap = () => vitrine.heapBytes;
  const open = () => void vitrine.open(files).pose();
  for (let i = 0; i < 20; ++i) open();
  const start = heap();
  for (let i = 0; i < 400; ++i) {
    open();
    if (i % 20 !== 19) continue;
    collect();
    await new Promise((soon) => setTimeout(soon, 5));
  }
  assert.ok(heap() <= start * 1.5, `${start} bytes of the core after 20 documents, ${heap()} after 420`);
});

test('what writes out objects finds nothing of the core behind those of the module', async () => {
  const vitrine = await createVitrine();
  const things = [vitrine, vitrine.open(files), vitrine.world('{"vitrine":"world","version":1}')];
  for (const thing of things) {
    const { name } = thing.constructor;
    assert.equal(inspect(thing, { depth: Infinity }), `${name} {}`);
    assert.equal(JSON.stringify(thing), '{}', name);
    assert.deepEqual(Reflect.ownKeys(thing), [], name);
    for (const key in thing) assert.fail(`${name} lists ${key}`);
  }
});

test('times, weights and rotations that are no numbers in their range are refused', async () => {
  const document = (await createVitrine()).open(files);
  const wrong = [{ time: NaN }, { time: Infinity }, { time: '1' }, { time: null }];
  for (const weight of [-0.1, 1.1, NaN, '0.5']) wrong.push({ action: 0, blend: { action: 0, weight } });
  wrong.push({ action: 0, blend: { action: 0, time: NaN, weight: 1 } });
  for (const options of wrong) {
    assert.throws(() => document.pose(options), RangeError, JSON.stringify(options));
    assert.throws(() => document.poseReport(options), RangeError, JSON.stringify(options));
  }
  assert.ok(document.pose({ action: 0, time: 0.5, blend: { action: 0, time: 0, weight: 1 } }).meshes.length > 0);
});
