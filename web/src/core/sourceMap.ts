// Places of things in files, and faults that can be put right: the shapes of `places`, `at`, `fixes` and `patch`.

import type { ElementType } from './report';

/** Something of a scene that stands in a file. Numbers are the report's; `curve` counts the list of channels. */
export type Thing =
  | { kind: 'vertex' | 'triangle'; mesh: number; index: number }
  | { kind: 'weight'; mesh: number; index: number; vertex?: number }
  | { kind: 'mesh'; index: number; node?: number }
  | { kind: 'node' | 'material' | 'action'; index: number }
  | { kind: 'curve' | 'frame'; action: number; index: number }
  | { kind: 'key'; action: number; curve: number; index: number };

/** Bytes of a file; with lines where it is a text. */
export interface FilePlace {
  file: string;
  offset: number;
  size: number;
  /** Its name in the file. */
  name: string;
  line?: number;
  column?: number;
  lastLine?: number;
}

/** A thing with its bytes. */
export type PlacedThing = Thing & { offset: number; size: number; name?: string };

export interface PlaceAnswer {
  /** The innermost first. */
  things: PlacedThing[];
  /** Where the record of a binary file begins that holds the byte. */
  record?: number;
}

/** Fix of a file: all corrections of one code. */
export interface Fix {
  file: string;
  code: string;
  title: string;
  changes: number;
}

/** Lines before and after, as in unified diffs. */
export interface TextHunk {
  line: number;
  lines: number;
  newLine: number;
  newLines: number;
  rows: [' ' | '-' | '+', string][];
}

/** A field before and after; null where the bytes are no number. */
export interface FieldChange {
  offset: number;
  size: number;
  newSize: number;
  field: string;
  type: ElementType | 'bool' | 'text' | 'bytes' | '';
  before: number | boolean | string | null;
  after: number | boolean | string | null;
  hexBefore: string;
  hexAfter: string;
}

export interface PatchReport {
  file: string;
  text: boolean;
  fixed: string[];
  changes: number;
  bytesBefore: number;
  bytesAfter: number;
  diff: TextHunk[] | FieldChange[];
  /** All files were opened again with the patched one. */
  check: {
    /** The patched file opens. */
    opens: boolean;
    gone: string[];
    left: string[];
    arose: { file: string; code: string; count: number }[];
  };
}

export interface Patch {
  report: PatchReport;
  bytes: Uint8Array;
}
