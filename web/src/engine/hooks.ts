// Where features take part in what a session does. Hooks are called in the order of the features; where one returns a
// function, that is called afterwards.

import type { PlaybackChange } from '../protocol/playback';
import type { FrameInfo, PickHit, SkinningPath } from '../protocol/view';
import type { Vec3 } from '../base/vectors';
import type { RenderModel, FrameInputs } from './renderModel';
import type { LoadedDocument } from './loaded';

/** Measures a picture and the pose that it shows. */
export type Look<Given, Found> = (
  picture: FrameInputs,
  renderModel: RenderModel,
  given: Given,
  hooks: readonly SessionHooks[],
) => Found | undefined;

export type Afterwards = (() => void) | void;

export interface SessionHooks {
  /** Something besides the session's clock runs. */
  moves?(): boolean;
  advance?(seconds: number): void;
  /** Before a document takes the place of the one before. */
  show?(loaded: LoadedDocument): void;
  /** Around the new making of what a lost context held. */
  rebuild?(gl: WebGL2RenderingContext): Afterwards;
  change?(change: PlaybackChange): Afterwards;
  /** Around the measuring of what a view frames. */
  frame?(): Afterwards;
  /** Before the document is posed for the session's own render model. */
  enter?(): void;
  /** Around posing. */
  pose?(time: number, path: SkinningPath): Afterwards;
  /** Positions on the CPU are needed whichever path draws. */
  needsPositions?(): boolean;
  path?(): SkinningPath | undefined;
  /** How far the view has gone along with the model. */
  follow?(): Vec3 | undefined;
  picture?(picture: FrameInputs, path: SkinningPath): FrameInputs;
  /** Further facts about a rendered frame. */
  readings?(picture: FrameInputs): Partial<FrameInfo>;
  pick?(hit: PickHit | undefined, x: number, y: number): PickHit | undefined;
  dispose?(): void;
}
