// Which of many files are models, by their names. The bytes of a buffer that a model names have endings that models of other
// formats have too: with such an ending a file is a model unless another one lies in its folder, or in one above.

import { folderOf, foldPath } from './mount';
import type { FormatInfo } from './report';

export class ModelNames {
  private readonly models: string[];
  private readonly buffers: string[];
  /** Of models that name buffers. */
  private readonly naming: string[];

  constructor(formats: readonly FormatInfo[]) {
    const endings = (wanted: (format: FormatInfo) => boolean): string[] =>
      formats.filter(wanted).flatMap(({ extensions }) => extensions.map((extension) => `.${extension.toLowerCase()}`));
    const ids = new Set(formats.filter(({ role }) => role === 'buffer').map(({ id }) => id));
    this.models = endings(({ role }) => role === 'model');
    this.buffers = endings(({ role }) => role === 'buffer');
    this.naming = endings(({ role, id }) => role === 'model' && ids.has(id));
  }

  private has(endings: readonly string[], name: string): boolean {
    const path = foldPath(name);
    return endings.some((ending) => path.endsWith(ending));
  }

  /** May be the bytes that a model names. */
  mayBeBuffer(name: string): boolean {
    return this.has(this.buffers, name);
  }

  /** A model that may name such files. */
  namesBuffers(name: string): boolean {
    return this.has(this.naming, name);
  }

  /** Tells models among files that lie together, by their paths. */
  among(paths: readonly string[]): (path: string) => boolean {
    const homes = new Set(
      paths
        .filter((path) => this.has(this.models, path) && !this.mayBeBuffer(path))
        .map((path) => folderOf(foldPath(path))),
    );
    const liesByModel = (path: string): boolean => {
      for (let folder = folderOf(foldPath(path)); ; folder = folderOf(folder.slice(0, -1))) {
        if (homes.has(folder)) return true;
        if (folder === '') return false;
      }
    };
    return (path) => this.has(this.models, path) && !(this.mayBeBuffer(path) && liesByModel(path));
  }
}
