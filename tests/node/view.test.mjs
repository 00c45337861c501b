// `vitrine view`: who may ask for what, and how fast and how surely changes on disk are told.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { rise, square } from './support/inputs.mjs';
import { listen, startView } from './support/viewing.mjs';
import { root, vitrine } from './support/vitrine.mjs';

const kInTimeMs = 1000;
/** A 1 x 1 image. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M8AAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

let folder, models;
const put = (name, data) => writeFileSync(join(models, name), data);
const at = (name) => join(models, name);

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-view-'));
  models = join(folder, 'models');
  mkdirSync(models);
  put('square.md5mesh', square());
  put('rise.md5anim', rise);
});
after(() => rmSync(folder, { recursive: true }));

describe('the server', () => {
  let view, token;
  before(async () => {
    const mesh = square();
    const [, shader] = /shader "([^"]*)"/.exec(mesh);
    mkdirSync(join(at(shader), '..'), { recursive: true });
    put(`${shader}.png`, dot);
    put('other.md5mesh', square());
    put('secret.txt', 'nobody asks for this');
    writeFileSync(join(folder, 'outside.png'), dot);
    view = await startView([at('square.md5mesh'), at('rise.md5anim')]);
    [, token] = new URL(view.base).pathname.split('/');
  });
  after(() => view?.stop());

  test('listens on 127.0.0.1, and its address has a token of 144 random bits', () => {
    assert.equal(new URL(view.base).hostname, '127.0.0.1');
    assert.match(token, /^[\w-]{24}$/);
  });

  test('answers 403 without the token, whatever is asked for', async () => {
    for (const path of ['/', '/index.html', '/live/changes', `/${token.slice(1)}/`, `/${token}x/`, '/?' + token])
      assert.equal((await view.get(path)).status, 403, path);
  });

  test('answers 403 to another host name: one that was pointed at this machine reaches nothing', async () => {
    const { port } = new URL(view.base);
    for (const host of ['vitrine.example', `vitrine.example:${port}`, '127.0.0.1', `127.0.0.1.nip.io:${port}`])
      assert.equal((await view.get(`/${token}/`, { headers: { host } })).status, 403, host);
    assert.equal((await view.get(`/${token}/`, { headers: { host: `localhost:${port}` } })).status, 200);
  });

  test('hands out the page, and says in it where changes are told', async () => {
    const { status, headers, body } = await view.get(`/${token}/`);
    assert.equal(status, 200);
    assert.match(body, /<meta name="vitrine-live" content="live\/" \/>/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await view.get(`/${token}/app.js`)).headers['content-type'], 'text/javascript; charset=utf-8');
  });

  test('lists no folder, and leaves its own', async () => {
    const paths = ['styles/', 'styles', '../package.json', '%2e%2e/package.json', '..%2fpackage.json', 'node/cli.js'];
    paths.push('..\\package.json', '%5c..%5cpackage.json', './', '.git/config', 'a%00.js', 'live/', 'live/file/');
    for (const path of paths) assert.equal((await view.get(`/${token}/${path}`)).status, 404, path);
  });

  test('takes no other method than GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await view.get(`/${token}/`, { method })).status, 405, method);
  });

  test('hands out the files that were named and the image that the model asks for, and nothing else of the folder', async () => {
    const told = await listen(view.base);
    const { files } = await told.state(() => true);
    told.stop();
    assert.deepEqual(
      files.map(({ name }) => name.split('/').at(-1)),
      ['square.md5mesh', 'rise.md5anim', files[2].name.split('/').at(-1)],
    );
    assert.match(files[2].name, /\.png$/);
    const { status, body } = await view.get(`/${token}/live/file/${files[0].hash}`);
    assert.equal(status, 200);
    assert.equal(body, square());
    for (const name of ['other.md5mesh', 'secret.txt', `../models/secret.txt`, at('secret.txt')])
      assert.equal((await view.get(`/${token}/live/file/${name}`)).status, 404, name);
  });
});

describe('companions', () => {
  test('a link that leads out of the folder is refused, one that stays inside is followed', async () => {
    const own = join(folder, 'links');
    mkdirSync(own);
    const [, shader] = /shader "([^"]*)"/.exec(square());
    writeFileSync(join(own, 'square.md5mesh'), square());
    const name = `${shader.split('/').at(-1)}.png`;
    symlinkSync(join(folder, 'outside.png'), join(own, name));
    const view = await startView([join(own, 'square.md5mesh')]);
    const told = await listen(view.base);
    assert.equal((await told.state(() => true)).files.length, 1);
    rmSync(join(own, name));
    writeFileSync(join(own, 'real.png'), dot);
    symlinkSync('real.png', join(own, name));
    assert.equal((await told.state(({ files }) => files.length === 2)).files[1].name, name);
    told.stop();
    await view.stop();
  });

  test('of a folder, links that lead out of it are passed over', async () => {
    const own = join(folder, 'outlinks');
    mkdirSync(own);
    writeFileSync(join(own, 'square.md5mesh'), square());
    symlinkSync(at('rise.md5anim'), join(own, 'rise.md5anim'));
    const view = await startView([own]);
    const told = await listen(view.base);
    assert.deepEqual(
      (await told.state(() => true)).files.map(({ name }) => name),
      ['square.md5mesh'],
    );
    told.stop();
    await view.stop();
  });
});

describe('a change on disk', () => {
  let view,
    told,
    own,
    n = 0;
  const file = (name) => join(own, name);
  const hashOf = ({ files }, name) => files.find((one) => one.name === name)?.hash;
  const changed = (name) => {
    const before = hashOf(told.states.at(-1), name);
    return (state) => hashOf(state, name) !== before;
  };
  const variant = () => square().replace('commandline ""', `commandline "${++n}"`);
  before(async () => {
    own = join(folder, 'changing');
    mkdirSync(own);
    writeFileSync(file('square.md5mesh'), square());
    writeFileSync(file('rise.md5anim'), rise);
    view = await startView([file('square.md5mesh'), file('rise.md5anim')]);
    told = await listen(view.base);
    await told.state(() => true);
  });
  after(async () => {
    told?.stop();
    await view?.stop();
  });

  test('is told within a second', async (t) => {
    const delays = [];
    for (let i = 0; i < 5; ++i) {
      const fits = changed('square.md5mesh'),
        start = performance.now();
      writeFileSync(file('square.md5mesh'), variant());
      delays.push((await told.state(fits)).at - start);
    }
    // A machine that has other things to do is slower now and then.
    assert.ok(Math.min(...delays) < kInTimeMs, `${delays.join(', ')} ms`);
    t.diagnostic(`told after ${delays.map(Math.round).join(', ')} ms`);
  });

  test('is told when an editor writes a new file and renames it', async (t) => {
    const fits = changed('square.md5mesh'),
      text = variant();
    writeFileSync(file('square.md5mesh~'), text);
    const start = performance.now();
    renameSync(file('square.md5mesh~'), file('square.md5mesh'));
    const state = await told.state(fits);
    t.diagnostic(`told after ${Math.round(state.at - start)} ms`);
    const [, token] = new URL(view.base).pathname.split('/');
    assert.equal((await view.get(`/${token}/live/file/${hashOf(state, 'square.md5mesh')}`)).body, text);
  });

  test('is told when neither size nor time differ from before', async () => {
    const text = variant(),
      other = text.replace(/commandline "(.*)"/, (all, was) => `commandline "${'x'.repeat(was.length)}"`);
    const time = new Date();
    let fits = changed('square.md5mesh');
    writeFileSync(file('square.md5mesh'), text);
    utimesSync(file('square.md5mesh'), time, time);
    await told.state(fits);
    fits = changed('square.md5mesh');
    writeFileSync(file('square.md5mesh'), other);
    utimesSync(file('square.md5mesh'), time, time);
    await told.state(fits);
  });

  test('of several files at once is told once', async () => {
    const count = told.states.length,
      both = (
        (a, b) => (state) =>
          a(state) && b(state)
      )(changed('square.md5mesh'), changed('rise.md5anim'));
    writeFileSync(file('square.md5mesh'), variant());
    writeFileSync(file('rise.md5anim'), `${rise}\n`);
    await told.state(both);
    assert.equal(told.states.length, count + 1);
  });

  test('half-written, keeps the files before and says why; whole, it is taken and nothing more is said', async (t) => {
    const before = hashOf(told.states.at(-1), 'square.md5mesh'),
      text = variant();
    writeFileSync(file('square.md5mesh'), text.slice(0, text.length / 2));
    const held = await told.state(({ notes }) => notes.length > 0);
    assert.equal(hashOf(held, 'square.md5mesh'), before);
    const [note] = held.notes;
    assert.equal(note.file, 'square.md5mesh');
    assert.equal(note.kind, 'broken');
    assert.match(note.message, /^square\.md5mesh:\d+:\d+: expected /);
    const start = performance.now();
    writeFileSync(file('square.md5mesh'), text);
    const whole = await told.state(({ notes }) => notes.length === 0);
    assert.notEqual(hashOf(whole, 'square.md5mesh'), before);
    t.diagnostic(`whole again after ${Math.round(whole.at - start)} ms`);
    assert.equal(view.lines.filter(({ event }) => event === 'waiting').length, 1);
  });

  test('written in pieces with short pauses, is told once, and nothing is said of the pieces', async () => {
    const fits = changed('rise.md5anim'),
      count = told.states.length,
      text = `${rise}\n\n\n`;
    for (let part = 1; part <= 4; ++part) {
      writeFileSync(file('rise.md5anim'), text.slice(0, (text.length * part) / 4));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await told.state(fits);
    assert.equal(told.states.length, count + 1);
    assert.deepEqual(told.states.at(-1).notes, []);
  });

  test('a file that is gone stays as it was, which is said; when it returns it is taken', async () => {
    const before = hashOf(told.states.at(-1), 'rise.md5anim');
    rmSync(file('rise.md5anim'));
    const gone = await told.state(({ notes }) => notes.length > 0);
    assert.deepEqual(gone.notes, [{ file: 'rise.md5anim', kind: 'gone', message: '' }]);
    assert.equal(hashOf(gone, 'rise.md5anim'), before);
    writeFileSync(file('rise.md5anim'), rise.replace('commandline ""', 'commandline "back"'));
    const back = await told.state(({ notes }) => notes.length === 0);
    assert.notEqual(hashOf(back, 'rise.md5anim'), before);
  });

  test('an image that was missing comes, changes, and leaves', async () => {
    const [, shader] = /shader "([^"]*)"/.exec(square()),
      name = `${shader.split('/').at(-1)}.png`;
    writeFileSync(file(name), dot);
    const there = await told.state(({ files }) => files.some((one) => one.name === name));
    const before = hashOf(there, name);
    const larger = Buffer.concat([
      dot.subarray(0, 33),
      Buffer.from([0, 0, 0, 0]),
      Buffer.from('tEXt'),
      Buffer.alloc(4),
      dot.subarray(33),
    ]);
    writeFileSync(file(name), larger.subarray(0, 40));
    writeFileSync(file(name), larger);
    await told.state((state) => hashOf(state, name) !== before);
    rmSync(file(name));
    await told.state(({ files }) => !files.some((one) => one.name === name));
  });
});

describe('a folder', () => {
  test('gets files and loses them', async () => {
    const own = join(folder, 'grows');
    mkdirSync(own);
    writeFileSync(join(own, 'square.md5mesh'), square());
    const view = await startView([own]);
    const told = await listen(view.base);
    await told.state(({ files }) => files.length === 1);
    writeFileSync(join(own, 'rise.md5anim'), rise);
    await told.state(({ files }) => files.length === 2);
    rmSync(join(own, 'rise.md5anim'));
    const { notes } = await told.state(({ files }) => files.length === 1);
    assert.deepEqual(notes, []);
    told.stop();
    await view.stop();
  });

  test('goes on with a model while another one is broken', async () => {
    const own = join(folder, 'two');
    mkdirSync(own);
    for (const name of ['a', 'b']) writeFileSync(join(own, `${name}.md5mesh`), square());
    const view = await startView([own]);
    const told = await listen(view.base);
    const first = await told.state(({ files }) => files.length === 2);
    writeFileSync(join(own, 'a.md5mesh'), square().slice(0, 300));
    await told.state(({ notes }) => notes.length === 1);
    writeFileSync(join(own, 'b.md5mesh'), square().replace('commandline ""', 'commandline "b"'));
    const next = await told.state(({ files }) => files[1].hash !== first.files[1].hash);
    assert.equal(next.files[0].hash, first.files[0].hash);
    told.stop();
    await view.stop();
  });
});

describe('the command', () => {
  test('ends cleanly on Ctrl+C, and says so to its pages', async () => {
    const view = await startView([at('square.md5mesh')]);
    const told = await listen(view.base);
    await told.state(() => true);
    const { status, stderr } = await view.stop();
    assert.equal(status, 0, stderr);
    await told.closed();
    assert.equal(told.names.at(-1), 'end');
  });

  test('has the same address again where the environment names the token', async () => {
    const env = { VITRINE_VIEW_TOKEN: 'abcdefghijklmnop' };
    const first = await startView([at('square.md5mesh')], { env });
    const port = Number(new URL(first.base).port);
    await first.stop();
    const second = await startView([at('square.md5mesh')], { env, port });
    assert.equal(second.address, first.address);
    await second.stop();
  });

  test('refuses a token that could be guessed', () => {
    const env = { ...process.env, VITRINE_VIEW_TOKEN: 'short' };
    const { status, stderr } = vitrine(['view', at('square.md5mesh'), '--no-open'], { env });
    assert.equal(status, 2);
    assert.match(stderr, /VITRINE_VIEW_TOKEN must be at least 16/);
  });

  test('takes the next free port', async () => {
    const first = await startView([at('square.md5mesh')]);
    const port = Number(new URL(first.base).port);
    const second = await startView([at('square.md5mesh')], { port });
    assert.ok(Number(new URL(second.base).port) > port);
    assert.ok(second.lines.some(({ event, wanted }) => event === 'port' && wanted === port));
    await first.stop();
    await second.stop();
  });

  test('says after each change what an engine makes of the files', async () => {
    const view = await startView([at('square.md5mesh'), at('rise.md5anim'), '--for', 'vkquake']);
    const [verdict] = (await view.event(({ event }) => event === 'check')).engines;
    assert.equal(verdict.engine, 'vkquake');
    assert.match(view.address, /#check=vkquake&panel=problems$/);
    const before = view.lines.length;
    put('rise.md5anim', `${rise}\n`);
    await view.event((one) => one.event === 'check' && view.lines.indexOf(one) >= before);
    await view.stop();
  });

  test('says so where an engine is named and nothing can be checked for it', async () => {
    const scene = join(root, 'public/samples/lighthouse/lighthouse.scene');
    const view = await startView([scene, '--for', 'vkquake']);
    assert.match(
      (await view.stop()).stderr,
      /--for checks MD5, IQM, MDL, MD2, MD3 and glTF models, and none is among the files; 'vitrine convert FILE/,
    );
  });

  test('shows files as they are with --no-watch', async () => {
    const view = await startView([at('square.md5mesh'), '--no-watch']);
    const told = await listen(view.base);
    const { files } = await told.state(() => true);
    put('square.md5mesh', square().replace('commandline ""', 'commandline "later"'));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal(told.states.length, 1);
    assert.deepEqual(told.states[0].files, files);
    told.stop();
    await view.stop();
  });

  test('is refused without files, for files that are not there, and for a port that is none', () => {
    for (const args of [
      [],
      [at('none.md5mesh')],
      [at('square.md5mesh'), '--port', '70000'],
      ['-'],
      [at('secret.txt'), '--for', 'none'],
    ])
      assert.equal(vitrine(['view', '--no-open', ...args]).status, 2, args.join(' '));
  });

  test('explains itself', () => {
    const { status, stdout } = vitrine(['view', '--help']);
    assert.equal(status, 0);
    for (const option of ['--port', '--no-open', '--no-watch', '--for']) assert.ok(stdout.includes(option), option);
  });
});
