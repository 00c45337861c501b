// Overlays of the model: its edges, normals and bones, boxes and axes, gizmos, and the rotation gizmo; and the outline of the
// selected mesh: what it covers is marked in the stencil, and the mesh is drawn again around the mark.

import { BufferKind } from '../core/buffers';
import * as m from '../core/math';
import { collectGizmo, collectGizmos, isGizmo } from './gizmos';
import { Shapes } from './gl/overlayGeometry';
import type { Define, Program, Programs } from './gl/program';
import { lookOf } from './look';
import { drawPart, forInstances, type FrameInputs, type RenderModel } from './renderModel';
import { collectAxes, collectSkeleton, kCyan, type Skeleton } from './skeleton';
import type { ToolHost } from './tools/toolHost';

type LineColor = readonly [number, number, number];
const kNormal: LineColor = [0.36, 0.62, 1];
const kTangent: LineColor = [0.95, 0.36, 0.36];
const kBitangent: LineColor = [0.42, 0.8, 0.3];

export class Overlays {
  private readonly shapes: Shapes;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    this.shapes = new Shapes(gl);
  }

  draw(picture: FrameInputs, renderModel: RenderModel, toolHost?: ToolHost): void {
    const { gl, shapes } = this,
      { view, settings, framing, pixelRatio } = picture,
      { overlays, selectedNode } = settings;
    const { document, worldFromFile } = renderModel;
    // Hidden nodes have neither bones nor axes.
    const unseen = picture.toolEffects?.unseen,
      skeleton = unseen?.size ? without(renderModel.skeleton, unseen) : renderModel.skeleton;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    if (overlays.wireframe) this.drawWireframe(picture, renderModel);
    if (overlays.normals) this.drawNormals(picture, renderModel);
    drawOutline(gl, this.programs, picture, renderModel);
    gl.depthMask(true);
    const selectedJoint = skeleton.joints.has(selectedNode) ? selectedNode : -1;
    const setLine = (): Program =>
      this.programs
        .use('line')
        .set('u_clipFromWorld', view.clipFromWorld)
        .set('u_viewport', [picture.width, picture.height])
        .set('u_width', 1.5 * pixelRatio);
    if (overlays.bounds) {
      const bounds = document.bounds();
      if (bounds) {
        const world = m.transformBounds(worldFromFile, bounds);
        shapes.box(world.min, world.max, [0.95, 0.6, 0.25, 0.9]);
      }
      shapes.box(
        m.add(framing.bounds.min, picture.follow),
        m.add(framing.bounds.max, picture.follow),
        [0.55, 0.6, 0.68, 0.6],
      );
      shapes.drawLines(setLine());
    }
    const chosen = unseen?.has(selectedNode) ? undefined : renderModel.skeleton.nodes[selectedNode];
    if (overlays.gizmos || (chosen && isGizmo(chosen))) {
      collectGizmos(
        shapes,
        { ...renderModel, skeleton },
        selectedNode,
        framing.radius * 0.12,
        pixelRatio,
        overlays.gizmos ? -1 : selectedNode,
        settings.cameraNode,
      );
      shapes.drawLines(setLine());
      gl.disable(gl.DEPTH_TEST);
      shapes.drawPoints(this.programs.use('point').set('u_clipFromWorld', view.clipFromWorld));
      gl.enable(gl.DEPTH_TEST);
    }
    if (overlays.skeleton || selectedJoint >= 0) {
      if (overlays.skeleton) collectSkeleton(shapes, document, skeleton, worldFromFile, selectedNode, pixelRatio);
      else
        collectSkeleton(
          shapes,
          document,
          { ...skeleton, nodes: [renderModel.skeleton.nodes[selectedJoint]!] },
          worldFromFile,
          selectedNode,
          pixelRatio,
        );
      // In front of the model, yet in order among themselves.
      gl.depthRange(0, 0.01);
      shapes.drawBones(this.programs.use('bone').set('u_clipFromWorld', view.clipFromWorld).set('u_eye', view.eye));
      gl.disable(gl.DEPTH_TEST);
      shapes.drawPoints(this.programs.use('point').set('u_clipFromWorld', view.clipFromWorld));
    }
    gl.disable(gl.DEPTH_TEST);
    if (overlays.axes) {
      collectAxes(shapes, document, worldFromFile, -1, framing.radius * 0.6);
      for (const joint of skeleton.joints) collectAxes(shapes, document, worldFromFile, joint, framing.radius * 0.05);
    }
    if (chosen && !picture.gizmo) collectAxes(shapes, document, worldFromFile, selectedNode, framing.radius * 0.16);
    shapes.drawLines(setLine());
    if (picture.gizmo) {
      collectGizmo(shapes, picture.gizmo, view.eye, settings.gizmoAxis);
      shapes.drawLines(setLine().set('u_width', 2.5 * pixelRatio));
    }
    gl.enable(gl.DEPTH_TEST);
    gl.depthRange(0, 1);
    toolHost?.overlay(picture, renderModel, shapes);
    gl.disable(gl.BLEND);
  }

  private drawWireframe(picture: FrameInputs, renderModel: RenderModel): void {
    const { gl } = this,
      [r, g, b, a] = lookOf(picture.settings).wire;
    forInstances(gl, this.programs, picture, renderModel, 'overlay', [], (program, instance, index) => {
      program.set('u_clipFromWorld', picture.view.clipFromWorld).set('u_color', [r * a, g * a, b * a, a]);
      const { buffer, count } = lineIndex(gl, renderModel, index);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.drawElements(gl.LINES, count, gl.UNSIGNED_INT, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    });
  }

  /** Normals; where a file stores whole frames, the two other axes as well. */
  private drawNormals(picture: FrameInputs, renderModel: RenderModel): void {
    this.drawHairs(picture, renderModel, 'NORMALS', 0, kNormal);
    if (!renderModel.model.instances.some(({ framed }) => framed)) return;
    this.drawHairs(picture, renderModel, 'TANGENTS', 0, kTangent);
    this.drawHairs(picture, renderModel, 'TANGENTS', 1, kBitangent);
  }

  private drawHairs(
    picture: FrameInputs,
    renderModel: RenderModel,
    what: 'NORMALS' | 'TANGENTS',
    axis: number,
    color: LineColor,
  ): void {
    const { gl } = this,
      a = 0.75,
      tangents = what === 'TANGENTS';
    const defines: Define[] = tangents ? ['NORMALS', 'TANGENTS'] : ['NORMALS'];
    forInstances(gl, this.programs, picture, renderModel, 'overlay', defines, (program, instance, _, arrays) => {
      const there = arrays === instance.cpu ? instance.tangents : instance.bindTangents;
      if (tangents && !(instance.framed && there)) return;
      if (tangents) program.setInt('u_axis', axis);
      program
        .set('u_clipFromWorld', picture.view.clipFromWorld)
        .set('u_length', picture.framing.radius * (tangents ? 0.022 : 0.035))
        .set('u_color', [color[0] * a, color[1] * a, color[2] * a, a]);
      // The vertices of the mesh become instances of one line.
      const locations = tangents ? [0, 1, 4] : [0, 1];
      for (const location of locations) gl.vertexAttribDivisor(location, 1);
      gl.drawArraysInstanced(gl.LINES, 0, 2, instance.vertexCount);
      for (const location of locations) gl.vertexAttribDivisor(location, 0);
    });
  }
}

const without = ({ nodes, parents, joints }: Skeleton, unseen: ReadonlySet<number>): Skeleton => ({
  parents,
  nodes: nodes.filter(({ index }) => !unseen.has(index)),
  joints: new Set([...joints].filter((joint) => !unseen.has(joint))),
});

const kWidth = 2.5;
/** Directions in which the mesh is moved: enough for a line of this width without notches. */
const kDirections = 12;

/** Over everything, so that a mesh behind another one is found. */
function drawOutline(
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

/** Edges of an instance as a line index; the bound vertex array may be left with it. */
function lineIndex(
  gl: WebGL2RenderingContext,
  { document, model }: RenderModel,
  index: number,
): { buffer: WebGLBuffer; count: number } {
  const instance = model.instances[index]!;
  if (!instance.edges) {
    const lines = edgesOf(document.indices(BufferKind.Indices, index));
    const buffer = model.keepBuffer(gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
    instance.edges = { buffer, count: lines.length };
  }
  return instance.edges;
}

/** The edges of triangles, each once, as pairs of vertex numbers. */
export function edgesOf(indices: Uint32Array): Uint32Array<ArrayBuffer> {
  // An edge as one double, low * 2^26 + high: exact, because a document holds at most 2^24 vertices.
  const keys = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; ++i) {
    const a = indices[i]!,
      b = indices[i % 3 === 2 ? i - 2 : i + 1]!;
    keys[i] = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }
  keys.sort();
  const lines = new Uint32Array(indices.length * 2);
  let count = 0,
    last = -1;
  for (const key of keys) {
    if (key === last) continue;
    last = key;
    lines[count++] = Math.floor(key / 2 ** 26);
    lines[count++] = key % 2 ** 26;
  }
  return lines.slice(0, count);
}
