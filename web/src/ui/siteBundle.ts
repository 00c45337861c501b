// "Download for my site": element, cores, model, poster and a ready page as one zip that works from any folder of a server.

import type { Zippable } from 'fflate';

import { plainFile } from '../archives/unpack';
import type { SourceFile } from '../protocol/files';
import { posterName, type ShownDocument, snippetsOf } from './snippets';
import { baseName } from './words';

/** Stands for the folder of the page while its text is made. */
const kHere = 'https://here.invalid/';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A whole page around the element. */
export function sitePage(shown: Omit<ShownDocument, 'home' | 'sources'>): string {
  const { element } = snippetsOf({ ...shown, home: `${kHere}vitrine/`, sources: [] });
  const [style, script, ...viewer] = element.replaceAll(kHere, '').split('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(shown.title)}</title>
    <link rel="icon" href="data:,">
    ${style}
    ${script}
  </head>
  <body>
    ${viewer.join('\n    ')}
  </body>
</html>
`;
}

/** Paths in the archive. Files of one name in several folders keep the folders that distinguish them, all others lie at the top. */
export function placesOf(names: readonly string[]): Map<string, string> {
  const parts = names.map((name) => name.split(/[\\/]+/).filter((part) => !/^(?:\.{0,2}|[a-z]:)$/i.test(part))),
    bases = parts.map((path) => path.at(-1)!.toLowerCase());
  const isAlone = (base: string): boolean => bases.indexOf(base) === bases.lastIndexOf(base);
  return new Map(names.map((name, i) => [name, parts[i]!.slice(isAlone(bases[i]!) ? -1 : 0).join('/')]));
}

const bytesOf = async (data: Blob | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);

/** `files` are those of the document; those that its report names are in the archive. */
export async function siteBundle(
  shown: Omit<ShownDocument, 'home' | 'sources'>,
  files: readonly SourceFile[],
  poster: Blob,
): Promise<Uint8Array> {
  const entries: Zippable = {},
    used = new Set(shown.files.map(({ name }) => name));
  const response = await fetch('element-files.json');
  if (!response.ok) throw new Error(`element-files.json: ${response.status}`);
  const names = (await response.json()) as string[];
  await Promise.all(
    names.map(async (name) => {
      const file = await fetch(name);
      if (!file.ok) throw new Error(`${name}: ${file.status}`);
      entries[`vitrine/${name}`] = new Uint8Array(await file.arrayBuffer());
    }),
  );
  const places = placesOf([...used]);
  for (const { name, data } of files) {
    const place = places.get(name);
    if (place === undefined) continue;
    entries[place] = await bytesOf(await plainFile(name, data));
  }
  entries[posterName(shown.files)] = await bytesOf(poster);
  const page = sitePage({ ...shown, pathOf: (name) => places.get(name) ?? baseName(name) });
  entries['index.html'] = new TextEncoder().encode(page);
  const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { zipped } = await import('./exportFiles');
  return zipped(sorted);
}
