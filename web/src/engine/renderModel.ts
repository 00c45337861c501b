// Inputs of one rendered frame, and the iteration over meshes that all passes share.

import type { Document } from '../core/document';
import type { Report, Vec4 } from '../core/report';
import { type Arrays, GpuModel, type Instance, type Part } from './gl/model';
import type { LoadedDocument } from './loaded';
import type { Define, Program, Programs } from './gl/program';
import * as m from '../core/math';
import type { Framing, RotationGizmo, SkinningPath, ViewSettings } from '../protocol/view';
import { worldFromVertices } from './picking';
import { type Skeleton, skeletonOf } from './skeleton';
import type { View } from '../protocol/projection';

export interface RenderModel {
  document: Document;
  report: Report;
  model: GpuModel;
  skeleton: Skeleton;
  worldFromFile: m.Mat4;
  frontFace: 'ccw' | 'cw';
}

/** Effects of the tools on the frame. */
export interface ToolEffects {
  /** Nodes that are not drawn. */
  unseen: ReadonlySet<number>;
  /** Section plane in world space; its negative side is not drawn. */
  section?: Vec4;
  /** Binds the weights of an instance to its arrays; nine colours from none to all. */
  heat?: { bind(instance: number, arrays: Arrays): void; colors: Float32Array };
  /** Another light than the studio's: directions, colours of key, fill, rim, floor and sky, and a factor for all of it. */
  light?: { directions: Float32Array; colors: Float32Array; exposure: number };
  /** Distance of the grid's lines. */
  spacing?: number;
}

export interface FrameInputs {
  /** Other models in the scene, drawn with the same view; made while the frame is drawn. */
  others?: (picture: FrameInputs) => readonly FrameInputs[];
  /** Before and after a pass over this picture's render model: its document holds its pose in between. */
  enter?: (picture: FrameInputs, shadow: boolean) => void;
  leave?: () => void;
  /** One see-through colour in place of all materials. */
  tint?: readonly number[];
  width: number;
  height: number;
  pixelRatio: number;
  view: View;
  settings: ViewSettings;
  framing: Framing;
  path: SkinningPath;
  /** How far the model has walked on under accumulated root motion. */
  follow: m.Vec3;
  /** Seconds within the cycle. */
  time?: number;
  /** Set if the selected node shows the rotation gizmo. */
  gizmo?: RotationGizmo;
  renderModel?: RenderModel;
  /** Effects of the tools on it. */
  toolEffects?: ToolEffects;
  /** The part of the whole that is drawn: middle and share, in -1..1 of the whole. */
  window?: readonly [number, number, number, number];
}

export function buildRenderModel(
  { document, report, images }: LoadedDocument,
  gl: WebGL2RenderingContext,
): RenderModel {
  const { axes } = report.info;
  const model = new GpuModel(gl, document, report, images);
  return {
    document,
    model,
    report,
    skeleton: skeletonOf(report.info),
    worldFromFile: m.worldFromFile(axes),
    frontFace: axes.frontFace,
  };
}

const gpuOf = ({ path }: FrameInputs, instance: Instance): Instance['gpu'] =>
  path === 'gpu' ? instance.gpu : undefined;

export const isShown = (instance: Instance, { overlays }: ViewSettings, toolEffects?: ToolEffects): boolean =>
  (!instance.hidden || overlays.hidden) && !toolEffects?.unseen.has(instance.node);

/** Binds each visible instance and its program, posed by whichever path runs. */
export function forInstances(
  gl: WebGL2RenderingContext,
  programs: Programs,
  picture: FrameInputs,
  { document, model, worldFromFile }: RenderModel,
  name: string,
  defines: readonly Define[],
  draw: (program: Program, instance: Instance, index: number, arrays: Arrays) => void,
  only?: number,
): void {
  const section = picture.toolEffects?.section,
    cut: Define[] = section ? ['SECTION'] : [];
  model.instances.forEach((instance, index) => {
    if ((only ?? index) !== index || !isShown(instance, picture.settings, picture.toolEffects)) return;
    const gpu = gpuOf(picture, instance);
    const program = programs.use(name, ...defines, ...cut, ...(gpu ? [gpu.define] : []));
    const worldFromModel = worldFromVertices(document, instance, worldFromFile);
    program.set('u_worldFromModel', worldFromModel).set('u_normalFromModel', m.normalMatrix(worldFromModel));
    if (section) program.set('u_section', section);
    gpu?.bind(program);
    const arrays = gpu ? gpu.arrays : instance.cpu;
    gl.bindVertexArray(arrays.vao);
    draw(program, instance, index, arrays);
  });
  gl.bindVertexArray(null);
}

export function drawPart(gl: WebGL2RenderingContext, { firstIndex, indexCount }: Part): void {
  gl.drawElements(gl.TRIANGLES, indexCount, gl.UNSIGNED_INT, firstIndex * 4);
}
