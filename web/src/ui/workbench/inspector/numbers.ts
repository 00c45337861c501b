// Numbers in fields: their steps, ranges and spelling, plain arithmetic, and dragging.

import type { KeyInfo } from '../text/schema';

/** What a text comes to; `before` is what `*2` and `/2` at its start work on. Undefined for what is no arithmetic, or no number. */
export function calculate(text: string, before: number): number | undefined {
  const signs = text.replaceAll(' ', '').replaceAll('\u2212', '-');
  let at = 0;
  const take = (sign: string): boolean => {
    if (signs[at] !== sign) return false;
    ++at;
    return true;
  };
  const unit = (): number => {
    if (take('-')) return -unit();
    if (take('+')) return unit();
    if (take('(')) {
      const inner = sum();
      return take(')') ? inner : NaN;
    }
    const found = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(signs.slice(at));
    if (!found) return NaN;
    at += found[0].length;
    return Number(found[0]);
  };
  const goOn = (value: number): number => {
    for (;;) {
      if (take('*')) value *= unit();
      else if (take('/')) value /= unit();
      else return value;
    }
  };
  const sum = (): number => {
    let value = goOn(unit());
    for (;;) {
      if (take('+')) value += goOn(unit());
      else if (take('-')) value -= goOn(unit());
      else return value;
    }
  };
  const value = signs[0] === '*' || signs[0] === '/' ? goOn(before) : sum();
  return at === signs.length && at > 0 && Number.isFinite(value) ? value : undefined;
}

/** Decimals of a spelling: 2 of "3.50". */
const decimalsOf = (spelling: string): number => /\.(\d+)$/.exec(spelling)?.[1]?.length ?? 0;

/** The step of a value: 1, 2 or 5 times a power of ten, near a twentieth of it. Nothing is near 0: there it is 0.1, of degrees 1. */
export function stepOf(value: number, info: Pick<KeyInfo, 'kind' | 'help'>): number {
  if (info.kind === 'integer') return 1;
  const isAngle = /degrees/i.test(info.help),
    part = Math.abs(value) / 20;
  if (part < (isAngle ? 0.5 : 0.005)) return isAngle ? 1 : 0.1;
  const power = 10 ** Math.floor(Math.log10(part)),
    lead = part / power;
  return Number(((lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power).toPrecision(1));
}

/** As it is written: with the decimals of the step, or with those that were there. */
export function spell(value: number, step: number, before = ''): string {
  const wanted = Math.max(decimalsOf(before), step < 1 ? Math.ceil(-Math.log10(step) - 1e-9) : 0),
    text = Math.abs(value) < 1e15 ? value.toFixed(Math.min(wanted, 12)) : String(value);
  return text === '-0' || /^-0\.0*$/.test(text) ? text.slice(1) : text;
}

/** The shortest spelling of a number that was worked out. */
export const written = (value: number): string => {
  const text = String(Number(value.toPrecision(12)));
  return text === '-0' ? '0' : text;
};

/** As it stands in a field: what a float cannot tell apart is left out. */
export const shown = (value: number): string => written(Number(value.toPrecision(7)));

const kNearlyAll = 1e29;

/** Where scrubbing ends: the schema's bounds, and 1 for colours that are not brighter already. */
function softRange(info: KeyInfo, start: number): { least: number; most: number } {
  const least =
      info.least !== undefined && info.least > -kNearlyAll ? info.least : info.kind === 'color' ? 0 : -Infinity,
    most = info.most !== undefined && info.most < kNearlyAll ? info.most : info.kind === 'color' ? 1 : Infinity;
  return { least: Math.min(least, start), most: Math.max(most, start) };
}

/** `steps` steps from `start`, within a range; an integer stays one. */
export function moved(info: KeyInfo, start: number, steps: number, step: number): number {
  const { least, most } = softRange(info, start),
    wanted = Number((start + steps * step).toPrecision(12)),
    value = Math.min(most, Math.max(least, wanted));
  return info.kind === 'integer' ? Math.round(value) : value;
}

export interface Scrub {
  /** The drag begins; false where there is nothing to change. */
  start(): boolean;
  /** Steps from the start, parts of one among them. */
  move(steps: number): void;
  /** `isGivenUp`: what was there shall be there again. */
  end(isGivenUp: boolean): void;
}

const kPixelsPerStep = 4;
/** Less is a click. */
const kStill = 3;

/** What a key or button beside a gesture makes of its step. */
export const factorOf = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): number =>
  event.shiftKey ? 0.1 : event.ctrlKey || event.metaKey ? 10 : 1;

/** Makes an element a handle. `click`: it was no drag. */
export function scrubWith(handle: HTMLElement, scrub: Scrub, click: () => void): void {
  handle.classList.add('inspector-scrub');
  handle.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    // The field beside it keeps what is typed: its blur comes with the click alone.
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    new Drag(handle, down, scrub, click);
  });
}

class Drag {
  readonly #handle: HTMLElement;
  readonly #scrub: Scrub;
  readonly #click: () => void;
  readonly #ending = new AbortController();
  readonly #from: number;
  #last: number;
  #steps = 0;
  #isMoving = false;

  constructor(handle: HTMLElement, down: PointerEvent, scrub: Scrub, click: () => void) {
    this.#handle = handle;
    this.#scrub = scrub;
    this.#click = click;
    this.#from = this.#last = down.clientX;
    const { signal } = this.#ending;
    handle.addEventListener('pointermove', (event) => this.#move(event), { signal });
    handle.addEventListener('pointerup', () => this.#end(false), { signal });
    handle.addEventListener('pointercancel', () => this.#end(true), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        this.#end(true);
      },
      { signal, capture: true },
    );
  }

  #move(event: PointerEvent): void {
    if (!this.#isMoving) {
      if (Math.abs(event.clientX - this.#from) < kStill) return;
      if (!this.#scrub.start()) {
        this.#ending.abort();
        return;
      }
      this.#isMoving = true;
      this.#last = this.#from;
      this.#handle.classList.add('is-dragged');
    }
    this.#steps += ((event.clientX - this.#last) / kPixelsPerStep) * factorOf(event);
    this.#last = event.clientX;
    this.#scrub.move(event.shiftKey ? Math.round(this.#steps * 10) / 10 : Math.round(this.#steps));
  }

  #end(isGivenUp: boolean): void {
    this.#ending.abort();
    this.#handle.classList.remove('is-dragged');
    if (this.#isMoving) this.#scrub.end(isGivenUp);
    else if (!isGivenUp) this.#click();
  }
}
