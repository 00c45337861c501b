// Cube 2's md5.cfg: which animations a model has, and how fast they are played.

import { type Beside, type Config, filled, partsOf, tidy } from './asks';
import type { Profile } from './profile';

/** The configuration beside a mesh, where the engine reads one and it is there. */
export function configOf({ asks }: Profile, mesh: string, { find, read, config }: Beside): Config | undefined {
  const file = asks.config && find(filled(asks.config, { ...partsOf(mesh) })),
    bytes = file === undefined ? undefined : read(file);
  if (file === undefined || !bytes) return undefined;
  const { animations = [], images = [] } = config({ name: file, bytes }),
    { dir } = partsOf(file);
  return { file, rates: new Map(animations.map(({ file: path, fps }) => [tidy(`${dir}/${path}`), fps])), images };
}
