// A world document as it is handed to the view, and what becomes of it.

import type { WorldIssue } from '../../core/world';

export interface RoomFile {
  /** As the document names it. */
  name: string;
  data: Blob | ArrayBuffer;
  /** It came while the document was edited, and may lie elsewhere. */
  joined?: boolean;
}

export interface RoomDocument {
  name: string;
  /** Where the document can be saved to. */
  handle?: FileSystemFileHandle | undefined;
  text: ArrayBuffer;
  files: RoomFile[];
  /** Address of the document, beside which its files lie. */
  base?: string;
  time?: number;
  play: boolean;
}

export type RoomOutcome =
  { opened: true; issues: WorldIssue[]; missing: string[] } | { opened: false; issues: WorldIssue[] };
