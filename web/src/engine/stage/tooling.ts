// A viewer with the page's tools: what they read, pictures of any size, nodes turned by hand and the rings that turn them,
// a view that goes with a walk, and how far both skinning paths lie apart.

import { BufferKind } from '../../core/buffers';
import { kBindPose } from '../../core/document';
import type { Vec4 } from '../../core/report';
import { clearNodeRotation, gpuDifference, setNodeRotation } from '../../core/whole';
import type { LoadedDocument } from '../documents';
import type { Exhibit, Picture } from '../exhibit';
import { handleOf } from '../handle';
import * as m from '../../core/math';
import type { CameraPose } from '../../protocol/camera';
import type { FrameInfo, ViewSettings } from '../../protocol/view';
import type { TurnHandle } from '../../protocol/handle';
import { nodeMatrix } from '../picking';
import { ViewerSession } from '../session';
import { nodePosition } from '../skeleton';
import type { Part } from '../tools/bench';
import { partOf } from '../tools/part';
import { defaultTools, type Shot } from '../../protocol/tools';
import type { View } from '../view';

const kTransformFloats = 10;

const localOf = ({ document }: Exhibit, node: number): Float32Array =>
  document.floats(BufferKind.NodeTransforms).subarray(node * kTransformFloats, (node + 1) * kTransformFloats);

export class ToolSession extends ViewerSession {
  private difference = 0;
  /** Nodes turned by hand. */
  private rotations: ReadonlyMap<number, Vec4> = new Map();
  /** World translation of one cycle under accumulated root motion. */
  private stride: m.Vec3 = [0, 0, 0];

  override show(loaded: LoadedDocument, gl: WebGL2RenderingContext): void {
    super.show(loaded, gl);
    this.rotations = new Map();
  }

  override rebuild(gl: WebGL2RenderingContext): void {
    const document = this.loaded?.document;
    // What is made for the bind pose needs the bind pose.
    if (document) clearNodeRotation(document);
    super.rebuild(gl);
    if (document) for (const [node, rotation] of this.rotations) setNodeRotation(document, node, rotation);
  }

  /** Turns a node by hand; null puts it back, node -1 all of them. */
  rotate(node: number, rotation: Vec4 | null): void {
    const document = this.loaded?.document;
    if (!document) return;
    if (rotation) setNodeRotation(document, node, rotation);
    else clearNodeRotation(document, node < 0 ? undefined : node);
    this.rotations = rotation
      ? new Map([...this.rotations, [node, rotation]])
      : new Map([...this.rotations].filter(([other]) => node >= 0 && other !== node));
    this.dirty = true;
  }

  /** How far the walk has come. */
  protected override follow(): m.Vec3 {
    const { playback, stride } = this;
    return playback.rootMotion === 'accumulate' && playback.duration > 0
      ? m.scale(stride, playback.time / playback.duration)
      : super.follow();
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

  protected override readings(): Pick<FrameInfo, 'tools' | 'selectedLocal' | 'difference'> {
    const { exhibit, bench, settings, difference } = this,
      node = settings.selectedNode,
      tools = settings.tools && exhibit && bench?.readings();
    const local = tools && exhibit.skeleton.nodes[node] ? Array.from(localOf(exhibit, node)) : undefined;
    return { difference, ...(tools && { tools }), ...(local && { selectedLocal: local }) };
  }

  protected override handle(view: View): TurnHandle | undefined {
    const { exhibit, settings } = this,
      node = settings.selectedNode;
    if (!exhibit || !settings.turning || !exhibit.skeleton.nodes[node]) return undefined;
    const { document, worldFromFile } = exhibit,
      [, , , x = 0, y = 0, z = 0, w = 1] = localOf(exhibit, node);
    const worldFromNode = m.multiply(worldFromFile, nodeMatrix(document, node));
    return handleOf(node, worldFromNode, [x, y, z, w], view, this.height, this.pixelRatio);
  }

  /** Measures the stride of a cycle, and the two paths in the middle of the action. */
  protected override reframe(): void {
    super.reframe();
    const { exhibit, playback } = this,
      { action, duration, rootMotion } = playback;
    this.stride = [0, 0, 0];
    if (!exhibit) return;
    const { document, model, skeleton, worldFromFile } = exhibit;
    if (rootMotion === 'accumulate' && duration > 0) {
      const root = skeleton.nodes.find(({ kind }) => kind === 'joint')?.index ?? 0;
      document.evaluate(0, { skin: false });
      const from = nodePosition(document, worldFromFile, root);
      document.evaluate(duration, { skin: false });
      this.stride = m.subtract(nodePosition(document, worldFromFile, root), from);
    }
    if (!model.skinned) return;
    document.evaluate(action === kBindPose ? 0 : duration / 2);
    this.difference = gpuDifference(document);
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
