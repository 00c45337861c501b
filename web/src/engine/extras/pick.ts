// Picking: the joint or gizmo under a pointer while they show, else the triangle.

import type { HierarchyNode } from '../../core/report';
import { isShown, type RenderModel, type FrameInputs } from '../renderModel';
import { isGizmo } from '../gizmos';
import type { SessionHooks } from '../hooks';
import type { Given } from '../../protocol/questions';
import type { PickHit } from '../../protocol/view';
import { pickTriangle } from '../picking';
import { nodePosition } from '../skeleton';
import { project, rayThrough } from '../view';

/** CSS pixels around a joint or a gizmo that count as it. */
const kReach = 10;

/** x and y in -1..1, y up; joints win while the skeleton shows. The document must hold the picture's pose, with positions. */
export function pickAt(
  picture: FrameInputs,
  renderModel: RenderModel,
  given: Given<'pick'>,
  hooks: readonly SessionHooks[],
): PickHit | undefined {
  return hooks.reduce(
    (best, hook) => (hook.pick ? hook.pick(best, given.x, given.y) : best),
    pickOwn(picture, renderModel, given),
  );
}

function pickOwn(
  picture: FrameInputs,
  renderModel: RenderModel,
  { x, y, surface }: Given<'pick'>,
): PickHit | undefined {
  const { document, skeleton, worldFromFile, model, report } = renderModel,
    { view, toolEffects, settings } = picture,
    { overlays } = settings;
  const at = (node: number, joint: number): PickHit => ({
    node,
    joint,
    vertex: -1,
    triangle: -1,
    instance: -1,
    point: nodePosition(document, worldFromFile, node),
  });
  if (overlays.skeleton && !surface) {
    const joint = nearestNode(
      picture,
      renderModel,
      x,
      y,
      ({ index }) => skeleton.joints.has(index) && !toolEffects?.unseen.has(index),
    );
    if (joint >= 0) return at(joint, joint);
  }
  if (overlays.gizmos && !surface) {
    const gizmo = nearestNode(picture, renderModel, x, y, isGizmo);
    if (gizmo >= 0) return at(gizmo, -1);
  }
  const shown = model.instances.map((instance) => ({
    ...instance,
    hidden: !isShown(instance, settings, toolEffects),
  }));
  const hit = pickTriangle(document, shown, worldFromFile, rayThrough(view, x, y), toolEffects?.section);
  if (!hit) return undefined;
  const skin = skeleton.nodes[hit.node]?.skin;
  const joint = hit.joint >= 0 && skin !== undefined ? (report.info.skins[skin]?.joints[hit.joint] ?? -1) : -1;
  return { ...hit, joint };
}

/** -1 = none. */
function nearestNode(
  { view, width, height, pixelRatio, settings }: FrameInputs,
  { document, skeleton, worldFromFile }: RenderModel,
  x: number,
  y: number,
  meant: (node: HierarchyNode) => boolean,
): number {
  let best = -1,
    bestDistance = kReach * pixelRatio;
  for (const node of skeleton.nodes) {
    const at =
      meant(node) &&
      node.index !== settings.cameraNode &&
      project(view, nodePosition(document, worldFromFile, node.index));
    if (!at) continue;
    const distance = Math.hypot((at[0] - x) * width, (at[1] - y) * height) / 2;
    if (distance < bestDistance) [best, bestDistance] = [node.index, distance];
  }
  return best;
}

declare module '../lazyScripts' {
  interface Extras {
    pickAt: typeof pickAt;
  }
}
