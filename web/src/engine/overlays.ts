// Overlays of the model: its edges, normals and bones, boxes and axes, gizmos, and the rotation gizmo.

import { forInstances, type RenderModel, type FrameInputs } from './renderModel';
import { lineIndex } from './gl/edges';
import type { Define, Program, Programs } from './gl/program';
import { Shapes } from './gl/overlayGeometry';
import { collectGizmos, collectGizmo, isGizmo } from './gizmos';
import { lookOf } from './look';
import { drawOutline } from './outline';
import * as m from '../core/math';
import { collectAxes, collectSkeleton, type Skeleton } from './skeleton';
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
