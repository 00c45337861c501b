// Rotation overrides of nodes, and the gizmo that sets them.

import { BufferKind } from '../../core/buffers';
import * as m from '../../core/math';
import type { Vec4 } from '../../base/vectors';
import { clearNodeRotation, setNodeRotation } from '../../core/fullCore';
import type { RotationGizmo } from '../../protocol/view';
import type { RenderModel, FrameInputs } from '../renderModel';
import type { Feature, Host } from '../feature';
import { gizmoOf } from '../rotationGizmo';
import type { SessionHooks } from '../hooks';
import { nodeMatrix } from '../picking';
import type { Session } from '../session';

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
