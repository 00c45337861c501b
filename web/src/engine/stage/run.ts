// The clock of the page's viewers: it also goes back and forth, plays a part of an action, and lets cycles add up.

import { Playback } from '../playback';
import type { PlaybackState, Run } from '../../protocol/playback';

export class StagePlayback extends Playback implements Run {
  pingPong = false;
  range: [number, number] | null = null;
  crossfade = 0;
  /** On the way back. */
  private back = false;

  override get state(): PlaybackState {
    const { pingPong, range, crossfade } = this;
    return { ...super.state, pingPong, range, crossfade };
  }

  override select(action: number, duration: number): void {
    this.range = null;
    this.back = false;
    super.select(action, duration);
  }

  run({ pingPong = this.pingPong, range = this.range, crossfade = this.crossfade }: Partial<Run>): void {
    const [from, to] = (range ?? []).map((time) => Math.max(0, Math.min(time, this.duration)));
    this.pingPong = pingPong;
    this.back = false;
    this.range = from! < to! ? [from!, to!] : null;
    this.crossfade = Math.max(0, Math.min(1, crossfade || 0));
  }

  protected override get stays(): boolean {
    return super.stays || this.pingPong || this.range !== null;
  }

  protected override get span(): [number, number] {
    return this.range ?? super.span;
  }

  protected override move(by: number): boolean {
    const { elapsed, loop } = this,
      next = elapsed + by;
    if (loop && this.pingPong) {
      const [from, to] = this.span,
        there = this.back ? elapsed - by : next;
      const turns = to > from ? Math.floor((there - from) / (to - from)) : 0,
        rest = there - from - turns * (to - from);
      if (turns % 2 !== 0) this.back = !this.back;
      this.elapsed = turns % 2 !== 0 ? to - rest : from + rest;
      return false;
    }
    if (loop && this.rootMotion === 'accumulate' && !this.range && next >= 0) {
      this.elapsed = next;
      return false;
    }
    return super.move(by);
  }
}
