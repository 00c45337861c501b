// What a stranger's files and an unlucky disk may not do: destroy a file, end a run, or show a stack.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';

import { zipSync } from 'fflate';

import { triangles } from './support/glb.mjs';
import { actions, bytes, chain, rise, square } from './support/inputs.mjs';
import { mdl } from './support/replaced.mjs';
import { which } from '../../web/build/run.mjs';
import { cliPath, data, root, vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
const noBash = which('bash') === null && 'no bash';
const at = (name) => join(folder, name);
const put = (name, data) => {
  mkdirSync(resolve(at(name), '..'), { recursive: true });
  writeFileSync(at(name), data);
};
const run = (args, options) => vitrine(args, { cwd: folder, ...options });
const read = (name) => readFileSync(at(name), 'utf8');
const noStack = (stderr) => assert.doesNotMatch(stderr, /^\s+at .*[:(]\d+|node:internal|file:\/\//m);
/** A weight sum that a rule can put right. */
const faulty = square().replace('weight 0 0 1 (', 'weight 0 0 0.5 (');

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-reliability-'));
});
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  put('x.md5mesh', square());
});
after(() => rmSync(folder, { recursive: true }));

describe('outputs', () => {
  const refused = (args, said) => {
    const { status, stderr } = run(args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, said);
  };

  test('a hard link of an input is the input', () => {
    linkSync(at('x.md5mesh'), at('y.glb'));
    refused(['convert', 'x.md5mesh', '-o', 'y.glb'], /'y\.glb' is one of the files that are read/);
    assert.equal(read('x.md5mesh'), square());
  });

  test('a report that leads to the file over a link is the file', () => {
    put('x.scene', 'old');
    symlinkSync('x.scene', at('y'));
    refused(['convert', 'x.md5mesh', '-o', 'x.scene', '--report', 'y'], /'y' is named twice/);
    assert.equal(read('x.scene'), 'old');
  });

  test('a link to nothing yet is compared as what it will be', () => {
    symlinkSync('x.scene', at('y'));
    refused(['convert', 'x.md5mesh', '-o', 'x.scene', '--report', 'y'], /'y' is named twice/);
    assert.equal(existsSync(at('x.scene')), false);
  });

  test("the exporter's log is an output: a report has no place there", () => {
    refused(['convert', 'x.md5mesh', '-o', 'x.scene', '--report', 'x.scene.log'], /'x\.scene\.log' is named twice/);
    assert.equal(existsSync(at('x.scene')), false);
  });

  test('nothing is written where the log would lie over an input', () => {
    put('x.scene.log', square());
    refused(['convert', 'x.scene.log', '-o', 'x.scene'], /'x\.scene\.log' is one of the files that are read/);
    assert.equal(existsSync(at('x.scene')), false);
  });

  test('a folder where the file belongs is refused by its name', () => {
    mkdirSync(at('y.glb'));
    refused(['convert', 'x.md5mesh', '-o', 'y.glb'], /'y\.glb' is a folder/);
  });

  test('files of one name that are put right lie beside one another', () => {
    put('a/x.md5mesh', faulty);
    put('b/x.md5mesh', `${faulty}\n`);
    mkdirSync(at('out'));
    const { stderr } = run(['check', 'a/x.md5mesh', 'b/x.md5mesh', '--fix', '-o', 'out']);
    assert.deepEqual(readdirSync(at('out')).sort(), ['x-2.md5mesh', 'x.md5mesh'], stderr);
    assert.notEqual(read('out/x.md5mesh'), read('out/x-2.md5mesh'));
  });

  test('what is written over keeps its rights, and nothing is left beside it', () => {
    writeFileSync(at('y.glb'), 'old', { mode: 0o600 });
    const { status, stderr } = run(['convert', 'x.md5mesh', '-o', 'y.glb']);
    assert.equal(status, 0, stderr);
    assert.equal(readFileSync(at('y.glb')).subarray(0, 4).toString(), 'glTF');
    assert.deepEqual(readdirSync(folder).sort(), ['x.md5mesh', 'y.glb']);
  });

  test('a disk that is full keeps the old file and names the new one', (t) => {
    const disk = at('disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      return t.skip('no file system can be mounted here');
    }
    try {
      put('disk/y.png', 'old');
      const { status, stderr } = run(['render', 'x.md5mesh', '-o', 'disk/y.png', '--size', '1600x1600']);
      assert.equal(status, 2, stderr);
      assert.match(stderr, /cannot write 'disk\/y\.png': ENOSPC/);
      assert.equal(read('disk/y.png'), 'old');
      assert.deepEqual(readdirSync(disk), ['y.png']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  test('of several files for which a disk has no room nothing is left, not even the folders', (t) => {
    const disk = at('disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900k', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      return t.skip('no file system can be mounted here');
    }
    try {
      mkdirSync(at('disk/base/def'), { recursive: true });
      const heron = join(root, 'public/samples/heron');
      const { status, stderr } = run([
        'convert',
        heron,
        '-o',
        'disk/base/models/heron/heron.md5mesh',
        '--for',
        'doom3',
      ]);
      assert.equal(status, 2, stderr);
      assert.match(stderr, /cannot write 'disk\/base\/models\/heron\/.*': ENOSPC/);
      assert.deepEqual(readdirSync(disk, { recursive: true }).sort(), ['base', 'base/def']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  test('standard input that is a file is a file that is read', () => {
    put('f.md5mesh', faulty);
    for (const [args, name] of [
      [['check', '--fix', '-', '-o', 'f.md5mesh'], 'f.md5mesh'],
      [['convert', '-', '--to', 'glb', '-o', 'x.md5mesh'], 'x.md5mesh'],
      [['convert', '-', '--to', 'glb', '-o', 'y.glb', '--report', 'x.md5mesh'], 'x.md5mesh'],
    ]) {
      const before = read(name),
        input = openSync(at(name), 'r');
      const { status, stderr } = spawnSync(process.execPath, [cliPath, ...args], {
        cwd: folder,
        stdio: [input, 'pipe', 'pipe'],
        encoding: 'utf8',
      });
      closeSync(input);
      assert.equal(status, 2, stderr);
      assert.match(stderr, /is one of the files that are read/);
      assert.equal(read(name), before);
    }
  });

  test('files that options name are files that are read', () => {
    put('old.mdl', mdl(['stand1', 'stand2'], 0));
    put('notes.json', '[]');
    put('mine.json', '{"version":1,"engines":{"mine":{"name":"Mine","rules":{}}}}');
    for (const [name, args] of [
      ['old.mdl', ['convert', 'x.md5mesh', '--bind-pose', '-o', 'y.md5mesh', '--replaces', 'old.mdl', '--report']],
      [
        'mine.json',
        [
          'convert',
          'x.md5mesh',
          '--bind-pose',
          '-o',
          'y.md5mesh',
          '--for',
          'doom3',
          '--profile',
          'mine.json',
          '--report',
        ],
      ],
      ['notes.json', ['figure', 'x.md5mesh', '--annotations', 'notes.json', '-o']],
    ]) {
      const before = read(name);
      refused([...args, name], new RegExp(`'${name}' is one of the files that are read`));
      assert.equal(read(name), before);
    }
    assert.equal(existsSync(at('y.md5mesh')), false);
  });

  test('standard output holds one result', () => {
    const twice = /standard output can hold one result only/;
    refused(['convert', 'x.md5mesh', '--to', 'glb', '-o', '-', '--report', '-'], twice);
    refused(['convert', 'x.md5mesh', '-o', 'y.glb', '--json', '--report', '-'], twice);
    refused(['convert', 'x.md5mesh', '--batch', '--to', 'glb', '-o', 'out', '--json', '--report', '-'], twice);
    refused(['pack', 'x.md5mesh', '-o', '-', '--report', '-'], twice);
    assert.equal(existsSync(at('y.glb')), false);
  });

  test('a file that is put right has standard output to itself', () => {
    put('f.md5mesh', faulty);
    const { status, stdout, stderr } = run(['check', '--fix', 'f.md5mesh', '-o', '-']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /1 file: 0 errors, 0 warnings\n$/);
    assert.equal(run(['check', '--fix', 'f.md5mesh', '-o', 'g.md5mesh']).status, 0);
    assert.equal(stdout, read('g.md5mesh'));
  });

  test('a name that ends in a slash is a folder, and one that is empty is no file', () => {
    refused(['convert', 'x.md5mesh', '--to', 'glb', '-o', 'new/'], /'new\/' is a folder/);
    refused(['convert', 'x.md5mesh', '--to', 'glb', '-o', ''], /'' is a folder/);
    refused(['copy', ''], /copy takes one folder/);
    assert.deepEqual(readdirSync(folder), ['x.md5mesh']);
  });

  test('a file where a folder belongs is told by the name that was given', () => {
    put('f', 'a file');
    refused(['convert', 'x.md5mesh', '-o', 'f/x.glb'], /^vitrine: cannot write 'f\/x\.glb': ENOTDIR[^']*$/);
  });

  test('a file that may not be written to stays as it is', () => {
    writeFileSync(at('y.glb'), 'kept', { mode: 0o444 });
    chmodSync(folder, 0o777);
    // The superuser may write to everything.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const args = [cliPath, 'convert', 'x.md5mesh', '-o', 'y.glb'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...user });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /cannot write 'y\.glb': EACCES/);
    assert.equal(read('y.glb'), 'kept');
  });

  test('a song that was found in a folder is a file that is read', () => {
    cpSync(join(root, 'public/samples/dusk/dusk.v2m'), at('in/x.v2m'), { recursive: true });
    const song = readFileSync(at('in/x.v2m'));
    for (const name of ['y.wav', 'y.mid']) {
      symlinkSync('in/x.v2m', at(name));
      const command = name === 'y.wav' ? ['render', 'in', '--seconds', '0.1'] : ['convert', 'in'];
      refused([...command, '-o', name], /is one of the files that are read/);
    }
    assert.deepEqual(readFileSync(at('in/x.v2m')), song);
  });

  test('an image that a batch has read is no place for its report, whichever thread has read it', () => {
    for (const model of ['one', 'two'])
      cpSync(join(root, 'public/samples/column'), at(`in/${model}`), { recursive: true });
    const image = readFileSync(at('in/one/column.png'));
    for (const jobs of ['1', '2']) {
      const models = ['in/one/column.md5mesh', 'in/two/column.md5mesh'];
      const batch = ['convert', ...models, '--batch', '--to', 'glb', '-o', 'out', '--jobs', jobs];
      // Also where it is the last document that reads the image: no result is written before that is known.
      for (const model of ['one', 'two']) {
        const name = `in/${model}/column.png`;
        refused([...batch, '--report', name], new RegExp(`'${name}' is one of the files that are read`));
        assert.deepEqual(readFileSync(at(name)), image);
        assert.deepEqual(readdirSync(at('out'), { recursive: true }), []);
      }
    }
  });

  test('a result of a batch does not replace an image that a later document reads', () => {
    put('in/a/x.md5mesh', square());
    put('in/b/x.md5mesh', square());
    cpSync(join(root, 'public/samples/column'), at('in/z'), { recursive: true });
    const image = readFileSync(at('in/z/column.png'));
    const picture = (model) => `out/in_${model}_x.md5mesh.png`;
    for (const jobs of ['1', '2']) {
      put(picture('b'), 'old');
      rmSync(at(picture('a')), { force: true });
      linkSync(at('in/z/column.png'), at(picture('a')));
      const models = ['in/a/x.md5mesh', 'in/b/x.md5mesh', 'in/z/column.md5mesh'];
      const args = ['--batch', '-o', 'out', '--size', '16x12', '--jobs', jobs];
      const { status, stderr } = run(['render', ...models, ...args]);
      assert.equal(status, 1, stderr);
      assert.match(stderr, /^in\/a\/x\.md5mesh: 'out\/in_a_x\.md5mesh\.png' is one of the files that are read/m);
      assert.match(stderr, /3 documents: 2 fine, 1 failed\n$/);
      assert.deepEqual(readFileSync(at('in/z/column.png')), image);
      // What is no input is replaced, and nothing is left beside it.
      assert.equal(readFileSync(at(picture('b'))).toString('latin1', 1, 4), 'PNG');
      assert.deepEqual(readdirSync(at('out')).sort(), [
        'in_a_x.md5mesh.png',
        'in_b_x.md5mesh.png',
        'in_z_column.md5mesh.png',
      ]);
    }
  });

  test('nor one that a world document of the same batch reads', () => {
    put('in/a.world.json', readFileSync(data('world/valid/empty.world.json')));
    put('in/b.world.json', readFileSync(data('world/valid/materials.world.json')));
    cpSync(join(root, 'public/samples/column/column.png'), at('in/grid.png'));
    const image = readFileSync(at('in/grid.png'));
    // Known from the start as a file of the folder, or once the second document is read.
    for (const [operand, status, said] of [
      ['in', 0, /in_a\.world\.json-2\.png: 16 x 12 pixels/],
      ['in/*.world.json', 1, /in\/a\.world\.json: 'out\/in_a\.world\.json\.png' is one of the files that are read/],
    ]) {
      rmSync(at('out'), { recursive: true, force: true });
      mkdirSync(at('out'));
      linkSync(at('in/grid.png'), at('out/in_a.world.json.png'));
      const drawn = run(['render', operand, '--batch', '-o', 'out', '--size', '16x12']);
      assert.equal(drawn.status, status, drawn.stderr);
      assert.match(drawn.stderr, said);
      assert.deepEqual(readFileSync(at('in/grid.png')), image);
    }
  });

  test('two outputs of one kind are a mistake', () =>
    refused(['convert', 'x.md5mesh', '-o', 'a.glb', '-o', 'b.glb'], /--output is given twice/));
});

describe('one bad entry', () => {
  test('a link that leads to itself is passed over', () => {
    mkdirSync(at('models'));
    put('models/x.md5mesh', square());
    symlinkSync('ring.md5mesh', at('models/ring.md5mesh'));
    for (const args of [
      ['check', 'models'],
      ['check', 'models', '--batch'],
    ]) {
      const { status, stderr } = run(args);
      assert.equal(status, 0, stderr);
    }
  });

  test('a folder that cannot be looked into is passed over by engines that look for companions', () => {
    mkdirSync(at('models'), { mode: 0o711 });
    put('models/x.md5mesh', square());
    chmodSync(folder, 0o755);
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {},
      mode = user.uid === undefined ? 0o311 : 0o711;
    chmodSync(at('models'), mode);
    const args = [cliPath, 'check', 'models/x.md5mesh', '--for', 'doom3'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...user });
    chmodSync(at('models'), 0o755);
    assert.equal(stderr, "vitrine: passed over 'models': EACCES: permission denied\n");
    assert.match(stdout, /Doom 3 \(dhewm3\): loads/);
    assert.equal(status, 0);
  });

  test('stars in a row are two', () => {
    put('x.md5mesh', square());
    const { status, stderr } = run(['check', `${'*'.repeat(80)}y`]);
    assert.equal(status, 2);
    assert.match(stderr, /nothing that Vitrine can read/);
  });

  test('a name too long for the disk is one document that fails', () => {
    const long = `${'n'.repeat(300)}.md5mesh`;
    const entry = (text) => new Uint8Array(Buffer.from(text));
    put('all.zip', zipSync({ [`a/${long}`]: entry(square()), 'b/y.md5mesh': entry(square()) }));
    const { status, stderr } = run(['convert', 'all.zip', '--batch', '--to', 'glb', '-o', 'out']);
    assert.equal(status, 1);
    assert.match(stderr, /ENAMETOOLONG/);
    assert.match(stderr, /2 documents: 1 fine, 1 failed/);
    assert.equal(existsSync(at('out/all/b/y.glb')), true);
    for (const line of stderr.split('\n')) assert.ok(line.length < 800, `${line.length} characters`);
  });

  test('a folder where one result belongs is one document that fails', () => {
    put('models/a/x.md5mesh', square());
    put('models/b/y.md5mesh', square());
    mkdirSync(at('out/a/x.glb'), { recursive: true });
    const { status, stderr } = run(['convert', 'models', '--batch', '--to', 'glb', '-o', 'out']);
    assert.equal(status, 1);
    assert.match(stderr, /'out\/a\/x\.glb' is a folder/);
    assert.equal(existsSync(at('out/b/y.glb')), true);
  });

  test('a NUL or a ring in a name of a world is a file that is not there', () => {
    symlinkSync('ring', at('ring'));
    const names = { a: 'x\u0000y', b: 'ring', c: 'n'.repeat(5000) };
    put('w.world.json', JSON.stringify({ models: names, segments: [] }));
    const { status, stderr } = run(['world', 'w.world.json']);
    noStack(stderr);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /WORLD_/);
  });

  test('a world that cannot be read is one document of a batch', () => {
    put('worlds/a.world.json', '{ "models": ');
    symlinkSync('a.world.json', at('worlds/b.world.json'));
    const { status, stderr } = run(['world', 'worlds', '--batch']);
    assert.equal(status, 1);
    assert.match(stderr, /2 documents: 0 fine, 2 failed/);
  });

  test('a name too long for the disk in an archive is one document that fails, in threads too', () => {
    put('all/in.zip', zipSync({ 'a/x.md5mesh': bytes(square()), [`${'b'.repeat(300)}/x.md5mesh`]: bytes(square()) }));
    put('all/more/x.md5mesh', square());
    for (const jobs of ['1', '2']) {
      const { status, stderr } = run(['convert', 'all', '--batch', '--jobs', jobs, '--to', 'glb', '-o', `out${jobs}`]);
      noStack(stderr);
      assert.equal(status, 1, stderr);
      assert.match(stderr, /b\/x\.md5mesh: cannot make the folder .*ENAMETOOLONG/);
      assert.match(stderr, /3 documents: 2 fine, 1 failed\n$/);
      assert.equal(existsSync(at(`out${jobs}/in/a/x.glb`)), true);
    }
  });

  test('a name too long for the engine is one document that fails', () => {
    put('in/a.md5mesh', square());
    put(`in/${'b'.repeat(80)}.md5mesh`, square());
    const engine = ['--to', 'md5mesh', '--for', 'vkquake', '--bind-pose'];
    const { status, stderr } = run(['convert', 'in', '--batch', ...engine, '-o', 'out']);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /characters, vkQuake takes/);
    assert.match(stderr, /2 documents: .*1 failed\n$/);
    assert.equal(existsSync(at('out/a.md5mesh')), true);
  });

  test('an archive that is damaged fails in the report of every format', () => {
    put('in/x.md5mesh', square());
    put('in/bad.zip', zipSync({ 'y.md5mesh': bytes(square()) }).subarray(0, 40));
    for (const args of [['in', '--batch'], ['in', '--batch', '--jobs', '2'], ['in/bad.zip']]) {
      const [junit, sarif, report] = ['junit', 'sarif', 'json'].map((format) => {
        const { status, stdout } = run(['check', ...args, '--format', format]);
        assert.equal(status, 1);
        return stdout;
      });
      assert.match(junit, /^<testsuites [^>]* failures="1" errors="0">$/m);
      assert.match(junit, /<failure type="ARCHIVE_DAMAGED"/);
      assert.deepEqual(
        JSON.parse(sarif).runs[0].results.map(({ ruleId }) => ruleId),
        ['ARCHIVE_DAMAGED'],
      );
      const { documents = [JSON.parse(report)] } = JSON.parse(report);
      const failed = documents.filter(({ issues }) => issues.numErrors > 0);
      assert.deepEqual(
        failed.map(({ issues }) => issues.messages[0].code),
        ['ARCHIVE_DAMAGED'],
      );
    }
  });

  test('of two files whose names look alike both are read', () => {
    put('in/\u00e9.md5mesh', square());
    writeFileSync(Buffer.concat([Buffer.from(at('in/')), Buffer.from([0xe9]), Buffer.from('.md5mesh')]), faulty);
    const { documents } = vitrineJson(['check', 'in', '--batch', '--json'], { cwd: folder }).value;
    assert.deepEqual(
      documents.map(({ name, issues }) => [name, issues.numWarnings]),
      [
        ['in/_\u00e9.md5mesh', 1],
        ['in/\u00e9.md5mesh', 0],
      ],
    );
  });

  test(
    'a device is no file, a pipe is one',
    { skip: (!existsSync('/dev/zero') && 'no /dev/zero here') || noBash },
    () => {
      const { status, stderr } = run(['check', '/dev/zero']);
      assert.equal(status, 2);
      assert.match(stderr, /'\/dev\/zero' is neither a file, a folder nor a pipe/);
      const piped = spawnSync('bash', ['-c', `"${process.execPath}" "${cliPath}" check <(cat x.md5mesh)`], {
        cwd: folder,
      });
      assert.equal(piped.status, 0, piped.stderr.toString());
      const old = run(['convert', 'x.md5mesh', '-o', 'y.md5mesh', '--replaces', '/dev/zero']);
      assert.equal(old.status, 2);
      assert.match(old.stderr, /cannot read '\/dev\/zero': it is neither a file nor a pipe/);
    },
  );
});

describe('endings', () => {
  test('a reader that has gone leaves the status as it is', { skip: noBash }, () => {
    put('broken.md5mesh', 'MD5Version 10\nnumJoints x');
    const piped = (file) =>
      spawnSync('bash', ['-c', `set -o pipefail; "${process.execPath}" "${cliPath}" check ${file} | true`], {
        cwd: folder,
      }).status;
    assert.equal(piped('broken.md5mesh'), 1);
    assert.equal(piped('x.md5mesh'), 0);
  });

  test('a reader that has gone is no reason not to write files, with threads as without', { skip: noBash }, () => {
    for (let i = 0; i < 4; ++i) put(`in/${i}/x.md5mesh`, square());
    for (const jobs of ['1', '2']) {
      const words = [process.execPath, cliPath, 'convert', 'in', '--batch', '--to', 'glb', '-o', `out${jobs}`];
      const command = `set -o pipefail; '${words.join("' '")}' --json --jobs ${jobs} 2>&1 | true`;
      assert.equal(spawnSync('bash', ['-c', command], { cwd: folder }).status, 0);
      assert.equal(readdirSync(at(`out${jobs}`)).length, 4);
    }
  });

  test('a time beyond all use is a mistake', () => {
    put('w.world.json', '{}');
    const { status, stderr } = run(['world', 'w.world.json', '--time', '1e308']);
    noStack(stderr);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /--time is at most 1000000000 seconds/);
  });

  test('a core that has trapped is replaced by a fresh one, its documents are lost', async () => {
    const { createVitrine } = await import(`${root}/dist/node/index.js`);
    const core = await createVitrine();
    const files = [{ name: 'x.md5mesh', bytes: Buffer.from(square()) }];
    const before = core.open(files),
      digest = before.digest;
    const trapped = { name: 'VitrineError', code: 'CORE_TRAPPED' };
    const deeper = () => deeper() + 1;
    for (const breaks of [
      () => new WebAssembly.Instance(new WebAssembly.Module(kUnreachable)).exports.f(),
      () => {
        throw new WebAssembly.Exception(new WebAssembly.Tag({ parameters: [] }), []);
      },
      deeper,
    ]) {
      const held = core.open(files);
      core.host.core.version = breaks;
      assert.throws(() => core.version, trapped);
      assert.match(core.version, /^\d+\.\d+/);
      assert.throws(() => held.report, trapped);
      held.dispose();
    }
    assert.throws(() => before.report, trapped);
    before.dispose();
    const again = core.open(files);
    assert.equal(again.digest, digest);
    again.dispose();
  });

  test('a fresh core that does not start is tried again', async () => {
    const { createVitrine } = await import(`${root}/dist/node/index.js`);
    const core = await createVitrine(),
      { host } = core,
      { restart } = host;
    host.core.version = () => new WebAssembly.Instance(new WebAssembly.Module(kUnreachable)).exports.f();
    assert.throws(() => core.version, { code: 'CORE_TRAPPED' });
    host.restart = () => {
      throw new RangeError('could not allocate memory');
    };
    assert.throws(() => core.version, { name: 'VitrineError', code: 'CORE_START' });
    host.restart = restart;
    assert.match(core.version, /^\d+\.\d+/);
  });

  test('memory that runs out is an error of its call, and the core goes on', async () => {
    const { createVitrine } = await import(`${root}/dist/node/index.js`);
    const vitrine = await createVitrine();
    const song = new vitrine.host.core.Song(readFileSync(data('v2m', 'valid', 'melody.v2m')));
    assert.throws(() => song.render(2 ** 28), { name: 'VitrineError', code: 'OUT_OF_MEMORY' });
    assert.notEqual(song.render(10), 0);
    song.delete();
  });

  /** Takes the memory of a core but for less than `left` bytes in one piece. */
  function fillMemory(core, left) {
    const isFull = (bytes) => {
      try {
        return core._malloc(bytes) === 0;
      } catch (error) {
        assert.equal(error.code, 'OUT_OF_MEMORY');
        return true;
      }
    };
    for (let bytes = 2 ** 30; bytes >= left; bytes /= 2) while (!isFull(bytes));
  }

  test('a text that there is no memory for is an error of its call', async () => {
    const { createVitrine } = await import(`${root}/dist/node/index.js`);
    const vitrine = await createVitrine(),
      { core } = vitrine.host;
    const text = JSON.stringify({ kind: 'vitrine-world', version: 1, title: 'x'.repeat(2 ** 23) });
    const world = vitrine.world(text);
    assert.equal(world.evaluate(0), true);
    fillMemory(core, 2 ** 20);
    const noMemory = { name: 'VitrineError', code: 'OUT_OF_MEMORY' };
    assert.throws(() => vitrine.world(text), noMemory);
    assert.throws(() => vitrine.world(Buffer.from(text)), noMemory);
    assert.equal(world.text, text, 'what is read out needs no copy in the core');
    assert.equal(world.digest.length, 16);
    world.dispose();
    const again = vitrine.world(JSON.stringify({ kind: 'vitrine-world', version: 1 }));
    assert.equal(again.evaluate(0), true);
    again.dispose();
  });

  test('what ends the core prints nothing, and the next file opens', () => {
    // Without memory each exception takes some of what the library keeps for them; in the end it gives up.
    const script = `
      const { createVitrine } = await import(${JSON.stringify(`file://${root}/dist/node/index.js`)});
      const vitrine = await createVitrine(),
        { core } = vitrine.host;
      for (let bytes = 2 ** 30; bytes >= 8; bytes /= 2)
        try {
          while (core._malloc(bytes) !== 0);
        } catch {}
      core.version = () => {
        for (;;)
          try {
            core.formats();
          } catch (error) {
            if (!(error instanceof WebAssembly.Exception)) throw error;
          }
      };
      let message = '';
      try {
        vitrine.version;
      } catch (error) {
        message = error.message;
      }
      const world = vitrine.world('{"kind":"vitrine-world","version":1}');
      console.log(message, vitrine.host.core !== core, world.evaluate(0));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.match(stdout, /^The core broke over this input \(unreachable\).* true true\n$/);
    assert.equal(stderr, '');
  });

  test('a report of more vertices than a text can hold is refused before it is made', () => {
    const corners = Array.from({ length: 9 * 30_000 }, (_, i) => i % 7);
    put('many.glb', triangles(corners, new Array(40).fill({ mesh: 0 })));
    const { status, stderr } = run(['pose', 'many.glb', '--vertices']);
    noStack(stderr);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /3600000 posed vertices are more than the limit of 3000000/);
    assert.equal(run(['pose', 'many.glb']).status, 0);
  });
});

/** A module whose only function, `f`, is `unreachable`. */
const kUnreachable = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
]);

describe('growth', () => {
  test('what is told of 140,000 actions, and of a name of 60,000 letters, is a line', () => {
    put('actions.qmsh.tmp', actions(140_000));
    put('long.zip', zipSync({ [`${'a'.repeat(60_000)}.md5mesh`]: bytes(square().slice(0, 200)) }));
    put('out.zip', zipSync({ [`../${'a'.repeat(60_000)}.md5mesh`]: bytes(square()) }));
    for (const args of [
      ['pose', 'actions.qmsh.tmp', '--action', 'none'],
      ['check', 'long.zip'],
      ['check', 'out.zip'],
      ['check', 'long.zip', '--batch'],
    ]) {
      const { status, stdout, stderr } = run(args);
      assert.notEqual(status, 0);
      for (const line of [...stdout.split('\n'), ...stderr.split('\n')])
        assert.ok(line.length < 2500, line.slice(0, 200));
    }
  });

  test('the name of a file is paid for by each action, in every format that has many', () => {
    const count = 2000;
    put('a.qmsh.tmp', actions(count));
    const animation = {
      channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
      samplers: [{ input: 1, output: 2 }],
    };
    const numbers = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0]).buffer);
    const views = [36, 8, 24].map((byteLength, i) => ({ buffer: 0, byteOffset: [0, 36, 44][i], byteLength }));
    const accessor = (bufferView, number, type) => ({ bufferView, componentType: 5126, count: number, type });
    put(
      'a.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        buffers: [{ byteLength: 68, uri: `data:application/octet-stream;base64,${numbers.toString('base64')}` }],
        bufferViews: views,
        accessors: [
          { ...accessor(0, 3, 'VEC3'), min: [0, 0, 0], max: [1, 1, 0] },
          accessor(1, 2, 'SCALAR'),
          accessor(2, 2, 'VEC3'),
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: [{ mesh: 0 }],
        scenes: [{ nodes: [0] }],
        animations: new Array(count).fill(animation),
      }),
    );
    for (const kind of ['qmsh', 'scene']) assert.equal(run(['convert', 'a.gltf', '-o', `a.${kind}`]).status, 0);
    for (const kind of ['qmsh.tmp', 'qmsh', 'gltf', 'scene']) {
      const bytesOf = readFileSync(at(`a.${kind}`));
      for (const [length, status, said] of [
        [100, 0, /^1 file: 0 errors/m],
        [60_000, 1, /error LIMIT_MEMORY/],
      ]) {
        put('long.zip', zipSync({ [`${'a'.repeat(length)}.${kind}`]: bytesOf }));
        const checked = run(['check', 'long.zip']);
        assert.equal(checked.status, status, `${kind}: ${checked.stderr}${checked.stdout.slice(0, 300)}`);
        assert.match(checked.stdout, said);
      }
    }
  });

  test('and by each material that it declares', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `m${i}`);
    const [head, mesh] = square().split(/(?=^mesh )/m);
    put(
      'a.md5mesh',
      head.replace('numMeshes 1', `numMeshes ${names.length}`) +
        names.map((name) => mesh.replace('cloth', name)).join('\n'),
    );
    const declared = bytes(names.map((name) => `${name} { diffusemap x }`).join('\n'));
    for (const [length, status, said] of [
      [100, 0, /^2 files: 0 errors/m],
      [60_000, 1, /error LIMIT_MEMORY/],
    ]) {
      put('long.zip', zipSync({ 'a.md5mesh': readFileSync(at('a.md5mesh')), [`${'a'.repeat(length)}.mtr`]: declared }));
      const checked = run(['check', 'long.zip']);
      assert.equal(checked.status, status, checked.stderr + checked.stdout.slice(0, 300));
      assert.match(checked.stdout, said);
    }
  });

  test('a list of 140,000 actions is a table', () => {
    put('actions.qmsh.tmp', actions(140_000));
    const { status, stdout, stderr } = run(['inspect', 'actions.qmsh.tmp']);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^ {2}a139999 /m);
  });

  test('what a world says of a name of a million letters is a line, not a page', () => {
    const long = 'q'.repeat(1_000_000);
    const head = { kind: 'vitrine-world', version: 1 };
    const moved = { op: 'transform', translate: { value: [0, 0, 0], anim: { b: long } }, in: [] };
    for (const [code, document] of [
      ['WORLD_NAME', { ...head, scenes: { a: moved } }],
      ['WORLD_RANGE', { ...head, materials: { [long]: {} } }],
      ['WORLD_KEY', { ...head, [long]: 1 }],
      ['WORLD_FILE', { ...head, models: { a: long } }],
      ['WORLD_', { ...head, scenes: { a: { op: long } } }],
      ['WORLD_', { ...head, system: long }],
    ]) {
      put('w.world.json', JSON.stringify(document));
      const { stderr } = run(['world', 'w.world.json']);
      noStack(stderr);
      assert.match(stderr, new RegExp(code));
      for (const line of stderr.split('\n')) assert.ok(line.length < 2500, `${code}: ${line.length} characters`);
    }
  });

  test('what inspect prints of a chain of joints grows with its length', () => {
    for (const format of ['pretty', 'json']) {
      const sizes = [1000, 2000, 4000].map((joints) => {
        put('chain.md5mesh', chain(joints));
        const { status, stdout, stderr } = run(['inspect', 'chain.md5mesh', '--format', format]);
        assert.equal(status, 0, stderr);
        return stdout.length;
      });
      console.log(`inspect --format ${format} of 1000, 2000, 4000 joints: ${sizes.join(', ')} characters`);
      assert.ok(sizes[2] < 2.2 * sizes[1] && sizes[1] < 2.2 * sizes[0], sizes.join(' '));
    }
  });
});

describe('hostile inputs', () => {
  const hostile = data('hostile');
  const files = readdirSync(hostile, { recursive: true }).filter((name) => /\.[^.]+$/.test(name));
  assert.ok(files.length >= 25);
  for (const name of files)
    test(name, () => {
      const path = join(hostile, name);
      const commands = name.endsWith('.world.json')
        ? [['world', path, '--json']]
        : [
            ['check', path],
            ['inspect', path],
            ['pose', path],
          ];
      for (const args of commands) {
        const { status, stderr } = run(args);
        noStack(stderr);
        assert.ok(status === 0 || status === 1, `${args[0]}: ${status} ${stderr}`);
      }
    });

  test('a pose that products take beyond the range of a float is an error, the poses around it are none', () => {
    // The root stands at 3e38, its child another 3e38 above it in the second of three frames.
    put(
      'far.md5anim',
      rise.replace('( 0 0 0 ) ( 0 0 0 )', '( 0 0 3e38 ) ( 0 0 0 )').replace('1.3333333333\n}', '3e38\n}'),
    );
    const pose = (frame) => run(['pose', 'x.md5mesh', 'far.md5anim', '--action', 'far', '--frame', frame]);
    const { status, stdout, stderr } = pose('1');
    noStack(stderr);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /beyond the range of a float/);
    assert.equal(stdout, '');
    assert.equal(pose('2').status, 0);
  });

  test('an action that ends beyond the range of a float does not close, and has no frames to ask for', () => {
    const matrix = '1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1;';
    put(
      'far.qmsh.tmp',
      `QMSH TMP 10
objects {
mesh "a" { 0,0,0 0,0,0 1,1,1 "arm" "" 30 materials 1 { "m" } vertices 3 { 0,0,0 1,0,0 0,1,0 }
faces 1 { 3 0 0 0 0,0 1 1,0 2 0,1 } vertex_groups { } }
armature "arm" { 0,0,0 0,0,0 1,1,1 1 0
bone "b" { "" head 0,0,0 0,0,0 1 tail 0,0,1 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; ${matrix} } }
}
actions { "go" { "b" { "LocX" LINEAR CONST { 1,0 10,1e308 } } } }
params { fps = 25 }`,
    );
    const { value } = vitrineJson(['inspect', at('far.qmsh.tmp'), '--json']);
    const { seam } = value.info.actions[0].health;
    assert.deepEqual([seam.closed, seam.distance], [false, null]);
    assert.match(run(['inspect', 'far.qmsh.tmp']).stdout, /Health\n.*open loop by.*\n +go +not finite/);
    const { status, stderr } = run(['pose', 'far.qmsh.tmp', '--action', 'go', '--frame', '5']);
    assert.equal(status, 2);
    assert.match(stderr, /the action 'go' has no frames; use --time/);
  });

  test('a number that is not finite is refused, and nothing ends with a stack', () => {
    const { stderr, status } = run(['inspect', join(hostile, 'qmsh_inspect_null_number.qmsh')]);
    assert.equal(status, 1);
    assert.match(stderr, /error NOT_FINITE/);
    assert.doesNotMatch(stderr, / at .*\.js:/);
    assert.ok(vitrineJson(['inspect', join(hostile, 'chain_1000.md5mesh'), '--json']).value.info.hierarchy);
  });
});
