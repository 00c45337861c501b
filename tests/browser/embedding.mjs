// Pages written by a test around <vitrine-viewer>, in real Chromium, under the policy of a strict site.

import { boxModel, slideAction, sliderAction, sliderJoints, sliderModel } from './models.mjs';
import { pivotsAlone } from './scenes.mjs';

export const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; worker-src 'self' blob:";

/** Eleven frames at ten a second, to step through. */
const eleven = slideAction(
  sliderJoints,
  Array.from({ length: 11 }, (_, i) => [[0, i / 10, 0]]),
  10,
);
export const files = {
  'slider.md5mesh': sliderModel,
  'slide.md5anim': sliderAction,
  'eleven.md5anim': eleven,
  'broken.md5mesh': sliderModel.replace('numtris 12', 'numtris 13'),
  'alone.pivot': pivotsAlone(),
  'cube.md5mesh': boxModel(sliderJoints, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]),
};

export const document = (body, { head = '', scripts = true } = {}) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="icon" href="/icons/vitrine.svg">
<link rel="stylesheet" href="/styles/element.css"><link rel="stylesheet" href="/test/page.css">${head}
${scripts ? '<script type="module" src="/element.js"></script>' : ''}</head><body>${body}</body></html>`;

const css = `body { margin: 20px; font: 14px sans-serif; } .figure { width: 320px; } .small { display: inline-block; width: 160px; margin: 4px; } .tall { height: 3000px; }`;

/** Serves a page with `body` at /test/page.html beside the product, and the models above at /test/. */
export async function embed(browser, t, body, { policy = strictPolicy, hash = '', before, ...options } = {}) {
  const page = await browser.page(t, { hash: null, width: 800, height: 600, ...options });
  const html = typeof body === 'string' && body.startsWith('<!doctype') ? body : document(body);
  await page.route('**/test/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop();
    if (name === 'page.html')
      return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: html });
    if (name === 'page.css') return route.fulfill({ contentType: 'text/css', body: css });
    if (name in files) return route.fulfill({ contentType: 'application/octet-stream', body: files[name] });
    return route.fulfill({ status: 404, body: 'not found' });
  });
  await before?.(page);
  await page.goto(`${page.origin}/test/page.html${hash}`);
  return page;
}

export const slider = (attributes = '', children = '') =>
  `<vitrine-viewer id="fig" src="slider.md5mesh" animations="eleven.md5anim slide.md5anim" textures="none" alt="A box" ${attributes}>${children}</vitrine-viewer>`;

/** Until the viewer with that id shows its model. */
export async function loaded(page, id = 'fig') {
  await page.waitForFunction(
    (name) => {
      const viewer = document.getElementById(name);
      return viewer.shadowRoot?.querySelector('.frame').dataset.phase === 'shown' &&
        viewer.shadowRoot.querySelector('.frame').hasAttribute('data-drawn')
        ? true
        : viewer.error
          ? Promise.reject(viewer.error)
          : false;
    },
    id,
    { timeout: 60_000 },
  );
}
