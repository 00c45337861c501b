// Songs in the browser: the worklet gives the bits that are rendered without one, and the player plays, pauses and seeks.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { loudSong } from '../node/support/sound.mjs';
import { shared, without } from '../node/support/vitrine.mjs';
import { startBrowser } from './harness.mjs';

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

/** Left and right in turn of `seconds` of the worklet, in an offline context of the strict page; `commands` are sent first. */
async function captured(page, bytes, { seconds = 10, options = {} } = {}) {
  const text = await page.evaluate(
    async ([song, length, given]) => {
      const file = Uint8Array.from(atob(song), (letter) => letter.charCodeAt(0)),
        context = new OfflineAudioContext(2, length * 44100, 44100);
      await context.audioWorklet.addModule('./music-worklet.js');
      const module = await WebAssembly.compileStreaming(fetch('./vitrine-sound.wasm'));
      const node = new AudioWorkletNode(context, 'vitrine-song', {
        numberOfInputs: 0,
        outputChannelCount: [2],
        processorOptions: { module, file, playing: true, ...given },
      });
      node.connect(context.destination);
      const heard = await context.startRendering();
      const both = new Float32Array(2 * heard.length),
        [left, right] = [heard.getChannelData(0), heard.getChannelData(1)];
      for (let i = 0; i < heard.length; ++i) both.set([left[i], right[i]], 2 * i);
      let binary = '';
      const bits = new Uint8Array(both.buffer);
      for (let i = 0; i < bits.length; i += 8192) binary += String.fromCharCode(...bits.subarray(i, i + 8192));
      return btoa(binary);
    },
    [Buffer.from(bytes).toString('base64'), seconds, options],
  );
  return Buffer.from(text, 'base64');
}
function rendered(bytes, seconds, options) {
  const song = vitrine.song({ name: 'a.v2m', bytes }),
    sound = song.render(0, seconds, options);
  song.dispose();
  return Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
}

test('ten seconds of the worklet are the bits of the module, under a strict policy', async (t) => {
  const page = await browser.page(t);
  const heard = await captured(page, loudSong());
  assert.equal(heard.length, 441000 * 8);
  assert.ok(heard.equals(rendered(loudSong(), 10)));
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('so are those of public songs', { skip: without }, async (t) => {
  const page = await browser.page(t),
    folder = join(shared, 'corpus/v2m');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.v2m'))) {
    const bytes = readFileSync(join(folder, name));
    assert.ok((await captured(page, bytes)).equals(rendered(bytes, 10)), name);
    t.diagnostic(`${name}: 441000 samples of both sides are equal`);
  }
});

test('a muted channel is silent from the first sample on, another one alone', async (t) => {
  const page = await browser.page(t);
  const heard = await captured(page, loudSong(), { seconds: 2, options: { muted: 0xfffd } });
  assert.ok(heard.equals(rendered(loudSong(), 2, { channel: 1 })));
  assert.ok(!heard.equals(rendered(loudSong(), 2, { channel: 0 })));
});
