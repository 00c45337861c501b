// Facts of one format for the page and the command line, made of info.format of its reports.

import type { Issue } from '../core/report';
import type { Words } from '../base/textFormat';

/** Label and value. */
export type Fact = [label: string, value: string];

export interface FormatFacts {
  facts: Fact[];
  /** Facts of the objects in the file. */
  objects: { name: string; facts: Fact[] }[];
}

export interface FileRecord {
  name: string;
  /** Title or description, from its own fields. */
  label: string;
  offset: number;
  /** Size of its contents as the file counts them. */
  size: number;
  /** Layout and bytes consumed, in few words. */
  note: string;
  depth: number;
  /** Why it stands out; empty when nothing is unusual about it. */
  problem: string;
  /** Its fields where a reader of the program has read it. */
  own?: Readonly<Record<string, unknown>>;
}

export interface RecordList {
  /** Name of the file, as it was given. */
  file: string;
  noun: string;
  summary: string[];
  records: FileRecord[];
}

export interface FormatView {
  /** Heading of its description. */
  title?(words: Words): string;
  facts?(format: Record<string, unknown>, words: Words): FormatFacts | undefined;
  /** Parts of the file in order; undefined if the format has no such list. */
  records?(
    file: string,
    format: Record<string, unknown>,
    messages: readonly Issue[],
    words: Words,
  ): RecordList | undefined;
  /** How the file was read, beside the switches that read it otherwise. */
  reading?(format: Record<string, unknown>, words: Words): Fact[];
  /** True for the name of a file that dresses a model. */
  isLook?(name: string): boolean;
}

export const hex = (offset: number): string => `0x${offset.toString(16)}`;
