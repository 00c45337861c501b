// Facts about a path as values: a path from a file or a folder must never end a run.

import { type Stats, statSync } from 'node:fs';

/** Files whose names on disk are no UTF-8, by what they are called here. */
export const oddNames = new Map<string, Buffer>();

/** Undefined for what is not there and for what cannot be asked about: rings of links, names too long, NUL in a path. */
export function statOf(path: string | Buffer): Stats | undefined {
  const there = typeof path === 'string' ? (oddNames.get(path) ?? path) : path;
  try {
    return statSync(there, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Why the system refused, without the path, which may be as long as it likes. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_VALUE') return 'no path has a NUL in it';
  return /^E[A-Z0-9]+: [^,]*/.exec(error.message)?.[0] ?? error.message.slice(0, 200);
}

/** The system refused something (`syscall`), or Node did for it (a NUL in a path). */
export const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_VALUE');
