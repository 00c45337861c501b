// Files on disk that an engine would ask for beside a model, found whatever the case of their letters.

import { basename, dirname, join } from 'node:path';

import { nameOf } from '../archives/archive';
import type { Beside, ConfigFacts } from '../verdicts/asks';
import { entriesOf, readFile } from './files';
import type { Vitrine } from './index';
import type { GivenFile } from './inputs';
import { statOf } from './system';

/** Looks below the folders that the paths name, once each. */
export function besideOnDisk(vitrine: Vitrine): Beside {
  const folders = new Map<string, ReadonlyMap<string, string>>();
  const entries = (folder: string): ReadonlyMap<string, string> => {
    const known = folders.get(folder);
    if (known) return known;
    const there = statOf(folder)?.isDirectory() ? entriesOf(folder, Buffer.from(folder)) : [];
    const names = there.map(({ name }) => nameOf(name));
    const found = new Map(names.map((name) => [name.toLowerCase(), name]));
    folders.set(folder, found);
    return found;
  };
  const find = (path: string): string | undefined => {
    const folder = dirname(path),
      name = entries(folder).get(basename(path).toLowerCase());
    const there = name === undefined ? undefined : join(folder, name);
    return there !== undefined && statOf(there)?.isFile() ? there : undefined;
  };
  const config = (file: GivenFile): ConfigFacts => {
    const document = vitrine.load([file]);
    const { format = {} } = document.report.info;
    document.dispose();
    return format;
  };
  return { find, read: readFile, config };
}
