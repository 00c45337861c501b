// The pictures of the documentation, in public/docs/pictures, and those that a browser shows before it installs the
// application, in public/screenshots: the built application in Chromium, in states that links describe, as WebP.
// `npm run pictures` makes them anew; look at every one before it is committed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../run.mjs';

export const pictureFolder = join(root, 'public/docs/pictures');
const screenshotFolder = join(root, 'public/screenshots');
/** A page waits for them: none is larger. */
export const kMostPictureBytes = 60_000;

const src = (sample, files) => `src=${files.map((file) => `samples/${sample}/${file}`).join(',')}`;
const heron = src('heron', ['heron.md5mesh', 'walk.md5anim', 'idle.md5anim', 'heron_body.png', 'heron_feather.png', 'heron_horn.png', 'heron_eye.png']);

/** Those of one form have one shape, at most 2.3 times as long as wide: browsers leave out the others. */
const wide = { folder: screenshotFolder, width: 1280, height: 800 };
const narrow = { folder: screenshotFolder, width: 360, height: 720, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** By name: the state as a link, and the texts that have to be there before the picture is taken; where it lies and how large
 * the page is, if not as for the documentation. */
const pictures = {
  view: { hash: `${heron}&action=walk&time=0.25`, waits: ['walk'] },
  joint: { hash: `${heron}&action=walk&time=0.25&overlays=skeleton&node=4`, waits: [] },
  curves: { hash: `${src('lighthouse', ['lighthouse.scene'])}&time=1&panel=curves`, waits: [] },
  problems: { hash: `${src('broken', ['broken.md5mesh'])}&panel=problems`, waits: ['MD5_WEIGHT_SUM'] },
  wide: { ...wide, hash: `${heron}&action=walk&time=0.25`, waits: ['walk'] },
  'wide-skeleton': { ...wide, hash: `${heron}&action=walk&time=0.25&overlays=skeleton&node=4`, waits: [] },
  narrow: { ...narrow, hash: `${heron}&action=walk&time=0.25`, waits: [] },
  'narrow-skeleton': { ...narrow, hash: `${heron}&action=walk&time=0.25&overlays=skeleton&node=4`, waits: [] },
};

/** Takes the pictures with a built dist/; returns [path, bytes]. */
export async function takePictures(names = Object.keys(pictures)) {
  const { settled, shown, startBrowser } = await import('../../../tests/browser/harness.mjs');
  const browser = await startBrowser();
  const ends = [];
  try {
    const taken = [];
    for (const name of names) {
      const { hash, waits, folder = pictureFolder, ...size } = pictures[name];
      const page = await browser.page(
        { after: (end) => ends.push(end) },
        { hash: `#${hash}`, width: 960, height: 600, colorScheme: 'dark', reducedMotion: 'reduce', locale: 'en', ...size },
      );
      await shown(page);
      for (const text of waits) await page.getByText(text).first().waitFor();
      await settled(page);
      await page.evaluate(async () => {
        // Times of this machine, and the focus.
        for (const element of document.querySelectorAll('.status *')) element.style.visibility = 'hidden';
        document.activeElement?.blur();
        await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
        await new Promise(requestAnimationFrame);
      });
      const session = await page.context().newCDPSession(page);
      // The whole page in the pixels of its screen.
      const clip = { x: 0, y: 0, ...page.viewportSize(), scale: size.deviceScaleFactor ?? 1 };
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
      taken.push([join(folder, `${name}.webp`), Buffer.from(data, 'base64')]);
      await ends.pop()();
    }
    return taken;
  } finally {
    for (const end of ends) await end();
    await browser.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of [pictureFolder, screenshotFolder]) mkdirSync(folder, { recursive: true });
  const only = process.argv.slice(2);
  for (const [path, bytes] of await takePictures(only.length > 0 ? only : undefined)) {
    const name = relative(root, path);
    if (bytes.length > kMostPictureBytes) throw new Error(`${name}: ${bytes.length} bytes are more than ${kMostPictureBytes}`);
    const same = (() => {
      try {
        return readFileSync(path).equals(bytes);
      } catch {
        return false;
      }
    })();
    writeFileSync(path, bytes);
    console.log(`${name}: ${bytes.length} bytes${same ? ', unchanged' : ''}`);
  }
}
