// What a page in one file carries. Scripts, by the names of their files: there, nothing has an address to import from, and
// node/plainScript.ts writes them before the script that asks for them. And bytes, as gzip in base64.

declare global {
  /** The exports of each. */
  var vitrineScripts: Record<string, object> | undefined;
}

export const carriedScripts = <Scripts>(): Partial<Scripts> => ({ ...globalThis.vitrineScripts }) as Partial<Scripts>;

/** The bytes that a script carries as gzip in base64. */
export async function unpack(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
