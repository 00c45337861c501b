// "Check for" above the problems: one engine's findings in the place of the reader's own, all engines as a table, Cube 2 for
// a model that brings its configuration; in five languages, and as axe-core sees it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { mdl } from '../node/support/replaced.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { slideAction, sliderJoints, sliderModel } from './models.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const mesh = `MD5Version 10
commandline ""

numJoints 1
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )
}

mesh {
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1

	numtris 1
	tri 0 0 1 2

	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 1 0 0 )
	weight 2 0 1 ( 0 1 0 )
}
`;

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function opened(t, files, options = {}) {
  const page = await browser.page(t, { width: 1280, height: 800, reducedMotion: 'reduce', ...options });
  await openFiles(page, files);
  await shown(page);
  (await page.locator('#panel-problems').evaluate((panel) => panel.classList.contains('is-open'))) ||
    (await page.locator('[aria-controls=panel-problems]').first().click());
  return page;
}

const choice = (page) => page.locator('#check-as');
const verdict = (page) => page.locator('.check-verdict');

test('an engine’s findings take the place of the reader’s own, and lead to their place', async (t) => {
  const page = await opened(t, [{ name: 'quad.md5mesh', text: mesh }]);
  assert.equal(await choice(page).inputValue(), 'raw');
  const own = await page.locator('.issue-group > summary code').allTextContents();
  assert.ok(own.every((code) => !code.includes(':')));

  await choice(page).selectOption('vkquake');
  await verdict(page).filter({ hasText: 'vkQuake: refused · up to 1.35.0: the engine stops' }).waitFor();
  const group = page.locator('.issue-group', { hasText: 'vkquake:mesh.shader_required' });
  assert.match(await group.innerText(), /a mesh has no shader line/);
  assert.equal(await group.locator('.issue-lead').innerText(), 'Mesh: refused');
  const [lead, list] = await Promise.all(
    [group.locator('.issue-lead'), page.locator('#panel-problems')].map((part) => part.boundingBox()),
  );
  assert.ok(lead.x + lead.width <= list.x + list.width, 'the words are as wide as the panel at most');
  assert.match(await group.innerText(), /quad\.md5mesh:12:2/);
  assert.match(await group.innerText(), /gl_model\.c:5537/);
  assert.equal(await group.locator('a').getAttribute('href'), 'docs/engine-rules.html');
  await page.locator('.check-asks summary').click();
  assert.match(await page.locator('.check-asks').innerText(), /quad\.md5anim\s+missing/);
  // The choice keeps the focus while the list below it changes.
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');

  await choice(page).selectOption('raw');
  assert.deepEqual(await page.locator('.issue-group > summary code').allTextContents(), own);
  assert.equal(await verdict(page).textContent(), '');

  await choice(page).selectOption('vkquake');
  await group.getByRole('button').first().click();
  await page.locator('#panel-source.is-open, #panel-structure.is-open').first().waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.errors, []);
});

test('all engines are a table, and a name leads to the engine', async (t) => {
  const page = await opened(t, [{ name: 'quad.md5mesh', text: mesh }]);
  await choice(page).selectOption('all');
  const rows = page.locator('.check-matrix tbody tr');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 19);
  assert.match(
    await rows.filter({ hasText: 'QuakeSpasm' }).innerText(),
    /the engine stops\s+Mesh\s+a mesh has no shader line/,
  );
  assert.match(await rows.filter({ hasText: 'Cube 2' }).innerText(), /loads/);
  const [table, panel] = await Promise.all(
    ['.check-matrix', '#panel-problems'].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(table.x + table.width <= panel.x + panel.width, 'the table is as wide as the panel at most');
  await page.evaluate(axe);
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run('#panel-problems', { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
    });
    assert.deepEqual(found, [], colorScheme);
  }
  await page.getByRole('button', { name: 'FTE QuakeWorld' }).click();
  await verdict(page).filter({ hasText: 'FTE QuakeWorld: loads' }).waitFor();
  assert.equal(await choice(page).inputValue(), 'fteqw');
  // The choice is kept for the next model.
  await page.reload();
  await openFiles(page, [{ name: 'other.md5mesh', text: mesh }]);
  await shown(page);
  await verdict(page).filter({ hasText: 'FTE QuakeWorld: loads' }).waitFor({ state: 'attached' });
});

test('a model that brings Cube 2’s configuration is checked as Cube 2’s', async (t) => {
  const page = await opened(t, [
    { name: 'md5.cfg', text: 'md5load quad.md5mesh\n' },
    { name: 'quad.md5mesh', text: mesh },
  ]);
  await verdict(page)
    .filter({ hasText: /Cube 2 .*: loads/ })
    .waitFor();
  assert.equal(await choice(page).inputValue(), 'cube2');
  assert.deepEqual(await page.locator('.issue-group > summary code', { hasText: /^MD5_/ }).count(), 0);
});

test('a model of another kind has no such choice', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 800, hash: '#src=samples/lighthouse/lighthouse.scene' });
  await shown(page);
  await page.locator('[aria-controls=panel-problems]').first().click();
  assert.equal(await page.locator('.engine-check').isVisible(), false);
});

test('the verdict, and what each finding is about and leads to, are said in the language of the page', async (t) => {
  const words = {
    de: ['abgelehnt', 'Netz'],
    pl: ['odrzucony', 'Siatka'],
    ru: ['отклонена', 'Сетка'],
    sk: ['odmietnutý', 'Sieť'],
  };
  for (const [lang, [refused, about]] of Object.entries(words)) {
    const page = await opened(t, [{ name: 'quad.md5mesh', text: mesh }], { hash: `#lang=${lang}` });
    await choice(page).selectOption('vkquake');
    await verdict(page)
      .filter({ hasText: `vkQuake: ${refused}` })
      .waitFor();
    const group = page.locator('.issue-group', { hasText: 'vkquake:mesh.shader_required' });
    assert.equal(await group.locator('.issue-lead').innerText(), `${about}: ${refused}`);
    assert.equal(await group.locator('.issue-message span[lang=en]').innerText(), 'a mesh has no shader line');
    await choice(page).selectOption('all');
    const row = page.locator('.check-matrix tr', { hasText: 'vkQuake' });
    await row.waitFor();
    assert.match(await row.innerText(), new RegExp(`${refused}\\s+${about}\\s+a mesh has no shader line`));
    assert.ok(await page.locator('.check-body .other-language').isVisible());
  }
});

test('a model is checked against the MDL that it stands in for, which may come later', async (t) => {
  const anim = slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]]], 10);
  const page = await opened(t, [
    { name: 'progs/slider.md5mesh', text: sliderModel },
    { name: 'progs/slider.md5anim', text: anim },
  ]);
  await choice(page).selectOption('vkquake');
  await verdict(page).filter({ hasText: 'vkQuake' }).waitFor();
  await choice(page).selectOption('ironwail');
  await verdict(page).filter({ hasText: 'Ironwail' }).waitFor();
  const frames = page.locator('.issue-group', { hasText: 'ironwail:anim.frame_count' });
  assert.equal(await frames.count(), 0);
  // Two frames in the animation, five in the model of the game.
  await openFiles(page, [{ name: 'progs/slider.mdl', text: mdl(5, 1) }]);
  await frames.waitFor();
  assert.match(await frames.innerText(), /\b2\b.*\b5\b/s);
  assert.equal((await page.locator('.tab').count()) <= 1, true, 'nothing of it is a document');
  assert.deepEqual(page.errors, []);
});

test('an IQM is checked for the engines that read IQM', async (t) => {
  const sample = readFileSync(new URL('../../public/samples/jellyfish/jellyfish.iqm', import.meta.url));
  const page = await opened(t, [{ name: 'jellyfish.iqm', text: sample }]);
  await choice(page).selectOption('darkplaces');
  await page.waitForFunction(() => /DarkPlaces: /.test(document.querySelector('.check-verdict').textContent));
  assert.equal(await verdict(page).textContent(), 'DarkPlaces: loads, looks different');
  const engines = await choice(page)
    .locator('option')
    .evaluateAll((all) => all.map(({ value }) => value));
  for (const engine of ['raylib', 'gzdoom', 'warfork', 'love']) assert.ok(engines.includes(engine), engine);
  assert.ok(!engines.includes('doom3'));
});
