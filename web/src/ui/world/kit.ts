// Functions of the page for the lazy scripts of worlds and of songs: text, elements, announcements.

import type { WorldIssue } from '../../core/worldReport';
import type { SourceFile } from '../../protocol/files';
import type { Divider } from '../compare/divider';
import type { h, iconButton, setIcon } from '../dom';
import type { countOf, fixed, speakFor, t } from '../language';
import type { RecordSource, Structure } from '../structure';
import type { VirtualList } from '../virtual';

/** Functions of the page for the lazy script of worlds: text, elements, announcements. */
export interface WorldKit {
  h: typeof h;
  iconButton: typeof iconButton;
  setIcon: typeof setIcon;
  t: typeof t;
  fixed: typeof fixed;
  /** The address of a script as trusted types want it. */
  scriptUrl(url: string): string;
  /** Puts tabs into the bar. */
  tabs(tabs: HTMLElement): void;
  /** A panel came, went or has another width. */
  arranged(): void;
  /** A passing remark. */
  say(text: string): void;
}

/** And what only worlds need. */
export interface RoomKit extends WorldKit {
  VirtualList: typeof VirtualList;
  Divider: typeof Divider;
  /** A document of this text, to be edited; `files` are beside it, or all that it names is beside `base`. */
  create(name: string, text: string, files?: readonly SourceFile[], base?: string): void;
  countOf: typeof countOf;
  /** Texts of a part of the page, before it is built. */
  speakFor: typeof speakFor;
  /** Shows on a tab how many problems there are. */
  count(tab: HTMLElement, issues: readonly WorldIssue[]): void;
}

/** Functions of the page for the lazy script of songs: those for worlds, and the view of records of binary files. */
export interface SongKit extends WorldKit {
  structure(source: RecordSource): Structure;
}
