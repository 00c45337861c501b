// The page without a network: kept after the first visit, renewed when a new version comes, and installable.

import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { filesOfPage, writeServiceWorker } from '../../web/build/offline.mjs';
import { serve } from '../../web/build/serve.mjs';
import { createVitrine } from '../../dist/node/index.js';
import { dist, openFiles, shown, startBrowser, strictHeaders } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let folder, browser, server, page, requests;
before(
  async () => {
    // A copy, since a test writes a new version into it.
    folder = mkdtempSync(join(tmpdir(), 'vitrine-offline-'));
    cpSync(dist, folder, { recursive: true, filter: (path) => !['docs', 'node', 'figure'].includes(basename(path)) });
    server = await serve(folder, 0, strictHeaders);
    browser = await startBrowser();
    page = await browser.page({ after: () => undefined }, { hash: null, width: 1280, serviceWorkers: 'allow' });
    requests = [];
    page
      .context()
      .on('request', (request) => requests.push({ url: request.url(), worker: request.serviceWorker() !== null }));
  },
  { timeout: 60_000 },
);
after(async () => {
  await browser?.stop();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});
const home = () => `http://localhost:${server.port}/`;
const kept = () =>
  page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((key) => key.startsWith('vitrine-app '));
    return name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1)).sort() : [];
  });
const controlled = () => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const quiet = async () => {
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
};

test('a visit keeps every file of the page, and nothing else', async () => {
  await page.goto(home());
  await controlled();
  await page.waitForFunction(() => navigator.serviceWorker.controller.state === 'activated');
  assert.deepEqual(await kept(), filesOfPage(folder));
  assert.ok((await kept()).includes('languages/pl.json'));
  await quiet();
});

test('without a network the page reloads, shows its samples, opens one and speaks another language', async () => {
  server.close();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.sample', { hasText: 'Heron' }).click();
  await shown(page);
  assert.match(await page.title(), /^heron\.md5mesh/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('pl');
  await page.getByRole('complementary', { name: 'Hierarchia' }).waitFor();
  await page.getByRole('combobox', { name: 'Język' }).selectOption('en');
  await page.getByRole('complementary', { name: 'Hierarchy' }).waitFor();
  // Writing needs the full core as well.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.locator('#panel-export').getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('link', { name: 'Save file' }).waitFor();
  await page.context().setOffline(false);
  server = await serve(folder, server.port, strictHeaders);
  await quiet();
});

test('a new version waits while a document is open, says so, and comes when it is asked for', async () => {
  appendFileSync(join(folder, 'styles/tokens.css'), '\n/* another version */\n');
  await writeServiceWorker(folder);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()));
  const note = page.locator('.version-note');
  await note.getByText('A new version is ready.').waitFor();
  const before = await page.evaluate(() => fetch('styles/tokens.css').then((response) => response.text()));
  assert.doesNotMatch(before, /another version/);
  await Promise.all([page.waitForEvent('load'), note.getByRole('button', { name: 'Reload now' }).click()]);
  await controlled();
  assert.match(
    await page.evaluate(() => fetch('styles/tokens.css').then((response) => response.text())),
    /another version/,
  );
  assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1);
  await quiet();
});

test('a page with nothing open takes a new version by itself', async () => {
  // A sample is in the address, and comes back with the page.
  await page.goto(home());
  await controlled();
  await page.locator('body.is-empty').waitFor();
  appendFileSync(join(folder, 'styles/tokens.css'), '\n/* a third */\n');
  await writeServiceWorker(folder);
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => void navigator.serviceWorker.getRegistration().then((registration) => registration.update())),
  ]);
  await controlled();
  assert.match(await page.evaluate(() => fetch('styles/tokens.css').then((response) => response.text())), /a third/);
});

test('a list whose files do not fit is refused, and the old version stays', async () => {
  await openFiles(page, [{ name: 'x.md5mesh', text: readFileSync(join(folder, 'samples/broken/broken.md5mesh')) }]);
  await shown(page);
  await writeServiceWorker(folder);
  appendFileSync(join(folder, 'styles/tokens.css'), '\n/* after the list */\n');
  appendFileSync(join(folder, 'service-worker.js'), '\n// new\n');
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => undefined);
    const worker = registration.installing;
    if (worker) await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker?.state ?? (registration.waiting ? 'waiting' : 'none');
  });
  assert.notEqual(state, 'installed');
  assert.equal(await page.locator('.version-note').count(), 0);
});

test('embedded viewers are not kept, and the page alone is answered', async () => {
  requests.length = 0;
  await page.goto(`${home()}embed.html#src=samples/broken/broken.md5mesh`);
  await page.waitForFunction(() => document.querySelector('vitrine-viewer')?.report);
  const asked = requests.filter(({ worker }) => !worker).map(({ url }) => new URL(url).pathname.slice(1));
  assert.ok(asked.includes('embed.html') && asked.includes('embed-page.js'), asked.join());
  assert.equal(await page.evaluate(() => caches.keys().then((keys) => keys.length <= 2)), true);
  for (const path of await kept()) assert.ok(!/^(embed|element|engine-worker|docs)/.test(path), path);
});

describe('what another program shares with the installed page', () => {
  /** A form as a browser sends it for the manifest's share target, from the address of another program. */
  async function share(t, fill) {
    const { share_target: target } = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'));
    assert.deepEqual([target.method, target.enctype], ['POST', 'multipart/form-data']);
    const { files, ...texts } = target.params,
      fields = Object.values(texts).map((name) => `<input name="${name}">`);
    const form = `<!doctype html><meta charset="utf-8"><form method="post" enctype="multipart/form-data" action="${new URL(target.action, home())}">${fields.join('')}<input type="file" multiple name="${files[0].name}"><button>Share</button></form>`;
    const other = await serve(folder, 0, {}, (path) =>
      path === '/other' ? { type: 'text/html', body: form } : undefined,
    );
    t.after(() => other.close());
    await page.goto(home());
    await controlled();
    await page.goto(`http://127.0.0.1:${other.port}/other`);
    await fill({ file: page.locator('input[type=file]'), field: (name) => page.locator(`[name="${texts[name]}"]`) });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForURL(home());
  }
  const model = (name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(sliderModel) });
  /** Nothing of it stays on the machine. */
  const forgotten = () =>
    page.waitForFunction(async () => (await caches.keys()).every((key) => key.startsWith('vitrine-app ')));

  test('a file, whatever its name, and one beside it', async (t) => {
    await share(t, ({ file }) =>
      file.setInputFiles([
        model('žaba #1 %.md5mesh'),
        { name: 'slide.md5anim', mimeType: 'text/plain', buffer: Buffer.from(sliderAction) },
      ]),
    );
    await shown(page);
    assert.match(await page.title(), /^žaba #1 %\.md5mesh/);
    await page
      .locator('option', { hasText: /^slide$/ })
      .first()
      .waitFor({ state: 'attached' });
    await forgotten();
    // What was shared is not what the address says: a reload begins anew.
    await page.reload();
    await page.locator('body.is-empty').waitFor();
    await quiet();
  });

  test('a link, as some programs put it into their text', async (t) => {
    await share(t, ({ field }) => field('text').fill(`A heron, walking: ${home()}samples/broken/broken.md5mesh`));
    await shown(page);
    assert.match(await page.title(), /^broken\.md5mesh/);
    await forgotten();
  });

  test('the text of a model', async (t) => {
    await share(t, ({ field }) => field('text').fill(sliderModel.replaceAll('\n', ' ')));
    await shown(page);
    assert.match(await page.title(), /^pasted\.md5mesh/);
    await forgotten();
  });

  test('words alone are told', async (t) => {
    await share(t, ({ field }) => field('title').fill('Hello'));
    await page.getByText('The share contained no file, URL or model text.').waitFor();
    await forgotten();
  });

  test('nothing, when what was shared is gone', async () => {
    await page.goto(`${home()}#shared=00000000-0000-4000-8000-000000000000`);
    await page.reload();
    await page.getByText('The share contained no file, URL or model text.').waitFor();
  });
});

test('the manifest makes the page installable, with pictures of the sizes it states and every format of the core', async () => {
  await page.goto(home());
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'));
  assert.ok(manifest.name && manifest.start_url && manifest.display === 'standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(join(folder, src));
    if (type !== 'image/png') continue;
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  for (const size of ['192x192', '512x512'])
    for (const purpose of ['any', 'maskable'])
      assert.ok(
        manifest.icons.some((icon) => icon.sizes === size && icon.purpose === purpose),
        `${size} ${purpose}`,
      );
  // Chromium shows those of one shape, 320 to 3840 pixels long, and the longer side at most 2.3 times the other.
  for (const form of ['wide', 'narrow']) {
    const shots = manifest.screenshots.filter(({ form_factor }) => form_factor === form);
    assert.ok(shots.length > 0, form);
    assert.equal(new Set(shots.map(({ sizes }) => sizes)).size, 1, form);
    for (const { src, sizes, type, label } of shots) {
      assert.equal(type, 'image/webp');
      assert.ok(label, src);
      const [width, height] = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return [width, height];
      }, home() + src);
      assert.equal(`${width}x${height}`, sizes, src);
      const [short, long] = [width, height].sort((a, b) => a - b);
      assert.ok(short >= 320 && long <= 3840 && long <= 2.3 * short, src);
      assert.equal(width > height, form === 'wide', src);
    }
  }
  const accepted = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
  // What follows the last dot is all that a system knows of a name.
  const endings = (await createVitrine()).formats.flatMap(({ extensions }) =>
    extensions.map((name) => `.${name.split('.').at(-1)}`),
  );
  // Of these the system has too many that are no models'.
  const foreign = ['.cfg', '.js'];
  const isPattern = (ending) => ending.includes('*');
  for (const ending of new Set([...endings.filter((each) => !isPattern(each)), '.zip', '.pk4']))
    assert.equal(accepted.includes(ending), !foreign.includes(ending), ending);
  // Systems that know types alone have none for models.
  const shared = manifest.share_target.params.files.flatMap(({ accept }) => accept);
  assert.deepEqual(
    accepted.filter((ending) => !shared.includes(ending)),
    [],
  );
  assert.ok(shared.includes('application/octet-stream') && shared.includes('application/zip'));
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A private window, as tests have it, is all that stands in the way.
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
});
