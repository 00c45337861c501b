// The Inspector: each control changes its token of the text and nothing else, undo gives it back; drags and held keys are one
// step; what the core refuses is said at the field; functions.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { askWorld, startBrowser } from './harness.mjs';
import { animate, answer, openWorld, row, taken, textOf, until } from './workbench.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** A document with a value for each kind of control, written by hand: spellings are not those of a program. */
const text = `{
 "kind": "vitrine-world", "version": 1,
 "materials": {
  "floor": {"lightmap": {"op": "texture", "fill": [0.20, 0.2, 0.25]}, "color": [2.0, 1, 0.5], "uvScale": [1, 2], "pass": 3, "blend": "opaque", "phases": ["light", "mul"]},
  "other": {"color": [1, 0, 0]}
 },
 "scenes": {
  "stage": {"op": "add", "in": [
   {"op": "light", "name": "key", "at": [2, 3, 2], "range": 12.50, "castShadow": true},
   {"op": "light", "name": "fill", "at": [0, 3, 2], "range": 4},
   {"op": "transform", "scale": 2, "rotate": [0, 45, 0], "in": [
    {"op": "mesh", "name": "ground", "material": "floor", "boxes": [{"min": [-4, -0.2, -4], "max": [4, 0, 4]}]}]},
   {"op": "text", "name": "sign", "text": "hello"},
   {"op": "call", "sub": "post", "args": {"2": 1.5}}
  ]}
 },
 "subroutines": {"post": {"params": [{"id": 2, "name": "high", "default": 1}], "root": {"op": "transform", "scale": [1, {"param": "high"}, 1], "in": ["pin"]}}},
 "meshes": {"pin": {"boxes": [{"min": [0, 0, 0], "max": [1, 1, 1]}]}},
 "camera": {"at": [0, 1.6, 5], "dir": [0, -0.25, -1], "fov": 60},
 "timeline": {"bpm": 60}
}
`;

async function edit(t) {
  const page = await openWorld(browser, t, text);
  await page.locator('.inspector').waitFor();
  return page;
}
const becomes = (page, wanted) => taken(page, (now) => now === wanted, wanted);
/** Chooses a block or a page of the outline by its name. */
const choose = async (page, name) => {
  const tree = page.locator('.bench-outline').getByRole('treeitem');
  await tree.filter({ hasText: name }).first().click();
  await page.locator('.inspector-title', { hasText: name }).waitFor();
};
const field = (page, name) => page.locator('.inspector').getByRole('spinbutton', { name, exact: true });
const undo = (page) => page.getByRole('button', { name: 'Undo' }).first().click();
const put = async (input, value) => {
  await input.fill(value);
  await input.press('Enter');
};
/** One change and its undo. */
async function changes(page, from, to, act) {
  assert.ok(text.includes(from), from);
  await act();
  await becomes(page, text.replace(from, to));
  await undo(page);
  await becomes(page, text);
}

test('each control changes its token, and undo gives it back', async (t) => {
  const page = await edit(t);
  await choose(page, 'key');
  await changes(page, '"at": [2, 3, 2]', '"at": [2, 3.5, 2]', () => put(field(page, 'at y'), '3.5'));
  await changes(page, '12.50', '6.25', () => put(field(page, 'range'), '/2'));
  await changes(page, '"castShadow": true', '"castShadow": false', () =>
    page.getByRole('switch', { name: 'castShadow' }).click(),
  );
  await changes(page, ', "range": 12.50', '', () =>
    row(page, '/range').getByRole('button', { name: 'Reset range' }).click(),
  );
  await changes(page, '"range": 12.50, ', '"range": 12.50, "color": [1, 0.5, 1], ', () =>
    put(field(page, 'color g'), '0.5'),
  );
  await choose(page, 'floor');
  await changes(page, '[2.0, 1, 0.5]', '[2.0, 1.5, 0.5]', () => put(field(page, 'color g'), '1.5'));
  await changes(page, '"uvScale": [1, 2]', '"uvScale": [1, 4]', () => put(field(page, 'uvScale y'), '*2'));
  await changes(page, '"pass": 3', '"pass": 4', () => put(field(page, 'pass'), '4'));
  await changes(page, '"blend": "opaque"', '"blend": "add"', () =>
    row(page, '/blend').getByRole('combobox').selectOption('add'),
  );
  await changes(page, '["light", "mul"]', '["light"]', () =>
    row(page, '/phases').getByLabel('mul', { exact: true }).click(),
  );
  await choose(page, 'transform');
  await changes(page, '"scale": 2', '"scale": 3', () => put(field(page, 'scale'), '3'));
  await changes(page, '"scale": 2', '"scale": [2, 2, 2]', () =>
    row(page, '/scale').getByRole('button', { name: 'One number for all' }).click(),
  );
  await choose(page, 'sign');
  await changes(page, '"text": "hello"', '"text": "$0"', async () => {
    await row(page, '/text').getByRole('combobox').fill('$0');
    await page.keyboard.press('Enter');
  });
  await choose(page, 'ground');
  await row(page, '/boxes').locator('.inspector-line').click();
  await changes(page, '[-4, -0.2, -4]', '[-4, -0.5, -4]', () => put(field(page, 'min y'), '-0.5'));
  await changes(page, '"material": "floor"', '"material": "other"', async () => {
    await row(page, '/material').last().getByRole('button', { name: 'Choose material' }).click();
    await answer(page, 'other');
  });
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('what a call gives is typed by its parameters, whose ids stay', async (t) => {
  const page = await edit(t);
  await choose(page, 'call');
  await changes(page, '{"2": 1.5}', '{"2": 2.5}', () => put(row(page, '/args/2').getByRole('spinbutton'), '2.5'));
});

test('dragging a name is one step, and Esc gives back what was there', async (t) => {
  const page = await edit(t);
  await choose(page, 'fill');
  const name = row(page, '/range').locator('.inspector-name'),
    { x, y } = await name.boundingBox();
  await page.mouse.move(x + 5, y + 8);
  await page.mouse.down();
  for (const by of [10, 20, 30, 40]) await page.mouse.move(x + 5 + by, y + 8);
  // 4 pixels a step, of 0.2 at 4: ten steps.
  assert.equal(await field(page, 'range').inputValue(), '6.0');
  await page.mouse.up();
  await becomes(page, text.replace('"range": 4', '"range": 6.0'));
  await undo(page);
  await becomes(page, text);
  await page.mouse.move(x + 5, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 45, y + 8, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.equal(await field(page, 'range').inputValue(), '4');
  await becomes(page, text);
});

test('a held arrow key is one step; Esc in a field gives back what it was', async (t) => {
  const page = await edit(t);
  await choose(page, 'fill');
  const range = field(page, 'range');
  await range.focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.down('ArrowUp');
  await page.keyboard.up('ArrowUp');
  await becomes(page, text.replace('"range": 4', '"range": 5.0'));
  await undo(page);
  await becomes(page, text);
  await range.fill('77');
  await range.press('Escape');
  assert.equal(await range.inputValue(), '4');
  await range.blur();
  assert.equal(await textOf(page), text);
});

test('what is no number, and what the core refuses, is said at the field', async (t) => {
  const page = await edit(t);
  await choose(page, 'fill');
  const range = field(page, 'range'),
    problem = row(page, '/range').locator('.inspector-problem').first();
  await put(range, 'wide');
  assert.equal(await problem.textContent(), '“wide” is no number');
  assert.equal(await textOf(page), text);
  await put(range, '-5');
  await page.waitForFunction(() => document.querySelector('.inspector-row[data-pointer$="/range"] .inspector-problem').textContent.includes('expected 0')); // prettier-ignore
  // The world goes on as it was.
  assert.equal(await textOf(page), text);
  await put(range, '5');
  await problem.waitFor({ state: 'hidden' });
});

test('several that are chosen change together in one step', async (t) => {
  const page = await edit(t);
  await choose(page, 'key');
  await page.locator('.bench-block[data-pointer="/scenes/stage/in/0"]').click();
  await page.locator('.bench-block[data-pointer="/scenes/stage/in/1"]').click({ modifiers: ['Shift'] });
  await page.locator('.inspector-title', { hasText: '2' }).waitFor();
  assert.equal(await field(page, 'range').inputValue(), '');
  await put(field(page, 'range'), '7');
  await becomes(page, text.replace('12.50', '7').replace('"range": 4', '"range": 7'));
  await undo(page);
  await becomes(page, text);
});

test('sway: the line, the slots and the text say the same', async (t) => {
  const page = await edit(t);
  await choose(page, 'key');
  await animate(page, '/at', 'sway');
  const line = page.getByRole('textbox', { name: 'Function of at' });
  await line.waitFor();
  assert.equal(await line.inputValue(), 'VALUE + sin(TIME) * CONST');
  await page.waitForFunction(() => document.querySelector('.inspector-trace-line') !== null);
  const value = async () => JSON.parse(await textOf(page)).scenes.stage.in[0].at;
  assert.deepEqual(await until(page, value, ({ anim }) => anim, 'a function'), {
    value: [2, 3, 2],
    anim: { b: 'sin(TIME)', c: 'CONST', const: [1, 0, 0, 0] },
  });
  await page.evaluate(() => globalThis.engineWorker.postMessage({ type: 'seek', view: 0, time: 0.25 }));
  await page.waitForFunction(() =>
    document.querySelector('.inspector-now').textContent.includes('0.25 \u2192 3.000  3.000  2.000'),
  );
  const { report } = await askWorld(page, { type: 'report' });
  assert.deepEqual(report.lights.find(({ name }) => name === 'key').at, [3, 3, 2]);
  // A word that is none is marked, and changes nothing.
  await put(line, 'VALUE + sin(TIME) * 3');
  assert.equal(await line.getAttribute('aria-invalid'), 'true');
  assert.ok((await value()).anim);
  await put(line, 'VALUE + cos(TIME) * CONST');
  await until(page, value, ({ anim }) => anim.b === 'cos(TIME)', 'another function');
  assert.equal(await page.getByLabel('Function of B').inputValue(), 'cos');
  await page.getByLabel('Function of B').selectOption('saw');
  await page.waitForFunction(() => document.querySelector('.inspector-formula').value === 'VALUE + saw(TIME) * CONST');
  await page.locator('.inspector').getByRole('button', { name: 'Curves', exact: true }).click();
  const animated = page.getByRole('combobox', { name: 'Animated value' });
  await animated.waitFor();
  assert.equal(await animated.inputValue(), '/scenes/stage/in/0/at');
  for (let i = 0; i < 3; ++i) await undo(page);
  await becomes(page, text);
});

test('axe finds nothing against it, in both themes', async (t) => {
  const page = await edit(t);
  await page.evaluate(axe);
  const found = [];
  for (const name of [undefined, 'key', 'floor', 'ground', 'call']) {
    if (name) await choose(page, name);
    if (name === 'key') {
      await animate(page, '/at', 'sway');
      await page.locator('.inspector-trace-line').first().waitFor();
    }
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      const lines = await page.evaluate(async () => {
        const { violations } = await globalThis.axe.run('.inspector', { resultTypes: ['violations'] });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
        );
      });
      found.push(...lines.map((each) => `${name ?? 'document'}, ${colorScheme}: ${each}`));
    }
  }
  assert.deepEqual(found, []);
});
