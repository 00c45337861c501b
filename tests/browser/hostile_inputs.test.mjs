// Files that mean harm, on the page: each opens or is refused with a word, no script of the page fails, and the next file
// opens. What is made here is large where the reference material is small.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { actions, blackGif, chain, overfullSong, shaders, square } from '../node/support/inputs.mjs';
import { data } from '../node/support/vitrine.mjs';
import { openFiles, startBrowser } from './harness.mjs';

let browser, page;
const ends = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: (end) => ends.push(end) }, { width: 1000, height: 700, reducedMotion: 'reduce' });
});
after(async () => {
  for (const end of ends) await end();
  await browser.stop();
});

/** Gives the page files, and waits for what comes of them: 'opened', or the text of the loadError. */
async function outcome(files) {
  await openFiles(page, files);
  const found = await page.waitForFunction(
    (name) => {
      const loadError = document.querySelector('[role=alertdialog]:not([hidden])');
      if (loadError) return loadError.textContent;
      return document.title.startsWith(name) ? 'opened' : false;
    },
    files[0].name,
    { timeout: 60_000 },
  );
  return await found.jsonValue();
}
async function closeLoadError() {
  const loadError = page.getByRole('alertdialog');
  if (await loadError.isVisible()) await loadError.press('Escape');
  await loadError.waitFor({ state: 'hidden' });
}
let next = 0;
async function nextOpens() {
  const name = `next${++next}.md5mesh`;
  assert.equal(await outcome([{ name, text: square() }]), 'opened');
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
}
/** `expected` of the outcome: 'opened', or a pattern of the loadError. */
async function check(files, expected) {
  const found = await outcome(files);
  if (typeof expected === 'string') assert.equal(found, expected);
  else assert.match(found, expected);
  assert.deepEqual(page.errors, []);
  await closeLoadError();
  await nextOpens();
}

describe('made here', () => {
  for (const joints of [1000, 4096])
    test(`${joints} joints in a chain`, () => check([{ name: `c${joints}.md5mesh`, text: chain(joints) }], 'opened'));
  test('140,000 actions', () => check([{ name: 'actions.qmsh.tmp', text: actions(140_000) }], 'opened'));
  test('1,000 materials', () => check([{ name: 'shaders.md5mesh', text: shaders(1000) }], 'opened'));
  test('a song of 160,000 tempo entries and notes', () =>
    check([{ name: 'song.v2m', text: overfullSong(160_000) }], 'opened'));
  test('sixteen zeros', () => check([{ name: 'zeros.pivot', text: Buffer.alloc(16) }], /zeros\.pivot/));
  test('twelve images of 8192 x 8192 beside a model', () =>
    check(
      [
        { name: 'twelve.md5mesh', text: shaders(12) },
        ...Array.from({ length: 12 }, (_, i) => ({ name: `name${i}.gif`, text: blackGif(8192) })),
      ],
      'opened',
    ));
});

/** What opens of tests/data/hostile; all else is refused by its name. */
const opening = /^(chain_1000|export_(pivot|qmsh|report)|fix_|kri_cut_late|qmsh_fix_makes)/;

describe('files that made programs stumble', () => {
  const folder = data('hostile');
  const files = readdirSync(folder, { recursive: true });
  for (const path of files.filter((path) => /\.[^.]+$/.test(path) && !path.endsWith('.gif')))
    test(path, async () => {
      const name = basename(path);
      const expected = opening.test(name) ? 'opened' : new RegExp(name.replaceAll('.', '\\.'));
      await check([{ name, text: readFileSync(join(folder, path)) }], expected);
    });
});
