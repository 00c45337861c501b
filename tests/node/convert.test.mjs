// `vitrine convert` and the module's export: files out, losses named, wrong use refused. QMSH first; the other formats by
// what comes back.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine, encodePng, VitrineError } from '../../dist/node/index.js';
import { bytes } from './support/inputs.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const pinwheel = join(root, 'public/samples/pinwheel/pinwheel.qmsh.tmp');
const heron = join(root, 'public/samples/heron');
const corpus = join(process.env.VITRINE_SHARED ?? '', 'corpus/qmsh');
const noCorpus = process.env.VITRINE_SHARED && existsSync(corpus) ? false : 'no QMSH corpus: VITRINE_SHARED names none';

/** A bone along z, a triangle on it, one action. Frames 1 to 11 at 10 a second. */
const text = (curves) => `QMSH TMP 10
objects {
  mesh "Leaf" { 0,0,0 0,0,0 1,1,1 "Rig" "" 30
    materials 1 { "green" } vertices 3 { 0,0,0 1,0,0 0,0,2 }
    faces 1 { 3 0 1 0 0,0 1 1,0 2 0,1 } vertex_groups { "stem" { 0 1 1 1 2 1 } } }
  armature "Rig" { 0,0,0 0,0,0 1,1,1 1 0
    bone "stem" { "" head 0,0,0 0,0,0 0.1 tail 0,0,1 0,0,1 0.1 0 0 1 1
      1,0,0; 0,0,1; 0,-1,0; 1,0,0,0; 0,0,1,0; 0,-1,0,0; 0,0,0,1; } }
}
actions { "act" { "stem" { ${curves} } } }
params { fps = 10 }
`;

let folder, core;
const put = (name, data) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, data);
  return path;
};
const out = (name) => join(folder, name);
const run = (args, options) => vitrine(args, { cwd: folder, ...options });
const open = (path, options) => core.open([{ name: basename(path), bytes: readFileSync(path) }], options);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-convert-'));
  core = await createVitrine();
  put('leaf.qmsh.tmp', text('"LocX" LINEAR CONST { 1,0 11,4 }'));
  put('bent.qmsh.tmp', text('"LocX" CONST CONST { 1,0 6,8 11,8 }'));
});
after(() => rmSync(folder, { recursive: true }));

describe('vitrine convert', () => {
  test('writes a QMSH text as a binary of version 22, or of version 10', () => {
    for (const [version, args] of [
      [22, []],
      [10, ['--qmsh-version', '10']],
    ]) {
      const { status, stderr } = run(['convert', 'leaf.qmsh.tmp', '-o', `leaf${version}.qmsh`, ...args]);
      assert.equal(status, 0, stderr);
      const { report } = open(out(`leaf${version}.qmsh`));
      assert.equal(report.info.format.version, version);
      assert.deepEqual(report.issues.messages, []);
      assert.deepEqual(report.info.format.counts, {
        vertices: 3,
        triangles: 1,
        submeshes: 1,
        bones: 1,
        animations: 1,
        points: 0,
        groups: version === 22 ? 1 : 0,
      });
      // y and z have changed places; the key moves along x.
      assert.deepEqual(report.info.bounds, { min: [0, 0, 0], max: [1, 2, 0] });
      assert.equal(report.info.actions[0].duration, 1);
    }
  });

  test('poses a converted model as the text poses', () => {
    run(['convert', 'leaf.qmsh.tmp', '-o', 'posed.qmsh']);
    const half = { action: 'act', time: 0.5 };
    const file = (doc) => doc.poseReport({ ...half, space: 'world' }).bounds;
    assert.deepEqual(file(open(out('posed.qmsh'))), file(open(out('leaf.qmsh.tmp'))));
    assert.equal(file(open(out('posed.qmsh'))).min[0], 2);
  });

  test('names what is lost on standard error and in the report', () => {
    const { status, stderr } = run(['convert', heron, '-o', 'heron.qmsh', '--report', 'heron.json']);
    assert.equal(status, 0);
    assert.match(stderr, /^lost: 1195 vertices keep their two largest weights;.*\(at most 0\.4621\)$/m);
    assert.match(stderr, /^lost: 'flight' moves no bone and is left out$/m);
    const report = JSON.parse(readFileSync(out('heron.json')));
    assert.equal(report.kind, 'qmsh');
    assert.ok(report.sources.some((name) => name.endsWith('heron.md5mesh')));
    const lost = report.losses.find(({ what }) => what === 'influences');
    assert.equal(lost.count, 1195);
    // What the report states holds when the file is read again: the same model, at most two weights a vertex.
    const before = core.open(readdirSync(heron).map((name) => ({ name, bytes: readFileSync(join(heron, name)) })));
    const after = open(out('heron.qmsh'));
    const { statistics } = after.report.info;
    assert.equal(statistics.maxInfluences, 2);
    assert.equal(statistics.triangles, before.report.info.statistics.triangles);
    assert.deepEqual(
      after.report.info.actions.map(({ name }) => name),
      before.report.info.actions.filter(({ cameraNode }) => cameraNode === undefined).map(({ name }) => name),
    );
    before.dispose();
    after.dispose();
  });

  test('a curve that steps is held straight, and how far that leads astray is measured', () => {
    const { stderr } = run(['convert', 'bent.qmsh.tmp', '-o', 'bent.qmsh', '--report', 'bent.json']);
    assert.match(stderr, /become straight lines/);
    const [loss] = JSON.parse(readFileSync(out('bent.json'))).losses;
    assert.equal(loss.what, 'curves');
    // A step of 8 after 5 frames: at the last quarter of a frame before it, the line has come 19 of 20 quarters.
    assert.ok(Math.abs(loss.largest - (8 * 19) / 20) < 1e-6, `largest ${loss.largest}`);
    assert.equal(open(out('bent.qmsh')).report.info.actions[0].frames, 3);
  });

  test('--every-frame keeps what curves do between their points', () => {
    run(['convert', 'bent.qmsh.tmp', '-o', 'framed.qmsh', '--every-frame']);
    const doc = open(out('framed.qmsh'));
    assert.equal(doc.report.info.actions[0].frames, 11);
    const at = (time) => doc.poseReport({ action: 0, time }).joints[0].translation[0];
    assert.equal(at(0.4), 0);
    assert.equal(at(0.5), 8);
  });

  test('any model becomes a QMSH text and comes back', () => {
    for (const source of [heron, pinwheel]) {
      const { status } = run(['convert', source, '-o', 'again.qmsh.tmp']);
      assert.equal(status, 0);
      const doc = open(out('again.qmsh.tmp'));
      assert.equal(doc.report.issues.numErrors, 0);
      assert.equal(doc.report.info.format.version, 10);
      doc.dispose();
    }
  });

  test('a QMSH text written from a QMSH text is the same scene', () => {
    run(['convert', pinwheel, '-o', 'same/pinwheel.qmsh.tmp']);
    mkdirSync(out('same'), { recursive: true });
    run(['convert', pinwheel, '-o', 'same/pinwheel.qmsh.tmp']);
    const curves = (doc) => doc.curves(0);
    const [first, second] = [open(pinwheel), open(out('same/pinwheel.qmsh.tmp'))];
    assert.deepEqual(second.report.info.statistics, first.report.info.statistics);
    assert.deepEqual(
      curves(second).map(({ path, interpolation, after: outside, keys }) => [
        path,
        interpolation,
        outside,
        keys.length,
      ]),
      curves(first).map(({ path, interpolation, after: outside, keys }) => [path, interpolation, outside, keys.length]),
    );
  });

  test('writes KRI and pivot scenes that open again', () => {
    for (const kind of ['scene', 'pivot']) {
      const { status, stderr } = run(['convert', pinwheel, '-o', `p.${kind}`]);
      assert.equal(status, 0, stderr);
      const doc = open(out(`p.${kind}`));
      assert.equal(doc.report.info.statistics.triangles, 1508);
      doc.dispose();
    }
  });

  test('standard output holds the file alone', () => {
    const { status, stdout, stderr } = run(['convert', 'leaf.qmsh.tmp', '-o', '-', '--to', 'qmsh.tmp']);
    assert.equal(status, 0);
    assert.match(stdout, /^QMSH TMP 10\n/);
    assert.match(stderr, /^-: \d+ bytes$/m);
  });

  test('--json prints the report', () => {
    const { value, stderr } = vitrineJson(['convert', '--json', 'leaf.qmsh.tmp', '-o', 'j.qmsh'], { cwd: folder });
    assert.deepEqual(value.losses, []);
    assert.equal(value.bytes, readFileSync(out('j.qmsh')).length);
    assert.equal(stderr, '');
  });

  for (const [what, args, said] of [
    ['no output', ['leaf.qmsh.tmp'], /-o/],
    ['an ending that is no format', ['leaf.qmsh.tmp', '-o', 'leaf.obj'], /'leaf\.obj'.*qmsh\.tmp, qmsh, scene, pivot/],
    [
      'a format that is read only',
      ['leaf.qmsh.tmp', '-o', 'y.mdl'],
      /Vitrine reads \.mdl but cannot write it\. It writes glb, /,
    ],
    ['a name without an ending', ['leaf.qmsh.tmp', '-o', 'y'], /'y' has no ending that names a format: glb, /],
    [
      'an animation without its model',
      ['leaf.qmsh.tmp', '-o', 'y.md5anim'],
      /written with their model; name an \.md5mesh/,
    ],
    ['a format there is not', ['leaf.qmsh.tmp', '-o', 'x', '--to', 'obj'], /--to is one of .*, not 'obj'/],
    ['a version there is not', ['leaf.qmsh.tmp', '-o', 'x.qmsh', '--qmsh-version', '11'], /version.*10, or 12 to 22/],
    ['a version that is no number', ['leaf.qmsh.tmp', '-o', 'x.qmsh', '--qmsh-version', 'new'], /--qmsh-version/],
    ['an angle out of range', ['leaf.qmsh.tmp', '-o', 'x.qmsh.tmp', '--auto-smooth', '200'], /0 to 180/],
    ['a dialect there is not', ['leaf.qmsh.tmp', '-o', 'x.pivot', '--dialect', 'LE'], /dialects/],
    ['report and file on one output', ['leaf.qmsh.tmp', '-o', '-', '--to', 'qmsh', '--json'], /standard output/],
    ['no input', ['-o', 'x.qmsh'], /name at least one file/],
  ]) {
    test(`ends with 2 for ${what}`, () => {
      const { status, stdout, stderr } = run(['convert', ...args]);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }

  test('ends with 1 where there is nothing to write, and leaves no file', () => {
    put('torn.qmsh.tmp', text('').replace('vertices 3', 'vertices three'));
    const { status, stderr } = run(['convert', 'torn.qmsh.tmp', '-o', 'torn.qmsh']);
    assert.equal(status, 1);
    assert.match(stderr, /^torn\.qmsh\.tmp:4:38: error QMSH_SYNTAX/m);
    assert.equal(existsSync(out('torn.qmsh')), false);
  });

  test('a fault in an action leaves the model and the actions before it, and is told', () => {
    put('late.qmsh.tmp', text('"LocX" LINEAR CONST { 1,0 11,4 } } } "late" { "stem" { "LocX" CUBIC CONST { }'));
    const { status, stderr } = run(['convert', 'late.qmsh.tmp', '-o', 'late.qmsh']);
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /^late\.qmsh\.tmp:10:90: warning QMSH_OPTIONAL: expected CONST, LINEAR or BEZIER, found 'CUBIC'/m,
    );
    assert.deepEqual(
      open(out('late.qmsh')).actions.map(({ name }) => name),
      ['act'],
    );
  });

  test('ends with 1 and says so where the files hold nothing', () => {
    put('none.qmsh.tmp', 'QMSH TMP 10\nobjects {\n}\nactions {\n}\nparams {\nfps = 25\n}\n');
    const commands = [
      ['convert', 'none.qmsh.tmp', '-o', 'none.glb', '--report', 'none.json'],
      ['render', 'image.png', '-o', 'none.png'],
      ['figure', 'image.png', '-o', 'none.html'],
      ['pose', 'image.png'],
      ['curves', 'image.png'],
    ];
    put('image.png', Buffer.from(encodePng(1, 1, new Uint8Array(4))));
    for (const args of commands) {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 1, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /error NOTHING_TO_SHOW: nothing in these files can be shown/, args.join(' '));
      for (const name of args.slice(2).filter((arg) => arg.startsWith('none.')))
        assert.equal(existsSync(out(name)), false);
    }
  });

  test('never writes over what is read, images and reports included', () => {
    const read = out('kept');
    cpSync(join(root, 'public/samples/column'), read, { recursive: true });
    const before = readdirSync(read).map((name) => [name, readFileSync(join(read, name)).toString('base64')]);
    const [model, image] = ['kept/column.md5mesh', 'kept/column.png'];
    put('broken.md5mesh', readFileSync(join(root, 'public/samples/broken/broken.md5mesh')));
    const faults = readFileSync(out('broken.md5mesh'), 'utf8');
    for (const args of [
      ['render', model, '-o', image],
      ['figure', model, '-o', model],
      ['check', 'broken.md5mesh', '--fix', '-o', 'broken.md5mesh'],
      ['convert', model, '-o', 'kept.glb', '--report', model],
      ['convert', model, '-o', 'kept.glb', '--report', image],
      ['convert', model, '-o', 'kept.glb', '--report', './kept.glb'],
    ]) {
      const { status, stderr } = run(args);
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, /is one of the files that are read|is named twice/);
    }
    assert.equal(readFileSync(out('broken.md5mesh'), 'utf8'), faults);
    for (const [name, bytes] of before) assert.equal(readFileSync(join(read, name)).toString('base64'), bytes, name);
    assert.equal(existsSync(out('kept.glb')), false);
  });

  test('ends with 1 where the format cannot hold the model', () => {
    const vertices = Array.from({ length: 65536 * 3 }, (_, i) => `${i},0,${i % 7}`).join(' ');
    const faces = Array.from({ length: 65536 }, (_, i) => `3 0 0 ${3 * i} 0,0 ${3 * i + 1} 0,0 ${3 * i + 2} 0,0`);
    put(
      'huge.qmsh.tmp',
      `QMSH TMP 10 objects { mesh "m" { 0,0,0 0,0,0 1,1,1 "" "" 30 materials 0 { } vertices ${65536 * 3} { ${vertices} }
       faces 65536 { ${faces.join(' ')} } vertex_groups { } } } actions { } params { }`,
    );
    const { status, stderr } = run(['convert', 'huge.qmsh.tmp', '-o', 'huge.qmsh']);
    assert.equal(status, 1);
    assert.match(stderr, /LIMIT_COUNT.*65535/s);
    assert.equal(existsSync(out('huge.qmsh')), false);
  });
});

describe('the original converter', () => {
  test('reads a text as straight lines with --legacy-curves', () => {
    const keys = (args) =>
      vitrineJson(['curves', '--json', 'bent.qmsh.tmp', ...args], { cwd: folder }).value[0].curves[0];
    assert.equal(keys([]).interpolation, 'step');
    assert.equal(keys(['--legacy-curves']).interpolation, 'linear');
    const { format } = open(out('bent.qmsh.tmp'), { legacyCurves: true }).report.info;
    assert.equal(format.legacyReading.shown, true);
    assert.ok(format.legacyReading.translation > 7);
  });

  test('writes its scale fault with --legacy', () => {
    put(
      'scaled.qmsh.tmp',
      text('"ScaleX" LINEAR CONST { 1,4 } "ScaleY" LINEAR CONST { 1,7 } "ScaleZ" LINEAR CONST { 1,7 }'),
    );
    const scale = (args) => {
      run(['convert', 'scaled.qmsh.tmp', '-o', 's.qmsh', '--qmsh-version', '10', ...args]);
      return open(out('s.qmsh')).poseReport({ action: 0, time: 0 }).joints[0].scale[0];
    };
    // ScaleY counts for x, z is never found: (7 + 1 + 1) / 3; without the fault the mean of all three.
    assert.equal(scale(['--legacy']), 3);
    assert.equal(scale([]), 6);
  });
});

describe('QMSH texts of md5 models', () => {
  const md5 = (second) => `MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints { "bone" -1 ( 0 0 0 ) ( 0 0 0 )
 "${second}" 0 ( 0 0 1 ) ( 0.1 0.2 0.3 ) }
mesh { shader "skin"
 numverts 3 vert 0 ( 0 0 ) 0 1 vert 1 ( 1 0 ) 1 1 vert 2 ( 0 1 ) 2 1
 numtris 1 tri 0 0 1 2
 numweights 3 weight 0 0 1 ( 1 0 0 ) weight 1 0 1 ( 0 1 0 ) weight 2 1 1 ( 0 0 2 ) }
`;
  const anim = (second) => `MD5Version 10
commandline ""
numFrames 3
numJoints 2
frameRate 24
numAnimatedComponents 12
hierarchy { "bone" -1 63 0
 "${second}" 0 63 6 }
bounds { ( -9 -9 -9 ) ( 9 9 9 ) ( -9 -9 -9 ) ( 9 9 9 ) ( -9 -9 -9 ) ( 9 9 9 ) }
baseframe { ( 0 0 0 ) ( 0 0 0 ) ( 0 0 1 ) ( 0.1 0.2 0.3 ) }
frame 0 { 0 0 0 0 0 0 0 0 1 0.1 0.2 0.3 }
frame 1 { 0 1 0 0.5 0 0 0 2 1 -0.6 0.2 0.3 }
frame 2 { 5 1 0 0.999 0 0 0 2 1 0.9 0.2 0.3 }
`;

  test('joints that share a name are renamed, with a line, and move as before', () => {
    put('twins.md5mesh', md5('bone'));
    put('twins.md5anim', anim('bone'));
    const { status, stderr } = run(['convert', 'twins.md5mesh', 'twins.md5anim', '-o', 'twins.qmsh.tmp']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^lost: 1 bone was renamed, because bones are found by name$/m);
    const made = open(out('twins.qmsh.tmp')),
      codes = made.report.issues.messages.map(({ code }) => code);
    assert.ok(!codes.includes('QMSH_DUPLICATE_BONE') && !codes.includes('QMSH_CHANNEL_BONE'), codes.join());
    const source = core.open(
      ['twins.md5mesh', 'twins.md5anim'].map((name) => ({ name, bytes: readFileSync(out(name)) })),
    );
    for (const time of [0, 1 / 24, 1.5 / 24, 2 / 24]) {
      const found = source.compare(made, { action: 0, otherAction: 0, time });
      assert.ok(found.distance < 1e-5, `${found.distance} at ${time} s`);
    }
    source.dispose();
    made.dispose();
  });

  test('have no scale curves, because md5 has no scale', () => {
    const { status, stderr } = run([
      'convert',
      join(heron, 'heron.md5mesh'),
      join(heron, 'walk.md5anim'),
      '-o',
      'walk.qmsh.tmp',
    ]);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(readFileSync(out('walk.qmsh.tmp'), 'latin1'), /"Scale/);
    const made = open(out('walk.qmsh.tmp'));
    assert.ok(!made.report.issues.messages.some(({ code }) => code === 'QMSH_NONUNIFORM_SCALE'));
    made.dispose();
  });
});

describe('the corpus', { skip: noCorpus }, () => {
  test('binaries written again have the digest they had', () => {
    const files = [
      'tfq-rebirth/DxSdkTiny.qmsh',
      'tfq-rebirth/Campfire.qmsh',
      'carpgdata/meshes/human/human.qmsh',
      'carpgdata/meshes/units/ogre.qmsh',
    ];
    mkdirSync(out('again'), { recursive: true });
    for (const name of files) {
      const path = join(corpus, name),
        first = open(path),
        again = join('again', basename(name));
      const { status, stderr } = run([
        'convert',
        path,
        '-o',
        again,
        '--qmsh-version',
        first.report.info.format.version,
      ]);
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr, /lost/);
      const second = open(out(again));
      assert.equal(second.digest, first.digest, name);
      first.dispose();
      second.dispose();
    }
  });

  test('derived texts give the triangles, bones and keys of the binaries they were made from', () => {
    for (const name of ['Worm', 'DxSdkTiny']) {
      const { status, stderr } = run([
        'convert',
        join(corpus, 'derived_tmp', `${name}.qmsh.tmp`),
        '-o',
        `${name}.qmsh`,
        '--qmsh-version',
        '10',
      ]);
      assert.equal(status, 0, stderr);
      const [made, original] = [open(out(`${name}.qmsh`)), open(join(corpus, 'tfq-rebirth', `${name}.qmsh`))];
      for (const count of ['triangles', 'submeshes', 'bones', 'animations'])
        assert.equal(made.report.info.format.counts[count], original.report.info.format.counts[count], count);
      const moment = { action: 0, time: original.actions[0].duration / 3 };
      const [a, b] = [made, original].map((doc) => doc.poseReport(moment).joints);
      a.forEach(({ matrix }, j) =>
        matrix.forEach((x, i) => assert.ok(Math.abs(x - b[j].matrix[i]) < 1e-5, `${name} joint ${j} number ${i}`)),
      );
    }
  });
});

describe('the module', () => {
  test('exports bytes, and converts with a report', () => {
    const doc = open(out('leaf.qmsh.tmp'));
    assert.deepEqual(new TextDecoder().decode(doc.export('qmsh').subarray(0, 4)), 'QMSH');
    const { bytes: made, report, log } = doc.convert('qmsh', { version: 10 });
    assert.equal(new TextDecoder().decode(made.subarray(0, 8)), 'TFQMSH10');
    assert.equal(report.bytes, made.length);
    assert.equal(log, '');
    assert.throws(() => doc.export('obj'), { name: 'VitrineError', code: 'EXPORT_KIND' });
    assert.throws(() => doc.export('qmsh', { version: 9 }), { code: 'EXPORT_OPTION' });
    assert.throws(() => doc.export('qmsh', { everyFrame: 1 }), { code: 'EXPORT_OPTION' });
    doc.dispose();
    assert.throws(() => doc.export('qmsh'), VitrineError);
  });

  test('what the core refuses is an issue with every member that is promised', () => {
    const doc = open(out('leaf.qmsh.tmp'));
    for (const [code, refused, path] of [
      ['EXPORT_KIND', () => doc.export('obj')],
      ['EXPORT_OPTION', () => doc.export('qmsh', { version: 9 })],
      ['CAMERA_UNKNOWN', () => doc.render({ camera: 'nobody' })],
      ['RENDER_OPTION', () => doc.render({ width: -1 })],
      ['SKIN_INPUT', () => core.skin({ convention: 'none' }), 'convention'],
    ])
      assert.throws(refused, ({ issues: [issue], message }) => {
        const { help, ...said } = issue;
        assert.equal(typeof help, 'string');
        assert.deepEqual(said, { code, severity: 0, message, source: '', ...(path && { path }) });
        return true;
      });
    doc.dispose();
  });

  test('the bytes are the caller’s own', () => {
    const doc = open(out('leaf.qmsh.tmp'));
    const first = doc.export('qmsh'),
      copy = first.slice();
    doc.export('qmsh.tmp');
    core.open([{ name: 'other.qmsh.tmp', bytes: bytes(text('')) }]).dispose();
    assert.deepEqual(first, copy);
  });
});
