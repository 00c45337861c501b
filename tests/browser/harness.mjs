// A page in real Chromium over the built product, and what tests need of it: files by name and text, drops, pixels.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../../web/build/serve.mjs';
import { chromium as executable, hasMesa } from '../../web/build/setup.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const dist = process.env.VITRINE_DIST ?? resolve(root, 'dist');

/** A stricter policy than the page's own, as a documentation site might send it. */
export const strictHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'",
};

const flags = [
  // Mesa takes two thirds of the processor time of Chromium's own SwiftShader, and the page around the view is drawn faster
  // without either.
  ...(hasMesa()
    ? ['--use-angle=gl-egl', '--ignore-gpu-blocklist']
    : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
  '--disable-gpu-rasterization',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages that a test hands out itself come from nowhere in the network, and may still ask this machine.
  '--disable-features=LocalNetworkAccessChecks',
  // A page lives for seconds here: compiling all of the core, and optimising what ran a little, would take most of them.
  '--js-flags=--wasm-lazy-compilation --wasm-tiering-budget=130000000',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export async function startBrowser() {
  const executablePath = executable();
  if (!executablePath)
    throw new Error('no Chromium: install the package chromium-headless-shell or set VITRINE_CHROMIUM');
  const server = await serve(dist, 0, strictHeaders);
  const browser = await chromium.launch({ executablePath, args: flags });
  return {
    /** A fresh page that ends with the test `t`; `violations` and `errors` fill while it lives. Null as `hash`: nothing yet. */
    async page(t, { hash = '', width = 640, height = 480, ...options } = {}) {
      // Nothing is kept for days without a network, unless a test is about that.
      const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block', ...options });
      t.after(() => context.close());
      // A wait ends a test whose page hangs. On a busy machine without a GPU a page that plays may need more than the usual 30 s.
      context.setDefaultTimeout(120_000);
      await context.addInitScript(() => {
        globalThis.violations = [];
        // The page's engine, to ask when it has drawn everything and to take its context away.
        globalThis.Worker = class extends Worker {
          constructor(...args) {
            super(...args);
            if (!/engine-check|music-|film-|catalog-/.test(args[0])) globalThis.engineWorker = this;
          }
        };
        document.addEventListener('securitypolicyviolation', (event) =>
          globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      return pageOf(context, `http://localhost:${server.port}`, hash);
    },
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

async function pageOf(context, origin, hash) {
  const page = await context.newPage(),
    errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  if (hash !== null) await page.goto(`${origin}/${hash}`);
  return Object.assign(page, { errors, origin });
}

/** Another page of the same browser: what one keeps, the other finds. It ends with the same test. */
export const anotherPage = (page, hash = '') => pageOf(page.context(), page.origin, hash);

/** Gives the page files as its Open button does. */
export async function openFiles(page, files) {
  const chosen = files.map(({ name, text }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(text),
  }));
  await page.getByTestId('files').setInputFiles(chosen);
}

/** Drops a folder: entries as the platform hands them out, `readEntries` in batches of `batch`. */
export async function dropFolder(page, folder, files, batch = 100) {
  await page.evaluate(
    ([folderName, list, size]) => {
      const fileEntry = ({ name, text }) => ({
        isFile: true,
        isDirectory: false,
        name,
        fullPath: `/${folderName}/${name}`,
        file: (done) => done(new File([text], name)),
      });
      const directory = {
        isFile: false,
        isDirectory: true,
        name: folderName,
        fullPath: `/${folderName}`,
        createReader() {
          let next = 0;
          return { readEntries: (done) => done(list.slice(next, (next += size)).map(fileEntry)) };
        },
      };
      const event = new Event('drop', { bubbles: true, cancelable: true });
      event.dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => directory }] };
      document.body.dispatchEvent(event);
    },
    [folder, files, batch],
  );
}

/** Presses a button of the bar, wherever it is: beside the document's name or in the menu. */
export async function press(page, name) {
  const button = page.getByRole('button', { name, exact: true }).first();
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
  await button.click();
}

/** Presses the button that copies a link to the view, in the bar or in its menu. */
export async function copyLink(page) {
  const button = page.getByRole('button', { name: 'Copy a link to this view' }),
    menu = page.getByRole('button', { name: 'More', exact: true });
  const folded = !(await button.isVisible());
  if (folded) await menu.click();
  await button.click();
  if (folded) await menu.click();
}

/** Whether an overlay is on, as its switch in the menu says. */
export const overlayOn = (page, name) => page.locator(`[data-overlay=${name}]`).isChecked();

/** Until the page shows a document. */
export async function shown(page) {
  await page.waitForFunction(
    () => !document.body.classList.contains('is-empty') && Number(document.getElementById('stage').dataset.frames) > 0,
  );
}

/** Until the page has read what it was told to read: files that were added, or another choice of the document. */
export const read = (page) => page.waitForFunction(() => !document.getElementById('stage').ariaBusy);

/** Until the view of a page that does not play has drawn all it was told, camera moves included. */
export async function settled(page) {
  await page.evaluate(async () => {
    const engine = globalThis.engineWorker,
      stage = document.getElementById('stage');
    const ask = (request) =>
      new Promise((resolve) => {
        const answer = ({ data }) => {
          if (data.type !== 'answer' || data.request !== request) return;
          engine.removeEventListener('message', answer);
          resolve();
        };
        engine.addEventListener('message', answer);
        engine.postMessage({ type: 'ask', viewer: 0, request, name: 'settle', given: { rough: false } });
      });
    for (let request = -1, calm = 0, frames; calm < 3; --request) {
      await ask(request);
      await new Promise(requestAnimationFrame);
      calm = stage.dataset.frames === frames ? calm + 1 : 0;
      ({ frames } = stage.dataset);
    }
  });
}

/** What the engine of worlds answers to a command; an image as its bytes. */
export const askWorld = (page, command) =>
  page.evaluate(
    (asked) =>
      new Promise((resolve) => {
        const engine = globalThis.engineWorker,
          request = 1e6 + Math.random();
        const listen = ({ data }) => {
          if (data.type !== 'answer' || data.request !== request) return;
          engine.removeEventListener('message', listen);
          resolve(
            data.value instanceof Blob
              ? data.value.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])
              : data.value,
          );
        };
        engine.addEventListener('message', listen);
        engine.postMessage({ ...asked, request, view: 0 });
      }),
    command,
  );

export async function pause(page) {
  if (await page.getByRole('button', { name: 'Pause' }).count())
    await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
}

/** Sets the scrubber as a person would, to `part` of its length, and waits until that time is drawn. */
export async function scrub(page, part) {
  const seconds = await page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
    const time = value * Number(slider.max);
    slider.valueAsNumber = time;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return time;
  }, part);
  await page.waitForFunction(
    (text) => document.querySelector('.clock').textContent.startsWith(text),
    `${seconds.toFixed(3)} s`,
  );
}

/** The pixels of a PNG: { width, height, pixels } with four bytes each. */
export async function decoded(page, png) {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let i = 0; i < pixels.length; i += 0x8000) text += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  }, png.toString('base64'));
  return { width, height, pixels: Buffer.from(data, 'base64') };
}

/** What a resting view shows, without what lies over it: { width, height, pixels, at(x, y) } with x and y in 0..1. */
export async function picture(page) {
  await settled(page);
  const cover = (visibility) =>
    page.evaluate((value) => {
      for (const { style } of document.querySelectorAll('#bar, #content > *, .status'))
        [style.transition, style.visibility] = [value && 'none', value];
    }, visibility);
  await cover('hidden');
  const png = await page.locator('#stage').screenshot();
  await cover('');
  const { width, height, pixels } = await decoded(page, png);
  return {
    width,
    height,
    pixels,
    at(x, y) {
      const i = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
      return [pixels[i], pixels[i + 1], pixels[i + 2]];
    },
  };
}

/** How many pixels of a resting view are more red, green or blue than grey: { red, green, blue }. */
export async function colours(page) {
  const { pixels } = await picture(page),
    counts = { red: 0, green: 0, blue: 0 };
  for (let i = 0; i < pixels.length; i += 4) {
    const rgb = [...pixels.subarray(i, i + 3)],
      most = Math.max(...rgb);
    if (most - Math.min(...rgb) > 60) counts[Object.keys(counts)[rgb.indexOf(most)]] += 1;
  }
  return counts;
}

/** How many pixels of two pictures differ by more than `levels` in some channel. */
export function differing(a, b, levels) {
  let count = 0;
  for (let i = 0; i < a.pixels.length; i += 4) {
    if ([0, 1, 2].some((c) => Math.abs(a.pixels[i + c] - b.pixels[i + c]) > levels)) ++count;
  }
  return count;
}

/** The same resting view on either path. */
export async function bothPaths(page) {
  await press(page, 'Statistics');
  const path = page.getByRole('combobox', { name: 'Skinning path' });
  await path.selectOption('cpu');
  const cpu = await picture(page);
  await path.selectOption('gpu');
  const gpu = await picture(page);
  await page.waitForFunction(() => document.querySelector('.status').textContent.includes('GPU'));
  return { cpu, gpu };
}
