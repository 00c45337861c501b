// Two octaves of a keyboard for the pointer and for the keys of the computer: the row of A plays white keys, the row
// above it black ones, the arrows change the octave.

import type { WorldKit } from '../world/kit';

/** Keys by place, whatever letters are on them; semitones from C. */
const codes = 'KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon'.split(' ');
const kKeys = 25;
const kVelocity = 100;
const isBlack = (key: number): boolean => [1, 3, 6, 8, 10].includes(key % 12);

export class Keyboard {
  readonly element: HTMLElement;
  readonly #keys: HTMLElement;
  readonly #said: HTMLElement;
  readonly #held = new Map<string | number, number>();
  #first = 48;

  constructor(
    private readonly kit: WorldKit,
    private readonly play: (key: number, velocity: number) => void,
  ) {
    const { h, t } = kit;
    this.#said = h('span', { class: 'quiet numbers' });
    this.#keys = h('div', {
      class: 'sound-keys',
      attributes: {
        role: 'group',
        tabindex: 0,
        'aria-label': t('Keyboard'),
        'aria-description': t(
          'The keys from A to L play, those above them play black keys, the arrows change the octave.',
        ),
      },
    });
    for (let i = 0; i < kKeys; ++i)
      this.#keys.append(
        h('span', { class: isBlack(i) ? 'sound-key is-black' : 'sound-key', attributes: { 'data-key': i } }),
      );
    this.#keys.addEventListener('keydown', (event) => this.#down(event));
    this.#keys.addEventListener('keyup', (event) => this.#release(event.code));
    this.#keys.addEventListener('blur', () => this.silence());
    this.#keys.addEventListener('pointerdown', (event) => this.#touch(event));
    this.#keys.addEventListener('pointermove', (event) => event.buttons > 0 && this.#touch(event));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      this.#keys.addEventListener(name, (event) => this.#release(event.pointerId));
    this.element = h('div', { class: 'sound-keyboard' }, this.#keys, this.#said);
    this.#octave(0);
  }

  /** Lets go of everything. */
  silence(): void {
    for (const name of [...this.#held.keys()]) this.#release(name);
  }

  #down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -12, ArrowRight: 12 }[event.key],
      index = codes.indexOf(event.code);
    if (step === undefined && index < 0) return;
    // The room has other plans for some of these letters.
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) this.#octave(step);
    else if (!event.repeat) this.#press(event.code, this.#first + index);
  }

  #octave(step: number): void {
    const first = this.#first + step;
    if (first < 0 || first + kKeys > 128) return;
    this.silence();
    this.#first = first;
    const { t } = this.kit;
    this.#said.textContent = t('From C{octave}', { octave: first / 12 - 1 });
  }

  #touch(event: PointerEvent): void {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-key]');
    if (!target || !this.#keys.contains(target)) return;
    const key = this.#first + Number(target.dataset.key);
    if (this.#held.get(event.pointerId) === key) return;
    this.#release(event.pointerId);
    this.#press(event.pointerId, key);
  }

  #press(name: string | number, key: number): void {
    this.#held.set(name, key);
    this.#mark(key, true);
    this.play(key, kVelocity);
  }

  #release(name: string | number): void {
    const key = this.#held.get(name);
    if (key === undefined) return;
    this.#held.delete(name);
    this.#mark(key, false);
    this.play(key, 0);
  }

  #mark(key: number, held: boolean): void {
    this.#keys.children[key - this.#first]?.classList.toggle('is-held', held);
  }
}
