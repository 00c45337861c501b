// README's code is run, so that it cannot rot.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { heron } from '../../web/build/picture.mjs';
import { blocksOf, commandsOf, modulesOf, placedIn, runModule } from './support/doc_blocks.mjs';
import { root, vitrine } from './support/vitrine.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = blocksOf(readme);
const shellLines = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.split('\n'));
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

describe('README', () => {
  let out;
  before(() => (out = mkdtempSync(join(tmpdir(), 'vitrine-readme-'))));
  after(() => rmSync(out, { recursive: true }));

  const commands = commandsOf(blocks);
  test('shows the command at work', () => assert.ok(commands.length >= 4));
  for (const { line, args, expected } of commands) {
    test(`$ ${line}`, () => {
      const { status, stdout, stderr } = vitrine(placedIn(out, args));
      assert.equal(status, expected, stderr);
      assert.ok(stdout.length + stderr.length > 0 || args.includes('-o'));
    });
  }

  const modules = modulesOf(blocks);
  test('shows the module at work', () => assert.ok(modules.length >= 1));
  for (const [i, code] of modules.entries()) test(`module ${i + 1} runs`, () => void runModule(code));

  test('fits one sitting: at most 150 lines', () => assert.ok(readme.trimEnd().split('\n').length <= 150));

  test('opens with an animation that the renderer draws (npm run readme writes it)', async () => {
    const bytes = readFileSync(join(root, 'public/readme.png'));
    assert.ok(bytes.length <= 400_000, `${bytes.length} bytes`);
    const { frame, frames } = await heron();
    const control = bytes.indexOf('acTL');
    assert.equal(bytes.readUInt32BE(control + 4), frames);
    const first = Buffer.from(frame(0));
    const pixels = first.indexOf('IDAT') - 4;
    assert.ok(bytes.includes(first.subarray(pixels, pixels + 12 + first.readUInt32BE(pixels))), 'the first frame');
  });

  test('links only to files that are there', () => {
    const links = Array.from(readme.matchAll(/\]\(([^)#]+)\)/g), ([, path]) => path);
    assert.ok(links.length > 10);
    for (const path of links) assert.ok(existsSync(join(root, path)), path);
  });

  test('names only scripts that there are', () => {
    const named = shellLines.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
    assert.ok(named.length >= 2);
    for (const name of named) assert.ok(name in scripts || name === 'install', `npm run ${name}`);
  });
});
