// Types of the core's answers about the health of actions and the distance of two posed documents.

import type { Vec3 } from '../base/vectors';

export interface Seam {
  closed: boolean;
  /** Between where a node begins and where it ends, in file units; the root's own way is left out. Null: not finite. */
  distance: number | null;
  node: number | null;
  /** Degrees that a node is turned between its first and its last pose. */
  angle: number;
  angleNode: number | null;
  /** Up to these a loop counts as closed: 1 % of the model's size, 5 degrees. */
  allowed: { distance: number; angle: number };
}

/** A key whose quaternion has a negative dot product with the one before. */
export interface Flip {
  node: number | null;
  name: string;
  time: number;
  dot: number;
}

/** Channels that a file animates and that hold one value all along. */
export interface Frozen {
  node: number | null;
  name: string;
  channels: string[];
  /** Nothing else of it moves. */
  whole: boolean;
}

/** Stored boxes that do not contain the mesh. */
export interface BoundsHealth {
  frames: number;
  /** Very long actions are looked at in even steps. */
  checked: number;
  outside: number;
  /** File units: 0.1 % of the true box. */
  allowed: number;
  largest: { frame: number; time: number; excess: number; axis: 'x' | 'y' | 'z'; side: 'min' | 'max' };
  list: { frame: number; time: number; excess: number }[];
}

/** All findings are counted, the first 64 of a kind are listed. */
export interface ActionHealth {
  action: string;
  /** Diagonal of the bind pose's box, in file units. */
  size: number;
  seam: Seam | null;
  flips: { count: number; list: Flip[] };
  frozen: { count: number; list: Frozen[] };
  /** Null where the file stores no boxes. */
  bounds: BoundsHealth | null;
}

/** Lengths and places in world space: y up, in metres where a file states its unit, else in file units. */
export interface LargestDistance {
  /** Vertex against vertex, or each vertex against the nearest point of the other surface, one way. */
  by: 'vertex' | 'surface';
  distance: number;
  /** Node of the first document. */
  node: number;
  name: string;
  mesh: string;
  instance: number;
  vertex: number;
  at: Vec3;
  other: Vec3;
  /** How many were compared. */
  vertices: number;
}

type SingleTurn = `${'x' | 'y' | 'z'}${'90' | '-90' | '180'}`;
/** A turn by quarters about an axis of the world (y is up), or two of them, the first one first. */
export type QuarterTurn = SingleTurn | `${SingleTurn},${SingleTurn}`;

/** How a second document is turned to agree with the first. */
export interface FoundTurn {
  turn: QuarterTurn;
  /** The largest distance then. */
  distance: number;
}

export const isQuarterTurn = (text: unknown): text is QuarterTurn =>
  typeof text === 'string' && /^[xyz](-?90|180)(,[xyz](-?90|180))?$/.test(text);
