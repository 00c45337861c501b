// The controls of one element: they are there once it shows a model, and without them there is still the list of keys. Their
// script is fetched when a viewer first needs it, or a page carries it in itself.

import type { Controls } from './controls';
import type { ElementHost } from './host';

type ControlsScript = typeof import('./controls');

let here: ControlsScript | undefined;
let coming: Promise<ControlsScript> | undefined;

export function carryControls(script: ControlsScript): void {
  here = script;
}

const controlsHere = (): ControlsScript | undefined => here;

/** Rejects where it cannot be fetched; the next try may succeed. */
function fetchControls(): Promise<ControlsScript> {
  if (here) return Promise.resolve(here);
  if (!coming) {
    coming = import('./controls');
    coming.then(
      (script) => (here = script),
      () => (coming = undefined),
    );
  }
  return coming;
}

export class ControlsHost {
  #controls: Controls | undefined;

  constructor(
    private readonly element: ElementHost,
    private readonly frame: HTMLElement,
  ) {}

  /** The value of the attribute now. Fifty viewers that wait need no buttons, and no script for them. */
  set(): void {
    const { controls, report } = this.element,
      script = controlsHere();
    this.#controls?.remove();
    this.#controls = undefined;
    if (controls === 'none' || !report) return;
    if (script) this.#mount(new script.Controls(this.element, controls));
    else void this.fetch();
  }

  /** A document has come. */
  begin(): void {
    if (this.#controls) this.#controls.refresh();
    else this.set();
  }

  /** With controls, they are part of what is shown. */
  async fetch(): Promise<void> {
    if (this.element.controls === 'none') return;
    await fetchControls().catch((cause: unknown) => console.error('vitrine: no controls:', cause));
    if (!this.#controls && controlsHere()) this.set();
  }

  refresh(): void {
    this.#controls?.refresh();
  }

  tick(): void {
    this.#controls?.tick();
  }

  /** Closes what is open; false when nothing was. */
  hide(): boolean {
    return this.#controls?.hide() ?? false;
  }

  async help(): Promise<void> {
    const { Controls: Made } = await fetchControls();
    (this.#controls ?? this.#mount(new Made(this.element, 'none'))).help();
  }

  #mount(controls: Controls): Controls {
    this.#controls = controls;
    controls.mount(this.frame);
    controls.refresh();
    return controls;
  }
}
