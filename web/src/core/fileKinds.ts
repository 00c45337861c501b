// What files are, by their names. The bytes of a buffer that a model names have endings that models of other formats have
// too: with such an ending a file is a model unless another one lies in its folder, or in one above.

import { plainName } from './gzipName';
import { folderOf, foldPath } from '../base/mount';
import { isImageName, lumpOf } from './names';
import type { FormatInfo } from './report';

/** Roles of files that are shown or played, with a model or alone. */
const kPlayed = ['model', 'animation', 'camera', 'sound'];

/** Endings are `.iqm`, or `.NAME.*` for files that are called so whatever their ending. */
const has = (endings: readonly string[], name: string): boolean => {
  const path = foldPath(plainName(name)),
    called = lumpOf(path);
  return endings.some((ending) => path.endsWith(ending) || (called !== undefined && ending === `.${called}.*`));
};

function split(path: string): { folded: string; folder: string; stem: string; ending: string } {
  const folded = foldPath(plainName(path)),
    folder = folderOf(folded),
    base = folded.slice(folder.length),
    stem = base.replace(/\.[^.]*$/, '');
  return { folded, folder, stem, ending: base.slice(stem.length) };
}

export class FileKinds {
  private readonly models: string[];
  private readonly actions: string[];
  private readonly buffers: string[];
  /** Of models that name buffers. */
  private readonly naming: string[];
  /** Of models with what engines show instead of them. */
  private readonly stoodIn: { endings: string[]; by: readonly string[] }[];
  /** Of models that games put together, or have in less detail as well. */
  private readonly parted: { endings: string[]; parts: readonly string[]; levels: readonly string[] }[];
  /** Of files that declare what names in other files mean, and of buffers. */
  private readonly declarations: string[];

  constructor(formats: readonly FormatInfo[]) {
    const endings = (wanted: (format: FormatInfo) => boolean): string[] =>
      formats.filter(wanted).flatMap(({ extensions }) => extensions.map((extension) => `.${extension.toLowerCase()}`));
    const ids = new Set(formats.filter(({ role }) => role === 'buffer').map(({ id }) => id));
    this.models = endings(({ role }) => role === 'model');
    this.actions = endings(({ role }) => role === 'animation' || role === 'camera');
    this.buffers = endings(({ role }) => role === 'buffer');
    this.naming = endings(({ role, id }) => role === 'model' && ids.has(id));
    this.declarations = endings(({ role }) => !kPlayed.includes(role));
    this.parted = formats
      .filter(({ parts, levels }) => parts.length + levels.length > 0)
      .map(({ extensions, parts, levels }) => ({ endings: extensions.map((one) => `.${one}`), parts, levels }));
    this.stoodIn = formats
      .filter(({ stoodInBy }) => stoodInBy.length > 0)
      .map(({ extensions, stoodInBy }) => ({ endings: extensions.map((extension) => `.${extension}`), by: stoodInBy }));
  }

  /** Paths of models, folded, that engines show instead of this one. */
  standInsOf(path: string): string[] {
    const { folded, folder, stem, ending } = split(path);
    const instead = this.stoodIn.flatMap(({ endings, by }) =>
      has(endings, folded) ? by.map((other) => folder + other.replace('*', stem)) : [],
    );
    const level = this.partsOf(folded)?.levels.find((end) => stem.length > end.length && stem.endsWith(end));
    return level === undefined ? instead : [...instead, folder + stem.slice(0, -level.length) + ending];
  }

  private partsOf(folded: string): (typeof this.parted)[number] | undefined {
    return this.parted.find(({ endings }) => has(endings, folded));
  }

  /** Of files that lie together, those that come with a model: its further parts, and what is the same in less detail. */
  companyAmong(paths: readonly string[]): (path: string) => string[] {
    const here = new Map(paths.map((path) => [foldPath(plainName(path)), path]));
    return (path) => {
      const { folded, folder, stem, ending } = split(path),
        kind = this.partsOf(folded),
        parts = kind?.parts ?? [],
        levels = kind?.levels ?? [],
        first = parts.indexOf(stem),
        names = [stem];
      for (const part of first < 0 ? [] : parts.slice(first + 1)) {
        if (!here.has(folder + part + ending)) break;
        names.push(part);
      }
      const all = names.flatMap((name, at) => [...(at > 0 ? [name] : []), ...levels.map((level) => name + level)]);
      return all.flatMap((name) => here.get(folder + name + ending) ?? []);
    };
  }

  /** A part of a model that an earlier part of it stands for, folded. */
  private isFurtherPart(path: string, here: ReadonlySet<string>): boolean {
    const { folded, folder, stem, ending } = split(path),
      parts = this.partsOf(folded)?.parts ?? [],
      at = parts.indexOf(stem);
    return at > 0 && here.has(folder + parts[at - 1] + ending);
  }

  of(name: string): 'model' | 'companion' | 'declaration' | 'image' | undefined {
    if (has(this.models, name)) return 'model';
    if (has(this.actions, name)) return 'companion';
    if (isImageName(name)) return 'image';
    return has(this.declarations, name) ? 'declaration' : undefined;
  }

  /** Only the content shows whether a file with this ending is a model, or actions for one. */
  mayBeActions(name: string): boolean {
    return has(this.models, name) && has(this.actions, name);
  }

  /** May be the bytes that a model names. */
  mayBeBuffer(name: string): boolean {
    return has(this.buffers, name);
  }

  /** A model that may name such files. */
  namesBuffers(name: string): boolean {
    return has(this.naming, name);
  }

  /** Tells models among files that lie together, by their paths; one that another stands in for is none. */
  modelsAmong(paths: readonly string[]): (path: string) => boolean {
    const homes = new Set(
      paths.filter((path) => has(this.models, path) && !this.mayBeBuffer(path)).map((path) => folderOf(foldPath(path))),
    );
    const liesByModel = (path: string): boolean => {
      for (let folder = folderOf(foldPath(path)); ; folder = folderOf(folder.slice(0, -1))) {
        if (homes.has(folder)) return true;
        if (folder === '') return false;
      }
    };
    const here = new Set(paths.map((path) => foldPath(plainName(path))));
    return (path) =>
      has(this.models, path) &&
      !(this.mayBeBuffer(path) && liesByModel(path)) &&
      !this.standInsOf(path).some((other) => here.has(other)) &&
      !this.isFurtherPart(path, here);
  }
}
