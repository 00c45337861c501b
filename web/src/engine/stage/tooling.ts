// A viewer with the page's tools: what they read, pictures of any size, the rings that turn a node, and how far both
// skinning paths lie apart.

import { BufferKind } from '../../core/buffers';
import { kBindPose } from '../../core/document';
import type { Exhibit, Picture } from '../exhibit';
import { handleOf } from '../handle';
import * as m from '../math';
import type { CameraPose, FrameInfo, TurnHandle, ViewSettings } from '../messages';
import { nodeMatrix } from '../picking';
import { ViewerSession } from '../session';
import type { Part } from '../tools/bench';
import { partOf } from '../tools/part';
import { defaultTools, type Shot } from '../tools/settings';
import type { View } from '../view';

const kTransformFloats = 10;

const localOf = ({ document }: Exhibit, node: number): Float32Array =>
  document.floats(BufferKind.NodeTransforms).subarray(node * kTransformFloats, (node + 1) * kTransformFloats);

export class ToolSession extends ViewerSession {
  private difference = 0;

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

  /** Measures the two paths in the middle of the action. */
  protected override reframe(): void {
    super.reframe();
    const { exhibit, playback } = this;
    if (!exhibit?.model.skinned) return;
    exhibit.document.evaluate(playback.action === kBindPose ? 0 : playback.duration / 2);
    this.difference = exhibit.document.gpuDifference();
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
