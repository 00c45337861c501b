// What `vitrine view` tells its page: the files of the document as they are on disk, and which of them wait.

/** Name of the element in the page's head that says where the changes are told. */
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
  /** What its reader says; empty for a file that is gone. */
  message: string;
}

export interface PageState {
  files: readonly LiveFile[];
  notes: readonly LiveNote[];
}
