// The lists beside models of id Tech 4 as Cube 2 has them.

import type { FormatView, NamedAction } from './view';

/** The actions of an `md5.cfg`: `md5anim <name> <file> [frames a second]`. */
export function actionsOfConfig(text: string, source: string): NamedAction[] {
  const found: NamedAction[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const words = (line.replace(/\/\/.*/, '').match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''));
    const [command, name, file] = words;
    if (command !== 'md5anim' || name === undefined || file === undefined) continue;
    found.push({ name, file: /\.md5anim$/i.test(file) ? file : `${file}.md5anim`, source });
  }
  return found;
}

export const md5: FormatView = { listed: actionsOfConfig };
