// Files that a document names, fetched from the document's own folder.

/** Of one file. */
const kMostBytes = 2 ** 28;

/** `name` in the folder of the address `document` or below it; undefined where no such file can be had, or where the name leads elsewhere. */
export async function fetchBeside(
  name: string,
  document: string | undefined,
  most = kMostBytes,
): Promise<ArrayBuffer | undefined> {
  if (document === undefined || !URL.canParse('.', document) || !URL.canParse(name, document)) return undefined;
  const address = new URL(name, document);
  if (!address.href.startsWith(new URL('.', document).href)) return undefined;
  try {
    const response = await fetch(address);
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > most) return undefined;
    const bytes = await response.arrayBuffer();
    return bytes.byteLength > most ? undefined : bytes;
  } catch {
    return undefined;
  }
}
