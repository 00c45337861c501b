// A core that has trapped holds memory that cannot be trusted. It is left for a fresh one, which starts with the next
// call: the one that met the trap, and every later one on what lived in the old core, throws VitrineError CORE_TRAPPED.

import type { CoreModule } from '../core/core';
import { VitrineError } from '../base/errors';

const trapped = (message: string): VitrineError =>
  new VitrineError('CORE_TRAPPED', message, [{ severity: 0, code: 'CORE_TRAPPED', source: '', message }]);

/** Also a stack that is full, and an exception that nothing in the core has caught. */
const isTrap = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof RangeError && error.message.startsWith('Maximum call stack')) ||
  Object.prototype.toString.call(error) === '[object WebAssembly.Exception]';

interface Disposable {
  dispose(): void;
}

/** Whether it is to be disposed of, by its own name or by that of `using`. */
const isDisposal = (name: string | symbol): boolean => name === 'dispose' || name === Symbol.dispose;

/** Gives back what a caller has forgotten, whenever the host collects its garbage. */
const forgotten = new FinalizationRegistry((thing: Disposable) => {
  try {
    thing.dispose();
  } catch {
    // The core that held it has broken meanwhile.
  }
});

export class Host {
  constructor(
    private running: CoreModule | undefined,
    private readonly restart: () => CoreModule,
  ) {}

  get core(): CoreModule {
    try {
      this.running ??= this.restart();
    } catch (error) {
      throw new VitrineError('CORE_START', `A fresh core did not start: ${(error as Error).message}`);
    }
    return this.running;
  }

  /**
   * `thing` as it is, with every call that reaches the core watched. What lives in one core is lost with it, and given back
   * when nothing holds it any more. Of its own properties none are listed: servers for development and consoles write out
   * the objects they meet, and behind these is the memory of the core.
   */
  watch<T extends object>(thing: T, livesIn?: CoreModule): T {
    const isLost = (): boolean => livesIn !== undefined && livesIn !== this.running;
    const run = <R>(call: () => R): R => {
      if (isLost()) throw trapped('The core that held this has broken; open it again.');
      const before = this.core;
      try {
        return call();
      } catch (error) {
        if (!isTrap(error)) throw error;
        if (this.running === before) this.running = undefined;
        const reason = error instanceof Error ? ` (${error.message})` : '';
        throw trapped(`The core broke over this input${reason}; a fresh one takes its place.`);
      }
    };
    const watched: T = new Proxy(Object.create(Object.getPrototypeOf(thing) as object) as T, {
      get: (_, name) => {
        // There is nothing left to give back.
        if (isDisposal(name) && isLost()) return () => undefined;
        const value: unknown = run(() => Reflect.get(thing, name, watched));
        if (typeof value !== 'function' || name === 'constructor') return value;
        return (...given: unknown[]) => run(() => (value as (...all: unknown[]) => unknown).apply(watched, given));
      },
      set: (_, name, value) => Reflect.set(thing, name, value),
    });
    if (livesIn && 'dispose' in thing) forgotten.register(watched, thing as T & Disposable);
    return watched;
  }
}
