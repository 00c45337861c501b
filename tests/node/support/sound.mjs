// Writes V2M songs and VFX files field by field, as native/formats/v2m/FORMAT.md and vfx/FORMAT.md lay them out. The
// samples in tests/data/v2m and tests/data/vfx are what `samples` gives; sound.test.mjs compares them.

const parameterBytes = [68, 78, 82, 83, 83, 85, 89];
const globalBytes = [12, 21, 21, 21, 22, 22, 23];

const u32 = (value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255];
const repeat = (count, value) => Array.from({ length: count }, () => value);

/** Rows of [tick, value...] as planes of bytes: three of the tick's difference, then one per value's difference. */
function planes(rows, values) {
  const difference = (i, column) => rows[i][column] - (rows[i - 1]?.[column] ?? 0);
  const out = [];
  for (const shift of [0, 8, 16]) for (let i = 0; i < rows.length; i++) out.push((difference(i, 0) >> shift) & 255);
  for (let v = 1; v <= values; v++) for (let i = 0; i < rows.length; i++) out.push(difference(i, v) & 255);
  return out;
}

/**
 * `channels`: { notes: [[tick, note, velocity]], programs: [[tick, program]], bends: [[tick, low, high]], controllers:
 * { 1..7: [[tick, value]] } }; `tempo`: [[tick, us per quarter]];
 * `patches`: modulations of each patch; `texts`: null = no speech block.
 */
export function song({
  division = 96,
  maxTicks = 960,
  tempo = [[0, 500000]],
  channels = [],
  version = 6,
  patches = [1, 2],
  texts = ['!HH EH L OW'],
  padding = 0,
} = {}) {
  const out = [...u32(division), ...u32(maxTicks), ...u32(tempo.length)];
  out.push(...planes(tempo, 0), ...tempo.flatMap(([, us]) => u32(us)));
  for (const value of [4, 4, 8]) out.push(...repeat(tempo.length, value));
  for (let i = 0; i < 16; i++) {
    const { notes = [], programs = [], bends = [], controllers = {} } = channels[i] ?? {};
    out.push(...u32(notes.length));
    if (notes.length === 0) continue;
    out.push(...planes(notes, 2), ...u32(programs.length), ...planes(programs, 1));
    out.push(...u32(bends.length), ...planes(bends, 2));
    for (let number = 1; number <= 7; number++) {
      const rows = controllers[number] ?? [];
      out.push(...u32(rows.length), ...planes(rows, 1));
    }
  }
  out.push(...u32(globalBytes[version]), ...repeat(globalBytes[version], 64));
  let at = patches.length * 4;
  const offsets = patches.map((count) => {
    const begin = at;
    at += parameterBytes[version] + 1 + 3 * count;
    return u32(begin);
  });
  const bodies = patches.map((count) => [
    ...repeat(parameterBytes[version], 1),
    count,
    ...repeat(count, [0, 64, 8]).flat(),
  ]);
  out.push(...u32(at), ...offsets.flat(), ...bodies.flat());
  if (texts) {
    const bytes = texts.map((text) => [...new TextEncoder().encode(text), 0]);
    let begin = 4 + texts.length * 4;
    const table = bytes.map((text) => {
      const offset = begin;
      begin += text.length;
      return u32(offset);
    });
    out.push(...u32(begin), ...u32(texts.length), ...table.flat(), ...bytes.flat());
  }
  return Uint8Array.from([...out, ...repeat(padding, 0)]);
}

/** `rows`: { major, minor, gain, reserved, start, end, loop }, gain in fifths of a decibel, times in samples. */
export function effects({ music = song(), rate = 44100, rows = [] } = {}) {
  const text = (word) => [...new TextEncoder().encode(word)];
  return Uint8Array.from([
    ...text('VFX0'),
    ...u32(music.length),
    ...music,
    ...u32(rate),
    ...u32(rows.length),
    ...rows.flatMap(({ major = 0, minor, gain = 0, reserved = 0, start, end, loop = 0 }) => [
      major,
      minor,
      gain & 255,
      reserved,
      ...u32(start),
      ...u32(end),
      ...u32(loop),
    ]),
  ]);
}

/** Eight notes up and down a chord, a bass that holds, and one key struck again while it sounds. */
const melody = () =>
  song({
    channels: [
      {
        notes: [60, 64, 67, 72, 76, 72, 67, 64].flatMap((note, i) => [
          [i * 48, note, 100 - i],
          [i * 48 + 40, note, 0],
        ]),
        programs: [
          [0, 0],
          [192, 1],
        ],
      },
      {
        notes: [
          [0, 36, 120],
          [192, 36, 110],
          [384, 36, 0],
        ],
        programs: [[0, 1]],
      },
    ],
    tempo: [
      [0, 500000],
      [192, 250000],
    ],
    maxTicks: 400,
  });

/** Two channels for twelve seconds, a note every quarter of a second on each, with a patch that is heard. */
export function loudSong(channels = 2) {
  const bytes = song({
    patches: [0],
    texts: null,
    maxTicks: 96 * 24,
    channels: Array.from({ length: channels }, (_, channel) => ({
      notes: Array.from({ length: 48 }, (_, i) => [
        [i * 48, 48 + 12 * (channel % 2) + (i % 7), 100],
        [i * 48 + 40, 48 + 12 * (channel % 2) + (i % 7), 0],
      ]).flat(),
      programs: [[0, 0]],
    })),
  });
  const at = bytes.length - 90;
  bytes.set([64, 64, 1, 0, 64, 64, 30, 100, 2, 0, 76, 64, 64, 60, 0, 0, 64, 64, 64, 0, 1, 90, 30, 0, 0, 0, 0, 64], at);
  bytes.set([0, 32, 127, 64, 0, 64, 110, 64, 20, 127], at + 28);
  bytes.set([40], at + 59);
  // No distortion, no chorus, no compressor.
  bytes.set([0, 32, 127, 64, 64], at + 68);
  bytes.set([0], at + 79);
  bytes.set([16], at + 88);
  return bytes;
}

/** Path below tests/data -> bytes. */
export const samples = () => ({
  'v2m/valid/melody.v2m': melody(),
  'v2m/valid/oldest.v2m': song({
    version: 0,
    texts: null,
    padding: 3,
    channels: [{ notes: [[0, 48, 90]], programs: [[0, 0]] }],
    maxTicks: 96,
  }),
  'v2m/valid/no_program.v2m': song({ channels: [{}, { notes: [[0, 60, 100]] }] }),
  'v2m/invalid/division_zero.v2m': song({ division: 0 }),
  'v2m/invalid/program_outside.v2m': song({ channels: [{ notes: [[0, 60, 100]], programs: [[0, 2]] }] }),
  'v2m/valid/padding_five.v2m': song({ padding: 5 }),
  'vfx/valid/effects.vfx': effects({
    music: melody(),
    rows: [
      { minor: 3, gain: 120, start: 0, end: 22050 },
      { minor: 7, gain: -1, start: 22050, end: 110250, loop: 44100 },
      { major: 1, minor: 255, gain: -128, start: 44100, end: 44100 },
    ],
  }),
  'vfx/valid/unusual.vfx': effects({
    rate: 22050,
    rows: [{ minor: 0, reserved: 1, start: 1_000_000, end: 1_000_001 }],
  }),
  'vfx/invalid/minor_twice.vfx': effects({
    rows: [
      { minor: 4, start: 0, end: 1 },
      { minor: 4, start: 0, end: 1 },
    ],
  }),
  'vfx/invalid/backwards.vfx': effects({ rows: [{ minor: 4, start: 2, end: 1 }] }),
  'vfx/invalid/song_cut.vfx': effects({ music: melody().subarray(0, 100) }),
});
