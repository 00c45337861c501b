// Hands on the plot: drag pans, wheel zooms at the pointer, two fingers do both, the ruler scrubs; keys do the same.

import { kGutter, kRuler } from './scene';

const kClickPixels = 4;
const kWheelZoom = 0.0016;
const kLinePixels = 24;
const kKeyZoom = 1.25;
/** A key pans by this part of the plot. */
const kKeyPan = 0.1;

interface PlotHands {
  /** Pixels, as the picture moves. */
  pan(dx: number, dy: number): void;
  /** Factors below 1 come nearer; x and y in pixels of the plot. */
  zoom(times: number, values: number, x: number, y: number): void;
  /** The playhead to a place. */
  seek(x: number): void;
  hover(x: number | undefined, y: number): void;
  fit(): void;
  /** A click, after the playhead has come. */
  press(x: number, y: number): void;
}

interface Finger {
  x: number;
  y: number;
}

export function listenToPlot(host: HTMLElement, hands: PlotHands): void {
  const fingers = new Map<number, Finger>();
  let moved = 0,
    scrubbing = false;
  const place = (event: MouseEvent): Finger => {
    const { left, top } = host.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  host.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    const at = place(event);
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    moved = 0;
    scrubbing = fingers.size === 1 && event.button === 0 && at.y < kRuler && at.x > kGutter;
    if (scrubbing) hands.seek(at.x);
    if (event.pointerType !== 'touch') hands.hover(undefined, 0);
  });

  host.addEventListener('pointermove', (event) => {
    const at = place(event),
      before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') hands.hover(at.x, at.y);
      return;
    }
    moved += Math.hypot(at.x - before.x, at.y - before.y);
    if (scrubbing) {
      hands.seek(at.x);
    } else if (fingers.size === 1) {
      if (moved > kClickPixels) hands.pan(at.x - before.x, at.y - before.y);
    } else {
      const [a, b] = [...fingers.values()] as [Finger, Finger],
        still = before === a ? b : a;
      // Each direction by itself, so that fingers one above the other leave the time alone.
      const factor = (from: number, to: number): number =>
        Math.abs(from) > 40 && Math.abs(to) > 40 ? Math.abs(from) / Math.abs(to) : 1;
      hands.zoom(
        factor(before.x - still.x, at.x - still.x),
        factor(before.y - still.y, at.y - still.y),
        (before.x + still.x) / 2,
        (before.y + still.y) / 2,
      );
      hands.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    }
    fingers.set(event.pointerId, at);
  });

  const release = (event: PointerEvent): void => {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (event.type === 'pointerup' && at && !scrubbing && fingers.size === 0 && moved <= kClickPixels) {
      if (event.button === 0) {
        hands.seek(at.x);
        hands.press(at.x, at.y);
      }
      if (event.pointerType === 'touch') hands.hover(at.x, at.y);
    }
    if (fingers.size === 0) scrubbing = false;
  };
  host.addEventListener('pointerup', release);
  host.addEventListener('pointercancel', release);
  host.addEventListener('pointerleave', () => hands.hover(undefined, 0));
  host.addEventListener('dblclick', (event) => {
    if (place(event).y >= kRuler) hands.fit();
  });

  host.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { x, y } = place(event),
        scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? kLinePixels : 1;
      // Shift turns the wheel sideways on some systems: it means values here.
      const along = event.shiftKey ? event.deltaY || event.deltaX : event.deltaY,
        factor = Math.exp(Math.max(-400, Math.min(400, along * scale)) * kWheelZoom);
      if (!event.shiftKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) hands.pan(-event.deltaX * scale, 0);
      else if (event.ctrlKey || event.metaKey) hands.zoom(factor, factor, x, y);
      else if (event.shiftKey || x < kGutter) hands.zoom(1, factor, x, y);
      else hands.zoom(factor, 1, x, y);
    },
    { passive: false },
  );

  host.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width, height } = host.getBoundingClientRect(),
      middle = [kGutter + (width - kGutter) / 2, kRuler + (height - kRuler) / 2] as const;
    switch (event.key) {
      case 'ArrowLeft':
        hands.pan(width * kKeyPan, 0);
        break;
      case 'ArrowRight':
        hands.pan(-width * kKeyPan, 0);
        break;
      case 'ArrowUp':
        hands.pan(0, height * kKeyPan);
        break;
      case 'ArrowDown':
        hands.pan(0, -height * kKeyPan);
        break;
      case '+':
      case '=':
        hands.zoom(1 / kKeyZoom, 1, ...middle);
        break;
      case '-':
        hands.zoom(kKeyZoom, 1, ...middle);
        break;
      case 'PageUp':
        hands.zoom(1, 1 / kKeyZoom, ...middle);
        break;
      case 'PageDown':
        hands.zoom(1, kKeyZoom, ...middle);
        break;
      case 'Home':
      case 'f':
        hands.fit();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
