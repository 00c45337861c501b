// The worker of a song's files: its sounds as tables, its bytes as records, itself as WAV and MIDI. It has the full core,
// which the player has no need of, and is started on demand.

import type { CoreModule } from '../core/core';
import { Document } from '../core/document';
import { loadCore } from '../core/load';
import type { ExportReport, Issue, RecordMap, Report } from '../core/report';
import { Song, amplify, gainTo, kSongRate, kTailSeconds, levelsOf, wavHeader, wavSamples } from '../core/song';
import type { SongSounds, SoundReport } from '../core/sound';
import { ask as askCore } from '../core/ask';

export type FilesAsk =
  | { type: 'open'; name: string; file: Uint8Array }
  | { type: 'sounds' }
  | { type: 'report' }
  | { type: 'record'; offset: number }
  | { type: 'wav'; float: boolean; normalise: boolean }
  | { type: 'midi' };
/** Samples over full scale, and the loudest in dB. */
export interface Over {
  samples: number;
  peakDb: number;
}
/** Each names the request it answers. */
export type FilesAnswer =
  | { type: 'progress'; part: number }
  | { type: 'opened' }
  | { type: 'sounds'; sounds: SongSounds }
  | { type: 'report'; report: Report }
  | { type: 'record'; record: RecordMap | undefined }
  | { type: 'file'; file: Blob; report?: ExportReport; over?: Over }
  | { type: 'failed'; issue: Issue };

/** Longer than any real song; a hostile file can state more. */
const kLongest = 3600;

let opened: { name: string; file: Uint8Array } = { name: '', file: new Uint8Array() };
let document: Document | undefined;

/** The file as a document, which keeps its bytes. */
function documentOf(core: CoreModule): Document {
  if (!document) {
    document = new Document(core);
    document.load([{ name: opened.name, bytes: opened.file }]);
  }
  return document;
}

async function answer(ask: FilesAsk, progress: (part: number) => void): Promise<FilesAnswer> {
  if (ask.type === 'open') {
    opened = ask;
    return { type: 'opened' };
  }
  const core = await loadCore();
  const { name, file } = opened;
  if (ask.type === 'sounds') {
    const { result, error } = JSON.parse(core.sound(name, file)) as { result?: SoundReport; error?: Issue };
    return result ? { type: 'sounds', sounds: result } : { type: 'failed', issue: error! };
  }
  if (ask.type === 'report') return { type: 'report', report: documentOf(core).report(false) };
  if (ask.type === 'record')
    return {
      type: 'record',
      record: askCore(documentOf(core), 'mapRecord', { file: name, offset: ask.offset }) ?? undefined,
    };
  const song = new Song(core, file);
  try {
    if (ask.type === 'midi') {
      const { bytes, report } = song.midi();
      return { type: 'file', file: new Blob([bytes as BlobPart], { type: 'audio/midi' }), report };
    }
    const pairs = Math.round(Math.min(kLongest, song.seconds + kTailSeconds) * kSongRate),
      parts: BlobPart[] = [wavHeader(pairs, ask.float)],
      walks = ask.normalise ? 2 : 1;
    let walked = 0;
    /** A second of the song at a time. */
    const walk = (take: (sound: Float32Array) => void): void => {
      for (let done = 0; done < pairs;) {
        const step = Math.min(kSongRate, pairs - done);
        take(song.render(done / kSongRate, step / kSongRate));
        done += step;
        progress((walked + done / pairs) / walks);
      }
      ++walked;
    };
    let gain = 1,
      peak = 0,
      samples = 0;
    if (ask.normalise) {
      walk((sound) => (peak = Math.max(peak, levelsOf(sound).peak)));
      gain = gainTo(peak);
      peak = 0;
    }
    walk((sound) => {
      amplify(sound, gain);
      const levels = levelsOf(sound);
      peak = Math.max(peak, levels.peak);
      samples += levels.over;
      parts.push(wavSamples(sound, ask.float));
    });
    const over = { samples, peakDb: 20 * Math.log10(peak) };
    return { type: 'file', file: new Blob(parts, { type: 'audio/wav' }), ...(samples > 0 && { over }) };
  } finally {
    song.dispose();
  }
}

onmessage = ({ data: { request, ask } }: MessageEvent<{ request: number; ask: FilesAsk }>) => {
  const post = (event: FilesAnswer): void => postMessage({ request, answer: event });
  answer(ask, (part) => post({ type: 'progress', part })).then(post, (error: unknown) => {
    const { code = 'ENGINE', message = String(error) } = error as Partial<Issue>;
    post({ type: 'failed', issue: { code, severity: 0, message, source: opened.name } });
  });
};
