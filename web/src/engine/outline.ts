// The outline of the selected mesh: what it covers is marked in the stencil, and the mesh is drawn again around the mark.

import { drawPart, forInstances, type RenderModel, type FrameInputs } from './renderModel';
import * as m from '../core/math';
import type { Programs } from './gl/program';
import { kCyan } from './skeleton';

const kWidth = 2.5;
/** Directions in which the mesh is moved: enough for a line of this width without notches. */
const kDirections = 12;

/** Over everything, so that a mesh behind another one is found. */
export function drawOutline(
  gl: WebGL2RenderingContext,
  programs: Programs,
  picture: FrameInputs,
  renderModel: RenderModel,
): void {
  const { settings, view, width, height, pixelRatio } = picture,
    { selectedNode } = settings;
  const selected = renderModel.model.instances.some(({ node }) => node === selectedNode);
  if (!selected) return;
  const draw = (clipFromWorld: m.Mat4): void =>
    forInstances(gl, programs, picture, renderModel, 'overlay', [], (program, { node, parts }) => {
      if (node !== selectedNode) return;
      program.set('u_clipFromWorld', clipFromWorld).set('u_color', kCyan);
      for (const part of parts) if (!part.material?.hidden) drawPart(gl, part);
    });
  gl.disable(gl.DEPTH_TEST);
  gl.enable(gl.STENCIL_TEST);
  gl.clear(gl.STENCIL_BUFFER_BIT);
  gl.stencilFunc(gl.ALWAYS, 1, 1);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
  gl.colorMask(false, false, false, false);
  draw(view.clipFromWorld);
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.NOTEQUAL, 1, 1);
  const reach = kWidth * pixelRatio;
  for (let i = 0; i < kDirections; ++i) {
    const angle = (i / kDirections) * 2 * Math.PI;
    draw(moved(view.clipFromWorld, (2 * reach * Math.cos(angle)) / width, (2 * reach * Math.sin(angle)) / height));
  }
  gl.disable(gl.STENCIL_TEST);
  gl.enable(gl.DEPTH_TEST);
}

/** The projection with its picture moved by `x` and `y` of half its size. */
function moved(clipFromWorld: m.Mat4, x: number, y: number): m.Mat4 {
  const out = Float32Array.from(clipFromWorld);
  for (let column = 0; column < 16; column += 4) {
    out[column]! += x * out[column + 3]!;
    out[column + 1]! += y * out[column + 3]!;
  }
  return out;
}
