// Frames submitted to the driver but not yet drawn. Without a limit a slow one falls behind by several, and what
// is shown is that much older than what was asked for.

import { drawsInSoftware } from './driver';

/** A GPU works on one while the next is prepared; the answer of a driver comes a frame late as well. */
const kMost = 2;
const kSoftwareMost = 1;
/** A driver that does not answer for so long, in milliseconds, is not waited for. */
const kPatienceMs = 1000;

export class DriverQueue {
  readonly #pending: { fence: WebGLSync; since: number }[] = [];
  readonly #most: number;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#most = drawsInSoftware(gl) ? kSoftwareMost : kMost;
  }

  /** All that was asked for until now is a picture. */
  add(): void {
    const fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence) this.#pending.push({ fence, since: performance.now() });
    this.gl.flush();
  }

  get isFull(): boolean {
    const pending = this.#pending;
    for (let first = pending[0]; first && this.#isDone(first); first = pending[0]) {
      this.gl.deleteSync(first.fence);
      pending.shift();
    }
    return pending.length >= this.#most;
  }

  /** A lost context has no picture to wait for. */
  #isDone({ fence, since }: { fence: WebGLSync; since: number }): boolean {
    const { gl } = this;
    return gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED || performance.now() - since > kPatienceMs;
  }
}
