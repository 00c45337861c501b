// Options that belong to other kinds of results than the one that is asked for are mistakes, in every command.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { UsageError, type Values } from '../../web/src/node/command';
import { commands } from '../../web/src/node/commands';
// @ts-expect-error plain JavaScript
import { data, root } from './support/vitrine.mjs';

const model = join(root, 'public/samples/column/column.md5mesh'),
  world = data('world/valid/empty.world.json'),
  song = join(root, 'public/samples/dusk/dusk.v2m');
const out = (name: string): string => join(tmpdir(), 'vitrine-no-such-folder', name);

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const reading = words(
  'legacy-curves pivot-flip-v pivot-conjugate pivot-z-up pivot-mirror-z pivot-force skin level torso animations',
);
const looks = words('size view fov orthographic background shadow no-shadow overlays no-lamps');
const report = words('format json');

interface Result {
  kind: string;
  operand: string;
  values: Values;
  /** The options that it has, beside those of `choosing`. */
  takes: string[];
  /** Refused in words of their own. */
  otherwise?: string[];
}

const converted = (kind: string, own: string): Result => ({
  kind,
  operand: model,
  values: { output: out(`x.${kind}`) },
  takes: [...words(own), 'report', ...report, ...reading],
});

/** Options that make another kind of result, or are needed for one. */
const choosing: Record<string, string[]> = {
  convert: ['output', 'to', 'batch', 'jobs'],
  render: ['output', 'animate', 'batch', 'jobs'],
  figure: ['output'],
  curves: ['format', 'json', 'batch', 'jobs'],
};

const results: Record<string, Result[]> = {
  convert: [
    converted('glb', 'for influences keys channels hidden close-loops joints'),
    converted('qmsh.tmp', 'auto-smooth fps armature uv-set'),
    converted('qmsh', 'qmsh-version every-frame legacy armature uv-set'),
    converted('scene', 'generation keep-quaternions keep-t-junctions'),
    converted('pivot', 'dialect bone-meshes'),
    converted(
      'md5mesh',
      'hidden root-motion front scale tolerance joints reduce bake for profile fps replaces sequence anim-name companions bind-pose force',
    ),
    converted('iqm', 'for hidden front scale tolerance joints name folder actions-apart anim-name force'),
    converted('iqe', 'for hidden front scale tolerance joints name folder actions-apart anim-name force'),
    converted('md3', 'for hidden front scale tolerance fps lod player cut name folder force'),
    converted('json', ''),
    { kind: 'mid', operand: song, values: { output: out('x.mid') }, takes: ['report', ...report] },
  ],
  render: [
    {
      kind: 'pictures of models',
      operand: model,
      values: { output: out('x.png') },
      takes: words('action time frame').concat(looks, report, reading),
      otherwise: ['fps'],
    },
    {
      kind: 'animations',
      operand: model,
      values: { output: out('x.png'), animate: 'action' },
      // The moment of a picture is refused in words of its own.
      takes: words('action time frame fps seconds').concat(looks, report, reading),
    },
    {
      kind: 'worlds',
      operand: world,
      values: { output: out('x.png') },
      takes: words('time times size draw camera bits').concat(report),
    },
    {
      kind: 'songs',
      operand: song,
      values: { output: out('x.wav') },
      takes: words('from seconds effect channel float normalise'),
    },
  ],
  figure: [
    {
      kind: 'models',
      operand: model,
      values: { output: out('x.html') },
      takes: words('title action time frame playing annotations no-poster card url').concat(report, reading),
      otherwise: ['url'],
    },
    {
      kind: 'worlds',
      operand: world,
      values: { output: out('x.html') },
      // A world has no actions and no frames, which is said in words of its own.
      takes: words('title action time frame playing no-poster card url').concat(report),
      otherwise: ['url'],
    },
  ],
  curves: [
    { kind: 'pretty', operand: model, values: {}, takes: ['action', ...reading] },
    { kind: 'json', operand: model, values: { json: true }, takes: ['action', 'sample', ...reading] },
  ],
};

/** Where no mistake is found, the core would be started. */
class Started extends Error {}

async function end(name: string, operand: string, values: Values): Promise<unknown> {
  const silent = (): void => undefined;
  const vitrine = (): Promise<never> => Promise.reject(new Started());
  try {
    return await commands
      .find((one) => one.name === name)!
      .run({
        operands: [operand],
        values,
        vitrine,
        out: silent,
        err: silent,
      });
  } catch (error) {
    return error;
  }
}

for (const [name, kinds] of Object.entries(results))
  describe(name, () => {
    const { options } = commands.find((one) => one.name === name)!;
    const names = Object.keys(options).filter((option) => !choosing[name]!.includes(option));

    test('every option is for one kind of result at least', () =>
      assert.deepEqual(new Set(kinds.flatMap(({ takes }) => takes)), new Set(names)));

    for (const { kind, operand, values, takes, otherwise } of kinds)
      test(`${kind}: options of other kinds are refused by their names`, async () => {
        assert.ok((await end(name, operand, values)) instanceof Started);
        for (const option of names) {
          const value = options[option]!.value === undefined ? true : '1';
          const error = await end(name, operand, { ...values, [option]: value }),
            refused = error instanceof UsageError && error.message.startsWith(`--${option} is for `);
          if (otherwise?.includes(option)) {
            assert.ok(error instanceof UsageError && error.message.startsWith(`--${option} needs `));
            continue;
          }
          assert.equal(refused, !takes.includes(option), `--${option}: ${String(error)}`);
          if (!refused) continue;
          const [, meant, given] = / is for (.*), not for (.*)$/.exec(error.message) ?? [];
          assert.equal(given, kind);
          const theirs = kinds.filter((one) => one.takes.includes(option)).map((one) => one.kind);
          assert.deepEqual(new Set(meant!.split(/, | and /)), new Set(theirs));
        }
      });
  });

test('what makes another kind of result of a model is refused for worlds and songs', async () => {
  for (const [name, operand, values, said] of [
    ['render', world, { output: out('x.png'), animate: 'turntable' }, /^--animate is for animations, not for worlds$/],
    ['render', song, { output: out('x.wav'), batch: true }, /^--batch is for pictures of models, .*, not for songs$/],
    ['convert', song, { output: out('x.mid'), to: 'glb' }, /^--to is for glb, .* and json, not for mid$/],
    [
      'render',
      model,
      { output: out('x'), batch: true, float: true },
      /^--float is for songs, not for pictures of models and worlds$/,
    ],
    ['check', model, { for: 'doom3', 'max-warnings': '0' }, /^--for cannot be used with --max-warnings/],
  ] as const) {
    const error = await end(name, operand, values);
    assert.ok(error instanceof UsageError, String(error));
    assert.match(error.message, said);
  }
});
