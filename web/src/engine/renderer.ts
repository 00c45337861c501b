// One picture: backdrop, model, ground, extras, in that order, into the one canvas. It owns what all viewers
// share, and has nothing to do with playback or messages.

import { BufferKind } from '../core/buffers';
import type { ReportMaterial } from '../core/report';
import type { Extras } from './extras/extras';
import { drawPart, forInstances, type RenderModel, type FrameInputs } from './renderModel';
import { drawsInSoftware, DriverQueue } from './gl/driver';
import type { Part } from './gl/model';
import { Programs } from './gl/program';
import { ContactShadow } from './gl/shadow';
import { MultisampleTarget } from './gl/target';
import { askAnisotropy } from './gl/texture';
import { lookOf } from './look';
import * as m from '../core/math';
import type { FirstFrame } from '../protocol/messages';
import type { ViewSettings } from '../protocol/view';
import { ModelPass, uvTransform } from './modelPass';
import { partHere } from './lazyScripts';
import type { GlCanvas } from './surface';
import type { ToolHost } from './tools/toolHost';

export class Renderer {
  readonly programs: Programs;
  /** The tools, once their script is there. */
  toolHost: ToolHost | undefined;
  readonly #target: MultisampleTarget;
  readonly #shadow: ContactShadow;
  readonly #model: ModelPass;
  readonly #queue: DriverQueue;
  /** A shadow has been drawn. */
  #shadowed = false;
  /** Overlays and particles, once their script is there. */
  #extras: Extras | undefined;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly canvas: GlCanvas,
    /** The next picture is the model alone, in clay or with its images, and only its program has been made. */
    public bare?: FirstFrame,
  ) {
    this.programs = new Programs(gl);
    askAnisotropy(gl);
    // Made while the first model is still being read.
    this.#prepare();
    gl.flush();
    this.#target = new MultisampleTarget(gl);
    this.#target.bind(canvas.width, canvas.height);
    this.#shadow = new ContactShadow(gl, this.programs);
    this.#model = new ModelPass(gl, this.programs);
    this.#queue = new DriverQueue(gl);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    // Default vertex colour.
    gl.vertexAttrib4f(3, 1, 1, 1, 1);
  }

  #fit(width: number, height: number): void {
    const { canvas } = this;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  /** Has the programs of the next picture made. */
  #prepare(): void {
    const { bare } = this;
    if (bare) this.programs.prepare('mesh', ...(bare === 'model' ? (['CLAY'] as const) : []));
    else for (const name of ['mesh', 'backdrop', 'ground', 'occlusion', 'blur']) this.programs.prepare(name);
  }

  /**
   * A first picture: the model alone, in clay or with its images, by one program. Everything else would keep it waiting.
   * False where all that belongs to it is to be drawn: after these, without images, or where there is nothing to draw so.
   */
  drawBare(picture: FrameInputs, renderModel: RenderModel, hasImages: boolean): boolean {
    const { gl, bare } = this,
      { width, height, settings } = picture;
    if (!bare) return false;
    const clay = bare === 'model';
    this.bare = clay ? 'images' : undefined;
    let drawn = false;
    if (clay || hasImages) {
      this.#fit(width, height);
      this.#target.bind(width, height);
      if (settings.background === 'stage') gl.clearColor(...lookOf(settings).horizon, 1);
      gl.clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT);
      gl.clearColor(0, 0, 0, 0);
      gl.enable(gl.DEPTH_TEST);
      drawn = !clay || this.#model.drawClay(picture, renderModel);
      if (!clay) for (const blended of [false, true]) this.#model.draw(picture, renderModel, blended, undefined);
      gl.disable(gl.DEPTH_TEST);
    }
    if (drawn) {
      this.#target.resolve(width, height);
      this.#queue.add();
    } else this.bare = undefined;
    // Not before: drivers would make them first.
    this.#prepare();
    return drawn;
  }

  /** The processor draws, and the programs of the shadow would keep the very first picture waiting. */
  get isCold(): boolean {
    return !this.#shadowed && drawsInSoftware(this.gl);
  }

  /** The driver is so far behind that another picture would only make those before it come later. */
  get isBehind(): boolean {
    return this.#queue.isFull;
  }

  /** Afterwards the canvas holds the picture, until the task ends; a rough one has no shadow. */
  draw(picture: FrameInputs, rough = false): void {
    const { gl } = this,
      { width, height, renderModel } = picture;
    this.#fit(width, height);
    this.#extras ??= partHere('engine-extras')?.makeExtras(gl, this.programs);
    const others = picture.others?.(picture) ?? [];
    const each = (
      pictures: readonly FrameInputs[],
      draw: (one: FrameInputs, renderModel: RenderModel) => void,
      shadow = false,
    ): void => {
      for (const one of pictures) {
        one.enter?.(one, shadow);
        if (one.renderModel) draw(one, one.renderModel);
        one.leave?.();
      }
    };
    if (renderModel && !rough) {
      this.#shadow.draw(() => each([picture, ...others], (one, its) => this.#drawOcclusion(one, its, picture), true));
      this.#shadowed = true;
    }
    this.#target.bind(width, height);
    if (picture.settings.background === 'clear') {
      gl.clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT);
    } else {
      gl.clear(gl.DEPTH_BUFFER_BIT);
      this.#drawBackdrop(picture);
    }
    gl.enable(gl.DEPTH_TEST);
    if (renderModel) {
      each([picture, ...others], (one, its) => {
        this.#model.draw(one, its, false, this.#extras);
        if (one === picture) this.toolHost?.cap(picture, renderModel);
      });
      this.#drawGround(picture, !rough);
      // The one that is asked about comes last: its document then holds its pose.
      each([...others, picture], (one, its) => {
        this.#model.draw(one, its, true, this.#extras);
        this.#extras?.draw(one, its, one === picture ? this.toolHost : undefined);
      });
    } else {
      this.#drawGround(picture, false);
    }
    gl.disable(gl.DEPTH_TEST);
    this.#target.resolve(width, height);
    this.#queue.add();
  }

  #drawBackdrop({ view, settings, window = [0, 0, 1, 1] }: FrameInputs): void {
    const { gl } = this,
      look = lookOf(settings);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    this.programs
      .use('backdrop')
      .set('u_worldFromClip', view.worldFromClip)
      .set('u_window', window)
      .set('u_floor', look.floor)
      .set('u_horizon', look.horizon)
      .set('u_wall', look.wall);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #footprint({ framing, follow }: FrameInputs): number[] {
    const { min, max } = framing.bounds;
    const half = Math.max(max[0] - min[0], max[2] - min[2]) * 0.5 + framing.radius * 0.45;
    return [framing.center[0] + follow[0], framing.center[2] + follow[2], half, 0];
  }

  #drawOcclusion(picture: FrameInputs, renderModel: RenderModel, whole: FrameInputs): void {
    const { gl } = this;
    forInstances(gl, this.programs, picture, renderModel, 'occlusion', [], (program, instance) => {
      program
        .set('u_footprint', this.#footprint(whole))
        .set('u_ground', whole.framing.bounds.min[1])
        .set('u_size', whole.framing.radius);
      for (const part of instance.parts)
        if (!part.material?.hidden && castsShadow(part.material) && !isCutOut(part, picture.settings))
          drawPart(gl, part);
    });
    if (!renderModel.model.instances.some(({ parts }) => parts.some((part) => isCutOut(part, picture.settings))))
      return;
    forInstances(
      gl,
      this.programs,
      picture,
      renderModel,
      'occlusion',
      ['CUTOUT'],
      (program, instance, index, arrays) => {
        program
          .set('u_footprint', this.#footprint(whole))
          .set('u_ground', whole.framing.bounds.min[1])
          .set('u_size', whole.framing.radius);
        for (const part of instance.parts) {
          if (part.material?.hidden || !isCutOut(part, picture.settings)) continue;
          const { uvLayer, slot, material, texture } = part;
          renderModel.model.useLayers(
            renderModel.document,
            index,
            arrays,
            uvLayer < instance.uvLayers ? uvLayer : -1,
            -1,
          );
          program
            .set('u_cutoff', material!.alphaCutoff / (material!.diffuse[3] || 1))
            .set('u_uvTransform', uvTransform(renderModel, renderModel.document.floats(BufferKind.TextureSlots), slot))
            .bindTexture('u_texture', 0, texture!);
          drawPart(gl, part);
        }
      },
    );
  }

  #drawGround(picture: FrameInputs, shadow: boolean): void {
    const { gl } = this,
      { view, settings, framing, follow } = picture;
    const look = lookOf(settings),
      above = view.height > 0;
    const grid = settings.overlays.grid || picture.toolEffects?.spacing ? look.grid * (above ? 1 : 0.4) : 0;
    const center: m.Vec3 = [framing.center[0] + follow[0], framing.bounds.min[1], framing.center[2] + follow[2]];
    const [x, z, half] = this.#footprint(picture) as [number, number, number];
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(null);
    this.programs
      .use('ground')
      .set('u_clipFromWorld', view.clipFromWorld)
      .set('u_center', center)
      .set('u_extent', framing.radius * 7)
      .set('u_origin', [0, 0])
      .set('u_spacing', picture.toolEffects?.spacing ?? gridSpacing(framing.radius))
      .set('u_grid', grid)
      .set('u_line', look.line)
      .set('u_footprint', [x, z, half, shadow && above ? look.shadow : 0])
      .bindTexture('u_shadow', 0, this.#shadow.texture);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }
}

const isCutOut = ({ material, texture }: Part, { textures }: ViewSettings): boolean =>
  textures && texture !== undefined && material?.alphaMode === 'mask';

/** Light and thin glass darken nothing. */
const castsShadow = (material?: ReportMaterial): boolean =>
  material?.alphaMode !== 'add' &&
  material?.alphaMode !== 'filter' &&
  (material?.alphaMode !== 'blend' || material.diffuse[3] >= 0.5);

/** 1, 2 or 5 times a power of ten, about a quarter of the model. */
export function gridSpacing(radius: number): number {
  const wanted = Math.max(radius, 1e-6) / 4,
    power = 10 ** Math.floor(Math.log10(wanted));
  const factor = wanted / power;
  return power * (factor < 2 ? 1 : factor < 5 ? 2 : 5);
}
