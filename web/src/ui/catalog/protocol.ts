// Messages between the library and its worker: the contents of a model, and a poster of it.

import type { SourceFile } from '../../protocol/files';

export type CatalogAsk =
  /** The first message; `life`: the name of the worker's lock. */
  | { type: 'start'; life: string | undefined }
  /** More files of the drop: images and declarations are looked up among them. `fresh`: those before are of another drop. */
  | { type: 'files'; files: readonly SourceFile[]; fresh: boolean }
  /** `model` with the files that belong to it; `action` of them is posed. */
  | { type: 'make'; id: number; model: SourceFile; companions: readonly SourceFile[] };

export interface CatalogFacts {
  format: string;
  /** Playable actions inside of the model's own file. */
  actions: number;
  triangles: number;
  errors: number;
  warnings: number;
  /** Message if it cannot be opened. */
  failure?: string;
}

/** Of a model that cannot be opened. */
export const noFacts: CatalogFacts = { format: '', actions: 0, triangles: 0, errors: 0, warnings: 0 };

/** The answer to `start`. */
export interface CatalogReady {
  ready: true;
}

export interface CatalogAnswer {
  id: number;
  facts: CatalogFacts;
  /** PNG with a transparent background. */
  poster?: Blob;
}

export const kPosterWidth = 320;
export const kPosterHeight = 240;
