// Songs and effect files through the module and the command line: the reference tables, every byte accounted for,
// durations, notes, and the faults of damaged files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { effects, samples, song } from './support/sound.mjs';
import { root, shared, vitrine as run, vitrineJson as runJson, without } from './support/vitrine.mjs';
import { difference } from './support/worlds.mjs';

const data = join(root, 'tests/data');
const tool = ['debug', 'release'].map((preset) => join(root, 'build', preset, 'vitrine_tool')).find(existsSync);
const noTool = tool === undefined ? 'the native build (vitrine_tool) is absent' : false;

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

const reference = (name) => JSON.parse(readFileSync(join(shared, 'reference', name), 'utf8')).files;
/** What the reference says of the file itself is compared apart. */
const bare = ({ sha256, notesDigest, music, ...table }) => ({ ...table, ...(music && { music: bare(music) }) });

/** The sections follow one another from the first byte to the last. */
function assertWhole({ sections, bytes }) {
  let end = 0;
  for (const section of sections) {
    assert.equal(section.at, end, section.what);
    end += section.bytes;
  }
  assert.equal(end, bytes);
}

describe('the corpora', { skip: without }, () => {
  const files = () =>
    ['v2m', 'vfx'].flatMap((kind) =>
      readdirSync(join(shared, 'corpus', kind)).map((name) => ({
        kind,
        name,
        bytes: readFileSync(join(shared, 'corpus', kind, name)),
      })),
    );

  test('give the reference tables, by sound() and by inspect', () => {
    const tables = { v2m: reference('v2m_tables.json'), vfx: reference('vfx_table.json') };
    for (const { kind, name, bytes } of files()) {
      const wanted = tables[kind][name];
      assert.ok(wanted, name);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), wanted.sha256);
      const { kind: found, table } = vitrine.sound({ name, bytes });
      assert.equal(found, kind);
      assert.equal(difference(bare(wanted), table, 1e-9), '', name);
      const document = vitrine.open([{ name, bytes }]);
      assert.equal(document.report.format, kind);
      assert.deepEqual(document.report.info.format, table);
      assert.equal(document.report.files[0].role, 'sound');
      document.dispose();
    }
  });

  test('are covered to the last byte', () => {
    for (const { kind, name, bytes } of files()) {
      const { table } = vitrine.sound({ name, bytes });
      assert.equal(table.bytes, bytes.length);
      assertWhole(table);
      if (kind === 'vfx') assertWhole(table.music);
    }
  });

  test('last as long as the format notes say', () => {
    const seconds = {
      'werkkzeug3_data_kkrieger6.v2m': 140.225,
      'werkkzeug3_data_debris_debris_ost.v2m': 429.952,
      'werkkzeug3_data_debris_debrisfx_beta_edited.v2m': 58.041,
      'v2_v2m_v2_zeitmaschine_new.v2m': 164.539,
      'RG2_flybye_tpinv2.v2m': 138.536,
      'RG2_welcome_to_invtro.v2m': 206.349,
    };
    for (const { kind, name, bytes } of files()) {
      const { table } = vitrine.sound({ name, bytes });
      const wanted = kind === 'vfx' ? 103.171 : seconds[name];
      assert.ok(Math.abs((table.music ?? table).seconds - wanted) < 0.0006, name);
      if (kind === 'vfx') assert.equal(table.music.samples, 4549862);
    }
  });

  test('have as many notes as note-ons, each within the song', () => {
    for (const { name, bytes } of files()) {
      const { table, notes } = vitrine.sound({ name, bytes });
      const music = table.music ?? table;
      assert.equal(notes.length, music.noteOns);
      const last = Math.max(music.seconds, music.lastSeconds);
      for (const { start, end, velocity } of notes)
        assert.ok(start >= 0 && end >= start && end <= last + 1e-9 && velocity > 0 && velocity < 256);
    }
  });

  test('show the golden rows of the effect file', () => {
    const [file] = files().filter(({ kind }) => kind === 'vfx');
    const { effects: rows } = vitrine.sound(file).table;
    const row = (i) => {
      const { minor, gain, factor, start, end, length, seconds } = rows[i];
      return [minor, gain, Number(factor.toFixed(6)), start, end, length, Number(seconds.toFixed(6))];
    };
    assert.deepEqual(row(0), [0, 120, 15.848932, 6986, 17648, 10662, 0.241769]);
    assert.deepEqual(row(12).slice(0, 5), [21, -1, 0.977237, 2534041, 2613380]);
    assert.deepEqual(row(24).slice(0, 5), [66, 98, 9.549926, 4546549, 4563948]);
    assert.deepEqual(
      rows.flatMap(({ length, row: i }) => (length > 65536 ? [i] : [])),
      [4, 6, 12, 18, 19, 22],
    );
    assert.ok(rows.every(({ length, rendered }) => rendered === Math.min(length, 65536)));
  });
});

describe('a song written by hand', () => {
  // 96 ticks a quarter: 192 ticks of 500000 us are 1 s, 208 more of 250000 us are 0.541666... s.
  const melody = () => ({ name: 'melody.v2m', bytes: samples()['v2m/valid/melody.v2m'] });

  test('has the times of its tempo map', () => {
    const { table } = vitrine.sound(melody());
    assert.equal(difference(1 + (208 * 0.25) / 96, table.seconds, 1e-12), '');
    assert.equal(table.samples, Math.floor(44100 + (208 * 0.25 * 44100) / 96));
    assert.deepEqual(table.tempo[1], { tick: 192, usPerQuarter: 250000, numerator: 4, denominator: 4, tpq: 8 });
    assert.deepEqual(table.speech.texts, ['!HH EH L OW']);
    assertWhole(table);
  });

  test('has its notes in seconds', () => {
    const { notes } = vitrine.sound(melody());
    assert.equal(notes.length, 10);
    assert.deepEqual(notes[0], { channel: 0, note: 60, velocity: 100, start: 0, end: 40 / 192 });
    // The fifth begins with the second tempo, at tick 192.
    assert.equal(difference({ note: 76, start: 1, end: 1 + 40 / 384 }, notes[4], 1e-12), '');
    // A key that is struck again ends where it does.
    assert.equal(difference({ channel: 1, note: 36, start: 0, end: 1 }, notes[8], 1e-12), '');
    assert.equal(difference({ channel: 1, velocity: 110, start: 1, end: 1.5 }, notes[9], 1e-12), '');
  });

  test('may lack its program changes, which is a warning with the place', () => {
    const { issues, info } = vitrine.load([{ name: 'x.bin', bytes: samples()['v2m/valid/no_program.v2m'] }]).report;
    assert.equal(info.format.version, 6);
    const [{ code, severity, offset }] = issues.messages;
    // Header 12, one tempo entry 10, the silent channel 0 with its count: channel 1 begins at 26.
    assert.deepEqual({ code, severity, offset }, { code: 'V2M_NO_PROGRAM', severity: 1, offset: 26 });
  });

  test('of every synth generation is recognised', () => {
    for (let version = 0; version < 7; version++) {
      const { table } = vitrine.sound({ name: 's', bytes: song({ version }) });
      assert.equal(table.version, version);
    }
  });
});

test('the samples of tests/data are what the writer of the tests writes', () => {
  for (const [path, bytes] of Object.entries(samples()))
    assert.deepEqual(new Uint8Array(readFileSync(join(data, path))), bytes, path);
  for (const kind of ['v2m', 'vfx'])
    for (const state of ['valid', 'invalid'])
      for (const name of readdirSync(join(data, kind, state))) assert.ok(`${kind}/${state}/${name}` in samples(), name);
});

test('every gain is the same number natively and in wasm', { skip: noTool }, () => {
  const rows = Array.from({ length: 256 }, (_, minor) => ({
    minor,
    gain: minor - 128,
    start: minor,
    end: minor * 7 + 9,
  }));
  const bytes = effects({ music: samples()['v2m/valid/melody.v2m'], rows });
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sound-'));
  const name = join(folder, 'gains.vfx');
  writeFileSync(name, bytes);
  const native = execFileSync(tool, ['inspect', name], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const { table } = vitrine.sound({ name, bytes });
  assert.equal(table.count, 256);
  assert.deepEqual(JSON.parse(native).info.format, table);
  for (const { gain, factor } of table.effects) assert.equal(difference(10 ** (gain / 100), factor, 1e-14), '');
});

describe('damaged files', () => {
  for (const [path, code, offset] of [
    ['v2m/invalid/division_zero.v2m', 'V2M_DIVISION', 0],
    ['v2m/invalid/program_outside.v2m', 'V2M_PROGRAM', 22],
    ['vfx/invalid/minor_twice.vfx', 'VFX_ROW', 370],
    ['vfx/invalid/backwards.vfx', 'VFX_ROW', 354],
    ['vfx/invalid/song_cut.vfx', 'V2M_TRUNCATED', 40],
  ]) {
    test(`${basename(path)}: ${code}`, () => {
      const file = join(data, path);
      const { status, stderr, value } = runJson(['inspect', '--json', file]);
      assert.equal(status, 1, stderr);
      const [message] = value.issues.messages;
      assert.deepEqual([message.code, message.offset, message.severity], [code, offset, 0]);
      assert.throws(
        () => vitrine.sound({ name: 'x', bytes: readFileSync(file) }),
        (error) => error instanceof VitrineError && error.code === code && error.issues[0].offset === offset,
      );
      const { status: checked, stdout } = run(['check', file]);
      assert.equal(checked, 1);
      assert.match(stdout, new RegExp(`${basename(path)} @0x${offset.toString(16)}: error ${code}: `));
    });
  }

  test('a song inside a world document is a warning with the offset', () => {
    const bytes = {
      'bad.v2m': samples()['v2m/invalid/program_outside.v2m'],
      'bad.vfx': samples()['vfx/invalid/backwards.vfx'],
    };
    const text = '{"kind":"vitrine-world","version":1,\n"sound":{"music":"bad.v2m","vfx":"bad.vfx"}}';
    const world = vitrine.world(text, (name) => bytes[name]);
    world.evaluate(0);
    const { issues, sound } = world.report;
    world.dispose();
    assert.equal(sound, undefined);
    assert.deepEqual(
      issues.map(({ code, severity, path, offset, line }) => [code, severity, path, offset, line]),
      [
        ['VFX_ROW', 1, '/sound/vfx', 354, 2],
        ['V2M_PROGRAM', 1, '/sound/music', 22, 2],
      ],
    );
  });
});

describe('the command line', () => {
  const effectFile = join(data, 'vfx/valid/effects.vfx');

  test('vitrine sound prints tables and notes', () => {
    const { status, value } = runJson(['sound', effectFile, '--json']);
    assert.equal(status, 0);
    assert.deepEqual(Object.keys(value), ['kind', 'table', 'notes', 'patches', 'globals']);
    assert.equal(value.table.count, 3);
    assert.equal(value.notes.length, 10);
    const { stdout } = run(['sound', effectFile]);
    assert.match(stdout, /^Effects$[^]*^Song$[^]*^Tempo$[^]*^Channels$[^]*^Notes$/m);
    const rows = run(['sound', effectFile, '--format', 'csv']).stdout.trimEnd().split('\n');
    assert.equal(rows[0], 'start,end,channel,note,velocity');
    assert.equal(rows.length, 11);
    assert.equal(rows[10], '1,1.5,1,36,110');
  });

  test('places of sounds are those of the file, also inside an effect file', () => {
    for (const path of [effectFile, join(data, 'v2m/valid/melody.v2m')]) {
      const bytes = readFileSync(path),
        { patches, globals } = runJson(['sound', path, '--json']).value;
      assert.equal(patches.length, 2);
      for (const { modules } of [...patches, globals]) {
        assert.ok(modules.length >= 4);
        for (const { id, values } of modules)
          for (const { name, raw, at } of values) assert.equal(bytes[at], raw, `${path} ${id}.${name}`);
      }
    }
  });

  test('vitrine inspect prints the tables in every format', () => {
    assert.match(run(['inspect', effectFile]).stdout, /^vfx, nothing to draw$[^]*^Effects$[^]*15\.8489[^]*^Song$/m);
    assert.match(run(['inspect', effectFile, '--format', 'md']).stdout, /^## Effects$/m);
    assert.match(run(['inspect', effectFile, '--format', 'csv']).stdout, /^effects,1,gainDb,-0\.2$/m);
    assert.equal(runJson(['inspect', effectFile, '--json']).value.info.format.effects[1].seconds, 1);
  });

  test('an effect that loops is as long as its loop, one without length is legal', () => {
    const [, looped, empty] = runJson(['sound', effectFile, '--json']).value.table.effects;
    assert.deepEqual([looped.length, looped.stereo], [44100, false]);
    assert.deepEqual([empty.length, empty.seconds, empty.stereo], [0, 0, true]);
  });

  test('refuses what is no sound', () => {
    assert.equal(run(['sound']).status, 2);
    assert.equal(run(['sound', join(data, 'v2m/valid')]).status, 2);
    const { status, stderr } = run(['sound', join(root, 'package.json')]);
    assert.equal(status, 1);
    assert.match(stderr, /V2M_/);
  });
});
