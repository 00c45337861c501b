// A world document as it is handed to the view, and what a world's room and the workbench know of each other.

import type { WorldOutline } from '../../core/world';
import type { WorldIssue } from '../../core/worldReport';
import type { WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import type { RollRows } from '../../music/core';
import type { WorldClient } from './client';
import type { RoomKit } from './kit';

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

/** Files that are to join a world that is edited: each model with what belongs to it, and all others. */
export interface GivenFiles {
  models: readonly (readonly RoomFile[])[];
  others: readonly RoomFile[];
}

/** What the workbench has of the room. */
export interface EditedRoom {
  readonly kit: RoomKit;
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly client: WorldClient;
  readonly view: number;
  readonly playing: boolean;
  readonly frame: WorldFrameInfo | undefined;
  readonly outline: WorldOutline | undefined;
  /** Notes of the song, where there is one. */
  readonly roll: RollRows | undefined;
  readonly issues: readonly WorldIssue[];
  /** As it was opened. */
  readonly given: RoomDocument | undefined;
  /** Files that the text may name from now on; one of the same name takes the place of another. */
  addFiles(files: readonly RoomFile[]): void;
  /** The text names another song, or other effects. */
  resound(text: string): void;
  seek(time: number): void;
  play(playing: boolean): void;
  /** An operator of the outline stands out; -1: none. */
  mark(operator: number): void;
  /** Other events, or another speed: the timeline below shows them. */
  retime(outline: WorldOutline): void;
  /** Asks for the text: what was edited shows in the panels. */
  refresh(): void;
}

export interface Workbench {
  /** Comes into sight with what the room shows, or goes behind it. */
  show(shown: boolean): Promise<void>;
  /** The room has another document. */
  opened(): Promise<void>;
  pick(pick: WorldPick | undefined): void;
  /** Files that came, perhaps dropped at a place of the window. */
  take(files: GivenFiles, at?: { x: number; y: number }): void;
  dispose(): void;
}
