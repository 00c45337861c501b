// The package as a publisher makes it: true metadata, and a README whose links and pictures work on any page.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { placesOf, withAddresses } from '../../web/build/addresses.mjs';
import { cdnLines } from '../../web/build/cdn.mjs';
import { stagePackage } from '../../web/build/release.mjs';
import { root, vitrineJson } from './support/vitrine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-release-'));
after(() => rmSync(folder, { recursive: true }));

describe('the address of a release', () => {
  test('is read as each host of code writes it', () => {
    const of = (address) => placesOf(address, '1.2.3');
    const github = of('https://github.com/me/vitrine.git');
    assert.equal(github.file('public/docs/cli.md'), 'https://github.com/me/vitrine/blob/v1.2.3/public/docs/cli.md');
    assert.equal(github.bytes('public/readme.png'), 'https://github.com/me/vitrine/raw/v1.2.3/public/readme.png');
    assert.deepEqual(github.repository, { type: 'git', url: 'git+https://github.com/me/vitrine.git' });
    assert.deepEqual(github.bugs, { url: 'https://github.com/me/vitrine/issues' });
    const gitlab = of('https://gitlab.com/me/group/vitrine/');
    assert.equal(gitlab.bytes('a.png'), 'https://gitlab.com/me/group/vitrine/-/raw/v1.2.3/a.png');
    assert.equal(gitlab.bugs.url, 'https://gitlab.com/me/group/vitrine/-/issues');
    const codeberg = of('https://codeberg.org/me/vitrine');
    assert.equal(codeberg.file('LICENSE'), 'https://codeberg.org/me/vitrine/src/tag/v1.2.3/LICENSE');
    for (const address of ['', 'github.com/me/vitrine', 'http://github.com/me/vitrine', 'https://github.com/'])
      assert.throws(() => of(address), /https address of a repository/);
  });

  test('is put before links of the repository alone', () => {
    const places = placesOf('https://github.com/me/v', '1.0.0');
    assert.equal(
      withAddresses(
        '![A heron](public/a.png) [docs](public/docs/x.md#top) [here](#formats) [there](https://e.org/x)',
        places,
      ),
      '![A heron](https://github.com/me/v/raw/v1.0.0/public/a.png) [docs](https://github.com/me/v/blob/v1.0.0/public/docs/x.md#top) [here](#formats) [there](https://e.org/x)',
    );
  });
});

describe('the package of a release', () => {
  const places = placesOf('https://github.com/me/vitrine', '9.8.7'),
    json = stagePackage(join(folder, 'package'), places);

  test('says where it comes from, without an author and without what a checkout alone uses', () => {
    const kept = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    assert.deepEqual(kept, json);
    for (const name of ['homepage', 'repository', 'bugs', 'description', 'license']) assert.ok(kept[name], name);
    assert.ok(kept.keywords.length >= 5);
    for (const name of ['author', 'private', 'scripts', 'devDependencies', 'overrides'])
      assert.ok(!(name in kept), name);
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const name of ['name', 'version', 'exports', 'bin', 'files', 'engines'])
      assert.deepEqual(kept[name], own[name], name);
  });

  test('has a README whose every link and picture is absolute', () => {
    const readme = readFileSync(join(folder, 'package/README.md'), 'utf8');
    const targets = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target);
    assert.ok(targets.length > 10);
    for (const target of targets) assert.match(target, /^(https:\/\/|#)/);
    // What they lead to is there.
    for (const target of targets) {
      const [, path] = /^https:\/\/github\.com\/me\/vitrine\/(?:blob|raw)\/v9\.8\.7\/([^#]+)/.exec(target) ?? [];
      if (path) assert.ok(existsSync(join(root, path)), path);
    }
    assert.doesNotMatch(readme.replace(/^```[^]*?^```$/gm, ''), /<img\b[^>]*src="(?!https:)/);
  });

  test('has lines for a network of packages with the hashes that `vitrine copy` gives', () => {
    const lines = cdnLines('9.8.7'),
      { value } = vitrineJson(['copy', join(folder, 'copied'), '--json']);
    assert.ok(lines.includes('https://cdn.jsdelivr.net/npm/vitrine@9.8.7/dist/element.js'));
    for (const name of ['element.js', 'styles/element.css'])
      assert.ok(lines.includes(`integrity="${value[name]}"`), name);
  });
});
