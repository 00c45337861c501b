// The shadow tree of one viewer: stage, poster, messages about loading and errors, and the slot for the fallback.

import { fill } from '../base/lists';
import { icon, make, sharedSheet } from './dom';
import styles from './element.css';

const kCube = 'M10 3l6 3.4v7.2L10 17l-6-3.4V6.4zM4 6.4l6 3.4 6-3.4M10 9.8V17';

const dress = sharedSheet(styles);

export type Phase = 'waiting' | 'loading' | 'shown' | 'failed';

export interface Fault {
  title: string;
  message: string;
  /** `hero.md5mesh:212:18`. */
  place: string;
}

export class Shell {
  readonly frame = make('div', { class: 'frame', part: 'frame' });
  readonly stage = make('div', {
    class: 'stage',
    part: 'stage',
    tabindex: 0,
    role: 'application',
    'aria-roledescription': '3D model',
    'aria-describedby': 'state',
  });
  readonly #poster = make('img', { class: 'poster', part: 'poster', decoding: 'async', hidden: true });
  readonly #opener = make(
    'button',
    { type: 'button', class: 'opener', part: 'button reveal-button', hidden: true },
    icon(kCube),
    'Show the model',
  );
  readonly #bar = make('div', {
    class: 'progress',
    part: 'progress',
    role: 'progressbar',
    'aria-label': 'Loading',
    hidden: true,
  });
  readonly #fault = make('div', { class: 'fault', part: 'error', role: 'alert', hidden: true });
  /** Styles of the host element: the page's own colours; 300 px wide for what shrinks to its content, as a video is, but never wider than it. */
  readonly probe = icon('');
  readonly #state = make('p', { class: 'spoken', id: 'state' });
  readonly #live = make('p', { class: 'spoken', role: 'status' });

  constructor(host: HTMLElement, reveal: () => void) {
    this.probe.classList.add('probe');
    const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
    dress(root);
    const slot = make('slot');
    slot.addEventListener('slotchange', () => {
      const filled = slot
        .assignedNodes()
        .some((node) => node instanceof Element || (node.textContent ?? '').trim() !== '');
      this.frame.toggleAttribute('data-fallback', filled);
    });
    this.#opener.addEventListener('click', reveal);
    this.#poster.addEventListener('click', () => !this.#opener.hidden && reveal());
    this.frame.append(this.stage, this.#poster, this.#bar, this.#opener, this.#fault, this.#state, this.#live, slot);
    root.append(this.frame, this.probe);
  }

  name(alt: string): void {
    this.stage.setAttribute('aria-label', alt);
    this.#poster.alt = alt;
    this.#opener.setAttribute('aria-label', `Show the model: ${alt}`);
  }

  setPoster(address: string): void {
    this.frame.toggleAttribute('data-poster', address !== '');
    if (address === '') this.#poster.removeAttribute('src');
    else if (this.#poster.getAttribute('src') !== address) this.#poster.src = address;
    this.#poster.hidden = address === '';
  }

  /** The user may ask for the model. */
  offer(offered: boolean): void {
    this.#opener.hidden = !offered;
  }

  enter(phase: Phase): void {
    this.frame.dataset.phase = phase;
    this.#bar.hidden = phase !== 'loading';
    if (phase === 'loading') this.progress(0, 0);
    if (phase !== 'failed') this.#fault.hidden = true;
  }

  /** Pictures are there: the poster goes. */
  drawn(drawn: boolean): void {
    this.frame.toggleAttribute('data-drawn', drawn);
  }

  /** `total` is 0 if unknown. */
  progress(loaded: number, total: number): void {
    const part = total > 0 ? Math.min(1, loaded / total) : undefined;
    this.#bar.toggleAttribute('data-unknown', part === undefined);
    this.#bar.style.setProperty('--part', String(part ?? 0.3));
    if (part === undefined) this.#bar.removeAttribute('aria-valuenow');
    else this.#bar.setAttribute('aria-valuenow', String(Math.round(part * 100)));
  }

  fail({ title, message, place }: Fault, again: (() => void) | undefined): void {
    const words = [make('strong', {}, title), make('span', {}, message)];
    if (place !== '') words.push(make('code', {}, place));
    if (again) {
      const button = make('button', { type: 'button', part: 'button' }, 'Try again');
      button.addEventListener('click', again);
      words.push(button);
    }
    fill(this.#fault, words);
    this.#fault.hidden = false;
  }

  /** Description for screen readers when the viewport gets the focus. */
  describe(text: string): void {
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }

  /** Live announcements for screen readers. */
  say(text: string): void {
    if (this.#live.textContent !== text) this.#live.textContent = text;
  }
}
