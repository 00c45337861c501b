// Hands on the picture of a world: drags, the wheel, two fingers, keys. Walking goes on while keys are held.

import type { Vector } from '../../core/world';
import type { CameraMode, WorldCamera } from './camera';

export interface InputHost {
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
