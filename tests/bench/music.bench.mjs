// The synthesizer: how near it is to the original, how many times faster than it sounds, natively and in wasm, what each
// voice costs, and how fast a place far inside a song is reached. Seconds are those of the processor: it runs on one core,
// and what else the machine does is left out.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createVitrine } from '../../dist/node/index.js';
import { growth, median, report, root, target } from './harness.mjs';
import { bytesOf, chordOf, hostileOf, songFiles } from './music_songs.mjs';

const runs = 3,
  rate = 44100,
  most = 10,
  unit = 'x real time';
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
const path = join(folder, 'song.v2m');
/** Speeds of a song that has to sound with so many voices: { wasm, native }. */
function speeds(bytes, count) {
  writeFileSync(path, bytes);
  const song = vitrine.song({ name: 'song.v2m', bytes });
  song.render(0, 1);
  if (song.mostVoices !== count) throw new Error(`${song.mostVoices} voices sound, not ${count}`);
  song.dispose();
  return { wasm: wasmSpeed(bytes, seconds), native: nativeSpeed(path, seconds) };
}
for (const count of counts) {
  const found = speeds(chordOf(count, seconds), count);
  for (const [host, values] of Object.entries(found)) voices[host].push({ name: `${count} voices`, values, unit });
}
for (const [host, cases] of Object.entries(voices)) {
  report(`music_voices_${host}`, cases);
  // A line through the processor time per second of sound, at the fewest and the most voices.
  const [few, many] = [cases[0], cases.at(-1)].map(({ values }) => 1 / median(values));
  const each = (many - few) / (counts.at(-1) - counts[0]);
  console.log(
    `  a voice costs ${(each * 1000).toFixed(2)} ms a second, the effects of the song ${((few - each) * 1000).toFixed(2)} ms: ` +
      `${Math.floor((1 - few + each) / each)} voices a core`,
  );
  const costs = cases.map(({ values }, i) => [counts[i], values.map((speed) => 1 / speed)]);
  growth(`the time of a song by its voices, ${host},`, Object.fromEntries(costs));
}

// Songs made to take long: all 64 voices on all 16 channels, with everything else at random.
const hostile = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({
  name: `hostile ${seed}`,
  ...speeds(hostileOf(seed, seconds), 64),
}));
rmSync(folder, { recursive: true });
for (const host of ['wasm', 'native']) {
  report(
    `music_hostile_${host}`,
    hostile.map(({ name, [host]: values }) => ({ name, values, unit })),
  );
  const worst = slowest(hostile.map(({ [host]: values }) => ({ values })));
  target(`times real time, the slowest hostile song, ${host}`, worst, 1);
}
