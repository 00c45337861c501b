// Tangents as lines on every vertex: along the texture (red) and across it (green), as the pose turns them.

import { forInstances, type RenderModel, type FrameInputs } from '../renderModel';
import type { Programs } from '../gl/program';

const kLength = 0.022;
const colors = [
  [0.95, 0.36, 0.36],
  [0.42, 0.8, 0.3],
] as const;

export class Hairs {
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  draw(picture: FrameInputs, renderModel: RenderModel): void {
    const { gl } = this,
      a = 0.75;
    gl.depthMask(false);
    colors.forEach(([r, g, b], axis) =>
      forInstances(
        gl,
        this.programs,
        picture,
        renderModel,
        'overlay',
        ['NORMALS', 'TANGENTS'],
        (program, instance, _, arrays) => {
          if (!(arrays === instance.cpu ? instance.tangents : instance.bindTangents)) return;
          program
            .setInt('u_axis', axis)
            .set('u_clipFromWorld', picture.view.clipFromWorld)
            .set('u_length', picture.framing.radius * kLength)
            .set('u_color', [r * a, g * a, b * a, a]);
          for (const location of [0, 1, 4]) gl.vertexAttribDivisor(location, 1);
          gl.drawArraysInstanced(gl.LINES, 0, 2, instance.vertexCount);
          for (const location of [0, 1, 4]) gl.vertexAttribDivisor(location, 0);
        },
      ),
    );
    gl.depthMask(true);
  }
}
