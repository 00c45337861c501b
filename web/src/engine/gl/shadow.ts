// The contact shadow: the model seen from below, darkest where it touches, blurred.

import { drawsInSoftware } from './driver';
import type { Programs } from './program';
import { TextureTarget } from './target';

const kSize = 512;
/** Where the processor draws, a shadow of the full size takes two thirds of a picture (measured with SwiftShader). */
const kSoftwareSize = 256;
/** Samples of the blur to each side: texels of the smaller map are as far apart as two steps of the larger. */
const kReach = 8;
const kSoftwareReach = 4;
/** The unit of the blur's width, of the texture, whatever its size. */
const kStep = 1 / 512;

export class ContactShadow {
  readonly #drawn: TextureTarget;
  readonly #between: TextureTarget;
  readonly #reach: number;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    const software = drawsInSoftware(gl),
      size = software ? kSoftwareSize : kSize;
    this.#reach = software ? kSoftwareReach : kReach;
    this.#drawn = new TextureTarget(gl, size);
    this.#between = new TextureTarget(gl, size);
  }

  get texture(): WebGLTexture {
    return this.#drawn.texture;
  }

  /** `drawModel` draws with the program `occlusion`. */
  draw(drawModel: () => void): void {
    const { gl } = this;
    this.#drawn.bind();
    gl.disable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    drawModel();
    gl.blendEquation(gl.FUNC_ADD);
    gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
    const blur = this.programs.use('blur').set('u_window', [0, 0, 1, 1]).set('u_reach', this.#reach);
    for (const [source, target, step] of [
      [this.#drawn, this.#between, [kStep, 0]],
      [this.#between, this.#drawn, [0, kStep]],
    ] as const) {
      target.bind();
      blur.bindTexture('u_source', 0, source.texture).set('u_step', step);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
  }
}
