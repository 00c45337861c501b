// Workers that are gone without a word: each holds a lock, which the browser frees whatever has ended it.

/** On the page: a name for the lock of a new worker; undefined where browsers have no locks. */
export const lifelineName = (): string | undefined =>
  (navigator.locks as LockManager | undefined) && crypto.randomUUID();

/** In the worker: holds the lock for good. Calls `held` when it is held, or cannot be. */
export function holdLifeline(name: string | undefined, held: () => void): void {
  if (name) navigator.locks.request(name, () => new Promise(held)).catch(held);
  else held();
}

/** On the page, when the worker holds it: calls `gone` once the worker has ended. */
export function whenGone(name: string | undefined, gone: () => void): void {
  if (name) navigator.locks.request(name, gone).catch(() => undefined);
}
