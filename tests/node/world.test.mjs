// World documents through the command line and the module: options, documents that are refused, models of other formats.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { square, zip } from './support/inputs.mjs';
import { root, vitrine as run, vitrineJson as runJson } from './support/vitrine.mjs';
import { data, difference, play, printed, startCore, valid, world } from './support/worlds.mjs';

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

describe('vitrine world', () => {
  let folder;
  const put = (name, content) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const there = { cwd: '' };
  before(() => {
    there.cwd = folder = mkdtempSync(join(tmpdir(), 'vitrine-world-'));
    put('hall/hall.world.json', hall);
    put('hall/models/square.md5mesh', square());
    put('both/a.world.json', world({}));
    put('both/b.world.json', world({}));
  });
  after(() => rmSync(folder, { recursive: true }));

  const hall = world({
    models: { square: 'models/square.md5mesh' },
    segments: [
      { name: 'A', scene: 'room', cells: [{ min: [0, 0, 0], max: [4, 2, 2] }] },
      { name: 'B', cells: [{ min: [4, 0, 0], max: [8, 2, 2] }] },
    ],
    portals: [{ name: 'AB', between: ['A', 'B'], resistance: 3, door: { value: 0, anim: { b: 'TIME' } } }],
    scenes: {
      room: {
        op: 'add',
        in: [
          { op: 'mesh', model: 'square' },
          { op: 'light', name: 'lamp' },
        ],
      },
    },
    timeline: { bpm: 60 },
  });

  test('prints one report, for the time 0 when none is given', () => {
    const { status, value, stderr } = runJson(['world', 'hall/hall.world.json', '--json'], there);
    assert.equal(status, 0, stderr);
    assert.equal(value.kind, 'world-report');
    assert.equal(value.time, 0);
    assert.equal(value.segment, 'A'); // the camera at the origin touches it
    assert.deepEqual(value.flood, { A: 10, B: 0 });
  });

  test('evaluates several times in one session', () => {
    const { value } = runJson(['world', 'hall/hall.world.json', '--json', '--time', '0,0.5,1'], there);
    assert.deepEqual(
      value.frames.map(({ frame, time, flood }) => [frame, time, flood.B]),
      [
        [0, 0, 0],
        [1, 0.5, 7],
        [2, 1, 7],
      ],
    );
  });

  test('looks from where --camera says', () => {
    const inB = runJson(['world', 'hall/hall.world.json', '--json', '--camera', '6,1,1'], there).value;
    assert.equal(inB.segment, 'B');
    assert.deepEqual(inB.camera.dir, [0, 0, -1]);
    const turned = runJson(['world', 'hall/hall.world.json', '--json', '--camera=-9,1,1,1,0.5,0'], there).value;
    assert.equal(turned.segment, null);
    assert.deepEqual(turned.camera.dir, [1, 0.5, 0]);
  });

  test('composes models of other formats', () => {
    const { value } = runJson(['world', 'hall/hall.world.json', '--json'], there);
    assert.deepEqual(value.issues, []);
    assert.equal(value.handlers.failed, 0);
    // The file's square has corners (+-1, +-1), half of them at z = 0 and half at 1; z up becomes y up.
    assert.deepEqual(value.jobs[0].bounds, [
      [-1, 0, -1],
      [1, 1, 1],
    ]);
  });

  test('reads standard input, archives, folders and patterns', () => {
    const ways = [
      ['-', hall],
      ['-', zip({ 'x/hall.world.json': hall, 'x/models/square.md5mesh': square() })],
      ['hall'],
      ['hall/*.world.json'],
    ];
    put('hall.zip', zip({ 'in/hall.world.json': hall, 'in/models/square.md5mesh': square() }));
    for (const [operand, input] of [...ways, ['hall.zip']]) {
      const { status, value } = runJson(['world', operand, '--json'], { ...there, input });
      assert.equal(status, 0, operand);
      // On standard input the models are looked for in the working folder, where there are none.
      assert.equal(value.handlers.failed, input === hall ? 1 : 0, operand);
    }
  });

  test('reads archives over one another, the later over the earlier', () => {
    const base = { 'in/hall.world.json': 'not a document', 'in/models/square.md5mesh': square() };
    put('mounted/pak0.pk4', zip(base));
    put('mounted/pak1.pk4', zip({ 'IN/hall.world.json': hall }));
    for (const operands of [['mounted/pak0.pk4', 'mounted/pak1.pk4'], ['mounted']]) {
      const { status, value } = runJson(['world', ...operands, '--json'], there);
      assert.equal(status, 0, operands.join(' '));
      assert.equal(value.handlers.failed, 0, operands.join(' '));
    }
    const { status } = run(['world', 'mounted/pak1.pk4', 'mounted/pak0.pk4'], there);
    assert.equal(status, 1);
    // A document on disk finds its models in an archive that is named with it.
    put('apart/hall.world.json', hall);
    put('apart/models.zip', zip({ 'models/square.md5mesh': square() }));
    const { value } = runJson(['world', 'apart/hall.world.json', 'apart/models.zip', '--json'], there);
    assert.equal(value.handlers.failed, 0);
  });

  test('plays every document with --batch', () => {
    put('several/a.world.json', world({}));
    put('several/b.world.json', 'no document');
    put('several/c.world.json', world({ flodStart: 1 }));
    const { status, value, stderr } = runJson(['world', 'several', '--batch', '--json', '--time', '0,1'], there);
    assert.equal(status, 1);
    assert.deepEqual(value.summary, { documents: 3, fine: 1, warned: 1, failed: 1 });
    assert.deepEqual(
      value.documents.map(({ name, frames }) => [name, frames?.length]),
      [
        ['several/a.world.json', 2],
        ['several/b.world.json', undefined],
        ['several/c.world.json', 2],
      ],
    );
    assert.match(stderr, /^several\/b\.world\.json.*error[^]*3 documents: 1 fine, 1 with warnings, 1 failed\n$/m);
    const pretty = run(['world', 'several', '--batch'], there).stdout;
    assert.match(pretty, /^several\/a\.world\.json\n {2}time +0 s, beat 0$/m);
  });

  test('stops at the frame that is refused, and tells each warning of all frames once', () => {
    // At 0 the report would have too many rows, later there are none.
    const rows = (count) => ({
      op: 'multiply',
      count,
      in: [{ op: 'multiply', count: 3, in: [{ op: 'text', text: 'a' }] }],
    });
    const event = (count) =>
      world({
        scenes: { e: { op: 'event', in: [rows(count)] } },
        entities: ['e'],
        timeline: { bpm: 60, events: [{ op: 'e', start: 0, end: 1 }] },
      });
    put('rows.world.json', event(100_000));
    const { status, stdout, stderr } = run(['world', 'rows.world.json', '--time', '0,1'], there);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^rows\.world\.json:\S+ error WORLD_LIMIT: [^\n]*\n$/);
    const printed = run(['world', 'rows.world.json', '--time', '0,1', '--json'], there);
    assert.equal(printed.status, 1);
    assert.equal(JSON.parse(printed.stdout).issues[0].code, 'WORLD_LIMIT');
    put('full.world.json', world({ scenes: { m: { op: 'memory', bytes: 5000 } } }));
    const warned = run(['world', 'full.world.json', '--time', '0,1,2'], there);
    assert.equal(warned.status, 0);
    assert.equal(warned.stderr.match(/WORLD_MEMORY_FULL/g)?.length, 1, warned.stderr);
  });

  test('says what is missing, with its place, and goes on', () => {
    put(
      'gone.world.json',
      `${world({ models: { m: 'gone.qmsh' }, sound: { vfx: 'gone.vfx' } }).replace('"gone.q', '\n"gone.q')}`,
    );
    const { status, stdout, stderr } = run(['world', 'gone.world.json'], there);
    assert.equal(status, 0);
    assert.match(stderr, /^gone\.world\.json:2:1: warning WORLD_FILE: there is no file "gone\.qmsh" \(\/models\/m\)$/m);
    assert.match(stderr, /WORLD_FILE: there is no file "gone\.vfx" \(\/sound\/vfx\)$/m);
    assert.match(stdout, /^segment +none$/m);
  });

  test('names unknown keys and the nearest known one', () => {
    put('keys.world.json', world({ scenes: { s: { op: 'light', rnage: 3 } }, flodStart: 1, $schema: 'x', comment: 1 }));
    const { status, value, stderr } = runJson(['world', 'keys.world.json', '--json'], there);
    assert.equal(status, 0);
    assert.deepEqual(
      value.issues.map(({ code, severity, path }) => [code, severity, path]),
      [
        ['WORLD_KEY', 1, '/flodStart'],
        ['WORLD_KEY', 1, '/scenes/s/rnage'],
      ],
    );
    assert.match(stderr, /unknown key "rnage", did you mean "range"\?/);
    assert.match(stderr, /unknown key "flodStart", did you mean "floodStart"\?/);
  });

  test('sums a frame up in a few lines', () => {
    const { stdout } = run(['world', 'hall/hall.world.json', '--time', '0,1', '--camera', '6,1,1'], there);
    assert.match(stdout, /^time +0 s, beat 0$[^]*^visible +B 10$[^]*^doors shut +AB$[^]*^time +1 s, beat 1$/m);
    assert.match(stdout, /^visible +A 7, B 10$/m);
    assert.match(stdout, /^lights +lamp [\d.]+$/m);
    assert.match(stdout, /^jobs +meshes 1, clusters 1$/m);
  });

  for (const [what, args, said] of [
    ['no document', [], /name one world document/],
    ['two documents', ['hall/hall.world.json', 'both/a.world.json'], /name one world document/],
    ['a folder with two', ['both'], /name one of both\/a\.world\.json, both\/b\.world\.json/],
    ['a folder without any', ['hall/models'], /no world document .* in 'hall\/models'/],
    ['a missing file', ['x.world.json'], /no such file/],
    [
      'a time that is none',
      ['hall', '--time', 'noon'],
      /--time must be seconds from 0, separated by commas, not 'noon'/,
    ],
    ['NaN for a time', ['hall', '--time', 'NaN'], /--time/],
    ['a time without end', ['hall', '--time', '1e999'], /--time/],
    ['a time before 0', ['hall', '--time=-1'], /--time/],
    ['an empty time', ['hall', '--time', '0,,1'], /--time/],
    ['a camera of two numbers', ['hall', '--camera', '1,2'], /--camera must be three or six numbers/],
    ['a camera that is nowhere', ['hall', '--camera', '1,2,Infinity'], /--camera/],
    ['an unknown format', ['hall', '--format', 'md'], /--format is one of pretty, json/],
  ]) {
    test(`refuses ${what} with exit status 2`, () => {
      const { status, stdout, stderr } = run(['world', ...args], there);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }
});

describe('documents that are refused', () => {
  const expected = JSON.parse(readFileSync(join(data, 'invalid/expected.json'), 'utf8'));
  const inSome = [Math.trunc(Object.keys(expected).length / 3), 0];

  test('each invalid document has its expectation, and every error code its document', () => {
    const files = readdirSync(join(data, 'invalid')).filter((name) => name.endsWith('.world.json'));
    assert.deepEqual(files.map((name) => name.slice(0, -'.world.json'.length)).sort(), Object.keys(expected).sort());
    const header = readFileSync(join(root, 'native/world/graph/codes.h'), 'utf8');
    const codes = [...header.matchAll(/"(WORLD_\w+)",\s*Severity::kError/g)].map(([, code]) => code);
    assert.ok(codes.length >= 20);
    // Splices are of edits, not of documents.
    const ofDocuments = codes.filter((code) => code !== 'WORLD_SPLICE');
    assert.deepEqual(new Set(ofDocuments), new Set(Object.values(expected).map(({ code }) => code)));
  });

  for (const [name, { code, path, line, column }] of Object.entries(expected)) {
    test(`${name}: ${code} at ${path || 'a byte'}, line ${line}`, () => {
      const { ok, issues } = play(vitrine, readFileSync(join(data, 'invalid', `${name}.world.json`)), [0]);
      assert.equal(ok, false);
      const [first] = issues;
      assert.deepEqual([first.code, first.path, first.line, first.column], [code, path, line, column]);
      assert.equal(first.severity, 0);
    });
  }

  test('are printed as issues alone, with exit status 1 and the place on standard error', () => {
    for (const name of [Object.keys(expected)[inSome[0]], 'cycle_links', 'class_link']) {
      const path = join(data, 'invalid', `${name}.world.json`);
      const { line, column, code } = expected[name];
      const { status, value, stderr } = runJson(['world', path, '--json']);
      assert.equal(status, 1);
      assert.deepEqual(Object.keys(value), ['issues']);
      assert.ok(stderr.startsWith(`${path}:${line}:${column}: error ${code}: `), stderr);
      const plain = run(['world', path]);
      assert.equal(plain.status, 1);
      assert.equal(plain.stdout, '');
      assert.equal(plain.stderr, stderr);
    }
  });

  const around = { min: [-1, -1, -20], max: [1, 1, 1] };
  const shining = { op: 'multiply', count: 20_000, in: [{ op: 'light', range: 100 }] };
  const limits = {
    '10,000 nested operators': () => {
      const nest = (n) => `${'{"op":"add","in":['.repeat(n)}{"op":"light"}${']}'.repeat(n)}`;
      return `{"kind":"vitrine-world","version":1,"scenes":{"s":${nest(10_000)}}}`;
    },
    'a frame of more than a million visits': () =>
      world({
        scenes: { s: { op: 'multiply', count: 1000, in: [{ op: 'multiply', count: 1100, in: [{ op: 'light' }] }] } },
      }),
    'more visits than 32 bits count': () =>
      world({
        scenes: {
          s: { op: 'multiply', count: 65536, in: Array.from({ length: 65536 }, () => 'l') },
          l: { op: 'light' },
        },
      }),
    'a tree that doubles forty times': () => {
      const call = (i) => ({ op: 'call', sub: `f${i}` });
      const subs = Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`f${i + 1}`, { root: { op: 'add', in: [call(i), call(i)] } }]),
      );
      return world({ subroutines: { f0: { root: { op: 'light' } }, ...subs }, scenes: { s: call(40) } });
    },
    'a report that no host could print': () =>
      world({
        scenes: { s: { op: 'multiply', count: 1000, in: [{ op: 'multiply', count: 900, in: [{ op: 'light' }] }] } },
      }),
    'a million clusters': () => {
      const box = { min: [0, 0, 0], max: [1, 1, 1] };
      const mesh = { op: 'mesh', boxes: Array.from({ length: 2000 }, () => box) };
      return world({ scenes: { s: { op: 'multiply', count: 600, in: [mesh] } } });
    },
    'lights that look for their segment among too many': () =>
      world({
        segments: Array.from({ length: 500 }, (_, i) => ({
          name: `R${i}`,
          cells: [{ min: [-1, 10 * i + 10, 0], max: [1, 10 * i + 11, 1] }],
        })),
        entities: [{ op: 'multiply', count: 1000, in: [{ op: 'multiply', count: 900, in: [{ op: 'light' }] }] }],
      }),
    'lights that shine through too many portals': () =>
      world({
        segments: Array.from({ length: 3000 }, (_, i) => ({
          name: `R${i}`,
          ...(i === 0 && { cells: [around], scene: shining }),
        })),
        portals: Array.from({ length: 2999 }, (_, i) => ({
          between: [`R${i}`, `R${i + 1}`],
          ...around,
          resistance: 0,
        })),
      }),
    'rectangles that grow again and again': () => {
      // Feeders of falling value reach a long chain one after another, each through a wider portal.
      const count = 8000;
      const strip = (i) => ({ min: [-i / count, -1, -10], max: [i / count, 1, -9] });
      const portal = (a, b, resistance, box) => ({ between: [a, b], resistance, ...box });
      const list = (make) => Array.from({ length: count }, (_, i) => make(i));
      return world({
        clip: true,
        floodStart: 100_000,
        segments: [
          { name: 'F0', cells: [around] },
          ...list((i) => ({ name: `F${i + 1}` })),
          ...list((i) => ({ name: `C${i}` })),
        ],
        portals: [
          ...list((i) => portal(`F${i}`, `F${i + 1}`, 1, strip(count))),
          ...list((i) => portal(`F${i + 1}`, 'C0', 0, strip(i + 1))),
          ...list((i) => portal(`C${i}`, `C${i + 1}`, 0, strip(count))),
        ].slice(0, -1),
      });
    },
    'a million slices in the first frame': () => world({ physics: { particles: [{ pos: [0, 0, 0] }] } }),
  };
  for (const [what, text] of Object.entries(limits)) {
    test(`WORLD_LIMIT: ${what}`, () => {
      const { status, value } = runJson(['world', '-', '--json', '--time', '10001'], { input: text() });
      assert.equal(status, 1);
      assert.equal(value.issues[0].code, 'WORLD_LIMIT');
      assert.ok(value.issues[0].line >= 1);
    });
  }

  test('bytes that are no UTF-8', () => {
    const bytes = Buffer.from('{"kind":"vitrine-world","version":1,"title":"?"}');
    bytes[bytes.indexOf('?')] = 0xff;
    const { status, value } = runJson(['world', '-', '--json'], { input: bytes });
    assert.equal(status, 1);
    assert.deepEqual([value.issues[0].code, value.issues[0].line, value.issues[0].column], ['WORLD_JSON', 1, 46]);
  });
});

describe('models of every format', () => {
  const models = vitrineModels();
  test('are there', () =>
    assert.deepEqual([...new Set(models.map(([format]) => format))], ['kri', 'md5', 'pivot', 'qmsh']));

  for (const [format, file] of models) {
    test(`${format}: ${file} has its bounds, clusters and materials in a world`, () => {
      const path = join(root, 'tests/data', format, 'valid', file);
      const bytes = readFileSync(path);
      const document = vitrine.open([{ name: file, bytes }]);
      const { bounds } = document.poseReport({ space: 'world' });
      const { meshes } = document.report.info;
      document.dispose();
      const text = world({ models: { m: file }, entities: [{ op: 'mesh', model: 'm' }] });
      const { ok, reports } = play(vitrine, text, [0], { files: () => bytes });
      assert.ok(ok);
      const [{ jobs, handlers, issues }] = reports;
      assert.deepEqual([handlers.failed, issues], [0, []]);
      assert.equal(jobs.length, meshes.flatMap(({ primitives }) => primitives.filter((p) => p.indexCount > 0)).length);
      const corner = (side, best) => [0, 1, 2].map((axis) => best(...jobs.map((job) => job.bounds[side][axis])));
      assert.equal(difference({ min: corner(0, Math.min), max: corner(1, Math.max) }, bounds, 1e-5), '');
    });
  }

  test('a material of the document takes the place of one of the model, by its name', () => {
    const [[, file]] = models.filter(([format]) => format === 'md5');
    const bytes = readFileSync(join(root, 'tests/data/md5/valid', file));
    const document = vitrine.open([{ name: file, bytes }]);
    const [{ name }] = document.report.info.materials;
    document.dispose();
    const text = world({
      models: { m: file },
      materials: { other: {}, own: { phases: ['extra'] } },
      entities: [{ op: 'mesh', model: 'm', material: 'other', materials: { [name]: 'own' } }],
    });
    const [{ jobs, paintJobs }] = play(vitrine, text, [0], { files: () => bytes }).reports;
    assert.equal(jobs[0].material, 'own');
    assert.ok(paintJobs.extra >= 1);
  });
});

/** [format, file] of small models whose meshes are all shown. */
function vitrineModels() {
  return ['kri', 'md5', 'pivot', 'qmsh'].flatMap((format) =>
    readdirSync(join(root, 'tests/data', format, 'valid'))
      .filter((name) => /^(triangle\.scene|seed\.scene|flag\.md5mesh|flag_v(12|22)\.qmsh|rigid\.pivot)$/.test(name))
      .map((name) => [format, name]),
  );
}

describe('the module', () => {
  test('asks for each file a document names, once', () => {
    const asked = [];
    const text = world({
      models: { a: 'x/a.qmsh', b: 'b.qmsh', again: 'b.qmsh' },
      textures: { t: 't.png' },
      sound: { vfx: 'e.vfx', music: 's.v2m' },
    });
    play(vitrine, text, [0], { files: (name) => void asked.push(name) });
    assert.deepEqual(asked, ['x/a.qmsh', 'b.qmsh', 'e.vfx', 's.v2m']);
  });

  test('takes the text as a string or as bytes, with or without a byte order mark', () => {
    const text = world({ title: 'Ä 漢' });
    const [{ hashes }] = [play(vitrine, text, [0])];
    assert.deepEqual(play(vitrine, new TextEncoder().encode(text), [0]).hashes, hashes);
    assert.deepEqual(play(vitrine, `\uFEFF${text}`, [0]).hashes, hashes);
  });

  test('tells frames apart by their digest', () => {
    const moving = world({ scenes: { s: { op: 'light', at: { value: [0, 0, 0], anim: { b: 'TIME' } } } } });
    const { hashes } = play(vitrine, moving, [0, 1, 2]);
    assert.equal(new Set(hashes).size, 3);
    assert.match(hashes[0], /^[0-9a-f]{16}$/);
  });

  test('refuses times and cameras that are no numbers', () => {
    const played = vitrine.world(world({}));
    assert.throws(() => played.evaluate(-1), RangeError);
    assert.throws(() => played.evaluate(NaN), RangeError);
    assert.throws(() => played.evaluate(0, { at: [0, Infinity, 0] }), RangeError);
    assert.equal(played.evaluate(0, { at: [0, 1, 0] }), true);
    played.dispose();
  });

  test('has no issue with any valid document of the test data', () => {
    for (const name of valid)
      assert.deepEqual(play(vitrine, readFileSync(join(data, 'valid', name)), [0, 1]).ok, true, name);
  });
});

test('a world that is disposed gives its memory back', async () => {
  const core = await startCore();
  const path = join(data, 'valid/rooms.world.json');
  const sizes = Array.from({ length: 6 }, () => {
    for (let i = 0; i < 100; i++) printed(core, path, [0, 1]);
    return core.HEAPU8.length;
  });
  assert.equal(sizes.at(-1), sizes[0]);
});
