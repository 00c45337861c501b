// README's code is run, so that it cannot rot.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

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

  const steps = blocks
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ code }) => Array.from(code.matchAll(/- run: (npx vitrine [^#\n]*)/g), ([, line]) => line.trim()));
  test('shows a pipeline', () => assert.ok(steps.length >= 3));
  for (const step of steps) {
    test(`step $ ${step}`, () => {
      const [command, file] = step.split(' > ');
      const { status, stdout, stderr } = vitrine(placedIn(out, command.split(' ').slice(2)));
      assert.equal(status, 0, stderr);
      if (file?.endsWith('.sarif')) assert.equal(JSON.parse(stdout).version, '2.1.0');
      if (file?.endsWith('.xml')) assert.match(stdout, /^<\?xml .*\?>\n<testsuites /);
      assert.match(stderr, /\d+ documents: /);
    });
  }

  const modules = modulesOf(blocks);
  test('shows the module at work', () => assert.ok(modules.length >= 1));
  for (const [i, code] of modules.entries()) test(`module ${i + 1} runs`, () => void runModule(code));

  test('shows a world document that does what it looks like', () => {
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

  test('names only scripts that there are', () => {
    const named = shellLines.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
    assert.ok(named.length >= 2);
    for (const name of named) assert.ok(name in scripts || name === 'install', `npm run ${name}`);
  });
});
