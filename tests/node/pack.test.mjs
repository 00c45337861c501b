// `vitrine pack`: one small GLB for the web. It is unpacked by npm's meshopt decoder and posed by the specification alone.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import validator from 'gltf-validator';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { AnimationMixer, Texture, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

import { poseGlb, readGlb, verticesOf } from './support/glb.mjs';
import { rise, square } from './support/inputs.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = ['heron.md5mesh', 'walk.md5anim'].map((name) => join(root, 'public/samples/heron', name));
const column = join(root, 'public/samples/column');
let folder, packedHeron, wholeHeron;
const at = (name) => join(folder, name);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
  writeFileSync(at('square.md5mesh'), square());
  writeFileSync(at('rise.md5anim'), rise);
  await MeshoptDecoder.ready;
  packedHeron = pack('heron.vit.glb', ...heron);
  wholeHeron = convert('heron.glb', ...heron);
});
after(() => rmSync(folder, { recursive: true }));

const kinds = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** A packed file as `readGlb` has others: accessors are numbers, with strides, views and parts of a whole undone. */
function readPacked(bytes) {
  const { json } = readGlb(bytes),
    bin = bytes.subarray(28 + bytes.readUInt32LE(12));
  const views = json.bufferViews.map(({ byteOffset = 0, byteLength, extensions }) => {
    if (!extensions) return bin.subarray(byteOffset, byteOffset + byteLength);
    const { count, byteStride, mode, filter, ...packed } = extensions.EXT_meshopt_compression,
      out = new Uint8Array(count * byteStride);
    assert.equal(out.length, byteLength);
    const source = bin.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
    MeshoptDecoder.decodeGltfBuffer(out, count, byteStride, source, mode, filter);
    return out;
  });
  const accessor = (index) => {
    const { bufferView, byteOffset = 0, componentType, normalized, count, type } = json.accessors[index],
      { byteStride } = json.bufferViews[bufferView],
      Kind = kinds[componentType],
      width = sizes[type],
      data = new Kind(
        views[bufferView].slice(byteOffset).buffer.slice(0),
        0,
        Math.floor((views[bufferView].length - byteOffset) / Kind.BYTES_PER_ELEMENT),
      ),
      step = byteStride ? byteStride / Kind.BYTES_PER_ELEMENT : width,
      whole = normalized ? 2 ** (8 * Kind.BYTES_PER_ELEMENT - (Kind.name.startsWith('I') ? 1 : 0)) - 1 : 1;
    return Float64Array.from(
      { length: count * width },
      (_, i) => data[Math.floor(i / width) * step + (i % width)] / whole,
    );
  };
  return { json, accessor, image: (i) => views[json.images[i].bufferView] };
}

const pack = (name, ...args) => {
  const { status, value, stderr } = vitrineJson(['pack', ...args, '-o', at(name), '--json']);
  assert.equal(status, 0, stderr);
  return { report: value, bytes: readFileSync(at(name)) };
};

const convert = (name, ...args) => {
  assert.equal(vitrine(['convert', ...args, '-o', at(name)]).status, 0);
  return readGlb(new Uint8Array(readFileSync(at(name))));
};

/** World positions of every mesh in a pose. */
const posed = (glb, animation, time) => {
  const pose = poseGlb(glb, animation, time);
  return glb.json.nodes.flatMap(({ mesh }, node) => (mesh === undefined ? [] : [verticesOf(glb, node, pose)]));
};

/** The farthest that a point of one list is from all of the other. */
const farthest = (from, to) =>
  Math.max(
    ...from.map((p) =>
      to.reduce((least, q) => Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])), Infinity),
    ),
  );

async function faultsOf(bytes) {
  const { issues } = await validator.validateBytes(new Uint8Array(bytes));
  return issues.messages.filter(({ severity }) => severity < 2);
}

describe('vitrine pack', () => {
  test('makes the heron with its images at most 150 KiB', () => {
    const { report, bytes } = packedHeron;
    assert.ok(bytes.length <= 150 * 1024, `${bytes.length} bytes`);
    assert.equal(report.bytes, bytes.length);
    assert.equal(report.images.length, 4);
  });

  test('writes a file that only extensions of every reader have to be known for', async () => {
    const { bytes } = packedHeron;
    assert.deepEqual(readGlb(bytes).json.extensionsRequired, ['EXT_meshopt_compression', 'KHR_mesh_quantization']);
    assert.deepEqual(await faultsOf(bytes), []);
  });

  test('holds its vertices to the tolerance in every pose, by another reader', () => {
    const { report, bytes } = packedHeron,
      packed = readPacked(bytes),
      size = report.measured.largest / report.measured.relative;
    assert.ok(report.measured.relative <= 0.001);
    for (const [animation, time] of [
      [undefined, 0],
      [0, 0.31],
    ]) {
      const a = posed(wholeHeron, animation, time),
        b = posed(packed, animation, time);
      assert.deepEqual(
        b.map((mesh) => mesh.length),
        a.map((mesh) => mesh.length),
      );
      // Some of the vertices stand for all of them.
      b.forEach((mesh, i) => {
        const some = mesh.filter((_, v) => v % 40 === 0),
          off = farthest(some, a[i]);
        assert.ok(off <= size * 0.001, `${off} at ${time} of ${animation}`);
      });
    }
  });

  test('stands in three.js where it stands here, at rest and in the middle of its action', async () => {
    globalThis.self ??= globalThis;
    const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
    // Node decodes no images.
    loader.register(() => ({ name: 'no images', loadTexture: async () => new Texture() }));
    const bytes = new Uint8Array(packedHeron.bytes).buffer,
      { scene, animations } = await loader.parseAsync(bytes, ''),
      mixer = new AnimationMixer(scene),
      packed = readPacked(packedHeron.bytes),
      size = packedHeron.report.measured.largest / packedHeron.report.measured.relative;
    const meshes = [];
    scene.traverse((node) => node.isSkinnedMesh && meshes.push(node));
    assert.equal(meshes.length, 4);
    // three.js has four influences per vertex.
    const withFew = packed.json.meshes.map(({ primitives: [{ attributes }] }) => {
      const { count } = packed.json.accessors[attributes.POSITION],
        more = attributes.WEIGHTS_1 === undefined ? [] : packed.accessor(attributes.WEIGHTS_1);
      return Array.from({ length: count }, (_, v) => more.slice(4 * v, 4 * v + 4).every((weight) => weight === 0));
    });
    for (const [animation, time] of [
      [undefined, 0],
      [0, 0.31],
    ]) {
      if (animation !== undefined) mixer.clipAction(animations[animation]).play();
      mixer.setTime(time);
      scene.updateMatrixWorld(true);
      const places = meshes.map((mesh) =>
        Array.from({ length: mesh.geometry.attributes.position.count }, (_, v) =>
          mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld).toArray(),
        ),
      );
      posed(packed, animation, time).forEach((ours, i) => {
        const few = withFew[i].flatMap((isFew, v) => (isFew ? [v] : []));
        assert.ok(few.length > ours.length / 2);
        for (const v of few) {
          const off = Math.hypot(...ours[v].map((x, c) => x - places[i][v][c]));
          assert.ok(off < size * 1e-5, `vertex ${v} of mesh ${i} is off by ${off} at ${time} of ${animation}`);
        }
      });
    }
  });

  test('shows rigid meshes and shapes where they were', async () => {
    const file = join(root, 'public/samples/lighthouse'),
      whole = convert('lighthouse.glb', file),
      { report, bytes } = pack('lighthouse.vit.glb', file),
      packed = readPacked(bytes);
    assert.deepEqual(await faultsOf(bytes), []);
    assert.ok(packed.json.meshes.some(({ primitives }) => primitives.some(({ targets }) => targets)));
    const size = report.measured.largest / report.measured.relative,
      all = (glb) => posed(glb, 0, 0.6).flat();
    const [a, b] = [all(whole), all(packed)],
      some = b.filter((_, v) => v % 100 === 0);
    assert.ok(farthest(some, a) <= size * 0.001);
  });

  test('is read again by the command, with the same triangles and actions', () => {
    const { json, accessor } = wholeHeron,
      { statistics, actions } = vitrineJson(['inspect', at('heron.vit.glb'), '--json']).value.info;
    const primitives = json.meshes.flatMap((mesh) => mesh.primitives);
    assert.equal(
      3 * statistics.triangles,
      primitives.reduce((sum, { indices }) => sum + json.accessors[indices].count, 0),
    );
    assert.deepEqual(
      actions.map(({ name, duration }) => [name, Math.fround(duration)]),
      json.animations.map(({ name, samplers }) => [
        name,
        Math.max(...samplers.map(({ input }) => accessor(input).at(-1))),
      ]),
    );
  });

  test('leaves out frames within the tolerance, and makes images as small as asked for, JPEG or PNG', () => {
    const loose = pack('loose.glb', column, '--tolerance', '0.01', '--texture-size', '32', '--lossless'),
      tight = pack('tight.glb', column, '--tolerance', '0.0005', '--texture-size', '32', '--quality', '50');
    const { frames, measured } = loose.report;
    assert.ok(frames.after < frames.before, JSON.stringify(frames));
    assert.ok(measured.relative <= 0.01);
    assert.ok(tight.report.frames.after > frames.after);
    assert.deepEqual(
      loose.report.images.map(({ width, height, type }) => [Math.max(width, height), type]),
      [[32, 'image/png']],
    );
    assert.equal(Buffer.from(readPacked(loose.bytes).image(0)).toString('latin1', 1, 4), 'PNG');
    assert.ok(tight.report.images[0].bytes < loose.report.images[0].bytes);
    assert.deepEqual([...readPacked(tight.bytes).image(0).subarray(0, 2)], [0xff, 0xd8]);
  });

  test('keeps no names of folders', () => {
    const { bytes } = packedHeron;
    assert.ok(!bytes.includes(root));
  });

  describe('--preview', () => {
    let preview, told;
    const opened = async () => (await new GLTFLoader().parseAsync(new Uint8Array(preview).buffer, '')).scene;
    before(async () => {
      const args = ['-o', at('p.glb'), '--preview', at('preview.glb'), '--action', 'walk', '--json'];
      const { status, value } = vitrineJson(['pack', ...heron, ...args]);
      assert.equal(status, 0);
      [preview, told] = [readFileSync(at('preview.glb')), value.preview];
    });

    test('is a small GLB without faults that other programs open', async () => {
      const { issues } = await validator.validateBytes(new Uint8Array(preview));
      assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], JSON.stringify(issues.messages));
      assert.ok(preview.length <= 20 * 1024, `${preview.length} bytes`);
      assert.equal(told.bytes, preview.length);
      const scene = await opened();
      let triangles = 0;
      scene.traverse(({ geometry }) => (triangles += geometry ? geometry.index.count / 3 : 0));
      assert.equal(triangles, told.triangles);
      assert.ok(triangles > 500 && triangles <= 1500, `${triangles} triangles`);
    });

    test('lies on the model as the action begins, and frames the whole action', async () => {
      const scene = await opened(),
        points = [];
      scene.updateMatrixWorld(true);
      scene.traverse((each) => {
        if (!each.geometry) return;
        const { position } = each.geometry.attributes;
        for (let v = 0; v < position.count; ++v)
          points.push(new Vector3().fromBufferAttribute(position, v).applyMatrix4(each.matrixWorld).toArray());
      });
      const first = posed(wholeHeron, 0, 0).flat(),
        { framing } = readGlb(preview).json.asset.extras,
        size = Math.hypot(...framing.max.map((value, k) => value - framing.min[k]));
      // Vertices of the coarse surface are some of the model's own.
      assert.ok(farthest(points, first) <= size * 1e-4);
      const moments = Array.from({ length: 32 }, (_, i) => posed(wholeHeron, 0, (1.25 * i) / 31).flat());
      for (const [side, pick] of [
        ['min', Math.min],
        ['max', Math.max],
      ])
        framing[side].forEach((value, k) => {
          const wanted = moments.flat().reduce((most, point) => pick(most, point[k]), moments[0][0][k]);
          assert.ok(Math.abs(value - wanted) <= size * 1e-4, `${side} ${k}: ${value}, not ${wanted}`);
        });
    });
  });

  for (const [what, args, said] of [
    ['no file to write', [], /name the file to write/],
    ['another kind of preview', ['-o', 'x.glb', '--preview', 'x.png'], /a preview is a \.glb/],
    ['an action without a preview', ['-o', 'x.glb', '--action', 'rise'], /--action needs --preview/],
    ['an action that is not there', ['-o', 'x.glb', '--preview', 'p2.glb', '--action', 'fly'], /fly/],
    ['another kind of file', ['-o', 'hero.qmsh'], /a packed file is a \.glb.*vitrine convert/],
    ['a tolerance of nothing', ['-o', 'x.glb', '--tolerance', '0'], /--tolerance/],
    ['images of no size', ['-o', 'x.glb', '--texture-size', '0'], /--texture-size/],
    ['a quality past 100', ['-o', 'x.glb', '--quality', '101'], /--quality is at most 100/],
    ['both kinds of images', ['-o', 'x.glb', '--quality', '80', '--lossless'], /exclude/],
    ['a tolerance that no packing keeps', ['-o', 'x.glb', '--tolerance', '1e-9'], /finest packing/],
  ])
    test(`refuses ${what}`, () => {
      const { status, stderr } = vitrine(['pack', 'square.md5mesh', 'rise.md5anim', ...args], { cwd: folder });
      assert.equal(status, 2);
      assert.match(stderr, said);
    });
});
