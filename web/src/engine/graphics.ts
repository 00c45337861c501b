// The one WebGL2 context of an engine, and what is asked of it before there is anything to draw.

import { VitrineError } from '../base/errors';
import { driverName } from './gl/driver';
import type { GpuMemory } from './analysis/gpuMemory';
import type { FirstFrame } from '../protocol/messages';
import { Renderer } from './renderer';
import { createCanvas, type GlCanvas } from './surface';

export class Graphics {
  readonly canvas: GlCanvas;
  readonly gl: WebGL2RenderingContext;
  readonly gpuMemory: GpuMemory | undefined;
  /** Renderer of the new context; the programs of a first frame are being compiled. */
  readonly renderer: Renderer;
  /** Asked for while there is a context: a lost one has no extensions. */
  readonly losing: WEBGL_lose_context | null;

  /**
   * `width` and `height` in pixels of the pictures that will be drawn: a canvas that changes its size waits for the driver.
   * `count` makes what counts the context's objects; `bare` is how the renderer begins. Throws VitrineError `GL_MISSING`.
   */
  constructor(
    width: number,
    height: number,
    bare: FirstFrame | undefined,
    count: (gl: WebGL2RenderingContext) => GpuMemory | undefined,
  ) {
    this.canvas = createCanvas(width, height);
    const gl = this.canvas.getContext('webgl2', {
      alpha: true,
      antialias: false,
      depth: false,
    }) as WebGL2RenderingContext | null;
    if (!gl) throw new VitrineError('GL_MISSING', 'This browser gives no WebGL2 context.');
    this.gl = gl;
    this.losing = gl.getExtension('WEBGL_lose_context');
    this.gpuMemory = count(gl);
    this.renderer = new Renderer(gl, this.canvas, bare);
  }

  /** Name of the GPU driver. */
  get name(): string {
    return driverName(this.gl);
  }
}
