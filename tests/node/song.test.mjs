// Songs as they sound: the same bits natively and in wasm and in any order of asking, WAV files of the command line.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine, encodeWav, levelsOf, Loudness, normalise, VitrineError } from '../../dist/node/index.js';
import { filesBelow, which } from '../../web/build/run.mjs';
import { effects, loudSong } from './support/sound.mjs';
import { cliPath, data, root, vitrine as run } from './support/vitrine.mjs';

const melody = join(root, 'tests/data/v2m/valid/melody.v2m');
const dusk = join(root, 'public/samples/dusk/dusk.v2m');
const tool = ['release', 'debug'].map((preset) => join(root, 'build', preset, 'vitrine_tool')).find(existsSync);
const noTool = tool === undefined ? 'the native build (vitrine_tool) is absent' : false;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-song-'));
after(() => rmSync(folder, { recursive: true }));

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});
const open = (path) => vitrine.song({ name: 'a.v2m', bytes: readFileSync(path) });
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const digestOf = (sound) => digest(new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength));

function nativeDigest(path, samples) {
  const out = join(folder, 'native.f32');
  execFileSync(tool, ['song', out, String(samples), path]);
  return digest(readFileSync(out));
}

describe('a song', () => {
  test('is the same sound in one piece and in many, forwards and backwards', () => {
    const song = open(melody),
      whole = song.render(0, 1);
    assert.equal(whole.length, 88200);
    assert.ok(levelsOf(whole).peak > 0);
    for (const [from, seconds] of [
      [0.5, 0.25],
      [0.75, 0.1],
      [0.1, 0.2],
      [0, 1],
    ]) {
      const first = 2 * Math.round(from * 44100);
      assert.deepEqual(song.render(from, seconds), whole.slice(first, first + 2 * Math.round(seconds * 44100)));
    }
    song.dispose();
  });

  test('of one channel differs from the whole, which comes back', () => {
    const song = open(melody),
      whole = digestOf(song.render(0, 0.5));
    const one = song.render(0, 0.5, { channel: 1 }),
      none = song.render(0, 0.5, { channel: 9 });
    assert.notEqual(digestOf(one), whole);
    assert.ok(levelsOf(none).peak < 0.001);
    assert.equal(digestOf(song.render(0, 0.5)), whole);
    song.dispose();
  });

  test('refuses what cannot be asked for', () => {
    const song = open(melody);
    for (const ask of [
      [-1, 1],
      [0, -1],
      [0, 1e9],
      [NaN, 1],
      [0, 1, { channel: 16 }],
      [0, 1, { channel: 0.5 }],
    ])
      assert.throws(() => song.render(...ask), RangeError);
    song.dispose();
  });

  test('that is damaged is an error with its offset', () => {
    assert.throws(
      () => open(join(root, 'tests/data/v2m/invalid/program_outside.v2m')),
      (error) => error instanceof VitrineError && error.code === 'V2M_PROGRAM' && error.issues[0].offset === 22,
    );
  });

  test('is the same bits natively and in wasm', { skip: noTool }, () => {
    const own = ['public/samples', 'tests/data/v2m/valid'].flatMap((folder) => filesBelow(join(root, folder), '.v2m'));
    assert.ok(own.includes(melody) && own.includes(dusk));
    for (const path of own) {
      const song = open(path);
      assert.equal(digestOf(song.render(0, 4)), nativeDigest(path, 4 * 44100), path);
      song.dispose();
    }
  });

  test('of the references is the same bits natively and in wasm', { skip: noTool }, () => {
    const references = data('v2m/reference');
    const songs = readdirSync(references).filter((name) => name.endsWith('.v2m'));
    assert.ok(songs.length >= 30 - 1);
    for (const name of songs) {
      const song = open(join(references, name));
      assert.equal(digestOf(song.render(0, 3)), nativeDigest(join(references, name), 132300), name);
      song.dispose();
    }
  });
});

describe('what a song measures', () => {
  const bytes = loudSong();

  test('is that of its whole sound', () => {
    const song = vitrine.song({ name: 'a.v2m', bytes }),
      measures = song.measure(),
      whole = song.render(0, measures.measuredSeconds),
      loudness = new Loudness(44100);
    loudness.add(whole);
    assert.equal(measures.peak, levelsOf(whole).peak);
    assert.ok(measures.peak > 0.1);
    assert.equal(measures.lufs, loudness.integrated);
    // The last event is the note off of the 48th note, at 5.208 ms a tick; two channels hold one key each, and let go of
    // it within the eighth of a beat before the next.
    assert.ok(Math.abs(measures.seconds - ((47 * 48 + 40) * 0.5) / 96) < 0.01);
    assert.equal(measures.measuredSeconds, measures.seconds + 2);
    assert.ok(measures.voices >= 2 && measures.voices <= 8, `${measures.voices} voices`);
    song.dispose();
  });

  test('is told by vitrine inspect', () => {
    const path = join(folder, 'loud.v2m');
    writeFileSync(path, bytes);
    const { info } = JSON.parse(run(['inspect', path, '--json']).stdout);
    const song = vitrine.song({ name: 'a.v2m', bytes });
    assert.deepEqual(info.sound, song.measure());
    song.dispose();
    const { stdout } = run(['inspect', path]);
    assert.match(stdout, /^ {2}programs used +1$/m);
    assert.match(stdout, /^ {2}tempo changes +0$/m);
    assert.match(stdout, /^Sound$[^]*voices at most +\d+$[^]*loudness in LUFS .* -\d+\.\d$/m);
    assert.match(run(['inspect', melody]).stdout, /loudness in LUFS .* silent$/m);
  });
});

describe('the sample', () => {
  test('has 64 bars at 92 beats a minute, is as loud as it should be, nowhere cut, and ends as softly as it begins', () => {
    const song = open(dusk),
      { seconds } = song,
      loudness = new Loudness(44100),
      levels = [];
    for (let at = 0; at < seconds; ++at) {
      const sound = song.render(at, Math.min(1, seconds - at));
      loudness.add(sound);
      levels.push(levelsOf(sound));
    }
    const { mostVoices } = song;
    song.dispose();
    // The remainders of its steps are lost: 0.05 s.
    assert.ok(Math.abs(seconds - (64 * 4 * 60) / 92) < 0.06, `${seconds} s`);
    assert.ok(loudness.integrated > -16.5 && loudness.integrated < -14, `${loudness.integrated} LUFS`);
    const peak = Math.max(...levels.map((each) => each.peak));
    assert.ok(peak < 10 ** (-1 / 20), `peak ${peak}`);
    assert.ok(mostVoices > 16 && mostVoices <= 40, `${mostVoices} voices`);
    const [first, last] = [levels[1], levels.at(-1)];
    assert.ok(Math.abs(first.rmsDb - last.rmsDb) < 6, `${first.rmsDb} and ${last.rmsDb} dB`);
  });
});

describe('a WAV file', () => {
  const sound = new Float32Array([0, 1, -1, 2, 0.5, -0.25]);
  /** Chunks of a file by their names; everything after the header is in one. */
  const chunksOf = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset),
      tag = (at) => String.fromCharCode(...bytes.subarray(at, at + 4)),
      chunks = {};
    assert.deepEqual([tag(0), view.getUint32(4, true), tag(8)], ['RIFF', bytes.length - 8, 'WAVE']);
    for (let at = 12, size; at < bytes.length; at += 8 + size) {
      size = view.getUint32(at + 4, true);
      assert.ok(size % 2 === 0 && at + 8 + size <= bytes.length);
      chunks[tag(at)] = bytes.slice(at + 8, at + 8 + size);
    }
    return chunks;
  };
  const fields = (bytes) => {
    const view = new DataView(bytes.buffer);
    return [20, 22, 32, 34]
      .map((at) => view.getUint16(at, true))
      .concat([4, 24, 28, 40].map((at) => view.getUint32(at, true)));
  };

  test('of 16 bits has its header, and cuts what is too loud', () => {
    const bytes = encodeWav(sound);
    assert.deepEqual(fields(bytes), [1, 2, 4, 16, 48, 44100, 176400, 12]);
    assert.deepEqual([...new Int16Array(bytes.buffer, 44)], [0, 32767, -32767, 32767, 16384, -8192]);
  });

  test('of floats has an extended format and a count of its samples, and holds them as they are', () => {
    const bytes = encodeWav(sound, true),
      { 'fmt ': fmt, fact, data } = chunksOf(bytes);
    const format = new DataView(fmt.buffer);
    assert.deepEqual(
      [0, 2, 12, 14, 16].map((at) => format.getUint16(at, true)).concat([4, 8].map((at) => format.getUint32(at, true))),
      [3, 2, 8, 32, 0, 44100, 352800],
    );
    assert.equal(fmt.length, 18);
    assert.deepEqual([...new Uint32Array(fact.buffer)], [3]);
    assert.deepEqual(new Float32Array(data.buffer), sound);
  });

  for (const [tool, args] of [
    ['sox', ['--i', '-s']],
    ['ffprobe', ['-v', 'error', '-show_entries', 'stream=duration_ts', '-of', 'csv=p=0']],
  ])
    test(`is read by ${tool}, as 16 bits and as floats`, { skip: which(tool) === null && `no ${tool}` }, () => {
      for (const float of [false, true]) {
        const path = join(folder, `${tool}-${float}.wav`);
        writeFileSync(path, encodeWav(sound, float));
        const { stdout, stderr } = spawnSync(tool, [...args, path], { encoding: 'utf8' });
        assert.deepEqual([stdout.trim(), stderr], ['3', '']);
      }
    });

  test('goes to standard output, from a file, an effect file, standard input', () => {
    const bytes = readFileSync(melody),
      within = join(folder, 'within.vfx');
    writeFileSync(within, effects({ music: bytes }));
    const song = open(melody);
    const wanted = Buffer.from(encodeWav(song.render(0.5, 0.25)));
    song.dispose();
    for (const [operand, input] of [
      [melody, ''],
      [within, ''],
      ['-', bytes],
    ]) {
      const args = ['render', operand, '-o', '-', '--from', '0.5', '--seconds', '0.25'];
      const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, ...args], { input });
      assert.deepEqual([status, String(stderr)], [0, ''], operand);
      assert.ok(stdout.equals(wanted), operand);
    }
  });

  test('of an effect has its gain, ends with it, or repeats its loop', () => {
    const path = join(folder, 'gained.vfx'),
      out = join(folder, 'gained.wav'),
      rows = [
        { major: 1, minor: 5, gain: -10, start: 4410, end: 13230 },
        { minor: 6, gain: 30, start: 0, end: 8820, loop: 4410 },
      ];
    writeFileSync(path, effects({ music: readFileSync(melody), rows }));
    const song = open(melody),
      factor = (gain) => 10 ** (gain / 5 / 20);
    const written = (minor, ...more) => {
      const { status, stderr } = run(['render', path, '-o', out, '--effect', String(minor), '--float', ...more]);
      assert.equal(status, 0, stderr);
      return new Uint8Array(readFileSync(out));
    };
    const quiet = song.render(0.1, 0.2).map((x) => x * factor(-10));
    assert.deepEqual(written(5), encodeWav(quiet, true));
    assert.deepEqual(written(5, '--seconds', '1'), encodeWav(quiet, true));
    const loud = song.render(0, 0.2).map((x) => x * factor(30)),
      tail = loud.subarray(2 * 4410);
    const looped = Float32Array.from([...loud, ...tail, ...tail]);
    assert.deepEqual(written(6, '--seconds', '0.4'), encodeWav(looped, true));
    song.dispose();
    const wrong = run(['render', path, '-o', out, '--effect', '9']);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /there is no effect 9; there are 5, 6/);
    assert.equal(run(['render', melody, '-o', out, '--effect', '5']).status, 2);
  });

  test('is written by vitrine render', () => {
    const out = join(folder, 'melody.wav');
    const { status, stderr } = run([
      'render',
      melody,
      '-o',
      out,
      '--from',
      '0.5',
      '--seconds',
      '0.25',
      '--channel',
      '1',
      '--float',
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /0\.25 s of melody\.v2m, peak .* dB RMS/);
    const song = open(melody);
    assert.deepEqual(new Uint8Array(readFileSync(out)), encodeWav(song.render(0.5, 0.25, { channel: 1 }), true));
    song.dispose();
  });
});

describe('a song above full scale', () => {
  const path = join(folder, 'loud.v2m'),
    within = ['--from', '0', '--seconds', '1.5'];
  let sound, over, peak;
  before(() => {
    writeFileSync(path, loudSong(8));
    const song = open(path);
    sound = song.render(0, 1.5);
    song.dispose();
    over = sound.filter((x) => Math.abs(x) > 1).length;
    peak = peakOf(sound);
    assert.ok(over > 100 && peak > 1.2, 'the song is not loud');
  });
  const peakOf = (samples) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const decibels = (factor) => 20 * Math.log10(factor);
  const render = (name, ...options) => {
    const out = join(folder, name);
    const { status, stderr } = run(['render', path, '-o', out, ...within, ...options]);
    assert.equal(status, 0, stderr);
    return { stderr, bytes: readFileSync(out) };
  };
  /** Samples of a file that this test has read by itself: 44 bytes of header, or 58. */
  const integers = (bytes) => new Int16Array(Uint8Array.from(bytes.subarray(44)).buffer);
  const floats = (bytes) => new Float32Array(Uint8Array.from(bytes.subarray(58)).buffer);

  test('has its clipped samples counted, with how far they are over', () => {
    const { stderr, bytes } = render('clipped.wav');
    const db = decibels(peak).toFixed(1);
    assert.ok(
      stderr.includes(`${over} of ${sound.length} samples are clipped: over full scale by up to ${db} dB; --normalise`),
      stderr,
    );
    assert.equal(integers(bytes).filter((x) => Math.abs(x) === 32767).length >= over, true);
    const kept = render('kept.wav', '--float');
    assert.ok(
      kept.stderr.includes(`${over} of ${sound.length} samples are over full scale by up to ${db} dB`),
      kept.stderr,
    );
    assert.deepEqual(floats(kept.bytes), sound);
    const levels = levelsOf(sound);
    assert.deepEqual([levels.over, levels.peak], [over, peak]);
    assert.ok(Math.abs(levels.peakDb - decibels(peak)) < 1e-9);
  });

  test('to standard output says it as well, beside the sound', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, 'render', path, '-o', '-', ...within]);
    assert.equal(status, 0);
    assert.ok(stdout.equals(Buffer.from(encodeWav(sound))));
    assert.match(String(stderr), /^\d+ of \d+ samples are clipped/);
  });

  test('comes to -1 dB with --normalise, in 16 bits and as floats', () => {
    const wanted = 10 ** (-1 / 20),
      gain = decibels(wanted / peak).toFixed(1);
    const sixteen = render('sixteen.wav', '--normalise');
    assert.equal(peakOf(integers(sixteen.bytes)), Math.round(wanted * 32767));
    const float = render('float.wav', '--normalise', '--float'),
      samples = floats(float.bytes);
    assert.ok(Math.abs(peakOf(samples) - wanted) < 1e-7);
    // One factor for all of them.
    samples.forEach((x, i) => assert.ok(Math.abs(x - (sound[i] * wanted) / peak) < 2e-7));
    for (const { stderr } of [sixteen, float]) {
      assert.ok(stderr.includes(`gain ${gain} dB`), stderr);
      assert.doesNotMatch(stderr, /clipped|over full scale/);
    }
    const copy = sound.slice();
    assert.ok(Math.abs(normalise(copy) - wanted / peak) < 1e-9);
    assert.deepEqual(copy, samples);
  });

  test('raises what is quiet, and leaves silence and what fits alone', () => {
    const quiet = join(folder, 'quiet.wav');
    const { stderr } = run(['render', melody, '-o', quiet, '--from', '0.5', '--seconds', '0.25', '--normalise']);
    assert.match(stderr, /gain \d+\.\d dB/);
    assert.equal(peakOf(integers(readFileSync(quiet))), Math.round(10 ** (-1 / 20) * 32767));
    const silence = new Float32Array(20);
    assert.equal(normalise(silence), 1);
    assert.deepEqual(silence, new Float32Array(20));
    assert.doesNotMatch(run(['render', melody, '-o', quiet, '--from', '0.5', '--seconds', '0.25']).stderr, /clipped/);
  });
});
