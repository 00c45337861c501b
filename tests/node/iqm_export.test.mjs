// IQM and IQE out: samples and models of other people, written, read by a second reader, and posed beside the model they
// were made of. What every engine asks of a file is counted in each of them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { boxOf, readIqm, turningFlag } from './support/iqm.mjs';
import { root, shared, without } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

const open = (...paths) => core.load(paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
const sample = (folder, ...names) => names.map((name) => join(root, 'public/samples', folder, name));
const models = {
  heron: sample('heron', 'heron.md5mesh', 'walk.md5anim', 'idle.md5anim', 'look.md5anim'),
  pinwheel: sample('pinwheel', 'pinwheel.qmsh.tmp'),
  lighthouse: sample('lighthouse', 'lighthouse.scene'),
  jellyfish: sample('jellyfish', 'jellyfish.iqm'),
  mannequin: sample('mannequin', 'mannequin.pivot'),
  'eight influences': [join(root, 'tests/data/gltf/reference/eight_influences.glb')],
};
const written = (paths, kind = 'iqm', options = {}) => {
  const document = open(...paths),
    { bytes, report } = document.convert(kind, options);
  return { document, bytes, report };
};
const largest = (numbers) => numbers.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** Largest edge of a box. */
const edge = ([low, high]) => largest(high.map((value, c) => value - low[c]));
const off = (a, b) => largest(a.flatMap((corner, k) => corner.map((value, c) => value - b[k][c])));

/** Facts of the form that sixteen readers take alike. */
function assertPortable(bytes) {
  const iqm = readIqm(bytes),
    { header, arrays, joints, actions } = iqm;
  assert.equal(iqm.magic, 'INTERQUAKEMODEL\0');
  assert.equal(header.version, 2);
  assert.equal(header.flags, 0);
  assert.equal(header.filesize, bytes.length);
  for (const [name, value] of Object.entries(header)) {
    if (!name.startsWith('ofs_')) continue;
    const counts = {
      ofs_adjacency: 'triangles',
      ofs_bounds: 'frames',
      ofs_frames: 'framechannels',
      ofs_vertexarrays: 'vertexarrays',
    };
    const count = header[`num_${counts[name] ?? name.slice(4)}`];
    assert.equal(value === 0, count === 0, `${name} is ${value} of ${count}`);
    assert.equal(value % 4, 0, name);
    assert.ok(value === 0 || (value >= header.ofs_text && value < bytes.length), name);
  }
  assert.equal(header.ofs_text, 124);
  assert.equal(iqm.text[0], 0);
  assert.equal(iqm.text.at(-1), 0);
  // Warfork ends its copy of the text there.
  if (iqm.text.length > 124) assert.equal(iqm.text[124], 0);
  assert.deepEqual(
    iqm.table.map(({ name, format, size, flags }) => [name, format, size, flags]),
    [
      ['position', 7, 3, 0],
      ['texcoord', 7, 2, 0],
      ['normal', 7, 3, 0],
      ['tangent', 7, 4, 0],
      ...(joints.length > 0
        ? [
            ['blendindexes', 1, 4, 0],
            ['blendweights', 1, 4, 0],
          ]
        : []),
      ...(arrays.color ? [['color', 1, 4, 0]] : []),
    ],
  );
  for (const [v, normal] of arrays.normal.entries()) {
    const [x, y, z, w] = arrays.tangent[v];
    assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-5, `normal ${v}`);
    assert.ok(Math.abs(Math.hypot(x, y, z) - 1) < 1e-5 && Math.abs(w) === 1, `tangent ${v}`);
  }
  assertMeshes(iqm);
  assertJoints(iqm);
  assert.equal(new Set(actions.map(({ name }) => name.toLowerCase())).size, actions.length);
  for (const { name, first, frames, rate } of actions) {
    assert.ok(name !== '' && frames > 0 && first + frames <= header.num_frames && rate > 0, name);
  }
  assert.equal(iqm.bounds.length, header.num_frames);
  return iqm;
}

function assertMeshes({ meshes, triangles, adjacency, arrays }) {
  let vertices = 0,
    faces = 0;
  assert.ok(meshes.length > 0);
  assert.equal(new Set(meshes.map(({ name }) => name.toLowerCase())).size, meshes.length);
  for (const mesh of meshes) {
    assert.deepEqual([mesh.firstVertex, mesh.firstTriangle], [vertices, faces]);
    assert.ok(mesh.vertices > 0 && mesh.triangles > 0, mesh.name);
    for (const corner of triangles.slice(faces, faces + mesh.triangles).flat())
      assert.ok(corner >= vertices && corner < vertices + mesh.vertices, mesh.name);
    ((vertices += mesh.vertices), (faces += mesh.triangles));
  }
  assert.deepEqual([vertices, faces], [arrays.position.length, triangles.length]);
  const place = (v) => arrays.position[v].join();
  for (const [t, across] of adjacency.entries()) {
    for (const [e, other] of across.entries()) {
      if (other === 0xffffffff) continue;
      const ends = new Set([place(triangles[t][e]), place(triangles[t][(e + 1) % 3])]);
      assert.notEqual(other, t);
      assert.ok(
        [...ends].every((end) => triangles[other].map(place).includes(end)),
        `triangle ${t}`,
      );
    }
  }
}

function assertJoints({ joints, poses, arrays, header, frame, ...iqm }) {
  assert.ok(joints.length <= 256);
  assert.equal(new Set(joints.map(({ name }) => name.toLowerCase())).size, joints.length);
  for (const [j, { parent, local }] of joints.entries()) {
    assert.ok(parent >= -1 && parent < j);
    assert.ok(local[6] <= 0 && Math.abs(Math.hypot(...local.slice(3, 7)) - 1) < 1e-6);
    assert.deepEqual(local.slice(7), [1, 1, 1]);
  }
  if (header.num_frames > 0)
    assert.deepEqual(
      poses.map(({ parent }) => parent),
      joints.map(({ parent }) => parent),
    );
  assert.equal(
    poses.reduce((sum, { mask }) => sum + mask.toString(2).replaceAll('0', '').length, 0),
    header.num_framechannels,
  );
  for (let f = 0; f < header.num_frames; ++f)
    for (const numbers of frame.call({ ...iqm, header, poses }, f)) assert.ok(numbers[6] <= 0);
  for (const [v, weights] of (arrays.blendweights ?? []).entries()) {
    assert.equal(
      weights.reduce((a, b) => a + b),
      255,
    );
    assert.ok(
      weights.every((weight, k) => k === 0 || weight <= weights[k - 1]),
      weights.join(),
    );
    assert.ok(arrays.blendindexes[v].every((joint) => joint < joints.length));
  }
}

describe('the form that every reader takes', () => {
  for (const [what, paths] of Object.entries(models))
    test(what, () => {
      const { bytes, report } = written(paths),
        iqm = assertPortable(bytes);
      assert.equal(report.joints, iqm.joints.length);
      for (const [f, { min, max, xyRadius, radius }] of iqm.bounds.entries()) {
        const points = iqm.posed(f),
          box = boxOf(points),
          size = edge(box) + 1e-6;
        assert.ok(off([min, max], box) < 1e-5 * size + 2e-6 * radius, `frame ${f}`);
        assert.ok(
          [0, 1, 2].every((c) => min[c] <= box[0][c] && max[c] >= box[1][c]),
          `frame ${f}`,
        );
        assert.ok(
          points.every((p) => Math.hypot(...p) <= radius && Math.hypot(p[0], p[1]) <= xyRadius),
          `frame ${f}`,
        );
      }
    });
});

/** Three frames that lead back to the first one. */
const kLoop = turningFlag('framerate 12.5\nloop', 3);

describe('poses', () => {
  /** Vertices of the document in the order in which they are written, turned as glTF's axes are; md5 and IQM need no turn. */
  const points = (document, action, time, turn = (p) => p) =>
    document
      .poseReport({ action, time, vertices: true })
      .meshes.flatMap(({ positions }) =>
        Array.from({ length: positions.length / 3 }, (_, v) => turn(positions.slice(3 * v, 3 * v + 3))),
      );

  test('every vertex of a model is where its source has it, on every frame of every action', () => {
    const { document, bytes } = written(sample('column', 'column.md5mesh', 'bend.md5anim')),
      iqm = readIqm(bytes);
    assert.deepEqual(
      iqm.actions.map(({ name }) => name),
      document.actions.map(({ name }) => name),
    );
    const size = edge(boxOf(iqm.posed()));
    for (const { name, first, frames, rate } of iqm.actions) {
      for (let k = 0; k < frames; ++k) {
        const found = iqm.posed(first + k),
          wanted = points(document, name, k / rate);
        assert.equal(found.length, wanted.length);
        // A weight is off by half a step of a byte, a channel by half a step of 16 bits.
        const worst = found.reduce((a, p, v) => Math.max(a, distance(p, wanted[v])), 0);
        assert.ok(worst < size / 400, `${name} ${k}: ${worst}`);
      }
    }
  });

  test('the report has the same distances', () => {
    for (const paths of Object.values(models)) {
      const { readBack, losses } = written(paths).report,
        dropped = losses.find(({ what }) => what === 'influences')?.largest ?? 0;
      for (const { name, largest: farthest, between } of [readBack.bind, ...readBack.actions]) {
        const most = readBack.size * (1 / 400 + dropped);
        assert.ok(farthest <= most, `${name}: ${farthest} of ${readBack.size}`);
        if (between !== undefined) assert.ok(between <= 2 * most, `${name}: ${between} of ${readBack.size}`);
      }
    }
  });

  test('a loop keeps its frames, its rate and its flag, and the frame that closes it is not written', () => {
    const document = core.load([{ name: 'move.iqe', bytes: Buffer.from(kLoop) }]);
    const [first] = readIqm(document.convert('iqm').bytes).actions,
      again = core.load([{ name: 'again.iqm', bytes: document.convert('iqm').bytes }]);
    assert.deepEqual(first, { name: 'turn', first: 0, frames: 3, rate: 12.5, loop: true });
    assert.equal(again.actions[0].duration, document.actions[0].duration);
    assert.deepEqual(readIqm(again.convert('iqm').bytes).actions, readIqm(document.convert('iqm').bytes).actions);
  });
});

describe('IQE', () => {
  for (const [what, paths] of Object.entries(models))
    test(`${what} holds what the binary form holds`, () => {
      const text = Buffer.from(written(paths, 'iqe').bytes).toString();
      assert.match(text, /^# Inter-Quake Export\n/);
      const known =
        /^(?:$|#|joint "|mesh "|material "|animation "|pq |vp |vt |vn |vc |vb |fm |framerate |loop$|frame$)/;
      for (const line of text.split('\n')) assert.ok(known.test(line) && line.length < 511, line);
      const again = core.load([{ name: 'again.iqe', bytes: Buffer.from(text) }]),
        one = readIqm(again.convert('iqm').bytes),
        other = readIqm(written(paths).bytes);
      assert.deepEqual(one.meshes, other.meshes);
      assert.deepEqual(one.actions, other.actions);
      assert.deepEqual(
        one.joints.map(({ name, parent }) => [name, parent]),
        other.joints.map(({ name, parent }) => [name, parent]),
      );
      for (let f = 0; f < other.header.num_frames; ++f) {
        const box = boxOf(other.posed(f));
        assert.ok(off(boxOf(one.posed(f)), box) <= 1e-3 * edge(box), `frame ${f}`);
      }
    });
});

describe('for an engine', () => {
  const engines =
    'raylib fteqw darkplaces ioquake3 quake3e spearmint q2rtx daemon gzdoom redeclipse cube2 tesseract warfork alienarena love portable'.split(
      ' ',
    );
  const names = { ioquake3: 'ioq3', cube2: 'sauerbraten', love: 'love_iqm_exm' };
  const profiles = shared ? JSON.parse(readFileSync(join(shared, 'formats/iqm_profiles.json'), 'utf8')) : undefined;

  for (const engine of engines)
    test(engine, { skip: without }, () => {
      const facts = engine === 'portable' ? profiles.portable : profiles.engines[names[engine] ?? engine]._writing;
      for (const paths of Object.values(models)) {
        const { bytes, report } = written(paths, 'iqm', { engine }),
          iqm = assertPortable(bytes);
        assert.equal(typeof report.engine, 'string');
        assert.ok(bytes.length <= (facts.fileBytes ?? Infinity));
        assert.ok(iqm.joints.length <= facts.joints);
        assert.ok(iqm.arrays.position.length <= (facts.verticesPerModel ?? Infinity));
        const pattern = new RegExp(`^${facts.namePattern}+$`);
        const fits = (name, most) => assert.ok(pattern.test(name) && name.length <= most, name);
        for (const { name } of iqm.joints) fits(name, facts.jointNameBytes);
        for (const { name } of iqm.actions) fits(name, facts.actionNameBytes);
        for (const { vertices, triangles, material, name } of iqm.meshes) {
          assert.ok(
            vertices <= (facts.verticesPerMesh ?? Infinity) && triangles <= (facts.trianglesPerMesh ?? Infinity),
          );
          assert.ok(material.length <= facts.materialBytes, material);
          if (facts.meshNames === 'lower case') assert.equal(name, name.toLowerCase());
          if (facts.material.startsWith('path without extension')) assert.doesNotMatch(material, /\.(png|tga|jpg)$/i);
        }
        if (facts.scale === 'none')
          assert.ok(iqm.poses.every(({ mask, offset }) => mask >> 7 === 0 && offset.slice(7).every((s) => s === 1)));
        if (facts.color.includes('white')) assert.ok(iqm.arrays.color);
        if (facts.rate === 'whole number') for (const { rate } of iqm.actions) assert.equal(rate, Math.round(rate));
        if (facts.staticAllowed === false && iqm.joints.length > 0) assert.ok(iqm.actions.length > 0);
        const up = facts.axes?.up === '+y' ? 1 : 2,
          size = (box) => box[1].map((high, c) => high - box[0][c]);
        const plain = size(boxOf(readIqm(written(paths).bytes).posed())),
          turned = size(boxOf(iqm.posed()));
        assert.ok(Math.abs(turned[up] / edge([[0, 0, 0], turned]) - plain[2] / edge([[0, 0, 0], plain])) < 1e-4, 'up');
      }
    });

  test('no name of an action begins another one in GZDoom, and an engine that there is not is refused', () => {
    const text = kLoop + kLoop.slice(kLoop.indexOf('animation')).replace('"turn"', '"turnback"');
    const iqm = readIqm(
      core.load([{ name: 'two.iqe', bytes: Buffer.from(text) }]).convert('iqm', { engine: 'gzdoom' }).bytes,
    );
    assert.deepEqual(
      iqm.actions.map(({ name }) => name),
      ['turn_', 'turnback'],
    );
    assert.throws(() => open(...models.heron).convert('iqm', { engine: 'doom3' }), { code: 'EXPORT_OPTION' });
  });
});

describe('models of other people', { skip: without }, () => {
  const { models: expected } = shared
    ? JSON.parse(readFileSync(join(shared, 'reference/iqm_roundtrip.json'), 'utf8'))
    : { models: {} };
  for (const [what, model] of Object.entries(expected))
    test(what, () => {
      const paths = [...new Set([model.source, ...model.actions.map(({ source }) => source)])].filter(Boolean),
        files = paths.map((path) => join(shared, 'corpus', path));
      assert.ok(files.every(existsSync));
      const beside = files[0].endsWith('.gltf') ? [files[0].replace('.gltf', '.bin')].filter(existsSync) : [];
      for (const kind of ['iqm', 'iqe']) {
        const document = open(...files, ...beside);
        let { bytes } = document.convert(kind);
        if (kind === 'iqe') bytes = core.load([{ name: 'again.iqe', bytes }]).convert('iqm').bytes;
        assertRoundTrip(assertPortable(bytes), model);
      }
    });

  function assertRoundTrip(iqm, model) {
    const { joints, meshes, actions, triangles } = iqm,
      within = model.tolerance.box;
    const names = model.joints?.names ?? model.joint_names ?? [],
      own = joints.map(({ name }) => name);
    for (const name of names) if (name) assert.ok(own.includes(name), name);
    if (model.joints) assert.ok(joints.length >= model.joints.count && joints.length <= model.joints.count + 1);
    if (model.meshes) {
      for (const mesh of model.meshes) assert.ok(meshes.some(({ triangles: count }) => count === mesh.triangles));
      assert.equal(
        triangles.length,
        model.meshes.reduce((sum, mesh) => sum + mesh.triangles, 0),
      );
    } else {
      assert.equal(triangles.length, model.triangles ?? model.statistics_of_source.instanceTriangles);
    }
    if (model.kind !== 'gltf') assert.ok(off(boxOf(iqm.posed()), model.bind_box) <= within, 'bind pose');
    for (const [k, action] of model.actions.entries()) {
      const found = actions.find(({ name }) => name === action.name) ?? actions[k];
      if (action.rate) assert.deepEqual([found.frames, found.rate], [action.frames, action.rate]);
      if (typeof action.loop === 'boolean') assert.equal(found.loop, action.loop);
      assert.notEqual(found.name, '');
      for (const [at, box] of Object.entries(action.boxes ?? {})) {
        const time = Number(at) / (action.rate ?? action.sampled_at),
          frame = time * found.rate;
        if (Math.abs(frame - Math.round(frame)) > 1e-3) continue;
        const posed = boxOf(iqm.posed(found.first + Math.min(Math.round(frame), found.frames - 1)));
        assert.ok(off(posed, box) <= within, `${found.name} ${at}: ${off(posed, box)}`);
      }
    }
  }
});

test('a material whose only image is written by its name loses nothing', () => {
  const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const gltf = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ name: 'skin', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: 'body.png' }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [
      { byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}` },
    ],
  };
  const document = core.load([{ name: 'skin.gltf', bytes: new TextEncoder().encode(JSON.stringify(gltf)) }]);
  const lost = (engine) =>
    document.convert('iqm', { engine }).report.losses.filter(({ what }) => what === 'materials').length;
  assert.deepEqual([lost('raylib'), lost('gzdoom'), lost('love')], [0, 0, 1]);
  document.dispose();
});
