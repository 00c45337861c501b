// What panes of the workbench share: the draft, the picture beside it, what the core says of both.

import type { WorldIssue } from '../../core/worldReport';
import type { WorldOutline } from '../../core/world';
import type { WorldEvent, WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import type { RollRows } from '../../music/core';
import type { RoomFile, RoomOutcome } from '../world/edited';
import type { RoomKit } from '../world/kit';
import type { Draft, DraftState } from './text/draft';
import type * as schema from './text/schema';
import type { Words } from './text/words';

/** States of an operator in the frame that shows: bits. */
export const OpState = {
  Ran: 1,
  Cached: 2,
  Stale: 4,
  Failed: 8,
  Empty: 16,
  /** Not under the root. */
  Loose: 32,
  Reached: 64,
} as const;

/** The document as it was opened. */
export interface BenchFile {
  /** Its last name. */
  readonly name: string;
  /** Where it can be saved to. */
  readonly handle?: FileSystemFileHandle | undefined;
  /** What came with it, by the names that the document uses. */
  readonly files: readonly RoomFile[];
  /** Address of the document, beside which its files lie. */
  readonly base?: string | undefined;
}

/** A second picture of the same engine. */
export interface EngineView {
  ask(question: EngineMessage): Promise<unknown>;
  send(command: EngineMessage): void;
  /** Opens a document in it: a text, with the files of the first one and further ones. */
  open(text: string, time: number, more?: readonly RoomFile[]): Promise<RoomOutcome>;
  on(listener: (event: WorldEvent) => void): () => void;
  close(): void;
}

/** A message of engine/world/messages.ts without its view and its number. */
export type EngineMessage = { readonly type: string; readonly [key: string]: unknown };

/** The engine that draws the picture. */
export interface BenchEngine {
  /** Undefined where nothing is shown. */
  ask(question: EngineMessage): Promise<unknown>;
  send(command: EngineMessage): void;
  /** Gives a canvas to the engine for good. */
  newView(canvas: HTMLCanvasElement): EngineView;
}

/** The picture, as panes may use it. */
export interface Picture {
  readonly frame: WorldFrameInfo | undefined;
  readonly canvas: HTMLCanvasElement;
  /** Covers the picture and lets the pointer through: for what lies over it. */
  readonly layer: HTMLElement;
  /** Of the last text that was taken. */
  readonly outline: WorldOutline | undefined;
  readonly issues: readonly WorldIssue[];
  /** Notes of the song, where there is one. */
  readonly roll: RollRows | undefined;
  /** By pointer, of the frame that shows. */
  state(pointer: string): number;
  seek(seconds: number): void;
  play(playing: boolean): void;
  /** Where the eye is: matrices to draw gizmos with. Column vectors, as WebGL's. */
  view(): {
    viewProjection: Float32Array;
    at: readonly number[];
    dir: readonly number[];
    up: readonly number[];
    fov: number;
  };
  pick(x: number, y: number): Promise<WorldPick | undefined>;
}

export type BenchEvent =
  /** As of the draft: `text`, `selection`, `page`, `saved`. */
  | 'text'
  | 'selection'
  | 'page'
  | 'saved'
  /** A frame is drawn; the text was taken or refused; issues are others. */
  | 'frame'
  | 'taken'
  | 'issues'
  /** `pictureOf` has one more. */
  | 'pictures';

export interface Bench {
  readonly kit: RoomKit;
  readonly draft: Draft;
  readonly picture: Picture;
  readonly file: BenchFile;
  readonly engine: BenchEngine;
  /** For scripts of their own, which do not carry the schema a second time. */
  readonly schema: Pick<typeof schema, 'operators' | 'keysOf' | 'kindOf' | 'namesAt'>;
  /** The core refuses the text: the picture is that of an earlier one. */
  readonly isRefused: boolean;
  on(listener: (event: BenchEvent, loose: boolean) => void): () => void;
  /** Files that the text may name from now on. */
  addFiles(files: readonly RoomFile[]): void;
  /** A command of commands.ts. */
  run(id: string): void;
  /** Chooses, and opens the page of what is chosen. */
  go(pointer: string): void;
  /** Gives the `name` of one of some things at the focused place; undefined when given up. */
  choose(
    title: string,
    items: readonly { name: string; label?: string; help?: string; class?: string; picture?: string }[],
  ): Promise<string | undefined>;
  /** The address of a small picture of a page; undefined where there is none yet. */
  pictureOf(pointer: string): string | undefined;
  /** Asks for a line of text. */
  prompt(title: string, text: string): Promise<string | undefined>;
  /** Labels and reasons in the language of the page; empty for none. */
  words(words: Words | undefined): string;
  /** A kept draft takes the place of this one: panes are made again. */
  restore(state: DraftState): void;
  /** Told in the live region, and in the status line. */
  say(text: string): void;
}

/** A pane: Stack, Outline, Inspector, Timeline, Curves, Text, Problems. */
export interface Pane {
  readonly element: HTMLElement;
  /** Only panes that show are told. */
  show(shown: boolean): void;
  /** Keys while it has the focus; true when it took one. */
  key?(event: KeyboardEvent): boolean;
  dispose?(): void;
}
/** Each pane's module exports one of these. */
export type PaneMaker = (bench: Bench) => Pane;
