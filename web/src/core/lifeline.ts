// Workers that are gone without a word: each holds a lock, which the browser frees whatever has ended it.

/** On the page: a name for the lock of a new worker; undefined where browsers have no locks. */
export const lifelineName = (): string | undefined => ('locks' in navigator ? crypto.randomUUID() : undefined);

/** In the worker: holds the lock for good. Resolves when it is held, or cannot be. */
export function holdLifeline(name: string | undefined): Promise<void> {
  if (name === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, held).catch(() => resolve());
  });
}

/** On the page, when the worker holds it: calls `gone` once the worker has ended. */
export function whenGone(name: string | undefined, gone: () => void): void {
  if (name !== undefined) navigator.locks.request(name, gone).catch(() => undefined);
}
