// Chunks of KRI scenes that a program reads by itself.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';

let vitrine;
before(async () => (vitrine = await createVitrine()));

const triangle = readFileSync('tests/data/kri/valid/triangle.scene');

/** A chunk as the format has it: a name of eight bytes, a size, contents. */
function chunk(name, contents) {
  const head = Buffer.alloc(12);
  head.write(name, 'latin1');
  head.writeUInt32LE(contents.length, 8);
  return Buffer.concat([head, contents]);
}
const numbers = (...values) => Buffer.from(Float32Array.from(values).buffer);
const scene = Buffer.concat([triangle, chunk('my_wind', numbers(1, 0.5, 2)), chunk('my_wind', Buffer.from([7]))]);
const opened = (t, bytes = scene, options = {}) => {
  const document = vitrine.open([{ name: 'a.scene', bytes }], options);
  t.after(() => document.dispose());
  return document.report;
};
const chunksOf = (report, wanted) => report.info.format.chunks.filter(({ name }) => name === wanted);
const codesOf = ({ issues }) => issues.messages.map(({ code }) => code);

test('what a reader returns stands in the report, and the chunk is no longer unknown', (t) => {
  const without = opened(t);
  assert.equal(codesOf(without).filter((code) => code === 'KRI_UNKNOWN_CHUNK').length, 2);
  assert.equal(chunksOf(without, 'my_wind')[0].layout, 'unknown');

  const places = [];
  vitrine.kriChunk('my_wind', (contents, place) => {
    places.push({ ...place, before: [...place.before] });
    if (contents.byteLength !== 12) return undefined; // left as it is
    return {
      direction: [contents.getFloat32(0, true), contents.getFloat32(4, true)],
      strength: contents.getFloat32(8, true),
      raw: new Uint8Array(contents.buffer),
    };
  });
  t.after(() => vitrine.kriChunk('my_wind'));
  const report = opened(t),
    [own, left] = chunksOf(report, 'my_wind');
  assert.deepEqual(own.fields, {
    direction: [1, 0.5],
    strength: 2,
    raw: [...numbers(1, 0.5, 2)],
  });
  assert.deepEqual([own.layout, own.consumed, own.size], ['own', 12, 12]);
  assert.equal(left.layout, 'unknown');
  assert.deepEqual(
    report.issues.messages.filter(({ code }) => code === 'KRI_UNKNOWN_CHUNK').map(({ offset }) => offset),
    [left.offset],
  );
  assert.equal(report.issues.numInfos, without.issues.numInfos - 1);
  // The model so far: every chunk before it, with its fields.
  const [first, second] = places;
  assert.deepEqual([first.file, first.name, first.offset], ['a.scene', 'my_wind', triangle.length]);
  assert.equal(first.before.find(({ name }) => name === 'mesh').fields.vertices, 3);
  assert.equal(second.before.at(-1).fields.strength, 2);
});

test('a reader replaces that of Vitrine for what is shown, and is taken away again', (t) => {
  const plain = chunksOf(opened(t, triangle), 'mesh')[0].fields;
  vitrine.kriChunk('mesh', (contents) => ({ corners: contents.getUint16(0, true) }));
  const report = opened(t, triangle);
  assert.deepEqual(chunksOf(report, 'mesh')[0].fields, { corners: 3 });
  assert.equal(report.info.statistics.vertices, 3, 'the model stays');
  vitrine.kriChunk('mesh');
  assert.deepEqual(chunksOf(opened(t, triangle), 'mesh')[0].fields, plain);
});

test('what a reader throws is a problem at its chunk, and all else is there', (t) => {
  t.after(() => vitrine.kriChunk('my_wind'));
  for (const [read, why] of [
    [(contents) => ({ at: contents.getFloat32(12) }), /outside the bounds/i],
    [() => 'text', /an object with fields/],
    [() => null, /an object with fields/],
    [async () => ({}), /an object with fields/],
    [() => ({ many: 'x'.repeat(4_000_001) }), /letters/],
    [() => ({ big: 1n }), /BigInt/],
    [
      () => {
        throw null;
      },
      /null/,
    ],
  ]) {
    vitrine.kriChunk('my_wind', read);
    const report = opened(t),
      found = report.issues.messages.filter(({ code }) => code === 'KRI_CHUNK_READER');
    assert.equal(found.length, 2);
    assert.match(found[0].message, /^chunk my_wind: its reader failed: /);
    assert.match(found[0].message, why);
    assert.deepEqual([found[0].severity, found[0].source, found[0].offset], [1, 'a.scene', triangle.length]);
    assert.equal(chunksOf(report, 'my_wind')[0].layout, 'unknown');
    assert.equal(report.issues.numWarnings, 2);
    assert.equal(report.info.statistics.triangles, 1);
  }
});

test('a reader has a copy of the bytes', (t) => {
  t.after(() => vitrine.kriChunk('my_wind'));
  vitrine.kriChunk('my_wind', (contents) => {
    contents.setUint8(0, 255);
    return { first: contents.getUint8(0) };
  });
  const bytes = Buffer.from(scene);
  opened(t, bytes);
  assert.ok(bytes.equals(scene));
});

test('names and readers of another kind are refused', () => {
  assert.throws(() => vitrine.kriChunk('', () => ({})), RangeError);
  assert.throws(() => vitrine.kriChunk('ninechars', () => ({})), RangeError);
  assert.throws(() => vitrine.kriChunk('my_wind', 7), TypeError);
});
