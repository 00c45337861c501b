import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { document as pageOf, embed, loaded, slider } from './embedding.mjs';
import { shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function quiet(page, errors = []) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, errors, 'errors on the page');
}

const figure = (page) => page.locator('#fig');
const stage = (page) => page.getByRole('application', { name: 'A box' });
/** Keeps the names of the figure's events, from before there is a figure. */
const hear = (page) =>
  page.addInitScript(() => {
    globalThis.heard = [];
    const names =
      'loadedmetadata load progress error play pause timeupdate ended actionchange camerachange ratechange'.split(' ');
    for (const name of names)
      document.addEventListener(
        name,
        (event) => event.target.localName === 'vitrine-viewer' && globalThis.heard.push(name),
        { capture: true },
      );
  });
const eventually = (page, test_, argument) => page.waitForFunction(test_, argument, { timeout: 30_000 });

test('properties, methods and events are those of a video', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('controls="full"')}</div>`, { before: hear });
  await loaded(page);
  const found = await figure(page).evaluate((v) => ({
    box: [v.getBoundingClientRect().width, v.getBoundingClientRect().height],
    paused: v.paused,
    loop: v.loop,
    ended: v.ended,
    rate: v.playbackRate,
    time: v.currentTime,
    duration: v.duration,
    action: v.action,
    actions: v.actions.map(({ name }) => name),
    triangles: v.report.info.statistics.triangles,
    heard: globalThis.heard.filter((name) => name !== 'progress'),
    progressed: globalThis.heard.includes('progress'),
  }));
  assert.deepEqual(found, {
    box: [320, 240],
    paused: true,
    loop: false,
    ended: false,
    rate: 1,
    time: 0,
    duration: 1,
    action: 'eleven',
    actions: ['eleven', 'slide'],
    triangles: 12,
    heard: ['actionchange', 'loadedmetadata', 'load'],
    progressed: true,
  });

  await figure(page).evaluate((v) => (v.currentTime = 0.5));
  assert.equal(await figure(page).evaluate((v) => v.currentTime), 0.5);
  assert.equal(await page.getByRole('slider').getAttribute('aria-valuetext'), '0.500 s · frame 6/11');
  await figure(page).evaluate((v) => {
    globalThis.heard.length = 0;
    v.playbackRate = 2;
    void v.play();
  });
  assert.equal(await figure(page).evaluate((v) => v.paused), false);
  await eventually(page, () => globalThis.heard.includes('ended'));
  const heard = await page.evaluate(() => globalThis.heard);
  assert.deepEqual(heard.slice(0, 2), ['ratechange', 'play']);
  assert.deepEqual(heard.slice(-3), ['timeupdate', 'pause', 'ended']);
  assert.deepEqual(await figure(page).evaluate((v) => [v.ended, v.paused, v.currentTime]), [true, true, 1]);

  await figure(page).evaluate((v) => (v.action = 'slide'));
  await eventually(page, () => document.getElementById('fig').action === 'slide');
  assert.equal(await figure(page).evaluate((v) => v.currentTime), 0);
  await figure(page).evaluate((v) => v.setAttribute('action', 'none'));
  await eventually(page, () => document.getElementById('fig').action === '');
  assert.equal(await figure(page).evaluate((v) => v.duration), 0);

  const made = await figure(page).evaluate(async (v) => {
    const blob = await v.toBlob();
    const bitmap = await createImageBitmap(blob);
    const { bytes, report } = await v.export('qmsh.tmp');
    const refused = await v.export('nonsense').catch((error) => error.code);
    return {
      type: blob.type,
      size: [bitmap.width, bitmap.height],
      url: (await v.toDataURL()).slice(0, 22),
      text: new TextDecoder().decode(bytes.subarray(0, 6)),
      kind: report.kind,
      refused: typeof refused,
      whole: (await v.inspect()).info.statistics.vertices,
    };
  });
  assert.deepEqual(made, {
    type: 'image/png',
    size: [320, 240],
    url: 'data:image/png;base64,',
    text: 'QMSH T',
    kind: 'qmsh.tmp',
    refused: 'string',
    whole: 8,
  });
  await quiet(page);
});

test('attributes say where the camera is, and it says where it went', async (t) => {
  const page = await embed(
    browser,
    t,
    `<div class="figure">${slider('camera-orbit="90deg 60deg 20" camera-target="0 1 0.5" field-of-view="40deg"')}</div>`,
    { before: hear },
  );
  await loaded(page);
  const camera = () => figure(page).evaluate((v) => v.camera);
  assert.deepEqual(await camera(), { orbit: '90deg 60deg 20', target: '0 1 0.5', fieldOfView: '40deg' });
  await figure(page).evaluate((v) => (v.cameraOrbit = '0.5turn 1rad 200%'));
  const { orbit } = await camera();
  assert.match(orbit, /^180deg 57\.296deg /);
  await figure(page).evaluate((v) => (v.cameraOrbit = '0.5turn 1rad 100%'));
  const full = Number((await camera()).orbit.split(' ')[2]);
  assert.ok(Math.abs(Number(orbit.split(' ')[2]) - full * 2) < full * 1e-3);

  // A view of the attributes fits itself to a new size, one of a person stays.
  await figure(page).evaluate((v) => {
    v.removeAttribute('camera-orbit');
    v.removeAttribute('camera-target');
  });
  const distance = async () => Number((await camera()).orbit.split(' ')[2]);
  const wide = await distance();
  await page.locator('.figure').evaluate((box) => box.replaceChildren(...box.children));
  await figure(page).evaluate((v) => v.style.setProperty('aspect-ratio', '1 / 3'));
  await eventually(
    page,
    (before) => Number(document.getElementById('fig').camera.orbit.split(' ')[2]) > before,
    wide * 1.2,
  );
  await stage(page).focus();
  await page.keyboard.press('ArrowLeft');
  await eventually(page, () => globalThis.heard.includes('camerachange'));
  const chosen = await camera();
  await figure(page).evaluate((v) => v.style.removeProperty('aspect-ratio'));
  await page.waitForTimeout(100);
  assert.deepEqual(await camera(), chosen);
  await quiet(page);
});

test('keys of the element, and of nothing else', async (t) => {
  const page = await embed(
    browser,
    t,
    `<button>before</button><div class="figure">${slider('controls="basic"')}</div><p class="tall">text</p>`,
  );
  await loaded(page);
  const state = () =>
    figure(page).evaluate((v) => ({ ...v.camera, time: v.currentTime, action: v.action, paused: v.paused }));
  await page.getByRole('button', { name: 'before' }).focus();
  await page.keyboard.press('Tab');
  assert.equal(await stage(page).evaluate((s) => s === s.getRootNode().activeElement), true);
  const start = await state();
  const yawOf = ({ orbit }) => Number.parseFloat(orbit);
  await page.keyboard.press('ArrowRight');
  await eventually(page, (orbit) => document.getElementById('fig').camera.orbit !== orbit, start.orbit);
  const turned = await state();
  assert.ok(Math.abs(yawOf(start) - yawOf(turned)) > 5);
  assert.equal(await page.evaluate(() => scrollY), 0, 'arrows turn, the page rests');
  await page.keyboard.press('Shift+ArrowUp');
  await eventually(page, (target) => document.getElementById('fig').camera.target !== target, turned.target);
  await page.keyboard.press('Home');
  await eventually(page, (orbit) => document.getElementById('fig').camera.orbit === orbit, start.orbit);
  await page.keyboard.press('+');
  await eventually(
    page,
    (d) => Number(document.getElementById('fig').camera.orbit.split(' ')[2]) < d * 0.9,
    Number(start.orbit.split(' ')[2]),
  );
  for (const [key, time] of [
    ['.', 0.1],
    ['.', 0.2],
    [',', 0.1],
  ]) {
    await page.keyboard.press(key);
    assert.ok(Math.abs((await state()).time - time) < 1e-9);
  }
  await page.keyboard.press(']');
  await eventually(page, () => document.getElementById('fig').action === 'slide');
  await page.keyboard.press('[');
  await eventually(page, () => document.getElementById('fig').action === 'eleven');
  await page.keyboard.press('Space');
  assert.equal((await state()).paused, false);
  await page.keyboard.press('Space');
  assert.equal((await state()).paused, true);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });

  // On through the controls: play, time, more; the menu opens, its first field has the focus, Escape gives it back.
  const focus = () => figure(page).evaluate((v) => v.shadowRoot.activeElement?.getAttribute('aria-label') ?? null);
  const names = [];
  for (let i = 0; i < 3; ++i) {
    await page.keyboard.press('Tab');
    names.push(await focus());
  }
  assert.deepEqual(names, ['Play', 'Time', 'More']);
  await page.keyboard.press('Enter');
  assert.equal(await focus(), 'Action');
  await page.keyboard.press('Escape');
  assert.equal(await focus(), 'More');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await eventually(page, () => document.getElementById('fig').currentTime > 0.05);
  const slider_ = page.getByRole('slider', { name: 'Time' });
  assert.match(await slider_.getAttribute('aria-valuetext'), /^0\.\d00 s · frame \d+\/11$/);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'body', 'Escape leaves');
  await quiet(page);
});

test('wheel and touch belong to the page until the figure has the focus', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider()}</div><p class="tall">text</p>`);
  await loaded(page);
  const distance = () => figure(page).evaluate((v) => Number(v.camera.orbit.split(' ')[2]));
  const first = await distance();
  await page.mouse.move(150, 150);
  await page.mouse.wheel(0, 200);
  await eventually(page, () => scrollY > 0);
  assert.equal(await distance(), first);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(150, 151);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 40);
  await page.keyboard.up('Control');
  await eventually(page, (d) => Number(document.getElementById('fig').camera.orbit.split(' ')[2]) > d, first);
  await page.mouse.click(150, 150);
  const before_ = await distance();
  await page.mouse.wheel(0, -100);
  await eventually(page, (d) => Number(document.getElementById('fig').camera.orbit.split(' ')[2]) < d, before_);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await stage(page).evaluate((s) => getComputedStyle(s).touchAction), 'pan-y');
  await quiet(page);
});

test('a fault is said in words, and a good source mends it', async (t) => {
  const page = await embed(
    browser,
    t,
    `<div class="figure">${slider().replace('slider.md5mesh', 'broken.md5mesh')}</div>`,
    {
      before: hear,
    },
  );
  const alert = page.getByRole('alert');
  await alert.getByText('broken.md5mesh could not be shown').waitFor();
  assert.match(await alert.locator('code').textContent(), /^broken\.md5mesh:\d+:\d+$/);
  assert.deepEqual(
    await figure(page).evaluate((v) => [v.error.code.startsWith('MD5_'), globalThis.heard.includes('error')]),
    [true, true],
  );
  await figure(page).evaluate((v) => (v.src = 'absent.md5mesh'));
  await alert.getByText('the server answered 404').waitFor();
  await alert.getByRole('button', { name: 'Try again' }).waitFor();
  await figure(page).evaluate((v) => (v.src = 'slider.md5mesh'));
  await loaded(page);
  assert.equal(await figure(page).evaluate((v) => v.error), null);
  await alert.waitFor({ state: 'hidden' });
  await quiet(page, ['Failed to load resource: the server responded with a status of 404 (Not Found)']);
});

test('a poster stays until somebody asks for more, and the size never changes', async (t) => {
  const page = await embed(
    browser,
    t,
    `<div class="figure">${slider('poster="/icons/vitrine.svg" reveal="interaction"')}</div><p id="below">below</p>`,
    {
      before: (each) =>
        each.addInitScript(() => {
          globalThis.shifts = [];
          new PerformanceObserver((list) =>
            globalThis.shifts.push(...list.getEntries().map(({ value }) => value)),
          ).observe({ type: 'layout-shift', buffered: true });
        }),
    },
  );
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const button = page.getByRole('button', { name: 'Show the model: A box' });
  await button.waitFor();
  await page.getByRole('img', { name: 'A box' }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.engineWorker), undefined, 'nothing has started');
  await button.focus();
  await page.keyboard.press('Enter');
  await loaded(page);
  assert.ok(requests.includes('/test/slider.md5mesh'));
  await page.getByRole('img', { name: 'A box' }).waitFor({ state: 'hidden' });
  assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
  await quiet(page);
});

test('a figure far below loads when it comes near, one that asks for it at once', async (t) => {
  const page = await embed(
    browser,
    t,
    `<p class="tall">text</p>${slider('loading="lazy"')}${slider('loading="eager"').replace('"fig"', '"eager"')}${slider('reveal="manual"').replace('"fig"', '"manual"')}`,
  );
  await page.waitForFunction(() => document.getElementById('eager').report !== null);
  assert.equal(await figure(page).evaluate((v) => v.report), null);
  await figure(page).evaluate((v) => v.scrollIntoView());
  await loaded(page);
  assert.equal(await page.locator('#manual').evaluate((v) => v.report), null);
  await page.locator('#manual').evaluate((v) => v.show());
  await page.waitForFunction(() => document.getElementById('manual').report !== null);
  await quiet(page);
});

test('with reduced motion nothing plays by itself, and what a person starts does', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('playing loop')}</div>`, {
    reducedMotion: 'reduce',
  });
  await loaded(page);
  assert.deepEqual(await figure(page).evaluate((v) => [v.paused, v.currentTime]), [true, 0]);
  await figure(page).evaluate((v) => v.play());
  await eventually(page, () => document.getElementById('fig').currentTime > 0);
  await quiet(page);
});

test('print and pages without scripts show the fallback', async (t) => {
  const table = '<table id="inside"><tr><td>a box</td></tr></table>';
  const page = await embed(browser, t, `<div class="figure">${slider('controls', table)}</div>`);
  await loaded(page);
  assert.equal(await page.locator('#inside').isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#inside').isVisible(), true);
  assert.equal(await page.locator('#fig canvas').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Play' }).count(), 0);
  await figure(page).evaluate((v) => {
    v.replaceChildren();
    v.poster = '/icons/vitrine.svg';
  });
  await page.locator('#fig .poster').waitFor();
  assert.equal(await page.locator('#fig canvas').isVisible(), false);
  await quiet(page);

  const plain = await embed(browser, t, pageOf(`<div class="figure">${slider('', table)}</div>`), {
    javaScriptEnabled: false,
  });
  assert.equal(await plain.locator('#inside').isVisible(), true);
  assert.equal((await plain.locator('#fig').boundingBox()).height, 240);
});

test('it follows the light of the page, and shows what lies behind it', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider()}</div>`);
  await loaded(page);
  const theme = () => page.locator('#fig .frame').getAttribute('data-theme');
  assert.equal(await theme(), 'light');
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'));
  await page.locator('#fig .frame[data-theme=dark]').waitFor({ state: 'attached' });
  await figure(page).evaluate((v) => v.setAttribute('theme', 'light'));
  assert.equal(await theme(), 'light');
  await figure(page).evaluate((v) => (v.background = 'rgb(10, 200, 30)'));
  const corner = async () => {
    const bitmap = await figure(page).evaluate(async (v) => {
      const picture = await createImageBitmap(await v.toBlob());
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      context.drawImage(picture, 0, 0);
      return [...context.getImageData(2, 2, 1, 1).data];
    });
    return bitmap;
  };
  assert.deepEqual(await corner(), [0, 0, 0, 0], 'the picture itself is clear there');
  assert.equal(
    await page.locator('#fig .frame').evaluate((f) => getComputedStyle(f).backgroundColor),
    'rgb(10, 200, 30)',
  );
  await figure(page).evaluate((v) => v.removeAttribute('background'));
  assert.equal((await corner())[3], 255);
  await quiet(page);
});

test('links in the text drive a figure', async (t) => {
  const page = await embed(
    browser,
    t,
    `<p><a id="walk" href="#fig?action=slide&time=0.25&camera-orbit=0deg 90deg 15">there</a> <a id="play" href="#fig?playing=1&loop=1">play</a> <a id="other" href="#elsewhere">other</a></p><p class="tall">text</p><div class="figure">${slider()}</div>`,
  );
  await page.locator('#walk').click();
  await loaded(page);
  await eventually(page, () => document.getElementById('fig').action === 'slide');
  assert.deepEqual(await figure(page).evaluate((v) => [v.paused, v.currentTime, v.camera.orbit]), [
    true,
    0.25,
    '0deg 90deg 15',
  ]);
  assert.equal(await page.evaluate(() => location.hash), '#fig?action=slide&time=0.25&camera-orbit=0deg%2090deg%2015');
  await page.waitForFunction(() => {
    const { top, bottom } = document.getElementById('fig').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  await page.evaluate(() => document.getElementById('play').click());
  assert.deepEqual(await figure(page).evaluate((v) => [v.paused, v.loop]), [false, true]);
  await page.evaluate(() => document.getElementById('other').click());
  assert.equal(await page.evaluate(() => location.hash), '#elsewhere');
  await page.goBack();
  await page.goBack();
  await eventually(
    page,
    () => document.getElementById('fig').paused && document.getElementById('fig').currentTime === 0.25,
  );
  await quiet(page);
});

test('an element may move, go and come back', async (t) => {
  const page = await embed(
    browser,
    t,
    `<div class="figure" id="a">${slider('time="0.3"')}</div><div class="figure" id="b"></div>`,
  );
  await loaded(page);
  const worker = () => page.evaluate(() => globalThis.engineWorker === (globalThis.first ??= globalThis.engineWorker));
  assert.ok(await worker());
  await page.evaluate(() => document.getElementById('b').append(document.getElementById('fig')));
  assert.notEqual(await figure(page).evaluate((v) => v.report), null, 'moving loses nothing');
  await page.evaluate(() => {
    const v = document.getElementById('fig');
    v.cameraOrbit = '10deg 80deg 30';
    globalThis.kept = v;
    v.remove();
  });
  await page.waitForFunction(() => globalThis.kept.report === null);
  await page.evaluate(() => document.getElementById('a').append(globalThis.kept));
  await loaded(page);
  assert.deepEqual(await figure(page).evaluate((v) => [v.currentTime, v.camera.orbit]), [0.3, '10deg 80deg 30']);
  assert.ok(await worker(), 'the engine is still the same');
  await quiet(page);
});

test('files of the page itself can be shown', async (t) => {
  const page = await embed(
    browser,
    t,
    '<div class="figure"><vitrine-viewer id="fig" alt="A box"></vitrine-viewer></div>',
  );
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  await figure(page).evaluate(async (v) => {
    const text = await (await fetch('slider.md5mesh')).text();
    await v.open([{ name: 'own.md5mesh', data: new Blob([text]) }]);
  });
  await loaded(page);
  assert.equal(await figure(page).evaluate((v) => v.report.files[0].name), 'own.md5mesh');
  await quiet(page);
});

test('the Embed button writes an element, an iframe and Markdown that show the same', async (t) => {
  const source = '#src=samples/column/column.md5mesh,samples/column/bend.md5anim';
  const page = await browser.page(t, { hash: source, width: 1280, height: 800 });
  await shown(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Embed' }).focus();
  await page.keyboard.press('Enter');
  const title = page.getByRole('textbox', { name: 'Alt text' });
  assert.equal(await title.evaluate((field) => field === document.activeElement), true);
  await title.fill('A "bent" column');
  const text = (name) => page.getByRole('textbox', { name, exact: true }).inputValue();
  const [element, iframe, markdown] = [await text('Element'), await text('Iframe'), await text('Markdown')];
  const parsed = await page.evaluate(
    ([one, two]) => {
      const root = new DOMParser().parseFromString(one + two, 'text/html');
      const viewer = root.querySelector('vitrine-viewer');
      return {
        ...Object.fromEntries(viewer.getAttributeNames().map((name) => [name, viewer.getAttribute(name)])),
        scripts: [...root.querySelectorAll('script')].map(({ src }) => src),
        frame: root.querySelector('iframe').src,
        title: root.querySelector('iframe').title,
      };
    },
    [element, iframe],
  );
  assert.equal(parsed.src, `${page.origin}/samples/column/column.md5mesh`);
  assert.equal(parsed.animations, `${page.origin}/samples/column/bend.md5anim`);
  assert.deepEqual([parsed.alt, parsed.title, parsed.action], ['A "bent" column', 'A "bent" column', 'bend']);
  assert.deepEqual(parsed.scripts, [`${page.origin}/element.js`]);
  assert.match(markdown, /^\[!\[A "bent" column\]\(column\.png\)\]\(http/);
  await quiet(page);
  await page.goto(parsed.frame);
  await page.waitForFunction(() => document.querySelector('vitrine-viewer').report !== null);
  assert.equal(await page.locator('vitrine-viewer').evaluate((v) => v.action), 'bend');
  await quiet(page);
});

test('a scene of pivots alone shows its pivots', async (t) => {
  const page = await embed(browser, t, '<vitrine-viewer id="fig" src="alone.pivot" alt="Pivots"></vitrine-viewer>');
  await loaded(page);
  const amber = await figure(page).evaluate(async (v) => {
    const picture = await createImageBitmap(await v.toBlob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return data.filter((level, i) => i % 4 === 0 && level > 100 && level > 2 * data[i + 2]).length;
  });
  assert.ok(amber > 300, `${amber} pixels`);
  await quiet(page);
});

test('a first picture may lack its shadow, the one that stays does not', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('controls="none"')}</div>`);
  await loaded(page);
  let apart;
  // A saved picture is always whole.
  for (let i = 0; i < 50 && apart !== 0; ++i) {
    const shown = (await figure(page).screenshot()).toString('base64');
    apart = await figure(page).evaluate(async (viewer, base64) => {
      const pixelsOf = async (blob) => {
        const context = new OffscreenCanvas(280, 200).getContext('2d');
        // Without the rounded corners.
        context.drawImage(await createImageBitmap(blob), -20, -20);
        return context.getImageData(0, 0, 280, 200).data;
      };
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const [a, b] = [await pixelsOf(new Blob([bytes])), await pixelsOf(await viewer.toBlob())];
      return a.reduce((sum, value, j) => sum + (Math.abs(value - b[j]) > 8 ? 1 : 0), 0);
    }, shown);
  }
  assert.equal(apart, 0);
  await quiet(page);
});
