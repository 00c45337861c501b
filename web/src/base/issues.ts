// What a message is, of files, images and archives alike.

export const Severity = { Error: 0, Warning: 1, Info: 2, Hint: 3 } as const;
export type Severity = (typeof Severity)[keyof typeof Severity];

export interface Issue {
  code: string;
  severity: Severity;
  message: string;
  source: string;
  line?: number;
  column?: number;
  offset?: number;
  path?: string;
  help?: string;
  /** The source line, cut around the column; `caret` is the 0-based byte of the column inside `text`. */
  excerpt?: { text: string; caret: number };
}
