// Where pictures are drawn: a multisampled target that grows to the largest viewer and resolves into the canvas.

export class MultisampleTarget {
  readonly #framebuffer: WebGLFramebuffer;
  readonly #color: WebGLRenderbuffer;
  readonly #depth: WebGLRenderbuffer;
  #width = 0;
  #height = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#framebuffer = gl.createFramebuffer();
    this.#color = gl.createRenderbuffer();
    this.#depth = gl.createRenderbuffer();
  }

  bind(width: number, height: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    if (width > this.#width || height > this.#height)
      this.#allocate(Math.max(width, this.#width), Math.max(height, this.#height));
    gl.viewport(0, 0, width, height);
  }

  /** Into the canvas, whose size must be width by height. */
  resolve(width: number, height: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#framebuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_STENCIL_ATTACHMENT]);
  }

  #allocate(width: number, height: number): void {
    const { gl } = this,
      samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES) as number);
    this.#width = width;
    this.#height = height;
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.#color);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RGBA8, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.#color);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.#depth);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.DEPTH24_STENCIL8, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, this.#depth);
  }
}

/** A square colour texture that can be drawn into. */
export class TextureTarget {
  readonly texture: WebGLTexture;
  readonly #framebuffer: WebGLFramebuffer;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly size: number,
  ) {
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size, size);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    this.#framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }

  bind(): void {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.#framebuffer);
    this.gl.viewport(0, 0, this.size, this.size);
  }
}
