// Workers that are gone without a word: each holds a lock, which the browser frees whatever has ended it.

/** On the page: a name for the lock of a new worker; undefined where browsers have no locks. */
export const lifelineName = (): string | undefined =>
  (navigator.locks as LockManager | undefined) && crypto.randomUUID();

/** In the worker: holds the lock for good. Resolves when it is held, or cannot be. */
export const holdLifeline = (name: string | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!name) return resolve();
    const held = (): Promise<never> => new Promise(() => resolve());
    navigator.locks.request(name, held).catch(resolve);
  });

/** On the page, when the worker holds it: calls `gone` once the worker has ended. */
export function whenGone(name: string | undefined, gone: () => void): void {
  if (name) navigator.locks.request(name, gone).catch(() => undefined);
}
