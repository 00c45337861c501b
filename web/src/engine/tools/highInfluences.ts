// Vertices with more influences than fixed hardware paths carry: marked in the picture and counted.

import { BufferKind } from '../../core/buffers';
import { forInstances, isShown, type RenderModel, type FrameInputs } from '../renderModel';
import type { Programs } from '../gl/program';

export const kManyInfluences = 4;

interface Marked {
  buffer?: WebGLBuffer;
  over: number;
  of: number;
}

export class Crowd {
  private readonly known = new WeakMap<RenderModel, Marked[]>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  /** Counts the instances in sight. */
  draw(picture: FrameInputs, renderModel: RenderModel): { over: number; of: number } {
    const { gl } = this,
      marked = this.marked(renderModel);
    forInstances(gl, this.programs, picture, renderModel, 'overlay', ['POINTS'], (program, instance, index) => {
      const { buffer, over } = marked[index]!;
      if (!buffer) return;
      program
        .set('u_clipFromWorld', picture.view.clipFromWorld)
        .set('u_length', 6 * picture.pixelRatio)
        .set('u_color', [1, 0.33, 0.36, 1]);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.drawElements(gl.POINTS, over, gl.UNSIGNED_INT, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    });
    const sum = { over: 0, of: 0 };
    renderModel.model.instances.forEach((instance, i) => {
      if (!isShown(instance, picture.settings, picture.toolEffects)) return;
      sum.over += marked[i]!.over;
      sum.of += marked[i]!.of;
    });
    return sum;
  }

  private marked(renderModel: RenderModel): Marked[] {
    const known = this.known.get(renderModel);
    if (known) return known;
    const { gl } = this;
    const made = renderModel.model.instances.map((_, instance): Marked => {
      const runs = renderModel.document.indices(BufferKind.InfluenceRuns, instance),
        over: number[] = [];
      let of = 0;
      for (let vertex = 0; 2 * vertex < runs.length; ++vertex) {
        if (runs[2 * vertex + 1]! > 0) ++of;
        if (runs[2 * vertex + 1]! > kManyInfluences) over.push(vertex);
      }
      if (over.length === 0) return { over: 0, of };
      const buffer = renderModel.model.keepBuffer(gl.createBuffer());
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(over), gl.STATIC_DRAW);
      return { buffer, over: over.length, of };
    });
    this.known.set(renderModel, made);
    return made;
  }
}
