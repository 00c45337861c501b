// What the engine keeps of one viewer: its surface, its document on the GPU, its clock, and which skinning path runs.

import { leastOf, mostOf } from '../core/lists';
import { BufferKind } from '../core/buffers';
import { kBindPose } from '../core/document';
import type { LoadedDocument } from './documents';
import { GpuModel } from './gl/model';
import * as m from '../core/math';
import type { CameraPose } from '../protocol/camera';
import type { FrameInfo, Framing, PickHit, SkinningPath, ViewSettings } from '../protocol/view';
import type { PlaybackChange } from '../protocol/playback';
import type { TurnHandle } from '../protocol/handle';
import type { Parts } from './parts';
import { nodeMatrix } from './picking';
import { Playback } from './playback';
import type { Exhibit, Picture } from './exhibit';
import { wantsExtras } from './extras/extras';
import type { Renderer } from './renderer';
import { nodePosition, skeletonOf } from './skeleton';
import type { GlCanvas, Surface } from './surface';
import type { Bench } from './tools/bench';
import { viewOf, viewThrough, type View } from './view';

/** CPU skinning may take this much of a frame before the GPU takes over, for as long as the document shows. */
const kCpuBudgetMs = 7;
/** Poses at first whose time says nothing. */
const kColdPictures = 5;
const kBoundsSamples = 32;
const kEmptyFraming: Framing = { bounds: { min: [-1, 0, -1], max: [1, 2, 1] }, center: [0, 1, 0], radius: 1.7 };

export interface ViewerState {
  width: number;
  height: number;
  camera: CameraPose;
  settings: ViewSettings;
  waits: boolean;
}

export class ViewerSession {
  playback = new Playback();
  camera: CameraPose;
  settings: ViewSettings;
  visible = true;
  dirty = true;
  /** The picture that is shown has no shadow yet, and will be followed by one that has. */
  rough = false;
  /** A document is new and its viewer has not yet placed the camera: the picture before stays. */
  #unplaced = false;
  disposed = false;
  /** The core of its document has broken; the document comes again. */
  broken = false;
  /** Requests up to this number are cancelled; the newest is the one that counts. */
  cancelled = -1;
  /** Changes of the playback that have come. */
  changes = 0;
  newest = -1;
  /** Requests to be answered when nothing is owed. */
  readonly settling: { request: number; rough: boolean }[] = [];
  framing: Framing = kEmptyFraming;
  loaded: LoadedDocument | undefined;
  protected exhibit: Exhibit | undefined;
  /** Draws nothing before there is a document. */
  readonly #waits: boolean;
  protected width: number;
  protected height: number;
  protected pixelRatio = 1;
  #count = 0;
  #cpuMs = 0;
  #cpuCount = 0;
  #autoPath: SkinningPath = 'cpu';
  /** The tools, once their script is there. */
  bench: Bench | undefined;

  constructor(
    readonly id: number,
    protected readonly surface: Surface,
    { width, height, camera, settings, waits }: ViewerState,
  ) {
    this.#waits = waits;
    this.width = width;
    this.height = height;
    this.camera = camera;
    this.settings = settings;
  }

  /** Of its pictures, in pixels: width and height. */
  get size(): readonly [number, number] {
    return [this.width, this.height];
  }

  get needsFrame(): boolean {
    if ((this.#waits && !this.exhibit) || this.broken) return false;
    return (
      this.visible && !this.#unplaced && this.width > 0 && this.height > 0 && (this.dirty || this.rough || this.moves)
    );
  }

  get moves(): boolean {
    return this.playback.playing;
  }

  /** True when the end of an action that is not looped has been reached. */
  advance(seconds: number): boolean {
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
    const old = this.loaded,
      { rootMotion, loop, closeLoop } = this.playback;
    const exhibit = build(loaded, gl);
    this.exhibit?.model.dispose();
    old?.document.dispose();
    old?.images.forEach((image) => image.close());
    this.loaded = loaded;
    this.exhibit = exhibit;
    this.broken = false;
    this.#unplaced = true;
    this.#cpuMs = this.#cpuCount = 0;
    this.#autoPath = 'cpu';
    loaded.document.setPlayOptions({ rootMotion, loop, closeLoop });
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
    if (!this.loaded) return;
    this.exhibit = build(this.loaded, gl);
    this.loaded.document.selectAction(this.playback.action);
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
    const { playback } = this,
      document = this.loaded?.document;
    this.dirty = true;
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
        // What only the page's clock does (stage/run.ts).
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
    const { exhibit, playback, settings } = this;
    const start = performance.now(),
      path = this.choosePath();
    if (exhibit) this.pose(exhibit, playback.time, path);
    const evaluated = performance.now();
    const picture = this.picture(path);
    this.rough = exhibit !== undefined && !this.rough && renderer.isCold;
    renderer.draw(picture, this.rough);
    this.surface.present(canvas);
    const done = performance.now();
    // The first ones run while the browser is still compiling the core.
    if (path === 'cpu' && ++this.#cpuCount > kColdPictures) this.#cpuMs += (evaluated - start - this.#cpuMs) * 0.2;
    this.dirty = false;
    const selected = exhibit && settings.selectedNode >= 0 && settings.selectedNode < exhibit.skeleton.nodes.length;
    return {
      viewer: this.id,
      count: ++this.#count,
      time: playback.cycleTime,
      evaluateMs: evaluated - start,
      drawMs: done - evaluated,
      path,
      ...(selected && { selected: Array.from(nodeMatrix(exhibit.document, settings.selectedNode)) }),
      ...(picture.handle && { handle: picture.handle }),
      ...this.readings(),
    };
  }

  protected pose(exhibit: Exhibit, time: number, path: SkinningPath): void {
    const { document, model } = exhibit,
      tangents = this.#wantsTangents(exhibit);
    const positions = path === 'cpu' || model.translucent || (this.bench?.needsPositions(this.settings) ?? false);
    document.evaluate(time, { skin: positions, tangents });
    if (tangents) model.wantTangents(document, this.settings.tools?.overlays.tangents ?? false);
    model.upload(document, path);
  }

  /** What a viewer with tools reads from its pictures. */
  protected readings(): Partial<FrameInfo> {
    return {};
  }

  picture(path: SkinningPath = this.choosePath()): Picture {
    const { width, height, pixelRatio, settings, framing, exhibit, bench } = this,
      follow = this.follow(),
      view = this.#view(follow),
      handle = this.handle(view);
    const picture: Picture = {
      width,
      height,
      pixelRatio,
      view,
      settings,
      framing,
      path,
      follow,
      time: this.playback.cycleTime,
      ...(handle && { handle }),
      ...(exhibit && { exhibit }),
    };
    if (exhibit && bench && settings.tools) picture.arrangement = bench.arrange(picture, exhibit);
    return picture;
  }

  /** The rings that turn the selected node, of a viewer with tools. */
  protected handle(_view: View): TurnHandle | undefined {
    return undefined;
  }

  /** Stored frames are drawn, or normal maps ask for them. */
  #wantsTangents({ model }: Exhibit): boolean {
    const { overlays, textures, tools } = this.settings,
      hairs = tools?.overlays.tangents ?? false;
    return model.instances.some(
      ({ framed, mapped, uvLayers }) =>
        (framed && overlays.normals) || (mapped && textures) || (hairs && (framed || uvLayers > 0)),
    );
  }

  /** The picture of this moment, its document posed with positions; undefined without a document. */
  posedPicture(): (Picture & { exhibit: Exhibit }) | undefined {
    const { exhibit, playback } = this;
    if (!exhibit) return undefined;
    exhibit.document.evaluate(playback.time, { normals: false });
    this.dirty = true;
    return { ...this.picture(), exhibit };
  }

  /** x and y in -1..1, y up. Joints win while the skeleton shows. */
  pick({ pickAt }: Parts['engine-extras'], x: number, y: number, surface = false): PickHit | undefined {
    const picture = this.posedPicture();
    return picture && pickAt(picture, picture.exhibit, x, y, surface);
  }

  /** Its pictures are whole only with the script of the extras. */
  get wantsExtras(): boolean {
    return this.loaded !== undefined && wantsExtras(this.settings, this.loaded.report);
  }

  dispose(): void {
    this.disposed = true;
    this.exhibit?.model.dispose();
    this.loaded?.document.dispose();
    this.loaded?.images.forEach((image) => image.close());
    this.loaded = this.exhibit = undefined;
  }

  protected choosePath(): SkinningPath {
    const { skinning } = this.settings;
    if (!this.exhibit?.model.skinned) return 'cpu';
    if (skinning !== 'auto') return skinning;
    if (this.#cpuMs > kCpuBudgetMs) this.#autoPath = 'gpu';
    return this.#autoPath;
  }

  #view(follow: m.Vec3): View {
    const { exhibit, settings, camera, framing } = this,
      aspect = this.width / Math.max(1, this.height);
    const node = exhibit?.skeleton.nodes[settings.cameraNode];
    const cameras = this.loaded?.report.info.cameras ?? [];
    const through =
      exhibit && node && viewThrough(exhibit.document, node, cameras, exhibit.worldFromFile, framing, aspect);
    return through ?? viewOf(camera, framing, aspect, follow);
  }

  /** Where the view goes with what walks on. */
  protected follow(): m.Vec3 {
    return [0, 0, 0];
  }

  /** Bounds over the whole action. */
  protected reframe(): void {
    const { exhibit } = this;
    if (!exhibit) return;
    const { document, worldFromFile } = exhibit;
    this.dirty = true;
    const bounds = document.actionBounds(kBoundsSamples);
    if (bounds) {
      const world = m.transformBounds(worldFromFile, bounds);
      const size = m.subtract(world.max, world.min);
      this.framing = {
        bounds: world,
        center: m.scale(m.add(world.min, world.max), 0.5),
        radius: Math.max(m.length(size) / 2, 1e-4),
      };
    } else {
      this.framing = this.#frameNodes() ?? kEmptyFraming;
    }
  }

  /** A skeleton or cameras without a mesh. */
  #frameNodes(): Framing | undefined {
    const { document, worldFromFile, skeleton } = this.exhibit!;
    document.evaluate(0, { skin: false });
    if (document.bufferBytes(BufferKind.NodeMatrices) === 0) return undefined;
    const points = skeleton.nodes.map(({ index }) => nodePosition(document, worldFromFile, index));
    const min = [0, 1, 2].map((k) => leastOf(points.map((p) => p[k]!))) as m.Vec3;
    const max = [0, 1, 2].map((k) => mostOf(points.map((p) => p[k]!))) as m.Vec3;
    const radius = Math.max(m.length(m.subtract(max, min)) / 2, 1e-4);
    return { bounds: { min, max }, center: m.scale(m.add(min, max), 0.5), radius };
  }
}

export function build({ document, report, images }: LoadedDocument, gl: WebGL2RenderingContext): Exhibit {
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
