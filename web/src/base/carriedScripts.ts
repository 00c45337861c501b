// Scripts that a page in one file carries, by the names of their files: there, nothing has an address to import from.
// node/plainScript.ts writes them before the script that asks for them.

declare global {
  /** The exports of each. */
  var vitrineScripts: Record<string, object> | undefined;
}

export const carriedScripts = <Scripts>(): Partial<Scripts> => ({ ...globalThis.vitrineScripts }) as Partial<Scripts>;
