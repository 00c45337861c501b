// `vitrine copy`: the files of a site without a bundler.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { vitrine, vitrineJson } from './support/vitrine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
after(() => rmSync(folder, { recursive: true }));

const below = (path) =>
  readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => relative(path, name))
    .sort();
// By another way than the command's own; not by a program, which not every machine has.
const hashOf = async (path) =>
  `sha384-${Buffer.from(await crypto.subtle.digest('SHA-384', readFileSync(path))).toString('base64')}`;

describe('vitrine copy', () => {
  it('writes the element, what it fetches, and the integrity hash of each', async () => {
    const site = join(folder, 'site'),
      { status, value } = vitrineJson(['copy', site, '--json']);
    assert.equal(status, 0);
    assert.deepEqual(below(site), Object.keys(value).sort());
    for (const name of ['element.js', 'engine-worker.js', 'vitrine-core.wasm', 'styles/element.css'])
      assert.ok(name in value, name);
    for (const [name, hash] of Object.entries(value)) assert.equal(hash, await hashOf(join(site, name)), name);
    // Every file that the element's script names lies there.
    const named = readFileSync(join(site, 'element.js'), 'utf8').match(/(?<=")\.\/[\w-]+\.(js|mjs|wasm)(?=")/g);
    assert.ok(named.length > 4, String(named));
    // So does what the embed page links.
    const page = readFileSync(join(site, 'embed.html'), 'utf8');
    for (const [, name] of page.matchAll(/ (?:href|src)="([^"#]+)"/g)) assert.ok(name in value, name);
    for (const name of new Set(named)) if (name !== './element-moved.js') assert.ok(name.slice(2) in value, name);
  });

  it('adds the classic script for pages on a disk where it is asked for', () => {
    const site = join(folder, 'disk');
    assert.equal(vitrine(['copy', '--classic', site]).status, 0);
    assert.ok(below(site).includes('element-classic.js'));
    // Engine and core stand in it, as nothing else does that is so large.
    const script = readFileSync(join(site, 'element-classic.js'), 'utf8');
    assert.doesNotMatch(script, /"vitrine:(engine|wasm)"/);
    const packed = script.match(/"H4sI[\w+/=]{100000,}"/g).map((text) => gunzipSync(Buffer.from(text, 'base64')));
    assert.ok(packed.some((bytes) => bytes.equals(readFileSync(join(site, 'vitrine-core.wasm')))));
    assert.ok(!below(join(folder, 'site')).includes('element-classic.js'));
  });

  it('takes one folder', () => {
    for (const args of [[], ['a', 'b']]) {
      const { status, stderr } = vitrine(['copy', ...args]);
      assert.equal(status, 2);
      assert.match(stderr, /copy takes one folder/);
    }
  });
});
