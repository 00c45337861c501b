// An engine in a worker: what the page says, handed to it in order.

import type { Engine } from './engine';
import type { Command, EngineCores, ModuleMessage, Post, StartMessage } from './messages';

interface EngineClass {
  start(post: Post, thread: 'worker', cores: EngineCores): Promise<Engine | undefined>;
}

interface WorkerScope {
  postMessage(event: unknown, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent<StartMessage | ModuleMessage | Command>) => void) | null;
  onmessageerror: (() => void) | null;
}

declare const WorkerGlobalScope: (new () => object) | undefined;

/** Where this is no worker, the script only hands out its engine. */
export function listen(engineClass: EngineClass): void {
  if (typeof WorkerGlobalScope === 'undefined' || !(self instanceof WorkerGlobalScope)) return;
  const worker = self as unknown as WorkerScope;
  let started: Promise<Engine | undefined> | undefined,
    receive: ((module: WebAssembly.Module | undefined) => void) | undefined;
  const post: Post = (event, transfer = []) => worker.postMessage(event, transfer);
  const start = ({ view, compiling, ...rest }: StartMessage): Promise<Engine | undefined> => {
    const wasmModule = new Promise<WebAssembly.Module>((resolve, reject) => {
      receive = (module) => (module ? resolve(module) : reject(new Error()));
    });
    return engineClass.start(post, 'worker', {
      ...rest,
      ...(view && { view: { ...view, ...(compiling && { wasmModule }) } }),
    });
  };
  worker.onmessage = ({ data }) => {
    if (data.type === 'start') started = start(data);
    else if (data.type === 'module') receive?.(data.module);
    // Commands that arrive while the core still starts are kept.
    else void started?.then((engine) => engine?.handle(data));
  };
  // A module that cannot come into this worker.
  worker.onmessageerror = () => receive?.(undefined);
}
