// The entry of the page's engine worker, as ../worker.ts is of every other one.

import { StageEngine } from './engine';
import type { Command, StartMessage } from '../messages';

export { StageEngine as Engine };

declare const WorkerGlobalScope: (new () => object) | undefined;

if (typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope) {
  const worker = self as unknown as {
    postMessage(event: unknown, transfer: Transferable[]): void;
    onmessage: ((message: MessageEvent<StartMessage | Command>) => void) | null;
  };
  let started: Promise<StageEngine | undefined> | undefined;
  worker.onmessage = ({ data }) => {
    if (data.type === 'start')
      started = StageEngine.start(
        (event, transfer = []) => worker.postMessage(event, transfer),
        'worker',
        data,
      ) as Promise<StageEngine | undefined>;
    // Commands that arrive while the core still starts are kept.
    else void started?.then((engine) => engine?.handle(data));
  };
}
