// The engine worker's entry. Imported from a page instead (no worker WebGL2 there), it only hands out the engine.

import { Engine } from './engine';
import type { Command } from './messages';

export { Engine };

declare const WorkerGlobalScope: (new () => object) | undefined;

if (typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope) {
  const worker = self as unknown as {
    postMessage(event: unknown, transfer: Transferable[]): void;
    onmessage: ((message: MessageEvent<Command>) => void) | null;
  };
  // Commands that arrive while the core still starts are kept.
  const started = Engine.start((event, transfer = []) => worker.postMessage(event, transfer), 'worker');
  worker.onmessage = ({ data }) => void started.then((engine) => engine?.handle(data));
}
