// The schema of world documents, judged by an independent validator (ajv): what the reader opens passes, and what breaks
// the shape of a document fails. What a schema cannot say (links, cycles, order of numbers) is the reader's alone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { root } from './support/vitrine.mjs';
import { casePath, valid, worldCases } from './support/worlds.mjs';

const data = join(root, 'tests/data/world');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
// As strict as the validator can be about the schema itself, but for unions of types and required keys of another part.
const ajv = new Ajv.default({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
const validate = ajv.compile(read(join(root, 'native/world/world.schema.json')));
const passes = (document) => validate(document) || validate.errors;

describe('the schema', () => {
  test('is the one that the package ships', () => {
    assert.equal(
      readFileSync(join(root, 'dist/world.schema.json'), 'utf8'),
      readFileSync(join(root, 'native/world/world.schema.json'), 'utf8'),
    );
    assert.equal(read(join(root, 'package.json')).exports['./world.schema.json'], './dist/world.schema.json');
  });

  for (const file of valid)
    test(`lets ${file} pass`, () => assert.equal(passes(read(join(data, 'valid', file))), true));

  for (const [name, { schema, code }] of Object.entries(read(join(data, 'invalid/expected.json')))) {
    const path = join(data, 'invalid', `${name}.world.json`);
    if (code === 'WORLD_JSON') continue;
    test(`${schema ? 'refuses' : 'leaves to the reader'} ${name}`, () => assert.equal(validate(read(path)), !schema));
  }

  test('has no key and no operator that the valid documents do not use', () => {
    const keys = new Set(),
      ops = new Set();
    const walk = (value) => {
      if (typeof value !== 'object' || value === null) return;
      if (typeof value.op === 'string') ops.add(value.op);
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) keys.add(key);
        walk(inner);
      }
    };
    for (const file of valid) walk(read(join(data, 'valid', file)));
    const { schema } = validate;
    const parts = [schema, ...Object.values(schema.$defs)];
    assert.deepEqual(
      [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))].filter((key) => !keys.has(key)),
      [],
    );
    // Sectors, portals and the entries of tables may leave their operator out.
    const usual = ['texture', 'material', 'mesh', 'sector', 'portal'];
    assert.deepEqual(
      schema.$defs.anyOperator.properties.op.enum.filter((op) => !ops.has(op) && !usual.includes(op)),
      [],
    );
  });

  test('lets every valid reference case pass', () => {
    const valid = worldCases().filter(([, expected]) => !expected.error);
    assert.ok(valid.length > 90);
    for (const [name] of valid) assert.equal(passes(read(casePath(name))), true, name);
  });

  test('refuses the reference cases of a wrong shape', () => {
    const shapes = [
      'KIND VERSION TYPE RANGE REQUIRED ENUM OP ROOT INPUTS PROTECTED TERM ANIM PORTAL',
      'bad_class_world_in_scene',
    ];
    const wrong = worldCases().filter(
      ([name, { error }]) =>
        error && (shapes[0].split(' ').includes(error.code.slice('WORLD_'.length)) || name === shapes[1]),
    );
    assert.ok(wrong.length >= 14);
    // The end of an event is compared with its start, which a schema cannot.
    for (const [name] of wrong) assert.equal(validate(read(casePath(name))), name === 'bad_event_end', name);
  });

  test('knows the shapes of a function with and without blanks', () => {
    const light = (shape) => ({
      kind: 'vitrine-world',
      version: 1,
      scenes: { s: { op: 'light', range: { anim: { shape, b: 'TIME' } } } },
    });
    for (const shape of ['A+((B*C)+(D*E))', ' A * LERP( B+C , D,E )', 'LERP(A,B*C,D*E)'])
      assert.equal(passes(light(shape)), true, shape);
    for (const shape of ['A+(B*C)', 'a+((b*c)+(d*e))', 'LERP(A,B+C,D*E']) assert.equal(validate(light(shape)), false);
  });
});
