// Contents of a drop: models and their companions. Every model is a document of its own.

import fileNames from '../verdicts/files.json';
import type { FileKinds } from '../core/fileKinds';
import { soundKinds } from '../core/formats';
import { pushTo } from '../base/lists';
import { byMountOrder, folderOf, foldPath } from '../base/mount';
import { isLook } from '../formats';
import type { SourceFile } from '../protocol/files';

/** Lists of actions that lie beside models (`md5.cfg`, `anims.js`): read for what they name. */
const isList = (name: string): boolean => /\.(cfg|js)$/i.test(name);

/** Models of the game that an MD5 may stand in for: it is then checked against them, and they are not shown. */
const isReplaced = (name: string): boolean =>
  fileNames.replaced.some((ending) => foldPath(name).endsWith(`.${ending}`));

export const isWorldName = (name: string): boolean => /\.world\.json$/i.test(name);

const kSongs = [...soundKinds.effects, ...soundKinds.songs].map((kind) => `.${kind}`);
export const isSongName = (name: string): boolean => kSongs.some((ending) => name.toLowerCase().endsWith(ending));

/** Worth unpacking. */
export const isUseful = (kinds: FileKinds, name: string): boolean =>
  kinds.of(name) !== undefined || isList(name) || isReplaced(name) || isWorldName(name) || isSongName(name);

const baseOf = (name: string): string => foldPath(name).slice(foldPath(name).lastIndexOf('/') + 1);

/** The model that a file is called after with a word of its own: `x.iqm` of `x.iqm.framegroups` and `x.iqm_0.skin`. */
function namedFor(name: string, models: ReadonlySet<string>): string | undefined {
  const base = baseOf(name);
  for (let at = base.search(/[._]/); at > 0 && at < base.length; at++)
    if ((base[at] === '.' || base[at] === '_') && models.has(base.slice(0, at))) return base.slice(0, at);
  return undefined;
}

export class Library {
  readonly models: SourceFile[];
  private readonly companions: SourceFile[];
  /** Companions of every model: images, and files that declare them. */
  private readonly shared: SourceFile[];
  /** Those among them that are called after one model: its name, without folders. */
  private readonly owners: ReadonlyMap<SourceFile, string>;
  /** Companions of models that name such files. */
  private readonly buffers: SourceFile[];
  /** Files that nothing here can read. */
  readonly unknown: SourceFile[];
  /** Files that the models replace. */
  readonly replaced: SourceFile[];
  /** By model, what games put together with it, and the same in less detail. */
  private readonly company: (model: string) => SourceFile[];
  /** Folders in which models lie. */
  private readonly homes: ReadonlySet<string>;
  private readonly lists: SourceFile[];
  /** The engine reads lists as well: for what they say of textures. */
  private readonly readsLists: boolean;

  constructor(
    files: readonly SourceFile[],
    private readonly kinds: FileKinds,
  ) {
    const of = (...wanted: ReturnType<FileKinds['of']>[]): SourceFile[] =>
      files.filter(({ name }) => wanted.includes(kinds.of(name))).sort(byMountOrder);
    const isModel = kinds.modelsAmong(files.map(({ name }) => name)),
      models = of('model');
    this.models = models.filter(({ name }) => isModel(name));
    const companyOf = kinds.companyAmong(models.map(({ name }) => name)),
      byName = new Map(models.map((file) => [file.name, file]));
    this.company = (model) => companyOf(model).flatMap((name) => byName.get(name) ?? []);
    this.buffers = models.filter(({ name }) => !isModel(name) && kinds.mayBeBuffer(name));
    this.companions = of('companion');
    this.shared = of('image', 'declaration').filter(({ name }) => !isList(name));
    const called = new Set(this.models.map(({ name }) => baseOf(name)));
    this.owners = new Map(
      this.shared.flatMap((file): [SourceFile, string][] => {
        const owner = namedFor(file.name, called);
        return owner === undefined ? [] : [[file, owner]];
      }),
    );
    this.replaced = files.filter(({ name }) => isReplaced(name));
    this.unknown = files.filter(({ name }) => kinds.of(name) === undefined && !isReplaced(name));
    this.lists = files.filter(({ name }) => isList(name));
    this.readsLists = this.lists.some(({ name }) => kinds.of(name) !== undefined);
    this.homes = new Set(this.models.map(({ name }) => folderOf(name)));
  }

  get empty(): boolean {
    return this.models.length + this.withoutModels.length === 0;
  }

  /** Everything but models: what may join a document that is open. */
  get withoutModels(): SourceFile[] {
    return [...this.companions, ...this.shared, ...(this.readsLists ? this.lists : [])];
  }

  /** A model with its animations: those of its own folder when there are any, else those that lie by no model. */
  filesOf(model: SourceFile): SourceFile[] {
    const folder = folderOf(model.name);
    const shared = [
      ...this.company(model.name),
      ...this.shared.filter((file) => (this.owners.get(file) ?? baseOf(model.name)) === baseOf(model.name)),
      ...(this.kinds.namesBuffers(model.name) ? this.buffers : []),
      ...(this.readsLists ? this.listsOf(model) : []),
    ];
    if (this.models.length < 2) return [model, ...this.companions, ...shared];
    const near = this.companions.filter(({ name }) => name.startsWith(folder) && this.homeOf(name) === folder);
    const free = this.companions.filter(({ name }) => this.homeOf(name) === undefined);
    return [model, ...(near.length > 0 ? near : free), ...shared];
  }

  /** Finds the animations that `filesOf` gives a model, for drops of thousands of files. */
  animationsByModel(): (model: SourceFile) => readonly SourceFile[] {
    const byHome = new Map<string | undefined, SourceFile[]>();
    for (const file of this.companions) {
      const home = this.models.length < 2 ? undefined : this.homeOf(file.name);
      pushTo(byHome, home, file);
    }
    return ({ name }) => byHome.get(folderOf(name)) ?? [];
  }

  /** Whether animations of its own came with a model. */
  bringsAnimations(model: SourceFile): boolean {
    return this.filesOf(model).some((file) => this.companions.includes(file));
  }

  /** Lists of actions in the model's folder; where none dresses it there, the first that does so below. */
  private listsOf(model: SourceFile): SourceFile[] {
    const [first] = this.looksOf(model),
      lists = this.lists.filter(({ name }) => folderOf(name) === folderOf(model.name));
    return !first || lists.includes(first) ? lists : [...lists, first];
  }

  /** The files that dress the model, in its folder and in those below, where some engines keep other looks: its own first. */
  looksOf({ name: model }: SourceFile): SourceFile[] {
    const home = folderOf(model);
    const own = ({ name }: SourceFile): number => Number(folderOf(name) !== home);
    return this.lists
      .filter(({ name }) => isLook(name) && this.homeOf(name) === home)
      .sort((a, b) => own(a) - own(b) || (a.name < b.name ? -1 : 1));
  }

  /** The folder of the model that a file lies by or below. */
  private homeOf(name: string): string | undefined {
    for (let folder = folderOf(name); ; folder = folderOf(folder.slice(0, -1))) {
      if (this.homes.has(folder)) return folder;
      if (folder === '') return undefined;
    }
  }
}
