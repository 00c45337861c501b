// What every control of a parameter has.

import type { KeyInfo } from '../../text/schema';
import type { Scrub } from '../scrub';

export interface Control {
  readonly element: HTMLElement;
  /** Takes over what the text says now. The row makes another one where `shapeOf` its field is another. */
  show(): void;
  /** What dragging the name does. */
  readonly scrub?: Scrub | undefined;
  /** It takes the line below the name. */
  readonly isWide?: boolean;
}

/** Rows for the keys of an object inside. */
export interface Rows {
  readonly element: HTMLElement;
  show(): void;
}

/** The row around a control. */
export interface ControlHost {
  /** A sentence at the field; an empty one takes it away. */
  complain(message: string): void;
  /** Rows for keys of objects that stand at these places. */
  rows(owners: readonly string[], keys: readonly KeyInfo[]): Rows;
}
