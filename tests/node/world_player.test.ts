// The player of worlds: how far it goes for a time.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import type { CoreModule } from '../../web/src/core/core';
import { WorldFiles } from '../../web/src/engine/world/files';
import { WorldPlayer } from '../../web/src/engine/world/player';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';
// @ts-expect-error plain JavaScript
import { world as text } from './support/worlds.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const { core } = (await createVitrine()) as unknown as { core: CoreModule };

async function playerOf(events: object[]): Promise<WorldPlayer> {
  const body = { scenes: { e: { op: 'event', in: [{ op: 'add' }] } }, timeline: { bpm: 60, events } };
  const { player, issues } = await WorldPlayer.open(
    core,
    new TextEncoder().encode(text(body) as string),
    new WorldFiles([]),
  );
  assert.deepEqual(issues, []);
  return player!;
}

test('a time beyond all events is their end', async () => {
  const player = await playerOf([{ op: 'e', start: 0, end: 2 }]);
  player.seek(1e9);
  while (!player.arrived) assert.equal(player.run(), true);
  assert.equal(player.time, 2);
  player.seek(1.5);
  assert.equal(player.goal, 90);
  player.dispose();
});

test('where events have no end, so many frames are played as a replay has at most', async () => {
  const player = await playerOf([{ op: 'e', start: 0 }]);
  assert.equal(player.duration, 0);
  for (const seconds of [1e9, Infinity]) {
    player.seek(seconds);
    assert.equal(player.goal, 1_000_000);
  }
  player.seek(100);
  assert.equal(player.goal, 6000);
  player.dispose();
});

test('an edit during a replay takes its place, and one that undoes it ends it', async () => {
  const player = await playerOf([{ op: 'e', start: 0, end: 20 }]);
  const splice = (from: string, to: string): { from: number; to: number; text: string }[] => {
    const at = player.text.indexOf(from);
    return [{ from: at, to: at + from.length, text: to }];
  };
  player.seek(10);
  while (!player.arrived) assert.equal(player.run(), true);
  assert.deepEqual(player.edit(splice('"end":20', '"end":30')), { state: 'replays' });
  assert.equal(player.changing, true);
  assert.deepEqual(player.edit(splice('"end":30', '"end":40')), { state: 'replays' });
  while (!player.arrived) assert.equal(player.run(), true);
  assert.equal(player.duration, 40);
  assert.equal(player.time, 10);
  assert.deepEqual(player.edit(splice('"end":40', '"end":50')), { state: 'replays' });
  assert.deepEqual(player.edit(splice('"end":50', '"end":40')), { state: 'taken' });
  assert.equal(player.changing, false);
  assert.deepEqual(player.edit(splice('"end":40', '"end":60'), true), { state: 'taken' });
  while (!player.arrived) assert.equal(player.run(), true);
  assert.equal(player.time, 10);
  player.dispose();
});
