// Dragging a name sideways changes its number: a step for each few pixels, Shift a tenth of it, Ctrl ten times.

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
