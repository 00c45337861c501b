// One switch of how files are read.

import type { ReadOptions } from './formats';
import type { ReadingOption } from './rows';

type Switches = Record<string, boolean | string | Record<string, boolean> | undefined>;

/** Undefined where it is not set. */
export function readingOf(read: ReadOptions | undefined, { path: [name, member] }: ReadingOption): boolean | undefined {
  const given = (read as Switches | undefined)?.[name!];
  return (member !== undefined && typeof given === 'object' ? given[member] : given) as boolean | undefined;
}

export function withReading(read: ReadOptions, { path: [name, member] }: ReadingOption, on: boolean): ReadOptions {
  const group = (read as Switches)[name!];
  return { ...read, [name!]: member === undefined ? on : { ...(group as object | undefined), [member]: on } };
}
