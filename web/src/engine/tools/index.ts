// The tools of the page, a script of its own: what they draw, what they read, and pictures of any size.

import capFrag from '../../../../shaders/cap.frag.glsl';
import capVert from '../../../../shaders/cap.vert.glsl';
import labelFrag from '../../../../shaders/label.frag.glsl';
import labelVert from '../../../../shaders/label.vert.glsl';
import { BufferKind } from '../../core/buffers';
import type { Shot, ToolResults, ToolSettings } from '../../protocol/tools';
import type { ViewSettings } from '../../protocol/view';
import type { Shapes } from '../gl/overlayGeometry';
import type { Programs, ProgramSource } from '../gl/program';
import { notePlaces, pointsOf } from '../points';
import type { FrameInputs, RenderModel, ToolEffects } from '../renderModel';
import { Boxes } from './boxes';
import { unseenOf } from './hiddenNodes';
import { Labels } from './labels';
import { lightOf } from './light';
import { drawMeasure, Ruler, spacingOf } from './measure';
import { shoot } from './screenshot';
import { Cap, planeOf } from './section';
import { Hairs } from './tangentLines';
import type { Part, ToolHost } from './toolHost';
import { Crowd, Heat } from './weights';

const kShaders: Record<string, ProgramSource> = {
  cap: { vertex: [capVert], fragment: [capFrag] },
  label: { vertex: [labelVert], fragment: [labelFrag] },
};

class Tools implements ToolHost {
  private readonly cut: Cap;
  private readonly heat: Heat;
  private readonly crowd: Crowd;
  private readonly hairs: Hairs;
  private readonly labels: Labels;
  private readonly boxes = new Boxes();
  private readonly ruler = new Ruler();
  private last: ToolResults | undefined;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    for (const [name, source] of Object.entries(kShaders)) programs.add(name, source);
    this.cut = new Cap(gl, programs);
    this.heat = new Heat(gl);
    this.crowd = new Crowd(gl, programs);
    this.hairs = new Hairs(gl, programs);
    this.labels = new Labels(gl, programs);
  }

  needsPositions({ tools }: ViewSettings): boolean {
    return tools !== undefined && (tools.measure.length > 0 || (tools.notes?.length ?? 0) > 0 || tools.overlays.stored);
  }

  arrange(picture: FrameInputs, renderModel: RenderModel): ToolEffects {
    const { settings } = picture,
      tools = settings.tools!;
    const heat = tools.overlays.weights ? this.heat.of(renderModel, settings.selectedNode) : undefined;
    return {
      unseen: unseenOf(renderModel, tools),
      ...(tools.section && { section: planeOf(tools.section, renderModel.worldFromFile) }),
      ...(heat && { heat }),
      ...(tools.light && { light: lightOf(tools.light, picture.view.studio) }),
      ...(tools.overlays.ruler && { spacing: spacingOf(picture) }),
    };
  }

  cap(picture: FrameInputs, renderModel: RenderModel): void {
    const { section } = picture.settings.tools ?? {};
    if (section?.cap && picture.toolEffects?.section) this.cut.draw(picture, renderModel, section);
  }

  overlay(picture: FrameInputs, renderModel: RenderModel, shapes: Shapes): void {
    const tools = picture.settings.tools;
    this.last = undefined;
    if (!tools) return;
    const { gl, programs, labels } = this,
      { overlays } = tools,
      { view, pixelRatio } = picture;
    const drawLines = (width: number): void =>
      shapes.drawLines(
        programs
          .use('line')
          .set('u_clipFromWorld', view.clipFromWorld)
          .set('u_viewport', [picture.width, picture.height])
          .set('u_width', width * pixelRatio),
      );
    gl.enable(gl.BLEND);
    const readings: ToolResults = { points: pointsOf(renderModel, tools.measure), labels: [] };
    if (overlays.tangents) this.hairs.draw(picture, renderModel);
    if (overlays.influences) readings.crowded = this.crowd.draw(picture, renderModel);
    labels.begin(picture);
    if (overlays.stored)
      readings.boxes = this.boxes.collect(shapes, labels, renderModel, picture.time ?? 0, tools.words);
    if (overlays.ruler) readings.spacing = this.ruler.collect(shapes, labels, picture, renderModel, tools.words.unit);
    drawLines(1.5);
    gl.disable(gl.DEPTH_TEST);
    drawMeasure(shapes, labels, renderModel, readings.points, pixelRatio, tools.words.unit);
    drawLines(2);
    shapes.drawPoints(programs.use('point').set('u_clipFromWorld', view.clipFromWorld));
    if (overlays.names) this.nameJoints(picture, renderModel);
    readings.labels = labels.draw();
    gl.enable(gl.DEPTH_TEST);
    if (overlays.weights) readings.moved = this.heat.moved(renderModel);
    if (tools.notes && tools.notes.length > 0) readings.notes = notePlaces(picture, renderModel, tools.notes);
    if (tools.section) readings.closed = this.cut.counts(picture, renderModel);
    this.last = readings;
  }

  readings(): ToolResults | undefined {
    return this.last;
  }

  shoot(shot: Shot, most: number, draw: (part: Part) => void): Promise<Blob> {
    return shoot(this.gl, shot, most, draw);
  }

  /** The selected one first: where names would lie on each other, the first stays. */
  private nameJoints({ settings, toolEffects }: FrameInputs, { document, skeleton, worldFromFile }: RenderModel): void {
    const matrices = document.floats(BufferKind.NodeMatrices),
      selected = settings.selectedNode;
    const joints = [...skeleton.joints].filter((joint) => !toolEffects?.unseen.has(joint));
    for (const joint of joints.includes(selected) ? [selected, ...joints] : joints) {
      const at = joint * 16 + 12,
        name = skeleton.nodes[joint]?.name;
      if (name)
        this.labels.add(
          name,
          [matrices[at]!, matrices[at + 1]!, matrices[at + 2]!],
          worldFromFile,
          joint === selected ? 'chosen' : 'plain',
        );
    }
  }
}

export const makeToolHost = (gl: WebGL2RenderingContext, programs: Programs): ToolHost => new Tools(gl, programs);

export type { ToolSettings };
