// One action that becomes another while it plays: what fades out is blended into the pose.

import { kBindPose } from '../../core/document';
import { setBlend } from '../../core/fullCore';
import type { PlaybackChange } from '../../protocol/playback';
import type { RenderModel } from '../renderModel';
import type { SessionHooks } from '../hooks';
import type { Playback } from '../playback';
import type { Session } from '../session';

interface Fade {
  playback: Playback;
  action: number;
  time: number;
  done: number;
}

export class Crossfade implements SessionHooks {
  #fade: Fade | undefined;

  constructor(private readonly session: Session) {}

  show(): void {
    this.#fade = undefined;
  }

  rebuild(): void {
    this.#fade = undefined;
    this.rest();
  }

  advance(seconds: number): void {
    const fade = this.#fade;
    if (!fade?.playback.playing) return;
    fade.time += seconds * fade.playback.speed;
    fade.done += seconds;
  }

  change(change: PlaybackChange): (() => void) | undefined {
    const { playback } = this.session,
      { action, time, playing, crossfade } = playback;
    if (change.set !== 'speed' && change.set !== 'run') this.#fade = undefined;
    if (change.set !== 'action' || !playing || !(crossfade > 0)) return undefined;
    return () => {
      if (playback.action !== action && playback.playing) this.#fade = { playback, action, time, done: 0 };
    };
  }

  frame(): void {
    this.rest();
  }

  pose(): void {
    const { renderModel, playback } = this.session;
    if (renderModel) this.mix(renderModel, playback);
  }

  /** Blends what fades out of a clock's action into the next pose of the document. */
  mix({ document }: RenderModel, playback: Playback): void {
    const fade = this.#fade?.playback === playback ? this.#fade : undefined,
      weight = fade ? 1 - fade.done / playback.crossfade : 0;
    if (fade && !(weight > 0)) this.#fade = undefined;
    if (fade && weight > 0) setBlend(document, fade.action, fade.time, weight);
    else setBlend(document, kBindPose, 0, 0);
  }

  /** Blends nothing into the next pose. */
  rest(): void {
    const { renderModel } = this.session;
    if (renderModel) setBlend(renderModel.document, kBindPose, 0, 0);
  }

  /** A clock goes. */
  forget(playback: Playback): void {
    if (this.#fade?.playback === playback) this.#fade = undefined;
  }
}
