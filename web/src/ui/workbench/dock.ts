// The dock, panes behind tabs of which one shows, and the edges between panes.

import { recall, remember } from '../memory';
import type { RoomKit, WorldKit } from '../world/kit';
import type { Pane } from './bench';
import type { DockTab } from './commands';

const kStep = 16;

interface Edge {
  /** What is remembered, and the custom property that holds the pixels. */
  name: string;
  label: string;
  usual: number;
  least: number;
  /** At this size of the window. */
  most(): number;
  /** `x`: between left and right. */
  axis: 'x' | 'y';
  /** 1: the pane grows as the edge moves to the right or down; -1: the other way. */
  sign: 1 | -1;
}

/** `place`: the element whose property is set. `resized` is called after each move. */
export function splitter({ h }: WorldKit, place: HTMLElement, edge: Edge, resized: () => void): HTMLElement {
  const { name, label, usual, least, most, axis, sign } = edge;
  let pixels = Number(recall(`bench.${name}`, String(usual))) || usual;
  const element = h('div', {
    class: `bench-splitter is-${axis} splits-${name}`,
    attributes: {
      role: 'separator',
      tabindex: 0,
      'aria-label': label,
      'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal',
    },
  });
  const set = (to: number, keep = true): void => {
    const limit = Math.max(least, most());
    const now = Math.round(Math.max(least, Math.min(limit, to)));
    place.style.setProperty(`--bench-${name}`, `${now}px`);
    for (const [key, value] of Object.entries({ now, min: least, max: limit }))
      element.setAttribute(`aria-value${key}`, String(value));
    if (!keep) return;
    pixels = now;
    remember(`bench.${name}`, String(now));
    resized();
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.focus();
    element.setPointerCapture(event.pointerId);
    const start = axis === 'x' ? event.clientX : event.clientY,
      before = pixels;
    const move = (to: PointerEvent): void => set(before + sign * ((axis === 'x' ? to.clientX : to.clientY) - start));
    element.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(end, () => element.removeEventListener('pointermove', move), { once: true });
  });
  element.addEventListener('dblclick', () => set(usual));
  element.addEventListener('keydown', (event) => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const by = event.key === more ? kStep : event.key === less ? -kStep : 0;
    if (by === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(pixels + sign * by);
  });
  // A smaller window leaves less, a larger one gives it back.
  new ResizeObserver(() => set(pixels, false)).observe(place);
  set(pixels, false);
  return element;
}

interface DockEntry {
  name: DockTab;
  label: string;
  /** Made with the first look at it. */
  make(): Pane | Promise<Pane>;
}

/** The dock: panes behind tabs, of which one shows. */
export class Dock {
  readonly element: HTMLElement;
  readonly #tabs: HTMLElement;
  readonly #body: HTMLElement;
  readonly #buttons = new Map<DockTab, HTMLButtonElement>();
  readonly #panes = new Map<DockTab, Pane>();
  readonly #coming = new Set<DockTab>();
  shown: DockTab;

  constructor(
    private readonly kit: RoomKit,
    private readonly entries: readonly DockEntry[],
    private readonly toggleFull: () => void,
  ) {
    const { h, iconButton, t } = kit;
    const kept = recall('bench.tab', 'stack') as DockTab;
    this.shown = entries.some(({ name }) => name === kept) ? kept : 'stack';
    this.#tabs = h('div', {
      class: 'bench-tabs',
      attributes: { role: 'tablist', 'aria-label': t('Dock') },
      on: { keydown: (event) => this.#key(event), dblclick: () => toggleFull() },
    });
    for (const { name, label } of entries) {
      const button = h('button', {
        class: 'bench-tab',
        text: label,
        id: `bench-tab-${name}`,
        attributes: { type: 'button', role: 'tab', 'aria-controls': 'bench-dock' },
        on: { click: () => void this.open(name) },
      });
      this.#buttons.set(name, button);
      this.#tabs.append(button);
    }
    this.#body = h('div', { class: 'bench-dock-body', id: 'bench-dock', attributes: { role: 'tabpanel' } });
    this.element = h(
      'section',
      { class: 'bench-dock', attributes: { 'aria-label': t('Dock') } },
      h(
        'header',
        { class: 'bench-dock-head' },
        this.#tabs,
        iconButton('fit', t('Dock at full height'), () => toggleFull(), { class: 'bench-full' }),
      ),
      this.#body,
    );
  }

  get pane(): Pane | undefined {
    return this.#panes.get(this.shown);
  }

  tab(name: DockTab): HTMLElement {
    return this.#buttons.get(name)!;
  }

  /** Until the pane of the tab is there: one of them is a script of its own. */
  open(name: DockTab): Promise<void> {
    if (name !== this.shown) this.pane?.show(false);
    this.shown = name;
    remember('bench.tab', name);
    for (const [key, button] of this.#buttons) {
      button.setAttribute('aria-selected', String(key === name));
      button.tabIndex = key === name ? 0 : -1;
    }
    this.#body.setAttribute('aria-labelledby', `bench-tab-${name}`);
    return this.#show(name);
  }

  focus(): void {
    const first = this.#body.querySelector<HTMLElement>('[tabindex="0"], input, button, select, textarea');
    (first ?? this.#buttons.get(this.shown)!).focus({ preventScroll: true });
  }

  /** The page behind it came into sight or went. */
  async show(shown: boolean): Promise<void> {
    if (shown) await this.open(this.shown);
    else this.pane?.show(false);
  }

  dispose(): void {
    for (const pane of this.#panes.values()) pane.dispose?.();
    this.#panes.clear();
  }

  async #show(name: DockTab): Promise<void> {
    let pane = this.#panes.get(name);
    if (!pane) {
      this.#body.replaceChildren();
      if (this.#coming.has(name)) return;
      this.#coming.add(name);
      try {
        pane = await this.entries.find((entry) => entry.name === name)!.make();
      } catch {
        const { h, t } = this.kit,
          text = t('{name} could not be loaded. Check the connection and try again.', { name });
        if (this.shown === name) this.#body.replaceChildren(h('p', { class: 'quiet bench-empty', text }));
        return;
      } finally {
        this.#coming.delete(name);
      }
      this.#panes.set(name, pane);
      if (this.shown !== name) return;
    }
    if (pane.element.parentElement !== this.#body) this.#body.replaceChildren(pane.element);
    pane.show(true);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const names = this.entries.map(({ name }) => name),
      at = names.indexOf(this.shown),
      to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      return this.toggleFull();
    }
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const name = names[(to + names.length) % names.length]!;
    void this.open(name);
    this.#buttons.get(name)!.focus();
  }
}
