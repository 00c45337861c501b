// A world under fingers, on a narrow page, and in a tab that nobody looks at.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { askWorld as ask, openFiles, startBrowser } from './harness.mjs';

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

const fill = (value) => ({ op: 'texture', fill: [value, value, value] });
const box = (min, max) => ({ op: 'mesh', material: 'wall', boxes: [{ min, max }] });
const hall = {
  kind: 'vitrine-world',
  version: 1,
  materials: { wall: { lightmap: fill(0.4) } },
  scenes: {
    hall: {
      op: 'add',
      in: [
        box([-4, 0, -4], [4, 4, 4]),
        { op: 'transform', translate: { value: [0, 0, 0], anim: { b: 'sin(TIME)', c: 'X' } }, in: [box([-1, 0, -2], [1, 1, -1])] },
        { op: 'light', name: 'lamp', at: [0, 3.5, 2], range: 12, color: [0.6, 0.6, 0.6] },
      ],
    },
    sign: { op: 'event', in: [{ op: 'text', text: '$0', size: 0.3 }] },
  },
  segments: [{ name: 'room', scene: 'hall', cells: [{ min: [-4, 0, -4], max: [4, 4, 4] }] }],
  entities: ['sign'],
  camera: { at: [0, 1.5, 3], dir: [0, 0, -1], fov: 70 },
  timeline: { bpm: 60, events: [{ op: 'sign', start: 1, end: 600, text: 'hi' }] },
}; // prettier-ignore

async function opened(t, options) {
  const page = await browser.page(t, { width: 1000, height: 640, reducedMotion: 'reduce', ...options });
  await openFiles(page, [{ name: 'hall.world.json', text: JSON.stringify(hall, undefined, 1) }]);
  await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  return page;
}
/** The camera of the picture that is shown when nothing is left to draw. */
async function camera(page) {
  await ask(page, { type: 'settle' });
  return (await ask(page, { type: 'report' })).report.camera;
}

test('a finger turns, two zoom and walk, and a tap finds what it touches', async (t) => {
  const page = await opened(t, { width: 390, height: 844, hasTouch: true, isMobile: true }),
    { x, y, width, height } = await page.locator('.world-canvas').boundingBox(),
    centre = { x: x + width / 2, y: y + height * 0.7 };
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  const at = (dx, dy = 0) => ({ x: centre.x + dx, y: centre.y + dy });
  const mode = () => page.getByRole('combobox', { name: 'Camera' }).inputValue();

  const before = await camera(page);
  await touch('touchStart', at(0));
  for (const dx of [-10, -25, -40]) await touch('touchMove', at(dx));
  await touch('touchEnd');
  const turned = await camera(page);
  assert.equal(await mode(), 'orbit');
  // 0.005 radians per pixel; the picture goes with the finger, so the view turns to the right around what it looks at.
  assert.ok(Math.abs(Math.atan2(turned.dir[0], -turned.dir[2]) + 0.2) < 1e-6, `${turned.dir}`);
  const target = before.at.map((value, i) => value + before.dir[i] * distance(before));
  const still = turned.at.map((value, i) => value + turned.dir[i] * distance(before));
  assert.ok(still.every((value, i) => Math.abs(value - target[i]) < 1e-4), `${still} is not ${target}`); // prettier-ignore

  await touch('touchStart', at(-30), at(30));
  for (const dx of [50, 90]) await touch('touchMove', at(-dx), at(dx));
  await touch('touchEnd');
  const near = await camera(page);
  assert.ok(away(near.at, target) < away(turned.at, target) - 0.1, `${near.at}`);
  assert.ok(near.dir.every((value, i) => Math.abs(value - turned.dir[i]) < 1e-6), `${near.dir}`); // prettier-ignore

  // On foot two fingers that are drawn down walk ahead, as far as walls let them.
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('walk');
  const standing = await camera(page);
  await touch('touchStart', at(-20, -60), at(20, -60));
  for (let dy = -40; dy <= 60; dy += 20) await touch('touchMove', at(-20, dy), at(20, dy));
  await touch('touchEnd');
  const walked = await camera(page);
  assert.ok(away(walked.at, standing.at) > 0.3, `${standing.at} ${walked.at}`);
  assert.equal(walked.at[1], standing.at[1]);

  await page.getByRole('combobox', { name: 'Camera' }).selectOption('document');
  await camera(page);
  await page.touchscreen.tap(x + width / 2, y + height * 0.6);
  await page.getByRole('heading', { name: 'Picked job' }).waitFor();
  assert.equal(await mode(), 'document', 'a tap leaves the camera to the document');
  assert.deepEqual(page.errors, []);
});
/** To what the camera of the document is taken to look at: the nearest light. */
const distance = ({ at }) => Math.hypot(at[0], at[1] - 3.5, at[2] - 2);
const away = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

test('on a narrow page everything is in reach, and most of the view is picture', async (t) => {
  const page = await opened(t, { width: 390, height: 844 });
  const names = ['Operators', 'Details', 'Statistics', 'Curves', 'Source', 'Problems', 'Files'];
  await page.getByRole('button', { name: 'Events' }).click();
  for (const name of names) {
    await page.getByRole('tab', { name, exact: true }).click();
    const found = await page.evaluate(() => {
      const room = document.querySelector('.world-room'),
        lines = [];
      if (document.documentElement.scrollWidth > innerWidth) lines.push('the page scrolls sideways');
      for (const each of document.querySelectorAll('#bar button, #bar a, .world-room button, .world-room select, .world-room input, .world-room output')) {
        if (!each.checkVisibility()) continue;
        // What lies in a row that scrolls is in reach.
        const scroller = each.closest('.world-panel-body, .world-lanes, .bar-tabs'),
          { left, right } = each.getBoundingClientRect();
        if (!scroller && (left < -0.5 || right > innerWidth + 0.5))
          lines.push(`${each.className} ${each.textContent} from ${left} to ${right}`);
        if (each.localName === 'output' && each.scrollWidth > each.clientWidth + 1) lines.push(`${each.textContent} is cut`);
      }
      const body = room.querySelector('.world-panel-body');
      if (body.scrollWidth > body.clientWidth + 1) lines.push(`the panel scrolls sideways: ${body.scrollWidth}`);
      const covers = room.querySelector('.world-top').getBoundingClientRect().height,
        { height } = room.querySelector('.world-canvas').getBoundingClientRect();
      if (covers > height / 3) lines.push(`${covers} of ${height} are covered`);
      const { width } = room.querySelector('.world-slider').getBoundingClientRect();
      if (width < 200) lines.push(`the slider is ${width} wide`);
      return lines;
    }); // prettier-ignore
    assert.deepEqual(found, [], name);
  }
  await page.locator('.world-look summary').click();
  const list = await page.locator('.world-look .world-menu-list').boundingBox();
  assert.ok(list.x >= 0 && list.x + list.width <= 390, JSON.stringify(list));
  assert.deepEqual(page.errors, []);
});

test('in a hidden tab a world stands still, and goes on from there', async (t) => {
  const page = await opened(t, { reducedMotion: 'no-preference' });
  const time = () => page.locator('.world-room').getAttribute('data-time').then(Number);
  const look = (state) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.waitForFunction(() => Number(document.querySelector('.world-room').dataset.time) > 0.1);
  await look('hidden');
  // Answered behind all that was drawn before.
  await ask(page, { type: 'report' });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const hidden = await time();
  await page.waitForTimeout(700);
  assert.equal(await time(), hidden);
  await look('visible');
  await page.waitForFunction((from) => Number(document.querySelector('.world-room').dataset.time) > from, hidden);
  assert.deepEqual(page.errors, []);
});

test('a minute without a frame, hidden or not, is no jump, and the ticks are those of a headless run', async (t) => {
  const page = await browser.page(t, { hash: null });
  await page.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>worlds</title>' }),
  );
  await page.goto(`${page.origin}/blank.html`);
  const seen = await page.evaluate(
    async ([text]) => {
      // Frames come when this test says so, at the times it says.
      let waiting = [];
      globalThis.requestAnimationFrame = (frame) => waiting.push(frame);
      const frame = (now) => waiting.splice(0).forEach((each) => each(now));
      const { WorldEngine } = await import('/world-worker.js'),
        events = [];
      const worlds = await WorldEngine.start((event) => events.push(event)),
        send = (command) => worlds.handle({ view: 0, ...command });
      send({ type: 'attach', canvas: document.createElement('canvas') });
      send({ type: 'resize', width: 32, height: 20 });
      send({ type: 'open', request: 1, text: new TextEncoder().encode(text).buffer, files: [] });
      while (!events.some(({ type }) => type === 'opened')) await new Promise((resolve) => setTimeout(resolve, 5));
      const tick = () => events.findLast(({ type }) => type === 'frame')?.frame.tick,
        ticks = {};
      frame(0);
      send({ type: 'set', state: { playing: true } });
      frame(1000);
      for (const now of [1100, 1200]) frame(now);
      ticks.played = tick();
      send({ type: 'visible', visible: false });
      for (let i = 1; i <= 60; ++i) frame(1200 + i * 1000);
      ticks.hidden = tick();
      send({ type: 'visible', visible: true });
      frame(61_300);
      ticks.back = tick();
      frame(61_400);
      ticks.on = tick();
      // The browser gives no frames for a minute and says nothing.
      frame(122_000);
      for (let i = 0; i < 100 && tick() === ticks.on; ++i) frame(122_000);
      ticks.late = tick();
      send({ type: 'set', state: { playing: false } });
      frame(122_010);
      events.length = 0;
      send({ type: 'report', request: 2 });
      return { ticks, answer: events.find(({ type }) => type === 'answer').value, failed: events.filter(({ type }) => type === 'ended') };
    },
    [JSON.stringify(hall)],
  ); // prettier-ignore
  assert.deepEqual(seen.failed, []);
  const { played, hidden, back, on, late } = seen.ticks;
  // 200 ms are 12 ticks.
  assert.deepEqual({ played, hidden, back, on }, { played: 12, hidden: 12, back: 12, on: 18 });
  assert.ok(late > on && late <= on + 30, `${late}`);
  const world = vitrine.world(JSON.stringify(hall));
  for (let tick = 0; tick <= late; ++tick) world.evaluate(tick / 60, undefined, 32 / 20);
  assert.equal(seen.answer.digest, world.digest);
  world.dispose();
});
