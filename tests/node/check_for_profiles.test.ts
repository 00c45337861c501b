// The profiles of the engines: the data that the product ships, and those that a person writes. An independent validator
// (ajv) judges the schema, and the reader must agree with it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { matchesAnimation } from '../../web/src/verdicts/config';
import { posingWays } from '../../web/src/verdicts/skeletalPosing';
import { skeletalRules } from '../../web/src/verdicts/skeletalRules';
import { ruleTexts } from '../../web/src/verdicts/rules';
import { ProfileError, profileOf, readProfiles } from '../../web/src/verdicts/profiles';

const engines = join(process.cwd(), 'web/src/verdicts');
const read = (name: string): unknown => JSON.parse(readFileSync(join(engines, name), 'utf8'));
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(read('profiles.schema.json') as object);

const file = (profile: object, key = 'mine'): object => ({ version: 1, engines: { [key]: profile } });

describe('the profiles of the engines', () => {
  test('are what the schema says', () => {
    assert.equal(validate(read('profiles.json')) || validate.errors, true);
  });

  test('name their source for every rule, or have a parser that stands for it', () => {
    const bare = [...readProfiles().values()].flatMap(({ key, rules, parser }) =>
      Object.entries(rules)
        .filter(([id, rule]) => !rule.source && !(id.startsWith('anim.') ? parser.anim : parser.mesh))
        .map(([id]) => `${key} ${id}`),
    );
    const frames = [...readProfiles().values()].flatMap(({ key, frames: kinds }) =>
      Object.entries(kinds).flatMap(([kind, { rules, parser }]) =>
        Object.entries(rules).flatMap(([id, { source }]) => ((source ?? parser) ? [] : [`${key} ${kind} ${id}`])),
      ),
    );
    const iqm = [...readProfiles().values()].flatMap(({ key, skeletal: reader }) =>
      Object.entries(reader?.rules ?? {}).flatMap(([id, { source }]) =>
        (source ?? reader!.parser) ? [] : [`${key} iqm ${id}`],
      ),
    );
    assert.deepEqual([...bare, ...frames, ...iqm], []);
  });

  test('have words for every rule', () => {
    const ids = [...readProfiles().values()].flatMap(({ rules, frames, skeletal }) =>
      [rules, ...Object.values(frames).map((reader) => reader.rules), skeletal?.rules ?? {}].flatMap(Object.keys),
    );
    assert.deepEqual(
      [...new Set(ids)].filter((id) => !(id in ruleTexts)),
      [],
    );
  });

  test('hold nineteen engines that read MD5, and as many that read IQM', () => {
    const all = [...readProfiles().values()];
    assert.equal(all.filter(({ reads }) => reads).length, 19);
    assert.equal(all.filter(({ skeletal }) => skeletal).length, 19);
  });

  test('know every rule of an IQM, and in which way one of them is to be taken', () => {
    for (const { key, skeletal } of readProfiles().values())
      for (const [id, { mode }] of Object.entries(skeletal?.rules ?? {})) {
        assert.ok(id in skeletalRules, `${key} ${id}`);
        const ways: readonly string[] | undefined = posingWays[id.replace('pose.', '') as keyof typeof posingWays];
        if (id.startsWith('pose.')) assert.ok(mode !== undefined && ways?.includes(mode), `${key} ${id} ${mode}`);
      }
  });

  test('inherit what they do not say, limit by limit', () => {
    const profiles = readProfiles();
    assert.equal(profiles.get('rbdoom3bfg')!.rules['joints.max']!.limit, 255);
    assert.equal(profiles.get('tdm')!.rules['joints.max']!.limit, undefined);
    assert.equal(profiles.get('xreal')!.rules['joints.max']!.limit, 120);
    // Of models with vertex frames: the kind of another engine, and none where null says so.
    assert.equal(profiles.get('ironwail')!.frames.mdl!.rules['skins.max']!.limit, 32);
    assert.equal(profiles.get('ironwail')!.frames.mdl!.rules['tris.max'], undefined);
    assert.equal(profiles.get('quake-rerelease')!.frames.mdl!.rules['poses.max']!.limit, 2048);
    assert.equal(profiles.get('quake-rerelease')!.frames.md3, undefined);
    // Of IQM too.
    assert.equal(profiles.get('spearmint')!.skeletal!.rules['mesh.verts_max']!.limit, 1200);
    assert.equal(profiles.get('spearmint')!.skeletal!.rules['joints.max']!.limit, 128);
    assert.equal(profiles.get('xreal')!.skeletal, undefined);
    assert.equal(profiles.get('rbdoom3bfg')!.writer!.influences, 4);
    assert.equal(profiles.get('rbdoom3bfg')!.writer!.nameBytes, profiles.get('doom3')!.writer!.nameBytes);
  });

  test('are found by another name, whatever its case', () => {
    assert.equal(profileOf(readProfiles(), 'Sauerbraten')?.key, 'cube2');
    assert.equal(profileOf(readProfiles(), 'nothing'), undefined);
  });
});

test('Cube 2 matches names of animations by its patterns', () => {
  const { names, alike, only } = readProfiles().get('cube2')!.animationNames!;
  const of = (pattern: string): number => names.filter((name) => matchesAnimation(name, pattern)).length;
  // One word a star, alternatives between bars; case counts.
  for (const [pattern, count] of [
    ['idle', 1],
    ['Idle', 0],
    ['walk', 0],
    ['walk|idle', 1],
    ['hold *', 7],
    ['hold', 0],
    ['hold *|attack *', 14],
    ['* idle', 2],
    ['vwep *|shield', 3],
    ['*', 20],
    ['', 0],
  ] as const)
    assert.equal(of(pattern), count, pattern);
  for (const name of [...Object.values(alike), only]) assert.ok(names.includes(name!), name);
});

describe('a profile of a person', () => {
  test('extends one of ours and takes a rule away', () => {
    const own = {
      name: 'My fork',
      extends: 'q2pro',
      rules: { 'joints.max': { severity: 'refuse', limit: 512 }, 'meshes.max': null },
    };
    assert.equal(validate(file(own)), true);
    const profile = readProfiles(file(own)).get('mine')!;
    assert.equal(profile.rules['joints.max']!.limit, 512);
    assert.equal(profile.rules['meshes.max'], undefined);
    assert.equal(profile.rules['mesh.verts_max']!.limit, 6144);
  });

  test('may not extend itself or what there is not', () => {
    assert.throws(
      () => readProfiles(file({ name: 'x', extends: 'mine' })),
      /engines\.mine\.extends: it extends itself/,
    );
    assert.throws(
      () => readProfiles(file({ name: 'x', extends: 'y' })),
      /engines\.mine\.extends: there is no engine 'y'/,
    );
  });

  const bad: readonly [what: string, value: unknown, path: string][] = [
    ['no object', 3, 'profiles'],
    ['another version', { version: 2, engines: {} }, 'profiles.version'],
    ['no engines', { version: 1 }, 'profiles'],
    ['no name', file({}), 'profiles.engines.mine'],
    ['a key that is the word for all', file({ name: 'x' }, 'all'), 'profiles.engines.all'],
    ['a key with a blank', file({ name: 'x' }, 'a b'), 'profiles.engines.a b'],
    ['an unknown key', file({ name: 'x', color: 1 }), 'profiles.engines.mine.color'],
    ['a rule without a severity', file({ name: 'x', rules: { version: {} } }), 'profiles.engines.mine.rules.version'],
    [
      'a severity that there is not',
      file({ name: 'x', rules: { version: { severity: 'bad' } } }),
      'profiles.engines.mine.rules.version.severity',
    ],
    [
      'a limit in words',
      file({ name: 'x', rules: { version: { severity: 'info', limit: '3' } } }),
      'profiles.engines.mine.rules.version.limit',
    ],
    ['a number that is not', file({ name: 'x', asks: { optional: 'y' } }), 'profiles.engines.mine.asks.optional'],
    [
      'a verdict that there is not',
      file({ name: 'x', outcomes: { mesh: { fatal: 'bad' } } }),
      'profiles.engines.mine.outcomes.mesh.fatal',
    ],
    [
      'a kind of vertex frames that there is not',
      file({ name: 'x', frames: { md4: {} } }),
      'profiles.engines.mine.frames.md4',
    ],
    [
      'a companion that is a number',
      file({ name: 'x', writer: { companions: [1] } }),
      'profiles.engines.mine.writer.companions[0]',
    ],
  ];
  for (const [what, value, path] of bad)
    test(`is refused with its place: ${what}`, () => {
      assert.equal(validate(value), false);
      assert.throws(
        () => readProfiles(value),
        (error) => error instanceof ProfileError && error.path === path,
      );
    });
});
