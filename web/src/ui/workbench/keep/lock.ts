// Locks among the pages of this site.

/** A page that was left gives its locks back after a moment. */
const kLockMs = 2000;

/** Holds a lock until the signal; false where another page has it. */
export function hold(name: string, until: AbortSignal): Promise<boolean> {
  const { locks } = navigator;
  // Pages of an insecure origin have none.
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = (): Promise<void> => {
      resolve(true);
      return new Promise((release) => {
        if (until.aborted) release();
        until.addEventListener('abort', () => release());
      });
    };
    locks.request(name, { signal: AbortSignal.timeout(kLockMs) }, held).catch(() => resolve(false));
  });
}
