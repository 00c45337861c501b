// Songs as MIDI files: read back by the specification, event for event, and the loss report of what MIDI cannot hold.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { which } from '../../web/build/run.mjs';
import { notesOf, readMidi } from './support/midi.mjs';
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
  // No row of the song ends the key that still sounds.
  assert.deepEqual(of(first, 8), []);
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
  assert.deepEqual(of(second, 8), [[70000, 36, 64]], 'a note that nothing ends lasts as long as the song');
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
  assert.deepEqual(odd.file.tracks[0].find(({ meta }) => meta === 0x51).data, [255, 255, 255]);
});

test('every note ends: at its note off, when its key is struck again, or with the song', () => {
  const { file } = midiOf(
    song({
      channels: [
        {
          notes: [
            [0, 60, 100],
            [10, 60, 90],
            [20, 60, 0],
            [30, 60, 0],
            [40, 62, 80],
          ],
        },
        {
          notes: [
            [0, 40, 1],
            [0, 40, 2],
            [500, 41, 0],
          ],
        },
      ],
    }),
  );
  assert.deepEqual(
    file.tracks.slice(1).map((track) => notesOf(track).map(({ key, on, off }) => [key, on, off])),
    [
      [
        [60, 0, 10],
        [60, 10, 20],
        [62, 40, 500],
      ],
      [
        [40, 0, 0],
        [40, 0, 500],
      ],
    ],
  );
});

test('a note ends where another program frees its voice, and goes on where the program is the same', () => {
  const { file } = midiOf(
    song({
      channels: [
        {
          notes: [
            [0, 60, 100],
            [50, 62, 100],
            [100, 60, 0],
            [100, 62, 0],
            [100, 64, 100],
          ],
          programs: [
            [0, 1],
            [60, 1],
            [80, 0],
            [100, 1],
            [100, 0],
          ],
        },
      ],
    }),
  );
  assert.deepEqual(notesOf(file.tracks[1]), [
    { key: 60, on: 0, off: 80, program: 1, programAtEnd: 1 },
    { key: 62, on: 50, off: 80, program: 1, programAtEnd: 1 },
    { key: 64, on: 100, off: 100, program: 1, programAtEnd: 1 },
  ]);
});

test('no channel of a song is the drums of General MIDI, where one is free', () => {
  const note = { notes: [[0, 60, 100], [9, 60, 0]] }; // prettier-ignore
  const channels = (...used) => Array.from({ length: 16 }, (_, i) => (used.includes(i) ? note : {}));
  const statuses = ({ file }) =>
    file.tracks.slice(1).map((track) => [...new Set(track.map(({ status }) => status).filter((s) => s < 0xf0))].join());
  const moved = midiOf(song({ channels: channels(0, 9, 10) }));
  assert.deepEqual(statuses(moved), ['144', '145', '154']);
  assert.equal(lossOf(moved.report, 'drums'), undefined);
  const full = midiOf(song({ channels: channels(...Array(16).keys()) }));
  assert.deepEqual(statuses(full)[9], '153');
  assert.deepEqual(
    [lossOf(full.report, 'drums')?.count, lossOf(full.report, 'drums')?.message],
    [1, 'channel 9 of the song, which is the drums of General MIDI: no other channel is free'],
  );
});

test('tracks have names, and a program is named where a track first uses it', () => {
  const programs = [0, 1, 1, 0, 1].map((program, i) => [i * 10, program]);
  const { file } = midiOf(song({ channels: [{ notes: [[0, 60, 100]], programs }, {}, { notes: [[0, 60, 100]] }] }));
  const texts = (type) =>
    file.tracks.map((track) => track.filter(({ meta }) => meta === type).map(({ tick, data }) => [tick, text(data)]));
  assert.deepEqual(texts(3), [[[0, 'Tempo']], [[0, 'V2 channel 0']], [[0, 'V2 channel 2']]]);
  assert.deepEqual(texts(8), [[], [[0, 'V2 program 0'], [10, 'V2 program 1']], []]); // prettier-ignore
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

/** The public songs, and the one inside of the public effect file: [name, bytes]. */
function publicSongs() {
  return ['corpus/v2m', 'corpus/vfx'].flatMap((folder) =>
    readdirSync(join(shared, folder)).map((name) => [name, readFileSync(join(shared, folder, name))]),
  );
}

test('public songs have the notes of their tables', { skip: without }, () => {
  const songs = join(shared, 'corpus/v2m');
  const tables = JSON.parse(readFileSync(join(shared, 'reference/v2m_tables.json'), 'utf8')).files;
  for (const name of readdirSync(songs)) {
    const { file } = midiOf(readFileSync(join(songs, name)));
    const wanted = tables[name];
    assert.equal(file.division, Math.min(32767, wanted.division));
    assert.equal(file.tracks.length, 1 + wanted.channelCount, name);
    const used = wanted.channels.map(({ channel }) => channel);
    const free = Array.from({ length: 16 }, (_, i) => i).find((i) => i !== 9 && !used.includes(i));
    for (const [i, { channel, events, noteOns, programs, lastTick }] of wanted.channels.entries()) {
      const to = channel === 9 ? free : channel;
      // Rows of the song have the status of note on; what ends the others has that of note off.
      const notes = file.tracks[i + 1].filter(({ status }) => status === 0x90 + to);
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

test('each note of the public songs ends, under the program that it began with', { skip: without }, () => {
  let count = 0;
  for (const [name, bytes] of publicSongs()) {
    const { file } = midiOf(bytes);
    const last = Math.max(...file.tracks.flat().map(({ tick }) => tick));
    for (const track of file.tracks.slice(1))
      for (const { on, off, program, programAtEnd } of notesOf(track)) {
        count += 1;
        assert.ok(off >= on && off <= last, `${name}: a note from ${on} to ${off}`);
        assert.equal(programAtEnd, program, `${name}: a note from ${on} to ${off}`);
      }
  }
  assert.equal(count, 20159);
});

const noMidicsv = which('midicsv') === null && 'no midicsv';
test('midicsv finds an end for each note', { skip: without || noMidicsv }, () => {
  for (const [name, bytes] of publicSongs()) {
    const path = join(folder, `${name}.mid`);
    const opened = vitrine.song({ name: 'a.v2m', bytes });
    writeFileSync(path, opened.midi().bytes);
    opened.dispose();
    const { status, stdout, stderr } = spawnSync('midicsv', [path], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(`${stderr}${status}`, '0', name);
    const sounding = new Set();
    for (const line of stdout.split('\n')) {
      const [track, , kind, channel, key, velocity] = line.split(', ');
      const note = `${track} ${channel} ${key}`;
      if (kind === 'Note_on_c' && velocity !== '0') {
        assert.ok(!sounding.has(note), `${name}: ${line}: sounds already`);
        sounding.add(note);
      } else if (kind === 'Note_off_c' || kind === 'Note_on_c') sounding.delete(note);
    }
    assert.deepEqual([...sounding], [], name);
  }
});
