// The one clock of what is heard: which sample of the song and which of its notes are at the loudspeakers now. The worklet
// reports from which frame of its context on the song is where, and what sounds; the context has the frame that is heard.

import { kRate } from './messages';

/** From this frame of the context on, the song stands at `sample`, and goes on while it plays. */
export interface Anchor {
  frame: number;
  sample: number;
  playing: boolean;
}

/** From this frame of the context on, these voices sound: numbers as `voiceOf` gives them. */
export interface Voices {
  frame: number;
  voices: ReadonlySet<number>;
}

/** Members of an AudioContext that the clock reads. */
export interface ContextTime {
  readonly currentTime: number;
  readonly baseLatency?: number;
  readonly outputLatency?: number;
  getOutputTimestamp?(): AudioTimestamp;
}

const kMostAnchors = 32;
/** Up to 86 a second come, and some loudspeakers are half a second away. */
const kMostVoices = 64;
const kNone: ReadonlySet<number> = new Set();

/**
 * Firefox holds its sound while it asks the loudspeakers how late they are, and they may wait for that sound: the tab
 * stands still for good (seen with PulseAudio, once in some six starts).
 */
const kMayAskOutput = !/Gecko\//.test(globalThis.navigator?.userAgent ?? '');

/** A time stamp may be ahead of the clock that it is read by, by the grain of both, in milliseconds. */
const kAheadMs = 20;

/**
 * The time of the context that is heard now, in seconds: its time stamp of the output carried on to `now`
 * (performance.now()), else its time less its latencies. Where the output may not be asked, the time of the context: ahead
 * of the loudspeakers by their latency.
 */
export function heardTime(context: ContextTime, now: number, mayAskOutput = kMayAskOutput): number {
  if (!mayAskOutput) return context.currentTime;
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
  // Some browsers give zeros until the first sound is out. What is heard at a time to come is no time stamp: WebKitGTK
  // 2.50 adds the time of the context to that of the page.
  if (performanceTime > 0 && performanceTime <= now + kAheadMs)
    return Math.min(context.currentTime, contextTime + (now - performanceTime) / 1000);
  return Math.max(0, context.currentTime - (context.baseLatency ?? 0) - (context.outputLatency ?? 0));
}

export class SongClock {
  #anchors: Anchor[] = [];
  #voices: Voices[] = [];
  /** Latest time that was asked for: the time of a browser's output may go back by some milliseconds. */
  #heard = 0;

  /** Anchors come in the order of their frames. */
  add(anchor: Anchor): void {
    this.#anchors.push(anchor);
    if (this.#anchors.length > kMostAnchors) this.#anchors.shift();
  }

  addVoices(voices: Voices): void {
    this.#voices.push(voices);
    if (this.#voices.length > kMostVoices) this.#voices.shift();
  }

  clear(): void {
    this.#anchors = [];
  }

  clearVoices(): void {
    this.#voices = [];
  }

  /** Sample that is heard when the context's output has come to `heard` seconds. */
  sampleAt(heard: number): number {
    this.#heard = Math.max(this.#heard, heard);
    const frame = this.#heard * kRate,
      last = this.#anchors.at(-1);
    if (!last) return 0;
    // A context that stands still never comes to where it was stopped.
    if (!last.playing) return last.sample;
    const anchor = this.#anchors.filter((each) => each.frame <= frame).at(-1);
    if (!anchor) return this.#anchors[0]!.sample;
    return anchor.playing ? anchor.sample + frame - anchor.frame : anchor.sample;
  }

  /** Voices that sound then; of a song that stands still, those at its place. */
  voicesAt(heard: number): ReadonlySet<number> {
    this.#heard = Math.max(this.#heard, heard);
    const isPlaying = this.#anchors.at(-1)?.playing ?? false,
      frame = this.#heard * kRate;
    const last = isPlaying ? this.#voices.filter((each) => each.frame <= frame).at(-1) : this.#voices.at(-1);
    return (last ?? this.#voices[0])?.voices ?? kNone;
  }
}
