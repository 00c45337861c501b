// The models of a large drop as entries: folder, animations and skins beside each, and what a search leaves of them.

import { foldPath, folderOf } from '../../base/mount';
import { isImageName } from '../../core/names';
import { startAction } from '../../core/startAction';
import type { ReportAction } from '../../core/report';
import type { SourceFile } from '../../protocol/files';
import { sizeOf } from '../../protocol/files';
import type { Library } from '../library';
import type { CatalogFacts } from './protocol';

export interface Entry {
  readonly model: SourceFile;
  readonly folder: string;
  readonly base: string;
  /** Ending of the name, in lower case. */
  readonly kind: string;
  /** Files with animations of this model. */
  readonly animations: readonly SourceFile[];
  readonly skins: number;
  facts?: CatalogFacts;
}

export interface Search {
  text: string;
  folder: string;
  kind: string;
  actions: 'any' | 'some' | 'none';
  problems: 'any' | 'some' | 'none';
}

export const kNoSearch: Search = { text: '', folder: '', kind: '', actions: 'any', problems: 'any' };

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Stem of `NAME_01_00.tga`, and its number. */
const kNumberedSkin = /^(.*)_(\d\d)_00(?:_[a-z]+)?\.[a-z]+$/;

/** Numbers of skins by path of the model that wears them. */
function skinsByModel(files: readonly SourceFile[]): Map<string, number> {
  const skins = new Map<string, Set<string>>();
  for (const { name } of files) {
    if (!isImageName(name)) continue;
    const [, stem, number] = kNumberedSkin.exec(foldPath(name)) ?? [];
    if (stem === undefined || number === undefined) continue;
    const model = stem.replace(/\.[a-z0-9]+$/, ''),
      numbers = skins.get(model) ?? new Set();
    numbers.add(number);
    skins.set(model, numbers);
  }
  return new Map([...skins].map(([model, { size }]) => [model, size]));
}

/** Entries by folder and name; what is known of earlier ones stays. */
export function entriesOf(
  library: Library,
  files: readonly SourceFile[],
  before: ReadonlyMap<string, Entry> = new Map(),
): Entry[] {
  const skins = skinsByModel(files),
    animations = library.animationsByModel();
  return library.models.map((model) => {
    const path = foldPath(model.name),
      known = before.get(model.name)?.facts;
    return {
      model,
      folder: folderOf(model.name),
      base: baseOf(model.name),
      kind: path.slice(path.lastIndexOf('.') + 1),
      animations: animations(model),
      skins: skins.get(path.replace(/\.[a-z0-9]+$/, '')) ?? 0,
      ...(known && { facts: known }),
    };
  });
}

/** The one animation that a poster is posed by: the one a viewer would start with. */
export function posterAnimation({ animations }: Entry): SourceFile | undefined {
  const asAction = ({ name, data }: SourceFile): ReportAction =>
    ({
      name: baseOf(name),
      playable: true,
      // The longest file stands for the most motion.
      duration: 1 + sizeOf(data),
      curves: 0,
    }) as unknown as ReportAction;
  return animations[startAction(animations.map(asAction))];
}

/** How many actions an entry has, as far as is known. */
export const actionsOf = ({ animations, facts }: Entry): number =>
  animations.length > 0 ? animations.length : (facts?.actions ?? 0);

/** Whether a search keeps an entry. What is not known yet is kept by "any" alone. */
export function keeps(search: Search, entry: Entry): boolean {
  const { text, folder, kind, actions, problems } = search,
    path = entry.model.name.toLowerCase();
  if (!entry.model.name.startsWith(folder) || (kind !== '' && kind !== entry.kind)) return false;
  if (
    !text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => path.includes(word))
  )
    return false;
  if (
    actions !== 'any' &&
    ((!entry.facts && entry.animations.length === 0) || actionsOf(entry) > 0 !== (actions === 'some'))
  )
    return false;
  if (problems === 'any') return true;
  const { facts } = entry;
  return facts !== undefined && facts.errors + facts.warnings > 0 === (problems === 'some');
}

export interface Folder {
  path: string;
  name: string;
  depth: number;
  /** Models in it and below it. */
  models: number;
}

/** The tree of folders that hold models, depth first. A folder whose only content is one folder joins it. */
export function foldersOf(entries: readonly Entry[]): Folder[] {
  const models = new Map<string, number>(),
    own = new Set<string>();
  for (const { folder } of entries) {
    own.add(folder);
    for (let path = folder; path !== ''; path = folderOf(path.slice(0, -1)))
      models.set(path, (models.get(path) ?? 0) + 1);
  }
  const children = new Map<string, number>();
  for (const path of models.keys()) {
    const parent = folderOf(path.slice(0, -1));
    children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const single = (path: string): boolean => !own.has(path) && children.get(path) === 1;
  const folders: Folder[] = [];
  for (const path of [...models.keys()].sort()) {
    if (single(path)) continue;
    let above = folderOf(path.slice(0, -1)),
      start = above,
      depth = 0;
    while (start !== '' && single(start)) start = folderOf(start.slice(0, -1));
    for (; above !== ''; above = folderOf(above.slice(0, -1))) if (!single(above)) ++depth;
    folders.push({ path, name: path.slice(start.length, -1), depth, models: models.get(path)! });
  }
  return folders;
}
