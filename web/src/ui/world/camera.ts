// The camera of a world: the document's own, an orbit around a point, or a walk; and the hands that move it.

import type { Vector } from '../../core/world';
import type { WorldEye } from '../../engine/world/messages';

export type CameraMode = 'document' | 'orbit' | 'walk';
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

/** The camera of a world: the document's own, an orbit around a point, or a walk. */
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

interface InputHost {
  camera: WorldCamera;
  /** A drag leaves the document's camera. */
  mode(mode: CameraMode): void;
  moved(): void;
  /** On foot, by so much of the world's units. */
  walk(by: Vector): void;
  toggle(): void;
  /** Picks the element under a click, 0 to 1 from the top left. */
  pick(x: number, y: number): void;
  /** Moves the time by so many ticks. */
  stepTicks(ticks: number): void;
}

const kKeyTurn = 24;
/** A press that moves less is a click. */
const kClickPixels = 4;
/** A drag of one pixel walks so long. */
const kWalkSeconds = 0.005;
const kMoves: Record<string, readonly [number, number, number]> = {
  w: [1, 0, 0],
  s: [-1, 0, 0],
  a: [0, -1, 0],
  d: [0, 1, 0],
  e: [0, 0, 1],
  q: [0, 0, -1],
};

/** Hands on the picture of a world: drags, the wheel, two fingers, keys. Walking goes on while keys are held. */
export function listenToHands(canvas: HTMLElement, host: InputHost): void {
  const pointers = new Map<number, { x: number; y: number }>(),
    held = new Set<string>();
  let walking: number | undefined, pressed: { id: number; x: number; y: number } | undefined;
  const free = (): void => {
    if (host.camera.mode === 'document') host.mode('orbit');
  };
  /** Pans, or walks: what is held goes with the pointer. */
  const shift = (dx: number, dy: number): void => {
    const { camera } = host;
    if (camera.mode === 'walk') host.walk(camera.step(dy, -dx, 0, Math.hypot(dx, dy) * kWalkSeconds));
    else camera.pan(dx, dy, canvas.clientHeight);
  };
  const walk = (now: number, before: number): void => {
    walking = undefined;
    if (held.size === 0) return;
    const sum = [0, 0, 0];
    for (const key of held) kMoves[key]!.forEach((part, i) => (sum[i]! += part));
    host.walk(host.camera.step(sum[0]!, sum[1]!, sum[2]!, Math.min(0.1, (now - before) / 1000)));
    walking = requestAnimationFrame((next) => walk(next, now));
  };
  canvas.addEventListener('pointerdown', (event) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pressed =
      pointers.size === 1 && event.button === 0
        ? { id: event.pointerId, x: event.clientX, y: event.clientY }
        : undefined;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  canvas.addEventListener('pointerup', (event) => {
    if (pressed?.id !== event.pointerId) return;
    pressed = undefined;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    host.pick((event.clientX - left) / width, (event.clientY - top) / height);
  });
  canvas.addEventListener('pointermove', (event) => {
    // The hand of a click trembles.
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < kClickPixels) return;
    pressed = undefined;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x,
      dy = event.clientY - before.y;
    if (dx === 0 && dy === 0) return;
    free();
    if (pointers.size > 1) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1];
      const distance = (x: number, y: number): number => Math.hypot(other.x - x, other.y - y);
      host.camera.zoom(distance(before.x, before.y) - distance(event.clientX, event.clientY));
      shift(dx / 2, dy / 2);
    } else if (event.buttons & 2 || event.shiftKey) shift(dx, dy);
    else host.camera.turn(dx, dy);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    host.moved();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      free();
      host.camera.zoom(event.deltaY);
      host.moved();
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key in kMoves) {
      if (host.camera.mode !== 'walk') host.mode('walk');
      held.add(key);
      walking ??= requestAnimationFrame((now) => walk(now, now - 16));
    } else if (key === ' ') host.toggle();
    else if (key === ',') host.stepTicks(-1);
    else if (key === '.') host.stepTicks(1);
    else if (key.startsWith('arrow')) {
      free();
      const x = key === 'arrowleft' ? -1 : key === 'arrowright' ? 1 : 0,
        y = key === 'arrowup' ? -1 : key === 'arrowdown' ? 1 : 0;
      if (event.shiftKey) shift(x * kKeyTurn, y * kKeyTurn);
      else {
        // On foot an arrow turns the view; a drag pulls the world along.
        const by = host.camera.mode === 'walk' ? -kKeyTurn : kKeyTurn;
        host.camera.turn(x * by, y * by);
      }
      host.moved();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  canvas.addEventListener('keyup', (event) => held.delete(event.key.toLowerCase()));
  canvas.addEventListener('blur', () => held.clear());
}
