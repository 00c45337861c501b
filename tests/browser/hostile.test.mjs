// Names that mean harm: markup, marks that turn what follows around, control characters, ten thousand letters. As names of
// files, joints, materials, actions and objects, in every panel, they are text: nothing runs, nothing is turned, nothing
// leaves its place.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { openFiles, startBrowser } from './harness.mjs';

const markup = '<img src=x onerror=globalThis.hit=1>';
const turned = 'safe\u202egnp.exe\u2066';
const control = 'bell\u0007\u0001end\u007f';
const hebrew = 'שלום (a)';
const emoji = '👩‍👩‍👧 zalgo\u0301\u0302\u0303';
const endless = `long ${'x'.repeat(9_990)}end`;
const names = [markup, turned, control, hebrew, emoji, endless];

const sample = (path) => readFileSync(new URL(`../../public/samples/${path}`, import.meta.url));

/** A skeleton of as many joints as there are names, and a triangle on the first. */
const chain = (list, shader) =>
  `MD5Version 10\ncommandline "${markup}"\nnumJoints ${list.length}\nnumMeshes 1\njoints {\n` +
  list.map((name, i) => `\t"${name}"\t${i - 1} ( 0 0 ${i * 4} ) ( 0 0 0 )\n`).join('') +
  `}\nmesh {\nshader "${shader}"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 1\n` +
  'numtris 1\ntri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 8 0 0 )\nweight 2 0 1 ( 0 8 0 )\n}\n';
const motion = (list) =>
  `MD5Version 10\ncommandline ""\nnumFrames 2\nnumJoints ${list.length}\nframeRate 24\nnumAnimatedComponents 1\n` +
  `hierarchy {\n${list.map((name, i) => `\t"${name}"\t${i - 1} ${i === 0 ? 1 : 0} 0\n`).join('')}}\n` +
  'bounds {\n( 0 0 0 ) ( 8 8 8 )\n( 0 0 0 ) ( 8 8 8 )\n}\n' +
  `baseframe {\n${list.map((_, i) => `( 0 0 ${i === 0 ? 0 : 4} ) ( 0 0 0 )\n`).join('')}}\nframe 0 {\n0\n}\nframe 1 {\n1\n}\n`;

/** Bytes with a name replaced by another of the same length, so that no size changes. */
function renamed(bytes, from, to) {
  const name = Buffer.alloc(from.length, 0x20);
  Buffer.from(to).copy(name);
  const copy = Buffer.from(bytes);
  let changed = 0;
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1), ++changed) name.copy(copy, at);
  assert.ok(changed > 0, from);
  return copy;
}

const cases = {
  md5: [
    { name: `${markup.replaceAll('/', '')}.md5mesh`, text: chain(names, markup) },
    { name: `${turned}.md5anim`, text: motion(names) },
    { name: `${hebrew}.md5anim`, text: motion(names) },
  ],
  'a single long name': [{ name: `${'n'.repeat(240)}.md5mesh`, text: chain([endless], endless) }],
  qmsh: [
    {
      name: 'x<b>y.qmsh.tmp',
      text: sample('pinwheel/pinwheel.qmsh.tmp')
        .toString()
        .replaceAll('"Stand"', `"${markup}"`)
        .replaceAll('pinwheel_wood', turned),
    },
  ],
  kri: [
    {
      name: `${markup}.scene`,
      text: renamed(sample('lighthouse/lighthouse.scene'), '/lighthouse_tower.png', '<img src=x onerror=1>'),
    },
  ],
  pivot: [
    { name: `${control}.pivot`, text: renamed(sample('mannequin/mannequin.pivot'), 'Pelvis', '<b>\u0007\u0001') },
  ],
};

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 1280, height: 800, reducedMotion: 'reduce' });
});
after(() => browser.stop());

/** Marks that are still themselves somewhere on the page, elements that no script of the page made, and what is too wide. */
const harm = () =>
  page.evaluate(() => {
    const found = [];
    const marks = /[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066\u2067]/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (marks.test(node.data))
          found.push(`text ${JSON.stringify(node.data.slice(0, 80))} in ${node.parentElement.className}`);
        continue;
      }
      if (node.matches('b, iframe, [onerror], [onload], [style*=expression], script:not([src])'))
        found.push(`element ${node.outerHTML.slice(0, 80)}`);
      if (node.matches('img') && !node.closest('.mark')) found.push(`image ${node.outerHTML.slice(0, 80)}`);
      for (const name of ['title', 'aria-label', 'aria-description'])
        if (marks.test(node.getAttribute(name) ?? ''))
          found.push(`${name} ${JSON.stringify(node.getAttribute(name).slice(0, 80))}`);
      if (
        node.getBoundingClientRect().right > innerWidth + 1 &&
        node.checkVisibility({ visibilityProperty: true }) &&
        !node.closest('svg, .panel:not(.is-open)')
      ) {
        // What scrolls or is cut off in its place is in its place.
        let inside = false;
        for (let up = node.parentElement; up && up !== document.body; up = up.parentElement)
          if (getComputedStyle(up).overflowX !== 'visible' && up.getBoundingClientRect().right <= innerWidth + 1)
            inside = true;
        if (!inside) found.push(`wide ${node.outerHTML.slice(0, 80)}`);
      }
    }
    if (marks.test(document.title)) found.push('title of the page');
    if ('hit' in globalThis) found.push('a script ran');
    return found;
  });

for (const [format, files] of Object.entries(cases))
  describe(format, () => {
    test('opens, and every panel shows its names as text', async () => {
      const before = await page.title();
      await openFiles(page, files);
      await page.waitForFunction((title) => document.title !== title, before);
      assert.deepEqual(await harm(), []);
      await page.evaluate(() => document.querySelector('[role=treeitem]')?.click());
      for (const id of await page.evaluate(() =>
        [...document.querySelectorAll('aside.panel')].map((panel) => panel.id),
      )) {
        const usable = await page.evaluate((name) => {
          const button = document.querySelector(`[aria-controls="${name}"]`);
          if (!button || button.hidden) return false;
          if (button.getAttribute('aria-pressed') !== 'true') button.click();
          return true;
        }, id);
        if (usable) assert.deepEqual([id, await harm()], [id, []]);
      }
      await page.locator('#stage').focus();
      await page.keyboard.press('v');
      assert.deepEqual(['curves', await harm()], ['curves', []]);
      await page.locator('#stage').focus();
      await page.keyboard.press('v');
      assert.deepEqual(page.errors, []);
      assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
    });
  });

test('a turned name can be read as it stands, mark by number', async () => {
  const before = await page.title();
  await openFiles(page, cases.md5);
  await page.waitForFunction((title) => document.title !== title, before);
  const read = await page.evaluate(() =>
    [...document.querySelectorAll('.tree-name')].map(({ textContent }) => textContent),
  );
  assert.equal(read[0], markup);
  assert.equal(read[1], 'safe⟨U+202E⟩gnp.exe⟨U+2066⟩');
  assert.equal(read[2], 'bell␇␁end␡');
  assert.equal(read[4], emoji);
});

test('an export of hostile names says what it says as text', async () => {
  await page.evaluate(() => document.querySelector('[aria-controls="panel-export"][aria-pressed=false]')?.click());
  await page.locator('#panel-export').getByRole('button', { name: 'Export', exact: true }).click();
  await page.locator('#panel-export').getByRole('link', { name: 'Save file' }).waitFor();
  assert.deepEqual(await harm(), []);
});

test('a file that is refused is named as text', async () => {
  await openFiles(page, [
    { name: `${markup}.md5mesh`, text: `MD5Version 10\nnumJoints 1\nnumMeshes 0\njoints {\n\t"${turned}" ${markup}\n` },
  ]);
  await page.getByRole('alertdialog').waitFor();
  assert.deepEqual(await harm(), []);
});
