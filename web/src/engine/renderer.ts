// One picture: stage, model, ground, overlays, in that order, into the one canvas. It owns what all viewers share and
// knows nothing of playback or messages.

import type { Document } from '../core/document';
import type { ReportMaterial } from '../core/report';
import type { GpuModel, Instance, Part } from './gl/model';
import { Programs, type Define, type Program } from './gl/program';
import { ContactShadow } from './gl/shadow';
import { Shapes } from './gl/shapes';
import { MultisampleTarget } from './gl/target';
import { kClay, kUnstatedDiffuse, lookOf } from './look';
import * as m from './math';
import type { Framing, SkinningPath, ViewSettings } from './messages';
import { nodeMatrix } from './picking';
import { collectAxes, collectSkeleton, type Skeleton } from './skeleton';
import type { GlCanvas } from './surface';
import type { View } from './view';

export interface Exhibit {
  document: Document;
  model: GpuModel;
  skeleton: Skeleton;
  worldFromFile: m.Mat4;
  frontFace: 'ccw' | 'cw';
}

export interface Picture {
  width: number;
  height: number;
  pixelRatio: number;
  view: View;
  settings: ViewSettings;
  framing: Framing;
  path: SkinningPath;
  /** How far the model has walked on under accumulated root motion. */
  follow: m.Vec3;
  exhibit?: Exhibit;
}

export class Renderer {
  private readonly programs: Programs;
  private readonly target: MultisampleTarget;
  private readonly shadow: ContactShadow;
  private readonly shapes: Shapes;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly canvas: GlCanvas,
  ) {
    this.programs = new Programs(gl);
    this.target = new MultisampleTarget(gl);
    this.shadow = new ContactShadow(gl, this.programs);
    this.shapes = new Shapes(gl);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    // What a vertex without colours has.
    gl.vertexAttrib4f(3, 1, 1, 1, 1);
  }

  /** Afterwards the canvas holds the picture, until the task ends. */
  draw(picture: Picture): void {
    const { gl, canvas } = this,
      { width, height, exhibit } = picture;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (exhibit) this.shadow.draw(() => this.drawOcclusion(picture, exhibit));
    this.target.bind(width, height);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawStage(picture);
    gl.enable(gl.DEPTH_TEST);
    if (exhibit) {
      this.drawModel(picture, exhibit, false);
      this.drawGround(picture);
      this.drawModel(picture, exhibit, true);
      this.drawOverlays(picture, exhibit);
    } else {
      this.drawGround(picture);
    }
    gl.disable(gl.DEPTH_TEST);
    this.target.resolve(width, height);
  }

  private drawStage({ view, settings }: Picture): void {
    const { gl } = this,
      look = lookOf(settings);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    this.programs
      .use('stage')
      .set('u_worldFromClip', view.worldFromClip)
      .set('u_floor', look.floor)
      .set('u_horizon', look.horizon)
      .set('u_wall', look.wall);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private footprint({ framing, follow }: Picture): number[] {
    const { min, max } = framing.bounds;
    const half = Math.max(max[0] - min[0], max[2] - min[2]) * 0.5 + framing.radius * 0.45;
    return [framing.center[0] + follow[0], framing.center[2] + follow[2], half, 0];
  }

  private drawOcclusion(picture: Picture, exhibit: Exhibit): void {
    this.forInstances(picture, exhibit, 'occlusion', [], (program, instance) => {
      program
        .set('u_footprint', this.footprint(picture))
        .set('u_ground', picture.framing.bounds.min[1])
        .set('u_size', picture.framing.radius);
      for (const part of instance.parts) if (!part.material?.hidden) this.drawPart(part);
    });
  }

  private drawModel(picture: Picture, exhibit: Exhibit, blended: boolean): void {
    const { gl } = this,
      { view, settings, framing } = picture;
    const isBlended = (material?: ReportMaterial): boolean =>
      material?.alphaMode === 'blend' || material?.alphaMode === 'add';
    if (!exhibit.model.instances.some(({ parts }) => parts.some(({ material }) => isBlended(material) === blended)))
      return;
    // A mirrored root transform turns every triangle around.
    const mirrored = m.dot(m.cross(column(exhibit, 0), column(exhibit, 1)), column(exhibit, 2)) < 0;
    gl.frontFace((exhibit.frontFace === 'ccw') !== mirrored ? gl.CCW : gl.CW);
    if (blended) gl.enable(gl.BLEND);
    gl.depthMask(!blended);
    this.forInstances(picture, exhibit, 'mesh', [], (program, instance) => {
      program
        .set('u_clipFromWorld', view.clipFromWorld)
        .set('u_eye', view.eye)
        .set('u_rig', view.rig)
        .set('u_ground', framing.bounds.min[1])
        .set('u_size', framing.radius)
        .set('u_selected', instance.node === settings.selectedNode ? 1 : 0);
      for (const part of instance.parts) {
        if (part.material?.hidden || isBlended(part.material) !== blended) continue;
        if (blended) gl.blendFunc(gl.ONE, part.material?.alphaMode === 'add' ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA);
        this.setMaterial(program, part, settings.textures);
        this.drawPart(part);
      }
    });
    gl.depthMask(true);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
  }

  private setMaterial(program: Program, { material, texture, uvTransform }: Part, textures: boolean): void {
    const textured = textures && texture !== undefined;
    const [r, g, b, a] = material?.diffuse ?? [kUnstatedDiffuse, kUnstatedDiffuse, kUnstatedDiffuse, 1];
    const stated = (r !== kUnstatedDiffuse && r !== Math.fround(kUnstatedDiffuse)) || r !== g || g !== b;
    const diffuse = textured ? [1, 1, 1, a] : stated && textures ? [r, g, b, a] : kClay;
    const cutoff = textured && material?.alphaMode === 'mask' ? material.alphaCutoff : -1;
    program
      .set('u_diffuse', diffuse)
      .set('u_specular', [0.035, 0.035, 0.035])
      .set('u_exponent', 28)
      .set('u_uvTransform', uvTransform)
      .set('u_cutoff', cutoff)
      .setInt('u_textured', textured ? 1 : 0)
      .setInt('u_shadeless', material?.shadeless ? 1 : 0)
      .bindTexture('u_texture', 0, textured ? texture : null);
  }

  private drawGround(picture: Picture): void {
    const { gl } = this,
      { view, settings, framing, follow, exhibit } = picture;
    const look = lookOf(settings),
      above = view.height > 0;
    const grid = settings.overlays.grid ? look.grid * (above ? 1 : 0.4) : 0;
    const center: m.Vec3 = [framing.center[0] + follow[0], framing.bounds.min[1], framing.center[2] + follow[2]];
    const [x, z, half] = this.footprint(picture) as [number, number, number];
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(null);
    this.programs
      .use('ground')
      .set('u_clipFromWorld', view.clipFromWorld)
      .set('u_center', center)
      .set('u_extent', framing.radius * 7)
      .set('u_origin', [0, 0])
      .set('u_spacing', gridSpacing(framing.radius))
      .set('u_grid', grid)
      .set('u_line', look.line)
      .set('u_footprint', [x, z, half, exhibit && above ? look.shadow : 0])
      .bindTexture('u_shadow', 0, this.shadow.texture);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  private drawOverlays(picture: Picture, exhibit: Exhibit): void {
    const { gl, shapes } = this,
      { view, settings, framing, pixelRatio } = picture,
      { overlays, selectedNode } = settings;
    const { document, worldFromFile, skeleton } = exhibit;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    if (overlays.wireframe) this.drawWireframe(picture, exhibit);
    if (overlays.normals) this.drawNormals(picture, exhibit);
    gl.depthMask(true);
    const selectedJoint = selectedNode >= 0 && skeleton.nodes[selectedNode]?.kind === 'joint' ? selectedNode : -1;
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
    if (overlays.skeleton || selectedJoint >= 0) {
      if (overlays.skeleton) collectSkeleton(shapes, document, skeleton, worldFromFile, selectedNode, pixelRatio);
      else
        collectSkeleton(
          shapes,
          document,
          { nodes: [skeleton.nodes[selectedJoint]!], parents: skeleton.parents },
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
      for (const node of skeleton.nodes)
        if (node.kind === 'joint') collectAxes(shapes, document, worldFromFile, node.index, framing.radius * 0.05);
    }
    if (selectedNode >= 0 && skeleton.nodes[selectedNode])
      collectAxes(shapes, document, worldFromFile, selectedNode, framing.radius * 0.16);
    shapes.drawLines(setLine());
    gl.enable(gl.DEPTH_TEST);
    gl.depthRange(0, 1);
    gl.disable(gl.BLEND);
  }

  private drawWireframe(picture: Picture, exhibit: Exhibit): void {
    const { gl } = this,
      [r, g, b, a] = lookOf(picture.settings).wire;
    this.forInstances(picture, exhibit, 'overlay', [], (program, instance, index) => {
      program.set('u_clipFromWorld', picture.view.clipFromWorld).set('u_color', [r * a, g * a, b * a, a]);
      const { buffer, count } = exhibit.model.edges(exhibit.document, index);
      const array = this.usesGpu(picture, instance) ? instance.gpu!.vao : instance.cpu;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.drawElements(gl.LINES, count, gl.UNSIGNED_INT, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    });
  }

  private drawNormals(picture: Picture, exhibit: Exhibit): void {
    const { gl } = this,
      a = 0.75;
    this.forInstances(picture, exhibit, 'overlay', ['NORMALS'], (program, instance) => {
      program
        .set('u_clipFromWorld', picture.view.clipFromWorld)
        .set('u_length', picture.framing.radius * 0.035)
        .set('u_color', [0.36 * a, 0.62 * a, 1 * a, a]);
      // The vertices of the mesh become instances of one line.
      for (const location of [0, 1]) gl.vertexAttribDivisor(location, 1);
      gl.drawArraysInstanced(gl.LINES, 0, 2, instance.vertexCount);
      for (const location of [0, 1]) gl.vertexAttribDivisor(location, 0);
    });
  }

  private usesGpu({ path }: Picture, instance: Instance): boolean {
    return path === 'gpu' && instance.gpu !== undefined;
  }

  /** Binds each visible instance and its program, posed by whichever path runs. */
  private forInstances(
    picture: Picture,
    { document, model, worldFromFile }: Exhibit,
    name: 'mesh' | 'occlusion' | 'overlay',
    defines: Define[],
    draw: (program: Program, instance: Instance, index: number) => void,
  ): void {
    const { gl } = this;
    model.instances.forEach((instance, index) => {
      if (instance.hidden) return;
      const gpu = this.usesGpu(picture, instance) ? instance.gpu : undefined;
      const program = this.programs.use(name, ...defines, ...(gpu ? (['GPU_SKIN'] as const) : []));
      program.set(
        'u_worldFromModel',
        instance.skinned ? worldFromFile : m.multiply(worldFromFile, nodeMatrix(document, instance.node)),
      );
      if (gpu) program.bindTexture('u_influences', 1, gpu.influences).bindTexture('u_palette', 2, gpu.palette.texture);
      gl.bindVertexArray(gpu ? gpu.vao : instance.cpu);
      draw(program, instance, index);
    });
    gl.bindVertexArray(null);
  }

  private drawPart({ firstIndex, indexCount }: Part): void {
    this.gl.drawElements(this.gl.TRIANGLES, indexCount, this.gl.UNSIGNED_INT, firstIndex * 4);
  }
}

function column({ worldFromFile }: Exhibit, c: number): m.Vec3 {
  return [worldFromFile[c * 4]!, worldFromFile[c * 4 + 1]!, worldFromFile[c * 4 + 2]!];
}

/** 1, 2 or 5 times a power of ten, about a quarter of the model. */
export function gridSpacing(radius: number): number {
  const wanted = Math.max(radius, 1e-6) / 4,
    power = 10 ** Math.floor(Math.log10(wanted));
  const factor = wanted / power;
  return power * (factor < 2 ? 1 : factor < 5 ? 2 : 5);
}
