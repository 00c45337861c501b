// A playable V2M song: its samples, its loudness, and sound as a WAV file of two sides, 16 bits or floats.

import { VitrineError } from '../base/errors';
import { checkOptions, checkValue, isFiniteNumber } from '../base/given';
import type { CoreModule, CoreSong } from './core';
import { Loudness } from './loudness';
import type { ExportReport, Issue } from './report';
import type { SongMeasures } from './sound';

/** Samples per second of every song, on each of two sides. */
export const kSongRate = 44100;

/** No stretch of a song ends later, in samples. */
const kMostSamples = 2 ** 28;
export const kMostSongSeconds = Math.floor(kMostSamples / kSongRate);

/** Seconds that the tails of the effects get behind the last event. */
export const kTailSeconds = 2;
/** Longer songs are measured up to here: a file made to do harm can claim any length. */
const kMostMeasured = 600;

/** Measures of a part of the sound. */
export interface Levels {
  /** The loudest sample of either side; 1 is full scale. */
  peak: number;
  /** The same in dB of full scale; -Infinity for silence. */
  peakDb: number;
  /** Root of the mean square of both sides in dB of full scale; -Infinity for silence. */
  rmsDb: number;
  /** Samples above full scale: 16 bits clip them, floats keep them. */
  over: number;
}

interface SongOptions {
  /** One channel alone, 0 to 15. */
  channel?: number;
}

export class Song {
  private handle: CoreSong | undefined;

  /** @internal Songs come from `Vitrine.song`. */
  constructor(
    private readonly core: CoreModule,
    bytes: Uint8Array,
  ) {
    this.handle = new core.Song(bytes);
    const failed = this.live.error();
    if (failed === '') return;
    this.dispose();
    const issue = (JSON.parse(failed) as { error: Issue }).error;
    throw new VitrineError(issue.code, issue.message, [issue]);
  }

  /** Seconds from the first event to the last; tails of the effects sound on. */
  get seconds(): number {
    return this.live.length() / kSongRate;
  }

  /** The most voices at once in what was rendered since the song was last at its start. */
  get mostVoices(): number {
    return this.live.mostVoices();
  }

  /**
   * Left and right in turn, 44100 pairs a second, from `from` on, in seconds; ordinary songs stay about -1 to 1. The
   * state is that of a song played through: a stretch far behind the last one takes its time.
   */
  render(from: number, seconds: number, options: SongOptions = {}): Float32Array {
    checkOptions(options, { channel: isFiniteNumber });
    checkValue('from', from, isFiniteNumber);
    checkValue('seconds', seconds, isFiniteNumber);
    const { channel } = options;
    const first = Math.round(from * kSongRate),
      count = Math.round(seconds * kSongRate);
    if (!(first >= 0 && count >= 0 && first + count < kMostSamples))
      throw new RangeError(`from and seconds are from 0, and together at most ${kMostSongSeconds} s`);
    if (channel !== undefined && !(Number.isInteger(channel) && channel >= 0 && channel < 16))
      throw new RangeError('a channel is 0 to 15');
    const muted = channel === undefined ? 0 : 0xffff & ~(1 << channel);
    // Reverb of other channels still sounds: another choice of channels starts from the beginning.
    if (muted !== this.muted) this.live.seek((this.rendered = 0));
    this.live.mute((this.muted = muted));
    const sound = new Float32Array(2 * count);
    if (first !== this.rendered) this.live.seek(first);
    for (let done = 0; done < count;) {
      const step = Math.min(kSongRate, count - done),
        pointer = this.live.render(step) / 4;
      sound.set(this.core.HEAPF32.subarray(pointer, pointer + 2 * step), 2 * done);
      done += step;
    }
    this.rendered = first + count;
    return sound;
  }

  /** The whole song as it sounds, with two seconds for its tails; of long ones the first ten minutes. */
  measure(): SongMeasures {
    const seconds = Math.min(kMostMeasured, this.seconds + kTailSeconds),
      loudness = new Loudness(kSongRate);
    let peak = 0;
    for (let at = 0; at < seconds; ++at) {
      const sound = this.render(at, Math.min(1, seconds - at));
      peak = Math.max(peak, levelsOf(sound).peak);
      loudness.add(sound);
    }
    return {
      seconds: this.seconds,
      measuredSeconds: seconds,
      voices: this.mostVoices,
      peak,
      lufs: loudness.integrated,
    };
  }

  /** A standard MIDI file of type 1, and what of the song it cannot hold. */
  midi(): { bytes: Uint8Array; report: ExportReport } {
    const answer = JSON.parse(this.live.midi()) as { result?: ExportReport; error?: Issue };
    if (!answer.result) {
      const issue = answer.error as Issue;
      throw new VitrineError(issue.code, issue.message, [issue]);
    }
    const pointer = this.live.midiPointer();
    return { bytes: this.core.HEAPU8.slice(pointer, pointer + answer.result.bytes), report: answer.result };
  }

  dispose(): void {
    this.handle?.delete();
    this.handle = undefined;
  }

  /** The same at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Throws VitrineError DOCUMENT_DISPOSED. */
  private get live(): CoreSong {
    if (!this.handle) throw new VitrineError('DOCUMENT_DISPOSED', 'The song has been disposed of.');
    return this.handle;
  }

  private muted = 0;
  private rendered = 0;
}

const decibels = (factor: number): number => 20 * Math.log10(factor);

/** Peak and RMS of samples. */
export function levelsOf(sound: Float32Array): Levels {
  let peak = 0,
    squares = 0,
    over = 0;
  for (const x of sound) {
    const size = Math.abs(x);
    peak = Math.max(peak, size);
    squares += x * x;
    if (size > 1) ++over;
  }
  return { peak, peakDb: decibels(peak), rmsDb: 10 * Math.log10(squares / Math.max(1, sound.length)), over };
}

/** Where `normalise` brings the loudest sample, in dB of full scale. */
export const kNormalDb = -1;

/** The factor that brings a peak to `db` of full scale; 1 for silence. */
export const gainTo = (peak: number, db = kNormalDb): number => (peak > 0 ? 10 ** (db / 20) / peak : 1);

/** Brings the loudest sample to `db` of full scale, in place; returns the factor, 1 for silence. */
export function normalise(sound: Float32Array, db = kNormalDb): number {
  const gain = gainTo(levelsOf(sound).peak, db);
  amplify(sound, gain);
  return gain;
}

export function amplify(sound: Float32Array, gain: number): void {
  if (gain !== 1) for (let i = 0; i < sound.length; ++i) sound[i]! *= gain;
}

const bytesOf = (float: boolean): number => (float ? 8 : 4);

/**
 * Header for `pairs` of samples, left and right. Floats are no PCM: their format has the size of its extension, here none,
 * and a chunk `fact` with the number of samples.
 */
export function wavHeader(pairs: number, float = false): Uint8Array<ArrayBuffer> {
  const frame = bytesOf(float),
    bytes = pairs * frame,
    format = float ? 18 : 16,
    out = new Uint8Array(float ? 58 : 44),
    view = new DataView(out.buffer);
  const chunk = (at: number, name: string, size: number): number => {
    out.set(new TextEncoder().encode(name), at);
    view.setUint32(at + 4, size, true);
    return at + 8;
  };
  out.set(new TextEncoder().encode('WAVE'), chunk(0, 'RIFF', out.length - 8 + bytes));
  const at = chunk(12, 'fmt ', format);
  view.setUint16(at, float ? 3 : 1, true);
  view.setUint16(at + 2, 2, true);
  view.setUint32(at + 4, kSongRate, true);
  view.setUint32(at + 8, kSongRate * frame, true);
  view.setUint16(at + 12, frame, true);
  view.setUint16(at + 14, float ? 32 : 16, true);
  if (float) view.setUint32(chunk(at + format, 'fact', 4), pairs, true);
  chunk(out.length - 8, 'data', bytes);
  return out;
}

/** `sound` is left and right in turn. 16 bits cut what is above full scale and round the rest to nearest. */
export function wavSamples(sound: Float32Array, float = false): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((sound.length / 2) * bytesOf(float)),
    view = new DataView(out.buffer);
  sound.forEach((x, i) => {
    if (float) view.setFloat32(4 * i, x, true);
    else view.setInt16(2 * i, Math.round(Math.max(-1, Math.min(1, x)) * 32767), true);
  });
  return out;
}

/** A whole file. */
export function encodeWav(sound: Float32Array, float = false): Uint8Array {
  const header = wavHeader(sound.length / 2, float),
    samples = wavSamples(sound, float),
    out = new Uint8Array(header.length + samples.length);
  out.set(header);
  out.set(samples, header.length);
  return out;
}
