// Songs as MIDI files: read back by the specification, event for event, and the loss report of what MIDI cannot hold.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { readMidi } from './support/midi.mjs';
import { effects, song } from './support/sound.mjs';
import { shared, vitrine as run, without } from './support/vitrine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-midi-'));
after(() => rmSync(folder, { recursive: true }));
let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

function midiOf(bytes) {
  const opened = vitrine.song({ name: 'a.v2m', bytes });
  try {
    const { bytes: file, report } = opened.midi();
    assert.equal(report.bytes, file.length);
    return { file: readMidi(file), report };
  } finally {
    opened.dispose();
  }
}
const text = (data) => String.fromCharCode(...data);
const lossOf = ({ losses }, what) => losses.find((loss) => loss.what === what);

const rows = {
  tempo: [
    [0, 500000],
    [192, 250000],
    [192, 260000],
  ],
  channels: [
    {
      notes: [
        [0, 60, 100],
        [40, 60, 0],
        [300, 72, 127],
        [70000, 72, 0],
      ],
      programs: [
        [0, 0],
        [192, 1],
      ],
      controllers: { 1: [[10, 55]], 7: [[20, 90]] },
      bends: [[5, 0, 64]],
    },
    {},
    { notes: [[96, 36, 1]], programs: [[0, 1]] },
  ],
};

test('every event of a song is in its file, on its tick', () => {
  const { file, report } = midiOf(song(rows));
  assert.deepEqual([file.format, file.division, file.tracks.length, report.kind], [1, 96, 3, 'mid']);
  const [tempo, first, second] = file.tracks;
  assert.deepEqual(
    tempo
      .filter(({ meta }) => meta === 0x51)
      .map(({ tick, data }) => [tick, (data[0] << 16) | (data[1] << 8) | data[2]]),
    rows.tempo,
  );
  assert.deepEqual(tempo.find(({ meta }) => meta === 0x58).data, [4, 2, 24, 8]);
  const of = (track, kind) =>
    track.filter(({ status }) => status >> 4 === kind).map(({ tick, data }) => [tick, ...data]);
  assert.deepEqual(of(first, 9), rows.channels[0].notes);
  assert.deepEqual(of(first, 0xc), rows.channels[0].programs);
  // The program at 192 puts controller 1 back, but not the volume.
  assert.deepEqual(of(first, 0xb), [
    [10, 1, 55],
    [20, 7, 90],
    [192, 1, 0],
  ]);
  assert.deepEqual(
    first.filter(({ meta }) => meta === 8).map(({ tick, data }) => [tick, text(data)]),
    [
      [0, 'V2 program 0'],
      [192, 'V2 program 1'],
    ],
  );
  assert.deepEqual(of(second, 9), rows.channels[2].notes);
  assert.ok(second.every(({ status }) => status === 0xff || (status & 15) === 2));
});

test('the loss report counts what MIDI cannot hold', () => {
  const { report } = midiOf(song(rows));
  assert.deepEqual(
    report.losses.map(({ what, count }) => [what, count]),
    [
      ['patches', 2],
      ['effects', 1],
      ['texts', 1],
      ['bends', 1],
    ],
  );
  const odd = midiOf(
    song({
      division: 100000,
      tempo: [[0, 20_000_000]],
      channels: [
        {
          notes: [
            [100000, 60, 200],
            [100000, 130, 5],
          ],
          programs: [[0, 0]],
          controllers: { 2: [[0, 255]] },
        },
      ],
    }),
  );
  assert.equal(odd.file.division, 32767);
  for (const [what, count, largest] of [
    ['keys', 1, 0],
    ['velocities', 1, 0],
    ['controllers', 1, 0],
    ['tempos', 1, 20_000_000],
    ['division', 1, 100000],
  ])
    assert.deepEqual([lossOf(odd.report, what)?.count, lossOf(odd.report, what)?.largest], [count, largest], what);
  // One quarter behind the start is one quarter still, at the slowest tempo there is.
  assert.deepEqual(
    odd.file.tracks[1].filter(({ status }) => status >> 4 === 9),
    [{ tick: 32767, status: 0x90, data: [60, 127] }],
  );
  assert.deepEqual(odd.file.tracks[0][0].data, [255, 255, 255]);
});

test('vitrine convert writes it, also from an effect file, with its report', () => {
  const [from, to, report] = ['a.vfx', 'a.mid', 'r.json'].map((name) => join(folder, name));
  writeFileSync(from, effects({ music: song(rows) }));
  const { status, stderr } = run(['convert', from, '-o', to, '--report', report]);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /lost: sounds of programs.* \(2\)/);
  assert.equal(readMidi(new Uint8Array(readFileSync(to))).tracks.length, 3);
  const { kind, sources, losses } = JSON.parse(readFileSync(report, 'utf8'));
  assert.deepEqual([kind, sources, losses.length], ['mid', ['a.vfx'], 4]);
  assert.equal(run(['convert', from, '-o', from.replace('.vfx', '.glb')]).status, 1);
});

test('public songs have the notes of their tables', { skip: without }, () => {
  const songs = join(shared, 'corpus/v2m');
  const tables = JSON.parse(readFileSync(join(shared, 'reference/v2m_tables.json'), 'utf8')).files;
  for (const name of readdirSync(songs)) {
    const { file } = midiOf(readFileSync(join(songs, name)));
    const wanted = tables[name];
    assert.equal(file.division, Math.min(32767, wanted.division));
    assert.equal(file.tracks.length, 1 + wanted.channelCount, name);
    for (const [i, { channel, events, noteOns, programs, lastTick }] of wanted.channels.entries()) {
      const notes = file.tracks[i + 1].filter(({ status }) => status === 0x90 + channel);
      assert.equal(notes.length, events, name);
      assert.equal(notes.filter(({ data }) => data[1] > 0).length, noteOns, name);
      assert.equal(notes.at(-1).tick, lastTick);
      assert.deepEqual(
        file.tracks[i + 1].filter(({ status }) => status >> 4 === 0xc).map(({ tick, data }) => [tick, data[0]]),
        programs.map(({ tick, program }) => [tick, program]),
      );
    }
  }
});
