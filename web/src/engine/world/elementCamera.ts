// The camera of a world in the element. Its attributes, its hands and its keys move an orbit; until they do, the
// document's own camera looks. A drag continues from there.

import * as m from '../../core/math';
import { type CameraPose, type Framing, eyeDirection, kHomePitch, kHomeYaw } from '../../protocol/view';
import type { WorldEye } from './messages';

const kSame = 1e-5;
const kTurn = 2 * Math.PI;
const kMostPitch = Math.PI / 2 - 0.01;

const near = (a: number, b: number, size = 1): boolean => Math.abs(a - b) <= kSame * Math.max(1, size);

/** Both look the same way at the same point. */
const isHome = (pose: CameraPose, { center, radius }: Framing): boolean =>
  near((pose.yaw - kHomeYaw) / kTurn, Math.round((pose.yaw - kHomeYaw) / kTurn)) &&
  near(pose.pitch, kHomePitch) &&
  pose.target.every((value, i) => near(value, center[i]!, radius));

/** An orbit from where a camera looks, at what is `distance` away. */
function orbitFrom({ at, dir }: WorldEye, distance: number): Pick<CameraPose, 'yaw' | 'pitch' | 'target' | 'distance'> {
  const [x, y, z] = m.normalize([...dir]);
  return {
    yaw: Math.atan2(-x, -z),
    pitch: Math.asin(Math.max(-1, Math.min(1, -y))),
    target: m.add([...at], m.scale([x, y, z], distance)),
    distance,
  };
}

export class ElementCamera {
  #framing: Framing | undefined;
  /** The default view of the framing, which stands for the document's camera; null where attributes say another. */
  #home: CameraPose | null | undefined;
  /** Where the document's camera looked when it was left. */
  #left: ReturnType<typeof orbitFrom> | undefined;
  /** Poses to come that only follow the size of the view. */
  #following = 0;

  begin(framing: Framing): void {
    this.#framing = framing;
    this.#home = this.#left = undefined;
  }

  /** The view has another shape: what frames the same is another distance. */
  resized(): void {
    if (!this.#left) this.#following = 2;
  }

  /** Where to look from for a pose of the element; undefined: by the document's camera, which `own` and `distance` are. */
  eye(pose: CameraPose, own: WorldEye, distance: number): WorldEye | undefined {
    if (!this.#framing) return undefined;
    if (isHome(pose, this.#framing)) {
      const { distance: before = pose.distance } = this.#home ?? {};
      if (this.#home === undefined || this.#following-- > 0 || near(pose.distance, before, before)) {
        this.#home = pose;
        this.#left = undefined;
        return undefined;
      }
    }
    this.#following = 0;
    this.#home ??= null;
    return eyeOf(this.#home ? this.#carried(pose, this.#home, own, distance) : pose);
  }

  /** The way from the default view to the pose, made from where the document's camera looked. */
  #carried(pose: CameraPose, home: CameraPose, own: WorldEye, distance: number): CameraPose {
    const from = (this.#left ??= orbitFrom(own, distance)),
      scale = from.distance / home.distance,
      turn = from.yaw - home.yaw;
    const [x, y, z] = m.subtract(pose.target, home.target),
      way: m.Vec3 = [x * Math.cos(turn) + z * Math.sin(turn), y, z * Math.cos(turn) - x * Math.sin(turn)];
    const pitch = from.pitch + pose.pitch - home.pitch;
    return {
      ...pose,
      yaw: pose.yaw + turn,
      pitch: Math.max(-kMostPitch, Math.min(kMostPitch, pitch)),
      target: m.add(from.target, m.scale(way, scale)),
      distance: pose.distance * scale,
    };
  }
}

function eyeOf(pose: CameraPose): WorldEye {
  const back = eyeDirection(pose);
  return { at: m.add(pose.target, m.scale(back, pose.distance)), dir: m.scale(back, -1) };
}
