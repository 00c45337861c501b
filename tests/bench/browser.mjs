// The browser that benchmarks measure in: as users have it, with WebGL in software, which every machine has.

import { chromium } from 'playwright-core';

import { chromium as executable } from '../../web/build/setup.mjs';

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
