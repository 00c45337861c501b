// Firefox draws, plays and sounds what Chromium does: the page, the element, a world and a song. What each of them does in
// detail is tested in Chromium.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { sheetModel } from '../browser/bigmodel.mjs';
import { document as html, files, slider } from '../browser/embedding.mjs';
import { dist, dropFolder } from '../browser/harness.mjs';
import { loudSong } from '../node/support/sound.mjs';
import { kPatience, startFirefox } from './harness.mjs';

const sample = (path) => new URL(`../../public/samples/${path}`, import.meta.url).pathname;

let firefox;
before(async () => {
  const pages = Object.fromEntries(
    Object.entries({
      'model.html': slider('controls="full" loading="eager"'),
      'viewers.html': Array.from(
        { length: 20 },
        (_, i) =>
          `<vitrine-viewer class="small" id="v${i}" src="slider.md5mesh" animations="slide.md5anim" textures="none" alt="A box" loading="eager"></vitrine-viewer>`,
      ).join(''),
      'world.html': `<div class="figure"><vitrine-viewer id="fig" src="/samples/island/island.world.json" alt="An island" loading="eager" controls="full"></vitrine-viewer></div>`,
    }).map(([name, body]) => [name, { type: 'text/html', body: html(body) }]),
  );
  const css = { type: 'text/css', body: '.figure { width: 480px; } .small { display: inline-block; width: 150px; }' };
  firefox = await startFirefox({ ...files, ...pages, 'page.css': css });
});
after(() => firefox?.stop());

const quiet = async (page) => {
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(
    page.asked.filter((url) => !url.startsWith(firefox.origin) && !/^(blob|data|about):/.test(url)),
    [],
    'requests to others',
  );
};
const until = (page, question, ...args) => page.waitForFunction(question, { timeout: kPatience }, ...args);
const choose = async (page, ...paths) => {
  const input = await page.$('[data-testid=files]');
  await input.uploadFile(...paths);
};
const frames = (page) => page.$eval('#stage', (stage) => Number(stage.dataset.frames ?? 0));
/** Mean and deviation of the colours of an element as it is on screen, 0 to 255. */
async function look(page, selector) {
  const png = await (await page.$(selector)).screenshot({ encoding: 'base64' });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let [sum, squares] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const value = (data[i] + data[i + 1] + data[i + 2]) / 3;
      sum += value;
      squares += value * value;
    }
    const mean = sum / (data.length / 4);
    return { mean, deviation: Math.sqrt(squares / (data.length / 4) - mean * mean) };
  }, png);
}

test('the page draws files that are chosen, plays their actions, and exports them', async (t) => {
  const page = await firefox.page(t, '/#panel=export');
  const names = [
    'heron.md5mesh',
    'walk.md5anim',
    'idle.md5anim',
    'heron_body.png',
    'heron_feather.png',
    'heron_horn.png',
  ];
  await choose(page, ...names.map((name) => sample(`heron/${name}`)));
  await until(page, () => document.title.startsWith('heron.md5mesh'));
  await until(page, () => Number(document.getElementById('stage').dataset.frames) > 2);
  const drawn = await frames(page);
  await until(page, (least) => Number(document.getElementById('stage').dataset.frames) > least + 5, drawn);
  assert.ok((await look(page, '#stage')).deviation > 5, 'the model stands before its background');
  const panel = await page.waitForSelector('#panel-export.is-open');
  await (await panel.waitForSelector('aria/Export[role="button"]')).click();
  await panel.waitForSelector('aria/Save file[role="link"]');
  await panel.waitForSelector('aria/Round-trip check[role="heading"]');
  await quiet(page);
});

test('a folder is dropped, and a finger turns its model', async (t) => {
  const page = await firefox.page(t, '/');
  const names = ['heron.md5mesh', 'idle.md5anim'];
  const texts = await Promise.all(names.map((name) => readFile(sample(`heron/${name}`), 'utf8')));
  await dropFolder(
    page,
    'heron',
    names.map((name, i) => ({ name, text: texts[i] })),
  );
  await until(page, () => document.title.startsWith('heron.md5mesh'));
  await until(page, () => Number(document.getElementById('stage').dataset.frames) > 2);
  await page.waitForSelector('aria/idle[role="option"]');
  // What the finger did is a step that can be undone.
  const turned = () => document.querySelector('.history-button:not([disabled])') !== null;
  assert.equal(await page.evaluate(turned), false);
  const finger = await page.touchscreen.touchStart(500, 300);
  for (const x of [540, 580, 620]) await finger.move(x, 310);
  await finger.end();
  await until(page, turned);
  await quiet(page);
});

test('a damaged file is refused with its line, and the model before stays', async (t) => {
  const page = await firefox.page(t, '/');
  await choose(page, sample('lighthouse/lighthouse.scene'));
  await until(page, () => document.title.startsWith('lighthouse.scene'));
  const half = join(await mkdtemp(join(tmpdir(), 'vitrine-')), 'half.md5mesh');
  t.after(() => rm(half));
  const text = await readFile(sample('heron/heron.md5mesh'), 'latin1');
  await writeFile(half, text.slice(0, text.lastIndexOf('weight')));
  await choose(page, half);
  await until(page, () => /half\.md5mesh:\d+/.test(document.body.textContent));
  assert.match(await page.title(), /^lighthouse\.scene/);
  await quiet(page);
});

test('the start page has live samples, and each is drawn when it is opened', async (t) => {
  const page = await firefox.page(t, '/');
  await until(page, () => document.querySelectorAll('.sample .thumbnail canvas').length >= 6);
  const samples = JSON.parse(await readFile(sample('index.json'), 'utf8')).filter(({ poster }) => !poster);
  for (const { files: names } of samples) {
    if (names[0].startsWith('broken')) continue;
    await choose(page, ...names.map(sample));
    await until(page, (name) => document.title.startsWith(name), names[0].split('/').at(-1));
    assert.ok((await look(page, '#stage')).deviation > 5, names[0]);
  }
  await quiet(page);
});

test('the panels of a model open', async (t) => {
  const page = await firefox.page(t, '/');
  await choose(page, sample('column/column.md5mesh'), sample('column/bend.md5anim'), sample('column/column.png'));
  await until(page, () => document.title.startsWith('column.md5mesh'));
  for (const name of ['hierarchy', 'details', 'problems', 'export', 'statistics', 'materials', 'source', 'compare']) {
    await page.evaluate((panel) => {
      location.hash = `panel=${panel}`;
    }, name);
    await until(page, (panel) => document.getElementById(`panel-${panel}`)?.classList.contains('is-open'), name);
  }
  await quiet(page);
});

test('a model of 26 MB opens', async (t) => {
  const page = await firefox.page(t, '/');
  const path = join(await mkdtemp(join(tmpdir(), 'vitrine-')), 'sheet.md5mesh');
  t.after(() => rm(path));
  await writeFile(path, sheetModel());
  await choose(page, path);
  await until(page, () => document.title.startsWith('sheet.md5mesh'));
  await until(page, () => Number(document.getElementById('stage').dataset.frames) > 0);
  await quiet(page);
});

test('twenty viewers of a page are drawn', async (t) => {
  const page = await firefox.page(t, '/test/viewers.html');
  await until(page, () =>
    [...document.querySelectorAll('vitrine-viewer')].every(
      (viewer) =>
        viewer.getBoundingClientRect().top > innerHeight || viewer.shadowRoot?.querySelector('[data-drawn]') != null,
    ),
  );
  assert.ok((await look(page, '#v3')).deviation > 5);
  await quiet(page);
});

test('with full storage, the last of three documents that come at once shows', async (t) => {
  const page = await firefox.page(t, '/');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await choose(page, sample('column/column.md5mesh'), sample('column/bend.md5anim'));
  await until(page, () => document.title.startsWith('column.md5mesh'));
  // A second one while the first loads: the last wins.
  await choose(page, sample('heron/heron.md5mesh'));
  await choose(page, sample('mannequin/mannequin.pivot'));
  await until(page, () => document.title.startsWith('mannequin.pivot'));
  await until(page, () => Number(document.getElementById('stage').dataset.frames) > 0);
  assert.ok((await look(page, '#stage')).deviation > 5);
  await quiet(page);
});

test('a figure shows its model from a disk', async (t) => {
  const path = join(await mkdtemp(join(tmpdir(), 'vitrine-')), 'column.html');
  t.after(() => rm(path));
  const models = ['column.md5mesh', 'bend.md5anim'].map((name) => sample(`column/${name}`));
  execFileSync(process.execPath, [join(dist, 'node/cli.js'), 'figure', ...models, '-o', path], { stdio: 'pipe' });
  const page = await firefox.page(t, '/test/page.css');
  await page.goto(pathToFileURL(path).href);
  await until(page, () => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]') != null);
  assert.ok((await look(page, 'vitrine-viewer')).deviation > 5);
});

test('the element draws a model, plays it, and its slider seeks', async (t) => {
  const page = await firefox.page(t, '/test/model.html');
  await until(page, () => document.querySelector('#fig').shadowRoot?.querySelector('[data-drawn]'));
  assert.ok((await look(page, '#fig')).deviation > 5);
  const times = await page.evaluate(async () => {
    const viewer = document.querySelector('#fig');
    viewer.pause();
    viewer.currentTime = 0.4;
    await viewer.toBlob();
    const { currentTime } = viewer;
    void viewer.play();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [currentTime, viewer.paused];
  });
  assert.deepEqual(times, [0.4, false]);
  await quiet(page);
});

test('a world is drawn, and its time goes on', async (t) => {
  const page = await firefox.page(t, '/test/world.html');
  await until(page, () => document.querySelector('#fig').shadowRoot?.querySelector('[data-drawn]'));
  const first = await page.$eval('#fig', (viewer) => (void viewer.play(), viewer.currentTime));
  await until(page, (time) => document.querySelector('#fig').currentTime > time + 0.5, first);
  const { mean, deviation } = await look(page, '#fig');
  assert.ok(mean > 10 && deviation > 5, `mean ${mean}, deviation ${deviation}`);
  await quiet(page);
});

test('a song plays, by the clock of what is heard', async (t) => {
  const page = await firefox.page(t, '/');
  const song = join(await mkdtemp(join(tmpdir(), 'vitrine-')), 'loud.v2m');
  t.after(() => rm(song));
  await writeFile(song, loudSong());
  // Firefox may stop the tab for good when its output is asked while it starts.
  await page.evaluate(() => {
    AudioContext.prototype.getOutputTimestamp = () => {
      throw new Error('the output is asked');
    };
  });
  await choose(page, song);
  await page.waitForSelector('.song-roll:focus');
  await page.keyboard.press(' ');
  await until(page, () => Number(document.querySelector('.song-slider').value) > 0.5);
  await until(page, () => document.querySelectorAll('.song-channel.is-sounding').length === 2);
  await quiet(page);
});
