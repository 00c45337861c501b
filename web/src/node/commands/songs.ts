// What vitrine render and vitrine convert make of a song: a WAV file, and a MIDI file.

import { basename } from 'node:path';

import { effectSound, gainFactor } from '../../core/effectSound';
import { soundKinds } from '../../core/formats';
import {
  encodeWav,
  kMostSongSeconds,
  kNormalDb,
  kSongRate,
  kTailSeconds,
  type Levels,
  levelsOf,
  normalise,
} from '../../core/song';
import type { EffectTable, SongTable } from '../../core/sound';
import { type Context, numberOf, UsageError, type Values } from '../command';
import { ending, gather, readStandardInput } from '../files';
import { type InputFile, VitrineError } from '../index';
import { type InputPaths, Outputs } from '../outputs';
import { decimal, json, lossText, plain } from '../terminal';

/** Longer than any real song; a hostile file can state more. */
const kLongest = 3600;

/** Extensions of songs, and of effect files with a song inside. */
const kSoundEndings = [...soundKinds.songs, ...soundKinds.effects];

/** The song of the operands, which is to become `what`. */
async function oneSong(operands: readonly string[], what: string): Promise<{ file: InputFile; inputs: InputPaths }> {
  const { files, inputs } = await gather(operands, kSoundEndings);
  const [file, ...more] = files;
  if (file === undefined || more.length > 0)
    throw new UsageError(`name one song (${kSoundEndings.map((each) => `.${each}`).join(', ')}) for ${what}`);
  return { file, inputs };
}

/** Whether the one operand is a song, where the name of the result does not tell: on standard output. */
export async function isOneSong({ operands, vitrine }: Context): Promise<boolean> {
  const [operand = '', ...more] = operands;
  if (more.length > 0) return false;
  if (operand !== '-') return kSoundEndings.some((each) => each === ending(operand.replace(/\.gz$/i, '')));
  const file = { name: 'stdin', bytes: await readStandardInput() },
    core = await vitrine();
  try {
    // A song has no mark of its own: what reads as one may be a model as well.
    core.song(file).dispose();
    const document = core.open([file]);
    const [first] = document.report.files;
    document.dispose();
    return first?.role === 'sound';
  } catch (error) {
    if (error instanceof VitrineError) return false;
    throw error;
  }
}

/** The row of the effect that is asked for. */
function effectOf(
  values: Values,
  read: () => EffectTable | SongTable,
): (EffectTable['effects'][number] & { rate: number; whole: number }) | undefined {
  const wanted = numberOf(values, 'effect', 'whole', 255);
  if (wanted === undefined) return undefined;
  const table = read();
  if (!('effects' in table)) throw new UsageError('--effect is for VFX files; this is a song alone');
  const found = table.effects.find(({ minor }) => minor === wanted);
  // `seconds` is the length of a loop, where there is one.
  if (found) return { ...found, rate: table.rate, whole: (found.end - found.start) / table.rate };
  throw new UsageError(`there is no effect ${wanted}; there are ${table.effects.map(({ minor }) => minor).join(', ')}`);
}

const gained = (gain: number | undefined): string =>
  gain === undefined ? '' : `, gain ${(20 * Math.log10(gain)).toFixed(1)} dB`;

/** What is over full scale, and what becomes of it. */
function overText({ over, peakDb }: Levels, samples: number, float: boolean): string {
  const by = `by up to ${peakDb.toFixed(1)} dB`;
  return float
    ? `${over} of ${samples} samples are over full scale ${by}: the file keeps them, most players clip them\n`
    : `${over} of ${samples} samples are clipped: over full scale ${by}; --normalise brings the peak to ${kNormalDb} dB, --float keeps them\n`;
}

export async function renderSong({ operands, values, vitrine, err }: Context, output: string): Promise<number> {
  const { file, inputs } = await oneSong(operands, 'a .wav');
  const outputs = new Outputs();
  outputs.plan([output], inputs);
  const from = numberOf(values, 'from', 'real') ?? 0,
    channel = numberOf(values, 'channel', 'whole', 15);
  if (from < 0 || from > kLongest) throw new UsageError(`--from is 0 to ${kLongest} seconds`);
  const core = await vitrine(),
    effect = effectOf(values, () => core.sound(file).table);
  if (effect && values.from !== undefined) throw new UsageError('--effect has its own start; drop --from');
  const song = core.song(file);
  try {
    const seconds =
      numberOf(values, 'seconds', 'real') ??
      effect?.whole ??
      Math.min(kLongest, Math.max(0, song.seconds + kTailSeconds - from));
    if (seconds < 0 || seconds > kLongest) throw new UsageError(`--seconds is 0 to ${kLongest}`);
    if (from + seconds > kMostSongSeconds)
      throw new UsageError(`--from and --seconds are together at most ${kMostSongSeconds} seconds`);
    const options = channel === undefined ? {} : { channel },
      sound = effect
        ? effectSound(
            song.render(effect.startSeconds, effect.whole, options),
            Math.round(effect.loop * (kSongRate / effect.rate)),
            gainFactor(effect.gainDb),
            Math.round(seconds * kSongRate),
          )
        : song.render(from, seconds, options);
    const float = values.float === true,
      gain = values.normalise === true ? normalise(sound) : undefined;
    outputs.store([{ path: output, data: encodeWav(sound, float) }]);
    const levels = levelsOf(sound);
    if (output !== '-')
      err(
        `${plain(output)}: ${decimal(sound.length / 2 / kSongRate)} s of ${plain(basename(file.name))}, peak ${decimal(levels.peak)}, ${levels.rmsDb.toFixed(1)} dB RMS${gained(gain)}\n`,
      );
    if (levels.over > 0) err(overText(levels, sound.length, float));
  } finally {
    song.dispose();
  }
  return 0;
}

export async function convertSong({ operands, values, vitrine, err, out }: Context, output: string, prints: boolean) {
  const { file, inputs } = await oneSong(operands, 'a .mid');
  const reportPath = typeof values.report === 'string' ? values.report : undefined;
  const outputs = new Outputs();
  outputs.plan([output, ...(reportPath === undefined ? [] : [reportPath]), ...(prints ? ['-'] : [])], inputs);
  const song = (await vitrine()).song(file);
  try {
    const { bytes, report } = song.midi();
    const sourced = { ...report, sources: [basename(file.name)] };
    const written = reportPath === undefined ? [] : [{ path: reportPath, data: `${json(sourced)}\n` }];
    outputs.store([{ path: output, data: bytes }, ...written]);
    if (prints) out(`${json(sourced)}\n`);
    else {
      for (const { message, count } of report.losses) err(`${lossText({ message, count, largest: 0 })}\n`);
      err(`${plain(output)}: ${bytes.length} bytes\n`);
    }
  } finally {
    song.dispose();
  }
  return 0;
}
