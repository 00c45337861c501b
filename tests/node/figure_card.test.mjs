// `vitrine figure --card`: tags that chat programs and forums read, and the picture that they name.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { root, vitrine } from './support/vitrine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-card-'));
after(() => rmSync(folder, { recursive: true }));

const heron = ['heron.md5mesh', 'walk.md5anim'].map((name) => join(root, 'public/samples/heron', name));
const unescaped = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const tagsOf = (page) =>
  Object.fromEntries(
    Array.from(
      page.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">/g),
      ([, name, text]) => [name, unescaped(text)],
    ),
  );
/** Width and height out of the header of a PNG. */
const sizeOf = (path) => {
  const bytes = readFileSync(path);
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

describe('vitrine figure --card', () => {
  test('writes what a link shows, and a picture of 1200 x 630 beside the page', () => {
    const path = join(folder, 'a heron.html');
    const { status, stderr } = vitrine([
      'figure',
      ...heron,
      '-o',
      path,
      '--title',
      'A "heron" <b>',
      '--card',
      '--url',
      'https://example.org/models/',
    ]);
    assert.equal(status, 0, stderr);
    const page = readFileSync(path, 'utf8'),
      tags = tagsOf(page);
    assert.deepEqual(sizeOf(join(folder, 'a heron.card.png')), [1200, 630]);
    assert.equal(tags['og:title'], 'A "heron" <b>');
    assert.equal(tags['og:url'], 'https://example.org/models/a%20heron.html');
    assert.equal(tags['og:image'], 'https://example.org/models/a%20heron.card.png');
    assert.equal(tags['twitter:image'], tags['og:image']);
    assert.deepEqual([tags['og:image:width'], tags['og:image:height']], ['1200', '630']);
    assert.equal(tags['twitter:card'], 'summary_large_image');
    assert.match(tags['og:description'], /^md5\S* model: [\d,]+ triangles, \d+ joints, 1 action \(walk\)\.$/);
    // Every reader looks into the head.
    assert.ok(page.indexOf('og:title') < page.indexOf('</head>'));
  });

  test('takes the address of the page itself, and names the picture alone without one', () => {
    const path = join(folder, 'heron.html');
    assert.equal(
      vitrine(['figure', ...heron, '-o', path, '--card', '--url', 'https://example.org/x/index.html']).status,
      0,
    );
    let tags = tagsOf(readFileSync(path, 'utf8'));
    assert.equal(tags['og:url'], 'https://example.org/x/index.html');
    assert.equal(tags['og:image'], 'https://example.org/x/heron.card.png');
    assert.equal(vitrine(['figure', ...heron, '-o', path, '--card']).status, 0);
    tags = tagsOf(readFileSync(path, 'utf8'));
    assert.equal(tags['og:image'], 'heron.card.png');
    assert.ok(!('og:url' in tags));
  });

  test('does so for a world document', () => {
    const path = join(folder, 'world.html');
    const world = join(root, 'tests/data/world/valid/rooms.world.json');
    assert.ok(existsSync(world));
    const { status, stderr } = vitrine(['figure', world, '-o', path, '--card']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(sizeOf(join(folder, 'world.card.png')), [1200, 630]);
    assert.match(tagsOf(readFileSync(path, 'utf8'))['og:description'], /^World document/);
  });

  test('is left out unless it is asked for, and refuses what cannot be', () => {
    const path = join(folder, 'plain.html');
    assert.equal(vitrine(['figure', ...heron, '-o', path]).status, 0);
    assert.deepEqual(tagsOf(readFileSync(path, 'utf8')), {});
    assert.ok(!existsSync(join(folder, 'plain.card.png')));
    for (const [args, words] of [
      [['-o', '-', '--card'], /--card writes a picture next to the page/],
      [['-o', path, '--url', 'https://example.org/'], /--url needs --card/],
      [['-o', path, '--card', '--url', 'ftp://example.org/'], /http or https address/],
      [['-o', path, '--card', '--url', 'example'], /http or https address/],
    ]) {
      const { status, stderr } = vitrine(['figure', ...heron, ...args]);
      assert.equal(status, 2);
      assert.match(stderr, words);
    }
  });
});
