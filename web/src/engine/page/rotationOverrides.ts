// Rotation overrides of nodes, and the gizmo that sets them: three rings.

import { BufferKind } from '../../core/buffers';
import { clearNodeRotation, setNodeRotation } from '../../core/fullCore';
import * as m from '../../core/math';
import type { Vec4 } from '../../core/report';
import type { View } from '../../protocol/projection';
import type { RotationGizmo } from '../../protocol/view';
import type { Feature, Host } from '../feature';
import type { SessionHooks } from '../hooks';
import { nodeMatrix } from '../picking';
import type { FrameInputs, RenderModel } from '../renderModel';
import type { Session } from '../session';

const kRingPixels = 74;

/** The rings of a node with the given matrix, as large on the screen whatever the distance. */
export function gizmoOf(
  node: number,
  worldFromNode: ArrayLike<number>,
  rotation: Vec4,
  view: View,
  height: number,
  pixelRatio: number,
): RotationGizmo {
  const center = m.transformPoint(worldFromNode, [0, 0, 0]),
    c = view.clipFromWorld;
  const w = m.at(c, 3) * center[0] + m.at(c, 7) * center[1] + m.at(c, 11) * center[2] + m.at(c, 15);
  const up = Math.hypot(m.at(c, 1), m.at(c, 5), m.at(c, 9)) || 1;
  const axis = (d: m.Vec3): m.Vec3 => m.normalize(m.transformDirection(worldFromNode, d));
  return {
    node,
    center,
    axes: [axis([1, 0, 0]), axis([0, 1, 0]), axis([0, 0, 1])],
    radius: ((2 * kRingPixels * pixelRatio) / Math.max(1, height)) * (Math.max(w, 1e-6) / up),
    rotation,
    clipFromWorld: Array.from(view.clipFromWorld),
    worldFromClip: Array.from(view.worldFromClip),
  };
}

const kTransformFloats = 10;

/** Translation, rotation and scale of a node in its parent's space. */
export const localOf = ({ document }: RenderModel, node: number): Float32Array =>
  document.floats(BufferKind.NodeTransforms).subarray(node * kTransformFloats, (node + 1) * kTransformFloats);

class RotationOverrides implements SessionHooks {
  #rotations: ReadonlyMap<number, Vec4> = new Map();

  constructor(private readonly session: Session) {}

  show(): void {
    this.#rotations = new Map();
  }

  rebuild(): (() => void) | undefined {
    const document = this.session.loaded?.document;
    if (!document) return undefined;
    // Data of the bind pose needs unrotated nodes.
    clearNodeRotation(document);
    return () => {
      for (const [node, rotation] of this.#rotations) setNodeRotation(document, node, rotation);
    };
  }

  /** Null puts a node back, node -1 all of them. */
  rotate(node: number, rotation: Vec4 | null): void {
    const document = this.session.loaded?.document;
    if (!document) return;
    if (rotation) setNodeRotation(document, node, rotation);
    else clearNodeRotation(document, node < 0 ? undefined : node);
    this.#rotations = rotation
      ? new Map([...this.#rotations, [node, rotation]])
      : new Map([...this.#rotations].filter(([other]) => node >= 0 && other !== node));
    this.session.dirty = true;
  }

  picture(picture: FrameInputs): FrameInputs {
    const gizmo = this.#gizmo(picture);
    return gizmo ? { ...picture, gizmo } : picture;
  }

  #gizmo({ renderModel, settings, view, height, pixelRatio }: FrameInputs): RotationGizmo | undefined {
    const node = settings.selectedNode;
    if (!renderModel || !settings.rotationGizmo || !renderModel.skeleton.nodes[node]) return undefined;
    const [, , , x = 0, y = 0, z = 0, w = 1] = localOf(renderModel, node);
    const worldFromNode = m.multiply(renderModel.worldFromFile, nodeMatrix(renderModel.document, node));
    return gizmoOf(node, worldFromNode, [x, y, z, w], view, height, pixelRatio);
  }
}

export function rotationOverrides(_host: Host): Feature {
  const of = new WeakMap<Session, RotationOverrides>();
  return {
    session(session) {
      const hooks = new RotationOverrides(session);
      of.set(session, hooks);
      return hooks;
    },
    commands: { rotateNode: (session, { node, rotation }) => of.get(session)?.rotate(node, rotation) },
  };
}
