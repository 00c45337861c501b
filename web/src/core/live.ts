// Messages of `vitrine view` to its page: the files of the document on disk, and which of them wait.

/** Name of the element in the page's head that has the address of the changes. */
export const kLiveMeta = 'vitrine-live';

export interface LiveFile {
  name: string;
  bytes: number;
  /** Its bytes are at `file/HASH`. */
  hash: string;
}

/** Why a file is shown as it was before. */
export interface LiveNote {
  file: string;
  /** `broken`: it cannot be read as it is now; `gone`: it is not there. */
  kind: 'broken' | 'gone';
  /** Message of its reader; empty for a file that is gone. */
  message: string;
}

export interface PageState {
  files: readonly LiveFile[];
  notes: readonly LiveNote[];
}
