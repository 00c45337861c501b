// Where parts of a viewer take part in what it does: the application adds some, the element none.

import type { EngineEvent } from '../protocol/messages';
import type { PlaybackChange } from '../protocol/playback';
import type { FrameInfo, ViewerId } from '../protocol/view';

/** An event about one viewer. */
export type OwnEvent = Extract<EngineEvent, { viewer: ViewerId }>;

export interface ViewerPart {
  /** After a change of the playback has been sent. */
  changed?(change: PlaybackChange): void;
  /** Called before listeners of a rendered frame. */
  frame?(frame: FrameInfo): void;
  /** True if no other part gets the event. */
  receive?(event: OwnEvent): boolean;
  /** A document is new: what was done to the one before is gone. */
  forget?(): void;
  /** Returns what is to be done to the shown document again, once it is in a new engine. */
  remember?(): () => void;
}
