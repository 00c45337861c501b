// GLB: what gltf-validator says of every model there is, vertices by glTF's rules against the poses of the module, and
// small models whose contents are worked out by hand. Read by support/glb.mjs, which shares nothing with the writer.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import validator from 'gltf-validator';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { gltfFromFile, poseGlb, readGlb, verticesOf } from './support/glb.mjs';
import { bytes, rise, square } from './support/inputs.mjs';
import { bmp, crc32, gif } from './support/pictures.mjs';
import { data, root, shared, vitrine, without } from './support/vitrine.mjs';

const kModels = /\.(md5mesh|md5anim|md5camera|qmsh|tmp|scene|pivot|mdl|md2|md3|bin|png|jpe?g|tga|dds)$/i;
const samples = ['column', 'heron', 'lighthouse', 'mannequin', 'pinwheel'];

let core;
before(async () => (core = await createVitrine()));

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && kModels.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
const read = (path) => ({ name: path, bytes: readFileSync(path) });

/**
 * Files that belong together: those of one folder, or each alone; with `motion`, every mesh also with that action; with
 * `every`, one file of so many.
 */
function documentsBelow(folder, { alone = false, motion, every = 1 } = {}) {
  const groups = new Map();
  for (const path of filesBelow(folder).filter((_, i) => i % every === 0)) {
    const key = alone ? path : dirname(path);
    groups.set(key, [...(groups.get(key) ?? []), path]);
    if (motion && path.endsWith('.md5mesh')) groups.set(`${path} moved`, [path, join(folder, motion)]);
  }
  return [...groups];
}

/** Every document of a folder that opens: files alone may be images, animations without a model, or broken on purpose. */
async function checkFolder(t, folder, options) {
  let count = 0;
  for (const [name, paths] of documentsBelow(folder, options)) {
    let document;
    try {
      document = core.open(paths.map(read));
    } catch {
      continue;
    }
    await checkDocument(document, name);
    document.dispose();
    ++count;
  }
  t.diagnostic(`${count} documents`);
  assert.ok(count > 0);
}

async function validate(glb, name) {
  const { issues } = await validator.validateBytes(glb, { maxIssues: 20 });
  const wrong = issues.messages.filter(({ severity }) => severity < 2);
  assert.deepEqual(wrong, [], name);
  assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], name);
}

const hierarchyNames = (nodes, out = []) => {
  for (const { index, name, children } of nodes) {
    out[index] = name;
    hierarchyNames(children, out);
  }
  return out;
};

/** Which node of the GLB holds which mesh of a pose: by name and number of vertices, each once. */
function matchMeshes(glb, document, pose) {
  const names = hierarchyNames(document.hierarchy),
    taken = new Set();
  return pose.meshes.map(({ node, positions }) => {
    const found = glb.json.nodes.findIndex(({ name = '', mesh, extras }, i) => {
      if (mesh === undefined || taken.has(i)) return false;
      const own = extras?.name ?? name;
      const { count } = glb.json.accessors[glb.json.meshes[mesh].primitives[0].attributes.POSITION];
      return count * 3 === positions.length && (own === names[node] || own.startsWith(`${names[node]} (mesh)`));
    });
    if (found >= 0) taken.add(found);
    return found;
  });
}

/** The largest distance of a vertex from the module's own pose, in file units. */
function largestDistance(glb, document, action, time) {
  const { axes } = document.report.info;
  const toGltf = gltfFromFile(axes);
  const animation = action === undefined ? undefined : glb.json.animations.findIndex(({ name }) => name === action);
  const posed = poseGlb(glb, animation, time);
  const pose = document.pose({ action, time, normals: false });
  const holders = matchMeshes(glb, document, pose);
  let largest = 0,
    compared = 0;
  pose.meshes.forEach(({ node, skinned, positions }, i) => {
    if (holders[i] < 0) return;
    const m = pose.matrices.subarray(node * 16, node * 16 + 16);
    verticesOf(glb, holders[i], posed).forEach((found, v) => {
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      const there = skinned ? [x, y, z] : [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
      const wanted = toGltf(there);
      largest = Math.max(largest, Math.hypot(...wanted.map((w, c) => w - found[c])) / axes.unit);
      ++compared;
    });
  });
  return { largest, compared };
}

/** Validates, reads again, and compares the stated errors with errors of the test's own making. */
async function checkDocument(document, name) {
  const { bytes: file, report } = document.convert('glb');
  await validate(file, name);
  const glb = readGlb(file),
    { readBack, losses } = report;
  const slack = 2e-6 * readBack.size + 1e-6;
  const bind = largestDistance(glb, document);
  assert.ok(Math.abs(bind.largest - readBack.bind.largest) <= slack, `${name}: bind ${bind.largest}`);
  assert.ok(bind.largest <= 1e-5 * readBack.size, `${name}: bind pose off by ${bind.largest}`);
  const names = readBack.actions.map((action) => action.name);
  const stride = Math.ceil(readBack.actions.length / 6);
  const exact = !losses.some(({ what }) => ['offsets', 'weights', 'influences', 'shear'].includes(what));
  for (let i = 0; i < readBack.actions.length; i += stride) {
    const action = readBack.actions[i];
    if (names.indexOf(action.name) !== i || bind.compared === 0) continue;
    const stated = largestDistance(glb, document, action.name, action.time);
    assert.ok(
      Math.abs(stated.largest - action.largest) <= slack + 0.01 * action.largest,
      `${name}: ${action.name} at ${action.time} is off by ${stated.largest}, stated ${action.largest}`,
    );
    // The loop of stored frames goes on to the first one after the last key.
    const { samplers = [] } = glb.json.animations.find(({ name }) => name === action.name);
    const end = Math.max(0, ...samplers.map(({ input }) => glb.json.accessors[input].max[0]));
    const own = largestDistance(glb, document, action.name, 0.377 * end);
    if (exact) assert.ok(own.largest <= 1e-4 * readBack.size, `${name}: ${action.name} is off by ${own.largest}`);
  }
  return { glb, report };
}

describe('samples as GLB', () => {
  for (const sample of samples) {
    test(`${sample}: valid, and its vertices are those of the poses`, async () => {
      const files = filesBelow(join(root, 'public/samples', sample)).map(read);
      const document = core.open(files);
      const { glb, report } = await checkDocument(document, sample);
      const played = document.actions.filter(({ whyNot }) => whyNot === undefined).length;
      const loose = glb.json.scenes[0].extras?.actions?.length ?? 0;
      assert.equal((glb.json.animations?.length ?? 0) + loose, played);
      assert.equal(glb.json.images?.length ?? 0, files.filter(({ name }) => name.endsWith('.png')).length);
      for (const { largest } of report.readBack.actions) assert.ok(largest <= 2e-6 * report.readBack.size);
      document.dispose();
    });
  }
});

describe('reference models as GLB', { skip: without }, () => {
  for (const [folder, options] of [
    ['md5', {}],
    ['qmsh', {}],
    ['kri/real', { alone: true }],
    ['quake_frames', { alone: true, every: 6 }],
  ]) {
    test(`${folder}: every document that opens is valid and poses as it did`, (t) =>
      checkFolder(t, join(shared, 'corpus', folder), options));
  }
});

describe('reference files as GLB', () => {
  for (const [format, options] of [
    ['md5', { motion: 'base.md5anim' }],
    ['kri', {}],
    ['pivot', {}],
  ]) {
    test(`${format}: every document that opens is valid and poses as it did`, (t) =>
      checkFolder(t, data(format, 'reference'), { alone: true, ...options }));
  }
});

test('every small file that is valid is valid as GLB', async (t) => {
  for (const format of ['kri', 'md5', 'pivot', 'qmsh', 'quake'])
    await checkFolder(t, join(root, 'tests/data', format, 'valid'), { alone: true });
});

describe('a small MD5 as GLB', () => {
  const open = (...more) => core.open([{ name: 'a.md5mesh', bytes: bytes(square()) }, ...more]);

  test('has its vertices, joints and weights where they belong', () => {
    const document = open();
    const glb = readGlb(document.export('glb'));
    const { json, accessor } = glb;
    const meshNode = json.nodes.find(({ mesh }) => mesh !== undefined);
    const { attributes, indices } = json.meshes[meshNode.mesh].primitives[0];
    // MD5: x forward, y left, z up. glTF: z forward, x left, y up. The lower joint is at 0, the upper one at z = 1.
    assert.deepEqual(
      [...accessor(attributes.POSITION)],
      [
        [1, 0, 1],
        [-1, 0, 1],
        [-1, 1, -1],
        [1, 1, -1],
      ].flat(),
    );
    assert.deepEqual(json.accessors[attributes.POSITION].min, [-1, 0, -1]);
    assert.deepEqual(json.accessors[attributes.POSITION].max, [1, 1, 1]);
    const { joints, inverseBindMatrices } = json.skins[meshNode.skin];
    assert.deepEqual(
      joints.map((joint) => json.nodes[joint].name),
      ['root', 'top'],
    );
    assert.deepEqual([...accessor(inverseBindMatrices)].slice(16 + 12), [0, -1, 0, 1]);
    assert.deepEqual([...accessor(attributes.JOINTS_0)], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    assert.deepEqual([...accessor(attributes.WEIGHTS_0)], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    // Two turns of the axes and MD5's clockwise front make one change of winding.
    const [a, b, c] = [...accessor(indices)]
      .slice(0, 3)
      .map((v) => accessor(attributes.POSITION).slice(3 * v, 3 * v + 3));
    const [u, w] = [b, c].map((p) => p.map((x, i) => x - a[i]));
    const normal = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const stored = accessor(attributes.NORMAL);
    assert.ok(normal.reduce((sum, x, i) => sum + x * stored[i], 0) > 0, 'the front is where the normals point');
    assert.deepEqual(json.asset.extras.axes, { up: 'z', handedness: 'right', forward: [1, 0, 0], unit: 1 });
    document.dispose();
  });

  test('moves as its frames say, straight between them', () => {
    const document = open({ name: 'rise.md5anim', bytes: bytes(rise) });
    const { json, accessor } = readGlb(document.export('glb'));
    const [{ name, channels, samplers }] = json.animations;
    assert.equal(name, 'rise');
    assert.equal(channels.length, 1);
    assert.equal(json.nodes[channels[0].target.node].name, 'top');
    assert.equal(channels[0].target.path, 'translation');
    assert.equal(samplers[0].interpolation, 'LINEAR');
    assert.deepEqual([...accessor(samplers[0].input)], [0, 0.1, 0.2].map(Math.fround));
    const third = Math.fround(1.3333333333);
    assert.deepEqual([...accessor(samplers[0].output)], [0, 1, 0, 0, third, 0, 0, 1, 0]);
    document.dispose();
  });

  test('with joints of one name keeps them apart and says so', async () => {
    const document = core.open([{ name: 'a.md5mesh', bytes: bytes(square({ joint: 'top' })) }]);
    const { bytes: file, report } = document.convert('glb');
    await validate(file, 'twins');
    const { json } = readGlb(file);
    const tops = json.nodes.filter(({ name }) => name.startsWith('top'));
    assert.deepEqual(
      tops.map(({ name, extras }) => [name, extras?.name]),
      [
        ['top', undefined],
        ['top.1', 'top'],
      ],
    );
    assert.ok(report.losses.some(({ what, count }) => what === 'names' && count === 1));
    document.dispose();
  });
});

describe('images in a GLB', () => {
  const shader = (name) => ({ name: 'a.md5mesh', bytes: bytes(square().replace('cloth', name)) });
  /** Two by one pixels, 32 bits, from the top: red, and green half seen through. */
  const tga = Uint8Array.from([0, 0, 2, ...Array(9).fill(0), 2, 0, 1, 0, 32, 0x28, 0, 0, 255, 255, 0, 255, 0, 128]);
  const embedded = (name, image) => {
    const document = core.open([shader(name), { name: `${name}.${image.ending}`, bytes: image.bytes }]);
    const { bytes: written, report } = document.convert('glb');
    document.dispose();
    return { glb: readGlb(written), file: written, report };
  };

  /** A scene that names the image itself, in as many letters. */
  const named = (name, image) => {
    const scene = readFileSync(join(root, 'public/samples/lighthouse/lighthouse.scene'), 'latin1');
    assert.equal(name.length, 'lighthouse_tower.png'.length);
    const renamed = Buffer.from(scene.replaceAll('lighthouse_tower.png', name), 'latin1');
    const document = core.open([
      { name: 'a.scene', bytes: renamed },
      { name, bytes: image },
    ]);
    const { bytes: written, report } = document.convert('glb');
    document.dispose();
    return { glb: readGlb(written), file: written, report };
  };

  test('of a TGA is a PNG with its pixels', async () => {
    const { glb, file } = embedded('cloth', { ending: 'tga', bytes: tga });
    await validate(file, 'tga');
    assert.equal(glb.json.images[0].mimeType, 'image/png');
    const png = Buffer.from(glb.image(0));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[25]], [2, 1, 6]);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    assert.equal(rows[0], 0);
    assert.deepEqual([...rows.subarray(1)], [255, 0, 0, 255, 0, 255, 0, 128]);
    const { baseColorTexture } = glb.json.materials[0].pbrMetallicRoughness;
    assert.equal(glb.json.textures[baseColorTexture.index].source, 0);
  });

  for (const [ending, image, rgba] of [
    // Two pixels in a row: red, and the transparent colour.
    [
      'gif',
      gif({
        width: 2,
        height: 1,
        palette: [
          [255, 0, 0],
          [0, 255, 0],
        ],
        indices: [0, 1],
        transparent: 1,
      }),
      [255, 0, 0, 255, 0, 0, 0, 0],
    ],
    ['bmp', bmp({ width: 2, height: 1, bits: 24, rows: [[0, 0, 255, 0, 255, 0]] }), [255, 0, 0, 0, 255, 0]],
  ])
    test(`of a ${ending.toUpperCase()} is a PNG with its pixels`, async () => {
      const { glb, file, report } = named(`lighthouse_tower.${ending}`, image);
      await validate(file, ending);
      const png = Buffer.from(glb.image(0));
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2, 1]);
      const at = png.indexOf('IDAT');
      assert.deepEqual([...inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))], [0, ...rgba]);
      assert.ok(!report.losses.some(({ message }) => message.includes('lighthouse_tower')));
    });

  test('of a WEBP is left out where no browser decodes it, and the report says why', async () => {
    const webp = Buffer.from('524946461a000000574542505650384c0d0000002f0000001007101111888808', 'hex');
    const { glb, file, report } = named('lighthouse_towe.webp', webp);
    await validate(file, 'webp');
    assert.equal(glb.json.images, undefined);
    const said = report.losses.filter(({ what }) => what === 'textures').map(({ message }) => message);
    assert.match(said.join('\n'), /there, but cannot be decoded, .*: '[^']+' \(WEBP, which only browsers decode\)/);
  });

  test('of a PNG is the PNG, without what says how to show it', async () => {
    const png = encodePng(1, 1, Uint8Array.of(1, 2, 3, 255));
    const gamma = Buffer.from('0000000467414d410000b18f0bfc6105', 'hex');
    const dressed = Buffer.concat([png.subarray(0, 33), gamma, png.subarray(33)]);
    for (const bytesOf of [png, dressed]) {
      const { glb, file } = embedded('cloth', { ending: 'png', bytes: bytesOf });
      await validate(file, 'png');
      assert.deepEqual(Buffer.from(glb.image(0)), Buffer.from(png));
    }
  });

  test('of a PNG that no reader shows is left out, and the report says so', () => {
    const whole = Buffer.from(encodePng(4, 4, new Uint8Array(64).fill(200)));
    /** The same with another chunk at `at`, its checksum put right. */
    const changed = (at, change) => {
      const png = Buffer.from(whole),
        end = at + 8 + png.readUInt32BE(at);
      change(png);
      png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
      return png;
    };
    const kHeader = 8;
    for (const [what, png] of [
      ['100000 x 100000', changed(kHeader, (file) => (file.writeUInt32BE(100000, 16), file.writeUInt32BE(100000, 20)))],
      ['0 x 4', changed(kHeader, (file) => file.writeUInt32BE(0, 16))],
      ['too few rows', changed(kHeader, (file) => file.writeUInt32BE(9, 20))],
    ]) {
      const { glb, report } = embedded('cloth', { ending: 'png', bytes: png });
      assert.equal(glb.json.images, undefined, what);
      const said = report.losses.map(({ message }) => message);
      assert.ok(said.includes("1 image is there, but cannot be decoded, and left out: 'cloth'"), `${what}: ${said}`);
      assert.throws(() => core.decodeImage(png), { code: 'IMAGE_HEADER' }, what);
    }
    assert.equal(embedded('cloth', { ending: 'png', bytes: whole }).glb.json.images.length, 1);
  });

  test('of a file that is no image is left out, and the report says so', async () => {
    const { glb, file, report } = embedded('cloth', { ending: 'png', bytes: bytes('no image') });
    await validate(file, 'none');
    assert.equal(glb.json.images, undefined);
    assert.ok(report.losses.some(({ what, message }) => what === 'textures' && message.includes("'cloth'")));
  });
});

describe('vitrine convert -o out.glb', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-glb-'));
    writeFileSync(join(folder, 'a.md5mesh'), square());
    writeFileSync(join(folder, 'rise.md5anim'), rise);
  });
  after(() => rmSync(folder, { recursive: true }));

  test('writes the file and its report', async () => {
    const { status, stderr } = vitrine(
      ['convert', 'a.md5mesh', 'rise.md5anim', '-o', 'out.glb', '--report', 'report.json'],
      { cwd: folder },
    );
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^read back and its action played: no vertex is off by more than/m);
    await validate(readFileSync(join(folder, 'out.glb')), 'out.glb');
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    assert.equal(report.kind, 'glb');
    assert.equal(report.readBack.actions[0].name, 'rise');
    assert.ok(report.readBack.actions[0].largest < 1e-6);
    assert.deepEqual(report.sources, ['a.md5mesh', 'rise.md5anim']);
  });

  const noAssimp = spawnSync('assimp', ['version']).error ? 'no assimp on this machine (Debian: assimp-utils)' : false;
  test('assimp opens it, with every animation and bone', { skip: noAssimp }, () => {
    for (const sample of samples) {
      const out = join(folder, `${sample}.glb`);
      assert.equal(vitrine(['convert', join(root, 'public/samples', sample), '-o', out]).status, 0);
      const { json } = readGlb(readFileSync(out));
      const { status, stdout, stderr } = spawnSync('assimp', ['info', out], { encoding: 'utf8' });
      assert.equal(status, 0, `${sample}: ${stdout.slice(-300)}${stderr}`);
      const number = (what) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(stdout)?.[1]);
      assert.equal(number('Animations'), json.animations?.length ?? 0, sample);
      assert.equal(number('Cameras'), json.cameras?.length ?? 0, sample);
      assert.equal(number('Textures \\(embed\\.\\)'), json.images?.length ?? 0, sample);
      const triangles = (json.meshes ?? [])
        .flatMap(({ primitives }) => primitives)
        .reduce((sum, { indices }) => sum + json.accessors[indices].count / 3, 0);
      assert.equal(number('Faces'), triangles, sample);
    }
  });
});
