// What lies around models on disk: the root of their mod, the images, declarations and animations that they ask for. Only
// folders that may hold what is asked for are listed, and only what is taken is read; nothing outside of a model's folder
// and its mod is opened.

import { closeSync, type Dirent, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { archiveEndings, inflateEntry, listEntries, nameOf, type PackedEntry } from '../archives/archive';
import { byMountOrder } from '../base/mount';
import { isImageName, lumpOf } from '../core/names';
import { unpacked } from './inputs';
import { statOf } from './system';

/** Steps upwards from a model's folder. */
const kMostSteps = 6;
/** Folders that are listed, and bytes of declarations that are looked through, for all models of a run. */
const kMostFolders = 2_000;
const kMostDeclaredBytes = 2 ** 26;
/** Levels below a folder of images. */
const kLevels = 3;

/** Folders right below the root of a mod, and folders of games that mods lie beside. */
const kModFolders = ['materials', 'models', 'def', 'progs'];
const kGames = ['base', 'baseq3', 'id1'];
const kImageFolders = /^(?:textures?|tex|images?|maps|skins?|materials?)$/;
const kArchives = new Set(archiveEndings.filter((ending) => ending !== 'zip'));
/** Folders of the root that engines read declarations from, first those of materials. */
const kOfMaterials = ['materials', 'scripts'];
const kDeclared = [...kOfMaterials, 'skins', 'def'];

const endingOf = (name: string): string => /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const plain = (name: string): string => name.replaceAll('\\', '/').toLowerCase();
/** A file of the root that some engines know by its name, whatever its ending. */
const isLump = (inside: string): boolean => !inside.includes('/') && lumpOf(inside) !== undefined;
const folderIn = (inside: string): string => inside.slice(0, Math.max(0, inside.lastIndexOf('/')));
const stemOf = (path: string): string => basename(path).replace(/\.[^.]*$/, '');
const baseOf = (name: string): string => plain(name).split('/').at(-1)!.replace(/\.gz$/, '');

interface Listed {
  /** Names as they are, by their names in lower case. */
  files: ReadonlyMap<string, string>;
  folders: ReadonlyMap<string, string>;
}

interface Home {
  /** Folder on disk that the model, or the archive it is in, lies in. */
  folder: string;
  /** The archive. */
  archive?: string;
  /** The root of the mod, and the folders that its paths count from. */
  root?: string;
  roots: readonly string[];
}

/** Keeps what is read: no result is written over it. */
interface Inputs {
  add(path: string): void;
}

/** How the disk is read. */
interface Disk {
  entriesOf(path: string, raw: Buffer): Dirent<Buffer>[];
  /** Throws where there is no reading it. */
  readFile(path: string): Uint8Array;
}

export class Surroundings {
  private readonly listed = new Map<string, Listed>();
  private readonly homes = new Map<string, Home>();
  private readonly archives = new Map<string, ReadonlyMap<string, string>>();
  private readonly declared = new Map<string, Uint8Array>();
  private declaredBytes = 0;

  constructor(
    private readonly inputs: Inputs,
    private readonly disk: Disk,
  ) {}

  /** The root of the mod that a model lies in; undefined where nothing looks like one. */
  rootOf(model: string): string | undefined {
    return this.homeOf(model)?.root;
  }

  /** Files with these names that may be the images that the model means: the core chooses. */
  images(model: string, names: readonly string[]): string[] {
    const home = this.homeOf(model),
      found = new Set<string>(),
      bases = new Set(names.map(baseOf));
    if (!home) return [];
    const take = (path: string | undefined): void => {
      if (path !== undefined && this.isInside(home, path)) found.add(path);
    };
    for (const name of names) for (const path of this.places(home, name)) take(path);
    for (const archive of this.archivesOf(home))
      for (const [path, entry] of this.entries(archive))
        if (bases.has(baseOf(path)) && isImageName(path)) found.add(`${archive}/${entry}`);
    for (const folder of this.imageFolders(home))
      for (const [name, own] of this.list(folder).files)
        if (bases.has(name.replace(/\.gz$/, ''))) take(join(folder, own));
    return [...found];
  }

  /** A file that the model names: at its address, from the root, or in the model's folder. */
  named(model: string, name: string): string | undefined {
    const home = this.homeOf(model);
    if (!home) return undefined;
    const there = this.places(home, name).find((path) => this.isInside(home, path));
    if (there !== undefined) return there;
    const wanted = plain(name);
    for (const archive of this.archivesOf(home)) {
      const entry = this.entries(archive).get(wanted) ?? this.entries(archive).get(wanted.replace(/\.gz$/, ''));
      if (entry !== undefined) return `${archive}/${entry}`;
    }
    return undefined;
  }

  /**
   * Declarations of the mod, and, with `isOwn`, those of `endings` in the model's folder, that mention one of its
   * materials, or, where they are about models, the model.
   */
  declarations(model: string, materials: readonly string[], endings: ReadonlySet<string>, isOwn: boolean): string[] {
    const home = this.homeOf(model),
      found = new Set<string>(),
      ofMaterials = materials.map(plain).filter((word) => word !== ''),
      stem = plain(stemOf(model)),
      ofModels = [...ofMaterials, stem];
    if (!home) return [];
    const take = (path: string, isOfMaterials = false): void => {
      const bytes = this.declaration(path);
      if (!bytes) return;
      const text = plain(Buffer.from(bytes).toString('latin1'));
      const words = isOfMaterials ? ofMaterials : ofModels;
      if (words.some((word) => mentions(text, word))) found.add(path);
    };
    // As engines mount them: what has the same path in the mod hides the game's, a file on disk that in an archive.
    const seen = new Set<string>();
    const mount = (inside: string, path: string): void => {
      if (!seen.has(inside) && (isLump(inside) || endings.has(endingOf(inside))))
        take(path, kOfMaterials.includes(folderIn(inside)));
      seen.add(inside);
    };
    for (const place of this.mounts(home))
      if ('archive' in place) {
        for (const [inside, entry] of this.entries(place.archive))
          if (isLump(inside) || kDeclared.includes(folderIn(inside))) mount(inside, `${place.archive}/${entry}`);
      } else {
        const { root } = place;
        for (const [name, own] of this.list(root).files)
          if (isLump(name) && this.isInside(home, join(root, own))) mount(name, join(root, own));
        for (const folder of kDeclared) {
          const there = this.list(root).folders.get(folder);
          if (there === undefined) continue;
          for (const [name, own] of this.list(join(root, there)).files) {
            const path = join(root, there, own);
            if (this.isInside(home, path)) mount(`${folder}/${name}`, path);
          }
        }
      }
    if (isOwn && home.archive === undefined) {
      const { files } = this.list(home.folder);
      for (const [folded, name] of files) {
        const path = join(home.folder, name);
        if (!endings.has(endingOf(name)) || !this.isInside(home, path)) continue;
        // What is called like the model is about it: `x_default.skin`, `x.iqm.framegroups`; beside `x.md3`, `x.md3_0.skin`
        // is about that one alone.
        const rest = folded.startsWith(stem) ? folded.slice(stem.length) : '',
          [, ending = ''] = /^\.([^._]+)[._]/.exec(rest) ?? [];
        const isOfAnother = ending !== endingOf(model) && files.has(`${stem}.${ending}`);
        if (/^[._]/.test(rest) && !isOfAnother) found.add(path);
        else if (isOfAnother) continue;
        // It names no model: Quake III finds it by its folder.
        else if (folded === 'animation.cfg') found.add(path);
        else take(path);
      }
    }
    return [...found];
  }

  /** The bytes of what was found; undefined where they cannot be had. */
  read(path: string): Uint8Array | undefined {
    const known = this.declared.get(path);
    if (known) return known;
    const archive = archiveIn(path);
    try {
      if (archive === undefined) this.inputs.add(path);
      const bytes =
        archive === undefined ? this.disk.readFile(path) : this.entry(archive, path.slice(archive.length + 1));
      return bytes && unpacked(path, bytes);
    } catch {
      return undefined;
    }
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  private homeOf(model: string): Home | undefined {
    const archive = archiveIn(model),
      folder = dirname(archive ?? model);
    // What came by standard input lies nowhere.
    if (archive === undefined && ![model, `${model}.gz`].some((path) => statOf(path)?.isFile())) return undefined;
    const key = archive ?? folder,
      known = this.homes.get(key);
    if (known) return known;
    const home: Home = { folder, roots: [], ...(archive !== undefined && { archive }) };
    let weak: string | undefined;
    for (let steps = 0, at = folder; steps <= kMostSteps; ++steps, at = join(at, '..')) {
      const { files, folders } = this.list(at);
      const games = kGames.flatMap((game) => folders.get(game) ?? []).map((game) => join(at, game));
      const isMod =
        kModFolders.some((name) => folders.has(name)) ||
        [...files.keys()].some((name) => kArchives.has(endingOf(name)));
      if (isMod || games.length > 0) {
        // The game that a mod changes lies beside it.
        const beside = isMod ? this.gamesBeside(at) : [];
        home.root = at;
        home.roots = [at, ...games, ...beside];
        break;
      }
      if (folders.has('textures')) weak ??= at;
      if (resolve(at) === resolve(at, '..')) break;
    }
    if (home.root === undefined && weak !== undefined) [home.root, home.roots] = [weak, [weak]];
    this.homes.set(key, home);
    return home;
  }

  private gamesBeside(root: string): string[] {
    const above = join(root, '..'),
      { folders } = this.list(above);
    return kGames
      .flatMap((game) => folders.get(game) ?? [])
      .map((game) => join(above, game))
      .filter((folder) => resolve(folder) !== resolve(root));
  }

  /** Where a name leads on disk. */
  private places({ folder, roots, archive }: Home, name: string): string[] {
    const path = name.replaceAll('\\', '/'),
      isElsewhere = /^(?:\/|[a-z]:|file:)/i.test(path);
    const base = path.split('/').at(-1)!;
    const tries: [from: string, path: string][] = [];
    if (/^\//.test(path)) tries.push(['/', path.slice(1)]);
    if (archive === undefined && !isElsewhere) tries.push([folder, path]);
    if (!isElsewhere) for (const root of roots) tries.push([root, path]);
    if (archive === undefined) tries.push([folder, base]);
    return tries.flatMap(([from, one]) => this.follow(from, one) ?? []);
  }

  /** A path below a folder, whatever its case; with `..` steps where it has them. */
  private follow(from: string, path: string): string | undefined {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.length === 0 || parts.length > 64 || path.includes('\0')) return undefined;
    let at = from;
    for (const part of parts.slice(0, -1)) {
      const own = part === '..' ? '..' : this.list(at).folders.get(part.toLowerCase());
      if (own === undefined) return undefined;
      at = join(at, own);
    }
    const last = parts.at(-1)!.toLowerCase(),
      { files } = this.list(at);
    const name = files.get(last) ?? files.get(`${last}.gz`) ?? files.get(last.replace(/\.gz$/, ''));
    return name === undefined ? undefined : join(at, name);
  }

  /** Links are followed, but not out of the model's folder and its mod. */
  private isInside({ folder, roots }: Home, path: string): boolean {
    try {
      const real = realpathSync(path);
      return [folder, ...roots].some((one) => real.startsWith(join(realpathSync(one), sep)));
    } catch {
      return false;
    }
  }

  /** The model's folder with all below it, and folders of images beside it up to the root. */
  private *imageFolders({ folder, roots: [root, ...games], archive }: Home): Generator<string> {
    const below = function* (this: Surroundings, at: string, levels: number): Generator<string> {
      yield at;
      if (levels > 0)
        for (const name of this.list(at).folders.values()) yield* below.call(this, join(at, name), levels - 1);
    };
    if (archive === undefined) yield* below.call(this, folder, kLevels);
    if (root === undefined) return;
    for (let at = folder, steps = 0; steps <= kMostSteps; ++steps, at = join(at, '..')) {
      if (at !== folder) yield at;
      for (const [name, own] of this.list(at).folders)
        if (kImageFolders.test(name)) yield* below.call(this, join(at, own), kLevels);
      if (relative(at, root) === '') break;
    }
    for (const game of games)
      for (const [name, own] of this.list(game).folders)
        if (kImageFolders.test(name)) yield* below.call(this, join(game, own), kLevels);
  }

  private list(folder: string): Listed {
    const known = this.listed.get(folder);
    if (known) return known;
    const files = new Map<string, string>(),
      folders = new Map<string, string>();
    if (this.listed.size < kMostFolders && statOf(folder)?.isDirectory())
      for (const entry of this.disk.entriesOf(folder, Buffer.from(folder))) {
        const name = nameOf(entry.name);
        if (entry.isDirectory()) folders.set(name.toLowerCase(), name);
        else if (entry.isFile() || entry.isSymbolicLink()) files.set(name.toLowerCase(), name);
      }
    const listed = { files, folders };
    this.listed.set(folder, listed);
    return listed;
  }

  // -- archives -------------------------------------------------------------------------------------------------------

  private archivesOf(home: Home): string[] {
    return this.mounts(home).flatMap((place) => ('archive' in place ? [place.archive] : []));
  }

  /** What is laid over one another, the uppermost first: the model's own archive, then of each root its files and archives. */
  private mounts({ archive, roots }: Home): ({ root: string } | { archive: string })[] {
    const own = archive === undefined ? [] : [{ archive }];
    return [
      ...own,
      ...roots.flatMap((root) => [
        { root },
        ...[...this.list(root).files.values()]
          .filter((name) => kArchives.has(endingOf(name)) && join(root, name) !== archive)
          .map((name) => ({ name: join(root, name) }))
          .sort(byMountOrder)
          .reverse()
          .map(({ name }) => ({ archive: name })),
      ]),
    ];
  }

  /** Names of an archive's files, by their names in lower case. */
  private entries(archive: string): ReadonlyMap<string, string> {
    const known = this.archives.get(archive);
    if (known) return known;
    const names = new Map<string, string>();
    this.listArchive(archive, (name) => {
      names.set(plain(name), name);
      return false;
    });
    this.archives.set(archive, names);
    return names;
  }

  private listArchive(archive: string, wanted: (name: string) => boolean): PackedEntry[] {
    return withFile(archive, (read, size) => listEntries(archive, size, read, wanted)) ?? [];
  }

  private entry(archive: string, entry: string): Uint8Array | undefined {
    const [found] = this.listArchive(archive, (name) => name === entry);
    if (!found) return undefined;
    this.inputs.add(archive);
    return withFile(archive, (read) =>
      inflateEntry(`${archive}/${entry}`, found, read(found.offset, found.packedBytes)),
    );
  }

  private declaration(path: string): Uint8Array | undefined {
    const known = this.declared.get(path);
    if (known) return known;
    if (archiveIn(path) === undefined && (statOf(path)?.size ?? 0) > kMostDeclaredBytes - this.declaredBytes)
      return undefined;
    const bytes = this.read(path);
    if (!bytes || bytes.length > kMostDeclaredBytes - this.declaredBytes) return undefined;
    this.declaredBytes += bytes.length;
    this.declared.set(path, bytes);
    return bytes;
  }
}

/** As a word of its own, or the last part of a path. */
function mentions(text: string, word: string): boolean {
  const isLetter = (at: number): boolean => /[\w-]/.test(text[at] ?? '');
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + word.length)) return true;
  return false;
}

/** The archive on disk that a path goes through. */
function archiveIn(path: string): string | undefined {
  for (const { 0: part, index } of path.matchAll(/[^/\\]+/g)) {
    const end = index + part.length;
    if (end === path.length || !archiveEndings.includes(endingOf(part))) continue;
    const archive = path.slice(0, end);
    if (statOf(archive)?.isFile()) return archive;
  }
  return undefined;
}

/** What `use` makes of parts of a file; undefined where it cannot be read. */
function withFile<T>(
  path: string,
  use: (read: (offset: number, length: number) => Uint8Array, size: number) => T,
): T | undefined {
  let file: number | undefined;
  try {
    const opened = (file = openSync(path, 'r'));
    const read = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(opened, bytes, 0, length, offset));
    };
    return use(read, statOf(path)?.size ?? 0);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What documents of paths ask for what is not among their files. */
export type Resolve = ((name: string) => Uint8Array | undefined) & { around?: Surroundings };
