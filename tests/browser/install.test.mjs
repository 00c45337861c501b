// The first examples of README and of every page of the documentation, word for word, in a fresh folder with the package as it
// is published. One thing is put in the place of another: the tarball for the name under which npm would find it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { build } from 'vite';

import { serve } from '../../web/build/serve.mjs';
import { blocksOf, commandsOf } from '../node/support/doc_blocks.mjs';
import { packPackage } from '../node/support/pack.mjs';
import { root } from '../node/support/vitrine.mjs';
import { startBrowser } from './harness.mjs';

const textOf = (path) => readFileSync(join(root, path), 'utf8');
/** The blocks under each heading of the second level. */
const sectionsOf = (markdown) =>
  new Map(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), blocksOf(text)]),
  );
const install = sectionsOf(textOf('public/docs/install.md'));
const readme = sectionsOf(textOf('README.md'));
const song = blocksOf(textOf('public/docs/song.md'));
const codeOf = (blocks, language, words = '') =>
  blocks.find((block) => block.language === language && block.code.includes(words))?.code;

let pack, project, browser;
const run = (line) =>
  execFileSync('sh', ['-c', line], { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
before(async () => {
  pack = packPackage({ types: true });
  project = mkdtempSync(join(tmpdir(), 'vitrine install '));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  placeModel(project);
  cpSync(join(root, 'public/samples'), join(project, 'public/samples'), { recursive: true });
  const [line] = codeOf(install.get('npm'), 'sh').trim().split('\n');
  assert.equal(line, 'npm install vitrine');
  run(`${line.replace('vitrine', `'${pack.tarball}'`)} --no-audit --no-fund --offline`);
  browser = await startBrowser();
});
after(async () => {
  await browser?.stop();
  pack?.remove();
  if (project) rmSync(project, { recursive: true });
});

/** What the examples call hero and walk, with the images beside them. */
function placeModel(folder) {
  mkdirSync(folder, { recursive: true });
  const samples = join(root, 'public/samples/column');
  cpSync(samples, folder, { recursive: true });
  cpSync(join(samples, 'column.md5mesh'), join(folder, 'hero.md5mesh'));
  cpSync(join(samples, 'bend.md5anim'), join(folder, 'walk.md5anim'));
  cpSync(join(root, 'public/examples/plain/heron.png'), join(folder, 'hero.png'));
}

const pageWith = (html, script = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title><link rel="icon" href="data:,"></head><body>${html}${script}</body></html>`;

/** Serves a folder, and waits until its viewer has drawn. */
async function draws(t, folder) {
  const server = await serve(folder, 0);
  t.after(() => server.close());
  const page = await browser.page(t, { hash: null });
  await page.goto(`http://localhost:${server.port}/`);
  await page.waitForFunction(
    () => {
      const inside = document.querySelector('iframe')?.contentDocument ?? document;
      return inside.querySelector('vitrine-viewer')?.shadowRoot?.querySelector('[data-drawn]');
    },
    undefined,
    {
      timeout: 60_000,
    },
  );
  assert.deepEqual(page.errors, []);
}

describe('Install', () => {
  test('npm: the command', () => {
    const line = codeOf(install.get('npm'), 'sh', 'npx').trim();
    assert.match(run(line), /hero\.md5mesh/);
  });

  test('npm: the module', () => {
    writeFileSync(join(project, 'module.js'), codeOf(install.get('npm'), 'js', 'createVitrine'));
    assert.match(run('node module.js'), /^\d+ triangles\n$/);
  });

  test('npm: the element, with a bundler', async (t) => {
    const site = join(project, 'bundled');
    placeModel(join(site, 'public'));
    writeFileSync(join(site, 'main.js'), codeOf(install.get('npm'), 'js', 'vitrine/element'));
    writeFileSync(
      join(site, 'index.html'),
      pageWith(codeOf(install.get('npm'), 'html'), '<script type="module" src="/main.js"></script>'),
    );
    await build({ root: site, logLevel: 'error' });
    await draws(t, join(site, 'dist'));
  });

  test('vitrine copy', async (t) => {
    const blocks = install.get('vitrine copy');
    assert.match(run(codeOf(blocks, 'sh').trim()), /^element\.js {2}sha384-/m);
    placeModel(join(project, 'public'));
    writeFileSync(join(project, 'public/index.html'), pageWith(codeOf(blocks, 'html')));
    await draws(t, join(project, 'public'));
  });
});

describe('README', () => {
  test('in a page', async (t) => {
    const site = join(project, 'page');
    placeModel(site);
    run('npx vitrine copy page/vitrine');
    writeFileSync(join(site, 'index.html'), pageWith(codeOf(readme.get('In a web page'), 'html')));
    await draws(t, site);
  });

  test('in JavaScript', () => {
    writeFileSync(join(project, 'readme.js'), codeOf(readme.get('In JavaScript'), 'js'));
    assert.match(run('node readme.js'), /^\d+ vertices\n$/);
  });

  for (const { line, expected } of commandsOf(readme.get('On the command line')))
    test(`$ ${line}`, () => {
      let status = 0;
      try {
        run(line);
      } catch (error) {
        status = error.status;
      }
      assert.equal(status, expected);
    });
});

describe('Songs alone', () => {
  test('in Node', () => {
    mkdirSync(join(project, 'build'), { recursive: true });
    writeFileSync(join(project, 'song.js'), codeOf(song, 'js'));
    assert.match(run('node song.js'), /^[\d.]+ seconds \d+ notes\n$/);
    assert.equal(readFileSync(join(project, 'build/bell.wav')).toString('latin1', 0, 4), 'RIFF');
  });

  test('in a page', async (t) => {
    const site = join(project, 'songs');
    mkdirSync(join(site, 'vitrine'), { recursive: true });
    for (const name of ['song.js', 'music-worker.js', 'music-worklet.js', 'vitrine-sound.wasm'])
      cpSync(join(project, 'node_modules/vitrine/dist', name), join(site, 'vitrine', name));
    cpSync(join(root, 'public/samples/dusk/dusk.v2m'), join(site, 'dusk.v2m'));
    writeFileSync(join(site, 'index.html'), pageWith(codeOf(song, 'html')));
    const server = await serve(site, 0);
    t.after(() => server.close());
    const page = await browser.page(t, { hash: null });
    await page.addInitScript(() => {
      globalThis.contexts = [];
      globalThis.AudioContext = class extends AudioContext {
        constructor(...args) {
          super(...args);
          globalThis.contexts.push(this);
        }
      };
    });
    await page.goto(`http://localhost:${server.port}/`);
    await page.waitForFunction(() => document.getElementById('play').onclick);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => globalThis.contexts[0]?.state === 'running');
    assert.deepEqual(page.errors, []);
  });
});

/** Pages whose first example is for a reader's own files, a browser's policy or a terminal; the others are tests above and below. */
const kElsewhere = new Map([
  ['architecture.md', 'a diagram'],
  ['add-a-format.md', 'C++ of a checkout'],
  ['blender.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['blender-doom3.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['blender-iqm.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['blender-kri.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['blender-qmsh.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['blender-vkquake.md', 'a model made in Blender: tests/node/docs.test.mjs'],
  ['engine-profiles.md', 'a fork of an engine: tests/node/check_for_profiles.test.ts'],
  ['hosts.md', 'files that a reader chooses: tests/node/copy.test.mjs'],
  ['index.md', 'the commands of a checkout'],
  ['install.md', 'above'],
  ['policy.md', 'a header: tests/browser/element.test.mjs'],
  ['quake.md', 'a player made by a reader: tests/node/md3_player.test.mjs'],
  ['robustness.md', 'output'],
  ['site.md', 'the commands of a checkout: tests/node/release.test.mjs'],
  ['song.md', 'above'],
  ['view.md', 'a server: tests/node/docs.test.mjs'],
]);

describe('the first example of each page', () => {
  const folder = join(root, 'public/docs'),
    pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  before(() => {
    // The one example that is not a sample.
    cpSync(join(root, 'tests/data/world/valid'), join(project, 'tests/data/world/valid'), { recursive: true });
  });
  let followed = 0;
  for (const name of pages) {
    const [first] = blocksOf(readFileSync(join(folder, name), 'utf8'));
    if (!first || kElsewhere.has(name)) continue;
    const { language, code } = first;
    ++followed;
    if (language === 'sh')
      for (const { line, expected } of commandsOf([first]))
        test(`${name}: $ ${line}`, () => {
          let status = 0,
            said = '';
          try {
            run(line);
          } catch (error) {
            ({ status, stderr: said } = error);
          }
          assert.equal(status, expected, said);
        });
    else if (language === 'js')
      test(`${name}: the module`, () => {
        writeFileSync(join(project, `${name}.js`), code);
        assert.ok(run(`node ${name}.js`).length > 0);
      });
    else if (language === 'html')
      test(`${name}: the page`, async (t) => {
        const site = join(project, `page of ${name}`);
        run(`npx vitrine copy 'page of ${name}'`);
        cpSync(join(root, 'public/samples'), join(site, 'samples'), { recursive: true });
        // A page that shows an attribute has the script of the page before.
        const script = /element\.js|<iframe/.test(code) ? '' : '<script type="module" src="element.js"></script>';
        writeFileSync(join(site, 'index.html'), pageWith(code, script));
        await draws(t, site);
      });
    else if (code.includes('vitrine-world'))
      test(`${name}: the document`, () => {
        writeFileSync(join(project, 'example.world.json'), code);
        run('npx vitrine render example.world.json -o example.png');
        assert.equal(readFileSync(join(project, 'example.png')).toString('latin1', 1, 4), 'PNG');
      });
    else test(`${name}: ${language}`, () => assert.fail('nobody follows it'));
  }

  test('there are many', () => {
    assert.ok(followed >= 15, `${followed}`);
    for (const name of kElsewhere.keys()) assert.ok(pages.includes(name), name);
  });
});

test('every example of the page Install is followed', () => {
  // A new section needs a test above; the network of packages cannot be reached from a test, the others are for a terminal.
  assert.deepEqual(
    [...install.keys()],
    ['npm', 'A network of packages', 'vitrine copy', 'A static host', 'From source'],
  );
  assert.equal([...install.values()].flat().filter(({ language }) => language !== 'text').length, 7);
  assert.ok(existsSync(join(project, 'node_modules/vitrine/package.json')));
});
