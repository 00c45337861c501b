// The bytes of songs and effect files: each belongs to one field of one record, and stands for what the writer of the
// file put there.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { formatViews } from '../../web/src/formats';
import { plainWords } from '../../web/src/base/textFormat';
import { Document } from '../../web/src/core/document';
import type { RecordMap, Report } from '../../web/src/core/report';
import type { EffectTable, SongTable } from '../../web/src/core/sound';
import { ask } from '../../web/src/core/ask';
import { SoundCore } from '../../web/src/music/core';
import { readRoll } from '../../web/src/music/roll';
import { SongPlaces } from '../../web/src/ui/music/bytes';
// @ts-expect-error plain JavaScript
import { effects, samples, song } from './support/sound.mjs';
// @ts-expect-error plain JavaScript
import { root, shared, without } from './support/vitrine.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = (await createVitrine()) as unknown as { core: ConstructorParameters<typeof Document>[0] };
const sound = new WebAssembly.Module(readFileSync(join(root, 'dist/vitrine-sound.wasm')));

interface Opened {
  document: Document;
  report: Report;
  name: string;
}
function open(name: string, bytes: Uint8Array): Opened {
  const document = new Document(vitrine.core);
  document.load([{ name, bytes }]);
  return { document, report: document.report(false), name };
}
/** The fields of the records that the page lists, one after another. */
function recordsOf({ document, report, name }: Opened): RecordMap[] {
  const format = report.format || name.split('.').pop()!,
    list = formatViews[format]!.records!(name, report.info.format as Record<string, unknown>, [], plainWords)!;
  return list.records.map(({ offset, size, name: called }) => {
    const map = ask(document, 'mapRecord', { file: name, offset });
    assert.ok(map, `${called} at ${offset} is a record`);
    assert.equal(map.size, size, called);
    assert.equal(map.kind, called.replace('rate and count', 'rate and count'));
    return map;
  });
}
function everyByteIsInAField(opened: Opened, size: number): void {
  let at = 0;
  for (const map of recordsOf(opened)) {
    assert.equal(map.offset, at, map.kind);
    for (const part of map.parts) {
      assert.equal(part.offset, at, `${map.kind}: ${part.name}`);
      at += 'members' in part ? part.count * part.stride : part.size;
    }
    assert.equal(at, map.offset + map.size, `the end of ${map.kind}`);
  }
  assert.equal(at, size);
}
const fieldAt = (opened: Opened, record: string, name: string): { offset: number; value?: unknown } => {
  const found = recordsOf(opened)
    .find(({ kind }) => kind === record)
    ?.parts.find((part) => part.name === name);
  assert.ok(found, `${record}: ${name}`);
  return found;
};

describe('every byte is in one field', () => {
  test('of the project’s songs and effect files, and of every generation', () => {
    for (const [path, bytes] of Object.entries(samples() as Record<string, Uint8Array>))
      if (path.includes('/valid/')) everyByteIsInAField(open(path.split('/').pop()!, bytes), bytes.length);
    for (let version = 0; version <= 6; ++version) {
      const bytes = song({
        version,
        padding: version % 5,
        texts: version < 3 ? null : ['!a', 'b'],
        channels: [{ notes: [[0, 60, 9]], programs: [[0, 0]], bends: [[3, 1, 2]], controllers: { 2: [[0, 5]] } }],
      }) as Uint8Array;
      everyByteIsInAField(open('a.v2m', bytes), bytes.length);
    }
  });

  test('of the public ones', { skip: without }, () => {
    for (const folder of ['corpus/v2m', 'corpus/vfx'])
      for (const name of readdirSync(join(shared!, folder)).filter((each) => /\.(v2m|vfx)$/.test(each))) {
        const bytes = new Uint8Array(readFileSync(join(shared!, folder, name)));
        everyByteIsInAField(open(name, bytes), bytes.length);
      }
  });
});

test('fields have the names and values of the writer', () => {
  const bytes = song({
    division: 120,
    channels: [{ notes: [[0, 60, 9]] }, {}, { notes: [[0, 1, 2]], controllers: { 7: [[4, 99]] } }], // prettier-ignore
    patches: [2, 0],
    texts: ['!hEH', 'OW'],
  }) as Uint8Array;
  bytes.set([11, 22, 33], bytes.length - 200);
  const opened = open('a.v2m', bytes);
  assert.equal(fieldAt(opened, 'header', 'time division').value, 120);
  assert.equal(bytes[fieldAt(opened, 'channel 2', 'controller 7: value').offset], 99);
  assert.equal(fieldAt(opened, 'patch 0', 'modulation count').value, 2);
  // A pan, a transposition, three oscillators of six: then the filter.
  const patch = recordsOf(opened).find(({ kind }) => kind === 'patch 1')!;
  assert.equal(patch.size, 90);
  assert.equal(fieldAt(opened, 'patch 1', 'filter1 cutoff').offset, patch.offset + 2 + 18 + 1);
  assert.equal(fieldAt(opened, 'patch 1', 'polyphony').offset, patch.offset + 88);
  assert.equal(fieldAt(opened, 'globals', 'delay feedback').value, 64);
  const speech = recordsOf(opened).find(({ kind }) => kind === 'speech')!;
  assert.deepEqual(
    speech.parts.filter(({ name }) => name === 'text').map((part) => (part as { value?: unknown }).value),
    ['!hEH', 'OW'],
  );
  // An older one has no transposition and no ring modulation: its filter comes four bytes earlier.
  const old = open('b.v2m', song({ version: 0, patches: [1], texts: null }) as Uint8Array),
    first = recordsOf(old).find(({ kind }) => kind === 'patch 0')!;
  assert.equal(fieldAt(old, 'patch 0', 'filter1 cutoff').offset, first.offset + 1 + 15 + 1);
});

describe('bytes, notes and sounds', () => {
  const music = song({
    tempo: [[0, 500000], [96, 250000]], // prettier-ignore
    channels: [
      {},
      {
        notes: [[0, 60, 90], [10, 62, 80], [20, 60, 0], [30, 62, 0]], // prettier-ignore
        programs: [[0, 1], [10, 0]], // prettier-ignore
      },
    ],
    texts: null,
  }) as Uint8Array;
  const placesOf = (name: string, bytes: Uint8Array): [SongPlaces, Opened] => {
    const core = new SoundCore(sound);
    assert.ok(core.open(bytes, true));
    const opened = open(name, bytes),
      table = opened.report.info.format as unknown as SongTable | EffectTable;
    return [new SongPlaces(bytes, table, readRoll(core.roll())), opened];
  };
  const vfx = effects({ music, rows: [{ minor: 3, start: 0, end: 9000 }, { minor: 4, start: 4410, end: 8820 }] }) as Uint8Array; // prettier-ignore

  for (const [name, bytes] of [
    ['a.v2m', music],
    ['a.vfx', vfx],
  ] as const)
    // prettier-ignore
    test(`lead to each other in ${name}`, () => {
      const [places, opened] = placesOf(name, bytes);
      const at = (record: string, field: string): number => fieldAt(opened, record, field).offset;
      const keys = at('channel 1', 'notes: note'),
        velocities = at('channel 1', 'notes: velocity');
      const noteOf = (offset: number): unknown[] => {
        const place = places.at(offset);
        return place?.kind === 'note' ? [place.note.note, place.note.velocity, place.note.row] : [place?.kind];
      };
      assert.deepEqual(noteOf(keys), [60, 90, 0]);
      assert.deepEqual(noteOf(velocities + 1), [62, 80, 1]);
      // A note off is that of the note that it ends.
      assert.deepEqual(noteOf(keys + 2), [60, 90, 0]);
      assert.deepEqual(noteOf(at('channel 1', 'notes: tick, low byte') + 3), [62, 80, 1]);
      const note = places.at(keys + 1);
      assert.ok(note?.kind === 'note');
      const own = places.noteBytes(note.note);
      assert.deepEqual(own.slice(0, 2), [keys + 1, velocities + 1]);
      assert.ok(own.every((offset) => noteOf(offset)[2] === 1));
      // The second program change is at tick 10, the second tempo at tick 96.
      assert.deepEqual(places.at(at('channel 1', 'programs: program') + 1), {
        kind: 'time',
        seconds: Math.floor((10 * 22050) / 96) / 44100,
      });
      const tempo = places.at(at('tempo', 'tempo: microseconds per quarter') + 5);
      assert.ok(tempo?.kind === 'time' && Math.abs(tempo.seconds - 0.5) < 0.001);
      assert.deepEqual(places.at(at('patch 1', 'filter1 cutoff')), { kind: 'program', program: 1 });
      assert.deepEqual(places.at(at('patch table', 'patch offsets') + 4), { kind: 'program', program: 1 });
      assert.deepEqual(places.at(at('globals', 'reverb time')), { kind: 'globals' });
      assert.equal(places.at(at('channel 0', 'notes count')), undefined);
      assert.equal(places.at(bytes.length + 10)?.kind, undefined);
    });

  test('an effect stands for its start', () => {
    const [places, opened] = placesOf('a.vfx', vfx);
    assert.deepEqual(places.at(fieldAt(opened, 'effect 1', 'minor id').offset), { kind: 'time', seconds: 0.1 });
    assert.equal(fieldAt(opened, 'effect 1', 'minor id').value, 4);
    assert.equal(fieldAt(opened, 'rate and count', 'sample rate').value, 44100);
  });
});
