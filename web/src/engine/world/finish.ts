// Post-processing of the finished frame, and its transfer to the canvas.

import type { WorldTables } from '../../core/worldTables';
import type { WorldPrograms } from './program';
import { FlatTarget } from './target';

const Kind = { color: 0, blur: 1, glow: 2, sharpen: 3, copy: 4 } as const;
/** Brightness from which pixels glow. */
const kGlowThreshold = 0.5;

export class Finisher {
  readonly #targets: [FlatTarget, FlatTarget, FlatTarget];

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: WorldPrograms,
    format: number,
  ) {
    this.#targets = [new FlatTarget(gl, format), new FlatTarget(gl, format), new FlatTarget(gl, format)];
  }

  /** Runs the document's steps on `source`; the result is one of its own targets, or `source`. */
  run(tables: WorldTables, source: FlatTarget): FlatTarget {
    const rows = tables.get('finish');
    let picture = source;
    for (let row = 0; row < tables.rows('finish'); ++row) {
      const kind = rows[row * 3]!,
        amount = rows[row * 3 + 1]!,
        height = source.height;
      const sigma =
        kind === Kind.blur
          ? (amount * height) / 200
          : kind === Kind.glow
            ? height / 50
            : kind === Kind.sharpen
              ? height / 200
              : 0;
      const free = this.#targets.filter((target) => target !== picture);
      let soft = picture;
      if (kind !== Kind.color && sigma > 0) {
        this.blur(picture, free[0]!, [1, 0], sigma, kind === Kind.glow ? kGlowThreshold : 0);
        this.blur(free[0]!, free[1]!, [0, 1], sigma);
        soft = free[1]!;
      }
      this.#combine(picture, soft, kind, amount, free[0]!);
      picture = free[0]!;
    }
    return picture;
  }

  /** `sigma` below 0: (1, 2, 1) / 4. */
  blur(from: FlatTarget, into: FlatTarget, [x, y]: [number, number], sigma: number, threshold = 0): void {
    const { gl } = this;
    into.resize(from.width, from.height);
    this.#aim(into.framebuffer, from.width, from.height);
    const program = this.programs.use('blur');
    this.#bind(from.texture, 0);
    gl.uniform1i(program.at('u_source'), 0);
    gl.uniform2i(program.at('u_step'), x, y);
    gl.uniform1f(program.at('u_sigma'), sigma);
    gl.uniform1f(program.at('u_threshold'), threshold);
    this.#fill();
  }

  /** Onto the canvas: what is out of 0 to 1 is cut off there. */
  present(picture: FlatTarget): void {
    this.#combine(picture, picture, Kind.copy, 0, undefined);
  }

  #combine(picture: FlatTarget, soft: FlatTarget, kind: number, amount: number, into: FlatTarget | undefined): void {
    const { gl } = this;
    into?.resize(picture.width, picture.height);
    this.#aim(into?.framebuffer ?? null, picture.width, picture.height);
    const program = this.programs.use('finish');
    this.#bind(picture.texture, 0);
    this.#bind(soft.texture, 1);
    gl.uniform1i(program.at('u_source'), 0);
    gl.uniform1i(program.at('u_blurred'), 1);
    gl.uniform1i(program.at('u_kind'), kind);
    gl.uniform1f(program.at('u_amount'), amount);
    this.#fill();
  }

  #aim(framebuffer: WebGLFramebuffer | null, width: number, height: number): void {
    const { gl } = this;
    // A texture must not be bound anywhere while it is drawn into.
    for (const unit of [0, 1]) this.#bind(null, unit);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
  }

  #bind(texture: WebGLTexture | null, unit: number): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindSampler(unit, null);
    gl.bindTexture(gl.TEXTURE_2D, texture);
  }

  #fill(): void {
    const { gl } = this;
    for (const test of [gl.DEPTH_TEST, gl.STENCIL_TEST, gl.BLEND, gl.CULL_FACE]) gl.disable(test);
    gl.colorMask(true, true, true, true);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}
