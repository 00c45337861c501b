// What the tests of the workbench share: a page in Edit mode, its hands, what the core has taken, and the end of each scene.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { createVitrine } from '../../dist/node/index.js';
import { importSource } from '../../web/build/source.mjs';
import { askWorld, openFiles } from './harness.mjs';

const { worldTemplates } = await importSource('web/src/base/worldTemplates.ts');

const kPatience_ms = 60_000;
/** Of the pages. */
export const kLook = { width: 1440, height: 900, reducedMotion: 'reduce' };

export const template = (name) => worldTemplates.find((each) => each.name === name).text;
/** A document of 2,000 operators on 20 pages, of which one is evaluated; lines end with CR and LF. */
export function largeWorld() {
  const part = (page, i) => ({
    op: 'transform',
    translate: [i % 10, 0, -Math.floor(i / 10)],
    in: [{ op: 'mesh', name: `m${page} ${i}`, boxes: [{ min: [-0.2, 0, -0.2], max: [0.2, 0.4, 0.2] }] }],
  });
  const scenes = Array.from({ length: 20 }, (_, page) => [
    `s${page}`,
    { op: 'add', in: Array.from({ length: 50 }, (__, i) => part(page, i)) },
  ]);
  const world = {
    kind: 'vitrine-world',
    version: 1,
    scenes: Object.fromEntries(scenes),
    entities: ['s0'],
    camera: { at: [4, 4, 8], dir: [0, -0.4, -1], fov: 60 },
    timeline: { bpm: 60 },
  };
  return `${JSON.stringify(world, null, 1).replaceAll('\n', '\r\n')}\r\n`;
}

export const textOf = async (page) => (await askWorld(page, { type: 'document' })).text;
export const reportOf = async (page) => (await askWorld(page, { type: 'report' })).report;

/** Until the world of a page has drawn a time; `seconds`: that one. */
export const drawn = (page, seconds) =>
  page.waitForFunction((wanted) => {
    const time = document.querySelector('.world-room')?.dataset.time;
    return time !== undefined && (wanted === undefined || time === wanted);
  }, seconds?.toFixed(4));

/** A world on the page, in Edit mode unless it is to be watched. */
export async function openWorld(browser, t, text, { name = 'stage.world.json', watch = false, ...options } = {}) {
  const page = await browser.page(t, { ...kLook, ...options });
  await openFiles(page, [{ name, text }]);
  if (watch) await drawn(page);
  else await edited(page);
  return page;
}

/** Until the world of a page is drawn and in Edit mode. */
export async function edited(page) {
  await drawn(page);
  if ((await page.locator('.world-room.is-edit').count()) === 0)
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.bench-dock-body > *').first().waitFor();
}

/** What `ask` gives once that `holds`; asked for as long as a slow machine may need. */
export async function until(page, ask, holds, what) {
  const end = Date.now() + kPatience_ms;
  for (let last; ; await page.waitForTimeout(50)) {
    last = await ask(page);
    if (holds(last)) return last;
    if (Date.now() < end) continue;
    const status = await page.locator('.bench-status').textContent();
    assert.fail(`never came: ${what}\n${JSON.stringify(last).slice(0, 4000)}\n${status}`);
  }
}

/** The text of the core, once `holds` is true for it. */
export const taken = (page, holds, what) => until(page, textOf, holds, what);
/** Likewise what it says. */
export const jsonTaken = async (page, holds, what) =>
  JSON.parse(await taken(page, (text) => holds(JSON.parse(text)), what));

/** Until the browser keeps a draft with so many steps that are not saved. */
export const untilKept = (page, steps) =>
  until(page, keptSteps, (kept) => kept.includes(steps), `${steps} steps are kept`);

/** Of each draft that the browser keeps. */
const keptSteps = (page) =>
  page.evaluate(async () => {
    // To open it before the page has made it would make another one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'vitrine-worlds')) return [];
    const { promise, resolve } = Promise.withResolvers(),
      opening = indexedDB.open('vitrine-worlds');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('drafts').objectStore('drafts').getAll();
      asked.onsuccess = () => resolve(asked.result.map(({ steps }) => steps));
    };
    const kept = await promise;
    opening.result.close();
    return kept;
  });

// -- hands ---------------------------------------------------------------------------------------------------------------

export const block = (page, pointer) => page.locator(`.bench-block[data-pointer="${pointer}"]`);
const rowSelector = (end) => `.inspector-row[data-pointer$="${end}"]`;
/** The row of the inspector whose pointer ends so. */
export const row = (page, end) => page.locator(rowSelector(end));

/** One of what the palette offers; or, with `isText`, a line of text. */
export async function answer(page, words, isText = false) {
  const dialog = page.locator('dialog.bench-ask[open]');
  await dialog.waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
  if (!isText) await dialog.locator('[role=option][aria-selected=true]').filter({ hasText: words }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' }).catch(() => undefined);
}

/** Shows a pane of the dock, by the palette or by its tab. */
export async function openTab(page, name, byKeys = false) {
  const tab = page.locator(`#bench-tab-${name}`);
  if (byKeys) {
    await page.keyboard.press('Control+k');
    await answer(page, `Show the ${name}`);
  } else await tab.click();
  await tab.and(page.locator('[aria-selected=true]')).waitFor();
}

export async function openPage(page, name, pointer, byKeys) {
  if (byKeys) {
    await page.locator('.bench-stack').focus();
    await page.keyboard.press('o');
    await answer(page, name);
  } else await page.locator(`.bench-row[data-page="${pointer}"]`).click();
  await page.locator(`.bench-block[data-pointer^="${pointer}"]`).first().waitFor();
}

/** Chooses a block by arrow keys from the root. */
export async function walkTo(page, pointer, ...keys) {
  await page.locator('.bench-stack').focus();
  for (const key of keys) await page.keyboard.press(key);
  await page.locator(`.bench-block[data-pointer="${pointer}"][aria-selected=true]`).waitFor();
}

/** F6 to a pane, then Tab to one of the elements there that `selector` names; in the text, in its shadow root. */
export async function tabTo(page, selector, { number = 0, pane = '.bench-inspector' } = {}) {
  const isIn = () => page.evaluate((css) => document.activeElement.closest(css) !== null, pane),
    isThere = () =>
      page.evaluate(
        ([css, i]) => {
          const own = document.activeElement.shadowRoot ?? document;
          return own.activeElement !== null && own.activeElement === own.querySelectorAll(css)[i];
        },
        [selector, number],
      );
  for (let i = 0; i < 6 && !(await isIn()); ++i) await page.keyboard.press('F6');
  for (let i = 0; i < 120; ++i) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never came to ${selector}`);
}

/** Writes into fields that `selector` names: by the keyboard alone, or with the pointer. */
export async function setFields(page, selector, values, byKeys, pane) {
  const inputs = page.locator(selector);
  await inputs.first().waitFor();
  for (const [i, value] of values.entries()) {
    if (byKeys) {
      await tabTo(page, selector, { number: i, pane });
      await page.keyboard.press('Control+a');
      await page.keyboard.type(String(value));
    } else {
      await inputs.nth(i).click();
      await inputs.nth(i).fill(String(value));
    }
    await page.keyboard.press('Enter');
  }
}
/** Numbers of a row of the inspector. */
export const setNumbers = (page, end, numbers, byKeys) =>
  setFields(page, `${rowSelector(end)} input[role=spinbutton]`, numbers, byKeys);

/** The menu of functions of a parameter, and what is chosen there; of an animated one it unfolds its function. */
export async function animate(page, end, preset, byKeys) {
  const mode = `${rowSelector(end)} .inspector-mode`;
  if (byKeys) {
    await tabTo(page, mode);
    await page.keyboard.press('Enter');
  } else await page.locator(mode).click();
  await answer(page, preset);
}

/** Where beats are on the ruler of the Timeline, as its marks say. */
export async function ruler(page) {
  const [first, last] = await page
    .locator('.timeline-mark')
    .evaluateAll((marks) =>
      [marks[0], marks.at(-1)].map((mark) => ({ x: mark.getBoundingClientRect().x, beat: Number(mark.textContent) })),
    );
  const { y, height } = await page.locator('.timeline-ruler').boundingBox();
  return (beat) => ({
    x: first.x + ((beat - first.beat) * (last.x - first.x)) / (last.beat - first.beat),
    y: y + height / 2,
  });
}

/** The scrubber, as a person would drag it, and that time drawn. */
export async function goTo(page, seconds) {
  await page.getByRole('slider', { name: 'Time', exact: true }).evaluate((slider, value) => {
    slider.valueAsNumber = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, seconds);
  await drawn(page, seconds);
}

/** Undoes and redoes all: the bytes of before, and those that were made. `steps`: so many. Returns the text. */
export async function backAndForth(page, opened, steps) {
  const made = await textOf(page),
    button = (name) => page.getByRole('button', { name, exact: true });
  await page.locator('.bench-outline [role=tree]').focus();
  // More than any scene has: a step that is not taken would be tried for ever.
  const kMost = 200;
  let undone = 0;
  for (; undone < kMost && (await button('Undo').isEnabled()); ++undone) await page.keyboard.press('Control+z');
  await taken(page, (text) => text === opened, 'what was opened');
  if (steps !== undefined) assert.equal(undone, steps, 'steps');
  for (let i = 0; i < undone && (await button('Redo').isEnabled()); ++i) await page.keyboard.press('Control+Shift+z');
  await taken(page, (text) => text === made, 'what was made');
  return made;
}

/**
 * The end of a scene: no problems, `backAndForth`, and what is saved shows the same, in Node by its report and in a page
 * that only watches by its pixels. Returns the text.
 */
export async function finish(browser, t, page, opened, steps) {
  await page.locator('.bench-status .status-problems').filter({ hasText: 'No problems' }).waitFor();
  const made = await backAndForth(page, opened, steps);
  await showsTheSame(browser, t, page, made);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  return made;
}

async function showsTheSame(browser, t, page, made) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  const saved = await readFile(await download.path(), 'utf8');
  assert.equal(saved, made);
  await page.keyboard.press('Control+e');
  await page.locator('.bench-stack').waitFor({ state: 'hidden' });
  const { time: seconds } = await reportOf(page),
    again = await openWorld(browser, t, saved, { name: download.suggestedFilename(), watch: true });
  await goTo(again, seconds);
  // What is chosen stays outlined.
  await page.evaluate(() =>
    globalThis.engineWorker.postMessage({ type: 'set', view: 0, state: { marks: { shown: [], chosen: -1 } } }),
  );
  const [shown, fresh] = [await askWorld(page, { type: 'picture' }), await askWorld(again, { type: 'picture' })];
  assert.ok(shown.length > 1000 && Buffer.from(shown).equals(Buffer.from(fresh)), 'what is saved looks otherwise');

  const world = (await createVitrine()).world(saved),
    { width, height } = await again.locator('.world-canvas').evaluate(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight })); // prettier-ignore
  try {
    // Frame by frame, as the page has come there.
    world.seek(seconds);
    while (world.replay() > 0);
    world.evaluate(seconds, undefined, width / height);
    assert.deepEqual(frameOf(await reportOf(page)), frameOf(world.report), 'what is saved is another world in Node');
  } finally {
    world.dispose();
  }
}

/** A report without what depends on how the frame was come to. */
function frameOf({ frame, handlers, clock, ...report }) {
  assert.ok(frame !== undefined && handlers && clock);
  return report;
}
