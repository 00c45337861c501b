// The cores for viewing and the whole one behind them: what a small one shows costs no more than it, and what it refuses or
// breaks at is shown, or told, by the full core.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createVitrine } from '../../dist/node/index.js';
import { embed, files, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';
import { latestWasm } from '../../web/build/compile.mjs';
import { filesOf, kEmbedLimit, kSlack } from '../../web/build/size.mjs';
import { root } from '../node/support/vitrine.mjs';
import { viewStub } from './viewstub.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** A page with one viewer; the names of the cores that were fetched. */
async function open(t, body, stub, before) {
  const fetched = [];
  const page = await embed(browser, t, `<div class="figure">${body}</div>`, {
    async before(page) {
      page.on('request', (request) => {
        const [name] = /vitrine-[a-z0-9-]+\.(?:mjs|wasm)$/.exec(request.url()) ?? [];
        if (name) fetched.push(name);
      });
      await before?.(page);
      if (stub)
        await page.route('**/vitrine-view-md5.wasm', (route) =>
          route.fulfill({ contentType: 'application/wasm', body: stub }),
        );
    },
  });
  return { page, fetched };
}

const whole = ['vitrine-core.mjs', 'vitrine-core.wasm'];
const view = ['vitrine-view-md5.wasm'];
const cores = (fetched) => [...new Set(fetched)].sort();
const broken = '<vitrine-viewer id="fig" src="broken.md5mesh" textures="none"></vitrine-viewer>';
const fault = (page) =>
  page
    .waitForFunction(() => document.getElementById('fig').error)
    .then(() => page.locator('#fig').evaluate(({ error: { code, message, issues } }) => ({ code, message, issues })));

test('a plain model is shown by the view core alone', async (t) => {
  const { page, fetched } = await open(t, slider());
  await loaded(page);
  const counted = await page.locator('#fig').evaluate(({ report }) => ({
    issues: report.issues.numErrors,
    triangles: report.info.statistics.triangles,
    actions: report.info.actions.map(({ name }) => name),
  }));
  assert.deepEqual(counted, { issues: 0, triangles: 12, actions: ['eleven', 'slide'] });
  assert.deepEqual(cores(fetched), view);
  // What it leaves out is asked of the full core.
  const report = await page.locator('#fig').evaluate((viewer) => viewer.inspect());
  assert.ok(report.info.format, 'the whole report has what only the format has');
  assert.deepEqual(cores(fetched), [...whole, ...view]);
});

test('what it refuses, the full core tells in its words', async (t) => {
  const { page, fetched } = await open(t, broken);
  const { code, message, issues } = await fault(page);
  assert.deepEqual(cores(fetched), [...whole, ...view]);
  assert.equal(issues[0].code, code);
  assert.equal(issues[0].message, message);
  assert.ok(issues[0].line > 1 && issues[0].column > 0, 'the place of the fault');
});

test('a model that it refuses is shown by the full core', async (t) => {
  const { page, fetched } = await open(t, slider(), viewStub());
  await loaded(page);
  assert.deepEqual(cores(fetched), [...whole, ...view]);
});

test('a core that breaks while it reads, or when it is to pose, is replaced', async (t) => {
  const info = {
    statistics: {},
    hierarchy: [],
    meshes: [],
    textures: [],
    materials: [],
    actions: [],
    skins: [],
    emitters: [],
  };
  const report = JSON.stringify({ files: [], issues: { numErrors: 0, numWarnings: 0, messages: [] }, info });
  for (const stub of [viewStub({ trap: 'load' }), viewStub({ trap: 'evaluate', report })]) {
    const { page } = await open(t, `${slider('playing')}`, stub);
    await loaded(page);
    assert.deepEqual(await page.locator('#fig').evaluate(({ actions }) => actions.length), 2);
    await page.close();
  }
});

test('a core that breaks while several viewers play is replaced for all of them', async (t) => {
  const document = (await createVitrine()).load(
    ['slider.md5mesh', 'eleven.md5anim', 'slide.md5anim'].map((name) => ({ name, bytes: Buffer.from(files[name]) })),
  );
  const report = JSON.stringify(document.report);
  document.dispose();
  const ids = ['one', 'two'];
  const viewers = ids.map((id) => slider('playing loop').replace('id="fig"', `id="${id}"`)).join('');
  // Each has shown some frames by then.
  const { page, fetched } = await open(t, viewers, viewStub({ trap: 'evaluate', good: 12, report }));
  for (const id of ids) await loaded(page, id);
  for (const until = Date.now() + 60_000; !fetched.includes('vitrine-core.wasm') && Date.now() < until;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const id of ids) {
    const before = await page.locator(`#${id}`).evaluate(({ currentTime }) => currentTime);
    await page.waitForFunction(([name, time]) => document.getElementById(name).currentTime !== time, [id, before], {
      timeout: 60_000,
    });
    assert.equal(await page.locator(`#${id}`).evaluate(({ error }) => error), null);
  }
  assert.deepEqual(cores(fetched), [...whole, ...view]);
});

test('without the full core beside it, a load error says so', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${broken}</div>`, {
    before: async (each) => {
      await each.route('**/vitrine-core.*', (route) => route.fulfill({ status: 404, body: 'not found' }));
    },
  });
  assert.equal((await fault(page)).code, 'CORE_START');
});

const sample = (path) => `<vitrine-viewer id="fig" src="../samples/${path}" alt="A sample"></vitrine-viewer>`;
const made = (path) => `<vitrine-viewer id="fig" src="${path.split('/').pop()}" alt="A model"></vitrine-viewer>`;
/** A model of each format; files of the tests' own are served beside the page. */
const models = {
  md5: sample('column/column.md5mesh'),
  qmsh: sample('pinwheel/pinwheel.qmsh.tmp'),
  kri: sample('lighthouse/lighthouse.scene'),
  pivot: sample('mannequin/mannequin.pivot'),
  iqm: made('iqm/valid/triangle.iqm'),
  gltf: made('gltf/valid/skinned.glb'),
};
const serveMade = (page) =>
  Promise.all(
    ['iqm/valid/triangle.iqm', 'gltf/valid/skinned.glb'].map((path) =>
      page.route(`**/test/${path.split('/').pop()}`, (route) =>
        route.fulfill({ contentType: 'application/octet-stream', body: readFileSync(join(root, 'tests/data', path)) }),
      ),
    ),
  );

/** A page with these viewers, and the names of all scripts and cores that it has asked for. */
async function watched(t, viewers) {
  const fetched = new Set();
  const page = await embed(browser, t, viewers, {
    async before(page) {
      await serveMade(page);
      page.on('request', (request) => {
        const [name] = /[^/]+\.(?:js|mjs|wasm)$/.exec(new URL(request.url()).pathname) ?? [];
        if (name) fetched.add(name);
      });
    },
  });
  return { page, fetched };
}

for (const [format, viewer] of Object.entries(models)) {
  test(`a model of ${format} fetches one core and what the build counts for it`, async (t) => {
    const { page, fetched } = await watched(t, `<div class="figure">${viewer}</div>`);
    await loaded(page);
    // Smoke comes with what is drawn over models.
    const more = format === 'kri' ? ['engine-extras.js'] : [];
    assert.deepEqual([...fetched].sort(), [...filesOf(format), ...more].sort());
  });

  // A short run makes the quick build, whose cores are a third larger than what ships.
  const skip = latestWasm() !== 'wasm' && 'the quick build is no measure of size';
  test(`what a model of ${format} fetches is within its limit`, { skip }, () => {
    const bytes = filesOf(format).map((name) => gzipSync(readFileSync(join(root, 'dist', name)), { level: 9 }).length);
    assert.ok(bytes.reduce((sum, size) => sum + size) <= kEmbedLimit(format) - kSlack, `${bytes}`);
  });
}

test('a page with two formats fetches two cores, each once', async (t) => {
  const two = ['md5', 'pivot'].map((format) => models[format].replace('id="fig"', `id="${format}"`));
  const { page, fetched } = await watched(
    t,
    `<div class="figure">${two.join('')}${two[0].replace('id="md5"', 'id="again"')}</div>`,
  );
  for (const id of ['md5', 'pivot', 'again']) await loaded(page, id);
  assert.deepEqual([...fetched].sort(), [...new Set([...filesOf('md5'), ...filesOf('pivot')])].sort());
});

test('a model whose core does not come is shown by the full core', async (t) => {
  const { page, fetched } = await open(t, models.pivot, undefined, (page) =>
    page.route('**/vitrine-view-pivot.wasm', (route) => route.fulfill({ status: 404, body: 'not found' })),
  );
  await loaded(page);
  assert.deepEqual(cores(fetched), [...whole, 'vitrine-view-pivot.wasm']);
});
