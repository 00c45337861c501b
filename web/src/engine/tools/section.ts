// The plane that cuts the model, in the file's own axes, and its cap: along a ray through the inside of a closed surface
// one more triangle faces away than towards the eye, whatever the pose. The stencil counts them; where it is not 0, the
// plane itself is drawn.

import { closedParts } from '../../core/fullCore';
import * as m from '../../core/math';
import type { Vec3, Vec4 } from '../../core/report';
import type { Section } from '../../protocol/tools';
import type { Programs } from '../gl/program';
import { forInstances, type FrameInputs, isShown, type RenderModel } from '../renderModel';

/** World space: positive is kept. Without `flip` that is what lies below `at`. */
export function planeOf({ axis, at, flip }: Section, worldFromFile: ArrayLike<number>): Vec4 {
  const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0],
    n = m.transformDirection(worldFromFile, unit);
  return flip ? [n[0], n[1], n[2], -at] : [-n[0], -n[1], -n[2], at];
}

const kReach = 5;
/** Hatch lines over the model's size. */
const kLines = 26;
const kColor = [0.83, 0.5, 0.33];
const kHatch = [0.52, 0.25, 0.13];

interface Closed {
  buffer?: WebGLBuffer;
  count: number;
  closed: number;
  of: number;
}

export class Cap {
  private readonly known = new WeakMap<RenderModel, Closed[]>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  draw(picture: FrameInputs, renderModel: RenderModel, { axis }: Section): void {
    const { gl } = this,
      closed = this.closed(renderModel),
      { view, framing } = picture;
    gl.clearStencil(0);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.ALWAYS, 0, 0xff);
    gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
    gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
    gl.colorMask(false, false, false, false);
    gl.depthMask(false);
    gl.disable(gl.DEPTH_TEST);
    forInstances(gl, this.programs, picture, renderModel, 'overlay', [], (program, instance, index) => {
      const { buffer, count } = closed[index]!;
      if (!buffer || instance.hidden) return;
      program.set('u_clipFromWorld', view.clipFromWorld);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    });
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.enable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.NOTEQUAL, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    const [a, b, c, d] = picture.toolEffects!.section!,
      normal: m.Vec3 = [a, b, c],
      middle = m.add(framing.center, picture.follow);
    const center = m.subtract(middle, m.scale(normal, m.dot(normal, middle) + d));
    const direction = (k: number): m.Vec3 =>
      m.transformDirection(renderModel.worldFromFile, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
    const half = framing.radius * kReach;
    gl.bindVertexArray(null);
    this.programs
      .use('cap')
      .set('u_clipFromWorld', view.clipFromWorld)
      .set('u_center', center)
      .set('u_bitangentSign', m.scale(direction((axis + 1) % 3), half))
      .set('u_along', m.scale(direction((axis + 2) % 3), half))
      .set('u_lines', kLines * kReach * 2)
      .set('u_color', kColor)
      .set('u_hatch', kHatch);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.disable(gl.STENCIL_TEST);
  }

  /** Sums over the instances in sight. */
  counts(picture: FrameInputs, renderModel: RenderModel): { closed: number; of: number } {
    const all = this.closed(renderModel),
      sum = { closed: 0, of: 0 };
    renderModel.model.instances.forEach((instance, i) => {
      if (instance.hidden || !isShown(instance, picture.settings, picture.toolEffects)) return;
      sum.closed += all[i]!.closed;
      sum.of += all[i]!.of;
    });
    return sum;
  }

  private closed(renderModel: RenderModel): Closed[] {
    const known = this.known.get(renderModel);
    if (known) return known;
    const { gl } = this,
      { document, model } = renderModel;
    const made = model.instances.map((_, i): Closed => {
      const { indices, closed, of } = closedParts(document, i);
      if (indices.length === 0) return { count: 0, closed, of };
      const buffer = model.keepBuffer(gl.createBuffer());
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
      return { buffer, count: indices.length, closed, of };
    });
    this.known.set(renderModel, made);
    return made;
  }
}
