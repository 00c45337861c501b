// The entry of the application's worker that draws worlds. Imported from a page instead (no worker WebGL2 there, and
// tests), it only hands out the engine.

import { holdLifeline } from '../../base/lifeline';
// A script of its own, world-engine.js, so that there is one copy. As it is imported it begins to listen as the element's
// engine; what is set below takes the place of that.
import { readSwitch, VitrineError, WorldEngine, WorldFiles, WorldPlayer } from './elementWorker';
import type { WorldAlive, WorldCommand, WorldPost } from './messages';

export { readSwitch, WorldFiles, WorldPlayer, WorldEngine };

interface WorkerScope {
  postMessage(event: unknown, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent<WorldCommand>) => void) | null;
}
declare const WorkerGlobalScope: (new () => object) | undefined;

if (typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope) {
  const scope = globalThis as unknown as WorkerScope,
    waiting: WorldCommand[] = [];
  const post: WorldPost = (event, transfer = []) => scope.postMessage(event, transfer);
  let engine: WorldEngine | undefined;
  scope.onmessage = ({ data }) => {
    if (engine) engine.handle(data);
    else if (data.type !== 'start') waiting.push(data);
    else {
      holdLifeline(data.life, () => scope.postMessage({ type: 'life' } satisfies WorldAlive, []));
      WorldEngine.start(post, data)
        .then((started) => {
          engine = started;
          for (const command of waiting) started.handle(command);
        })
        .catch((error: unknown) => {
          const { code, message } = error instanceof VitrineError ? error : { code: 'ENGINE', message: String(error) };
          post({ type: 'failed', code, message });
        });
    }
  };
}
