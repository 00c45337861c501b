// An engine in a worker: what the page says, handed to it in order.

import type { Engine } from './engine';
import type { Command, EngineCores, ModuleMessage, Post, StartMessage } from './messages';

interface EngineClass {
  start(post: Post, thread: 'worker', cores: EngineCores): Engine;
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
  let engine: Engine | undefined;
  const modules = new Map<string, Promise<WebAssembly.Module>>(),
    waiting = new Map<string, (module?: WebAssembly.Module) => void>();
  const post: Post = (event, transfer = []) => worker.postMessage(event, transfer);
  const wait = (name: string): void => {
    const module = new Promise<WebAssembly.Module>((resolve, reject) => {
      waiting.set(name, (found) => (found ? resolve(found) : reject(new Error())));
    });
    module.catch(() => undefined);
    modules.set(name, module);
  };
  worker.onmessage = ({ data }) => {
    if (data.type === 'start') {
      const { view, ...rest } = data;
      engine = engineClass.start(post, 'worker', { ...rest, ...(view && { view: { ...view, modules } }) });
    } else if (data.type === 'compiling') wait(data.name);
    else if (data.type === 'compiled') waiting.get(data.name)?.(data.module);
    else engine?.handle(data);
  };
  // A module that cannot come into this worker.
  worker.onmessageerror = () => waiting.forEach((end) => end());
}
