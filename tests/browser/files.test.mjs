// Getting files in: archives, pastes, addresses, files on disk that change, documents side by side, and what misses.

import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { zipSync } from 'fflate';

import { copyLink, openFiles, press, shown, startBrowser } from './harness.mjs';
import { data } from '../node/support/vitrine.mjs';
import { boxModel, slideAction, sliderAction, sliderJoints, sliderModel } from './models.mjs';

let browser, page;
const endings = [];
/** One page for the whole file: documents pile up in it as they would for a person. */
before(async () => {
  browser = await startBrowser();
  page = await browser.page(
    { after: (end) => endings.push(end) },
    { width: 1100, height: 640, reducedMotion: 'reduce' },
  );
});
after(async () => {
  for (const end of endings) await end();
  await browser?.stop();
});

const box = (joint) =>
  boxModel([{ name: joint, parent: -1, at: [0, 0, 0] }], [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const bytesOf = (text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text);
const zip = (files) => zipSync(Object.fromEntries(Object.entries(files).map(([name, data]) => [name, bytesOf(data)])));

/** A drop of { name: text or bytes }; with `handles` each as a file on a disk that `disk` writes to. */
async function drop(files, handles = false) {
  const list = Object.entries(files).map(([name, data]) => ({
    name,
    base64: Buffer.from(bytesOf(data)).toString('base64'),
  }));
  await page.evaluate(
    ([given, withHandles]) => {
      globalThis.disk ??= new Map();
      const items = given.map(({ name, base64 }) => {
        const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { lastModified: 1 });
        const entry = {
          isFile: true,
          isDirectory: false,
          name: name.slice(name.lastIndexOf('/') + 1),
          fullPath: `/${name}`,
          file: (done) => done(file),
        };
        globalThis.disk.set(name, file);
        const handle = { kind: 'file', name, getFile: async () => globalThis.disk.get(name) };
        return {
          kind: 'file',
          webkitGetAsEntry: () => entry,
          ...(withHandles && { getAsFileSystemHandle: async () => handle }),
        };
      });
      const event = new Event('drop', { bubbles: true, cancelable: true });
      event.dataTransfer = { types: ['Files'], items };
      document.body.dispatchEvent(event);
    },
    [list, handles],
  );
}

const write = (name, text, time) =>
  page.evaluate(
    ([file, content, at]) => globalThis.disk.set(file, new File([content], file, { lastModified: at })),
    [name, text, time],
  );

const documentName = (name) =>
  page.waitForFunction((wanted) => document.querySelector('.document-name').textContent === wanted, name);
const says = (text) =>
  page.waitForFunction((wanted) => document.querySelector('.status-note').textContent.includes(wanted), text);
const tab = (name) => page.getByRole('tab', { name });
const treeNames = () => page.locator('.tree-name').allTextContents();
const refused = async (pattern) => {
  const loadError = page.getByRole('alertdialog');
  await loadError.waitFor();
  assert.match(await loadError.textContent(), pattern);
  await page.keyboard.press('Escape');
  await loadError.waitFor({ state: 'hidden' });
};
const seek = (seconds) =>
  page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
    slider.valueAsNumber = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, seconds);
const clock = (text) =>
  page.waitForFunction((start) => document.querySelector('.clock').textContent.startsWith(start), text);

/** Where the camera is, as a link to the view says it. */
async function camera() {
  await copyLink(page);
  return page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('camera'));
}

test('a texture without a name is no missing file', async (t) => {
  const own = await browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce' });
  const corners = ['0 0 0', '1 0 0', '0 1 0'].map((at) => `vp ${at}\nvt 0 0\n`).join('');
  await openFiles(own, [
    { name: 'nameless.iqe', text: `# Inter-Quake Export\nmesh sheet\nmaterial ""\n${corners}fm 0 1 2\n` },
  ]);
  await own.waitForFunction(() => document.title.startsWith('nameless.iqe'));
  assert.equal(await own.locator('#panel-details .files .missing').count(), 0);
  assert.equal(
    await own
      .getByRole('button', { name: /missing/i })
      .filter({ visible: true })
      .count(),
    0,
  );
});

test('companions of an archive that is slow join the document they came for, though another shows by then', async (t) => {
  const own = await browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce' });
  await openFiles(own, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(own);
  // The archive is read when the test says so.
  await own.evaluate(() => {
    const { arrayBuffer } = Blob.prototype,
      { promise, resolve } = Promise.withResolvers();
    globalThis.readOn = resolve;
    Blob.prototype.arrayBuffer = async function () {
      globalThis.reads = (globalThis.reads ?? 0) + 1;
      await promise;
      return arrayBuffer.call(this);
    };
  });
  await openFiles(own, [{ name: 'actions.zip', text: zip({ 'slide.md5anim': sliderAction }) }]);
  await own.waitForFunction(() => globalThis.reads > 0);
  await openFiles(own, [{ name: 'other.md5mesh', text: sliderModel }]);
  await own.waitForFunction(() => document.title.startsWith('other'));
  await own.evaluate(() => globalThis.readOn());
  await own.locator('.loading').waitFor({ state: 'hidden' });
  const actions = (name) =>
    own.waitForFunction(
      (wanted) =>
        document.title.startsWith(wanted) &&
        [...document.querySelectorAll('.timeline .action option')].some(({ label }) => label === 'slide'),
      name,
    );
  await own.getByRole('tab', { name: 'slider.md5mesh' }).click();
  await actions('slider');
  await own.getByRole('tab', { name: 'other.md5mesh' }).click();
  await own.waitForFunction(() => document.title.startsWith('other'));
  assert.equal(await own.getByRole('tab').count(), 2);
  assert.deepEqual(
    (await own.locator('.timeline .action option').allTextContents()).filter((name) => name === 'slide'),
    [],
  );
  assert.deepEqual(own.errors, []);
});

test('archives dropped together mount in the order of their names: the later hides the earlier', async () => {
  await drop({
    'pak10.pk4': zip({ 'Models\\BOX.md5mesh': box('newer') }),
    'pak9.pk4': zip({ 'models/box.md5mesh': box('older'), 'models/slide.md5anim': sliderAction, 'notes.txt': 'none' }),
  });
  await shown(page);
  await documentName('BOX.md5mesh');
  assert.deepEqual(await treeNames(), ['newer', 'clay']);
  assert.equal(await page.getByRole('tablist').count(), 0);
  await press(page, 'Files');
  const panel = page.getByRole('complementary', { name: 'Files' });
  assert.deepEqual(await panel.locator('.archive-list li').allTextContents(), ['pak9.pk4', 'pak10.pk4']);
});

for (const [what, name, data, said] of [
  [
    'swells',
    'bomb.zip',
    () => zip({ 'a.md5mesh': ' '.repeat(4 << 20) }),
    /bomb\.zip.*200 times its size.*"a\.md5mesh"/,
  ],
  ['leads out of itself', 'up.zip', () => zip({ '../../a.md5mesh': sliderModel }), /up\.zip.*leads out of the archive/],
  ['is cut off', 'cut.zip', () => zip({ 'a.md5mesh': sliderModel }).subarray(0, 90), /cut\.zip.*cut off/],
  [
    'is encrypted',
    'locked.zip',
    () => {
      const bytes = zip({ 'a.md5mesh': sliderModel });
      bytes[Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] |= 1;
      return bytes;
    },
    /locked\.zip.*"a\.md5mesh" is encrypted/,
  ],
]) {
  test(`an archive that ${what} is refused with its name and the reason; what shows stays`, async () => {
    await drop({ [name]: data() });
    await refused(said);
    await documentName('BOX.md5mesh');
  });
}

test('models of one drop are tabs, and each keeps action, time, camera and selection', async () => {
  await drop({
    'two/first.md5mesh': sliderModel,
    'two/slide.md5anim': sliderAction,
    'three/second.md5mesh': box('elbow'),
  });
  await page.getByRole('tab').nth(2).waitFor();
  await documentName('first.md5mesh');
  await page.getByRole('treeitem', { name: /origin/ }).click();
  await seek(0.25);
  await clock('0.250 s');
  await page.locator('#stage').focus();
  await page.keyboard.press('7');
  const above = await camera();
  assert.match(above, /^0,90,|^0,8[0-9.]+,/);
  await tab('BOX.md5mesh').click();
  await documentName('BOX.md5mesh');
  assert.equal(await page.locator('[role=treeitem][aria-selected=true]').count(), 0);
  await tab('first.md5mesh').click();
  await documentName('first.md5mesh');
  await clock('0.250 s');
  assert.match(await page.locator('[role=treeitem][aria-selected=true]').textContent(), /origin/);
  assert.equal(await tab('first.md5mesh').getAttribute('aria-selected'), 'true');
  assert.equal(await camera(), above);
});

test('tabs walk by arrow keys, Page Up and Page Down; Delete closes one', async () => {
  // BOX came before; of one drop the model with an action is the first.
  await tab('second.md5mesh').focus();
  await page.keyboard.press('ArrowLeft');
  await documentName('first.md5mesh');
  await page.keyboard.press('Home');
  await documentName('BOX.md5mesh');
  await page.keyboard.press('End');
  await documentName('second.md5mesh');
  await page.locator('#stage').focus();
  await page.keyboard.press('PageDown');
  await documentName('BOX.md5mesh');
  await page.keyboard.press('PageUp');
  await documentName('second.md5mesh');
  await tab('second.md5mesh').focus();
  await page.keyboard.press('Delete');
  await documentName('first.md5mesh');
  assert.equal(await page.getByRole('tab').count(), 2);
  await tab('first.md5mesh').locator('.tab-close').click();
  await documentName('BOX.md5mesh');
  await page.getByRole('tablist').waitFor({ state: 'hidden' });
});

test('tabs closed faster than the next one comes close one each, and no other', async () => {
  await drop({ 'p.md5mesh': box('p'), 'q.md5mesh': box('q'), 'r.md5mesh': box('r'), 's.md5mesh': box('s') });
  await documentName('p.md5mesh');
  const close = (...names) =>
    page.evaluate((list) => {
      const crosses = list.map((name) =>
        [...document.querySelectorAll('.tab')]
          .find((each) => each.textContent.includes(name))
          .querySelector('.tab-close'),
      );
      for (const cross of crosses) cross.click();
    }, names);
  const names = () => page.locator('.tab-name').allTextContents();
  // Twice the same, which shows; then the one that shows and the one that takes its place.
  await close('p.md5mesh', 'p.md5mesh');
  await documentName('q.md5mesh');
  await page.waitForFunction(() => document.querySelectorAll('.tab').length === 4);
  assert.deepEqual(await names(), ['BOX.md5mesh', 'q.md5mesh', 'r.md5mesh', 's.md5mesh']);
  await close('q.md5mesh', 'r.md5mesh');
  await documentName('s.md5mesh');
  await page.waitForFunction(() => document.querySelectorAll('.tab').length === 2);
  await close('s.md5mesh');
  await documentName('BOX.md5mesh');
  await page.getByRole('tablist').waitFor({ state: 'hidden' });
});

test('a document that is dropped while another comes takes its place, and both are tabs', async () => {
  await page.evaluate(
    (files) => {
      for (const [name, text] of files) {
        const file = (done) => done(new File([text], name));
        const entry = { isFile: true, isDirectory: false, name, fullPath: `/${name}`, file };
        const event = new Event('drop', { bubbles: true, cancelable: true });
        event.dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => entry }] };
        document.body.dispatchEvent(event);
      }
    },
    [
      ['early.md5mesh', box('early')],
      ['late.md5mesh', box('late')],
    ],
  );
  await documentName('late.md5mesh');
  assert.deepEqual(await page.locator('.tab-name').allTextContents(), ['BOX.md5mesh', 'early.md5mesh', 'late.md5mesh']);
  await tab('early.md5mesh').click();
  await documentName('early.md5mesh');
  assert.deepEqual(await treeNames(), ['early', 'clay']);
  for (const name of ['early.md5mesh', 'late.md5mesh']) {
    await tab(name).focus();
    await page.keyboard.press('Delete');
    await tab(name).waitFor({ state: 'detached' });
  }
  await documentName('BOX.md5mesh');
});

test('what a person changes while files are read is kept, for the document that goes and for the one that goes on', async () => {
  const speed = (text) => page.waitForFunction((wanted) => document.querySelector('.speed').value === wanted, text);
  const action = (name) =>
    page.waitForFunction(
      (wanted) => document.querySelector('.timeline .action').selectedOptions[0]?.label === wanted,
      name,
    );
  // What the engine is to load comes to it only when a person has done more.
  const later = (work) =>
    page
      .evaluate(() => {
        const engine = globalThis.engineWorker,
          held = [];
        engine.postMessage = (message, ...rest) => {
          if (message.type === 'load') held.push(message);
          else Worker.prototype.postMessage.call(engine, message, ...rest);
        };
        globalThis.letGo = () => {
          delete engine.postMessage;
          for (const message of held) engine.postMessage(message);
        };
        globalThis.held = held;
      })
      .then(work)
      .then(async () => {
        await page.waitForFunction(() => globalThis.held.length > 0);
        await page.locator('#stage').focus();
      });
  const letGo = () => page.evaluate(() => globalThis.letGo());

  await drop({ 'slider.md5mesh': sliderModel, 'slide.md5anim': sliderAction });
  await documentName('slider.md5mesh');
  await action('slide');
  await later(() => drop({ 'away.md5mesh': box('away') }));
  await page.keyboard.press('>');
  await page.keyboard.press('.');
  await clock('1.000 s');
  await letGo();
  await documentName('away.md5mesh');
  await tab('slider.md5mesh').click();
  await documentName('slider.md5mesh');
  await clock('1.000 s');
  await speed('1.1');
  // An action joins; meanwhile another one is chosen.
  await later(() => drop({ 'more.md5anim': sliderAction }));
  await page.keyboard.press('[');
  await action('Bind pose');
  await letGo();
  await page.waitForFunction(() => document.querySelectorAll('.timeline .action option').length === 3);
  await action('Bind pose');
  await page.locator('#stage').focus();
  await page.keyboard.press('<');
  for (const name of ['away.md5mesh', 'slider.md5mesh']) {
    await tab(name).focus();
    await page.keyboard.press('Delete');
    await tab(name).waitFor({ state: 'detached' });
  }
  await documentName('BOX.md5mesh');
});

test('on a narrow page the documents are a list', async () => {
  await drop({ 'second.md5mesh': box('elbow') });
  await documentName('second.md5mesh');
  await page.setViewportSize({ width: 360, height: 640 });
  const list = page.getByRole('combobox', { name: 'Document' });
  await list.selectOption({ label: 'BOX.md5mesh' });
  await documentName('BOX.md5mesh');
  await page.getByRole('button', { name: 'Next document' }).click();
  await documentName('second.md5mesh');
  await page.getByRole('button', { name: 'Close this document' }).click();
  await list.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1100, height: 640 });
});

/** What Ctrl+V would bring. */
const paste = (content) =>
  page.evaluate(({ text, name }) => {
    const clipboardData = new DataTransfer();
    if (name) clipboardData.items.add(new File([text], name));
    else clipboardData.setData('text/plain', text);
    document
      .getElementById('stage')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, content);

test('files, the text of a model and addresses can be pasted; other text is told apart', async () => {
  await paste({ text: box('pasted'), name: 'copied.md5mesh' });
  await documentName('copied.md5mesh');
  await paste({ text: `// by hand\n${sliderModel}` });
  await documentName('pasted.md5mesh');
  await paste({ text: 'nothing of the kind' });
  await says('The clipboard contains no file');
  await paste({ text: `${page.origin}/samples/heron/heron.md5mesh\n${page.origin}/samples/heron/walk.md5anim` });
  await documentName('heron.md5mesh');
});

test('an address opens by key, and what is wrong with it is said in words', async () => {
  await page.route('**/given/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith('page.md5mesh'))
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>No.' });
    if (path.endsWith('far.md5mesh')) return route.abort('failed');
    if (path.endsWith('good.zip')) return route.fulfill({ body: Buffer.from(zip({ 'm/good.md5mesh': box('far') })) });
    return route.fulfill({ status: 404, body: '' });
  });
  await page.locator('#stage').focus();
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: 'Open from URL' });
  const field = dialog.getByRole('textbox');
  const alert = dialog.getByRole('alert');
  for (const [address, words] of [
    ['', /Enter a URL/],
    ['given/none.md5mesh', /file not found \(404\)/],
    ['given/page.md5mesh', /a web page; use the file’s direct URL/],
    ['given/far.md5mesh', /CORS/],
    ['ftp://example.org/a.md5mesh', /begin with https/],
    ['http://example.org/a.md5mesh', /only https URLs/],
  ]) {
    await field.fill(address);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (pattern) => new RegExp(pattern).test(document.getElementById('address-said').textContent),
      words.source,
    );
    assert.match(await alert.textContent(), words);
  }
  await field.fill('given/good.zip');
  await page.keyboard.press('Enter');
  await documentName('good.md5mesh');
  assert.equal(await dialog.count(), 0);
  // Failed requests are in the console as well; here they are wanted.
  page.errors.length = 0;
});

test('a slow transfer shows its bytes and can be stopped', async () => {
  await page.evaluate(() => {
    const real = globalThis.fetch;
    globalThis.fetch = (address, options) => {
      if (!String(address).includes('slow')) return real(address, options);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(5000));
          options.signal.addEventListener('abort', () => controller.error(options.signal.reason));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-length': '20000' } }));
    };
  });
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: 'Open from URL' });
  await dialog.getByRole('textbox').fill('slow.md5mesh');
  await page.keyboard.press('Enter');
  await dialog.getByText('5.0 kB of 20 kB').waitFor();
  assert.equal(await dialog.getByRole('progressbar').evaluate((bar) => bar.value), 0.25);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Stopped.').waitFor();
  // Closed, opened and begun anew in one moment: the end of the one before does not end it.
  await page.evaluate(() => {
    document.querySelector('dialog.address').close();
    document.querySelector('#stage').dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }));
    document.querySelector('dialog.address input').value = 'slow.md5mesh';
    document.querySelector('dialog.address form').requestSubmit();
  });
  await dialog.getByText('5.0 kB of 20 kB').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Stopped.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await documentName('good.md5mesh');
});

test('a file that changes on disk is read again, and the view stays', async () => {
  await drop({ 'live.md5mesh': sliderModel, 'live.md5anim': sliderAction }, true);
  await documentName('live.md5mesh');
  await page.getByRole('treeitem', { name: /origin/ }).click();
  await seek(0.5);
  await clock('0.500 s');
  await page.locator('#stage').focus();
  await page.keyboard.press('3');
  const aside = await camera();
  await write('live.md5mesh', sliderModel.replaceAll('"clay"', '"brick"'), 2);
  await says('live.md5mesh changed on disk and was reloaded');
  assert.deepEqual(await treeNames(), ['origin', 'brick']);
  await clock('0.500 s');
  assert.equal(await camera(), aside);
  assert.match(await page.locator('[role=treeitem][aria-selected=true]').textContent(), /origin/);
  // Half written: what shows stays, and the whole file is taken when it is there.
  await write('live.md5mesh', sliderModel.slice(0, 200), 3);
  const note = page.locator('.disk-note');
  await note.getByText(/live\.md5mesh cannot be read now; its last version stays \(/).waitFor();
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  assert.deepEqual(await treeNames(), ['origin', 'brick']);
  await write('live.md5mesh', sliderModel.replaceAll('"clay"', '"stone"'), 4);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.tree-name')].some(({ textContent }) => textContent === 'stone'),
  );
  await note.waitFor({ state: 'hidden' });
  // So does an action that is cut off: the document would open without it.
  await write('live.md5anim', sliderAction.slice(0, -20), 5);
  await note.getByText(/live\.md5anim cannot be read now/).waitFor();
  await clock('0.500 s');
  assert.equal(await camera(), aside);
  await write('live.md5anim', sliderAction, 6);
  await note.waitFor({ state: 'hidden' });
  await clock('0.500 s');
});

test('the switch turns watching off', async () => {
  const box = page.getByRole('checkbox', { name: 'Reload files when they change' });
  await box.uncheck();
  await page.getByText('Not watching for changes.').waitFor();
  await page.evaluate(() => {
    globalThis.looks = 0;
    const { get } = Map.prototype;
    globalThis.disk.get = function (name) {
      ++globalThis.looks;
      return get.call(this, name);
    };
  });
  await write('live.md5mesh', sliderModel, 5);
  await box.check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.tree-name')].some(({ textContent }) => textContent === 'clay'),
  );
  assert.ok((await page.evaluate(() => globalThis.looks)) > 0);
});

test('a file that grows after it was dropped is refused in words, and the model before stays', async (t) => {
  const own = await browser.page(t, { hash: '#src=samples/column/column.md5mesh', width: 900 });
  await shown(own);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-')),
    path = join(folder, 'grows.md5mesh');
  t.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('../../public/samples/column/column.md5mesh', import.meta.url), path);
  await own.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'held' }));
  });
  await own.locator('#held').setInputFiles(path);
  // The browser has looked at the file once it has read of it.
  await own.evaluate(async () => {
    globalThis.held = document.getElementById('held').files[0];
    await globalThis.held.slice(0, 1).arrayBuffer();
  });
  const later = new Date(Date.now() + 10_000);
  appendFileSync(path, '// more\n');
  utimesSync(path, later, later);
  await own.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(globalThis.held);
    const options = { dataTransfer, bubbles: true, cancelable: true };
    document.getElementById('stage').dispatchEvent(new DragEvent('drop', options));
  });
  await own.getByText('grows.md5mesh could not be read: it was changed').waitFor();
  assert.match(await own.locator('.status').textContent(), /1,080 triangles/);
  assert.deepEqual(own.errors, []);
});

test('where the browser observes files, nothing is polled', async () => {
  await page.evaluate(() => {
    globalThis.FileSystemObserver = class {
      constructor(changed) {
        globalThis.tellObserver = () => changed([{}]);
      }
      async observe() {}
      disconnect() {}
    };
  });
  await drop({ 'seen.md5mesh': box('one') }, true);
  await documentName('seen.md5mesh');
  await write('seen.md5mesh', box('two'), 9);
  await page.evaluate(() => globalThis.tellObserver());
  await says('seen.md5mesh changed on disk');
  assert.deepEqual(await treeNames(), ['two', 'clay']);
  await page.evaluate(() => delete globalThis.FileSystemObserver);
});

test('a file that comes into a dropped folder joins its model, and the view stays', async () => {
  await page.evaluate((text) => {
    const file = (name, content) => ({
      kind: 'file',
      name,
      getFile: async () => new File([content], name, { lastModified: 1 }),
    });
    const inside = (globalThis.inFolder = [file('grows.md5mesh', text)]);
    globalThis.fileOf = file;
    const handle = {
      kind: 'directory',
      name: 'growing',
      async *values() {
        yield* inside;
      },
    };
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const item = {
      kind: 'file',
      webkitGetAsEntry: () => null,
      getAsFile: () => null,
      getAsFileSystemHandle: async () => handle,
    };
    event.dataTransfer = { types: ['Files'], items: [item] };
    document.body.dispatchEvent(event);
  }, sliderModel);
  await documentName('grows.md5mesh');
  await page.locator('#stage').focus();
  await page.keyboard.press('3');
  const aside = await camera();
  // The first look finds what was dropped.
  await page.waitForTimeout(2500);
  await page.evaluate((text) => globalThis.inFolder.push(globalThis.fileOf('slides.md5anim', text)), sliderAction);
  await page.waitForFunction(() => document.querySelector('.action').options.length === 2);
  assert.equal(await camera(), aside);
  await documentName('grows.md5mesh');
});

test('the Open dialog with handles is used where there is one', async () => {
  await page.evaluate((text) => {
    const file = new File([text], 'chosen.md5mesh', { lastModified: 1 });
    globalThis.showOpenFilePicker = async () => [{ kind: 'file', name: file.name, getFile: async () => file }];
    const folder = {
      kind: 'directory',
      name: 'kit',
      async *values() {
        yield { kind: 'file', name: 'inner.md5mesh', getFile: async () => new File([text], 'inner.md5mesh') };
      },
    };
    globalThis.showDirectoryPicker = async () => folder;
  }, box('handled'));
  await page.locator('#stage').focus();
  await page.keyboard.press('Control+o');
  await documentName('chosen.md5mesh');
  await page.getByRole('button', { name: 'Browse a folder' }).click();
  await documentName('inner.md5mesh');
  assert.ok(await page.getByTitle('kit/inner.md5mesh').count());
});

test('what misses is listed with where it was looked for, and completes the document when it comes', async () => {
  await openFiles(page, [
    { name: 'bare/bare.md5mesh', text: sliderModel },
    { name: 'bare/slide.md5anim', text: slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]]], 1) },
  ]);
  await documentName('bare.md5mesh');
  await page.locator('.status-missing').click();
  const panel = page.getByRole('complementary', { name: 'Files' });
  const entry = panel.locator('.missing-list li').first();
  assert.match(await entry.textContent(), /clay/);
  await entry.locator('summary').click();
  assert.ok((await entry.locator('code').allTextContents()).includes('clay.tga'));
  await page.getByRole('treeitem', { name: /origin/ }).click();
  await seek(0.75);
  await clock('0.750 s');
  // A TGA of one pixel: header, then blue, green, red.
  const tga = new Uint8Array([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20, 10, 20, 200]);
  await drop({ 'textures.zip': zip({ 'deep/clay.tga': tga }) });
  await page.locator('.status-missing').waitFor({ state: 'hidden' });
  await clock('0.750 s');
  assert.match(await page.locator('[role=treeitem][aria-selected=true]').textContent(), /origin/);
  await panel.getByText('Nothing missing.').waitFor();
});

test('a .bin is a model of its own, or the buffer that the shown model lacks', async () => {
  await drop({ 'static.bin': readFileSync(data('pivot/reference/static.bin')) });
  await documentName('static.bin');
  const numbers = (...values) => Buffer.from(new Float32Array(values).buffer);
  const corners = numbers(0, 0, 0, 1, 0, 0, 0, 1, 0),
    keys = numbers(0, 1, 0, 0, 0, 0, 0, 1);
  const uri = `data:application/octet-stream;base64,${corners.toString('base64')}`;
  const views = [36, 8, 24].map((byteLength, i) => ({
    buffer: Math.min(i, 1),
    byteOffset: i === 2 ? 8 : 0,
    byteLength,
  }));
  const accessor = (bufferView, type, count) => ({ bufferView, type, count, componentType: 5126 });
  const model = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'flag', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { ...accessor(0, 'VEC3', 3), min: [0, 0, 0], max: [1, 1, 0] },
      { ...accessor(1, 'SCALAR', 2), min: [0], max: [1] },
      accessor(2, 'VEC3', 2),
    ],
    bufferViews: views,
    buffers: [
      { byteLength: 36, uri },
      { byteLength: 32, uri: 'keys.bin' },
    ],
    animations: [
      {
        name: 'rise',
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: 1, output: 2 }],
      },
    ],
  };
  await drop({ 'flag.gltf': JSON.stringify(model) });
  await documentName('flag.gltf');
  const before = await page.locator('.tab').count();
  await drop({ 'keys.bin': keys });
  await page.locator('select').filter({ hasText: 'rise' }).first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.tab').count(), before);
});

test('animations that md5.cfg names and nobody gave are listed', async () => {
  await drop({
    'cube/cube.md5mesh': sliderModel,
    'cube/md5.cfg': 'md5load cube.md5mesh\nmd5anim idle "idle.md5anim" 20 // waits\nmd5anim slide slide.md5anim',
    'cube/slide.md5anim': sliderAction,
  });
  await documentName('cube.md5mesh');
  const list = page.locator('.missing-list');
  await list.getByText('idle').first().waitFor();
  assert.match(await list.textContent(), /idle\.md5anim/);
  assert.doesNotMatch(await list.textContent(), /slide\.md5anim/);
});

test('of 100 MB the page says what is read, and keeps the model before', async () => {
  await page.evaluate((text) => {
    globalThis.large = new DataTransfer();
    large.items.add(new File([text, ...Array(100).fill(' '.repeat(1e6))], 'large.md5mesh'));
    globalThis.states = [];
    const note = document.querySelector('.loading');
    new MutationObserver(() =>
      states.push(`${document.querySelector('.document-name').textContent}: ${note.textContent}`),
    ).observe(note, { subtree: true, childList: true, characterData: true, attributes: true });
  }, box('huge'));
  await page.evaluate(() => {
    const input = document.querySelector('[data-testid=files]');
    input.files = large.files;
    input.dispatchEvent(new Event('change'));
  });
  await documentName('large.md5mesh');
  const states = await page.evaluate(() => globalThis.states);
  assert.ok(
    states.some((state) => /^cube\.md5mesh: large\.md5mesh.*of 100 MB.*Cancel/.test(state)),
    states.slice(0, 5).join(),
  );
});

test('nothing broke on the way', async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
});
