// The documentation: every code has a page, every link leads somewhere, every block of code does what it says.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';

import MiniSearch from 'minisearch';

import { createVitrine } from '../../dist/node/index.js';
import { codePages, coreCodes, writtenCodes } from '../../web/build/docs/codes.mjs';
import { formatPages } from '../../web/build/docs/formats.mjs';
import { kMostPictureBytes, pictureFolder } from '../../web/build/docs/pictures.mjs';
import { pageSearch } from '../../web/build/docs/search.mjs';
import { buildDocs } from '../../web/build/docs/site.mjs';
import { filesBelow } from '../../web/build/run.mjs';
import { emitTypes } from '../../web/build/types.mjs';
import { attributeNamesOf } from './support/element.mjs';
import { blocksOf, commandsOf, modulesOf, placedIn, runModule, stepsOf } from './support/doc_blocks.mjs';
import { mdl } from './support/replaced.mjs';
import { startView } from './support/viewing.mjs';
import { root, vitrine } from './support/vitrine.mjs';

const docs = join(root, 'public/docs');
const dist = join(root, 'dist');
const sources = readdirSync(docs).filter((name) => name.endsWith('.md'));

describe('the texts', () => {
  test('every code of the core and of files has one section, and every section a code', () => {
    const known = new Set(coreCodes().map(({ id }) => id));
    assert.ok(known.size > 150);
    const scripts = filesBelow(join(root, 'web/src'), '.ts').map((path) => readFileSync(path, 'utf8'));
    const ofFiles =
      /'(ARCHIVE_[A-Z]+|FILE_UNREADABLE|FETCH_FAILED|ENGINE|IMAGE_DAMAGED|IMAGE_PALETTE|KRI_CHUNK_READER|LIMIT_PIXELS)'/g;
    for (const text of scripts) for (const [, code] of text.matchAll(ofFiles)) known.add(code);
    assert.ok(known.has('ARCHIVE_DAMAGED'));
    assert.deepEqual([...writtenCodes().keys()].sort(), [...known].sort());
  });

  test('no page has a character that controls a terminal or turns text around', async () => {
    const pages = [
      ...filesBelow(docs, '.md').map((path) => [path, readFileSync(path, 'utf8')]),
      ...formatPages.map(({ page, text }) => [page, text]),
      ...codePages(await createVitrine()),
    ];
    assert.ok(pages.length > 150);
    for (const [page, text] of pages)
      assert.doesNotMatch(text, /(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/u, page);
  });

  test('every cause is a sentence', () => {
    for (const [id, { cause }] of writtenCodes()) assert.match(cause, /^[\p{L}`][^]*[.)]$/u, id);
  });

  test('every attribute of the element is described, and no other', () => {
    const [, table] = readFileSync(join(docs, 'element.md'), 'utf8').split(/^## /m);
    const described = Array.from(table.matchAll(/^\| `([a-z-]+)`\s+\|/gm), ([, name]) => name);
    assert.deepEqual(described.sort(), attributeNamesOf().sort());
  });
});

/** Pages whose blocks tests/browser/install.test.mjs follows, with the package, in a folder of its own. */
const followed = ['install.md', 'song.md'];

describe('code in the documentation', () => {
  let out;
  before(() => (out = mkdtempSync(join(tmpdir(), 'vitrine-docs-'))));
  after(() => rmSync(out, { recursive: true }));
  for (const name of sources.filter((each) => !followed.includes(each))) {
    const blocks = blocksOf(readFileSync(join(docs, name), 'utf8'));
    for (const { line, args, expected } of commandsOf(blocks))
      test(`${name}: $ ${line}`, () => {
        const { status, stderr } = vitrine(placedIn(out, args));
        assert.equal(status, expected, stderr);
      });
    for (const step of stepsOf(blocks))
      test(`${name}: step $ ${step}`, () => {
        const [command, file] = step.split(' > ');
        const { status, stdout, stderr } = vitrine(placedIn(out, command.split(' ').slice(2)));
        assert.equal(status, 0, stderr);
        if (file?.endsWith('.sarif')) assert.equal(JSON.parse(stdout).version, '2.1.0');
        if (file?.endsWith('.xml')) assert.match(stdout, /^<\?xml .*\?>\n<testsuites /);
        assert.match(stderr, /\d+ documents: /);
      });
    for (const [i, code] of modulesOf(blocks).entries())
      test(`${name}: module ${i + 1} runs`, () => assert.ok(runModule(code).length > 0));
    for (const [i, { code }] of blocks.filter(({ language }) => language === 'html').entries())
      test(`${name}: the files that HTML ${i + 1} names are there`, () => {
        const named = Array.from(code.matchAll(/(?:src|animations|textures|href)="([^"]*)"/g), ([, list]) => list);
        const files = named.flatMap((list) => {
          const [, page, inside] = /^([^#]*)#src=([^&]*)/.exec(list) ?? [];
          return inside ? [page, ...inside.split(',')] : list.replace(/#.*/, '').split(/[\s,]+/);
        });
        // element-classic.js is written by `vitrine copy --classic`, which copy.test.mjs looks at.
        const local = files.filter((address) => address !== '' && address !== 'element-classic.js');
        assert.ok(files.length > 0);
        for (const file of local) assert.ok(existsSync(join(dist, file)), file);
      });
  }

  test('ci.md shows a pipeline', () => {
    assert.ok(stepsOf(blocksOf(readFileSync(join(docs, 'ci.md'), 'utf8'))).length >= 3);
  });

  test('worlds.md shows a world document that does what it looks like', () => {
    const blocks = blocksOf(readFileSync(join(docs, 'worlds.md'), 'utf8'));
    const [example] = blocks.filter(({ language, code }) => language === 'json' && code.includes('vitrine-world'));
    const { status, stdout, stderr } = vitrine(['world', '-', '--json', '--time', '0,2'], { input: example.code });
    assert.equal(status, 0);
    assert.equal(stderr, '');
    const [first, second] = JSON.parse(stdout).frames;
    assert.deepEqual([first.visible, second.visible], [['hall'], ['hall', 'yard']]);
    assert.deepEqual(second.flood, { hall: 10, yard: 7 });
    assert.deepEqual([first.texts, second.texts.map(({ text }) => text)], [[], ['open']]);
    assert.equal(second.meshJobs, 3);
    assert.equal(second.lights[0].range, 6); // two whole turns
  });

  test('worlds.md has an example for each class, without a problem', () => {
    const blocks = blocksOf(readFileSync(join(docs, 'worlds.md'), 'utf8'));
    const [, ...examples] = blocks.filter(
      ({ language, code }) => language === 'json' && code.includes('vitrine-world'),
    );
    assert.equal(examples.length, 8);
    const reports = examples.map(({ code }) => {
      const { status, stdout, stderr } = vitrine(['world', '-', '--json', '--time', '1,3'], { input: code });
      assert.equal(status, 0, code + stderr);
      return JSON.parse(stdout).frames;
    });
    for (const frames of reports)
      for (const { issues, total } of frames) assert.deepEqual([issues, total > 0], [[], true]);
    const [textures, materials, meshes, collision, specials, scenes, effects, worlds] = reports;
    assert.equal(textures[0].sceneJobs, 1);
    assert.equal(materials[0].paintJobs.extra, 1);
    assert.equal(meshes[0].sceneJobs, 2);
    // The floor carries what has fallen on it: its upper side is at 0.2.
    const { cells, particles } = collision[1].physics;
    assert.deepEqual(cells[1].offset, [0, 1.5, -4]);
    assert.ok(Math.abs(particles[0].at[1] - 1.7) < 1e-6, String(particles[0].at));
    assert.deepEqual(
      specials.map((frame) => [frame.specials.length, frame.sceneJobs]),
      [
        [2, 1],
        [2, 1],
      ],
    );
    assert.deepEqual([scenes[0].classes.mesh, scenes[0].texts.map(({ text }) => text)], [2, ['open']]);
    assert.deepEqual([effects[0].ipp[0].kind, effects[0].particles[0].count], ['glow', 40]);
    assert.deepEqual(
      worlds.map(({ doors }) => Object.values(doors)),
      [[0.5], [1]],
    );
  });
});

describe('the pages for makers, followed from the first command to the last', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-makers-'));
    const frames = (name, count) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);
    writeFileSync(join(folder, 'ogre.mdl'), mdl([...frames('idle', 9), ...frames('walk', 16)], 1));
    mkdirSync(join(folder, 'work'));
    for (const name of ['ogre.glb', 'heron.glb', 'work/ogre.glb'])
      assert.equal(vitrine(['convert', join(root, 'public/samples/heron'), '-o', join(folder, name)]).status, 0);
  });
  after(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'blender-vkquake.md',
    'blender-doom3.md',
    'blender-iqm.md',
    'blender-qmsh.md',
    'blender-kri.md',
    'blender.md',
    'view.md',
  ])
    test(name, async () => {
      const texts = blocksOf(readFileSync(join(docs, name), 'utf8')).filter(({ language }) => language === 'text');
      const lines = texts.flatMap(({ code }) => code.split('\n')).filter((line) => line.startsWith('npx vitrine '));
      assert.ok(lines.length >= 3);
      for (const line of lines) {
        const [command, ...args] = line.split(' ').slice(2);
        if (command === 'view') {
          // A free port, and no browser.
          const view = await startView(
            args
              .join(' ')
              .replace(/ --no-open| --port \d+/g, '')
              .split(' '),
            { cwd: folder },
          );
          const { status, stderr } = await view.stop();
          assert.equal(status, 0, `${line}: ${stderr}`);
          continue;
        }
        const { status, stdout, stderr } = vitrine([command, ...args], { cwd: folder });
        assert.equal(status, 0, `${line}: ${stdout}${stderr}`);
        // What is lost may be much; that a sequence is not there, or a file, may not.
        assert.doesNotMatch(stderr, /no action|not there/, line);
      }
    });
});

test('pictures are shown by a page, and none is larger than its limit', () => {
  const texts = sources.map((name) => readFileSync(join(docs, name), 'utf8')).join('');
  const names = readdirSync(pictureFolder);
  assert.ok(names.length >= 4);
  for (const name of names) {
    const { size } = statSync(join(pictureFolder, name));
    assert.ok(size <= kMostPictureBytes, `${name}: ${size} bytes`);
    assert.match(name, /\.webp$/);
    assert.ok(texts.includes(`](pictures/${name})`), name);
  }
});

describe('the site', () => {
  let out, pages;
  before(async () => {
    out = mkdtempSync(join(tmpdir(), 'vitrine-site-'));
    if (!existsSync(join(dist, 'node/index.d.ts'))) emitTypes(dist);
    pages = await buildDocs(join(out, 'docs'), dist);
  });
  after(() => rmSync(out, { recursive: true }));

  test('has a page for every code and every format', () => {
    for (const id of writtenCodes().keys()) assert.ok(pages.includes(`codes/${id}.html`), id);
    for (const name of ['md5', 'qmsh', 'iqm', 'quake-frames', 'gltf', 'kri', 'pivot', 'world', 'vfx', 'v2m'])
      assert.ok(pages.includes(`formats/${name}.html`));
  });

  test('every link leads to a page or a file that is there, and every anchor to a heading', () => {
    const text = new Map(pages.map((path) => [path, readFileSync(join(out, 'docs', path), 'utf8')]));
    let links = 0;
    for (const [path, html] of text) {
      const outside = html.replace(/<pre[^]*?<\/pre>/g, '');
      for (const [, address] of outside.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(address)) continue;
        const [file, anchor] = address.split('#');
        const target = file === '' ? join(out, 'docs', path) : resolve(dirname(join(out, 'docs', path)), file);
        const place = target.startsWith(join(out, 'docs')) ? target : join(dist, target.slice(out.length));
        assert.ok(existsSync(place), `${path}: ${address}`);
        if (anchor) assert.ok(readFileSync(place, 'utf8').includes(`id="${anchor}"`), `${path}: ${address}`);
        ++links;
      }
    }
    assert.ok(links > 2000);
  });

  // Questions as users ask them; the page that answers is among the first four results.
  const questions = {
    'how do I open a Quake mdl': 'quake.html',
    'model is grey, no texture': 'wrong.html',
    'animation too fast': 'wrong.html',
    'T-pose, animation does not play': 'wrong.html',
    'export md5 from blender': 'blender.html',
    'how many joints does vkquake take': 'engines.html',
    'are my files uploaded': 'using.html',
    'embed a model on my page without a build': 'embed.html',
    'iframe without scripts': 'iframe.html',
    'poster of every model in a folder': 'recipes.html',
    'fail CI on warnings': 'recipes.html',
    'what does MD5_WEIGHT_SUM mean': 'codes/MD5_WEIGHT_SUM.html',
    'play a v2m song in the browser': 'music.html',
    'limits for untrusted files': 'limits.html',
    'convert iqm to glb': 'cli.html',
    'what does doc.pose return': 'api.html',
  };
  for (const [question, answer] of Object.entries(questions))
    test(`its search answers "${question}"`, async () => {
      const { findSections, indexOptions } = await pageSearch();
      const index = MiniSearch.loadJSON(readFileSync(join(out, 'docs/search.json'), 'utf8'), indexOptions);
      const found = findSections(index, question).map(({ id }) => id.split('#')[0]);
      assert.ok(found.slice(0, 4).includes(answer), found.slice(0, 8).join(' '));
    });

  test('shows what a faulty file gets, with the line and its caret', () => {
    const html = readFileSync(join(out, 'docs/codes/MD5_OCTAL.html'), 'utf8');
    assert.match(html, /:\d+:\d+: warning MD5_OCTAL: /);
    assert.match(html, /\n\s*\^<\/code>/);
  });

  test('shows every command with its options and every exported name', () => {
    const cli = readFileSync(join(out, 'docs/cli.html'), 'utf8');
    for (const name of ['inspect', 'pose', 'check', 'curves', 'convert', 'skin', 'world', 'sound', 'render'])
      assert.match(cli, new RegExp(`<h2 id="${name}">`));
    assert.match(cli, /--max-warnings/);
    const topics = pages.filter((path) => path.startsWith('api/')),
      api = topics.map((path) => readFileSync(join(out, 'docs', path), 'utf8')).join('\n');
    assert.ok(topics.length > 5);
    for (const name of ['createVitrine', 'openPaths', 'VitrineDocument', 'Report', 'World', 'SoundReport'])
      assert.match(api, new RegExp(`<h2 id="${name.toLowerCase()}">`));
    assert.doesNotMatch(api, /\bprivate\b/);
    // Vitrine, documents, worlds and songs are made by the module alone.
    assert.doesNotMatch(api, /\bconstructor\([^)]*\b(host|core|document)\b/);
  });

  test('has each call of the module with what it takes, gives and throws', () => {
    const page = readFileSync(join(out, 'docs/api/document.html'), 'utf8');
    const cells = (call) => {
      const [, row] = new RegExp(`<tr><td><code>${call}\\(\\)</code></td>(.*)</tr>`).exec(page) ?? [];
      return Array.from(row.matchAll(/<td>(.*?)<\/td>/g), ([, cell]) => cell.replace(/<[^>]*>/g, ''));
    };
    const [does, takes, gives, throws] = cells('survey');
    assert.match(does, /^Edges, faces and weights of a mesh/);
    assert.deepEqual([takes, gives], ['mesh: number', 'MeshStatistics']);
    assert.match(throws, /^RangeError/);
    assert.match(cells('pose')[3], /ACTION_UNKNOWN, ACTION_NOT_PLAYABLE/);
  });

  test('the names of the module keep the anchors of the page that had them all', () => {
    const index = readFileSync(join(out, 'docs/api.html'), 'utf8');
    for (const name of ['createvitrine', 'vitrine', 'vitrinedocument', 'vitrineerror', 'report', 'world', 'song'])
      assert.match(index, new RegExp(`<a id="${name}" href="api/\\w+\\.html#${name}">`));
  });

  test('has the engines with their limits, and every rule of the check', () => {
    const engines = readFileSync(join(out, 'docs/engines.html'), 'utf8'),
      rules = readFileSync(join(out, 'docs/engine-rules.html'), 'utf8');
    assert.match(engines, /<td><code>vkquake<\/code><\/td><td>vkQuake<\/td><td>256<\/td><td>8<\/td><td>10<\/td>/);
    assert.ok(rules.match(/<tr><td><code>/g).length > 100);
    assert.doesNotMatch(rules, /\{\w/);
    assert.match(rules, /<em>found<\/em> joints; the limit is <em>limit<\/em>/);
  });
});
