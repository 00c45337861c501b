// What the engine keeps of one viewer: its surface, its document on the GPU, its clock, and which skinning path runs.

import { BufferKind } from '../core/buffers';
import { kBindPose } from '../core/document';
import type { HierarchyNode, Vec4 } from '../core/report';
import type { LoadedDocument } from './documents';
import { flatten, GpuModel } from './gl/model';
import * as m from './math';
import type {
  CameraPose,
  FrameInfo,
  Framing,
  PickHit,
  PlaybackChange,
  SkinningPath,
  TurnHandle,
  ViewSettings,
} from './messages';
import { nodeMatrix, pickTriangle } from './picking';
import { Playback } from './playback';
import { isShown, type Exhibit, type Picture } from './exhibit';
import { isGizmo } from './gizmos';
import { handleOf } from './handle';
import type { Renderer } from './renderer';
import { nodePosition, skeletonOf } from './skeleton';
import type { GlCanvas, Surface } from './surface';
import type { Bench, Part } from './tools/bench';
import { partOf } from './tools/part';
import { defaultTools, type Shot } from './tools/settings';
import { project, rayThrough, viewOf, viewThrough, type View } from './view';

/** CPU skinning may take this much of a frame before the GPU takes over; it returns below half of it. */
const kCpuBudgetMs = 7;
const kBoundsSamples = 32;
const kTransformFloats = 10;
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
  /** A document is new and its viewer has not yet placed the camera: the picture before stays. */
  private unplaced = false;
  disposed = false;
  /** Requests up to this number are cancelled; the newest is the one that counts. */
  cancelled = -1;
  newest = -1;
  /** Requests to be answered when nothing is owed. */
  readonly settling: number[] = [];
  framing: Framing = kEmptyFraming;
  loaded: LoadedDocument | undefined;
  protected exhibit: Exhibit | undefined;
  /** Draws nothing before there is a document. */
  private readonly waits: boolean;
  private width: number;
  private height: number;
  private pixelRatio = 1;
  private count = 0;
  private cpuMs = 0;
  private autoPath: SkinningPath = 'cpu';
  private difference = 0;
  /** The tools, once their script is there. */
  bench: Bench | undefined;
  /** Nodes turned by hand. */
  private rotations: ReadonlyMap<number, Vec4> = new Map();
  /** World translation of one cycle under accumulated root motion. */
  private stride: m.Vec3 = [0, 0, 0];

  constructor(
    readonly id: number,
    protected readonly surface: Surface,
    { width, height, camera, settings, waits }: ViewerState,
  ) {
    this.waits = waits;
    this.width = width;
    this.height = height;
    this.camera = camera;
    this.settings = settings;
  }

  get needsFrame(): boolean {
    if (this.waits && !this.exhibit) return false;
    return this.visible && !this.unplaced && this.width > 0 && this.height > 0 && (this.dirty || this.moves);
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
    [this.width, this.height, this.pixelRatio] = [width, height, pixelRatio];
    this.dirty = true;
  }

  place(camera: CameraPose): void {
    this.camera = camera;
    this.unplaced = false;
    this.dirty = true;
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
    this.unplaced = true;
    this.cpuMs = 0;
    this.autoPath = 'cpu';
    loaded.document.setPlayOptions({ rootMotion, loop, closeLoop });
    this.rotations = new Map();
  }

  /** After a lost context. The clock stays where it was. */
  rebuild(gl: WebGL2RenderingContext): void {
    this.dirty = true;
    if (!this.loaded) return;
    const { document } = this.loaded;
    // What is made for the bind pose needs the bind pose.
    document.clearNodeRotation();
    this.exhibit = build(this.loaded, gl);
    document.selectAction(this.playback.action);
    for (const [node, rotation] of this.rotations) document.setNodeRotation(node, rotation);
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
    const { exhibit, playback, settings } = this;
    const start = performance.now(),
      path = this.choosePath();
    if (exhibit) this.pose(exhibit, playback.time, path);
    const evaluated = performance.now();
    const picture = this.picture(path);
    renderer.draw(picture);
    this.surface.present(canvas);
    const done = performance.now();
    if (path === 'cpu') this.cpuMs += (evaluated - start - this.cpuMs) * (this.count === 0 ? 1 : 0.2);
    this.dirty = false;
    const selected = exhibit && settings.selectedNode >= 0 && settings.selectedNode < exhibit.skeleton.nodes.length;
    return {
      viewer: this.id,
      count: ++this.count,
      time: playback.cycleTime,
      evaluateMs: evaluated - start,
      drawMs: done - evaluated,
      path,
      difference: this.difference,
      ...(selected && { selected: Array.from(nodeMatrix(exhibit.document, settings.selectedNode)) }),
      ...(picture.handle && { handle: picture.handle }),
      ...this.toolReadings(),
    };
  }

  protected pose(exhibit: Exhibit, time: number, path: SkinningPath): void {
    const { document, model } = exhibit,
      tangents = this.wantsTangents(exhibit);
    const positions = path === 'cpu' || model.translucent || (this.bench?.needsPositions(this.settings) ?? false);
    document.evaluate(time, { skin: positions, tangents });
    if (tangents) model.wantTangents(document, this.settings.tools?.overlays.tangents ?? false);
    model.upload(document, path);
  }

  /** Parts of a large picture of this moment, whatever plays in between. */
  freeze(): (
    of: Pick<Shot, 'background' | 'overlays'> & { camera: CameraPose; pixelRatio: number; part: Part },
  ) => Picture {
    const { exhibit, playback, settings, camera } = this,
      { time, cycleTime } = playback,
      path = this.choosePath();
    return ({ background, overlays, camera: from, pixelRatio, part }) => {
      if (this.exhibit !== exhibit || this.disposed) throw new Error('DOCUMENT_DISPOSED');
      if (exhibit) this.pose(exhibit, time, path);
      const shown = overlays ? settings : bare(settings);
      const kept = [this.width, this.height, this.pixelRatio, this.settings, this.camera] as const;
      [this.width, this.height, this.pixelRatio] = [part.ofWidth, part.ofHeight, pixelRatio];
      [this.settings, this.camera] = [
        { ...shown, background, turning: false },
        settings.cameraNode >= 0 ? camera : from,
      ];
      const whole = this.picture(path);
      [this.width, this.height, this.pixelRatio, this.settings, this.camera] = kept;
      return partOf({ ...whole, time: cycleTime }, part);
    };
  }

  private toolReadings(): Pick<FrameInfo, 'tools' | 'selectedLocal'> {
    const { exhibit, bench, settings } = this,
      node = settings.selectedNode,
      tools = settings.tools && exhibit && bench?.readings();
    const local =
      tools && exhibit.skeleton.nodes[node]
        ? exhibit.document
            .floats(BufferKind.NodeTransforms)
            .subarray(node * kTransformFloats, (node + 1) * kTransformFloats)
        : undefined;
    return { ...(tools && { tools }), ...(local && { selectedLocal: Array.from(local) }) };
  }

  picture(path: SkinningPath = this.choosePath()): Picture {
    const { width, height, pixelRatio, settings, framing, exhibit, bench } = this,
      follow = this.follow(),
      view = this.view(follow),
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

  /** Turns a node by hand; null puts it back, node -1 all of them. */
  rotate(node: number, rotation: Vec4 | null): void {
    const document = this.loaded?.document;
    if (!document) return;
    if (rotation) document.setNodeRotation(node, rotation);
    else document.clearNodeRotation(node < 0 ? undefined : node);
    this.rotations = rotation
      ? new Map([...this.rotations, [node, rotation]])
      : new Map([...this.rotations].filter(([other]) => node >= 0 && other !== node));
    this.dirty = true;
  }

  private handle(view: View): TurnHandle | undefined {
    const { exhibit, settings } = this,
      node = settings.selectedNode;
    if (!exhibit || !settings.turning || !exhibit.skeleton.nodes[node]) return undefined;
    const { document, worldFromFile } = exhibit,
      [, , , x = 0, y = 0, z = 0, w = 1] = document
        .floats(BufferKind.NodeTransforms)
        .subarray(node * kTransformFloats, (node + 1) * kTransformFloats);
    const worldFromNode = m.multiply(worldFromFile, nodeMatrix(document, node));
    return handleOf(node, worldFromNode, [x, y, z, w], view, this.height, this.pixelRatio);
  }

  /** Stored frames are drawn, or normal maps ask for them. */
  private wantsTangents({ model }: Exhibit): boolean {
    const { overlays, textures, tools } = this.settings,
      hairs = tools?.overlays.tangents ?? false;
    return model.instances.some(
      ({ framed, mapped, uvLayers }) =>
        (framed && overlays.normals) || (mapped && textures) || (hairs && (framed || uvLayers > 0)),
    );
  }

  /** x and y in -1..1, y up. Joints win while the skeleton shows. */
  pick(x: number, y: number, surface = false): PickHit | undefined {
    const { exhibit, playback } = this;
    if (!exhibit) return undefined;
    const { document, skeleton, worldFromFile, model } = exhibit;
    document.evaluate(playback.time, { normals: false });
    this.dirty = true;
    const { view, arrangement } = this.picture(),
      { overlays } = this.settings;
    const at = (node: number, joint: number): PickHit => ({
      node,
      joint,
      vertex: -1,
      triangle: -1,
      instance: -1,
      point: nodePosition(document, worldFromFile, node),
    });
    if (overlays.skeleton && !surface) {
      const joint = this.nearestNode(
        view,
        x,
        y,
        ({ index }) => skeleton.joints.has(index) && !arrangement?.unseen.has(index),
      );
      if (joint >= 0) return at(joint, joint);
    }
    if (overlays.gizmos && !surface) {
      const gizmo = this.nearestNode(view, x, y, isGizmo);
      if (gizmo >= 0) return at(gizmo, -1);
    }
    const shown = model.instances.map((instance) => ({
      ...instance,
      hidden: !isShown(instance, this.settings, arrangement),
    }));
    const hit = pickTriangle(document, shown, worldFromFile, rayThrough(view, x, y), arrangement?.section);
    if (!hit) return undefined;
    const skin = skeleton.nodes[hit.node]?.skin;
    const joint =
      hit.joint >= 0 && skin !== undefined ? (this.loaded?.report.info.skins[skin]?.joints[hit.joint] ?? -1) : -1;
    return { ...hit, joint };
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
    if (this.cpuMs > kCpuBudgetMs) this.autoPath = 'gpu';
    return this.autoPath;
  }

  private view(follow: m.Vec3): View {
    const { exhibit, settings, camera, framing } = this,
      aspect = this.width / Math.max(1, this.height);
    const node = exhibit?.skeleton.nodes[settings.cameraNode];
    const cameras = this.loaded?.report.info.cameras ?? [];
    const through =
      exhibit && node && viewThrough(exhibit.document, node, cameras, exhibit.worldFromFile, framing, aspect);
    return through ?? viewOf(camera, framing, aspect, follow);
  }

  /** Within ten pixels of a point of the picture; -1 = none. */
  private nearestNode(view: View, x: number, y: number, meant: (node: HierarchyNode) => boolean): number {
    const { exhibit, settings } = this,
      reach = 10 * this.pixelRatio;
    let best = -1,
      bestDistance = reach;
    for (const node of exhibit?.skeleton.nodes ?? []) {
      const at =
        meant(node) &&
        node.index !== settings.cameraNode &&
        project(view, nodePosition(exhibit!.document, exhibit!.worldFromFile, node.index));
      if (!at) continue;
      const distance = Math.hypot((at[0] - x) * this.width, (at[1] - y) * this.height) / 2;
      if (distance < bestDistance) [best, bestDistance] = [node.index, distance];
    }
    return best;
  }

  /** How far the walk has come: the view goes with it. */
  protected follow(): m.Vec3 {
    const { playback, stride } = this;
    return playback.rootMotion === 'accumulate' && playback.duration > 0
      ? m.scale(stride, playback.time / playback.duration)
      : [0, 0, 0];
  }

  /** Bounds over the whole action, the stride of a cycle, and the difference of the two paths in its middle. */
  protected reframe(): void {
    const { exhibit, playback } = this;
    if (!exhibit) return;
    const { document, worldFromFile } = exhibit,
      { duration, action } = playback;
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
      this.framing = this.frameNodes() ?? kEmptyFraming;
    }
    this.stride = [0, 0, 0];
    if (playback.rootMotion === 'accumulate' && duration > 0) {
      const root = exhibit.skeleton.nodes.find(({ kind }) => kind === 'joint')?.index ?? 0;
      document.evaluate(0, { skin: false });
      const from = nodePosition(document, worldFromFile, root);
      document.evaluate(duration, { skin: false });
      this.stride = m.subtract(nodePosition(document, worldFromFile, root), from);
    }
    if (exhibit.model.skinned) {
      document.evaluate(action === kBindPose ? 0 : duration / 2);
      this.difference = document.gpuDifference();
    }
  }

  /** A skeleton or cameras without a mesh. */
  private frameNodes(): Framing | undefined {
    const { document, worldFromFile, skeleton } = this.exhibit!;
    document.evaluate(0, { skin: false });
    if (document.bufferBytes(BufferKind.NodeMatrices) === 0) return undefined;
    const points = skeleton.nodes.map(({ index }) => nodePosition(document, worldFromFile, index));
    const min = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k]!))) as m.Vec3;
    const max = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k]!))) as m.Vec3;
    const radius = Math.max(m.length(m.subtract(max, min)) / 2, 1e-4);
    return { bounds: { min, max }, center: m.scale(m.add(min, max), 0.5), radius };
  }
}

/** The model alone: cut and hidden as it is, without anything drawn over it. */
function bare(settings: ViewSettings): ViewSettings {
  const { overlays, tools } = settings,
    { hidden } = overlays;
  const none = Object.fromEntries(Object.keys(overlays).map((name) => [name, false])) as typeof overlays;
  return {
    ...settings,
    selectedNode: -1,
    overlays: { ...none, hidden },
    ...(tools && { tools: { ...tools, overlays: defaultTools.overlays, measure: [] } }),
  };
}

export function build({ document, report, images }: LoadedDocument, gl: WebGL2RenderingContext): Exhibit {
  const { axes, hierarchy } = report.info;
  const model = new GpuModel(gl, document, report, images);
  return {
    document,
    model,
    report,
    skeleton: skeletonOf(flatten(hierarchy), report.info.skins),
    worldFromFile: m.worldFromFile(axes),
    frontFace: axes.frontFace,
  };
}
