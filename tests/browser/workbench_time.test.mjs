// Timeline, Curves and gizmos of the workbench, by keyboard and by pointer: what hands do is in the text and in the picture,
// and each gesture is one step.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { startBrowser } from './harness.mjs';
import {
  backAndForth,
  block,
  drawn,
  finish,
  jsonTaken,
  openPage,
  openTab,
  openWorld,
  reportOf,
  row,
  ruler,
  setFields,
  tabTo,
  taken,
  template,
  textOf,
  until,
  walkTo,
} from './workbench.mjs';

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

/** The page in Edit mode with a tab of the dock. */
async function edit(t, text, tab, byKeys) {
  const page = await openWorld(browser, t, text);
  await openTab(page, tab, byKeys);
  await page.locator('.timeline-pane').waitFor();
  return page;
}

/** The texts of the world at a time, evaluated apart from the page. */
function textsAt(text, seconds) {
  const world = vitrine.world(text);
  try {
    world.evaluate(seconds);
    return world.report.texts.map((each) => each.text);
  } finally {
    world.dispose();
  }
}

const kInDock = { pane: '.bench-dock' };
const slider = (page, name) => page.getByRole('slider', { name, exact: true });
const field = (page, name) => page.locator('.timeline-tools').getByRole('textbox', { name, exact: true });
const press = async (page, keys, times = 1) => {
  for (let i = 0; i < times; ++i) await page.keyboard.press(keys);
};
/** Holds a key down, so that it comes again and again. */
async function hold(page, key, times) {
  for (let i = 0; i < times; ++i) await page.keyboard.down(key);
  await page.keyboard.up(key);
}
/** Holds the pointer at a place and leads it by a way. */
async function drag(page, { x, y }, dx, dy = 0) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [0.3, 0.7, 1]) await page.mouse.move(x + dx * part, y + dy * part);
  await page.mouse.up();
}
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** A bar of titles at the playhead, its text and its ease. */
async function addTitle(page, byKeys) {
  if (byKeys) {
    await tabTo(page, '.timeline-ruler', kInDock);
    await press(page, 'Shift+ArrowRight', 8);
    await drawn(page, 4);
    // The lane of the chosen bar gets it.
    await tabTo(page, '.timeline-bar', kInDock);
    await press(page, 'a');
    await press(page, 'Enter');
    await page.keyboard.type('Three');
    await press(page, 'Enter');
    await press(page, 'Shift+Tab', 2);
    await page.locator('.timeline-tools [aria-label="Ease in"]:focus').waitFor();
    await page.keyboard.type('1/4');
    await press(page, 'Enter');
    return;
  }
  const { x, y } = (await ruler(page))(8);
  await page.mouse.click(x, y);
  await drawn(page, 4);
  await slider(page, 'title: One').click();
  const button = (name) => page.locator('.timeline-tools').getByRole('button', { name, exact: true });
  await button('Add').click();
  await setFields(page, '.timeline-tools [aria-label="Text"]', ['Three']);
  await button('Fit').click();
  const box = await slider(page, 'title: Three').boundingBox();
  await drag(page, { x: box.x + 11, y: box.y + 4 }, box.width / 4);
}

for (const byKeys of [true, false])
  test(`titles: a third bar with ease, and the first one a beat later, ${byKeys ? 'by keys' : 'by pointer'}`, async (t) => {
    const text = template('show'),
      page = await edit(t, text, 'timeline', byKeys);
    await addTitle(page, byKeys);
    const { timeline } = await jsonTaken(page, (json) => json.timeline.events[3]?.ease, 'an eased bar'),
      [begins, ends] = timeline.events[3].ease;
    // Of its four beats one.
    assert.ok(Math.abs(begins - 0.25) < (byKeys ? 1e-9 : 0.011), begins);
    assert.equal(ends, 0);
    if (byKeys) {
      await press(page, 'Escape');
      await press(page, 'Control+ArrowLeft', 2);
      await hold(page, 'ArrowRight', 4);
    } else {
      const one = slider(page, 'title: One'),
        { width } = await one.boundingBox();
      await drag(page, await middle(one), (width / 4) * 1.05);
    }
    const made = await jsonTaken(page, (json) => json.timeline.events[0].start === 1, 'the first bar at beat 1');
    assert.deepEqual(made.timeline.events[3], { op: 'title', start: 8, end: 12, ease: [begins, 0], text: 'Three' });
    assert.deepEqual(made.timeline.events[0], { op: 'title', start: 1, end: 5, text: 'One' });
    const now = await textOf(page);
    // At 120 bpm beat 1 is at half a second.
    assert.deepEqual([0.4, 0.5, 5].map((time) => textsAt(now, time)), [[], ['One'], ['Three']]); // prettier-ignore
    assert.equal(await slider(page, 'title: Three').getAttribute('aria-valuetext'), `beat 8 to 12, eased ${begins} and 0`); // prettier-ignore
    await finish(browser, t, page, text, 4);
  });

test('bodies, edges and corners of bars are dragged, each drag is a step', async (t) => {
  const text = template('show'),
    page = await edit(t, text, 'timeline'),
    one = slider(page, 'title: One'),
    box = await one.boundingBox(),
    beat = box.width / 4,
    y = box.y + box.height / 2;
  const events = async (holds, what) =>
    (await jsonTaken(page, (json) => holds(json.timeline.events), what)).timeline.events;
  await drag(page, { x: box.x + beat, y }, beat * 1.05);
  await events(([first]) => first.start === 1 && first.end === 5, 'the bar a beat later');
  await drag(page, { x: box.x + 5 * beat - 3, y }, -beat);
  await events(([first]) => first.end === 4, 'its end a beat earlier');
  await drag(page, { x: box.x + beat + 11, y: box.y + 4 }, beat * 0.75);
  // Three quarters of a beat are a quarter of its three beats.
  const [first] = await events(([{ ease }]) => ease !== undefined, 'an eased bar');
  assert.ok(Math.abs(first.ease[0] - 0.25) < 0.011, first.ease);
  assert.equal(first.ease[1], 0);
  await page.keyboard.down('Alt');
  await drag(page, { x: box.x + 2 * beat, y }, beat * 0.1);
  await page.keyboard.up('Alt');
  const [free] = await events(([{ start }]) => start !== 1, 'a bar off the grid');
  assert.ok(Math.abs(free.start - 1.1) < 0.02 && free.start % 0.25 !== 0, free.start);
  await backAndForth(page, text, 4);
});

test('bars are split, doubled, looped, deleted and made endless; Escape gives a drag up', async (t) => {
  const text = template('show'),
    page = await edit(t, text, 'timeline');
  const count = (wanted) => jsonTaken(page, (json) => json.timeline.events.length === wanted, `${wanted} bars`);
  await slider(page, 'Playhead').focus();
  await press(page, 'Shift+ArrowRight', 2);
  await slider(page, 'title: One').focus();
  await press(page, 'b');
  const { events } = (await count(4)).timeline;
  assert.deepEqual(events.slice(0, 2).map(({ start, end, interval }) => [start, end, interval]), [[0, 2, [0, 0.5]], [2, 4, [0.5, 1]]]); // prettier-ignore
  await press(page, 'Control+d');
  await count(5);
  await press(page, 'Delete');
  await count(4);
  await press(page, 'l');
  assert.equal(await page.locator('.timeline-loop').isVisible(), true);
  await slider(page, 'spark').focus();
  await page.locator('.timeline-tools').getByRole('button', { name: 'For ever' }).click();
  await jsonTaken(page, (json) => json.timeline.events[3].end === undefined, 'an endless bar');
  assert.equal(await slider(page, 'spark').getAttribute('aria-valuetext'), 'from beat 2 for ever');
  const before = await textOf(page),
    { x, y } = await middle(slider(page, 'title: Two'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 150, y);
  await press(page, 'Escape');
  await page.mouse.up();
  await taken(page, (now) => now === before, 'the drag was not given up'); // prettier-ignore
  await backAndForth(page, text, 4);
});

test('another tempo asks what stays', async (t) => {
  const text = template('show'),
    page = await edit(t, text, 'timeline');
  await field(page, 'Beats per minute').fill('60');
  await press(page, 'Enter');
  await page.getByRole('option', { name: /Keep seconds/ }).click();
  const made = await jsonTaken(page, (json) => json.timeline.bpm === 60, 'another tempo');
  assert.deepEqual(made.timeline.events.map(({ start, end }) => [start, end]), [[0, 2], [2, 4], [1, 3]]); // prettier-ignore
  const { channels } = made.scenes.set.in[0].at.anim.spline;
  assert.deepEqual(channels[0], [[0, -2], [2, 2], [4, -2]]); // prettier-ignore
  await backAndForth(page, text, 1);
});

/** The playhead of the Timeline at a beat. */
async function playheadAt(page, beat, byKeys) {
  if (byKeys) {
    await tabTo(page, '.timeline-ruler', kInDock);
    await press(page, 'Home');
    await press(page, 'Shift+ArrowRight', beat);
  } else {
    const { x, y } = (await ruler(page))(beat);
    await page.mouse.click(x, y);
  }
}

/** Leads the picture away from where it looks from: to the right, then forward. */
async function fly(page, isForward, byKeys) {
  const from = (await reportOf(page)).camera.at,
    canvas = page.locator('.world-canvas');
  const hasFlown = ({ camera: { at } }) => at.some((part, k) => Math.abs(part - from[k]) > 0.3);
  if (byKeys) {
    const key = isForward ? 'w' : 'd';
    await tabTo(page, '.world-canvas', { pane: '.world-canvas' });
    await page.keyboard.down(key);
    await until(page, reportOf, hasFlown, 'the camera stands');
    await page.keyboard.up(key);
    return;
  }
  const { x, y } = await middle(canvas);
  await page.mouse.move(x, y);
  if (isForward) await page.mouse.wheel(0, -300);
  else {
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x - 150, y, { steps: 3 });
    await page.mouse.up({ button: 'right' });
  }
  await until(page, reportOf, hasFlown, 'the camera stands');
}

for (const byKeys of [true, false])
  test(`a flight: keys of the camera at three beats, flown between; the picture is that of the document at each time, ${byKeys ? 'by keys' : 'by pointer'}`, async (t) => {
    const text = template('stage'),
      page = await openWorld(browser, t, text),
      at = '/camera/at';
    await openPage(page, 'camera', '/camera', byKeys);
    if (byKeys) await walkTo(page, '/camera', 'ArrowDown');
    else await block(page, '/camera').click();
    await openTab(page, 'timeline', byKeys);
    const seen = [];
    for (const beat of [0, 4, 8]) {
      await playheadAt(page, beat, byKeys);
      // 120 bpm.
      await drawn(page, beat / 2);
      if (beat > 0) await fly(page, beat === 8, byKeys);
      if (byKeys) {
        await tabTo(page, `.inspector-row[data-pointer="${at}"] input`);
        await press(page, 'k');
      } else await row(page, at).getByRole('button', { name: 'Key of at at the playhead' }).click();
      const keyed = ({ camera }) => camera.at.anim?.spline.channels[0].length === seen.length + 1;
      await jsonTaken(page, keyed, `a key at beat ${beat}`);
      seen.push((await reportOf(page)).camera.at);
    }
    const { camera } = JSON.parse(await textOf(page)),
      { value, anim } = camera.at,
      { channels } = anim.spline;
    assert.deepEqual(value, [0, 1.6, 5]);
    for (const [i, keys] of channels.slice(0, 3).entries()) {
      assert.deepEqual(keys.map(([time]) => time), [0, 4, 8]); // prettier-ignore
      for (const [k, [, part]] of keys.entries())
        assert.ok(Math.abs(value[i] + part - seen[k][i]) < 0.0011, `${seen[k]} is not where key ${k} is`);
    }
    assert.equal(channels[0][0][1], 0);
    assert.ok(channels[0][1][1] > 0.1, 'it flew to the right');

    const choice = page.getByRole('combobox', { name: 'Camera', exact: true });
    if (byKeys) {
      await tabTo(page, '.world-top select[aria-label=Camera]', { pane: '.world-canvas' });
      await press(page, 'Home');
    } else await choice.selectOption('document');
    assert.equal(await choice.inputValue(), 'document');
    const world = vitrine.world(await textOf(page));
    t.after(() => world.dispose());
    const place = await ruler(page);
    if (!byKeys) {
      const { x, y } = place(8);
      await page.mouse.move(x, y);
      await page.mouse.down();
    }
    for (const beat of [0, 1, 3, 4, 6, 8]) {
      if (byKeys) await playheadAt(page, beat, true);
      else await page.mouse.move(place(beat).x, place(beat).y, { steps: 3 });
      await drawn(page, beat / 2);
      world.evaluate(beat / 2);
      assert.deepEqual((await reportOf(page)).camera.at, world.report.camera.at);
    }
    await page.mouse.up();
    await finish(browser, t, page, text, 3);
  });

test('a key under the pointer stops before its neighbour; fields, arrows and boxes move keys too', async (t) => {
  const text = template('show'),
    page = await edit(t, text, 'curves');
  const keys = async (holds, what) =>
    (await jsonTaken(page, (json) => holds(json.scenes.set.in[0].at.anim.spline.channels[0]), what)).scenes.set.in[0].at
      .anim.spline.channels[0];
  const second = slider(page, 'x, key 2 of 3');
  await drag(page, await middle(second.locator('rect')), 2000);
  const [, dragged] = await keys(([, [time]]) => time > 7, 'a key that went to its neighbour');
  assert.ok(dragged[0] < 8 && dragged[0] >= 7.98, dragged);
  await drag(page, await middle(second.locator('rect')), -3000);
  const [, back] = await keys(([, [time]]) => time < 1, 'a key that went back');
  assert.ok(back[0] > 0 && back[0] <= 0.02, back);
  await second.focus();
  await field(page, 'Time of the key').fill('4');
  await press(page, 'Enter');
  await field(page, 'Value of the key').fill('5/2');
  await press(page, 'Enter');
  await keys(([, [time, value]]) => time === 4 && value === 2.5, 'typed numbers');
  await second.focus();
  await hold(page, 'ArrowRight', 2);
  await press(page, 'ArrowUp');
  const [, moved] = await keys(([, [time, value]]) => time === 4.5 && value > 2.5, 'a key by arrows');
  assert.ok(Math.abs(moved[1] - 2.6) < 1e-9, moved);
  // Both drags, two fields, and an arrow for each direction.
  await backAndForth(page, text, 6);
});

test('keys are added on a channel, chosen by a frame, scaled, deleted; the mode changes the values between', async (t) => {
  const text = template('show'),
    page = await edit(t, text, 'curves'),
    spline = (json) => json.scenes.set.in[0].at.anim.spline,
    plot = await page.locator('.curve-plot').boundingBox();
  await slider(page, 'x, key 1 of 3').focus();
  await press(page, '2');
  await page.keyboard.down('Control');
  await page.mouse.click(plot.x + 300, plot.y + 90);
  await page.keyboard.up('Control');
  const added = spline(await jsonTaken(page, (json) => spline(json).channels[1]?.length === 1, 'a key of y'));
  assert.equal(added.channels[0].length, 3);
  await press(page, '2');
  await drag(page, { x: plot.x + 55, y: plot.y + 22 }, plot.width - 60, plot.height - 30);
  assert.equal(await page.locator('.curve-key.is-chosen').count(), 4);
  await drag(page, await middle(page.locator('[data-grip="1 0"]')), -400);
  const scaled = spline(await jsonTaken(page, (json) => spline(json).channels[0][2][0] < 7.9, 'scaled keys')).channels,
    factor = scaled[0][2][0] / 8;
  assert.ok(Math.abs(scaled[0][1][0] - 4 * factor) < 0.02 && scaled[0][0][0] === 0, JSON.stringify(scaled));
  assert.deepEqual(scaled[0].map(([, value]) => value), [-2, 2, -2]); // prettier-ignore
  await press(page, 'Delete');
  await jsonTaken(page, (json) => spline(json).channels.flat().length === 0, 'no keys');
  await press(page, 'Control+z');
  await jsonTaken(page, (json) => spline(json).channels.flat().length === 4, 'the keys again');
  await page.getByRole('combobox', { name: 'Mode of the spline' }).selectOption('step');
  await jsonTaken(page, (json) => spline(json).mode === 'step', 'steps');
  await backAndForth(page, text, 3);
});

/** A light in front of the camera, 5 units away. */
const lit = JSON.stringify(
  {
    kind: 'vitrine-world',
    version: 1,
    scenes: { s: { op: 'add', in: [{ op: 'light', name: 'lamp', at: [0.0, 0, 0], range: 1.5 }, { op: 'mesh', boxes: [{ min: [-1, -1, -1], max: [1, -0.5, 1] }] }] } },
    camera: { at: [0, 0, 5], dir: [0, 0, -1], fov: 60 },
  },
  undefined,
  1,
); // prettier-ignore

test('a light goes as far as the pointer, by the distance that a pixel is there; numbers are typed as well', async (t) => {
  const page = await edit(t, lit, 'timeline');
  const light = async (holds, what) =>
    (await jsonTaken(page, (json) => holds(json.scenes.s.in[0]), what)).scenes.s.in[0];
  await page.getByRole('treeitem', { name: /lamp/ }).click();
  const canvas = await page.locator('.world-canvas').boundingBox(),
    center = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 },
    unit = (10 * Math.tan(Math.PI / 6)) / canvas.height;
  await page.locator('.gizmo-line.is-x').waitFor();
  await drag(page, { x: center.x + 60, y: center.y }, 120, 30);
  const moved = await light(({ at }) => at[0] !== 0, 'a light that moved');
  assert.ok(Math.abs(moved.at[0] - 120 * unit) < 0.006, `${moved.at} is not ${120 * unit}`);
  assert.deepEqual(moved.at.slice(1), [0, 0]);
  // In the plane of the picture.
  await drag(page, { x: center.x + 120, y: center.y }, -120, 50);
  const free = await light(({ at }) => at[1] !== 0, 'a light that was moved freely');
  assert.ok(Math.abs(free.at[0]) < 0.012 && Math.abs(free.at[1] + 50 * unit) < 0.012, free.at);

  await page.locator('.world-canvas').focus();
  await press(page, 'g');
  await press(page, 'z');
  await page.keyboard.type('-1.25');
  await press(page, 'Enter');
  await light(({ at }) => at[2] === -1.25, 'a typed distance');
  await press(page, 't');
  await press(page, 'ArrowRight', 2);
  await press(page, 'Enter');
  await light(({ range }) => range === 2, 'a longer range');
  const before = await textOf(page);
  await press(page, 'g');
  await press(page, 'y');
  await press(page, 'ArrowUp', 3);
  await press(page, 'Escape');
  await taken(page, (text) => text === before, 'Escape did not give up'); // prettier-ignore
  await backAndForth(page, lit, 4);
  assert.deepEqual(page.errors, []);
});

test('a face of a box follows the pointer and stops at the other one', async (t) => {
  const page = await edit(t, lit, 'timeline');
  const box = async (holds, what) =>
    (await jsonTaken(page, (json) => holds(json.scenes.s.in[1].boxes[0]), what)).scenes.s.in[1].boxes[0];
  await page.getByRole('treeitem', { name: /mesh/ }).click();
  const canvas = await page.locator('.world-canvas').boundingBox(),
    unit = (10 * Math.tan(Math.PI / 6)) / canvas.height,
    side = { x: canvas.x + canvas.width / 2 + 1 / unit, y: canvas.y + canvas.height / 2 + 0.75 / unit };
  await page.locator('.gizmo-knob.is-x').first().waitFor();
  await drag(page, side, 1 / unit);
  const wide = await box(({ max }) => max[0] > 1, 'a wider box');
  assert.ok(Math.abs(wide.max[0] - 2) < 0.012, wide.max);
  assert.deepEqual([wide.min, wide.max.slice(1)], [[-1, -1, -1], [-0.5, 1]]); // prettier-ignore
  await drag(page, { ...side, x: canvas.x + canvas.width / 2 + wide.max[0] / unit }, -6 / unit);
  await box(({ max }) => max[0] === -1, 'a flat box');
  await backAndForth(page, lit, 2);
});
