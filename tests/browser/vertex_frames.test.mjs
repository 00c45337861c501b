// Vertices that a file stores for every frame: mixed in the vertex shader as the processor mixes them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { bothPaths, differing, openFiles, picture, scrub, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

// Bytes with one grid, and with a grid for each frame; words; signed words with normals by angles.
for (const [name, layout, moves] of [
  ['groups.mdl', 'bytes', true],
  ['pains.md2', 'bytes with a grid for each frame', true],
  ['wide.mdl', 'words', false],
  ['tagged.md3', 'signed words', true],
])
  test(`the GPU draws frames of ${layout} as the processor does (${name})`, async (t) => {
    const page = await browser.page(t, { width: 900, reducedMotion: 'reduce' });
    const bytes = readFileSync(new URL(`../data/quake/valid/${name}`, import.meta.url));
    await openFiles(page, [{ name, text: bytes }]);
    await shown(page);
    if (moves) await scrub(page, 0.35);
    const { cpu, gpu } = await bothPaths(page);
    if (moves) await scrub(page, 0.05);
    else await page.keyboard.press('3');
    const other = differing(gpu, await picture(page), 12),
      apart = differing(cpu, gpu, 2);
    t.diagnostic(`${apart} pixels apart, ${other} in another picture`);
    assert.ok(other > 200, `${other} pixels differ from another picture`);
    // The mix is exact to a few last bits: an edge may cross the middle of a pixel.
    assert.ok(apart * 200 < other, `${apart} pixels differ between the paths`);
    assert.deepEqual(page.errors, []);
  });
