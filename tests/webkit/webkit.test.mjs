// WebKit draws, plays and sounds what Chromium does. There an OffscreenCanvas has no WebGL2: both engines draw on the page's
// thread. What each part does in detail is tested in Chromium.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { sheetModel } from '../browser/bigmodel.mjs';
import { document as html, files, slider } from '../browser/embedding.mjs';
import { loudSong } from '../node/support/sound.mjs';
import { dist, dropFolder } from '../browser/harness.mjs';
import { skip, startWebkit } from './harness.mjs';

const sample = (path) => fileURLToPath(new URL(`../../public/samples/${path}`, import.meta.url));
const viewers = (count) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<vitrine-viewer class="small" id="v${i}" src="slider.md5mesh" animations="slide.md5anim" textures="none" alt="A box" loading="eager"></vitrine-viewer>`,
  ).join('');
const pages = {
  'model.html': html(slider('controls="full" loading="eager"')),
  'world.html': html(
    '<div class="figure"><vitrine-viewer id="fig" src="/samples/island/island.world.json" alt="An island" loading="eager" controls="full"></vitrine-viewer></div>',
  ),
  'viewers.html': html(viewers(20)),
};

let webkit, page;
before(async () => {
  if (skip) return;
  const made = Object.entries(pages).map(([name, body]) => [name, { type: 'text/html', body }]);
  webkit = await startWebkit({
    ...files,
    ...Object.fromEntries(made),
    'page.css': { type: 'text/css', body: '.figure { width: 480px; } .small { display: inline-block; width: 150px; }' },
  });
  ({ page } = webkit);
});
after(() => webkit?.stop());

/** Nothing has gone wrong on the page since it was opened. */
const quiet = async () =>
  assert.deepEqual(await page.evaluate(() => [globalThis.errors, globalThis.violations]), [[], []]);
const open = (path) => page.goto(`${webkit.origin}${path}`);
const choose = (...paths) => page.choose('[data-testid=files]', ...paths);
const titled = (name) => page.until((text) => document.title.startsWith(text), name);
/** Until the page shows a document of that name, drawn. */
const shown = async (name) => {
  await titled(name);
  await page.until(() => Number(document.getElementById('stage').dataset.frames) > 0);
};
const contrast = (selector) => page.contrast(selector);
/** Writes a file that is gone after the test. */
async function file(t, name, contents) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-')),
    path = join(folder, name);
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path, contents);
  return path;
}

test('the start page has live samples, and draws on its own thread', { skip }, async () => {
  await open('/');
  await page.until(() => document.querySelectorAll('.sample .thumbnail canvas').length >= 6);
  await page.until(() => {
    const canvas = document.querySelector('.sample .thumbnail canvas');
    return canvas.width > 50 && canvas.getContext('2d') !== null;
  });
  await quiet();
});

test('every sample of a model is drawn', { skip }, async () => {
  const samples = JSON.parse(await readFile(sample('index.json'), 'utf8')).filter(({ poster }) => !poster);
  for (const {
    files: [name],
    action,
  } of samples) {
    if (name.startsWith('broken')) continue;
    const all = samples.find(({ files: [first] }) => first === name).files;
    await open('/');
    await choose(...all.map(sample));
    await shown(name.split('/').at(-1));
    const found = await contrast('#stage canvas');
    assert.ok(found > 5, `${name}, ${action ?? 'no action'}: contrast ${found}`);
    await quiet();
  }
});

test('the panels of a model open, and its source is copied without the numbers of lines', { skip }, async () => {
  await open('/#panel=source');
  await choose(sample('column/column.md5mesh'), sample('column/bend.md5anim'), sample('column/column.png'));
  await shown('column.md5mesh');
  await page.until(() => document.querySelectorAll('.source-row, .source-line').length > 5);
  const numbered = await page.evaluate(() => {
    const [line] = document.querySelectorAll('.source-row, .source-line');
    return [...line.querySelectorAll('*'), line].some((each) => getComputedStyle(each).webkitUserSelect === 'none');
  });
  assert.equal(numbered, true);
  for (const name of ['hierarchy', 'details', 'problems', 'export', 'statistics', 'materials', 'compare']) {
    await page.evaluate((panel) => {
      location.hash = `panel=${panel}`;
    }, name);
    await page.until((panel) => document.getElementById(`panel-${panel}`)?.classList.contains('is-open'), name);
  }
  await quiet();
});

test('a model is exported, and the file is read back', { skip }, async () => {
  await open('/#panel=export');
  await choose(sample('mannequin/mannequin.pivot'));
  await shown('mannequin.pivot');
  await page.until(() => {
    const button = [...document.querySelectorAll('#panel-export.is-open button')].find(
      ({ innerText }) => innerText.trim() === 'Export',
    );
    button?.click();
    return button !== undefined;
  });
  await page.until(() =>
    [...document.querySelectorAll('#panel-export a[download]')].some(({ href }) => href.startsWith('blob:')),
  );
  await page.until(() =>
    [...document.querySelectorAll('#panel-export h3, #panel-export h4')].some(({ textContent }) =>
      /Round-trip check/.test(textContent),
    ),
  );
  await quiet();
});

test('an animation is saved as APNG', { skip }, async () => {
  await open('/');
  await choose(sample('column/column.md5mesh'), sample('column/bend.md5anim'));
  await shown('column.md5mesh');
  const said = await page.evaluate(async () => {
    document.querySelector('button[aria-label="Film"], button[title^="Film"]').click();
    const dialog = document.querySelector('dialog.film[open]'),
      [, format, size] = dialog.querySelectorAll('select');
    size.value = size.options[0].value;
    dialog.querySelector('input[type=number]').value = '5';
    dialog.querySelector('button.primary').click();
    return [...format.options].map(({ value }) => value);
  });
  assert.deepEqual(
    said.slice(0, 2),
    ['apng', 'gif'],
    'a film of the kind that the browser may fail at is not the first',
  );
  await page.until(() => /saved/.test(document.querySelector('dialog.film [role=status]').textContent));
  await quiet();
});

test('a damaged file is refused with its line, and the model before stays', { skip }, async (t) => {
  await open('/');
  await choose(sample('mannequin/mannequin.pivot'));
  await shown('mannequin.pivot');
  const text = await readFile(sample('column/column.md5mesh'), 'latin1');
  await choose(await file(t, 'half.md5mesh', text.slice(0, text.lastIndexOf('weight'))));
  await page.until(() => /half\.md5mesh:\d+/.test(document.body.textContent));
  await titled('mannequin.pivot');
  await quiet();
});

test('a folder is dropped', { skip }, async () => {
  await open('/');
  const names = ['heron.md5mesh', 'idle.md5anim'];
  const texts = await Promise.all(names.map((name) => readFile(sample(`heron/${name}`), 'utf8')));
  const contents = names.map((name, i) => ({ name, text: texts[i] }));
  await dropFolder(page, 'heron', contents);
  await shown('heron.md5mesh');
  await page.until(() =>
    [...document.querySelectorAll('option, [role=option]')].some((each) => /idle/.test(each.textContent)),
  );
  await quiet();
});

test('a drag turns the model', { skip }, async () => {
  await open('/');
  await choose(sample('column/column.md5mesh'));
  await shown('column.md5mesh');
  const picture = () => page.evaluate(() => document.querySelector('#stage canvas').toDataURL());
  const [x, y] = await page.evaluate(() => [innerWidth / 2, innerHeight / 2].map(Math.round));
  const before = await picture();
  await page.drag([
    [x, y],
    [x + 80, y],
    [x + 120, y + 10],
  ]);
  await page.until((old) => document.querySelector('#stage canvas').toDataURL() !== old, before);
  await quiet();
});

test('a model of 26 MB opens', { skip }, async (t) => {
  await open('/');
  await choose(await file(t, 'sheet.md5mesh', sheetModel()));
  await shown('sheet.md5mesh');
  assert.ok((await contrast('#stage canvas')) > 5);
  await quiet();
});

test('a lost context comes back, and the document stays', { skip }, async () => {
  await open('/');
  await choose(sample('column/column.md5mesh'), sample('column/bend.md5anim'));
  await shown('column.md5mesh');
  assert.equal(await page.evaluate(() => globalThis.contexts.length), 1, 'one context for the view and all samples');
  const note = (visible) =>
    page.until(
      (wanted) =>
        [...document.querySelectorAll('.stage-note')].some(
          (each) => !each.hidden && /context lost/.test(each.textContent),
        ) === wanted,
      visible,
    );
  await page.evaluate(() => {
    globalThis.losing = globalThis.contexts[0].getExtension('WEBGL_lose_context');
    globalThis.losing.loseContext();
  });
  await note(true);
  await page.evaluate(() => globalThis.losing.restoreContext());
  await note(false);
  await shown('column.md5mesh');
  await page.until(() => document.getElementById('stage').dataset.frames > 0);
  assert.ok((await contrast('#stage canvas')) > 5);
  await quiet();
});

test('with full storage, the last of three documents that come at once shows', { skip }, async () => {
  await open('/');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await choose(sample('column/column.md5mesh'), sample('column/bend.md5anim'));
  await choose(sample('heron/heron.md5mesh'));
  await choose(sample('mannequin/mannequin.pivot'));
  await shown('mannequin.pivot');
  assert.ok((await contrast('#stage canvas')) > 5);
  await quiet();
});

test('the element draws a model, plays it, seeks, and gives its picture', { skip }, async () => {
  await open('/test/model.html');
  await page.until(() => document.querySelector('#fig').shadowRoot?.querySelector('[data-drawn]') !== null);
  assert.ok((await contrast('#fig >> canvas')) > 5);
  const seen = await page.evaluate(async () => {
    const viewer = document.querySelector('#fig');
    viewer.pause();
    viewer.currentTime = 0.4;
    const { type, size } = await viewer.toBlob();
    const { currentTime } = viewer;
    // The action ends soon after.
    const starts = new Promise((resolve) => viewer.addEventListener('play', resolve, { once: true }));
    void viewer.play();
    await starts;
    return [currentTime, viewer.paused, type, size > 1000];
  });
  assert.deepEqual(seen, [0.4, false, 'image/png', true]);
  await quiet();
});

test('twenty viewers of a page are drawn', { skip }, async () => {
  await open('/test/viewers.html');
  await page.until(() =>
    [...document.querySelectorAll('vitrine-viewer')].every((viewer) => {
      const { top } = viewer.getBoundingClientRect();
      return top > innerHeight || viewer.shadowRoot?.querySelector('[data-drawn]');
    }),
  );
  assert.ok((await contrast('#v3 >> canvas')) > 5);
  await quiet();
});

test('a figure shows its model from a disk', { skip }, async (t) => {
  const path = await file(t, 'column.html', '');
  const models = ['column.md5mesh', 'bend.md5anim'].map((name) => sample(`column/${name}`));
  execFileSync(process.execPath, [join(dist, 'node/cli.js'), 'figure', ...models, '-o', path], { stdio: 'pipe' });
  await page.goto(pathToFileURL(path).href);
  await page.until(() => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]') !== null);
  assert.ok((await contrast('vitrine-viewer >> canvas')) > 5);
});

test('a world is drawn, its time goes on, and its picture ends above the line that plays', { skip }, async () => {
  await open('/#src=samples/island/island.world.json');
  await titled('island.world.json');
  await page.until(() => Number(document.querySelector('.world-room')?.dataset.time) > 0.2);
  assert.ok((await contrast('.world-canvas')) > 5);
  const [bottom, top] = await page.evaluate(() => [
    document.querySelector('.world-canvas').getBoundingClientRect().bottom,
    document.querySelector('.world-timeline').getBoundingClientRect().top,
  ]);
  assert.ok(bottom <= top + 1, `${bottom} px, ${top} px`);
  await quiet();
});

test('the element draws a world', { skip }, async () => {
  await open('/test/world.html');
  await page.until(() => document.querySelector('#fig').shadowRoot?.querySelector('[data-drawn]') !== null);
  assert.ok((await contrast('#fig >> canvas')) > 5);
  await quiet();
});

test('a song plays with the first Space, by the clock of what is heard', { skip }, async (t) => {
  await open('/');
  await choose(await file(t, 'loud.v2m', loudSong()));
  await page.until(() => document.activeElement?.classList.contains('song-roll'));
  await page.type(' ');
  await page.until(() => document.querySelector('.song-room').dataset.state === 'playing');
  await page.until(() => Number(document.querySelector('.song-slider').value) > 0.5);
  await page.until(() => document.querySelectorAll('.song-channel.is-sounding').length === 2);
  await quiet();
});
