// MD5 out: samples and models of the corpora, written for engines, read by a second reader in double precision, posed, and
// compared with the model they were made of. What may be off is reckoned from how the numbers are stored. Every file has
// to load by the rules of the engine that it was written for.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { checkFor } from '../../web/src/verdicts/check';
import { readProfiles } from '../../web/src/verdicts/profiles';
import { targets } from '../../web/src/verdicts/writing';
import { decodePng as pixelsOf } from '../../web/src/images/pngRead';
import { besideOnDisk } from '../../web/src/node/engines';
import type { Vitrine, VitrineDocument } from '../../web/src/node/index';
// @ts-expect-error plain JavaScript
import { Chunk, glb } from './support/gltf.mjs';
// @ts-expect-error plain JavaScript
import * as md5 from './support/md5.mjs';
// @ts-expect-error plain JavaScript
import * as clouds from './support/md5_out.mjs';
// @ts-expect-error plain JavaScript
import { root, shared, without } from './support/vitrine.mjs';

const { createVitrine, VitrineError } = (await import(
  join(root, 'dist/node/index.js')
)) as typeof import('../../web/src/node/index');

interface Action {
  name: string;
  file: string;
  first: number;
  frames: number;
  frameRate: number;
  start: number;
  largest: number;
  between: number;
}
interface Model {
  what: string;
  paths: string[];
}
interface Written {
  document: VitrineDocument;
  files: { name: string; text: string }[];
  report: {
    scale: number;
    joints: number;
    losses: { what: string; count: number; largest: number; message: string }[];
    readBack: { size: number; bind: { largest: number }; actions: Action[] };
  };
}

const sample = (what: string, ...names: string[]): Model => ({
  what,
  paths: names.map((name) => join(root, 'public/samples', what, name)),
});
const samples: Model[] = [
  sample('heron', 'heron.md5mesh', 'idle.md5anim', 'walk.md5anim', 'look.md5anim', 'fish.md5anim', 'doze.md5anim'),
  sample('column', 'column.md5mesh', 'bend.md5anim'),
  sample('lighthouse', 'lighthouse.scene'),
  sample('mannequin', 'mannequin.pivot'),
  sample('pinwheel', 'pinwheel.qmsh.tmp'),
  sample('jellyfish', 'jellyfish.iqm'),
];
const made: Model[] = [
  'eight_influences',
  'mesh_two_skins',
  'two_skins_shared_joints',
  'quantized_i2n',
  'root_not_identity',
  'shear',
].map((name) => ({ what: `${name}.glb`, paths: [join(root, 'tests/data/gltf/reference', `${name}.glb`)] }));
const fromCorpus = (...paths: string[]): Model => ({
  what: paths[0]!.split('/').at(-1)!,
  paths: paths.map((path) => join(shared ?? '', 'corpus', path)),
});
const corpus: Model[] = [
  fromCorpus('md5/assimp+assimp/test/models/MD5/SimpleCube.md5mesh'),
  fromCorpus(
    'md5/AntonioND+dsma-library/models/robot/Robot.md5mesh',
    'md5/AntonioND+dsma-library/models/robot/Walk.md5anim',
  ),
  fromCorpus('qmsh/carpgdata/meshes/units/wolf.qmsh'),
  fromCorpus('gltf/sbtron+glTF-Sample-Models/2.0/RiggedFigure/glTF/RiggedFigure.gltf'),
  fromCorpus('gltf/sbtron+glTF-Sample-Models/2.0/BoxAnimated/glTF/BoxAnimated.gltf'),
  fromCorpus('gltf/godotengine+godot-tests/tests/gltf_skeleton_tests/gltf_tests/duplicate_skinned_mesh_combined.glb'),
  fromCorpus('gltf/raysan5+raylib/examples/models/resources/models/gltf/greenman.glb'),
];

/** Every engine that files are written for. */
const engines = [...targets().keys()];

let core: Vitrine;
before(async () => (core = await createVitrine()));

function write({ paths }: Model, options: object): Written {
  const { files, resolve } = clouds.given(paths);
  const document = core.load(files, { resolve });
  const { files: parts = [], report } = document.convert('md5mesh', { md5: options });
  return {
    document,
    files: parts.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) })),
    report: report as unknown as Written['report'],
  };
}

/** Undefined where the engine cannot hold the model, which says its numbers. The way that a model walks stays in it. */
function writeFor(model: Model, engine: string): Written | undefined {
  const options = { name: 'model', rootMotion: 'keep', ...(engine !== 'raw' && { engine }) };
  try {
    return write(model, options);
  } catch (error) {
    assert.ok(error instanceof VitrineError, String(error));
    assert.equal(error.code, 'EXPORT_ENGINE', `${model.what} for ${engine}: ${error.message}`);
    assert.match(error.issues[0]!.message, /has \d+ .* takes \d+/);
    return undefined;
  }
}

/** The time in the source that a frame stands for. Loops without their closing frame divide the whole time. */
function timeOf({ start, frames, frameRate }: Action, duration: number, frame: number): number {
  const steps = Math.max(1, Math.round((duration - start) * frameRate)),
    opened = frames === steps && steps > 1;
  return opened ? start + ((duration - start) * frame) / steps : Math.min(start + frame / frameRate, duration);
}

/** Influences that disagree about a vertex by the digits of their text become one point for some engines. */
function digitsOf({ paths }: Model): number {
  if (!paths[0]!.endsWith('.md5mesh')) return 0;
  const weights = readFileSync(paths[0]!, 'latin1').match(/^\s*weight .*$/gm) ?? [];
  const decimals = clouds.most(weights.flatMap((line) => (line.match(/\.\d+/g) ?? []).map((text) => text.length - 1)));
  return Math.sqrt(3) * 10 ** -decimals;
}

/** Of a few frames of every action, the first and the last among them. `room`: what the engine's own rules may add. */
function compare({ document, files, report }: Written, byteWeights: boolean, room: number): void {
  const model = md5.parseMesh(files[0]!.text),
    losses = new Set(
      report.losses.filter(({ what }) => what === 'scale' || what === 'influences').map(({ what }) => what),
    );
  const scale = files.find(({ name }) => name.endsWith('.md5scale')),
    factors = scale ? JSON.parse(scale.text) : {};
  for (const action of report.readBack.actions) {
    const anim = md5.parseAnim(files.find(({ name }) => name === action.file)!.text),
      source = document.actions.find(({ name }) => name === action.name);
    let rounding = 0;
    for (let frame = 0; frame < action.frames; ++frame) {
      const pose = md5.framePose(anim, action.first + frame);
      const locals = anim.frames[action.first + frame];
      rounding = Math.max(rounding, clouds.roundingOf(model, pose, locals));
      // An influence below half a step is dropped, wherever its joint is.
      if (byteWeights) rounding = Math.max(rounding, clouds.weightStepsOf(model, pose) + report.readBack.size / 510);
    }
    rounding += room;
    const shown = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (action.frames - 1))))];
    for (const frame of shown) {
      const time = source ? timeOf(action, source.duration, frame) : 0;
      const made = clouds.writtenCloud(
          clouds.enlarged(model, factors, action.first + frame),
          md5.framePose(anim, action.first + frame),
        ),
        meant = clouds.sourceCloud(document, report.scale, source ? { action: action.name, time } : {});
      // The module poses in single precision.
      const slack = clouds.floatsOf(meant.points);
      const off = Math.max(
        clouds.most(clouds.distances(made.points, meant.points)),
        clouds.most(clouds.distances(meant.points, made.points)),
      );
      const at = `${action.name}, frame ${frame}`;
      assert.ok(off <= action.largest + slack, `${at}: off by ${off}, and ${action.largest} is told`);
      if (losses.size === 0)
        assert.ok(action.largest <= rounding + slack, `${at}: off by ${action.largest}, rounding explains ${rounding}`);
      const volume = Math.abs(meant.volume - made.volume);
      if (losses.size === 0 && !byteWeights)
        assert.ok(
          volume <= clouds.areaOf(meant) * (rounding + slack),
          `${at}: volume ${made.volume}, not ${meant.volume}`,
        );
    }
  }
}

/** What every reader takes: no exponent, sign or bare point, blanks beside brackets and behind values of the header. */
function requirePlain({ name, text }: { name: string; text: string }): void {
  assert.match(text, /^MD5Version 10 \ncommandline ""\n\nnum/, name);
  assert.match(text, /\n$/, name);
  for (const [i, line] of text.split('\n').entries()) {
    const at = `${name}:${i + 1}: ${line.slice(0, 80)}`;
    assert.ok(line.length < 512, at);
    assert.match(line, /^[\x20-\x7e\t]*$/, at);
    const numbers = line.replace(/"[^"]*"/g, '').replace(/\/\/.*/, '');
    assert.doesNotMatch(numbers, /\d[eE]|\+|nan|inf|(^|[ (])-?\.\d|\d\.( |$)|(^|[ (-])0\d|-0( |$)|\([^ ]|[^ ]\)/i, at);
    if (/^num(Frames|Joints|Meshes)|^frameRate|^numAnimated|^\tnum/.test(line)) assert.match(line, /^\t?\w+ \d+ $/, at);
  }
}

function checkModel(model: Model, engine: string): boolean {
  const written = writeFor(model, engine);
  if (!written) return false;
  try {
    const parts = written.files.filter(({ name }) => /\.md5(mesh|anim)$/.test(name));
    for (const part of parts) requirePlain(part);
    if (engine !== 'raw') {
      const files = parts.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
      for (const { verdict, rules } of checkFor(files, [readProfiles().get(engine)!]))
        assert.equal(verdict, 'ok', `${engine}: ${rules.map(({ message }) => message).join('; ')}`);
    }
    const facts = targets().get(engine)?.facts;
    compare(
      written,
      (facts?.biasSteps ?? null) !== null,
      facts?.oneBindPosition ? digitsOf(model) * written.report.scale : 0,
    );
    const again = writeFor(model, engine)!;
    assert.deepEqual(again.files, written.files, 'other bytes the second time');
    again.document.dispose();
    return true;
  } finally {
    written.document.dispose();
  }
}

describe('MD5 written for each engine loads there and moves as its source', () => {
  for (const model of samples)
    test(model.what, () => {
      const refused = ['raw', ...engines].filter((engine) => !checkModel(model, engine));
      assert.deepEqual(refused, []);
    });
  const few = ['raw', 'doom3', 'ironwail', 'q2pro', 'cube2'];
  const testFew = (model: Model, skip: string | false): void => {
    test(model.what, { skip }, () =>
      assert.deepEqual(
        few.filter((engine) => !checkModel(model, engine)),
        [],
      ),
    );
  };
  for (const model of made) testFew(model, false);
  for (const model of corpus) testFew(model, without);
});

/** A sheet of 16 points on two joints, of which the second grows; one shape key lifts its end. */
function elastic(): Buffer {
  const chunk = new Chunk();
  const points = Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4), 0]);
  const corners = [0, 1, 2, 4, 5, 6, 8, 9, 10].flatMap((v) => [v, v + 1, v + 4, v + 1, v + 5, v + 4]);
  const list = (of: (p: number[]) => number[], Kind: Float32ArrayConstructor | Uint8ArrayConstructor = Float32Array) =>
    Kind.from(points.flatMap(of));
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const input = chunk.add(Float32Array.of(0, 1), 'SCALAR');
  return glb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { mesh: 0, skin: 0 },
        { name: 'hips', children: [2] },
        { name: 'tail', translation: [2, 0, 0] },
      ],
      meshes: [
        {
          primitives: [
            {
              attributes: {
                POSITION: chunk.add(
                  list((p) => p),
                  'VEC3',
                ),
                JOINTS_0: chunk.add(
                  list(([x]) => [x! < 2 ? 0 : 1, 0, 0, 0], Uint8Array),
                  'VEC4',
                ),
                WEIGHTS_0: chunk.add(
                  list(() => [1, 0, 0, 0]),
                  'VEC4',
                ),
              },
              indices: chunk.add(Uint16Array.from(corners), 'SCALAR'),
              targets: [
                {
                  POSITION: chunk.add(
                    list(([x]) => [0, 0, x === 0 ? 1 : 0]),
                    'VEC3',
                  ),
                },
              ],
            },
          ],
        },
      ],
      skins: [
        {
          joints: [1, 2],
          inverseBindMatrices: chunk.add(Float32Array.of(...identity, 0, 0, 0, 1, ...identity, -2, 0, 0, 1), 'MAT4'),
        },
      ],
      animations: [
        {
          name: 'swell',
          channels: [
            { sampler: 0, target: { node: 2, path: 'scale' } },
            { sampler: 1, target: { node: 0, path: 'weights' } },
          ],
          samplers: [
            { input, output: chunk.add(Float32Array.of(1, 1, 1, 1, 2, 1), 'VEC3') },
            { input, output: chunk.add(Float32Array.of(0, 1), 'SCALAR') },
          ],
        },
      ],
      ...chunk.members,
    },
    chunk.bytes,
  ) as Buffer;
}

describe('what no joint can follow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bake-')),
    model = { what: 'elastic', paths: [join(folder, 'elastic.glb')] };
  before(() => writeFileSync(model.paths[0]!, elastic()));
  after(() => rmSync(folder, { recursive: true }));
  const worst = ({ report }: Written) =>
    Math.max(...report.readBack.actions.map(({ largest, between }) => Math.max(largest, between)));

  test('is named with its error, and gets joints of its own when asked, for every engine', () => {
    for (const engine of ['raw', ...engines]) {
      const options = { name: 'model', rootMotion: 'keep', ...(engine !== 'raw' && { engine }) };
      const plain = write(model, options),
        { scale } = plain.report;
      assert.ok(worst(plain) >= 0.99 * scale, `${engine}: ${worst(plain)}`);
      assert.ok(plain.report.losses.some(({ what }) => what === 'shapes'));
      const baked = write(model, { ...options, bake: true });
      const told = baked.report.losses.filter(({ what }) => /shapes|scale|baked/.test(what));
      assert.deepEqual(
        told.map(({ what }) => what),
        ['baked'],
        engine,
      );
      // Four points are lifted alike. Of the eight that are scaled along y, the two at y = 0 stay, and those at one y go
      // the same way. With factors in all directions of an .md5scale they do not.
      if (!targets().get(engine)?.facts.companions.includes('md5scale'))
        assert.equal(baked.report.joints - plain.report.joints, 1 + 3, engine);
      assert.ok(worst(baked) <= 2e-3 * baked.report.readBack.size, `${engine}: ${worst(baked)}`);
      compare(baked, (targets().get(engine)?.facts.biasSteps ?? null) !== null, 0);
      if (engine !== 'raw') {
        const files = baked.files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
        for (const { verdict, rules } of checkFor(files, [readProfiles().get(engine)!]))
          assert.equal(verdict, 'ok', `${engine}: ${rules.map(({ message }) => message).join('; ')}`);
      }
      plain.document.dispose();
      baked.document.dispose();
    }
  });

  test('is refused with the numbers where the engine has no room for so many joints', () => {
    const profile = {
      version: 1,
      engines: { small: { extends: 'vkquake', name: 'Small Engine', writer: { joints: 5 } } },
    };
    assert.throws(() => write(model, { engine: 'small', profiles: [profile], bake: true }), {
      code: 'EXPORT_ENGINE',
      message: /has 6 joints, Small Engine takes 5 at most, 4 of vertices/,
    });
  });
});

describe('images of the model', () => {
  const heron = samples[0]!;
  const image = (name: string): Uint8Array => readFileSync(join(root, 'public/samples/heron', name));
  const partsFor = (engine: string) => {
    const { files, resolve } = clouds.given(heron.paths);
    const document = core.load(files, { resolve });
    const { files: parts = [], report } = document.convert('md5mesh', { md5: { name: 'heron', engine } });
    document.dispose();
    return { parts: new Map(parts.map(({ name, bytes }) => [name, bytes])), losses: report.losses };
  };
  const names = ['body', 'feather', 'horn', 'eye'].map((part) => `heron_${part}`);

  test('are called as the engine asks for them, and asked for by the check', () => {
    for (const [engine, suffix] of [
      ['vkquake', '_00_00'],
      ['ironwail', '_00_00'],
      ['daemon', ''],
      ['cube2', ''],
    ] as const) {
      const { parts, losses } = partsFor(engine);
      assert.deepEqual(
        losses.filter(({ what }) => what === 'images'),
        [],
        engine,
      );
      // Chunks besides the picture are left out, so the pixels are compared.
      for (const name of names) {
        const written = parts.get(`${name}${suffix}.png`);
        assert.ok(written, `${engine}: ${[...parts.keys()].join(' ')}`);
        assert.deepEqual(pixelsOf(written), pixelsOf(image(`${name}.png`)), `${engine}: ${name}`);
      }
      const folder = { vkquake: 'progs', ironwail: 'progs', daemon: 'models/heron', cube2: 'heron' }[engine];
      const files = [...parts].map(([name, bytes]) => ({ name: `${folder}/${name}`, bytes }));
      const [row] = checkFor(files, [readProfiles().get(engine)!], besideOnDisk(core));
      const asked = row!.asks.filter(({ role }) => role === 'image');
      assert.deepEqual(asked.map(({ file, found }) => [file, found]).sort(), [
        ...names.map((name) => [`${folder}/${name}${suffix}.png`, true] as const).sort(),
      ]);
    }
  });

  test('become TGA for Doom 3, with the pixels of the source', () => {
    const { parts } = partsFor('doom3');
    for (const name of names) {
      const tga = parts.get(`${name}.tga`)!,
        { width, height, rgba } = pixelsOf(image(`${name}.png`));
      const view = new DataView(tga.buffer, tga.byteOffset, tga.byteLength);
      const size = tga[16]! / 8;
      assert.deepEqual(
        [tga[2], view.getUint16(12, true), view.getUint16(14, true), tga[17]! & 0x20, tga.length],
        [2, width, height, 0, 18 + width * height * size],
      );
      for (let y = 0; y < height; y += 7)
        for (let x = 0; x < width; x += 5) {
          const at = 18 + ((height - 1 - y) * width + x) * size,
            from = (y * width + x) * 4;
          const [blue, green, red, alpha = 255] = tga.subarray(at, at + size);
          assert.deepEqual([red, green, blue, alpha], [...rgba.subarray(from, from + 4)], `${name} ${x},${y}`);
        }
    }
  });

  test('are left out where an engine reads none that can be written, and without companions', () => {
    assert.equal([...partsFor('fteqw').parts.keys()].filter((name) => !name.includes('.md5')).length, 0);
    const { files, resolve } = clouds.given(heron.paths);
    const document = core.load(files, { resolve });
    const { files: parts = [] } = document.convert('md5mesh', { md5: { engine: 'vkquake', companions: [] } });
    document.dispose();
    assert.equal(parts.filter(({ name }) => name.endsWith('.png')).length, 0);
  });

  test('that are there already are no reason to refuse, unless they differ', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-images-'));
    const convert = (): string => {
      for (const ending of ['mesh', 'anim']) rmSync(join(folder, `heron.md5${ending}`), { force: true });
      const args = [...heron.paths, '-o', join(folder, 'heron.md5mesh'), '--for', 'vkquake'];
      const { status, stderr } = spawnSync('node', [join(root, 'dist/node/cli.js'), 'convert', ...args], {
        encoding: 'utf8',
      });
      return status === 0 ? '' : stderr;
    };
    try {
      assert.equal(convert(), '');
      assert.equal(convert(), '');
      writeFileSync(join(folder, 'heron_eye_00_00.png'), 'mine');
      assert.match(convert(), /heron_eye_00_00\.png' exists already; --force overwrites it/);
      assert.equal(readFileSync(join(folder, 'heron_eye_00_00.png'), 'utf8'), 'mine');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A strip along a chain of so many joints. */
function chain(joints: number): Buffer {
  const chunk = new Chunk();
  const points = Array.from({ length: joints }, (_, i) => [
    [i, 0, 0],
    [i, 1, 0],
  ]).flat();
  const held = points.flatMap(([x]) => [x!, 0, 0, 0]);
  const inverse = Array.from({ length: joints }, (_, i) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -i, 0, 0, 1]).flat();
  const attributes = {
    POSITION: chunk.add(Float32Array.from(points.flat()), 'VEC3'),
    JOINTS_0: chunk.add(Uint16Array.from(held), 'VEC4'),
    WEIGHTS_0: chunk.add(Float32Array.from(points.flatMap(() => [1, 0, 0, 0])), 'VEC4'),
  };
  const links = Array.from({ length: joints }, (_, i) => ({
    name: `link ${i}`,
    ...(i > 0 && { translation: [1, 0, 0] }),
    ...(i + 1 < joints && { children: [i + 2] }),
  }));
  return glb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ mesh: 0, skin: 0 }, ...links],
      meshes: [{ primitives: [{ attributes, mode: 5 }] }],
      skins: [
        { joints: links.map((_, i) => i + 1), inverseBindMatrices: chunk.add(Float32Array.from(inverse), 'MAT4') },
      ],
      ...chunk.members,
    },
    chunk.bytes,
  ) as Buffer;
}

test('a model with too many joints is refused with the numbers, and loads in every engine when reduced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-chain-')),
    model = { what: 'chain', paths: [join(folder, 'chain.glb')] };
  try {
    writeFileSync(model.paths[0]!, chain(300));
    for (const engine of engines) {
      const refused = writeFor(model, engine);
      refused?.document.dispose();
      const { document, files } = write(model, { name: 'model', engine, reduceJoints: true });
      document.dispose();
      const parts = files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
      for (const { verdict, rules } of checkFor(parts, [readProfiles().get(engine)!]))
        assert.equal(verdict, 'ok', `${engine}: ${rules.map(({ message }) => message).join('; ')}`);
      const { joints } = md5.parseMesh(files[0]!.text);
      assert.equal(joints.length >= 300, refused !== undefined, engine);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
