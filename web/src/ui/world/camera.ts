// The camera of a world: the document's own, an orbit around a point, or a walk.

import type { WorldEye } from '../../engine/world/messages';

export type CameraMode = 'document' | 'orbit' | 'walk';
type Vector = [number, number, number];

const kTurnPerPixel = 0.005;
const kMostPitch = Math.PI / 2 - 0.01;
/** Change of distance per step of the wheel, as a fraction. */
const kZoom = 0.0015;
/** Units a second. */
const kWalkSpeed = 3;
const kSlowest = 0.05;

const plus = (a: Vector, b: Vector, scale = 1): Vector => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale,
];

export class WorldCamera {
  mode: CameraMode = 'document';
  #at: Vector = [0, 1, 5];
  #yaw = 0;
  #pitch = 0;
  #distance = 5;

  /** Goes on from where the document's camera looks; `distance`: to what it looks at. */
  take({ at, dir }: { at: readonly number[]; dir: readonly number[] }, distance: number): void {
    const [x = 0, y = 0, z = -1] = dir,
      size = Math.hypot(x, y, z) || 1;
    this.#at = [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0];
    this.#yaw = Math.atan2(-x, -z);
    this.#pitch = Math.asin(Math.max(-1, Math.min(1, y / size)));
    this.#distance = Math.max(kSlowest, distance);
  }

  get #dir(): Vector {
    const c = Math.cos(this.#pitch);
    return [-Math.sin(this.#yaw) * c, Math.sin(this.#pitch), -Math.cos(this.#yaw) * c];
  }

  get #right(): Vector {
    return [Math.cos(this.#yaw), 0, -Math.sin(this.#yaw)];
  }

  /** Undefined while the document's own camera looks. */
  get eye(): WorldEye | undefined {
    return this.mode === 'document' ? undefined : { at: this.#at, dir: this.#dir };
  }

  /** `walk,x,y,z` and the direction; an orbit also has its distance. Undefined while the document's camera looks. */
  get words(): string | undefined {
    if (this.mode === 'document') return undefined;
    const numbers = [...this.#at, ...this.#dir, ...(this.mode === 'orbit' ? [this.#distance] : [])];
    return [this.mode, ...numbers.map((value) => String(Number(value.toFixed(5))))].join(',');
  }

  /** False for what `words` does not give. */
  restore(words: string): boolean {
    const [mode, ...texts] = words.split(','),
      numbers = texts.map((text) => (/^-?[\d.]+(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN));
    const count = { walk: 6, orbit: 7 }[mode ?? ''];
    if (count !== numbers.length || !numbers.every(Number.isFinite)) return false;
    this.take({ at: numbers.slice(0, 3), dir: numbers.slice(3, 6) }, numbers[6] ?? this.#distance);
    this.mode = mode as CameraMode;
    return true;
  }

  /** Where the core has moved the camera to. */
  place(at: readonly number[]): void {
    this.#at = [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0];
  }

  /** Turns by pixels of a drag: around the point that is looked at, or on the spot while walking. */
  turn(dx: number, dy: number): void {
    const target = plus(this.#at, this.#dir, this.#distance),
      side = this.mode === 'walk' ? -1 : 1;
    this.#yaw -= dx * kTurnPerPixel * side;
    this.#pitch = Math.max(-kMostPitch, Math.min(kMostPitch, this.#pitch - dy * kTurnPerPixel * side));
    if (this.mode === 'orbit') this.#at = plus(target, this.#dir, -this.#distance);
  }

  pan(dx: number, dy: number, height: number): void {
    const scale = this.#distance / Math.max(1, height),
      dir = this.#dir,
      right = this.#right,
      up: Vector = [
        right[1] * dir[2] - right[2] * dir[1],
        right[2] * dir[0] - right[0] * dir[2],
        right[0] * dir[1] - right[1] * dir[0],
      ];
    this.#at = plus(plus(this.#at, right, -dx * scale), up, dy * scale);
  }

  zoom(pixels: number): void {
    if (this.mode === 'walk') return;
    const next = Math.max(kSlowest, this.#distance * Math.exp(pixels * kZoom));
    this.#at = plus(this.#at, this.#dir, this.#distance - next);
    this.#distance = next;
  }

  /** The way of so many seconds: forwards, to the right and up, each -1 to 1. */
  step(forward: number, right: number, up: number, seconds: number): Vector {
    // On foot: looking up or down does not slow down.
    const ahead: Vector = [-Math.sin(this.#yaw), 0, -Math.cos(this.#yaw)],
      length = Math.hypot(forward, right, up) || 1,
      way = (kWalkSpeed * seconds) / length;
    return plus(plus(plus([0, 0, 0], ahead, forward * way), this.#right, right * way), [0, 1, 0], up * way);
  }
}
