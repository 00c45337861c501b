// What a drop holds: models, and what belongs to each of them. One model is shown at a time.

import type { FormatInfo } from '../core/report';
import type { SourceFile } from '../engine/messages';

const kImages = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'tga', 'dds'];

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const lower = (name: string): string => name.toLowerCase();

export class Library {
  readonly models: SourceFile[];
  private readonly companions: SourceFile[];
  private readonly images: SourceFile[];
  /** Files that nothing here can read; a lone one is passed on, to be refused with a reason. */
  readonly unknown: SourceFile[];

  constructor(files: readonly SourceFile[], formats: readonly FormatInfo[]) {
    const endings = (role: string): string[] =>
      formats
        .filter((format) => format.role === role)
        .flatMap(({ extensions }) => extensions.map((extension) => `.${extension.replace(/^\./, '')}`));
    const models = endings('model'),
      companions = [...endings('animation'), ...endings('camera')].filter((ending) => !models.includes(ending));
    const has =
      (list: string[]) =>
      ({ name }: SourceFile): boolean =>
        list.some((ending) => lower(name).endsWith(ending));
    const images = kImages.map((ending) => `.${ending}`);
    const byName = (a: SourceFile, b: SourceFile): number => a.name.localeCompare(b.name);
    this.models = files.filter(has(models)).sort(byName);
    this.companions = files.filter(has(companions)).sort(byName);
    this.images = files.filter(has(images));
    this.unknown = files.filter((file) => !has(models)(file) && !has(companions)(file) && !has(images)(file));
  }

  get empty(): boolean {
    return this.models.length + this.companions.length + this.images.length === 0;
  }

  /** Everything but models: what may join a document that is open. */
  get withoutModels(): SourceFile[] {
    return [...this.companions, ...this.images];
  }

  /** A model with its animations: those of its own folder when there are any, else all. */
  filesOf(model: SourceFile): SourceFile[] {
    const folder = folderOf(model.name);
    const near = this.models.length > 1 ? this.companions.filter(({ name }) => name.startsWith(folder)) : [];
    return [model, ...(near.length > 0 ? near : this.companions), ...this.images];
  }
}
