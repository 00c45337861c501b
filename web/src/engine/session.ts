// State of one viewer in the engine: its surface, its document on the GPU, its clock, and which skinning path runs.
// Features take part through hooks.

import { kBindPose } from '../core/document';
import * as m from '../core/math';
import type { CameraPose, FrameInfo, Framing, SkinningPath, ViewSettings } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import type { PlaybackChange } from '../protocol/playback';
import type { FirstFrame } from '../protocol/messages';
import type { RenderModel, FrameInputs } from './renderModel';
import { buildRenderModel } from './renderModel';
import { wantsExtras } from './extras/extras';
import { kEmptyFraming, measure, viewThrough } from './view';
import type { Afterwards, Look, SessionHooks } from './hooks';
import { partHere, type PictureScript } from './lazyScripts';
import { disposeLoaded, type LoadedDocument } from './loaded';
import { nodeMatrix } from './picking';
import { Playback } from './playback';
import type { Renderer } from './renderer';
import type { GlCanvas, Surface } from './surface';
import { viewOf, type View } from '../protocol/projection';

/** CPU skinning may take this much of a frame before the GPU takes over, for as long as the document shows. */
const kCpuBudgetMs = 7;
/** First poses, whose durations are not measured. */
const kColdPictures = 5;

/** What of the document has come: without images, or other files, that are on their way; or its core has broken, and it comes again. */
export type DocumentState = 'lacksImages' | 'lacksFiles' | 'complete' | 'broken';

/** Size and point of view of a picture. */
export interface ViewState {
  width: number;
  height: number;
  pixelRatio: number;
  camera: CameraPose;
  settings: ViewSettings;
}

export class Session implements ViewState {
  playback = new Playback();
  hooks: readonly SessionHooks[] = [];
  width: number;
  height: number;
  pixelRatio = 1;
  camera: CameraPose;
  settings: ViewSettings;
  visible = true;
  dirty = true;
  /** The picture that is shown has no shadow yet, and will be followed by one that has. */
  rough = false;
  /** A document is new and its viewer has not yet placed the camera: the picture before stays. */
  #unplaced = false;
  disposed = false;
  documentState: DocumentState = 'complete';
  /** Requests up to this number are cancelled; the newest is the one that counts. */
  cancelled = -1;
  /** Changes of the playback that have come. */
  changes = 0;
  newest = -1;
  /** The one whose document shows. */
  request = -1;
  /** Files that the page sends later, each list in its turn. */
  readonly asked: { request: number; resolve: (files: readonly SourceFile[]) => void }[] = [];
  /** Called once no frame is pending. */
  readonly settling: { rough: boolean; done: () => void }[] = [];
  framing: Framing = kEmptyFraming;
  loaded: LoadedDocument | undefined;
  renderModel: RenderModel | undefined;
  readonly firstFrame: FirstFrame | undefined;
  #count = 0;
  #cpuMs = 0;
  #cpuCount = 0;
  #autoPath: SkinningPath = 'cpu';

  constructor(
    readonly id: number,
    private readonly surface: Surface,
    {
      width,
      height,
      camera,
      settings,
      firstFrame,
    }: Omit<ViewState, 'pixelRatio'> & { firstFrame: FirstFrame | undefined },
  ) {
    this.firstFrame = firstFrame;
    this.width = width;
    this.height = height;
    this.camera = camera;
    this.settings = settings;
  }

  get needsFrame(): boolean {
    const { documentState, firstFrame } = this;
    if (
      (firstFrame && !this.renderModel) ||
      (firstFrame === 'images' && documentState === 'lacksImages') ||
      documentState === 'broken'
    )
      return false;
    return (
      this.visible && !this.#unplaced && this.width > 0 && this.height > 0 && (this.dirty || this.rough || this.moves)
    );
  }

  get moves(): boolean {
    return this.playback.playing || this.hooks.some((hook) => hook.moves?.());
  }

  /** True when the end of an action that is not looped has been reached. */
  advance(seconds: number): boolean {
    for (const hook of this.hooks) hook.advance?.(seconds);
    return this.playback.advance(seconds);
  }

  get actionName(): string | undefined {
    return this.loaded?.report.info.actions[this.playback.action]?.name;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const same = width === this.width && height === this.height && pixelRatio === this.pixelRatio;
    [this.width, this.height, this.pixelRatio] = [width, height, pixelRatio];
    this.dirty ||= !same;
  }

  /** True when a new document waited for it. */
  place(camera: CameraPose): boolean {
    const unplaced = this.#unplaced,
      same = JSON.stringify(camera) === JSON.stringify(this.camera);
    this.camera = camera;
    this.#unplaced = false;
    this.dirty ||= unplaced || !same;
    return unplaced;
  }

  /** Takes over a loaded document; the one shown so far goes. */
  show(loaded: LoadedDocument, gl: WebGL2RenderingContext): void {
    for (const hook of this.hooks) hook.show?.(loaded);
    const old = this.loaded,
      { rootMotion, loop, closeLoop } = this.playback;
    const renderModel = buildRenderModel(loaded, gl);
    this.renderModel?.model.dispose();
    if (old) disposeLoaded(old);
    this.loaded = loaded;
    this.renderModel = renderModel;
    this.documentState = 'complete';
    this.#unplaced = true;
    this.#cpuMs = this.#cpuCount = 0;
    this.#autoPath = 'cpu';
    loaded.document.setPlayOptions({ rootMotion, loop, closeLoop });
  }

  receive(wanted: number, files: readonly SourceFile[]): void {
    const at = this.asked.findIndex(({ request }) => request === wanted);
    if (at >= 0) this.asked.splice(at, 1)[0]!.resolve(files);
  }

  /** The images of the shown document have come. */
  complete(): void {
    const { loaded, renderModel } = this;
    if (!loaded || !renderModel) return;
    renderModel.report = loaded.report;
    renderModel.model.dress(loaded.report, loaded.images);
    this.dirty = true;
  }

  /** The core has forgotten what is selected in the shown document. */
  renew(): void {
    const { rootMotion, loop, closeLoop, action } = this.playback;
    this.loaded?.document.setPlayOptions({ rootMotion, loop, closeLoop });
    this.loaded?.document.selectAction(action);
    this.dirty = true;
  }

  /** The same document out of another core: clock and view stay. */
  replace(loaded: LoadedDocument, gl: WebGL2RenderingContext): void {
    const unplaced = this.#unplaced;
    this.show(loaded, gl);
    this.#unplaced = unplaced;
    loaded.document.selectAction(this.playback.action);
    this.dirty = true;
  }

  /** After a lost context. The clock stays where it was. */
  rebuild(gl: WebGL2RenderingContext): void {
    this.dirty = true;
    this.#around(
      (hook) => hook.rebuild?.(gl),
      () => {
        if (!this.loaded) return;
        this.renderModel = buildRenderModel(this.loaded, gl);
        this.loaded.document.selectAction(this.playback.action);
      },
    );
  }

  selectAction(action: number): void {
    const document = this.loaded?.document;
    if (!document) return;
    const chosen = document.selectAction(action) ? action : kBindPose;
    if (chosen === kBindPose) document.selectAction(kBindPose);
    this.playback.select(chosen, document.duration);
    this.reframe();
  }

  change(change: PlaybackChange): void {
    this.dirty = true;
    this.#around(
      (hook) => hook.change?.(change),
      () => this.#apply(change),
    );
  }

  #apply(change: PlaybackChange): void {
    const { playback } = this,
      document = this.loaded?.document;
    switch (change.set) {
      case 'action': {
        const { playing } = playback;
        this.selectAction(change.action);
        if (playing) playback.play();
        break;
      }
      case 'playing':
        if (change.playing) playback.play();
        else playback.pause();
        break;
      case 'time':
        playback.seek(change.time);
        break;
      case 'speed':
        playback.speed = change.speed;
        break;
      case 'run':
        playback.run(change);
        break;
      case 'options': {
        const { rootMotion, loop, closeLoop } = change;
        Object.assign(playback, { rootMotion, loop, closeLoop });
        document?.setPlayOptions({ rootMotion, loop, closeLoop });
        playback.resize(document?.duration ?? 0);
        this.reframe();
        break;
      }
    }
  }

  /** Draws and presents one picture. */
  draw(renderer: Renderer, canvas: GlCanvas): FrameInfo {
    const { renderModel, playback, settings } = this;
    const start = performance.now(),
      frames = partHere('engine-frames');
    if (renderModel && frames) renderModel.model.placeFrames(renderModel.document, renderer.programs, frames);
    const path = this.choosePath();
    if (renderModel) this.pose(renderModel, playback.time, path);
    const evaluated = performance.now();
    const picture = this.picture(path);
    const lacksImages = this.documentState === 'lacksImages',
      bare = renderModel !== undefined && renderer.drawBare(picture, renderModel, !lacksImages);
    if (!bare) {
      this.rough = renderModel !== undefined && !this.rough && renderer.isCold;
      renderer.draw(picture, this.rough);
    }
    this.surface.present(canvas);
    const done = performance.now();
    // The first ones run while the browser is still compiling the core.
    if (path === 'cpu' && ++this.#cpuCount > kColdPictures) this.#cpuMs += (evaluated - start - this.#cpuMs) * 0.2;
    // Images follow a first frame without them at once.
    this.dirty = bare;
    const selected = renderModel?.skeleton.nodes[settings.selectedNode];
    return Object.assign(
      {
        viewer: this.id,
        count: ++this.#count,
        time: playback.cycleTime,
        ...((bare || lacksImages) && { incomplete: true }),
        evaluateMs: evaluated - start,
        drawMs: done - evaluated,
        path,
        ...(selected && { selected: Array.from(nodeMatrix(renderModel!.document, settings.selectedNode)) }),
        ...(picture.gizmo && { gizmo: picture.gizmo }),
      },
      ...this.hooks.map((hook) => hook.readings?.(picture)),
    );
  }

  pose(renderModel: RenderModel, time: number, path: SkinningPath): void {
    const { document, model } = renderModel,
      tangents = this.#wantsTangents(renderModel);
    partHere('engine-frames')?.takeTurns(renderModel, this.playback.clock);
    for (const hook of this.hooks) hook.enter?.();
    this.#around(
      (hook) => hook.pose?.(time, path),
      () => {
        const positions =
          path === 'cpu' ||
          model.translucent ||
          (model.hasFrames && this.settings.marked !== undefined) ||
          this.hooks.some((hook) => hook.needsPositions?.());
        document.evaluate(time, { skin: positions, tangents });
        if (tangents) model.wantTangents(document, this.settings.tools?.overlays.tangents ?? false);
        model.upload(document, path);
      },
    );
  }

  /** The picture of this moment, from where the session stands or from elsewhere. */
  picture(path: SkinningPath = this.choosePath(), from: ViewState = this): FrameInputs {
    const { framing, renderModel } = this,
      { width, height, pixelRatio, settings } = from,
      follow = this.#follow();
    const picture: FrameInputs = {
      width,
      height,
      pixelRatio,
      view: this.#view(follow, from),
      settings,
      framing,
      path,
      follow,
      time: this.playback.cycleTime,
      ...(renderModel && { renderModel }),
    };
    return this.hooks.reduce((made, hook) => hook.picture?.(made, path) ?? made, picture);
  }

  /** Stored frames are drawn, or normal maps ask for them. */
  #wantsTangents({ model }: RenderModel): boolean {
    const { overlays, textures, tools } = this.settings,
      hairs = tools?.overlays.tangents ?? false;
    return model.instances.some(
      ({ framed, mapped, uvLayers }) =>
        (framed && overlays.normals) || (mapped && textures) || (hairs && (framed || uvLayers > 0)),
    );
  }

  /** Result of `look` on the picture, with the positions of its pose. */
  look<Given, Found>(look: Look<Given, Found>, given: Given): Found | undefined {
    const { renderModel, playback, hooks } = this;
    if (!renderModel) return undefined;
    for (const hook of hooks) hook.enter?.();
    renderModel.document.evaluate(playback.time, { normals: false });
    this.dirty = true;
    return look(this.picture(), renderModel, given, hooks);
  }

  /** Its pictures are whole only with the script. */
  wants(script: PictureScript): boolean {
    const { loaded } = this;
    if (!loaded) return false;
    if (script === 'engine-extras') return wantsExtras(this.settings, loaded.report);
    return loaded.report.info.meshes.some(({ vertexFrames }) => vertexFrames !== undefined);
  }

  dispose(): void {
    this.disposed = true;
    for (const hook of this.hooks) hook.dispose?.();
    this.renderModel?.model.dispose();
    if (this.loaded) disposeLoaded(this.loaded);
    this.loaded = this.renderModel = undefined;
  }

  choosePath(): SkinningPath {
    const { skinning } = this.settings;
    const { renderModel } = this;
    if (!renderModel?.model.posesOnGpu) return 'cpu';
    // No joints turn the tangents of stored frames.
    const { hasFrames } = renderModel.model;
    if (hasFrames && this.#wantsTangents(renderModel)) return 'cpu';
    for (const hook of this.hooks) {
      const path = hook.path?.();
      if (path) return path;
    }
    if (skinning !== 'auto') return skinning;
    if (hasFrames || this.#cpuMs > kCpuBudgetMs) this.#autoPath = 'gpu';
    return this.#autoPath;
  }

  #view(follow: m.Vec3, { settings, camera, width, height }: ViewState): View {
    const { renderModel, framing } = this,
      aspect = width / Math.max(1, height);
    const node = renderModel?.skeleton.nodes[settings.cameraNode];
    const cameras = this.loaded?.report.info.cameras ?? [];
    const through =
      renderModel &&
      node &&
      viewThrough(renderModel.document, node, cameras, renderModel.worldFromFile, framing, aspect);
    return through ?? viewOf(camera, framing, aspect, follow);
  }

  #follow(): m.Vec3 {
    for (const hook of this.hooks) {
      const by = hook.follow?.();
      if (by) return by;
    }
    return [0, 0, 0];
  }

  /** Bounds over the whole action. */
  reframe(): void {
    const { renderModel } = this;
    if (!renderModel) return;
    this.dirty = true;
    this.#around(
      (hook) => hook.frame?.(),
      () => void (this.framing = measure(this.renderModel!)),
    );
  }

  #around(begin: (hook: SessionHooks) => Afterwards, work: () => void): void {
    const afterwards = this.hooks.map(begin);
    work();
    for (const end of afterwards) end?.();
  }
}
