// `vitrine view --for ENGINE --out DIR`: what is written at each save, and what stays.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { startView } from './support/viewing.mjs';
import { root, vitrine } from './support/vitrine.mjs';

const heron = join(root, 'public/samples/heron');
let folder, work;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-out-'));
  work = join(folder, 'work');
  mkdirSync(work);
  for (const name of readdirSync(heron)) copyFileSync(join(heron, name), join(work, name));
});
after(() => rmSync(folder, { recursive: true }));

const inputs = () => ['heron.md5mesh', 'walk.md5anim'].map((name) => join(work, name));
const contents = (of) =>
  Object.fromEntries(readdirSync(of).map((name) => [name, readFileSync(join(of, name), 'base64')]));
const mesh = () => readFileSync(join(heron, 'heron.md5mesh'), 'utf8');
/** With its first weight somewhere else. */
const moved = (by) => mesh().replace(/(weight 0 \d+ \S+ \( )\S+/, `$1${by}`);

for (const [engine, to, ending] of [
  ['doom3', undefined, 'md5mesh'],
  ['fteqw', 'iqm', 'iqm'],
  ['ioquake3', 'md3', 'md3'],
])
  describe(`for ${engine}, ${ending}`, () => {
    let view, out, first;
    const event = (name, fits = () => true) => {
      const count = view.lines.length;
      return view.event((one) => one.event === name && view.lines.indexOf(one) >= count && fits(one));
    };
    before(async () => {
      writeFileSync(join(work, 'heron.md5mesh'), mesh());
      out = join(folder, `game-${engine}`);
      view = await startView([...inputs(), '--for', engine, '--out', out, ...(to ? ['--to', to] : [])]);
      first = await view.event((one) => one.event === 'written');
    });
    after(() => view?.stop());

    test('the files are there at once, the same as convert writes', () => {
      assert.equal(first.output, join(out, `heron.${ending}`));
      assert.ok(first.files.includes(first.output) && first.ms >= 0);
      const other = join(folder, `other-${engine}`);
      mkdirSync(other);
      const { status, stderr } = vitrine([
        'convert',
        ...inputs(),
        '-o',
        join(other, `heron.${ending}`),
        '--for',
        engine,
      ]);
      assert.equal(status, 0, stderr);
      assert.deepEqual(contents(out), contents(other));
    });

    test('a save writes what is different, and the time', async () => {
      const old = contents(out),
        written = event('written');
      writeFileSync(join(work, 'heron.md5mesh'), moved('1.5'));
      const { files, ms } = await written,
        now = contents(out);
      assert.ok(Number.isInteger(ms));
      assert.deepEqual(
        files.map((path) => path.slice(out.length + 1)).toSorted(),
        Object.keys(now).filter((name) => now[name] !== old[name]),
      );
      assert.notEqual(now[`heron.${ending}`], old[`heron.${ending}`]);
      assert.ok(files.every((path) => !/\.(?:png|tga|jpg)$/.test(path)));
    });

    test('a save with a fault leaves the files as they were, and is said', async () => {
      const old = contents(out),
        waiting = event('waiting');
      writeFileSync(join(work, 'heron.md5mesh'), mesh().slice(0, 5000));
      assert.equal((await waiting).kind, 'broken');
      assert.deepEqual(contents(out), old);
      const written = event('written');
      writeFileSync(join(work, 'heron.md5mesh'), moved('2.5'));
      await written;
      assert.notDeepEqual(contents(out), old);
    });
  });

test('a model that the engine cannot hold is refused, and the files stay', async () => {
  writeFileSync(join(work, 'heron.md5mesh'), mesh());
  const out = join(folder, 'refused'),
    view = await startView([...inputs(), '--for', 'ioquake3', '--to', 'md3', '--out', out]);
  try {
    await view.event((one) => one.event === 'written');
    const old = contents(out);
    writeFileSync(join(work, 'heron.md5mesh'), moved('100000'));
    const { message, output } = await view.event((one) => one.event === 'refused');
    assert.match(message, /511/);
    assert.equal(output, join(out, 'heron.md3'));
    assert.deepEqual(contents(out), old);
  } finally {
    await view.stop();
  }
});

test('every model of a folder is written under its own name', async () => {
  const models = join(folder, 'models'),
    out = join(folder, 'all');
  mkdirSync(models);
  for (const name of ['a.iqm', 'b.iqm'])
    copyFileSync(join(root, 'public/samples/jellyfish/jellyfish.iqm'), join(models, name));
  const view = await startView([models, '--for', 'raylib', '--out', out]);
  try {
    for (const name of ['a.iqm', 'b.iqm'])
      await view.event((one) => one.event === 'written' && one.output === join(out, name));
    assert.ok(['a.iqm', 'b.iqm'].every((name) => readdirSync(out).includes(name)));
  } finally {
    await view.stop();
  }
});

test('wrong words and folders that are watched are refused', () => {
  const refused = (args, message) => {
    const { status, stderr } = vitrine(['view', '--no-open', '--port', '0', ...inputs(), ...args]);
    assert.equal(status, 2);
    assert.match(stderr, message);
  };
  const out = join(folder, 'none');
  refused(['--out', out], /--for/);
  refused(['--for', 'doom3', '--to', 'md5mesh'], /--out/);
  refused(['--for', 'all', '--out', out], /one engine/);
  refused(['--for', 'doom3,fteqw', '--out', out], /one engine/);
  refused(['--for', 'doom3', '--out', out, '--to', 'iqm'], /iqm is not written for 'doom3'/);
  refused(['--for', 'doom3', '--out', out, '--to', 'glb'], /glb/);
  refused(['--for', 'doom3', '--out', work], /is watched/);
});
