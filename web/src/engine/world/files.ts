// The files that a world names: those that were given, then those beside its address; images decoded.

import { decodeAnyImage } from '../../images/anyImage';
import { isWebp } from '../../images/webp';
import type { CoreModule } from '../../core/core';
import { VitrineError } from '../../base/errors';
import { fetchBeside } from '../../core/fetchBeside';
import { PixelBudget } from '../../images/imageLimits';
import { createCanvas } from '../surface';
import type { PlainImage } from './scene';
import type { WorldFile } from './messages';

export class WorldFiles {
  readonly missing: string[] = [];
  readonly #bytes = new Map<string, Uint8Array | undefined>();
  readonly #given = new Map<string, WorldFile['data']>();
  /** Decoded; undefined where that cannot be done. */
  readonly #images = new Map<string, PlainImage | undefined>();

  /** A file that was given goes by its name in the document, or by the last part of that. `base`: address of the document; files beside it or below are fetched. */
  constructor(
    files: readonly WorldFile[],
    private readonly base?: string,
  ) {
    this.add(files);
  }

  /** Further files; those that take the place of others are read again. */
  add(files: readonly WorldFile[]): void {
    for (const { name, data } of files) this.#given.set(name, data);
    const names = new Set(files.map(({ name }) => name));
    for (const map of [this.#bytes, this.#images])
      for (const known of map.keys()) if (names.has(known) || names.has(lastPart(known))) map.delete(known);
  }

  /** Is there nothing to fetch of these? */
  has(names: readonly string[], images: readonly string[]): boolean {
    return names.every((name) => this.#bytes.has(name)) && images.every((name) => this.#images.has(name));
  }

  bytesOf(name: string): Uint8Array | undefined {
    return this.#bytes.get(name);
  }

  async fetch(names: readonly string[]): Promise<void> {
    await Promise.all(names.filter((name) => !this.#bytes.has(name)).map((name) => this.#take(name)));
  }

  async #take(name: string): Promise<void> {
    const data = this.#given.get(name) ?? this.#given.get(lastPart(name)) ?? (await fetchBeside(name, this.base)),
      bytes = data instanceof Blob ? await data.arrayBuffer().catch(() => undefined) : data;
    this.#bytes.set(name, bytes && new Uint8Array(bytes));
    if (!bytes) this.missing.push(name);
  }

  /** Reads images, so that `imagesOf` has them. */
  async fetchImages(core: CoreModule, names: readonly string[]): Promise<void> {
    await this.fetch(names);
    const budget = new PixelBudget();
    for (const name of names) {
      if (this.#images.has(name)) continue;
      const bytes = this.bytesOf(name);
      this.#images.set(name, bytes && (await decode(core, bytes, budget)));
    }
  }

  /** Undefined for images that are missing or cannot be read. */
  imagesOf(names: readonly string[]): (PlainImage | undefined)[] {
    return names.map((name) => this.#images.get(name));
  }
}

const lastPart = (name: string): string => name.split(/[\\/]/).pop()!;

async function decode(core: CoreModule, bytes: Uint8Array, budget: PixelBudget): Promise<PlainImage | undefined> {
  try {
    return isWebp(bytes) ? await decodeByPlatform(bytes, budget) : decodeAnyImage(core, bytes, budget);
  } catch (error) {
    if (error instanceof VitrineError || error instanceof DOMException) return undefined;
    throw error;
  }
}

async function decodeByPlatform(bytes: Uint8Array, budget: PixelBudget): Promise<PlainImage> {
  const options: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
  const image = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]), options),
    { width, height } = image;
  budget.take(width, height);
  const context = createCanvas(width, height).getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  image.close();
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}
