import type { Issue } from './issues';

/** Nothing could be shown, or the core could not start: a stable code and all messages. */
export class VitrineError extends Error {
  readonly code: string;
  readonly issues: Issue[];

  constructor(code: string, message: string, issues: Issue[] = []) {
    super(message);
    this.name = 'VitrineError';
    this.code = code;
    this.issues = issues;
  }
}

/** Of a given file whose bytes cannot be read any more. What the browser says of it is a code, or speaks of a network. */
export const unreadable = (name: string): string =>
  `${name} could not be read: it was changed, moved or deleted after it was chosen. Choose it again.`;

/** What to say of an error while the file was read and taken apart. */
export function readingError(name: string, error: unknown): string {
  if (error instanceof DOMException) return unreadable(name);
  return error instanceof Error ? error.message : String(error);
}
