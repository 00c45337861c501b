// Cube 2's md5.cfg: which animations a model has, and how fast they are played.

import { pushTo } from '../base/lists';
import { type Beside, type Config, filled, partsOf, tidy } from './asks';
import type { Profile } from './profile';

/** The configuration beside a mesh, where the engine reads one and it is there. */
export function configOf({ asks }: Profile, mesh: string, { find, read, config }: Beside): Config | undefined {
  const file = asks.config && find(filled(asks.config, { ...partsOf(mesh) })),
    bytes = file === undefined ? undefined : read(file);
  if (file === undefined || !bytes) return undefined;
  const { animations = [], images = [] } = config({ name: file, bytes }),
    { dir } = partsOf(file);
  const rates = new Map<string, number>(),
    names = new Map<string, string[]>();
  for (const { name = '', file: path, fps } of animations) {
    const whole = tidy(`${dir}/${path}`);
    rates.set(whole, fps);
    pushTo(names, whole, name);
  }
  return { file, rates, names, images };
}

/**
 * Whether a pattern of Cube 2 matches a name: alternatives between bars, and a star for the rest of a word, of one
 * character at least (`matchanim` of its renderer of models).
 */
export function matchesAnimation(name: string, pattern: string): boolean {
  return pattern.split('|').some((one) => {
    let at = 0;
    for (const letter of one) {
      if (letter !== '*') {
        if (name[at] !== letter) return false;
        at += 1;
        continue;
      }
      const rest = /^\S+/.exec(name.slice(at));
      if (!rest) return false;
      at += rest[0].length;
    }
    return at === name.length;
  });
}
