// The engine worker's entry. Imported from a page instead (no worker WebGL2 there), it only hands out the engine.

import { Engine } from './engine';
import type { Command, StartMessage } from './messages';

export { Engine };

declare const WorkerGlobalScope: (new () => object) | undefined;

if (typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope) {
  const worker = self as unknown as {
    postMessage(event: unknown, transfer: Transferable[]): void;
    onmessage: ((message: MessageEvent<StartMessage | Command>) => void) | null;
  };
  let started: Promise<Engine | undefined> | undefined;
  worker.onmessage = ({ data }) => {
    if (data.type === 'start')
      started = Engine.start((event, transfer = []) => worker.postMessage(event, transfer), 'worker', data);
    // Commands that arrive while the core still starts are kept.
    else void started?.then((engine) => engine?.handle(data));
  };
}
