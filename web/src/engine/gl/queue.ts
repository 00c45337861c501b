// Pictures that are handed to the driver and not drawn yet. Without a limit a slow one falls behind by several, and what
// is shown is that much older than what was asked for.

import { drawsInSoftware } from './driver';

/** A GPU works on one while the next is prepared; the answer of a driver comes a frame late as well. */
const kMost = 2;
const kSoftwareMost = 1;

export class DriverQueue {
  private readonly fences: WebGLSync[] = [];
  private readonly most: number;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.most = drawsInSoftware(gl) ? kSoftwareMost : kMost;
  }

  /** All that was asked for until now is a picture. */
  add(): void {
    const fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence) this.fences.push(fence);
    this.gl.flush();
  }

  get isFull(): boolean {
    const { gl, fences } = this;
    // A lost context has no picture to wait for.
    while (fences[0] && gl.getSyncParameter(fences[0], gl.SYNC_STATUS) !== gl.UNSIGNALED)
      gl.deleteSync(fences.shift()!);
    return fences.length >= this.most;
  }
}
