// KRI and pivot scenes made of models of every format: what stands in the bytes, read here without the project's readers,
// against the log, the numbers of the stages and the losses; and that the file, read and written again, says the same.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { chunksOf } from './support/scenes.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const samples = (path) => join(root, 'public/samples', path);
const dialects = ['LE', 'BE'].flatMap((order) =>
  ['total', 'roots'].flatMap((objects) => ['index', 'triangle'].map((counts) => `${order}/${objects}/${counts}`)),
);
const generations = ['seed', 'last'];

let folder, core;
const out = (name) => join(folder, name);
const run = (args) => vitrine(args, { cwd: folder });
const openPaths = (paths) => core.open(paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
const reopen = (bytes, ending) => core.open([{ name: `again.${ending}`, bytes }]);

/** Paths of a model of each format. */
const sources = {
  md5: () => readdirSync(samples('column')).map((name) => samples(`column/${name}`)),
  'QMSH text': () => readdirSync(samples('pinwheel')).map((name) => samples(`pinwheel/${name}`)),
  'QMSH binary': () => [out('pinwheel.qmsh')],
  KRI: () => [samples('lighthouse/lighthouse.scene')],
  pivot: () => [samples('mannequin/mannequin.pivot')],
};

/** A soup of triangles on few corners with texture coordinates that run anywhere, so that every kind of triangle occurs. */
function soup(vertices, triangles) {
  let state = 7;
  const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const list = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const number = () => (2 * chance() - 1).toFixed(6);
  return Buffer.from(`MD5Version 10
commandline ""
numJoints 1
numMeshes 1
joints { "root" -1 ( 0 0 0 ) ( 0 0 0 ) }
mesh {
shader "soup"
numverts ${vertices}
${list(vertices, (v) => `vert ${v} ( ${number()} ${number()} ) ${v} 1`)}
numtris ${triangles}
${list(triangles, (t) => {
  const [a, b] = [Math.floor(chance() * vertices), Math.floor(chance() * (vertices - 2))];
  return `tri ${t} ${a} ${(a + 1 + (b % (vertices - 2))) % vertices} ${(a + vertices - 1) % vertices}`;
})}
numweights ${vertices}
${list(vertices, (v) => `weight ${v} 0 1 ( ${number()} ${number()} ${number()} )`)}
}
`);
}

/** What stands in the chunks of every mesh. */
function meshesOf(bytes, generation) {
  const seed = generation === 'seed',
    meshes = [];
  const floats = (data, size, from = 0) =>
    Array.from({ length: (data.length - from) / (4 * size) }, (_, i) =>
      Array.from({ length: size }, (_unused, c) => data.readFloatLE(from + 4 * (i * size + c))),
    );
  for (const { name, payload } of chunksOf(bytes)) {
    const mesh = meshes.at(-1);
    if (name === 'mesh') meshes.push({ vertices: payload.readUInt16LE(0), layers: 0, hands: [], weights: [] });
    if (name === 'v_pos') {
      mesh.positions = floats(payload, seed ? 3 : 4);
      if (!seed) mesh.hands = mesh.positions.map(([, , , hand]) => hand);
    }
    if (name === 'v_quat') mesh.quaternions = floats(payload, 4);
    if (name === 'v_uv') {
      ++mesh.layers;
      mesh.uv = floats(payload, seed ? 3 : 2, seed ? 0 : 1 + payload[0]);
      if (seed) mesh.hands = mesh.uv.map(([, , hand]) => hand);
    }
    if (name === 'v_ind')
      mesh.triangles = Array.from({ length: payload.readUInt16LE(0) }, (_, t) =>
        [0, 1, 2].map((c) => payload.readUInt16LE(2 + 6 * t + 2 * c)),
      );
    if (name === 'v_skin')
      mesh.weights = Array.from({ length: payload.length / 8 }, (_, v) =>
        [0, 2, 4, 6].reduce((sum, i) => sum + payload[8 * v + i], 0),
      );
  }
  return meshes;
}

const negatives = (q, [a, b, c]) =>
  [
    [a, b],
    [b, c],
    [c, a],
  ].filter(([i, j]) => q[i].reduce((sum, x, k) => sum + x * q[j][k], 0) < -1e-6).length;

/** The same tree and the same vertices, but for the rounding of turned normals and bones. */
function assertAlike(a, b) {
  assert.deepEqual(a.report.info.statistics, b.report.info.statistics);
  const numbers = (doc) => doc.poseReport({ vertices: true }).meshes.flatMap((m) => [...m.positions, ...m.normals]);
  const [first, second] = [numbers(a), numbers(b)];
  assert.equal(first.length, second.length);
  assert.ok(first.every((x, i) => Math.abs(x - second[i]) <= 2e-6 * Math.max(1, Math.abs(x))));
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-export-'));
  core = await createVitrine();
  const text = openPaths(sources['QMSH text']());
  writeFileSync(out('pinwheel.qmsh'), text.export('qmsh'));
  text.dispose();
  writeFileSync(out('soup.md5mesh'), soup(24, 60));
});
after(() => rmSync(folder, { recursive: true }));

for (const [format, paths] of Object.entries(sources)) {
  for (const generation of generations) {
    test(`${format} as a KRI scene of the ${generation} generation`, () => {
      const source = openPaths(paths());
      const { bytes, report, log } = source.convert('scene', { generation });
      const meshes = meshesOf(Buffer.from(bytes), generation);
      assert.equal(report.bytes, bytes.length);

      // The numbers of the stages are those of the chunks.
      assert.deepEqual(
        meshes.map(({ vertices, triangles }) => [vertices, triangles.length]),
        report.meshes.map(({ vertices, triangles }) => [vertices, triangles]),
      );
      assert.ok(meshes.length > 0);
      meshes.forEach((mesh, i) => {
        const stages = report.meshes[i];
        assert.equal(mesh.positions.length, mesh.vertices);
        assert.ok(mesh.hands.every((hand) => [-1, 0, 1].includes(hand)));
        assert.ok(mesh.weights.every((sum) => sum === 255));
        assert.ok(mesh.triangles.flat().every((v) => v < mesh.vertices));
        assert.equal(mesh.layers > 0, stages.hasFrames);
        assert.ok(Math.abs(stages.vertexUsage - (3 * mesh.triangles.length) / mesh.vertices) < 1e-9);
        assert.equal(stages.extraFaces, stages.middles + stages.closingTriangles);
        assert.equal(mesh.triangles.length, stages.sourceTriangles + stages.extraFaces);
        if (!stages.hasFrames) return;
        const bins = [0, 0, 0, 0];
        for (const triangle of mesh.triangles) ++bins[negatives(mesh.quaternions, triangle)];
        assert.deepEqual(bins, [mesh.triangles.length, 0, 0, 0]);
        assert.deepEqual(stages.negativesAfter, bins);
      });
      const triangles = report.meshes.reduce((sum, { sourceTriangles }) => sum + sourceTriangles, 0);
      assert.equal(triangles, source.report.info.statistics.triangles);

      // The log says the same, line by line, and counts itself.
      const marks = (mark) => log.split(`(${mark}) `).length - 1;
      assert.deepEqual(
        [marks('e'), marks('w'), marks('i')],
        [report.log.errors, report.log.warnings, report.log.infos],
      );
      assert.ok(log.startsWith(`Settings:\n\tData: ${generation === 'seed' ? 'qu' : 'nquc'}\n`), log.slice(0, 40));
      assert.ok(
        log.endsWith(
          `Done.\n${report.log.errors} errors, ${report.log.warnings} warnings, ${report.log.infos} infos\n`,
        ),
      );
      assert.deepEqual(
        [...log.matchAll(/^\ttotal: (\d+) vertices, (\d+) faces$/gm)].map(([, v, f]) => [Number(v), Number(f)]),
        meshes.map((mesh) => [mesh.vertices, mesh.triangles.length]),
      );
      assert.deepEqual(
        [...log.matchAll(/^\t\(i\) ([\d.]+) avg vertex usage$/gm)].map(([, usage]) => usage),
        report.meshes.map(({ vertexUsage }) => vertexUsage.toFixed(2)),
      );
      assert.deepEqual([...log.matchAll(/^\t\(i\) UV layers: (\d+)$/gm)].length, meshes.length);

      // Read and written again it holds the same: to the last bit, but where turned bones become matrices in between.
      const first = reopen(bytes, 'scene'),
        second = reopen(first.export('scene', { generation }), 'scene');
      assert.deepEqual(
        first.report.issues.messages.map(({ message }) => message),
        [],
      );
      if (format === 'pivot') assertAlike(second, first);
      else assert.equal(second.digest, first.digest);
      assert.equal(
        first.report.info.statistics.triangles,
        meshes.reduce((sum, m) => sum + m.triangles.length, 0),
      );

      // And it is the model: where the source was, upright.
      const box = (doc) => doc.poseReport({ space: 'world' }).bounds;
      const [was, is] = [box(source), box(first)];
      const size = Math.hypot(...was.max.map((x, c) => x - was.min[c]));
      for (const end of ['min', 'max'])
        was[end].forEach((x, c) =>
          assert.ok(Math.abs(x - is[end][c]) < 2e-3 * size, `${end} ${c}: ${x} became ${is[end][c]}`),
        );
      for (const document of [source, first, second]) document.dispose();
    });
  }

  test(`${format} as a pivot scene in all eight dialects`, () => {
    const source = openPaths(paths());
    const digests = new Set(),
      sizes = new Set();
    for (const dialect of dialects) {
      const { bytes, report, log } = source.convert('pivot', { dialect });
      assert.equal(log, '');
      assert.equal(report.kind, 'pivot');
      const document = reopen(bytes, 'pivot'),
        { info, issues } = document.report;
      assert.equal(info.format.dialect, dialect);
      assert.equal(info.format.accounted, bytes.length);
      assert.deepEqual(
        issues.messages.filter(({ severity }) => severity === 0),
        [],
      );
      assert.equal(info.statistics.triangles, source.report.info.statistics.triangles);
      digests.add(document.digest);
      sizes.add(bytes.length);
      const again = reopen(document.export('pivot', { dialect }), 'pivot');
      if (format === 'md5') assertAlike(again, document);
      else digests.add(again.digest);
      const actions = source.report.info.actions.length;
      const lost = report.losses.find(({ what }) => what === 'actions');
      assert.equal(lost?.count ?? 0, actions, 'every action is named as lost');
      document.dispose();
      again.dispose();
    }
    assert.equal(digests.size, 1, 'one scene, whatever the dialect and however often it is written');
    assert.equal(sizes.size, 1);
    source.dispose();
  });
}

const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

describe('options of the stages', () => {
  const staged = (options) => {
    const source = openPaths([out('soup.md5mesh')]);
    const { bytes, report, log } = source.convert('scene', options);
    source.dispose();
    return { stages: report.meshes[0], mesh: meshesOf(Buffer.from(bytes), 'last')[0], log };
  };

  test('processing divides exactly the faces with an odd number of negative products', () => {
    const { stages, mesh, log } = staged({ closeTJunctions: false });
    const [, one, , three] = stages.negativesBefore;
    assert.ok(one + three > 0 && stages.negativesBefore[2] > 0, `${stages.negativesBefore}`);
    assert.equal(stages.middles, one + three);
    assert.equal(mesh.triangles.length, 60 + one + three);
    assert.equal(stages.closingTriangles, 0);
    assert.ok(stages.tJunctions > 0);
    assert.ok(
      log.includes(
        `negative products before: ${stages.negativesBefore.join('/')}, after: ${mesh.triangles.length}/0/0/0\n`,
      ),
    );
    assert.ok(log.includes(`(w) ${counted(stages.tJunctions, 'T-junction')}`));
  });

  test('closing T-junctions states how many there were and what it took', () => {
    const open = staged({ closeTJunctions: false }).stages,
      { stages, mesh, log } = staged({});
    assert.equal(stages.tJunctions, open.tJunctions);
    assert.ok(stages.closingTriangles >= stages.tJunctions);
    assert.equal(mesh.triangles.length, 60 + stages.middles + stages.closingTriangles);
    assert.ok(
      log.includes(
        `(i) ${counted(stages.tJunctions, 'T-junction')}, closed with ${counted(stages.closingVertices, 'vertex', 'vertices')}, ${counted(stages.closingTriangles, 'face')}\n`,
      ),
    );
    // A middle and the corners of its edge never lie on one edge of another triangle.
    const place = (v) => mesh.positions[v].slice(0, 3).join();
    const edges = new Set(
      mesh.triangles.flatMap((t) => t.map((v, c) => [place(v), place(t[(c + 1) % 3])].sort().join(' '))),
    );
    const middles = mesh.triangles.flatMap((t) =>
      t.flatMap((v, c) => {
        const [a, b] = [mesh.positions[v], mesh.positions[t[(c + 1) % 3]]];
        return [[a, b, [0, 1, 2].map((i) => Math.fround((a[i] + b[i]) / 2)).join()]];
      }),
    );
    const corners = new Set(mesh.triangles.flat().map(place));
    const split = middles.filter(
      ([a, b, middle]) =>
        corners.has(middle) &&
        edges.has([a.slice(0, 3).join(), middle].sort().join(' ')) &&
        edges.has([b.slice(0, 3).join(), middle].sort().join(' ')),
    );
    assert.equal(split.length, 0, 'no whole edge is left where another triangle put a middle');
  });

  test('switched off, no face is lost and none is added', () => {
    const { stages, mesh, log } = staged({ processQuaternions: false });
    assert.equal(mesh.triangles.length, 60);
    assert.deepEqual([stages.clones, stages.middles, stages.extraFaces], [0, 0, 0]);
    assert.deepEqual(stages.negativesAfter, stages.negativesBefore);
    const bins = [0, 0, 0, 0];
    for (const triangle of mesh.triangles) ++bins[negatives(mesh.quaternions, triangle)];
    assert.deepEqual(bins, stages.negativesBefore);
    assert.ok(log.includes('\tQuat interpolation: no\n'));
  });
});

describe('what is lost', () => {
  test('the layout of March 2010 names the shapes, colours and layers it has no chunk for', () => {
    const source = openPaths(sources.KRI());
    const chunks = chunksOf(readFileSync(samples('lighthouse/lighthouse.scene')));
    const lost = Object.fromEntries(
      source.convert('scene', { generation: 'seed' }).report.losses.map(({ what, count }) => [what, count]),
    );
    const count = (name) => chunks.filter((chunk) => chunk.name === name).length;
    assert.equal(lost.shapes, count('v_shape'));
    assert.equal(lost.colors, count('v_color'));
    assert.deepEqual(source.convert('scene', { generation: 'last' }).report.losses, []);
    source.dispose();
  });

  test('nodes that are stretched unevenly keep the mean, and how far that is off is measured', () => {
    const text = `QMSH TMP 10
objects {
  mesh "Leaf" { 0,0,0 0,0,0 1,2,6 "" "" 30
    materials 0 { } vertices 3 { 0,0,0 1,0,0 0,0,2 }
    faces 1 { 3 0 -1 0 0,0 1 1,0 2 0,1 } vertex_groups { } }
}
actions { }
params { fps = 10 }
`;
    const source = core.open([{ name: 'leaf.qmsh.tmp', bytes: Buffer.from(text) }]);
    const { bytes, report } = source.convert('scene');
    source.dispose();
    const { count, largest } = report.losses.find(({ what }) => what === 'scale');
    assert.deepEqual([count, largest], [1, 3]);
    const node = chunksOf(Buffer.from(bytes)).find(({ name }) => name === 'node').payload;
    // Name, parent, three floats of the place; then the one scale.
    assert.equal(node.readFloatLE(1 + node[0] + 1 + 12), 3);
  });
});

describe('the command', () => {
  test('writes the file, the log beside it and the report with the losses', () => {
    const source = openPaths(sources.KRI());
    const made = source.convert('scene', { generation: 'seed' });
    source.dispose();
    const { status, stderr, stdout } = run([
      'convert',
      samples('lighthouse/lighthouse.scene'),
      '-o',
      'seed.scene',
      '--generation',
      'seed',
      '--report',
      'seed.json',
    ]);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, '');
    assert.deepEqual(readFileSync(out('seed.scene')), Buffer.from(made.bytes));
    assert.equal(readFileSync(out('seed.scene.log'), 'utf8'), made.log);
    const report = JSON.parse(readFileSync(out('seed.json')));
    assert.deepEqual(report, { ...made.report, sources: report.sources });
    assert.equal(report.sources[0].endsWith('lighthouse.scene'), true);
    assert.equal(stderr.match(/^lost: /gm).length, report.losses.length);
  });

  test('hands the options on', () => {
    const stages = (...args) =>
      vitrineJson(['convert', '--json', 'soup.md5mesh', '-o', 'soup.scene', ...args], { cwd: folder }).value.meshes[0];
    assert.equal(stages('--keep-quaternions').triangles, 60);
    assert.equal(stages('--keep-t-junctions').closingTriangles, 0);
    assert.ok(stages().closingTriangles > 0);
    const { status, stderr } = run([
      'convert',
      samples('column'),
      '-o',
      'column.pivot',
      '--dialect',
      'BE/roots/triangle',
    ]);
    assert.equal(status, 0, stderr);
    assert.equal(openPaths([out('column.pivot')]).report.info.format.dialect, 'BE/roots/triangle');
  });

  for (const [what, args, said] of [
    ['an option there is not', ['--process', 'yes'], /--process/],
    ['a generation there is not', ['--generation', 'first'], /--generation is seed or last, not 'first'/],
    ['a dialect there is not', ['--to', 'pivot', '--dialect', 'LE/all/index'], /one of the eight dialects/],
    ['a switch with a value', ['--keep-quaternions=no'], /--keep-quaternions/],
  ]) {
    test(`ends with 2 for ${what}`, () => {
      const { status, stdout, stderr } = run(['convert', 'soup.md5mesh', '-o', 'x.scene', ...args]);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }

  test('the module refuses options of the wrong kind', () => {
    const source = openPaths([out('soup.md5mesh')]);
    for (const options of [
      { generation: 'first' },
      { generation: 1 },
      { processQuaternions: 'no' },
      { closeTJunctions: 1 },
    ])
      assert.throws(() => source.convert('scene', options), { name: 'VitrineError', code: 'EXPORT_OPTION' });
    assert.throws(() => source.convert('pivot', { dialect: 'LE/total' }), { code: 'EXPORT_OPTION' });
    source.dispose();
  });
});

test('joints and materials whose names have control characters are renamed, said and found again', () => {
  const model = readFileSync(
    samples('column/' + readdirSync(samples('column')).find((name) => name.endsWith('md5mesh'))),
  );
  const [, joint] = /joints \{\s*"([^"]+)"/.exec(model),
    [, shader] = /shader "([^"]+)"/.exec(model);
  const tabbed = model.toString().replace(`"${joint}"`, `"${joint}\tone"`).replace(`"${shader}"`, `"${shader}\x01two"`);
  writeFileSync(out('tabbed.md5mesh'), tabbed);
  for (const generation of generations) {
    const { status, stderr } = run(['convert', 'tabbed.md5mesh', '-o', 'tabbed.scene', '--generation', generation]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^lost: (1 name has|\d+ names have) '_' where control characters were/m);
    const again = openPaths([out('tabbed.scene')]),
      { issues, info } = again.report;
    assert.deepEqual(
      issues.messages.filter(({ code }) => code.startsWith('KRI_')),
      [],
    );
    assert.ok(JSON.stringify(again.report).includes(`"${joint}_one"`));
    assert.ok(info.materials.some(({ name }) => name.endsWith('_two')));
    again.dispose();
  }
});
