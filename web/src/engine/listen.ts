// An engine in a worker: commands of the page are handled in order.

import type { Report } from '../core/report';
import { flatten } from '../core/hierarchy';
import { holdLifeline } from '../base/lifeline';
import { type AnyEngine, handOut, type StartEngine } from '../protocol/handout';
import type { Command, ModuleMessage, Post, StartMessage } from '../protocol/messages';

interface WorkerScope {
  postMessage(event: unknown, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent<StartMessage | ModuleMessage | Command>) => void) | null;
  onmessageerror: (() => void) | null;
}

declare const WorkerGlobalScope: (new () => object) | undefined;

/**
 * A message is copied member by member, and what has been copied is not entered again. The nodes go before the report,
 * children before their parents: thousands of joints in a chain are then no deeper than one.
 */
export function leavesFirst(event: object): object {
  const report = reportIn(event);
  return report ? { nodes: flatten(report.info.hierarchy).reverse(), ...event } : event;
}

/** Report of a loaded document, or in an answer; answers also have reports of other kinds. */
function reportIn({ report, answer }: { report?: unknown; answer?: unknown }): Report | undefined {
  const candidates = [report, answer, (answer as { report?: unknown } | undefined)?.report] as (
    Partial<Report> | undefined
  )[];
  return candidates.find((each) => each?.info?.hierarchy) as Report | undefined;
}

/** Where this is no worker, the script only hands out its engine. */
export function listen(start: StartEngine): void {
  if (typeof WorkerGlobalScope === 'undefined' || !(self instanceof WorkerGlobalScope)) {
    handOut(start);
    return;
  }
  const worker = self as unknown as WorkerScope;
  let engine: AnyEngine | undefined;
  const modules = new Map<string, Promise<WebAssembly.Module>>(),
    waiting = new Map<string, (module?: WebAssembly.Module) => void>();
  const post: Post = (event, transfer = []) => worker.postMessage(leavesFirst(event), transfer);
  const wait = (name: string): void => {
    const module = new Promise<WebAssembly.Module>((resolve, reject) => {
      waiting.set(name, (found) => (found ? resolve(found) : reject(new Error())));
    });
    module.catch(() => undefined);
    modules.set(name, module);
  };
  worker.onmessage = ({ data }) => {
    if (data.type === 'start') {
      const { view } = data;
      holdLifeline(data.life, () => post({ type: 'life' }));
      engine = start(post, 'worker', { ...data, ...(view && { view: { ...view, modules } }) });
    } else if (data.type === 'compiling') wait(data.name);
    else if (data.type === 'compiled') waiting.get(data.name)?.(data.module);
    else engine?.handle(data);
  };
  // A module that cannot come into this worker.
  worker.onmessageerror = () => waiting.forEach((end) => end());
}
