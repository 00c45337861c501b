// The contact shadow: the model seen from below, darkest where it touches, blurred.

import type { Programs } from './program';
import { TextureTarget } from './target';

const kSize = 512;

export class ContactShadow {
  private readonly drawn: TextureTarget;
  private readonly between: TextureTarget;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    this.drawn = new TextureTarget(gl, kSize);
    this.between = new TextureTarget(gl, kSize);
  }

  get texture(): WebGLTexture {
    return this.drawn.texture;
  }

  /** `drawModel` draws with the program `occlusion`. */
  draw(drawModel: () => void): void {
    const { gl } = this;
    this.drawn.bind();
    gl.disable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    drawModel();
    gl.blendEquation(gl.FUNC_ADD);
    gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
    const blur = this.programs.use('blur');
    for (const [source, target, step] of [
      [this.drawn, this.between, [1 / kSize, 0]],
      [this.between, this.drawn, [0, 1 / kSize]],
    ] as const) {
      target.bind();
      blur.set('u_window', [0, 0, 1, 1]).bindTexture('u_source', 0, source.texture).set('u_step', step);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
  }
}
