// The page's end of the engine. One client serves all viewers of a page; where a worker cannot draw, the same engine
// runs on this thread behind the same messages.

import { compile } from '../base/compile';
import { lifelineName, whenGone } from '../base/lifeline';
import { startWorker } from '../base/startWorker';
import { scriptUrl } from '../base/trusted';
import { type ViewCoreName, viewUrl } from '../core/viewCores';
import type { AnyEngine } from '../protocol/handout';
import type { Command, EngineCores, EngineEvent, ModuleMessage, StartMessage } from '../protocol/messages';
import type { FormatInfo } from '../core/report';
import { Emitter } from '../base/emitter';

export interface EngineInfo {
  version: string;
  formats: FormatInfo[];
  renderer: string;
  thread: 'worker' | 'page';
}

export const kEngineEnded = 'The engine has ended.';

interface ClientEvents {
  event: EngineEvent;
  /** The engine is a new one: canvases and documents must be handed over again. */
  restarted: void;
}

export class EngineClient extends Emitter<ClientEvents> {
  info: EngineInfo | undefined;
  /** The engine cannot start or draw here: it answers nothing. */
  failure: (EngineEvent & { type: 'failed' }) | undefined;
  #worker: Worker | undefined;
  #local: Promise<AnyEngine | undefined> | undefined;
  #onPage: boolean;
  #nextId = 0;

  /**
   * `url` of the engine's script. Where the engine does not start from there, `elsewhere` has
   * once where else it lies.
   */
  constructor(
    private url: string,
    thread: 'worker' | 'page' = canDrawInWorker() ? 'worker' : 'page',
    private cores: EngineCores = {},
    private elsewhere?: () => Promise<{ url: string; cores: EngineCores }>,
  ) {
    super();
    this.#onPage = thread === 'page';
    this.#start();
  }

  /** A number that no other viewer or request of this page has. */
  newId(): number {
    return this.#nextId++;
  }

  get drawsOnPage(): boolean {
    return this.#onPage;
  }

  send(command: Command, transfer: Transferable[] = []): void {
    if (this.#worker) this.#worker.postMessage(command, transfer);
    else void this.#local?.then((engine) => engine?.handle(command));
  }

  /** A view core, compiled on this side while the engine does other things; until it is here, or cannot be. */
  compileView(name: ViewCoreName): Promise<unknown> | undefined {
    const { view } = this.cores;
    if (!view?.modules) return undefined;
    let module = view.modules.get(name);
    if (!module) {
      module = compile(viewUrl(view, name));
      view.modules.set(name, module);
      if (this.#worker) handOver(this.#worker, name, module);
    }
    return module.catch(() => undefined);
  }

  /** Ends the engine whatever it is doing, and starts another. */
  restart(): void {
    this.#worker?.terminate();
    this.#start();
    this.emit('restarted', undefined);
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = this.#local = undefined;
  }

  #start(): void {
    this.#worker = this.#local = this.failure = undefined;
    if (this.#onPage) {
      this.#local = import('./onPage')
        .then(({ engineOnPage }) => engineOnPage(this.url, scriptUrl(this.url)))
        .then((start) => start((event) => this.#receive(event), 'page', this.cores))
        .catch((error: unknown) => {
          this.#receive({ type: 'failed', code: 'ENGINE', message: String(error) });
          return undefined;
        });
      return;
    }
    let worker: Worker;
    try {
      worker = startWorker(this.url, 'vitrine engine', scriptUrl);
    } catch {
      this.#onPage = true;
      this.#start();
      return;
    }
    const life = lifelineName();
    const take = (event: EngineEvent): void => {
      if (worker === this.#worker) this.#receive(event);
    };
    const fail = (message: string, ended: boolean): void => take({ type: 'failed', code: 'ENGINE', message, ended });
    worker.onmessage = ({ data }: MessageEvent<EngineEvent>) => {
      if (data.type === 'life') whenGone(life, () => fail(kEngineEnded, true));
      else take(data);
    };
    // A core that has trapped cannot go on: what it showed is opened by another engine.
    worker.onerror = ({ message }) => fail(message || 'The engine has not started.', /Runtime/.test(message));
    this.#worker = worker;
    const { view, ...rest } = this.cores,
      { modules, ...addresses } = view ?? {};
    for (const [name, module] of modules ?? []) handOver(worker, name, module);
    worker.postMessage({ type: 'start', life, ...rest, ...(view && { view: addresses }) } satisfies StartMessage);
  }

  #receive(event: EngineEvent): void {
    const { elsewhere } = this;
    if (event.type === 'failed' && !this.info && elsewhere) {
      this.elsewhere = undefined;
      elsewhere().then(
        (found) => {
          Object.assign(this, found);
          this.restart();
        },
        () => this.#receive(event),
      );
      return;
    }
    if (event.type === 'failed' && !this.#onPage) {
      if (event.ended) {
        // A worker that was never ready is followed by an engine on this thread.
        this.#onPage = !this.info;
      } else if (event.code === 'GL_MISSING' || (!this.info && event.code !== 'CORE_START')) {
        // No WebGL2 in workers here, or no workers: draw on this thread instead.
        this.#onPage = true;
        this.restart();
        return;
      }
    }
    if (event.type === 'failed' && !event.ended && (!this.info || event.code === 'GL_MISSING')) this.failure = event;
    if (event.type === 'ready') {
      const { version = '', formats = [], renderer = '', thread } = event;
      this.info = { version, formats, renderer, thread };
    }
    this.emit('event', event);
  }
}

function handOver(worker: Worker, name: string, compiling: Promise<WebAssembly.Module>): void {
  const send = (message: ModuleMessage): void => worker.postMessage(message);
  send({ type: 'compiling', name });
  compiling.then((module) => send({ type: 'compiled', name, module })).catch(() => send({ type: 'compiled', name }));
}

function canDrawInWorker(): boolean {
  return (
    typeof Worker !== 'undefined' &&
    typeof OffscreenCanvas !== 'undefined' &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype
  );
}
