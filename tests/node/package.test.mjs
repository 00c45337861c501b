// The packed package: what is in it, what its tools say of it, and imports where there is no page.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { packageProblems, typeProblems } from '../../web/build/lintpackage.mjs';
import { checkPackage, checkSizes, embedSizes, kPackageLimit } from '../../web/build/size.mjs';
import { packPackage } from './support/pack.mjs';
import { startView } from './support/viewing.mjs';
import { root } from './support/vitrine.mjs';

describe('package', () => {
  let packed, home;
  before(() => {
    packed = packPackage({ types: true });
    home = join(packed.project, 'node_modules/vitrine');
    writeFileSync(join(packed.project, 'package.json'), '{ "type": "module" }');
  });
  after(() => packed?.remove());

  const run = (code) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: packed.project, encoding: 'utf8' });

  test('imports touch no page', () => {
    assert.equal(
      run("import 'vitrine'; import 'vitrine/element'; import 'vitrine/embed'; console.log('done')"),
      'done\n',
    );
  });

  test('the element has its name and its attributes where nothing can be defined', () => {
    const names = run(
      "import { VitrineViewerElement, tagName } from 'vitrine/element'; console.log(tagName, VitrineViewerElement.observedAttributes.length)",
    );
    assert.match(names, /^vitrine-viewer \d+\n$/);
  });

  test('opens a model as the README says', () => {
    const sample = JSON.stringify(join(root, 'public/samples/column/column.md5mesh'));
    const answer = run(
      `import { readFileSync } from 'node:fs'; import { createVitrine } from 'vitrine';
       const vitrine = await createVitrine();
       const doc = vitrine.open([{ name: 'column.md5mesh', bytes: readFileSync(${sample}) }]);
       console.log(doc.report.info.statistics.joints > 0)`,
    );
    assert.equal(answer, 'true\n');
  });

  test('takes the core from its own export', () => {
    const answer = run(
      `import { readFileSync } from 'node:fs'; import { createVitrine } from 'vitrine';
       const wasm = readFileSync(new URL(import.meta.resolve('vitrine/core.wasm')));
       console.log((await createVitrine({ wasm })).formats.length > 0)`,
    );
    assert.equal(answer, 'true\n');
  });

  test('brings the command', () => {
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const version = execFileSync(process.execPath, [join(home, bin.vitrine), '--version'], { encoding: 'utf8' });
    assert.match(version, /^\d+\.\d+\.\d+\n$/);
  });

  test('brings the page that vitrine view serves', async () => {
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const sample = join(root, 'public/samples/column/column.md5mesh');
    const view = await startView([sample], { cli: join(home, bin.vitrine) });
    const { pathname } = new URL(view.base);
    for (const name of ['', 'app.js', 'page-worker.js', 'vitrine-core.wasm', 'styles/tokens.css'])
      assert.equal((await view.get(pathname + name)).status, 200, name);
    assert.equal((await view.stop()).status, 0);
  });

  test('needs nothing else at run time', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
  });

  test('every export is in it', () => {
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const files = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    assert.ok(files.length >= 8);
    for (const file of files) assert.ok(existsSync(join(home, file)), file);
  });

  test('publint has nothing to say', async () => {
    assert.deepEqual(await packageProblems(home), []);
  });

  test('types resolve for every kind of consumer that can import', () => {
    assert.deepEqual(typeProblems(packed.tarball), []);
  });

  test('is at most 3.85 MB, without samples and examples', () => {
    assert.equal(kPackageLimit, 3_850_000);
    assert.deepEqual(checkPackage(statSync(packed.tarball).size), []);
    for (const name of ['samples', 'examples', 'docs', 'site', 'readme.png'])
      assert.ok(!existsSync(join(home, 'dist', name)), name);
  });

  test('an embedded model costs no more than its limit', () => {
    const names = embedSizes(join(home, 'dist')).map(({ name }) => name);
    assert.deepEqual(names.slice(0, 2), ['element.js', 'engine-worker.js']);
    const cores = readdirSync(join(home, 'dist')).filter((name) => /^vitrine-view-.*\.wasm$/.test(name));
    assert.deepEqual(names.filter((name) => name.endsWith('.wasm')).sort(), cores.sort(), 'every core is counted');
    assert.deepEqual(checkSizes(join(home, 'dist')), []);
  });
});
