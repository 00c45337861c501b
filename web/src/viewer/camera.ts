// An orbit camera: a pose that is drawn and a goal it eases towards. Drags move both at once; what is left of their speed
// runs out as inertia. All of it is pure arithmetic.

import { type CameraPose, type Framing, eyeDirection, kHomePitch, kHomeYaw } from '../protocol/view';
import * as m from '../core/math';

const kEaseSeconds = 0.075;
const kInertiaSeconds = 0.11;
const kPitchLimit = Math.PI / 2;
const kFitMargin = 1.06;

/** Pixels of the view that panels cover. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class OrbitCamera {
  pose: CameraPose = {
    target: [0, 1, 0],
    yaw: kHomeYaw,
    pitch: kHomePitch,
    distance: 6,
    fovY: 0.56,
    orthographic: false,
    offset: [0, 0],
  };
  #goal: CameraPose = this.pose;
  #spin: [number, number] = [0, 0];
  #radius = 1;
  #width = 1;
  #height = 1;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  /** No easing, no inertia. */
  still = false;
  /** Where the model's front is, around +y: what home and the named views count from. */
  front = 0;

  /** Where the view goes, or rests. */
  get goal(): CameraPose {
    return this.#goal;
  }

  /** Eases to another view. */
  go(view: Partial<CameraPose>): void {
    this.#ease({ ...this.#goal, ...view });
  }

  resize(width: number, height: number, insets: Insets): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.#insets = insets;
    const offset: [number, number] = [
      (insets.left - insets.right) / this.#width,
      (insets.bottom - insets.top) / this.#height,
    ];
    this.set({ ...this.#goal, offset });
  }

  /** Turns by a drag in pixels; a full width of the view is one turn. */
  orbit(dx: number, dy: number): void {
    const by = (Math.PI * 2) / Math.max(600, Math.min(this.#width, 1400));
    this.turn(-dx * by, dy * by);
    this.#spin = [-dx * by, dy * by];
  }

  turn(yaw: number, pitch: number): void {
    const move = (pose: CameraPose): CameraPose => ({
      ...pose,
      yaw: pose.yaw + yaw,
      pitch: clamp(pose.pitch + pitch, -kPitchLimit, kPitchLimit),
    });
    this.#goal = move(this.#goal);
    this.pose = move(this.pose);
  }

  pan(dx: number, dy: number): void {
    const by = this.#perPixel,
      [right, up] = this.#axes();
    const shift = m.add(m.scale(right, -dx * by), m.scale(up, dy * by));
    this.#goal = { ...this.#goal, target: m.add(this.#goal.target, shift) };
    this.pose = { ...this.pose, target: m.add(this.pose.target, shift) };
  }

  /**
   * Factor below 1 comes closer; what lies under (x, y), pixels from the middle of the free view, stays there. False at
   * the limit.
   */
  zoom(factor: number, x = 0, y = 0): boolean {
    const distance = clamp(this.#goal.distance * factor, this.#radius * 0.02, this.#radius * 60);
    const rest = 1 - distance / this.#goal.distance,
      by = (2 * this.#goal.distance * Math.tan(this.#goal.fovY / 2)) / this.#height;
    const [right, up] = this.#axes();
    const shift = m.add(m.scale(right, x * by * rest), m.scale(up, -y * by * rest));
    this.#ease({ ...this.#goal, distance, target: m.add(this.#goal.target, shift) });
    return rest !== 0;
  }

  focus(target: m.Vec3): void {
    this.#ease({ ...this.#goal, target, distance: Math.min(this.#goal.distance, this.#radius * 1.5) });
  }

  lookFrom(yaw: number, pitch: number): void {
    // The shorter way round.
    const turn = Math.round((this.#goal.yaw - yaw) / (2 * Math.PI)) * 2 * Math.PI;
    this.go({ yaw: yaw + turn, pitch });
  }

  setOrthographic(orthographic: boolean): void {
    this.#goal = { ...this.#goal, orthographic };
    this.pose = { ...this.pose, orthographic };
  }

  /** The whole framing inside the free part of the view; `home` also turns to three quarters from the front. */
  fit({ bounds, center, radius }: Framing, home: boolean, jump: boolean): void {
    this.#radius = radius;
    const insets = this.#insets,
      width = this.#width,
      height = this.#height;
    const direction = home
      ? { yaw: kHomeYaw + this.front, pitch: kHomePitch }
      : { yaw: this.#goal.yaw, pitch: this.#goal.pitch };
    const turn = home ? Math.round((this.pose.yaw - kHomeYaw) / (2 * Math.PI)) * 2 * Math.PI : 0;
    const posed = { ...this.#goal, ...direction };
    const [right, up] = axesOf(posed),
      toEye = eyeDirection(posed);
    const tanY = (Math.tan(posed.fovY / 2) * Math.max(0.3 * height, height - insets.top - insets.bottom)) / height;
    const tanX =
      (tanY * Math.max(0.3 * width, width - insets.left - insets.right)) /
      Math.max(0.3 * height, height - insets.top - insets.bottom);
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner: m.Vec3 = [
        i & 1 ? bounds.max[0] : bounds.min[0],
        i & 2 ? bounds.max[1] : bounds.min[1],
        i & 4 ? bounds.max[2] : bounds.min[2],
      ];
      const d = m.subtract(corner, center);
      const side = Math.max(Math.abs(m.dot(d, right)) / tanX, Math.abs(m.dot(d, up)) / tanY) * kFitMargin;
      distance = Math.max(distance, posed.orthographic ? side : m.dot(d, toEye) + side);
    }
    const goal = { ...posed, yaw: posed.yaw + turn, target: center, distance: Math.max(distance, radius * 0.05) };
    if (jump) this.set(goal);
    else this.#ease(goal);
  }

  set(pose: CameraPose): void {
    this.#goal = this.pose = pose;
    this.#spin = [0, 0];
  }

  /** The drag is over: `held` is true if it rested before it ended. */
  release(held: boolean): void {
    if (held || this.still) this.#spin = [0, 0];
  }

  grab(): void {
    this.#spin = [0, 0];
    this.#goal = this.pose;
  }

  /** Moves on by `seconds`; false when it has come to rest. `dragging` holds inertia back. */
  step(seconds: number, dragging: boolean): boolean {
    if (!dragging && (this.#spin[0] !== 0 || this.#spin[1] !== 0)) {
      this.turn(this.#spin[0], this.#spin[1]);
      const keep = Math.exp(-seconds / kInertiaSeconds);
      this.#spin = Math.hypot(...this.#spin) < 2e-4 ? [0, 0] : [this.#spin[0] * keep, this.#spin[1] * keep];
    }
    const { pose } = this,
      goal = this.#goal;
    if (pose !== goal) {
      const k = this.still ? 1 : 1 - Math.exp(-seconds / kEaseSeconds);
      const mix = (a: number, b: number): number => a + (b - a) * k;
      const target = pose.target.map((a, i) => mix(a, goal.target[i]!)) as m.Vec3;
      const next = {
        ...goal,
        target,
        yaw: mix(pose.yaw, goal.yaw),
        pitch: mix(pose.pitch, goal.pitch),
        distance: pose.distance * (goal.distance / pose.distance) ** k,
      };
      const rest =
        m.length(m.subtract(goal.target, target)) / goal.distance +
        Math.abs(goal.yaw - next.yaw) +
        Math.abs(goal.pitch - next.pitch) +
        Math.abs(goal.distance / next.distance - 1);
      this.pose = rest < 4e-4 ? goal : next;
    }
    return this.pose !== this.#goal || this.#spin[0] !== 0 || this.#spin[1] !== 0;
  }

  #ease(goal: CameraPose): void {
    this.#spin = [0, 0];
    this.#goal = goal;
    if (this.still) this.pose = goal;
  }

  get #perPixel(): number {
    return (2 * this.pose.distance * Math.tan(this.pose.fovY / 2)) / this.#height;
  }

  #axes(): [m.Vec3, m.Vec3] {
    return axesOf(this.pose);
  }
}

/** Right and up of the view in world space. */
function axesOf(pose: CameraPose): [m.Vec3, m.Vec3] {
  const right: m.Vec3 = [Math.cos(pose.yaw), 0, -Math.sin(pose.yaw)];
  return [right, m.cross(eyeDirection(pose), right)];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
