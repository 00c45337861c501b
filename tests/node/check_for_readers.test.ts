// Readers of glTF by their rules: what `check --for` says of small files that have one property each, beside what the readers
// themselves made of them when they were run (tests/bench/readers).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { checkReaders, readerOf, readers, ruleTexts } from '../../web/src/verdicts/readers/check';
import { behaviours } from '../../web/src/verdicts/readers/behaviours';
import { readerRules } from '../../web/src/verdicts/readers/rules';
// @ts-expect-error plain JavaScript
import { Chunk, glb } from './support/gltf.mjs';
// @ts-expect-error plain JavaScript
import { madeCases, quads } from './support/reader_cases.mjs';

const cases = madeCases() as { name: string; bytes: Buffer }[];
const judge = (bytes: Uint8Array, key: string, name = 'a.glb') =>
  checkReaders([{ name, bytes }], [readerOf(key)!], () => undefined)[0]!;

/** Files whose vertices were more than 1/1000 of the size off, or that showed what is hidden. */
const measured: Readonly<Record<string, readonly string[]>> = {
  three: ['renamed', 'hidden'],
  babylon: [],
  playcanvas: ['wide_arc', 'morph_cubic', 'twin_joints', 'hidden'],
  assimp: ['step', 'cubic', 'cubic_rotation', 'mixed', 'twin_siblings', 'twin_joints', 'renamed', 'hidden'],
  blender: ['cubic', 'cubic_rotation', 'wide_arc', 'morph_cubic', 'morph_range', 'apart', 'hidden'],
  gltfpack: ['step', 'morph', 'morph_step', 'morph_cubic', 'morph_range', 'short', 'hidden'],
  'gltf-transform': [],
  vtk: ['step', 'morph_step', 'hidden'],
};

describe('what a reader makes of a small file', () => {
  for (const [key, differs] of Object.entries(measured))
    test(`is predicted: ${key}`, () => {
      const said = cases
        // The JSON that Assimp was asked for has no morph targets.
        .filter(({ name }) => key !== 'assimp' || !name.startsWith('morph'))
        .filter(({ bytes }) => judge(bytes, key).verdict !== 'ok')
        .map(({ name }) => name);
      assert.deepEqual(said, differs);
    });
});

test('weights past the fourth are counted, and what is left of the others', () => {
  const chunk = new Chunk(),
    rows = (...list: number[][]) => Float32Array.from(list.flat());
  const attributes = {
    POSITION: chunk.add(rows([0, 0, 0], [1, 0, 0], [0, 1, 0]), 'VEC3'),
    WEIGHTS_0: chunk.add(rows([0.25, 0.25, 0.125, 0.125], [1, 0, 0, 0], [0.5, 0.25, 0.125, 0.0625]), 'VEC4'),
    WEIGHTS_1: chunk.add(rows([0.25, 0, 0, 0], [0, 0, 0, 0], [0.0625, 0, 0, 0]), 'VEC4'),
  };
  const file = glb({ asset: { version: '2.0' }, meshes: [{ primitives: [{ attributes }, { attributes }] }], ...chunk.members }, chunk.bytes); // prettier-ignore
  const messages = (key: string) => judge(file, key).rules.map(({ rule, found, limit }) => [rule, found, limit]);
  assert.deepEqual(messages('three'), [['weights.first', 2, undefined]]);
  assert.deepEqual(messages('playcanvas'), [['weights.shrink', 2, 0.75]]);
  assert.deepEqual(messages('raylib'), [['weights.last', 1, undefined]]);
  assert.match(judge(file, 'raylib').rules[0]!.message, /: 1 vertex without a weight in it falls to the origin$/);
  assert.deepEqual(messages('babylon'), []);
});

describe('Blender, whose shape keys end where the first key says', () => {
  const said = (values: number[][]) =>
    judge(
      quads([{ name: 'a', mesh: 0 }], [{ node: 0, path: 'weights', times: [0, 1], values }], {
        targets: [[0, 1, 0], [0, 0, 2]],
        weights: [0, 0],
      }), // prettier-ignore
      'blender',
    ).rules.map(({ rule }) => rule);
  test('takes weights as far as those of the first key', () => {
    assert.deepEqual(said([[1.5, -0.25], [1.25, -0.125]]), []); // prettier-ignore
  });
  test('cuts each target for itself', () => {
    assert.deepEqual(said([[1.5, 0], [0, 1.5]]), ['morph.range']); // prettier-ignore
    assert.deepEqual(said([[0, -0.5], [-0.5, 0]]), ['morph.range']); // prettier-ignore
  });
});

describe('Blender, which leaves what an action does not move', () => {
  const said = (values: number[][], interpolation?: string) =>
    judge(
      quads(
        [
          { name: 'a', mesh: 0, translation: [3, 0, 0] },
          { name: 'b', mesh: 0 },
        ],
        [
          { action: 'lift', node: 0, path: 'translation', times: [0, 1], values, interpolation },
          { action: 'turn', node: 1, path: 'scale', times: [0, 1], values: [[1, 1, 1], [2, 1, 1]] }, // prettier-ignore
        ],
      ),
      'blender',
    ).rules.flatMap(({ rule, found }) => (rule === 'anim.rest' ? [found] : []));
  test('shows it as it is where the first action begins with it', () => {
    assert.deepEqual(said([[3, 0, 0], [3, 4, 0]]), []); // prettier-ignore
    const slope = [0, 9, 0];
    assert.deepEqual(said([slope, [3, 0, 0], slope, slope, [3, 4, 0], slope], 'CUBICSPLINE'), []);
  });
  test('shows it where the first action begins', () => {
    assert.deepEqual(said([[3, 1, 0], [3, 4, 0]]), [1]); // prettier-ignore
  });
});

describe('the table of readers', () => {
  test('has a rule and words for everything it names, and a source', () => {
    for (const { key, rules, source, version } of readers.values()) {
      assert.ok(source !== '' && version !== '', key);
      for (const rule of Object.keys(rules))
        assert.ok(rule in readerRules && rule in ruleTexts && rule in behaviours, `${key} ${rule}`);
    }
    for (const rule of Object.keys(readerRules))
      assert.ok(
        [...readers.values()].some(({ rules }) => rule in rules),
        `nobody has ${rule}`,
      );
  });

  test('is found by another name, whatever its case', () => {
    assert.equal(readerOf('Three.js')?.key, 'three');
    assert.equal(readerOf('doom3'), undefined);
  });
});

describe('a file that is damaged', () => {
  const rules = (bytes: Uint8Array, key: string) => judge(bytes, key).rules.map(({ rule }) => rule);
  test('is refused by everybody where its JSON cannot be read', () => {
    for (const bytes of [Buffer.from('{'), glb({}).subarray(0, 22), Buffer.alloc(0), Buffer.from('[]')])
      for (const { key } of readers.values()) assert.deepEqual(rules(bytes, key), ['file.json'], key);
  });

  test('breaks no check, whatever stands in it', () => {
    const odd = [null, 3, 'x', -1, 1e300, [], {}, [null], [{}], [[1]]];
    for (const value of odd)
      for (const member of ['nodes', 'meshes', 'skins', 'animations', 'accessors', 'bufferViews', 'buffers', 'scenes'])
        for (const { bytes } of cases) {
          const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as object;
          const changed = glb({ ...json, [member]: value }, bytes.subarray(28 + bytes.readUInt32LE(12)));
          for (const { key } of readers.values()) judge(changed, key);
        }
  });

  test('may say of its numbers what it likes', () => {
    for (const [member, change] of [
      ['accessors', { count: 1e9 }],
      ['accessors', { byteOffset: 1e9 }],
      ['accessors', { type: 'MAT4' }],
      ['bufferViews', { byteOffset: 1e9 }],
      ['bufferViews', { byteStride: 1 }],
      ['bufferViews', { buffer: 7 }],
    ] as const)
      for (const { bytes } of cases) {
        const length = bytes.readUInt32LE(12),
          json = JSON.parse(bytes.subarray(20, 20 + length).toString()) as Record<string, object[]>;
        const list = json[member]!.map((one) => ({ ...one, ...change })),
          changed = glb({ ...json, [member]: list }, bytes.subarray(28 + length));
        for (const { key } of readers.values()) judge(changed, key);
      }
  });

  test('may have nodes in a ring, and more of them than a call has arguments', () => {
    const ring = {
      scenes: [{ nodes: [0] }],
      nodes: [
        { name: 'a', children: [1] },
        { name: 'b', children: [0] },
      ],
    };
    const many = Array.from({ length: 200_000 }, () => ({ name: 'a' }));
    const channels = many.map((_, node) => ({ sampler: 0, target: { node, path: 'rotation' } }));
    const wide = {
      scenes: [{ nodes: many.map((_, i) => i) }],
      nodes: many,
      animations: [{ channels, samplers: [{}] }],
    };
    for (const json of [ring, wide]) {
      const file = { name: 'a.gltf', bytes: Buffer.from(JSON.stringify(json)) };
      assert.equal(checkReaders([file], [...readers.values()], () => undefined).length, readers.size);
    }
  });
});
