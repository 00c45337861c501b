// The mesh below a point of the window, and the image that it asks for.

import { flatten } from '../../core/hierarchy';
import type { Viewer } from '../../viewer/viewer';
import { colourNames } from './artists';

export interface Painted {
  /** Name of the mesh. */
  name: string;
  /** Names by which its material asks for its colours; none where it names no image. */
  asked: readonly string[] | undefined;
  /** The file that answers now. */
  file: string | undefined;
}

const stageAt = (x: number, y: number): DOMRect | undefined => {
  const stage = document.getElementById('stage')!,
    box = stage.getBoundingClientRect(),
    over = document.elementFromPoint(x, y);
  return over && stage.contains(over) ? box : undefined;
};

/** The joint below a point of the window while the skeleton shows; -1 for none. */
export async function jointAt(viewer: Viewer, { x, y }: { x: number; y: number }): Promise<number> {
  const box = viewer.shown && viewer.settings.overlays.skeleton ? stageAt(x, y) : undefined,
    hit = box && (await viewer.pick(x - box.left, y - box.top));
  return hit && hit.vertex < 0 ? (hit.joint >= 0 ? hit.joint : hit.node) : -1;
}

export async function meshAt(viewer: Viewer, { x, y }: { x: number; y: number }): Promise<Painted | undefined> {
  const { shown } = viewer,
    box = shown && stageAt(x, y);
  if (!box) return undefined;
  const hit = await viewer.pick(x - box.left, y - box.top, 'surface');
  if (!hit) return undefined;
  const { info } = shown.report,
    node = flatten(info.hierarchy)[hit.node],
    mesh = node?.mesh ?? -1,
    shape = info.meshes[mesh];
  if (!node || !shape) return undefined;
  const first = hit.triangle * 3,
    primitive = shape.primitives.findIndex(
      ({ firstIndex, indexCount }) => first >= firstIndex && first < firstIndex + indexCount,
    );
  const material = info.materials[shape.primitives[Math.max(0, primitive)]?.material ?? -1],
    texture = material?.slots.find(({ role }) => role === 'diffuse')?.texture,
    file = texture === null || texture === undefined ? undefined : info.textures[texture]?.file;
  return {
    name: shape.name || material?.name || node.name,
    asked: colourNames(shown.report, mesh, Math.max(0, primitive)),
    file,
  };
}
