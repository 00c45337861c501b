// Where a world is drawn: colours of 16-bit floats with depth and stencil, resolved into a texture; and textures between
// which the finished picture goes to and fro.

/** Linear values; bytes where the device has no float targets. */
export const hasFloatTargets = (gl: WebGL2RenderingContext): boolean =>
  Boolean(gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float'));

export class FlatTarget {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  width = 0;
  height = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly format: number,
    filter: number = gl.NEAREST,
  ) {
    this.texture = gl.createTexture();
    this.framebuffer = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, which, filter);
  }

  resize(width: number, height: number): void {
    const { gl } = this;
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const type = this.format === gl.RGBA8 ? gl.UNSIGNED_BYTE : gl.HALF_FLOAT;
    gl.texImage2D(gl.TEXTURE_2D, 0, this.format, width, height, 0, gl.RGBA, type, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }
}

export class DeepTarget {
  readonly #framebuffer: WebGLFramebuffer;
  readonly #color: WebGLRenderbuffer;
  readonly #depth: WebGLRenderbuffer;
  #width = 0;
  #height = 0;
  #samples = -1;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly format: number,
  ) {
    this.#framebuffer = gl.createFramebuffer();
    this.#color = gl.createRenderbuffer();
    this.#depth = gl.createRenderbuffer();
  }

  /** `samples` 1: no multisampling; as many as the device has at most. */
  bind(width: number, height: number, samples: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.viewport(0, 0, width, height);
    if (width === this.#width && height === this.#height && samples === this.#samples) return;
    [this.#width, this.#height, this.#samples] = [width, height, samples];
    const most = (gl.getInternalformatParameter(gl.RENDERBUFFER, this.format, gl.SAMPLES) as Int32Array)[0] ?? 0;
    const store = (buffer: WebGLRenderbuffer, format: number, attachment: number): void => {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(
        gl.RENDERBUFFER,
        samples > 1 ? Math.min(samples, most) : 0,
        format,
        width,
        height,
      );
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
    };
    store(this.#color, this.format, gl.COLOR_ATTACHMENT0);
    store(this.#depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT);
  }

  resolve(into: FlatTarget): void {
    const { gl } = this,
      { width, height } = into;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#framebuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, into.framebuffer);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_STENCIL_ATTACHMENT]);
  }
}
