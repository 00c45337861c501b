// A world with a song in <vitrine-viewer>: silent until it is unmuted, in step with what is heard, and nothing of it on
// pages whose worlds have none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { loudSong } from '../node/support/sound.mjs';
import { embed, files, loaded } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

files['loud.v2m'] = Buffer.from(loudSong());
const world = (sound, seconds = 8) =>
  JSON.stringify({
    kind: 'vitrine-world',
    version: 1,
    scenes: {
      all: {
        op: 'add',
        in: [
          { op: 'event', name: 'show', in: [{ op: 'add' }] },
          { op: 'mesh', boxes: [{ min: [-9, -9, -6], max: [9, 9, -5] }] },
        ],
      },
    },
    entities: ['all'],
    timeline: { bpm: 60, events: [{ op: 'show', start: 0, end: seconds }] },
    camera: { at: [0, 0, 0], dir: [0, 0, -1], fov: 60 },
    ...(sound && { sound }),
  });
files['loud.world.json'] = world({ music: 'loud.v2m' });
files['short.world.json'] = world({ music: 'loud.v2m' }, 2);
files['quiet.world.json'] = world();
files['outside.world.json'] = world({ music: '/loud.v2m' });
files['nowhere.world.json'] = world({ music: 'http://[' });

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function open(t, src, attributes = 'controls="full"') {
  const asked = [];
  const page = await embed(
    browser,
    t,
    `<div class="figure"><vitrine-viewer id="fig" src="${src}" alt="A world" loading="eager" ${attributes}></vitrine-viewer></div>`,
    {
      before: async (fresh) => {
        fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await fresh.addInitScript(() => {
          // What the world was told to show.
          globalThis.followed = [];
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (message, ...rest) {
            if (message?.type === 'follow') globalThis.followed.push(message.time);
            return postMessage.call(this, message, ...rest);
          };
        });
      },
    },
  );
  await loaded(page);
  return Object.assign(page, { asked });
}
const get = (page, name) => page.evaluate((key) => document.getElementById('fig')[key], name);
const followed = (page, least) =>
  page.waitForFunction((seconds) => globalThis.followed.at(-1) > seconds, least, { timeout: 30_000 });

test('it is silent until it is unmuted, and the picture follows the song', async (t) => {
  const page = await open(t, 'loud.world.json', 'controls="full" volume="0.5"');
  assert.deepEqual([await get(page, 'muted'), await get(page, 'volume')], [true, 0.5]);
  await page.evaluate(() => {
    globalThis.heard = [];
    document.getElementById('fig').addEventListener('volumechange', () => globalThis.heard.push('volumechange'));
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await followed(page, 0.3);
  assert.equal(await get(page, 'muted'), true, 'Play of a world is no wish for sound');
  await page.getByRole('button', { name: 'Unmute' }).click();
  assert.equal(await get(page, 'muted'), false);
  assert.deepEqual(await page.evaluate(() => globalThis.heard), ['volumechange']);
  // Sent elsewhere, the song goes there and leads on.
  const before = await page.evaluate(() => {
    document.getElementById('fig').currentTime = 5;
    return globalThis.followed.length;
  });
  await followed(page, 5.2);
  const times = (await page.evaluate((from) => globalThis.followed.slice(from), before)).filter(
    (time) => time !== undefined,
  );
  assert.deepEqual(
    times.filter((time) => time < 4.9),
    [],
    'neither the place before nor a time between is shown',
  );
  await page.evaluate(() => document.getElementById('fig').pause());
  await page.waitForFunction(() => globalThis.followed.at(-1) === undefined);
  assert.equal(await get(page, 'paused'), true);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('it ends with its world, and with `loop` it begins anew', async (t) => {
  const page = await open(t, 'short.world.json');
  await page.evaluate(() =>
    document.getElementById('fig').addEventListener('ended', () => (globalThis.isEnded = true)),
  );
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => globalThis.isEnded, undefined, { timeout: 30_000 });
  assert.equal(await get(page, 'currentTime'), 2);
  await page.evaluate(() => {
    globalThis.followed.length = 0;
    document.getElementById('fig').loop = true;
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // From where it stood, at its end, and after a round: exactly its beginning, however few pictures a busy machine shows.
  await page.waitForFunction(
    () => globalThis.followed.filter((time, i) => time === 0 && globalThis.followed[i - 1] > 1.5).length > 1,
    undefined,
    { timeout: 30_000 },
  );
  assert.deepEqual(
    (await page.evaluate(() => globalThis.followed)).filter((time) => time > 2),
    [],
    'nothing behind its end is shown',
  );
});

test('attributes and properties that were set before hold, and without controls there is no button', async (t) => {
  const page = await open(t, 'loud.world.json', '');
  assert.ok(await page.locator('#fig').getByRole('button', { name: 'Unmute' }).isHidden());
  await page.evaluate(() => document.getElementById('fig').toggleAttribute('muted', true));
  assert.equal(await get(page, 'muted'), true);
  await page.evaluate(() => {
    const fig = document.getElementById('fig');
    fig.removeAttribute('muted');
    fig.setAttribute('volume', '0.25');
  });
  await page.waitForFunction(() => document.getElementById('fig').volume === 0.25);
  assert.equal(await get(page, 'muted'), false);
});

test('a world without a song fetches nothing of songs, and has no sound', async (t) => {
  const page = await open(t, 'quiet.world.json');
  assert.deepEqual(
    page.asked.filter((path) => /song|music|sound/.test(path)),
    [],
  );
  assert.equal(await get(page, 'muted'), undefined);
});

for (const name of ['outside', 'nowhere'])
  test(`a world whose song lies ${name} shows without it, and asks for nothing`, async (t) => {
    const page = await open(t, `${name}.world.json`);
    assert.equal(await page.evaluate(() => document.getElementById('fig').error), null);
    assert.deepEqual(
      page.asked.filter((path) => path.endsWith('.v2m')),
      [],
    );
    assert.deepEqual(page.errors, []);
  });
