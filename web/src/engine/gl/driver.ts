// The GPU driver behind a context: its name, and frames submitted to it but not yet drawn. Without a limit a slow one falls
// behind by several, and what is shown is that much older than what was asked for.

/** Asked once: the driver's answer waits for all that is queued. */
const names = new WeakMap<WebGL2RenderingContext, string>();

/** Name of the driver, where the browser gives it. */
export function driverName(gl: WebGL2RenderingContext): string {
  let name = names.get(gl);
  if (name === undefined) {
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
    names.set(gl, name);
  }
  return name;
}

/** The processor draws: every sample of a texture takes time. */
export const drawsInSoftware = (gl: WebGL2RenderingContext): boolean =>
  /swiftshader|llvmpipe|softpipe|software|basic render/i.test(driverName(gl));

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
