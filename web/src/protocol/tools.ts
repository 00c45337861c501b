// Settings of the page's tools for a frame, and their results. Only types and defaults: the script behind
// them is fetched when a page sets them for the first time.

import type { MeasurePoint } from '../core/points';
import type { Bounds, Vec3, Vec4 } from '../core/report';

export const toolOverlayNames = [
  /** Names of the joints. */
  'names',
  'tangents',
  /** The part that the selected joint has in each vertex. */
  'weights',
  /** Vertices with more than four influences. */
  'influences',
  /** The box that the file states beside the true one. */
  'stored',
  /** Grid lines in file units, with their numbers. */
  'ruler',
] as const;
export type ToolOverlay = (typeof toolOverlayNames)[number];

/** Removes one side of the plane; `flip` selects the other. */
export interface Section {
  /** Axis of the file: 0 x, 1 y, 2 z. */
  axis: 0 | 1 | 2;
  /** In file units along the axis. */
  at: number;
  flip: boolean;
  /** Closed surfaces are filled where the plane cuts them. */
  cap: boolean;
}

export const environments = ['studio', 'outdoor', 'torch', 'dark'] as const;
export type Environment = (typeof environments)[number];

/** Lights of a panorama. */
export interface OwnLight {
  /** Unit vectors towards key, fill and rim; y is up, the model's front looks along z. */
  directions: readonly number[];
  /** Linear colours of key, fill, rim, floor and sky. */
  colors: readonly number[];
}

/** Lighting of the model instead of the plain studio. */
export interface LightSettings {
  environment: Environment;
  /** In place of the environment; it stands still while the view turns. */
  own?: OwnLight | undefined;
  /** Steps of brightness, each twice the one before; 0 is as made. */
  exposure: number;
  /** Degrees around the vertical. */
  rotation: number;
}

export interface ToolSettings {
  light?: LightSettings | undefined;
  overlays: Readonly<Record<ToolOverlay, boolean>>;
  /** Nodes out of sight, each by itself. */
  hidden: readonly number[];
  /** Node of which only the subtree and the vertices it moves show; -1 for none. */
  isolated: number;
  section?: Section;
  measure: readonly MeasurePoint[];
  /** Where annotations are bound. */
  notes?: readonly MeasurePoint[];
  /** Unit of lengths, beside boxes and after numbers of the ruler. */
  words: { stored: string; bounds: string; unit: string };
}

export const defaultTools: ToolSettings = {
  overlays: { names: false, tangents: false, weights: false, influences: false, stored: false, ruler: false },
  hidden: [],
  isolated: -1,
  measure: [],
  words: { stored: 'file', bounds: 'true', unit: '' },
};

export interface Label {
  text: string;
  /** Pixels of the picture from its upper left corner. */
  x: number;
  y: number;
}

/** Where an annotation appears. */
export interface NotePlace {
  /** Pixels of the picture from its upper left corner. */
  x: number;
  y: number;
  /** The model hides it. */
  behind: boolean;
}

export interface ToolResults {
  /** In the order of the settings; null for what is not there or outside of the picture. */
  notes?: (NotePlace | null)[];
  /** File space; missing where a point is not there. */
  points: (Vec3 | null)[];
  /** Vertices with more than four influences, and all vertices that have influences. */
  crowded?: { over: number; of: number };
  /** File space at this moment. */
  boxes?: { stored?: Bounds; bounds?: Bounds };
  /** Closed parts that the cap fills, of all parts of the meshes in sight. */
  closed?: { closed: number; of: number };
  /** Vertices that the selected joint moves. */
  moved?: number;
  /** Between two lines of the ruler, in file units. */
  spacing?: number;
  labels: Label[];
}

/** A picture of any size. */
export interface Shot {
  width: number;
  height: number;
  background: 'stage' | 'clear';
  overlays: boolean;
}

/** Translation, rotation x y z w, scale. */
export type Transform = [Vec3, Vec4, Vec3];
