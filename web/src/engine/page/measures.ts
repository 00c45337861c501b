// Measures of each action, taken once: the stride of a walk, with which the view goes along, and how far both skinning
// paths lie apart.

import { kBindPose } from '../../core/document';
import * as m from '../../core/math';
import { ask } from '../../core/ask';
import type { FrameInfo } from '../../protocol/view';
import type { Feature } from '../feature';
import type { SessionHooks } from '../hooks';
import type { Session } from '../session';
import { nodePosition } from '../skeleton';

class Measures implements SessionHooks {
  #difference = 0;
  /** World translation of one cycle under accumulated root motion. */
  #stride: m.Vec3 = [0, 0, 0];

  constructor(private readonly session: Session) {}

  frame(): () => void {
    return () => this.#measure();
  }

  follow(): m.Vec3 | undefined {
    const { rootMotion, duration, time } = this.session.playback;
    return rootMotion === 'accumulate' && duration > 0 ? m.scale(this.#stride, time / duration) : undefined;
  }

  readings(): Partial<FrameInfo> {
    return { difference: this.#difference };
  }

  #measure(): void {
    const { renderModel, playback } = this.session,
      { action, duration, rootMotion } = playback;
    this.#stride = [0, 0, 0];
    if (!renderModel) return;
    const { document, model, skeleton, worldFromFile } = renderModel;
    if (rootMotion === 'accumulate' && duration > 0) {
      const root = skeleton.nodes.find(({ kind }) => kind === 'joint')?.index ?? 0;
      document.evaluate(0, { skin: false });
      const from = nodePosition(document, worldFromFile, root);
      document.evaluate(duration, { skin: false });
      this.#stride = m.subtract(nodePosition(document, worldFromFile, root), from);
    }
    if (!model.posesOnGpu) return;
    document.evaluate(action === kBindPose ? 0 : duration / 2);
    this.#difference = ask(document, 'gpuDifference', {}) ?? Infinity;
  }
}

export const measures = (): Feature => ({ session: (session) => new Measures(session) });
