// The page's end of the engine of worlds: a worker of its own, or the same engine on this thread.

import type { VitrineError } from '../../base/errors';
import { lifelineName, whenGone } from '../../base/lifeline';
import type { WorldAlive, WorldCommand, WorldEvent, WorldPost } from '../../engine/world/messages';
import type { WorldEngine } from '../../engine/world/engine';

interface EngineModule {
  WorldEngine: typeof WorldEngine;
}
type Plain = WorldCommand extends infer Each ? (Each extends { view: number } ? Each : never) : never;
/** Answers of the engine. */
type Question<Each = Plain> = Each extends {
  type: 'report' | 'picture' | 'change' | 'edit' | 'document' | 'states' | 'pick' | 'curves';
}
  ? Omit<Each, 'request'>
  : never;

export class WorldClient {
  #worker: Worker | undefined;
  #local: Promise<WorldEngine | undefined> | undefined;
  /** What waits for a worker that is not ready: it may be one that cannot draw, and a canvas is given away for good. */
  #kept: { command: Plain; transfer: Transferable[] }[] | undefined;
  #next = 0;
  readonly #listeners = new Set<(event: WorldEvent) => void>();
  readonly #answers = new Map<number, (value: unknown) => void>();

  /** `trusted`: the address as trusted types want it. */
  constructor(
    private readonly url: string,
    trusted: string,
  ) {
    const inWorker =
      typeof Worker !== 'undefined' &&
      typeof OffscreenCanvas !== 'undefined' &&
      'transferControlToOffscreen' in HTMLCanvasElement.prototype;
    if (inWorker) this.#startWorker(trusted);
    else this.#startHere();
  }

  newId(): number {
    return this.#next++;
  }

  /** Returns what ends the listening. */
  on(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(command: Plain, transfer: Transferable[] = []): void {
    if (this.#kept) this.#kept.push({ command, transfer });
    else if (this.#worker) this.#post(this.#worker, command, transfer);
    else void this.#local?.then((engine) => engine?.handle(command));
  }

  /** Gives a canvas to the engine for good. */
  attach(view: number, canvas: HTMLCanvasElement): void {
    this.send({ type: 'attach', view, canvas });
  }

  /** Undefined where nothing is shown. */
  ask(command: Question): Promise<unknown> {
    const request = this.newId();
    return new Promise((resolve) => {
      this.#answers.set(request, resolve);
      this.send({ ...command, request });
    });
  }

  /** Ends the engine whatever it is doing. Questions that are open have no answer. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = this.#local = this.#kept = undefined;
    this.#listeners.clear();
    this.#giveUp();
  }

  #giveUp(): void {
    for (const resolve of this.#answers.values()) resolve(undefined);
    this.#answers.clear();
  }

  #startWorker(trusted: string): void {
    const worker = new Worker(trusted, { type: 'module', name: 'vitrine worlds' }),
      life = lifelineName();
    const take = (event: WorldEvent): void => {
      if (worker !== this.#worker) return;
      // One that was never ready is followed by an engine on this thread: there is no WebGL2 in workers here, or no workers.
      if (event.type === 'failed' && this.#kept && event.code !== 'CORE_START') {
        worker.terminate();
        this.#startHere();
        return;
      }
      if (event.type === 'ready') this.#handOver(worker);
      this.#receive(event);
    };
    const fail = (message: string, ended?: true): void =>
      take({ type: 'failed', code: 'ENGINE', message, ...(ended && { ended }) });
    worker.onmessage = ({ data }: MessageEvent<WorldEvent | WorldAlive>) => {
      if (data.type === 'life') whenGone(life, () => fail('The engine of worlds has ended.', true));
      else take(data);
    };
    worker.onerror = ({ message }) => fail(message || 'The engine of worlds did not start.');
    worker.onmessageerror = () => fail('A message of the engine of worlds cannot be read.');
    this.#worker = worker;
    this.#kept = [];
    worker.postMessage({ type: 'start', life } satisfies WorldCommand);
  }

  /** The worker draws: it gets what has waited. */
  #handOver(worker: Worker): void {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const { command, transfer } of kept) this.#post(worker, command, transfer);
  }

  #post(worker: Worker, command: Plain, transfer: Transferable[]): void {
    if (command.type !== 'attach') worker.postMessage(command, transfer);
    else {
      const canvas = (command.canvas as HTMLCanvasElement).transferControlToOffscreen();
      worker.postMessage({ ...command, canvas } satisfies WorldCommand, [canvas]);
    }
  }

  #startHere(): void {
    const kept = this.#kept ?? [];
    this.#worker = this.#kept = undefined;
    this.#local = (import(/* @vite-ignore */ /* webpackIgnore: true */ this.url) as Promise<EngineModule>)
      .then(({ WorldEngine: Engine }) => Engine.start(((event) => this.#receive(event)) satisfies WorldPost))
      .catch((error: unknown) => {
        const { code = 'ENGINE', message = String(error) } = error as Partial<VitrineError>;
        this.#receive({ type: 'failed', code, message });
        return undefined;
      });
    for (const { command } of kept) this.send(command);
  }

  #receive(event: WorldEvent): void {
    if (event.type === 'answer') {
      this.#answers.get(event.request)?.(event.value);
      this.#answers.delete(event.request);
    } else if (event.type === 'failed') this.#giveUp();
    for (const listener of this.#listeners) listener(event);
  }
}
