// The lists beside models of id Tech 4 as Cube 2 has them.

import { commandsOf } from '../core/cubescript';
import { add, transformDirection } from '../core/math';
import type { Vec3, Vec4 } from '../core/report';
import { localMatrix, quaternionFromDegrees } from '../core/rotations';
import type { FormatView, NamedAction, NamedLink } from './view';

const withEnding = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;

/** The actions of an `md5.cfg`: `md5anim <name> <file> [frames a second]`. */
export const actionsOfConfig = (text: string, source: string): NamedAction[] =>
  commandsOf(text).flatMap(([command, name, file]) =>
    command === 'md5anim' && name !== undefined && file !== undefined
      ? [{ name, file: withEnding(file, '.md5anim'), source }]
      : [],
  );

const vectorOf = (words: readonly string[]): Vec3 => {
  const [x = 0, y = 0, z = 0] = words.slice(0, 3).map((word) => Number(word) || 0);
  return [x, y, z];
};

/** Scripts that call scripts end somewhere. */
const kDeepest = 8;

/** The lines with those of the scripts that they call in place. */
const withCalled = (text: string, read: (file: string) => string | undefined, depth = 0): string[][] =>
  commandsOf(text).flatMap((line) => {
    const called = line[0] === 'exec' && line[1] !== undefined && depth < kDeepest ? read(line[1]) : undefined;
    return called === undefined ? [line] : withCalled(called, read, depth + 1);
  });

/**
 * The models that an `md5.cfg` hangs on others. `md5load <file>` numbers the models from 0; `md5tag <joint> <tag> [x y z]
 * [degrees about x y z]` names a place of the one before it; `md5link <parent> <child> <tag> [x y z]` hangs one there, moved
 * along the axes of the tag. `read` gives the text of a script that `exec` calls.
 */
export function linksOfConfig(text: string, read: (file: string) => string | undefined = () => undefined): NamedLink[] {
  interface Tag {
    joint: string;
    offset: Vec3;
    rotation: Vec4;
  }
  const parts: { file: string; tags: Map<string, Tag> }[] = [],
    links: NamedLink[] = [];
  for (const [command, ...words] of withCalled(text, read)) {
    const [first = '', second = '', third = ''] = words;
    if (command === 'md5load') parts.push({ file: withEnding(first, '.md5mesh'), tags: new Map() });
    else if (command === 'md5tag')
      parts.at(-1)?.tags.set(second, {
        joint: first,
        offset: vectorOf(words.slice(2)),
        rotation: quaternionFromDegrees(vectorOf(words.slice(5))),
      });
    else if (command === 'md5link') {
      const parent = parts[Number(first)],
        child = parts[Number(second)],
        tag = parent?.tags.get(third),
        along = vectorOf(words.slice(3));
      if (!parent || !child || !tag) continue;
      const { joint, offset, rotation } = tag,
        moved = transformDirection(localMatrix({ rotation }), along);
      links.push({
        parent: parent.file,
        child: child.file,
        joint,
        offset: add(offset, moved),
        rotation,
      });
    }
  }
  return links;
}

export const md5: FormatView = {
  listed: actionsOfConfig,
  linked: linksOfConfig,
  isLook: (name) => /(^|\/)md5\.(cfg|js)$/i.test(name),
};
