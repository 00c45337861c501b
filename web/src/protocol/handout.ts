// How the script of an engine gives the engine to a page that draws on its own thread. A global, because bundlers rewrite
// or refuse an import() of an address that is only known at run time, and pages on a disk start no modules.

import type { Command, EngineCores, Post } from './messages';

/** Receiver of a page's commands: the engine of models, or that of worlds. */
export interface AnyEngine {
  handle(command: Command): void;
}

export type StartEngine = (post: Post, thread: 'worker' | 'page', cores: EngineCores) => AnyEngine;

const place = globalThis as unknown as { VitrineEngine?: StartEngine };

export const handOut = (start: StartEngine): void => void (place.VitrineEngine = start);

/** Undefined until the engine's script has run. */
export const handedOut = (): StartEngine | undefined => place.VitrineEngine;
