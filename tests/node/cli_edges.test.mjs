// The `vitrine` command at its edges: deep files, long counts, values that look like options, an output that is full.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { chain, rise, square } from './support/inputs.mjs';
import { vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
const put = (name, data) => writeFileSync(join(folder, name), data);
const run = (args, options) => vitrine(args, { cwd: folder, ...options });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-edges-'));
  put('square.md5mesh', square());
  put('rise.md5anim', rise);
});
after(() => rmSync(folder, { recursive: true }));

describe('a chain of 4,096 joints', () => {
  before(() => put('chain.md5mesh', chain(4096)));

  test('is shown as a tree', () => {
    const { status, stdout, stderr } = run(['inspect', 'chain.md5mesh']);
    assert.equal(status, 0, stderr);
    const [, tree] = /\nHierarchy\n([^]*?)\n\n/.exec(stdout);
    const lines = tree.split('\n').filter((line) => line.endsWith('  joint'));
    assert.equal(lines.length, 4096);
    assert.match(lines[4095], /^ {8192} *j4095 /);
  });

  test('is nested in JSON as deep', () => {
    const { value } = vitrineJson(['inspect', 'chain.md5mesh', '--json'], { cwd: folder });
    let depth = 0;
    for (let nodes = value.info.hierarchy; nodes.length > 0; nodes = nodes[0].children) {
      assert.equal(nodes[0].name, `j${depth}`);
      depth += 1;
    }
    assert.equal(depth, 4096);
    assert.deepEqual(value.info.statistics.joints, 4096);
  });
});

describe('what concerns no file', () => {
  test('is said without one', () => {
    const { status, stderr } = run(['render', 'square.md5mesh', '--view', 'camera', '-o', 'view.png']);
    assert.equal(status, 2);
    assert.match(stderr, /^error CAMERA_UNKNOWN: there is no camera\n/);
  });
});
