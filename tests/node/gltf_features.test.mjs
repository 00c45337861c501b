// What glTF 2.0 has, feature by feature, in small documents made here: counts and places are reckoned by hand from the
// specification and the texts of the extensions.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import { MeshoptEncoder } from 'meshoptimizer/encoder';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { Chunk, documentOf, glb } from './support/gltf.mjs';

let core;
before(async () => (core = await createVitrine()));

const f32 = (...values) => Float32Array.from(values.flat());

/** Opens a document of these members, in which `make` has put data; closed at the end of the test. */
function open(t, make) {
  const chunk = new Chunk();
  const members = make(chunk);
  const bytes = glb({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], ...chunk.members, ...members }, chunk.bytes);
  const document = core.open([{ name: 'made.glb', bytes }]);
  t.after(() => document.dispose());
  return document;
}

const near = (have, want, what, bound = 1e-6) => {
  assert.equal(have.length, want.length, what);
  want.forEach((value, i) =>
    assert.ok(Math.abs(have[i] - value) <= bound, `${what}: ${[...have].join(' ')}, expected ${want.join(' ')}`),
  );
};
const triples = (numbers) =>
  Array.from({ length: numbers.length / 3 }, (_, i) => [...numbers.subarray(3 * i, 3 * i + 3)]);
const sorted = (points) => points.map((point) => point.map((v) => Math.round(v * 1e4) / 1e4 + 0)).sort();
const codes = ({ report }) => report.issues.messages.map(({ code }) => code);

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const mesh = (attributes, more = {}) => [{ primitives: [{ attributes, ...more }] }];

/** Joints 0 to n-1 that stand 2^k along x, and no bind matrices: a vertex moves by its weighted mean. */
const standing = (count) => Array.from({ length: count }, (_, k) => ({ name: `j${k}`, translation: [2 ** k, 0, 0] }));

describe('influences', () => {
  test('all sets count: twelve influences of JOINTS_0, _1 and _2', (t) => {
    const document = open(t, (chunk) => {
      const sets = [0, 1, 2].map((set) => ({
        joints: chunk.add(Uint8Array.from([0, 1, 2].flatMap(() => [0, 1, 2, 3].map((k) => 4 * set + k))), 'VEC4'),
        weights: chunk.add(f32(Array(12).fill(1 / 12)), 'VEC4'),
      }));
      return {
        scenes: [{ nodes: [0, 1] }],
        nodes: [{ mesh: 0, skin: 0 }, { children: standing(12).map((_, k) => k + 2) }, ...standing(12)],
        skins: [{ joints: standing(12).map((_, k) => k + 2) }],
        meshes: mesh({
          POSITION: chunk.add(f32(triangle), 'VEC3'),
          ...Object.fromEntries(
            sets.flatMap(({ joints, weights }, i) => [
              [`JOINTS_${i}`, joints],
              [`WEIGHTS_${i}`, weights],
            ]),
          ),
        }),
      };
    });
    const { statistics } = document.report.info;
    assert.deepEqual([statistics.maxInfluences, statistics.influences, statistics.joints], [12, 36, 12]);
    // (2^0 + ... + 2^11) / 12
    near(document.pose().meshes[0].positions.subarray(0, 3), [4095 / 12, 0, 0], 'a vertex', 1e-4);
  });

  for (const [name, weights, normalized] of [
    ['bytes', Uint8Array.from([51, 204, 0, 0]), true],
    ['16 bits', Uint16Array.from([13107, 52428, 0, 0]), true],
    ['floats with a sum of 2', f32(0.4, 1.6, 0, 0), undefined],
  ])
    test(`weights as ${name} are a fifth and four fifths`, (t) => {
      const document = open(t, (chunk) => ({
        scenes: [{ nodes: [0, 1] }],
        nodes: [{ mesh: 0, skin: 0 }, { children: [2, 3] }, ...standing(2)],
        skins: [{ joints: [2, 3] }],
        meshes: mesh({
          POSITION: chunk.add(f32(triangle), 'VEC3'),
          JOINTS_0: chunk.add(Uint16Array.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]), 'VEC4'),
          WEIGHTS_0: chunk.add(
            new weights.constructor([...weights, ...weights, ...weights]),
            'VEC4',
            normalized && { normalized },
          ),
        }),
      }));
      near(document.pose().meshes[0].positions.subarray(0, 3), [0.2 * 1 + 0.8 * 2, 0, 0], 'a vertex');
    });

  test('two skins bind the same joint differently, and the node of the mesh moves nothing', (t) => {
    const document = open(t, (chunk) => {
      const matrix = (x) => chunk.add(f32(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1), 'MAT4');
      return {
        scenes: [{ nodes: [0, 1, 2] }],
        nodes: [
          { mesh: 0, skin: 0, translation: [100, 0, 0] },
          { mesh: 0, skin: 1, translation: [0, 100, 0] },
          { translation: [0, 0, 5] },
        ],
        skins: [
          { joints: [2], inverseBindMatrices: matrix(10) },
          { joints: [2], inverseBindMatrices: matrix(20) },
        ],
        meshes: mesh({
          POSITION: chunk.add(f32(triangle), 'VEC3'),
          JOINTS_0: chunk.add(new Uint8Array(12), 'VEC4'),
          WEIGHTS_0: chunk.add(f32([1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]), 'VEC4'),
        }),
      };
    });
    const [first, second] = document.pose().meshes;
    near(first.positions.subarray(0, 3), [10, 0, 5], 'the first skin');
    near(second.positions.subarray(0, 3), [20, 0, 5], 'the second skin');
  });
});

describe('accessors', () => {
  test('a sparse one replaces elements of its view, or of zeros where it has none', (t) => {
    const document = open(t, (chunk) => {
      const sparse = (index, values) => ({
        count: index.length,
        indices: { bufferView: chunk.view(index), componentType: index instanceof Uint8Array ? 5121 : 5123 },
        values: { bufferView: chunk.view(values) },
      });
      const whole = { componentType: 5126, type: 'VEC3', count: 3 };
      const over = chunk.accessor({
        ...whole,
        bufferView: chunk.view(f32(triangle)),
        sparse: sparse(Uint8Array.of(2), f32(0, 7, 0)),
      });
      const alone = chunk.accessor({ ...whole, sparse: sparse(Uint16Array.of(0, 1), f32(3, 0, 0, 0, 4, 0)) });
      return {
        scenes: [{ nodes: [0, 1] }],
        nodes: [{ mesh: 0 }, { mesh: 1 }],
        meshes: [...mesh({ POSITION: over }), ...mesh({ POSITION: alone })],
      };
    });
    const [over, alone] = document.pose().meshes.map(({ positions }) => sorted(triples(positions)));
    assert.deepEqual(
      over,
      sorted([
        [0, 0, 0],
        [1, 0, 0],
        [0, 7, 0],
      ]),
    );
    assert.deepEqual(
      alone,
      sorted([
        [3, 0, 0],
        [0, 4, 0],
        [0, 0, 0],
      ]),
    );
  });

  for (const [name, array, normalized, scale] of [
    ['signed bytes', Int8Array.from([-128, 127, 0, 0, 0, 0, 64, -64, 0].map((v) => v)), false, [-128, 127, 64]],
    ['signed bytes, normalized', Int8Array.from([-128, 127, 0, 0, 0, 0, 64, -64, 0]), true, [-1, 1, 64 / 127]],
    ['16 bits, normalized', Uint16Array.from([0, 65535, 0, 0, 0, 0, 13107, 0, 0]), true, [0, 1, 0.2]],
    [
      'signed 16 bits, normalized',
      Int16Array.from([-32768, 32767, 0, 0, 0, 0, 16384, 0, 0]),
      true,
      [-1, 1, 16384 / 32767],
    ],
  ])
    test(`positions as ${name} (KHR_mesh_quantization)`, (t) => {
      const document = open(t, (chunk) => ({
        extensionsUsed: ['KHR_mesh_quantization'],
        extensionsRequired: ['KHR_mesh_quantization'],
        nodes: [{ mesh: 0, scale: [2, 2, 2] }],
        meshes: mesh({ POSITION: chunk.add(array, 'VEC3', normalized && { normalized }) }),
      }));
      const { positions } = document.pose().meshes[0];
      const [low, high, third] = scale;
      near(
        [Math.min(...triples(positions).map(([x]) => x)), Math.max(...triples(positions).map(([, y]) => y))],
        [low, high],
        'the ends',
      );
      assert.ok(
        triples(positions).some(([x]) => Math.abs(x - third) < 1e-6),
        `${third} among ${positions.join(' ')}`,
      );
      // The node's scale is that of the box.
      near([document.pose().bounds.max[1]], [2 * high], 'the box');
      assert.deepEqual(codes(document), []);
    });

  test('a stride leaves out what stands between', (t) => {
    const document = open(t, (chunk) => ({
      nodes: [{ mesh: 0 }],
      meshes: mesh({
        POSITION: chunk.accessor({
          bufferView: chunk.view(f32(0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9), { byteStride: 16 }),
          componentType: 5126,
          type: 'VEC3',
          count: 3,
        }),
      }),
    }));
    assert.deepEqual(sorted(triples(document.pose().meshes[0].positions)), sorted(triples(f32(triangle))));
  });
});

describe('primitives', () => {
  // A zigzag and a fan of five points in a plane; their triangles all face +z.
  const strip = [0, 0, 0, 0, -1, 0, 1, 0, 0, 1, -1, 0, 2, 0, 0],
    fan = [0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 2, 0, 0, 2, 0];
  for (const [name, mode, points, area] of [
    ['a strip', 5, strip, 1.5],
    ['a fan', 6, fan, 1 + 1.5 + 1],
  ])
    test(`${name} of five points is three triangles that face one way`, (t) => {
      for (const indices of [undefined, Uint8Array.of(0, 1, 2, 3, 4), Uint32Array.of(0, 1, 2, 3, 4)]) {
        const document = open(t, (chunk) => ({
          nodes: [{ mesh: 0 }],
          meshes: mesh(
            { POSITION: chunk.add(f32(points), 'VEC3') },
            { mode, ...(indices && { indices: chunk.add(indices, 'SCALAR') }) },
          ),
        }));
        assert.equal(document.report.info.statistics.triangles, 3);
        const [{ positions, normals, indices: corners }] = document.pose().meshes;
        for (const normal of triples(normals)) near(normal, [0, 0, 1], 'a normal');
        const at = (i) => triples(positions)[i];
        let sum = 0;
        for (let i = 0; i < corners.length; i += 3) {
          const [a, b, c] = [0, 1, 2].map((k) => at(corners[i + k]));
          sum += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
        }
        near([sum], [area], 'the area');
      }
    });

  test('lines and points are counted and named, not drawn', (t) => {
    const document = open(t, (chunk) => {
      const POSITION = chunk.add(f32(strip), 'VEC3');
      return {
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [0, 1, 2, 3, 4].map((mode) => ({ mode, attributes: { POSITION } })) }],
      };
    });
    const { counts } = document.report.info.format;
    // Two lines of pairs, five of the loop, four of the strip; three of the five points make a triangle.
    assert.deepEqual([counts.points, counts.lines, counts.triangles], [5, 2 + 5 + 4, 1]);
    assert.ok(codes(document).includes('GLTF_NOT_SHOWN'));
  });

  test('morph targets add to the basis by the weights of the node, the mesh, or the animation', (t) => {
    const document = open(t, (chunk) => {
      const POSITION = chunk.add(f32(triangle), 'VEC3');
      const targets = [1, 10].map((z) => ({ POSITION: chunk.add(f32([0, 0, z], [0, 0, z], [0, 0, z]), 'VEC3') }));
      const meshes = [
        {
          weights: [0.5, 0.25],
          extras: { targetNames: ['up', 'far'] },
          primitives: [{ attributes: { POSITION }, targets }],
        },
      ];
      return {
        scenes: [{ nodes: [0, 1] }],
        nodes: [{ mesh: 0 }, { mesh: 0, weights: [1, 0] }],
        meshes,
        animations: [
          {
            name: 'swell',
            channels: [{ sampler: 0, target: { node: 1, path: 'weights' } }],
            samplers: [{ input: chunk.add(f32(0, 2), 'SCALAR'), output: chunk.add(f32(0, 0, 1, 0.5), 'SCALAR') }],
          },
        ],
      };
    });
    const heights = (options) => document.pose(options).meshes.map(({ positions }) => positions[2]);
    near(heights(), [0.5 + 2.5, 1], 'at rest');
    near(heights({ action: 'swell', time: 1 }), [3, 0.5 + 2.5], 'half-way');
    assert.deepEqual(
      document.report.info.meshes[0].shapes.slice(1).map(({ name }) => name),
      ['up', 'far'],
    );
  });
});

describe('interpolation', () => {
  /** The place of a node that a sampler moves, at times. */
  function moved(t, path, interpolation, times, values, at, type = 'VEC3') {
    const document = open(t, (chunk) => ({
      nodes: [{ name: 'moving', mesh: 0 }],
      meshes: mesh({ POSITION: chunk.add(f32(triangle), 'VEC3') }),
      animations: [
        {
          name: 'go',
          channels: [{ sampler: 0, target: { node: 0, path } }],
          samplers: [
            {
              input: chunk.add(f32(times), 'SCALAR'),
              output: ArrayBuffer.isView(values)
                ? chunk.add(values, type, { normalized: true })
                : chunk.add(f32(values), type),
              ...(interpolation && { interpolation }),
            },
          ],
        },
      ],
    }));
    assert.equal(document.actions[0].duration, times.at(-1));
    return at.map((time) => document.poseReport({ action: 'go', time }).nodes[0]);
  }
  const places = (...args) => moved(...args).map(({ translation }) => translation[0]);

  test('LINEAR, which is also meant where nothing is said; held before the first key and behind the last', (t) => {
    for (const mode of ['LINEAR', undefined])
      near(places(t, 'translation', mode, [1, 3], [10, 0, 0, 20, 0, 0], [0, 1, 1.5, 3]), [10, 10, 12.5, 20], 'x');
  });

  test('STEP keeps a value until the next key, which counts at its own time', (t) => {
    near(
      places(t, 'translation', 'STEP', [0, 1, 2], [1, 0, 0, 2, 0, 0, 3, 0, 0], [0, 0.999, 1, 1.5, 2]),
      [1, 1, 2, 2, 3],
      'x',
    );
  });

  test('CUBICSPLINE is Hermite with tangents times the distance of the keys', (t) => {
    // In-tangent, value, out-tangent.
    const key = (before, value, after) => [before, 0, 0, value, 0, 0, after, 0, 0];
    const at = [0, 0.5, 1, 1.5, 2];
    const expected = at.map((time) => {
      const u = time / 2;
      return (
        (2 * u ** 3 - 3 * u ** 2 + 1) * 5 +
        2 * (u ** 3 - 2 * u ** 2 + u) * 3 +
        (3 * u ** 2 - 2 * u ** 3) * 9 +
        2 * (u ** 3 - u ** 2) * -4
      );
    });
    near(
      places(t, 'translation', 'CUBICSPLINE', [0, 2], [...key(77, 5, 3), ...key(-4, 9, 55)], at),
      expected,
      'x',
      1e-5,
    );
  });

  test('rotations go the shorter way, also between quaternions of opposite sign', (t) => {
    const half = Math.sin(Math.PI / 4);
    // 0 and 90 degrees about z, the second with the other sign.
    const turned = moved(t, 'rotation', 'LINEAR', [0, 1], [0, 0, 0, 1, 0, 0, -half, -half], [0.5], 'VEC4')[0].rotation;
    near([Math.abs(turned[2]), Math.abs(turned[3])], [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)], 'the quarter');
    assert.ok(turned[2] * turned[3] > 0, turned.join(' '));
  });

  test('rotations as normalized integers', (t) => {
    const values = Int16Array.from([0, 0, 0, 32767, 0, 0, 23170, 23170]);
    const [, , z, w] = moved(t, 'rotation', 'LINEAR', [0, 1], values, [1], 'VEC4')[0].rotation;
    near([z, w], [Math.SQRT1_2, Math.SQRT1_2], 'the end', 1e-4);
  });

  test('the rotation of a spline is normalized', (t) => {
    const zero = [0, 0, 0, 0];
    const values = [...zero, 0, 0, 0, 1, ...zero, ...zero, 0, 0, 1, 0, ...zero];
    const { rotation } = moved(t, 'rotation', 'CUBICSPLINE', [0, 1], values, [0.5], 'VEC4')[0];
    // (0, 0, 1/2, 1/2) before.
    near(rotation, [0, 0, Math.SQRT1_2, Math.SQRT1_2], 'half-way');
  });

  test('channels of one node have their own times and modes', (t) => {
    const document = open(t, (chunk) => ({
      nodes: [{ mesh: 0 }],
      meshes: mesh({ POSITION: chunk.add(f32(triangle), 'VEC3') }),
      animations: [
        {
          name: 'both',
          channels: [
            { sampler: 0, target: { node: 0, path: 'translation' } },
            { sampler: 1, target: { node: 0, path: 'scale' } },
          ],
          samplers: [
            { input: chunk.add(f32(0, 4), 'SCALAR'), output: chunk.add(f32(0, 0, 0, 4, 0, 0), 'VEC3') },
            {
              input: chunk.add(f32(0.5, 1), 'SCALAR'),
              output: chunk.add(f32(1, 1, 1, 3, 3, 3), 'VEC3'),
              interpolation: 'STEP',
            },
          ],
        },
      ],
    }));
    assert.equal(document.actions[0].duration, 4);
    const at = (time) => {
      const { translation, scale } = document.poseReport({ action: 'both', time }).nodes[0];
      return [translation[0], scale[0]];
    };
    near(at(0.75), [0.75, 1], 'before the jump');
    near(at(2), [2, 3], 'behind it');
  });
});

describe('what stands beside meshes', () => {
  test('cameras of both projections look along -Z of their nodes', (t) => {
    const document = open(t, (chunk) => ({
      scenes: [{ nodes: [0, 1, 2] }],
      nodes: [{ mesh: 0 }, { camera: 0, name: 'eye' }, { camera: 1 }],
      meshes: mesh({ POSITION: chunk.add(f32(triangle), 'VEC3') }),
      cameras: [
        { type: 'perspective', perspective: { yfov: 0.8, znear: 0.1, zfar: 50 } },
        { type: 'orthographic', orthographic: { xmag: 3, ymag: 2, znear: 0, zfar: 9 } },
      ],
    }));
    const [eye, flat] = document.report.info.cameras;
    assert.deepEqual([eye.projection, flat.projection], ['perspective', 'orthographic']);
    near([eye.fov, eye.near, eye.far, flat.far], [0.8, 0.1, 50, 9], 'numbers', 1e-6);
    near(eye.look, [0, 0, -1], 'look');
  });

  test('lights of KHR_lights_punctual', (t) => {
    const document = open(t, (chunk) => ({
      extensionsUsed: ['KHR_lights_punctual'],
      scenes: [{ nodes: [0, 1, 2, 3] }],
      nodes: [{ mesh: 0 }, ...[0, 1, 2].map((light) => ({ extensions: { KHR_lights_punctual: { light } } }))],
      meshes: mesh({ POSITION: chunk.add(f32(triangle), 'VEC3') }),
      extensions: {
        KHR_lights_punctual: {
          lights: [
            { type: 'point', color: [1, 0.5, 0], intensity: 20 },
            { type: 'directional' },
            { type: 'spot', spot: { outerConeAngle: 0.6 } },
          ],
        },
      },
    }));
    const { lights } = document.report.info;
    assert.deepEqual(
      lights.map(({ kind }) => kind),
      ['point', 'sun', 'spot'],
    );
    near(lights[0].color, [1, 0.5, 0], 'colour');
    assert.deepEqual(codes(document), []);
  });

  const pixel = encodePng(1, 1, Uint8ClampedArray.of(0, 255, 0, 255));

  /** A triangle with coordinates and a material, over one image. */
  const surfaced =
    (material, more = {}) =>
    (chunk) => ({
      ...more,
      nodes: [{ mesh: 0 }],
      meshes: mesh(
        {
          POSITION: chunk.add(f32(triangle), 'VEC3'),
          TEXCOORD_0: chunk.add(f32(0, 0, 1, 0, 0, 1), 'VEC2'),
          TEXCOORD_1: chunk.add(f32(0.5, 0.5, 0.5, 0.5, 0.5, 0.5), 'VEC2'),
        },
        { material: 0 },
      ),
      materials: [material],
      textures: [{ source: 0 }],
      images: [{ uri: `data:image/png;base64,${Buffer.from(pixel).toString('base64')}` }],
    });

  test('KHR_texture_transform moves, scales and turns coordinates, and may name another set', (t) => {
    const surface = (transform) => ({
      pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions: { KHR_texture_transform: transform } } },
    });
    const used = { extensionsUsed: ['KHR_texture_transform'] };
    const slotOf = ({ report }) => report.info.materials[0].slots[0];
    const plain = slotOf(open(t, surfaced(surface({ offset: [0.25, 0.5], scale: [2, 3], texCoord: 1 }), used)));
    assert.deepEqual([plain.offset, plain.scale, plain.uvLayer], [[0.25, 0.5], [2, 3], 1]);
    // A quarter counter-clockwise about the upper left corner: (u, v) -> (v, -u), after the scale, before the offset.
    const turned = open(t, surfaced(surface({ offset: [0.25, 0.5], scale: [2, 3], rotation: Math.PI / 2 }), used));
    const written = Buffer.from(turned.export('glb')),
      gltf = documentOf(written);
    const { attributes } = gltf.meshes[0].primitives[0],
      { texCoord = 0, extensions } = gltf.materials[0].pbrMetallicRoughness.baseColorTexture ?? {};
    assert.equal(extensions, undefined);
    const accessor = gltf.accessors[attributes[`TEXCOORD_${texCoord}`]],
      view = gltf.bufferViews[accessor.bufferView];
    const start = 20 + written.readUInt32LE(12) + 8 + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const uv = Array.from({ length: 3 }, (_, i) =>
      [0, 4].map((c) => written.readFloatLE(start + i * (view.byteStride ?? 8) + c)),
    );
    assert.deepEqual(
      sorted(uv),
      sorted([
        [0.25, 0.5],
        [0.25, 0.5 - 2],
        [0.25 + 3, 0.5],
      ]),
    );
  });

  test('KHR_materials_unlit, alpha and sides', (t) => {
    const document = open(
      t,
      surfaced(
        { alphaMode: 'MASK', alphaCutoff: 0.3, doubleSided: true, extensions: { KHR_materials_unlit: {} } },
        { extensionsUsed: ['KHR_materials_unlit'] },
      ),
    );
    const [{ shadeless, alphaMode, alphaCutoff, doubleSided, culled }] = document.report.info.materials;
    assert.deepEqual([shadeless, alphaMode, doubleSided, culled], [true, 'mask', true, 'none']);
    near([alphaCutoff], [0.3], 'the cutoff');
  });

  test('KTX2 images are missing in plain words, and the rest shows', (t) => {
    const document = open(t, (chunk) => ({
      ...surfaced({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } })(chunk),
      extensionsUsed: ['KHR_texture_basisu'],
      extensionsRequired: ['KHR_texture_basisu'],
      textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
      images: [{ uri: 'paint.ktx2' }],
    }));
    assert.equal(document.report.info.statistics.triangles, 1);
    const told = document.report.issues.messages.filter(({ message }) => /KHR_texture_basisu/.test(message));
    assert.deepEqual(
      told.map(({ path, code }) => [path, code]),
      [
        ['/extensionsRequired/0', 'GLTF_NOT_SHOWN'],
        ['/textures/0', 'GLTF_IGNORED'],
        ['/extensionsUsed', 'GLTF_NOT_READ'],
      ],
    );
    assert.ok(told.some(({ message }) => /KTX2/.test(message)));
  });
});

describe('compression', () => {
  for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression'])
    test(`${name}: positions and triangles`, async (t) => {
      await MeshoptEncoder.ready;
      const points = f32(0, 0, 0, 3, 0, 0, 3, 2, 0, 0, 2, 0),
        corners = Uint16Array.of(0, 1, 2, 0, 2, 3);
      const document = open(t, (chunk) => {
        const packed = (array, count, byteStride, mode) => {
          const stream = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(array.buffer), count, byteStride, mode, 0);
          const compressed = chunk.view(stream);
          // The view itself lies in a buffer without bytes; its stream is in the first.
          const { byteOffset, byteLength } = chunk.bufferViews[compressed];
          chunk.bufferViews[compressed] = {
            buffer: 1,
            byteLength: array.byteLength,
            ...(mode === 'ATTRIBUTES' && { byteStride }),
            extensions: { [name]: { buffer: 0, byteOffset, byteLength, byteStride, count, mode } },
          };
          return compressed;
        };
        const POSITION = chunk.accessor({
          bufferView: packed(points, 4, 12, 'ATTRIBUTES'),
          componentType: 5126,
          type: 'VEC3',
          count: 4,
        });
        const indices = chunk.accessor({
          bufferView: packed(corners, 6, 2, 'TRIANGLES'),
          componentType: 5123,
          type: 'SCALAR',
          count: 6,
        });
        return {
          extensionsUsed: [name],
          extensionsRequired: [name],
          nodes: [{ mesh: 0 }],
          meshes: mesh({ POSITION }, { indices }),
          buffers: [...chunk.members.buffers, { byteLength: 64, extensions: { [name]: { fallback: true } } }],
        };
      });
      assert.deepEqual(codes(document), []);
      assert.equal(document.report.info.statistics.triangles, 2);
      const { positions } = document.pose().meshes[0];
      assert.deepEqual([...new Set(sorted(triples(positions)).map(String))], sorted(triples(points)).map(String));
    });

  test('Draco is refused by name where it is required, else what stands without it is shown and named', () => {
    const accessor = { componentType: 5126, type: 'VEC3', count: 3 };
    const draco = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
    const made = (required) => {
      const chunk = new Chunk();
      chunk.view(Uint8Array.of(1, 2, 3, 4));
      const name = 'KHR_draco_mesh_compression';
      const bytes = glb(
        {
          asset: { version: '2.0' },
          extensionsUsed: [name],
          ...(required && { extensionsRequired: [name] }),
          nodes: [{ mesh: 0 }],
          meshes: mesh({ POSITION: 0 }, { extensions: draco }),
          ...chunk.members,
          accessors: [accessor],
        },
        chunk.bytes,
      );
      return [{ name: 'draco.glb', bytes }];
    };
    assert.throws(() => core.open(made(true)), { code: 'GLTF_EXTENSION', message: /KHR_draco_mesh_compression/ });
    const document = core.open(made(false)),
      { message, path } = document.report.issues.messages.find(({ code }) => code === 'GLTF_NOT_SHOWN');
    assert.match(message, /compressed with Draco \(KHR_draco_mesh_compression\), which Vitrine does not read/);
    assert.equal(path, '/meshes/0/primitives/0/extensions');
    document.dispose();
  });
});
