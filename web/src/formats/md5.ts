// The lists beside models of id Tech 4 as Cube 2 has them.

import type { FormatView, NamedAction, NamedLink } from './view';

/** The words of each line, without comments and quotes. */
const linesOf = (text: string): string[][] =>
  text
    .split(/\r\n?|[\n;]/)
    .map((line) => (line.replace(/\/\/.*/, '').match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, '')));

const withEnding = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;

/** The actions of an `md5.cfg`: `md5anim <name> <file> [frames a second]`. */
export const actionsOfConfig = (text: string, source: string): NamedAction[] =>
  linesOf(text).flatMap(([command, name, file]) =>
    command === 'md5anim' && name !== undefined && file !== undefined
      ? [{ name, file: withEnding(file, '.md5anim'), source }]
      : [],
  );

const vectorOf = (words: readonly string[]): [number, number, number] => {
  const [x = 0, y = 0, z = 0] = words.slice(0, 3).map((word) => Number(word) || 0);
  return [x, y, z];
};

/**
 * The models that an `md5.cfg` hangs on others. `md5load <file>` numbers the models from 0; `md5tag <joint> <tag> [x y z]` names
 * a place of the one before it; `md5link <parent> <child> <tag> [x y z]` hangs one there.
 */
export function linksOfConfig(text: string): NamedLink[] {
  const parts: { file: string; tags: Map<string, { joint: string; offset: [number, number, number] }> }[] = [],
    links: NamedLink[] = [];
  for (const [command, ...words] of linesOf(text)) {
    const [first = '', second = '', third = ''] = words;
    if (command === 'md5load') parts.push({ file: withEnding(first, '.md5mesh'), tags: new Map() });
    else if (command === 'md5tag') parts.at(-1)?.tags.set(second, { joint: first, offset: vectorOf(words.slice(2)) });
    else if (command === 'md5link') {
      const parent = parts[Number(first)],
        child = parts[Number(second)],
        tag = parent?.tags.get(third),
        [x, y, z] = vectorOf(words.slice(3));
      if (parent && child && tag)
        links.push({
          parent: parent.file,
          child: child.file,
          joint: tag.joint,
          offset: [tag.offset[0] + x, tag.offset[1] + y, tag.offset[2] + z],
        });
    }
  }
  return links;
}

export const md5: FormatView = { listed: actionsOfConfig, linked: linksOfConfig };
