// `vitrine/song` in a page: it plays, pauses and seeks, and renders the samples that Node does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { openSong } from '../../dist/song.js';
import { serve } from '../../web/build/serve.mjs';
import { loudSong } from '../node/support/sound.mjs';
import { root } from '../node/support/vitrine.mjs';
import { dist, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

test('a song plays, pauses, seeks and ends in a page that fetched nothing else', async (t) => {
  // A page of the site that has no other script; its policy is that of the documentation.
  const page = await browser.page(t, { hash: null }),
    asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1)));
  await page.route('**/song.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:",
      },
      body: '<!doctype html><title>Song</title><link rel="icon" href="data:,"><button>Play</button>',
    }),
  );
  await page.goto(`${page.origin}/song.html`);
  const bytes = Buffer.from(loudSong()).toString('base64');
  const rendered = await page.evaluate(async (text) => {
    const { openSong } = await import('/song.js');
    const song = await openSong(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    globalThis.song = song;
    globalThis.heard = [];
    for (const name of ['change', 'ended', 'failed']) song.on(name, (value) => globalThis.heard.push([name, value]));
    document.querySelector('button').onclick = async () => (globalThis.outcome = await song.play());
    return [...song.render(0.5, 0.01)];
  }, bytes);
  assert.deepEqual(rendered, [...(await openSong(loudSong())).render(0.5, 0.01)]);
  assert.equal(await page.evaluate(() => globalThis.song.paused), true);

  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => globalThis.outcome);
  assert.equal(await page.evaluate(() => globalThis.outcome), 'playing');
  await page.waitForFunction(() => globalThis.song.currentTime > 0.05);
  await page.evaluate(() => globalThis.song.pause());
  assert.equal(await page.evaluate(() => globalThis.song.paused), true);
  assert.equal(await page.evaluate(() => globalThis.song.seek(6)), true);
  // The border of a frame of 128 samples.
  assert.ok(Math.abs((await page.evaluate(() => globalThis.song.currentTime)) - 6) <= 128 / 44100);
  await page.evaluate(() => {
    globalThis.song.volume = 0.25;
    globalThis.song.muted = true;
    globalThis.song.loop = true;
  });
  assert.deepEqual(await page.evaluate(() => [globalThis.song.volume, globalThis.song.muted, globalThis.song.loop]), [
    0.25,
    true,
    true,
  ]);
  await page.evaluate(async () => {
    globalThis.song.loop = false;
    await globalThis.song.seek(globalThis.song.duration);
    await globalThis.song.play();
  });
  // Its tails sound on, then it rests; from its end it starts again.
  await page.waitForFunction(() => globalThis.heard.some(([name]) => name === 'ended'));
  assert.equal(await page.evaluate(() => globalThis.song.paused), true);
  await page.evaluate(() => globalThis.song.play());
  await page.waitForFunction(() => globalThis.song.currentTime > 0 && globalThis.song.currentTime < 6);
  assert.equal(await page.evaluate(() => globalThis.heard.some(([name]) => name === 'failed')), false);
  await page.evaluate(() => globalThis.song.dispose());
  // Whether the worklet is among them is the browser's affair.
  const files = new Set(['song.html', 'song.js', 'music-worker.js', 'music-worklet.js', 'vitrine-sound.wasm']);
  assert.deepEqual(
    asked.filter((name) => !files.has(name)),
    [],
  );
  assert.deepEqual(page.errors, []);
});

test('a song plays in a page whose module, core, worker and worklet lie on another site', async (t) => {
  const elsewhere = await serve(dist, 0, { 'access-control-allow-origin': '*' });
  t.after(() => elsewhere.close());
  const page = await browser.page(t, { hash: null }),
    site = `http://localhost:${elsewhere.port}`,
    asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/song.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      // What the page Songs alone tells a site to send.
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' ${site}; connect-src ${site}; worker-src blob:; img-src data:`,
      },
      body: `<!doctype html><title>Song</title><link rel="icon" href="data:,"><button>Play</button>
        <script type="module">
          import { openSong } from '${site}/song.js';
          globalThis.openSong = openSong;
        </script>`,
    }),
  );
  await page.goto(`${page.origin}/song.html`);
  const bytes = Buffer.from(loudSong()).toString('base64');
  await page.waitForFunction(() => globalThis.openSong);
  const rendered = await page.evaluate(async (text) => {
    const song = await globalThis.openSong(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    globalThis.song = song;
    globalThis.failures = [];
    song.on('failed', (reason) => globalThis.failures.push(reason));
    document.querySelector('button').onclick = async () => (globalThis.outcome = await song.play());
    return [...song.render(0.5, 0.01)];
  }, bytes);
  assert.deepEqual(rendered, [...(await openSong(loudSong())).render(0.5, 0.01)]);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => globalThis.outcome);
  assert.equal(await page.evaluate(() => globalThis.outcome), 'playing');
  await page.waitForFunction(() => globalThis.song.currentTime > 0.05);
  assert.equal(await page.evaluate(() => globalThis.song.seek(3)), true);
  await page.waitForFunction(() => globalThis.song.currentTime > 3.01);
  await page.evaluate(() => globalThis.song.dispose());
  assert.deepEqual(await page.evaluate(() => globalThis.failures), []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  const own = new Set([`${page.origin}/song.html`]);
  for (const url of asked) assert.ok(own.has(url) || url.startsWith(`${site}/`) || /^(blob|data):/.test(url), url);
  assert.ok(['song.js', 'vitrine-sound.wasm', 'music-worker.js'].every((name) => asked.includes(`${site}/${name}`)));
  assert.deepEqual(page.errors, []);
});

test('what is no song is refused in the page too', async (t) => {
  const page = await browser.page(t);
  const sample = readFileSync(join(root, 'public/samples/column/column.md5mesh')).toString('base64');
  const code = await page.evaluate(async (text) => {
    const { openSong } = await import('/song.js');
    return openSong(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))).then(
      () => 'opened',
      (error) => error.code,
    );
  }, sample);
  assert.equal(code, 'SONG_REFUSED');
});

test('a listener ends once, and a song that ends while it is made ready does not play', async (t) => {
  const page = await browser.page(t);
  const bytes = Buffer.from(loudSong()).toString('base64');
  const found = await page.evaluate(async (text) => {
    const { openSong } = await import('/song.js');
    const open = () => openSong(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    const song = await open();
    let heard = 0;
    const end = song.on('change', () => (heard += 100));
    song.on('change', () => ++heard);
    end();
    end();
    await song.seek(1);
    song.dispose();
    const other = await open(),
      ready = other.seek(1).then(
        () => 'plays',
        (error) => error.code,
      );
    other.dispose();
    return [heard > 0 && heard < 100, await ready, other.paused, other.currentTime];
  }, bytes);
  assert.deepEqual(found, [true, 'DOCUMENT_DISPOSED', true, 0]);
  assert.deepEqual(page.errors, []);
});

test('a player whose worker does not start says so', async (t) => {
  const page = await browser.page(t);
  const bytes = Buffer.from(loudSong()).toString('base64');
  const message = await page.evaluate(async (text) => {
    const { openSong } = await import('/song.js');
    const song = await openSong(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('no workers here', 'SecurityError');
      }
    };
    return song.seek(1).then(
      () => 'plays',
      (error) => error.message,
    );
  }, bytes);
  assert.match(message, /no workers here/);
});
