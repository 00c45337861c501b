// The browser that benchmarks measure in: as users have it, with WebGL in software, which every machine has.

import { chromium } from 'playwright-core';

import { chromium as executable } from '../../web/build/setup.mjs';

/** Waits until `count` viewers of the page show their models. */
export const viewersDrawn = (page, count) =>
  page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('vitrine-viewer')].filter((each) =>
        each.shadowRoot?.querySelector('.frame')?.hasAttribute('data-drawn'),
      ).length === expected,
    count,
    { timeout: 120_000 },
  );

export const launchBrowser = (...more) =>
  chromium.launch({
    executablePath: executable(),
    args: [
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...more,
    ],
  });
