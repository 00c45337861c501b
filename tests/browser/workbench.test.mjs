// The workbench for worlds, by keyboard and by pointer: what is made is in the text, in the picture, and can be undone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { anotherPage, decoded, startBrowser } from './harness.mjs';
import {
  animate,
  answer,
  backAndForth,
  block,
  drawn,
  finish as finishScene,
  goTo,
  jsonTaken,
  largeWorld,
  openPage,
  openTab,
  openWorld,
  reportOf,
  row,
  ruler,
  setFields,
  setNumbers,
  tabTo,
  taken,
  template,
  textOf,
  until,
  untilKept,
  walkTo,
} from './workbench.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const edit = (t, text, options) => openWorld(browser, t, text, options),
  /** What was made by keys is compared with what is saved; by the pointer it is the same. */
  finish = (t, page, opened, byKeys) => (byKeys ? finishScene(browser, t, page, opened) : backAndForth(page, opened));

/** Lines of one text that another has not. */
const linesWithout = (text, other) => {
  const left = other.split('\n');
  return text.split('\n').filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** Adds an operator to what is chosen. */
async function add(page, how, op, byKeys) {
  if (byKeys) {
    await page.locator('.bench-stack').focus();
    await page.keyboard.press({ addInput: 'Shift+a', add: 'a', addBeside: 'i' }[how]);
  } else {
    await page.locator('.bench-stack').hover();
    await page.locator(`.bench-adder.is-${how}`).click();
  }
  await answer(page, op);
}

/** Runs a command on a block: by its key, or from its menu. */
async function command(page, pointer, label, key, byKeys) {
  if (byKeys) {
    await page.locator('.bench-stack').focus();
    await page.keyboard.press(key);
    return;
  }
  await block(page, pointer).click({ button: 'right' });
  await page.getByRole('menuitem', { name: label }).click();
}

/** Scene 1: a crate on the stage, which becomes a page, and a red floor. */
async function crate(page, byKeys) {
  if (byKeys) await walkTo(page, '/scenes/stage', 'ArrowDown');
  else await block(page, '/scenes/stage').click();
  await add(page, 'addInput', 'mesh', byKeys);
  const mesh = '/scenes/stage/in/2';
  await page.locator(`.bench-block[data-pointer="${mesh}"][aria-selected=true]`).waitFor();
  await openBox(page, `${mesh}/boxes`, byKeys);
  await setNumbers(page, `${mesh}/boxes/0/min`, [-0.5, 0, -0.5], byKeys);
  await setNumbers(page, `${mesh}/boxes/0/max`, [0.5, 1, 0.5], byKeys);
  await command(page, mesh, 'Name: make it a page', 'n', byKeys);
  await answer(page, 'crate', true);
  await jsonTaken(page, ({ meshes, scenes }) => meshes?.crate && scenes.stage.in[2] === 'crate', 'the crate');
}

/** Unfolds the first box of a list, which is made where there is none. */
async function openBox(page, pointer, byKeys) {
  const list = row(page, pointer),
    fields = page.locator(`.inspector-row[data-pointer="${pointer}/0/min"]`);
  await list.waitFor();
  if ((await fields.count()) > 0) return;
  const hasBox = (await list.locator('.inspector-list > li').count()) > 0,
    selector = `.inspector-row[data-pointer="${pointer}"] ${hasBox ? '.inspector-list button' : 'button[aria-label="Add to boxes"]'}`;
  if (byKeys) {
    await tabTo(page, selector);
    await page.keyboard.press('Enter');
  } else await page.locator(selector).first().click();
  await fields.waitFor();
}

async function redFloor(page, byKeys) {
  await openPage(page, 'floor', '/materials/floor', byKeys);
  await setNumbers(page, '/materials/floor/color', [1, 0, 0], byKeys);
  await jsonTaken(page, ({ materials }) => String(materials.floor.color) === '1,0,0', 'the red floor');
}

for (const byKeys of [true, false]) {
  const how = byKeys ? 'by keys' : 'by pointer';

  test(`a crate stands on the stage, and the text has only its lines, ${how}`, async (t) => {
    const opened = template('stage'),
      page = await edit(t, opened);
    await crate(page, byKeys);
    await redFloor(page, byKeys);
    const made = await finish(t, page, opened, byKeys),
      { meshes, scenes, materials } = JSON.parse(made);
    assert.deepEqual(meshes.crate.boxes, [{ min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }]);
    assert.equal(scenes.stage.in[2], 'crate');
    assert.deepEqual(materials.floor.color, [1, 0, 0]);
    const gone = linesWithout(opened, made);
    assert.ok(gone.length <= 3, `other lines changed as well:\n${gone.join('\n')}`);
    assert.ok(gone.some((line) => line.includes('"color"')));
    assert.deepEqual(
      linesWithout(made, opened).filter((line) => !/color|crate|mesh|boxes|min|max|op|[{}\]]/.test(line)),
      [],
    );
  });

  test(`the crate in a row of five, ${how}`, async (t) => {
    const opened = template('stage'),
      page = await edit(t, opened);
    await crate(page, byKeys);
    await page.locator('.bench-row[data-page="/scenes/stage"]').click();
    if (byKeys) await walkTo(page, '/scenes/stage/in/2', 'ArrowUp', 'ArrowRight', 'ArrowRight');
    else await block(page, '/scenes/stage/in/2').click();
    await add(page, 'add', 'multiply', byKeys);
    await page.locator('.bench-block[data-pointer="/scenes/stage/in/2"][aria-selected=true]').waitFor();
    await setNumbers(page, '/scenes/stage/in/2/count', [5], byKeys);
    await setNumbers(page, '/scenes/stage/in/2/translate', [1.5, 0, 0], byKeys);
    await jsonTaken(page, ({ scenes }) => scenes.stage.in[2].count === 5, 'five crates');
    const crates = ({ jobs }) => jobs.filter(({ mesh }) => mesh === 'crate').length;
    await until(page, reportOf, (report) => crates(report) === 5, 'five jobs');
    await finish(t, page, opened, byKeys);
  });

  test(`a light sways: at a beat a second it is furthest after a quarter of one, ${how}`, async (t) => {
    const opened = template('stage'),
      page = await edit(t, opened),
      light = '/scenes/stage/in/0',
      lightOf = (report) => report.lights.find(({ name }) => name === 'key').at;
    await openTab(page, 'timeline', byKeys);
    await setFields(page, '.timeline-tools input[aria-label="Beats per minute"]', [60], byKeys, '.bench-dock');
    await answer(page, 'Keep beats');
    await jsonTaken(page, ({ timeline }) => timeline?.bpm === 60, 'a beat a second');
    if (byKeys) {
      await tabTo(page, '.timeline-ruler', { pane: '.bench-dock' });
      await page.keyboard.press('ArrowRight');
    } else {
      const { x, y } = (await ruler(page))(0.25);
      await page.mouse.click(x, y);
    }
    await drawn(page, 0.25);
    await openTab(page, 'stack', byKeys);
    await openPage(page, 'stage', '/scenes/stage', byKeys);
    if (byKeys) await walkTo(page, light, 'ArrowDown', 'ArrowUp');
    else await block(page, light).click();
    await animate(page, `${light}/at`, 'sway', byKeys);
    await setFields(page, '.inspector-constant[aria-label=CONST] input[role=spinbutton]', [1, 0, 0], byKeys);
    const { scenes } = await jsonTaken(page, (world) => world.scenes.stage.in[0].at.anim, 'an animated light');
    assert.deepEqual(scenes.stage.in[0].at, {
      value: [2, 3, 2],
      anim: { b: 'sin(TIME)', c: 'CONST', const: [1, 0, 0, 0] },
    });
    await until(page, reportOf, (report) => lightOf(report)[0] === 3, 'the light a unit further');
    assert.deepEqual(lightOf(await reportOf(page)), [3, 3, 2]);
    await finishScene(browser, t, page, opened, 2);
  });

  test(`a portal of resistance 10 hides what is behind it; undone, it shows again, ${how}`, async (t) => {
    const opened = template('rooms'),
      page = await edit(t, opened, { name: 'rooms.world.json' });
    await goTo(page, 1);
    assert.ok((await reportOf(page)).visible.includes('outside'));
    await openPage(page, 'door', '/portals/0', byKeys);
    await setNumbers(page, '/portals/0/resistance', [10], byKeys);
    await jsonTaken(page, ({ portals }) => portals[0].resistance === 10, 'resistance 10');
    await visible(page, (names) => !names.includes('outside'));
    await page.locator('.bench-stack').focus();
    await page.keyboard.press('Control+z');
    await visible(page, (names) => names.includes('outside'));
    assert.equal((await reportOf(page)).flood.outside, 9);
    await page.keyboard.press('Control+Shift+z');
    await finish(t, page, opened, byKeys);
  });

  test(`a pillar becomes a subroutine with a parameter for each call, ${how}`, async (t) => {
    const opened = template('stage'),
      page = await edit(t, opened);
    if (byKeys) await walkTo(page, '/scenes/stage', 'ArrowDown');
    else await block(page, '/scenes/stage').click();
    await add(page, 'addInput', 'mesh', byKeys);
    await openBox(page, '/scenes/stage/in/2/boxes', byKeys);
    await setNumbers(page, '/scenes/stage/in/2/boxes/0/max', [0.2, 1, 0.2], byKeys);
    await add(page, 'add', 'transform', byKeys);
    await command(page, '/scenes/stage/in/2', 'Make a subroutine…', 'Control+g', byKeys);
    await answer(page, 'pillar', true);
    await jsonTaken(page, ({ subroutines }) => subroutines?.pillar, 'the subroutine');
    const pageOf = (pointer) => page.locator(`.bench-row[data-page="${pointer}"]`);
    await pageOf('/subroutines/pillar').click();
    await block(page, '/subroutines/pillar/root').click();
    await expose(page, '/subroutines/pillar/root/translate', byKeys);
    await expose(page, '/subroutines/pillar/root/scale', byKeys);
    const idsOf = ({ subroutines }) => (subroutines?.pillar.params ?? []).map(({ id, name }) => `${id} ${name}`).join();
    await jsonTaken(page, (world) => idsOf(world) === '0 translate,1 scale', 'two parameters');
    // Two calls, each with its own scale.
    await pageOf('/scenes/stage').click();
    await block(page, '/scenes/stage/in/2').click();
    await command(page, '/scenes/stage/in/2', 'Duplicate', 'Control+d', byKeys);
    await jsonTaken(page, ({ scenes }) => scenes.stage.in.length === 4, 'two calls');
    for (const [call, height] of [
      ['/scenes/stage/in/3', 3],
      ['/scenes/stage/in/2', 2],
    ]) {
      await block(page, call).click();
      await setNumbers(page, `${call}/args/1`, [1, height, 1], byKeys);
    }
    const heights = ({ scenes }) => [2, 3].map((i) => scenes.stage.in[i].args?.['1']?.[1]).join();
    await jsonTaken(page, (world) => heights(world) === '2,3', 'two heights');
    // The other parameter goes, and the ids of the calls mean what they did.
    await pageOf('/subroutines/pillar').click();
    await row(page, '/subroutines/pillar/params').getByRole('button', { name: 'Remove' }).first().click();
    const made = await jsonTaken(page, (world) => idsOf(world) === '1 scale', 'one parameter');
    assert.equal(heights(made), '2,3');
    assert.equal(made.subroutines.pillar.root.translate?.param, undefined);
    await finish(t, page, opened, byKeys);
  });

  test(`each level of a show alone; an animated fill is a square and flashes, and what uses it does not, ${how}`, async (t) => {
    const opened = template('show'),
      page = await edit(t, opened, { name: 'show.world.json', reducedMotion: 'no-preference' });
    if (await page.getByRole('button', { name: 'Pause' }).count())
      await page.getByRole('button', { name: 'Pause' }).click();
    await goTo(page, 1.25);
    for (const [name, path, pointer, ...keys] of kLevels) {
      await openPage(page, name, path, byKeys);
      if (byKeys) await walkTo(page, pointer, ...keys);
      else await block(page, pointer).click();
      await command(page, pointer, 'Show in the picture', 's', byKeys);
      await page.locator(`.bench-level[data-shown="${pointer}"]`).waitFor();
      await until(page, litPixels, (count) => count > 200, `${pointer} in the picture`);
    }
    await page.locator('.bench-stack').focus();
    await page.keyboard.press('Shift+S');
    await page.locator('.bench-level').waitFor({ state: 'hidden' });

    const [texture, material] = ['/materials/stone/lightmap', '/materials/stone'];
    await openPage(page, 'stone', material, byKeys);
    if (byKeys) await walkTo(page, texture, 'ArrowUp');
    else await block(page, texture).click();
    await animate(page, `${texture}/fill`, 'sway', byKeys);
    await jsonTaken(page, ({ materials }) => materials.stone.lightmap.fill.anim, 'an animated fill');
    await row(page, `${texture}/fill`).locator('.inspector-mode[data-mode=square]').waitFor();
    // Of each frame that shows: what the blocks are, by their shapes.
    await page.evaluate(
      (pointers) => {
        globalThis.seen = pointers.map(() => new Set());
        const look = () => {
          for (const [i, pointer] of pointers.entries()) {
            const element = document.querySelector(`.bench-block[data-pointer="${pointer}"]`);
            for (const name of element.classList) globalThis.seen[i].add(name);
            if (getComputedStyle(element).animationName === 'bench-flash') globalThis.seen[i].add('flashes');
          }
          globalThis.looking = requestAnimationFrame(look);
        };
        look();
      },
      [texture, material],
    );
    await page.keyboard.press('Escape');
    await page.locator('.bench-stack').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    const seen = () => page.evaluate(() => globalThis.seen.map((names) => [...names].join(' ')));
    await until(page, seen, ([inside]) => /is-stale/.test(inside) && /flashes/.test(inside), 'a flash');
    await page.waitForTimeout(500);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.doesNotMatch((await seen())[1], /is-stale|flashes/, 'the border of its class');
    await page.evaluate(() => cancelAnimationFrame(globalThis.looking));
    await finish(t, page, opened, byKeys);
  });
}

/** Pages of the show by name, blocks on them, and the keys that lead to each from where the page begins. */
const kLevels = [
  ['set', '/scenes/set', '/scenes/set', 'ArrowDown'],
  ['set', '/scenes/set', '/scenes/set/in/0', 'ArrowDown', 'ArrowUp'],
  ['set', '/scenes/set', '/scenes/set/in/1', 'ArrowDown', 'ArrowUp', 'ArrowRight'],
  ['stone', '/materials/stone', '/materials/stone', 'ArrowDown'],
  ['stone', '/materials/stone', '/materials/stone/lightmap', 'ArrowDown', 'ArrowUp'],
  ['title', '/scenes/title', '/scenes/title', 'ArrowDown'],
  ['spark', '/scenes/spark', '/scenes/spark', 'ArrowDown'],
  ['post', '/post', '/post/0', 'ArrowDown'],
];

/** How many pixels of the picture of a level are not black. */
async function litPixels(page) {
  const { pixels } = await decoded(page, await page.locator('.bench-level-canvas').screenshot());
  return pixels.filter((level, i) => i % 4 < 3 && level > 40).length;
}

/** Until the segments that are seen are as they should be. */
const visible = (page, holds) => until(page, reportOf, (report) => holds(report.visible), 'the segments in sight');

/** Makes a field a parameter: P on it. */
async function expose(page, pointer, byKeys) {
  if (byKeys) await tabTo(page, `.inspector-row[data-pointer="${pointer}"] input`);
  else await row(page, pointer).locator('input').first().click();
  await page.keyboard.press('p');
}

/** Drops files on an element, at a part of its box. */
async function dropOn(page, locator, files, { x = 0.5, y = 0.5 } = {}) {
  const box = await locator.boundingBox();
  await page.evaluate(
    ([list, clientX, clientY]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, bytes } of list) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      document
        .elementFromPoint(clientX, clientY)
        .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, clientX, clientY, dataTransfer }));
    },
    [files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })), box.x + box.width * x, box.y + box.height * y],
  );
}
const sample = async (path) => readFile(new URL(`../../public/samples/${path}`, import.meta.url));

test('files that are dropped while a world is edited join it: a model on a scene, an image, a song', async (t) => {
  const opened = template('stage'),
    page = await edit(t, opened);
  await page.locator('.bench-row[data-page="/scenes/stage"]').click();
  const model = [
    { name: 'heron.md5mesh', bytes: await sample('heron/heron.md5mesh') },
    { name: 'look.md5anim', bytes: await sample('heron/look.md5anim') },
  ];
  // The upper half of a block takes it as an input.
  await dropOn(page, block(page, '/scenes/stage'), model, { y: 0.2 });
  const { models, scenes } = await jsonTaken(page, (world) => world.models, 'the model');
  assert.deepEqual(models, { heron: { file: 'heron.md5mesh', with: ['look.md5anim'] } });
  const at = scenes.stage.in.findIndex((one) => one.model === 'heron');
  assert.deepEqual(scenes.stage.in[at], { op: 'mesh', model: 'heron' });
  const herons = ({ jobs }) => jobs.filter(({ mesh }) => mesh === `/scenes/stage/in/${at}`).length;
  await until(page, reportOf, (report) => herons(report) > 0, 'a heron in the picture');

  // Its actions are offered.
  await block(page, `/scenes/stage/in/${at}`).click();
  const action = row(page, `/scenes/stage/in/${at}/action`).locator('input');
  const offers = async () => {
    await action.blur();
    await action.focus();
    return action.evaluate(({ list }) => [...list.options].map(({ value }) => value));
  };
  await until(page, offers, (names) => names.includes('look'), 'the actions of the model');

  const image = [{ name: 'heron_body.png', bytes: await sample('heron/heron_body.png') }];
  await dropOn(page, page.locator('.bench-inspector'), image);
  await jsonTaken(page, ({ textures }) => textures?.heron_body === 'heron_body.png', 'the image');
  await dropOn(page, page.locator('.bench-stack'), [
    { name: 'tune.v2m', bytes: await readFile(new URL('../data/v2m/valid/melody.v2m', import.meta.url)) },
  ]);
  await jsonTaken(page, ({ sound }) => sound?.music === 'tune.v2m', 'the song');

  await page.getByRole('button', { name: 'Sound', exact: true }).waitFor();

  // With its files it is saved as a zip, and three steps take all of it back.
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  assert.equal(download.suggestedFilename(), 'stage.zip');
  const zip = (await readFile(await download.path())).toString('latin1');
  for (const name of ['stage.world.json', 'heron.md5mesh', 'look.md5anim', 'heron_body.png', 'tune.v2m'])
    assert.ok(zip.includes(name), name);
  await backAndForth(page, opened, 3);
  assert.deepEqual(page.errors, []);
});

test('an image that the text names and lacks is drawn once it is dropped, and no step is made', async (t) => {
  const opened = template('stage')
      .replace('"scenes": {', '"textures": {"wall": "wall.png"},\n "scenes": {')
      .replace('"floor": {', '"floor": {\n   "texture": "wall",'),
    page = await edit(t, opened),
    problems = page.locator('.bench-status .status-problems');
  await problems.filter({ hasText: 'Warnings: 1' }).waitFor();
  await dropOn(page, page.locator('.bench-inspector'), [
    { name: 'wall.png', bytes: await sample('heron/heron_body.png') },
  ]);
  await problems.filter({ hasText: 'No problems' }).waitFor();
  assert.equal(await textOf(page), opened);
  assert.ok(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled());
});

test('a model that has joined outlives the tab with the draft that names it', async (t) => {
  const page = await edit(t, template('stage'));
  await page.locator('.bench-row[data-page="/scenes/stage"]').click();
  await dropOn(page, block(page, '/scenes/stage'), [{ name: 'heron.md5mesh', bytes: await sample('heron/heron.md5mesh') }], { y: 0.2 }); // prettier-ignore
  const made = await taken(page, (text) => text.includes('heron.md5mesh'), 'the model');
  const drawn = ({ jobs }) => jobs.length;
  const jobs = drawn(await until(page, reportOf, (report) => drawn(report) > 4, 'a heron in the picture'));
  await untilKept(page, 1);
  await page.close({ runBeforeUnload: false });
  const again = await anotherPage(page);
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.locator('.bench-stack').waitFor();
  await again.locator('.bench-status .status-problems').filter({ hasText: 'No problems' }).waitFor();
  await taken(again, (text) => text === made, 'the draft');
  await until(again, reportOf, (report) => drawn(report) === jobs, 'the heron again');
});

test('fifty edits of two thousand operators outlive the tab, and all of them can be undone', async (t) => {
  const opened = largeWorld(),
    page = await edit(t, opened, { name: 'large.world.json' });
  const bounded = await page.locator('.bench-block').count();
  assert.ok(bounded > 0 && bounded <= 300, `${bounded} blocks are elements`);
  await walkTo(page, '/scenes/s0', 'ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.locator('.bench-block[aria-selected=true]').filter({ hasNotText: 's0' }).first().waitFor();
  for (let i = 0; i < 25; ++i) {
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Alt+ArrowRight');
  }
  await taken(page, (text) => JSON.parse(text).scenes.s0.in.length === 75, '25 parts more');
  const made = await textOf(page);
  assert.ok(!/[^\r]\n/.test(made), 'each line ends with CR and LF');
  await untilKept(page, 50);
  await page.close({ runBeforeUnload: false });

  const again = await anotherPage(page);
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.locator('.bench-do-undo:enabled').waitFor();
  await taken(again, (text) => text === made, 'the draft');
  assert.equal(await finishScene(browser, t, again, opened, 50), made);
});
