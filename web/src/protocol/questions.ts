// Questions of a page to its engine.

import type { FilePlace, Fix, Patch, PlaceAnswer, Thing } from '../core/faults';
import type { ReadOptions } from '../core/formats';
import type { ActionHealth, LargestDistance } from '../core/health';
import type { Issue, Report } from '../core/report';
import type { ExportedFile } from '../core/whole';
import type { CompareMode, CopiesState, CopyState } from './compare';
import type { SourceFile } from './files';

/** `files` are those of a drop that was refused; without them the shown document is meant. */
export type FaultAsk =
  | { what: 'places'; thing: Thing }
  | { what: 'at'; file: string; offset: number }
  | { what: 'fixes'; files?: SourceFile[] }
  | { what: 'patch'; file: string; codes: string[]; files?: SourceFile[] };

export interface FaultAnswer {
  places?: FilePlace[];
  at?: PlaceAnswer;
  fixes?: Fix[];
  patch?: Patch;
}

export type StageAsk =
  | { do: 'health'; action: number }
  | { do: 'keyTimes'; action: number; node: number }
  | { do: 'copies' }
  | { do: 'addCopy' }
  | { do: 'removeCopy'; copy: number }
  | { do: 'chooseCopy'; copy: number }
  | { do: 'changeCopy'; copy: number; change: Partial<CopyState> }
  | { do: 'compare'; files: SourceFile[]; read?: ReadOptions }
  | { do: 'stopComparing' }
  /** `divider` from the left edge, 0 to 1; `action` of the second document. */
  | { do: 'look'; mode: CompareMode; divider: number; action?: number }
  /** Largest distances at times of the shown action. */
  | { do: 'distances'; times: number[] };

export type StageAnswer = {
  health?: ActionHealth;
  times?: Float64Array<ArrayBuffer>;
  copies?: CopiesState;
  compared?: { report: Report; action: number };
  /** What the second document does. */
  second?: number;
  /** Undefined where there is nothing to compare. */
  distances?: (LargestDistance | undefined)[];
  error?: string;
};

export interface TexturePicture {
  /** What the file says it is: `PNG, 8 bit, RGBA`. */
  kind: string;
  fileBytes: number;
  /** Of the image, when it could be decoded. */
  width?: number;
  height?: number;
  /** Smaller than the image when that is very large; rows from the top, colours not multiplied by alpha. */
  preview?: { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };
}

/** Three vertices a triangle, u and v of each vertex as the file counts them. */
export interface UvLayout {
  indices: Uint32Array;
  uv: Float32Array;
}

export type ExportOutcome = { file: ExportedFile } | { error: Issue };
