import { lumpNames } from './formats';

/** True for the images that models name as their textures (the endings of native/session/load/textures.cpp), packed or not. */
export const isImageName = (name: string): boolean =>
  /\.(png|jpe?g|tga|dds|webp|gif|bmp|pcx|lmp|wal|ktx2?)(\.gz)?$/i.test(name);

/** The name of a lump that a file has, whatever its ending and case: `modeldef` of `MODELDEF.txt`. */
export function lumpOf(path: string): string | undefined {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return lumpNames.find((name) => base === name || base.startsWith(`${name}.`));
}

const kMostNames = 20,
  kMostLetters = 80;

/** Names for a message, however many a file has and however long they are. */
export function someOf(names: readonly string[]): string {
  const shown = names
    .slice(0, kMostNames)
    .map((name) => (name.length > kMostLetters ? `${name.slice(0, kMostLetters)}…` : name))
    .join(', ');
  return names.length > kMostNames ? `${shown} and ${names.length - kMostNames} more` : shown;
}
