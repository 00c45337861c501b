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
