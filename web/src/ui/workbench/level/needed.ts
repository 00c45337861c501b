// The least document that a texture or a material can be shown from: what its picture depends on, byte for byte.

import { member, nodeAt, pointerTo, type TextNode } from '../text/scan';

const kTables = ['textures', 'materials'] as const;
const kName = /"(?:[^"\\]|\\.)*"/g;

/** Undefined where nothing is. Names of operators inside of other pages are not followed. */
export function neededBy(text: string, root: TextNode, pointer: string): string | undefined {
  const own = nodeAt(root, pointer);
  if (!own) return undefined;
  const raw = ({ from, to }: TextNode): string => text.slice(from, to),
    found = new Set<TextNode>(),
    open: TextNode[] = [own];
  const shared = new Set<TextNode>();
  const add = (key: string): void => {
    const table = member(root, key);
    if (!table) return;
    shared.add(table);
    open.push(table);
  };
  for (let node = open.pop(); node; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    const bytes = raw(node);
    if (bytes.includes('"call"')) add('subroutines');
    if (bytes.includes('splineg')) add('splines');
    for (const [word] of bytes.matchAll(kName))
      for (const table of kTables) {
        const target = nodeAt(root, pointerTo(`/${table}`, JSON.parse(word) as string));
        if (target) open.push(target);
      }
  }
  const entry = (node: TextNode): string => `${JSON.stringify(node.key)}:${raw(node)}`,
    tables = kTables.map((key) => {
      const entries = (member(root, key)?.children ?? []).filter((node) => found.has(node));
      return `"${key}":{${entries.map(entry).join()}}`;
    });
  return `{"kind":"vitrine-world","version":1,${[...tables, ...[...shared].map(entry)].join()}}`;
}
