// The synthesizer: how near it is to the original, how many times faster than it sounds, natively and in wasm, what each
// voice costs, and how fast a place far inside a song is reached. Seconds are those of the processor: it runs on one core,
// and what else the machine does is left out.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createVitrine } from '../../dist/node/index.js';
import { median, report, root, target } from './harness.mjs';
import { bytesOf, chordOf, songFiles } from './music_songs.mjs';

const runs = 3,
  rate = 44100,
  most = 10;
const native = join(root, 'build/release');
const vitrine = await createVitrine();

/** Seconds of the processor that `work` takes, `count` times; one run before is not counted. */
function time(count, work) {
  const spent = [];
  for (let run = -1; run < count; ++run) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    if (run >= 0) spent.push((user + system) / 1e6);
  }
  return spent;
}

/** Times real time, of the first seconds of a song. */
function wasmSpeed(bytes, seconds) {
  const song = vitrine.song({ name: 'a.v2m', bytes });
  const spent = time(runs, () => song.render(0, seconds));
  song.dispose();
  return spent.map((s) => seconds / s);
}
const nativeSpeed = (path, seconds) =>
  JSON.parse(
    execFileSync(join(native, 'vitrine_tool'), ['song-time', `${runs}`, `${rate * seconds}`, path], {
      encoding: 'utf8',
    }),
  ).map((s) => seconds / s);

// The references, one row each; their programs skip where they are absent.
const references = join(native, 'tests/test_music');
if (existsSync(references))
  spawnSync(references, ['--gtest_filter=Reference.*Exact', '--gtest_brief=1'], { stdio: 'inherit' });

const [inWasm, natively, seeks] = [[], [], []];
for (const file of songFiles()) {
  const bytes = bytesOf(file),
    song = vitrine.song({ name: file.name, bytes }),
    length = song.seconds;
  song.dispose();
  const seconds = Math.min(most, Math.floor(length));
  const unit = 'x real time';
  inWasm.push({ name: file.name, values: wasmSpeed(bytes, seconds), unit });
  natively.push({ name: file.name, values: nativeSpeed(file.path, seconds), unit });
  // To the end of the song, or of its first 90 seconds, and one sample of sound there.
  const place = Math.min(90, length);
  const spent = time(1, () => {
    const fresh = vitrine.song({ name: file.name, bytes });
    fresh.render(place, 1 / rate);
    fresh.dispose();
  });
  seeks.push({ name: file.name, values: spent.map((s) => place / s), unit });
}
const slowest = (cases) => Math.min(...cases.map(({ values }) => median(values)));
report('music_wasm', inWasm);
report('music_native', natively);
report('music_seek', seeks);
target('times real time in wasm, the slowest song', slowest(inWasm), 20);
target('times real time of a seek in wasm, the slowest song', slowest(seeks), 20);

const seconds = 4,
  counts = [1, 4, 16, 32, 64];
const folder = mkdtempSync(join(tmpdir(), 'vitrine-music-'));
const voices = { wasm: [], native: [] };
for (const count of counts) {
  const bytes = chordOf(count, seconds),
    path = join(folder, `${count}.v2m`);
  writeFileSync(path, bytes);
  const song = vitrine.song({ name: 'chord.v2m', bytes });
  song.render(0, 1);
  if (song.mostVoices !== count) throw new Error(`${song.mostVoices} voices sound, not ${count}`);
  song.dispose();
  const name = `${count} voices`,
    unit = 'x real time';
  voices.wasm.push({ name, values: wasmSpeed(bytes, seconds), unit });
  voices.native.push({ name, values: nativeSpeed(path, seconds), unit });
}
rmSync(folder, { recursive: true });
for (const [host, cases] of Object.entries(voices)) {
  report(`music_voices_${host}`, cases);
  // A line through the processor time per second of sound, at the fewest and the most voices.
  const [few, many] = [cases[0], cases.at(-1)].map(({ values }) => 1 / median(values));
  const each = (many - few) / (counts.at(-1) - counts[0]);
  console.log(
    `  a voice costs ${(each * 1000).toFixed(2)} ms a second, the effects of the song ${((few - each) * 1000).toFixed(2)} ms: ` +
      `${Math.floor((1 - few + each) / each)} voices a core`,
  );
  const half = 1 / median(cases[counts.indexOf(32)].values);
  console.log(`  twice the voices, ${(many / half).toFixed(2)} times the time`);
}
