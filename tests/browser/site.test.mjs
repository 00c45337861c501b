// `npm run site`: the folder for a static host, served below a path. Every link leads somewhere, a sample opens, and what chat
// programs read is there.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { after, before, test } from 'node:test';

import { buildDocs } from '../../web/build/docs/site.mjs';
import { filesBelow } from '../../web/build/run.mjs';
import { serve } from '../../web/build/serve.mjs';
import { buildSiteFolder, placeOf } from '../../web/build/site.mjs';
import { emitTypes } from '../../web/build/types.mjs';
import { dist, startBrowser } from './harness.mjs';

const base = '/deep/vitrine/';
let folder, site, files, browser, server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-site-'));
  const product = join(folder, 'dist');
  cpSync(dist, product, { recursive: true, filter: (path) => path !== join(dist, 'site') });
  emitTypes(product);
  await buildDocs(join(product, 'docs'), product);
  site = join(folder, 'web', base);
  mkdirSync(site, { recursive: true });
  files = await buildSiteFolder(site, { base, url: `https://example.org${base}` }, product);
  [browser, server] = await Promise.all([startBrowser(), serve(join(folder, 'web'), 0)]);
});
after(async () => {
  await browser?.stop();
  server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

const pages = () => filesBelow(site, '.html').map((path) => relative(site, path).split(sep).join('/'));
const textOf = (name) => readFileSync(join(site, name), 'utf8');

test('holds application, documentation, samples, examples and the embed page, and nothing for Node', () => {
  for (const name of [
    'index.html',
    'embed.html',
    'docs/index.html',
    'samples/index.json',
    'examples/plain/index.html',
    'element.js',
  ])
    assert.ok(files.includes(name), name);
  assert.deepEqual(
    files.filter((name) => /^(node|figure|hosts)\/|\.d\.ts$/.test(name)),
    [],
  );
});

test('every link of every page leads to a file of the site, and to a heading that is there', () => {
  const here = `http://site.test${base}`,
    missing = [];
  let links = 0;
  for (const page of pages()) {
    const html = textOf(page).replace(/<(textarea|script|style|pre)\b[^>]*>[^]*?<\/\1>/g, (all) =>
      all.slice(0, all.indexOf('>') + 1),
    );
    for (const [, name, value] of html.matchAll(/\s(href|src|poster|animations|textures|preview)="([^"]*)"/g)) {
      const addresses = name === 'href' ? [value] : value.split(/[\s,]+/).filter(Boolean);
      for (const address of addresses) {
        const text = address.replaceAll('&amp;', '&');
        if (/^(data|mailto|blob):/.test(text) || (name === 'textures' && text === 'none')) continue;
        const url = new URL(text, here + page);
        if (url.origin !== 'http://site.test') {
          if (name === 'href' && url.protocol === 'https:') continue;
          missing.push(`${page}: ${text}`);
          continue;
        }
        ++links;
        const path = decodeURIComponent(url.pathname),
          target = `${path.slice(base.length)}${path.endsWith('/') ? 'index.html' : ''}`;
        if (!path.startsWith(base) || !existsSync(join(site, target))) missing.push(`${page}: ${text}`);
        else if (
          url.hash &&
          target.startsWith('docs/') &&
          !textOf(target).includes(` id="${decodeURIComponent(url.hash.slice(1))}"`)
        )
          missing.push(`${page}: ${text}, the heading`);
      }
    }
  }
  assert.ok(links > 3000, `${links} links`);
  assert.deepEqual(missing, []);
});

test('each page has what a link to it shows, with a picture of 1200 x 630', () => {
  const picture = readFileSync(join(site, 'card.png'));
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  for (const page of pages()) {
    const html = textOf(page),
      of = (name) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(html)?.[1];
    assert.equal(of('image'), `https://example.org${base}card.png`, page);
    assert.equal(of('url'), `https://example.org${base}${page.replace(/(^|\/)index\.html$/, '$1')}`, page);
    assert.ok(of('title') && of('description'), page);
    assert.doesNotMatch(`${of('title')} ${of('description')}`, /&#38;#|&#38;\w+;/, page);
    assert.match(html, /<meta name="twitter:card" content="summary_large_image">/);
    assert.equal(html.match(/<meta\s+name="description"/g).length, 1, page);
  }
  assert.match(textOf('docs/cli.html'), /og:title" content="Command line/);
});

test('tells hosts and robots what they ask for', () => {
  assert.match(
    textOf('robots.txt'),
    /^User-agent: \*\nAllow: \/deep\/vitrine\/\nSitemap: https:\/\/example\.org\/deep\/vitrine\/sitemap\.xml\n$/,
  );
  assert.match(textOf('sitemap.xml'), /<loc>https:\/\/example\.org\/deep\/vitrine\/docs\/cli\.html<\/loc>/);
  const headers = textOf('_headers');
  assert.match(headers, /^\/deep\/vitrine\/\*\.wasm\n {2}Content-Type: application\/wasm$/m);
  assert.match(headers, /^ {2}Cache-Control: no-cache$/m);
  // The element, on pages of others, needs neither; the embed page is for frames.
  assert.doesNotMatch(headers, /Cross-Origin-(Opener|Embedder)-Policy|X-Frame-Options/);
  const { headers: rules } = JSON.parse(textOf('vercel.json'));
  assert.ok(rules.some(({ source }) => new RegExp(`^${source}$`).test(`${base}vitrine-core.wasm`)));
  assert.ok(files.includes('.nojekyll') && files.includes('.htaccess'));
});

test('opens a sample where it is served, from the link in the address and from ?src=', async (t) => {
  for (const [mark, rest] of [
    ['#', ''],
    ['?', ''],
  ]) {
    const page = await browser.page(t, { hash: null });
    await page.goto(
      `http://localhost:${server.port}${base}${mark}src=samples/column/column.md5mesh,samples/column/bend.md5anim${rest}`,
    );
    await page.waitForFunction(() => document.title.startsWith('column'), undefined, { timeout: 60_000 });
    assert.equal(new URL(page.url()).search, '');
    assert.match(page.url(), /#.*src=samples/);
    assert.deepEqual(page.errors, []);
  }
});

test('an address of a site is a path or a whole address', () => {
  assert.deepEqual(placeOf({}), { base: '/', url: undefined });
  assert.deepEqual(placeOf({ base: '/vitrine/' }), { base: '/vitrine/', url: undefined });
  assert.deepEqual(placeOf({ url: 'https://me.github.io/vitrine' }), {
    base: '/vitrine/',
    url: 'https://me.github.io/vitrine/',
  });
  for (const wrong of [
    { base: 'vitrine' },
    { base: '/a b/' },
    { base: '/../' + '<' },
    { url: 'example.org' },
    { url: 'ftp://x/' },
  ])
    assert.throws(() => placeOf(wrong));
  assert.throws(() => placeOf({ base: '/a/', url: 'https://example.org/b/' }), /is not the path of --url/);
});
