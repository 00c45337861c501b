// Scripts of the element that are fetched when a viewer first needs them, or that a page carries in itself.

export type ControlsScript = typeof import('./controls');

let here: ControlsScript | undefined;
let coming: Promise<ControlsScript> | undefined;

export function carryControls(script: ControlsScript): void {
  here = script;
}

export const controlsHere = (): ControlsScript | undefined => here;

/** Rejects where it cannot be fetched; the next try may succeed. */
export function fetchControls(): Promise<ControlsScript> {
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
