// Cube 2's md5.cfg: which animations a model has, and how fast they are played.

import { commandsOf } from '../cubescript';
import { type Config, type Find, filled, partsOf, tidy } from './asks';
import type { Profile } from './profile';

/** Frames per second where a line names none. */
const kRate = 10;

/** The configuration beside a mesh, where the engine reads one and it is there. */
export function configOf(
  { asks }: Profile,
  mesh: string,
  { find, read }: { find: Find; read(name: string): Uint8Array | undefined },
): Config | undefined {
  const file = asks.config && find(filled(asks.config, { ...partsOf(mesh) })),
    bytes = file === undefined ? undefined : read(file);
  if (file === undefined || !bytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  return { file, rates: ratesOf(text, file), skins: wordsOf(text, 'md5skin').flatMap(([, image]) => image ?? []) };
}

/** The words behind a command, each time that it is called. */
const wordsOf = (text: string, command: string): string[][] =>
  commandsOf(text)
    .filter(([word]) => word === command)
    .map(([, ...words]) => words);

function ratesOf(text: string, path: string): ReadonlyMap<string, number> {
  const { dir } = partsOf(path),
    rates = new Map<string, number>();
  for (const [, file, rate] of wordsOf(text, 'md5anim'))
    if (file) rates.set(tidy(`${dir}/${file}`), rate === undefined ? kRate : Number(rate));
  return rates;
}
