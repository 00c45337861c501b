// The core for hearing: the same bits as the module's songs, from any place that it was sought to, and the clock that
// pictures follow.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { heardTime, SongClock } from '../../web/src/music/clock';
import { kFreeVoice, SoundCore } from '../../web/src/music/core';
import { kRate } from '../../web/src/music/messages';
import { RollPicture } from '../../web/src/music/picture';
import { readRoll, voiceOf } from '../../web/src/music/roll';
import { tickAt } from '../../web/src/engine/world/player';
import { Seeker } from '../../web/src/music/seeker';
// @ts-expect-error plain JavaScript
import { effects, loudSong } from './support/sound.mjs';
// @ts-expect-error plain JavaScript
import { root, shared, without } from './support/vitrine.mjs';

const module = new WebAssembly.Module(readFileSync(join(root, 'dist/vitrine-sound.wasm')));
const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = await createVitrine();
const read = (path: string): Uint8Array => new Uint8Array(readFileSync(path));

function coreOf(file: Uint8Array): SoundCore {
  const core = new SoundCore(module);
  assert.ok(core.open(file, true));
  return core;
}
function render(core: SoundCore, frames: number): Float32Array {
  const sound = new Float32Array(frames * 256);
  for (let i = 0; i < frames; ++i) sound.set(core.render(128), i * 256);
  return sound;
}
const bitsOf = (sound: Float32Array): Uint8Array => new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength);
const expected = (bytes: Uint8Array, first: number, frames: number): Float32Array => {
  const song = vitrine.song({ name: 'a.v2m', bytes });
  const sound = song.render(first / kRate, (frames * 128) / kRate);
  song.dispose();
  return sound;
};
const run = (seeker: Seeker, sample: number, muted = 0): number => [...seeker.seek(sample, muted)].length;
const peakOf = (sound: Float32Array): number => sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

describe('the core for hearing', () => {
  test('plays the bits that the module renders', () => {
    const sound = render(coreOf(loudSong()), 1000);
    assert.ok(peakOf(sound) > 0.01);
    assert.deepEqual(bitsOf(sound), bitsOf(expected(loudSong(), 0, 1000)));
  });

  test('plays excerpts of every public song to the bit', { skip: without }, (t) => {
    const folder = join(shared!, 'corpus/v2m');
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.v2m'))) {
      const file = read(join(folder, name));
      assert.deepEqual(bitsOf(render(coreOf(file), 1000)), bitsOf(expected(file, 0, 1000)), name);
      t.diagnostic(`${name}: 128000 samples are equal`);
    }
  });

  test('refuses what is no song, and a song that is cut', () => {
    assert.equal(new SoundCore(module).open(new Uint8Array(100)), false);
    assert.equal(new SoundCore(module).open(loudSong().slice(0, 300)), false);
    assert.equal(new SoundCore(module).open(new Uint8Array(0)), false);
  });

  test('a state goes on in another core, to the bit', () => {
    const first = coreOf(loudSong()),
      second = coreOf(loudSong());
    render(first, 700);
    second.restore(first.state);
    assert.equal(second.position, 700 * 128);
    assert.deepEqual(bitsOf(render(second, 300)), bitsOf(render(first, 300)));
  });

  test('begins anew while its tails fade, with every note let go', () => {
    const core = coreOf(loudSong());
    render(core, 300);
    core.repeat();
    assert.equal(core.position, 0);
    assert.ok(peakOf(render(core, 300)) > 0.01);
    const silent = coreOf(read(join(root, 'tests/data/v2m/valid/no_program.v2m')));
    silent.repeat();
    assert.equal(silent.position, 0);
  });

  test('a voice has the number of its note from the note on to the end of its release', () => {
    const core = coreOf(loudSong()),
      [note] = readRoll(core.roll()).notes;
    // Sustained at 110, released by parameter 20, over below 2^-13: native/music/modulators.h, formats/v2_synth.
    const kept = 1 - 2 ** ((-11 * 20) / 128),
      tail = Math.ceil(Math.log((110 * 2 ** 13) / 1) / -Math.log(kept)),
      released = Math.ceil((note!.end * kRate) / 128);
    assert.ok(tail > 30);
    const sounding = [...Array(released + tail + 20)].map(() => {
      core.render(128);
      return [...core.voices()].includes(voiceOf(note!));
    });
    // The frame in which the envelope is over has no voice any more.
    assert.equal(sounding.indexOf(true), 0);
    assert.equal(sounding.lastIndexOf(true), released + tail - 2);
    assert.equal(sounding.filter(Boolean).length, released + tail - 1);
  });

  test('no two voices have one number, and the others are free', () => {
    const core = coreOf(loudSong());
    for (let i = 0; i < 1000; ++i) {
      core.render(128);
      const taken = [...core.voices()].filter((voice) => voice !== kFreeVoice),
        counted = core
          .levels()
          .slice(16)
          .reduce((sum, count) => sum + count, 0);
      assert.equal(taken.length, counted);
      assert.equal(new Set(taken).size, counted);
    }
  });

  test('a keyboard plays a program beside the song, which goes on as before', () => {
    const core = coreOf(loudSong());
    assert.equal(core.renderKeyboard(), undefined);
    core.note(0, 60, 100);
    assert.ok([...Array(40)].some(() => peakOf(core.renderKeyboard()!) > 0.001));
    assert.equal(core.keyboardVoices, 1);
    assert.deepEqual(bitsOf(render(core, 50)), bitsOf(expected(loudSong(), 0, 50)));
    core.note(0, 60, 0);
    for (let i = 0; i < 4000 && core.keyboardVoices > 0; ++i) core.renderKeyboard();
    assert.equal(core.keyboardVoices, 0);
  });
});

describe('seeking', () => {
  const seekerOf = (file: Uint8Array): [SoundCore, Seeker] => {
    const core = coreOf(file);
    return [core, new Seeker(core)];
  };

  test('leads to the bits of a song that was played through, forwards and back', () => {
    const [core, seeker] = seekerOf(loudSong());
    for (const frames of [1700, 345, 3446, 0, 3447]) {
      run(seeker, frames * 128);
      assert.equal(core.position, frames * 128);
      assert.deepEqual(bitsOf(render(core, 40)), bitsOf(expected(loudSong(), frames * 128, 40)), `frame ${frames}`);
    }
  });

  test('goes on from places it has been at', () => {
    const [, seeker] = seekerOf(loudSong());
    assert.equal(run(seeker, 11 * kRate), 43, 'slices of a quarter of a second');
    assert.ok(run(seeker, 10.5 * kRate) <= 2);
  });

  test('with other channels muted it is as if they had been for its last seconds', () => {
    const [core, seeker] = seekerOf(loudSong());
    run(seeker, 11 * kRate - ((11 * kRate) % 128));
    run(seeker, 8 * kRate - ((8 * kRate) % 128), 0xfffe);
    const lone = coreOf(loudSong());
    lone.mute(0xfffe);
    lone.seek(8 * kRate - ((8 * kRate) % 128));
    assert.deepEqual(bitsOf(render(core, 100)), bitsOf(render(lone, 100)));
  });

  test('is many times faster than the song', { skip: without }, (t) => {
    const [core, seeker] = seekerOf(read(join(shared!, 'corpus/v2m/v2_v2m_v2_zeitmaschine_new.v2m')));
    const start = process.cpuUsage().user;
    run(seeker, 60 * kRate);
    const seconds = (process.cpuUsage().user - start) / 1e6;
    t.diagnostic(
      `60 s of a song in ${seconds.toFixed(2)} s of processor time: ${(60 / seconds).toFixed(0)} times real time`,
    );
    assert.equal(core.position, 60 * kRate);
  });
});

describe('the roll', () => {
  test('stands on the clock of the sound', () => {
    const { notes, tempo, programs } = readRoll(coreOf(read(join(root, 'tests/data/v2m/valid/melody.v2m'))).roll());
    // 40 ticks of half a second in 96 and 8 more, each rounded down: the clock of the original.
    const up = Math.floor((40 * 22050) / 96),
      step = up + Math.floor((8 * 22050) / 96);
    assert.deepEqual(
      notes
        .slice(0, 5)
        .map(({ start, end, note, channel, velocity, program }) => [start, end, note, channel, velocity, program]),
      [
        [0, up, 60, 0, 100, 0],
        [step, step + up, 64, 0, 99, 0],
        [2 * step, 2 * step + up, 67, 0, 98, 0],
        [3 * step, 3 * step + up, 72, 0, 97, 0],
        [4 * step, 4 * step + Math.floor((40 * 11025) / 96), 76, 0, 96, 1],
      ].map(([start, end, ...rest]) => [start! / kRate, end! / kRate, ...rest]),
    );
    assert.deepEqual(tempo, [
      { at: 0, bpm: 120 },
      { at: (4 * step) / kRate, bpm: 240 },
    ]);
    assert.deepEqual(
      programs.map(({ at, channel, program }) => [at, channel, program]),
      [
        [0, 0, 0],
        [0, 1, 1],
        [(4 * step) / kRate, 0, 1],
      ],
    );
  });

  test('lights the notes whose voices sound, whether they are held or not', () => {
    const roll = readRoll(coreOf(loudSong()).roll()),
      fills: [color: string, x: number, wide: number][] = [],
      context = {
        fillStyle: '',
        fillRect: (x: number, _y: number, wide: number) => fills.push([context.fillStyle, x, wide]),
        measureText: () => ({ width: 0 }),
        clearRect: () => undefined,
        fillText: () => undefined,
      };
    const colors = { text: '', quiet: '', line: '', strong: '', accent: '', surface: '', isDark: true };
    const [over, held, sounds] = roll.notes.filter(({ channel }) => channel === 1);
    const view = {
      width: 1000,
      height: 200,
      lane: 50,
      from: 0,
      scale: 100,
      now: held!.start + 0.1,
      length: 12,
      muted: 0,
    };
    new RollPicture(roll).draw(
      context as unknown as CanvasRenderingContext2D,
      { ...view, voices: new Set([voiceOf(over!), voiceOf(sounds!)]), programLabel: String },
      colors,
    );
    const lit = fills.filter(([color]) => / 82%\)$/.test(color)).map(([, x]) => x);
    assert.deepEqual(lit, [over!.start * 100, sounds!.start * 100]);
  });

  test('has the rows of an effect file', () => {
    const file = effects({ music: loudSong(), rows: [{ major: 1, minor: 7, gain: -5, start: 22050, end: 44100 }] });
    assert.deepEqual(readRoll(coreOf(file).roll()).effects, [
      { major: 1, minor: 7, gainDb: -1, start: 0.5, end: 1, loop: 0 },
    ]);
  });
});

describe('the clock of what is heard', () => {
  test('reads the time stamp of the output and carries it on', () => {
    const context = { currentTime: 10, getOutputTimestamp: () => ({ contextTime: 9.5, performanceTime: 5000 }) };
    assert.equal(heardTime(context, 5250), 9.75);
    assert.equal(heardTime(context, 6000), 10, 'never past what was made');
  });
  test('without one, takes the latencies off', () => {
    assert.equal(heardTime({ currentTime: 10, baseLatency: 0.25, outputLatency: 0.5 }, 0), 9.25);
    const zeros = {
      currentTime: 10,
      baseLatency: 0.5,
      getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }),
    };
    assert.equal(heardTime(zeros, 1), 9.5);
  });
  test('takes no time stamp of a time to come, as WebKitGTK gives them', () => {
    // Seconds of the context, and of the page when it began: both run at the same speed.
    const began = 20,
      latency = 0.003;
    for (const seconds of [0.5, 1, 6, 60]) {
      const context = {
        currentTime: seconds,
        baseLatency: latency,
        outputLatency: 0,
        getOutputTimestamp: () => ({
          contextTime: seconds - latency,
          performanceTime: 1000 * (began + 2 * seconds),
        }),
      };
      assert.equal(heardTime(context, 1000 * (began + seconds)), seconds - latency);
    }
    const ahead = { currentTime: 10, getOutputTimestamp: () => ({ contextTime: 9.5, performanceTime: 5010 }) };
    assert.equal(heardTime(ahead, 5000), 9.49);
  });
  test('asks nothing of the output where that may stop the tab', () => {
    const asked = (): never => assert.fail('the output is asked');
    const context = {
      currentTime: 10,
      get outputLatency() {
        return asked();
      },
      getOutputTimestamp: asked,
    };
    assert.equal(heardTime(context, 5250, false), 10);
  });
  test('follows the anchors that have been heard', () => {
    const clock = new SongClock();
    assert.equal(clock.sampleAt(1), 0);
    clock.add({ frame: 0, sample: 0, playing: true });
    clock.add({ frame: 2 * kRate, sample: 100 * kRate, playing: true });
    assert.equal(clock.sampleAt(1), kRate);
    assert.equal(clock.sampleAt(2.5), 100.5 * kRate);
    clock.add({ frame: 3 * kRate, sample: 101 * kRate, playing: false });
    assert.equal(clock.sampleAt(2.9), 101 * kRate);
  });
  test('never goes back, though the time stamp of the output does', () => {
    const clock = new SongClock();
    clock.add({ frame: 0, sample: 0, playing: true });
    assert.equal(clock.sampleAt(1.012), 1.012 * kRate);
    assert.equal(clock.sampleAt(1), 1.012 * kRate);
    assert.equal(clock.sampleAt(1.5), 1.5 * kRate);
  });
});

test('voices are those of the frame that is heard, and of the place where a song stands still', () => {
  const clock = new SongClock(),
    at = (heard: number): number[] => [...clock.voicesAt(heard)];
  assert.deepEqual(at(0), []);
  clock.add({ frame: 0, sample: 0, playing: true });
  clock.addVoices({ frame: kRate, voices: new Set([1]) });
  clock.addVoices({ frame: 2 * kRate, voices: new Set([1, 2]) });
  assert.deepEqual([at(1.9), at(2)], [[1], [1, 2]]);
  clock.addVoices({ frame: 3 * kRate, voices: new Set([2]) });
  assert.deepEqual(at(2.5), [1, 2]);
  clock.add({ frame: 3 * kRate, sample: 3 * kRate, playing: false });
  assert.deepEqual(at(2.5), [2]);
});

test('a picture that follows the sound for an hour, in frames of any length, is never a tick away', () => {
  const clock = new SongClock();
  clock.add({ frame: 0, sample: 0, playing: true });
  let seed = 1,
    now = 0,
    last = -1,
    frames = 0;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  while (now < 3600) {
    // A screen of 144 Hz that drops frames, now and then for a second.
    now += random() < 0.001 ? 1 : (1 + Math.floor(3 * random())) / 144;
    // The context is asked late, its time stamp is older still, and it is 30 ms ahead of the loudspeakers.
    const made = now + 0.03,
      age = random() * 0.02;
    const context = {
      currentTime: Math.floor((made * kRate) / 128) * (128 / kRate),
      getOutputTimestamp: () => ({ contextTime: now - age, performanceTime: 1000 * (now - age) + 1 }),
    };
    const tick = tickAt(clock.sampleAt(heardTime(context, 1000 * now + 1)) / kRate);
    assert.ok(tick >= last, 'it never goes back');
    assert.ok(Math.abs(now - tick / 60) < 1 / 60 + 1e-6, `${now} s: tick ${tick}`);
    last = tick;
    ++frames;
  }
  assert.ok(frames > 200_000);
  assert.equal(last, Math.floor(now * 60 + 1e-6));
});
