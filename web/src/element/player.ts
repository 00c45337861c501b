// Playing as <video> has it, over a viewer whose engine answers later: what was asked for holds at once.

import { kBindPose } from '../core/document';
import type { ReportAction } from '../core/report';
import type { PlaybackState } from '../protocol/playback';
import { Emitter } from '../base/emitter';
import type { Viewer } from '../viewer/viewer';

/** While it plays, `timeupdate` comes at most so often. */
const kTimeUpdateMs = 100;

interface PlayerEvents {
  play: void;
  pause: void;
  ended: void;
  timeupdate: void;
  actionchange: void;
  ratechange: void;
  /** It is sent to another time. */
  sought: void;
  /** Every picture. */
  tick: void;
}

export class Player extends Emitter<PlayerEvents> {
  playing = false;
  loop = false;
  speed = 1;
  action = kBindPose;
  duration = 0;
  time = 0;
  #viewer: Viewer | undefined;
  #endings: (() => void)[] = [];
  #lastTimeUpdate = 0;
  #known = false;
  /** Another document was asked for: events of the previous document are ignored. */
  #coming = false;
  /** Playback stopped at the end of the action, not by a call of `pause`. */
  #stoppedAtEnd = false;
  /** Action to select in the next document. */
  wanted: number | undefined;

  attach(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#known = false;
    this.#endings = [
      viewer.on('playback', ({ playback, ended }) => this.#receive(playback, ended)),
      viewer.on('frame', ({ time }) => this.#draw(time)),
      viewer.on('loaded', () => (this.#known = false)),
    ];
    this.#setOptions();
    this.#send({ set: 'speed', speed: this.speed });
  }

  detach(): void {
    for (const end of this.#endings) end();
    this.#viewer = undefined;
    this.duration = 0;
  }

  play(): void {
    if (this.playing || (this.#sure && this.duration === 0)) return;
    this.playing = true;
    this.#stoppedAtEnd = false;
    if (!this.loop && this.duration > 0 && this.time >= this.duration) this.time = 0;
    this.#send({ set: 'playing', playing: true });
    this.emit('play', undefined);
  }

  pause(): void {
    this.#stoppedAtEnd = false;
    if (!this.playing) return;
    this.playing = false;
    this.#send({ set: 'playing', playing: false });
    this.emit('pause', undefined);
  }

  seek(time: number): void {
    this.time = Math.max(0, this.#sure ? Math.min(time, this.duration) : time);
    this.#send({ set: 'time', time: this.time });
    for (const name of ['sought', 'tick', 'timeupdate'] as const) this.emit(name, undefined);
  }

  /** Another document will come; it begins at `time`, or where the one before is, and plays on what had no more to play. */
  renew(playing: boolean, time?: number): void {
    if (!this.#known) return;
    const resumes = playing && this.#stoppedAtEnd;
    this.#coming = true;
    this.time = time ?? (resumes ? 0 : this.time);
    if (!resumes) return;
    this.playing = true;
    this.#stoppedAtEnd = false;
    this.emit('play', undefined);
  }

  /** Nothing comes: the one before stays. */
  stay(): void {
    this.#coming = false;
  }

  setSpeed(speed: number): void {
    if (speed === this.speed) return;
    this.speed = speed;
    this.#send({ set: 'speed', speed });
    this.emit('ratechange', undefined);
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.#setOptions();
  }

  /** `late`: it was asked for before, and the time that was asked for since is its own. */
  select(action: number, late = false): void {
    const { time } = this;
    this.time = 0;
    this.#send({ set: 'action', action });
    if (late && time > 0) this.seek(time);
  }

  /** One frame on or back, at the action's own rate. */
  step(by: number, action: ReportAction | undefined): void {
    this.pause();
    const rate = action?.frameRate || 30;
    this.seek((Math.round(this.time * rate) + by) / rate);
  }

  /** True if the known state belongs to the current document. */
  get #sure(): boolean {
    return this.#known && !this.#coming;
  }

  #setOptions(): void {
    this.#send({ set: 'options', loop: this.loop, closeLoop: false, rootMotion: 'keep' });
  }

  #send(change: Parameters<Viewer['change']>[0]): void {
    this.#viewer?.change(change);
  }

  #receive(state: PlaybackState, ended: boolean): void {
    if (ended) {
      if (this.#coming) return;
      this.playing = false;
      this.#stoppedAtEnd = true;
      this.time = this.speed < 0 ? 0 : state.duration;
      for (const name of ['tick', 'timeupdate', 'pause', 'ended'] as const) this.emit(name, undefined);
      return;
    }
    const fresh = !this.#known && this.#viewer?.shown !== undefined;
    if (!this.#viewer?.shown) return;
    if (fresh) state = this.#begin(state);
    this.duration = state.duration;
    if (fresh || state.action !== this.action) {
      this.action = state.action;
      this.emit('actionchange', undefined);
    }
    if (!this.#viewer.isStale && !this.#coming && state.playing !== this.playing) {
      this.playing = state.playing;
      this.emit(this.playing ? 'play' : 'pause', undefined);
    }
  }

  /** A document is new: it takes over what was asked for while it came. */
  #begin(state: PlaybackState): PlaybackState {
    this.#known = true;
    this.#coming = false;
    const action = this.wanted ?? state.action;
    this.wanted = undefined;
    if (action !== state.action) {
      const { duration = 0 } = this.#viewer?.shown?.report.info.actions[action] ?? {};
      state = { ...state, action, duration };
      this.#send({ set: 'action', action });
    }
    const { duration, playing } = state;
    if (duration === 0) {
      this.#stoppedAtEnd ||= this.playing;
      this.playing = false;
    } else if (playing !== this.playing) this.#send({ set: 'playing', playing: this.playing });
    this.time = Math.min(this.time, duration);
    if (this.time > 0) this.#send({ set: 'time', time: this.time });
    return state;
  }

  #draw(time: number): void {
    if (this.#viewer?.isStale || this.#coming) return;
    const moved = time !== this.time,
      now = performance.now();
    this.time = time;
    this.emit('tick', undefined);
    if (!moved || (this.playing && now - this.#lastTimeUpdate < kTimeUpdateMs)) return;
    this.#lastTimeUpdate = now;
    this.emit('timeupdate', undefined);
  }
}
