// Facts of one format for the page and the command line, made of info.format of its reports.

import type { Issue, Vec4, Vec3 } from '../core/report';
import type { Words } from '../core/textFormat';

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
}

export interface RecordList {
  /** Name of the file, as it was given. */
  file: string;
  noun: string;
  summary: string[];
  records: FileRecord[];
}

/** An action that a list beside the model names. */
export interface NamedAction {
  name: string;
  file: string;
  /** The list. */
  source: string;
}

/** A model that a list hangs on a joint of another. */
export interface NamedLink {
  /** Files of the models. */
  parent: string;
  child: string;
  joint: string;
  /** From the joint, in its space. */
  offset: Vec3;
  /** Quaternion x, y, z, w. */
  rotation: Vec4;
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
  /** The actions that a text beside the model names; `source` is what it is called. */
  listed?(text: string, source: string): NamedAction[];
  /** True for the name of a file that dresses a model. */
  isLook?(name: string): boolean;
  /** The models that the same text hangs on others; `read` gives texts that it calls. */
  linked?(text: string, read: (file: string) => string | undefined): NamedLink[];
}

export const hex = (offset: number): string => `0x${offset.toString(16)}`;
