// A core that has trapped (`WebAssembly.RuntimeError`) holds memory that cannot be trusted. It is left for a fresh one at
// once: the call that met the trap, and every later one on what lived in the old core, throws VitrineError CORE_TRAPPED.

import type { CoreModule } from '../core/core';
import { VitrineError } from '../core/errors';

const trapped = (message: string): VitrineError =>
  new VitrineError('CORE_TRAPPED', message, [{ severity: 0, code: 'CORE_TRAPPED', source: '', message }]);

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
    public core: CoreModule,
    private readonly restart: () => CoreModule,
  ) {}

  /**
   * `thing` as it is, with every call that reaches the core watched. What lives in one core is lost with it, and given back
   * when nothing holds it any more. Of its own properties none are listed: servers for development and consoles write out
   * the objects they meet, and behind these is the memory of the core.
   */
  watch<T extends object>(thing: T, livesIn?: CoreModule): T {
    const run = <R>(call: () => R): R => {
      if (livesIn && livesIn !== this.core) {
        throw trapped('The core that held this has broken; open it again.');
      }
      const before = this.core;
      try {
        return call();
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        if (this.core === before) this.core = this.restart();
        throw trapped(`The core broke over this input (${error.message}); a fresh one is in its place.`);
      }
    };
    const watched: T = new Proxy(Object.create(Object.getPrototypeOf(thing) as object) as T, {
      get: (_, name) => {
        // There is nothing left to give back.
        if (isDisposal(name) && livesIn && livesIn !== this.core) return () => undefined;
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
