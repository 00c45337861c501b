// The files that a world names: those that were given, then those beside its address; images decoded.

import { decodeAnyImage } from '../../images/anyImage';
import { isWebp } from '../../images/webp';
import type { CoreModule } from '../../core/core';
import { VitrineError } from '../../base/errors';
import { fetchBeside } from '../../core/fetchBeside';
import { PixelBudget } from '../../images/imageLimits';
import { createCanvas } from '../surface';
import type { PlainImage } from './images';
import type { WorldFile } from './messages';

export class WorldFiles {
  readonly missing: string[] = [];
  readonly #bytes = new Map<string, Uint8Array | undefined>();
  readonly #given: ReadonlyMap<string, WorldFile['data']>;

  /** A file that was given goes by its name in the document, or by the last part of that. `base`: address of the document; files beside it or below are fetched. */
  constructor(
    files: readonly WorldFile[],
    private readonly base?: string,
  ) {
    this.#given = new Map(files.map(({ name, data }) => [name, data]));
  }

  bytesOf(name: string): Uint8Array | undefined {
    return this.#bytes.get(name);
  }

  async fetch(names: readonly string[]): Promise<void> {
    await Promise.all(names.filter((name) => !this.#bytes.has(name)).map((name) => this.#take(name)));
  }

  async #take(name: string): Promise<void> {
    const data =
        this.#given.get(name) ?? this.#given.get(name.split(/[\\/]/).pop()!) ?? (await fetchBeside(name, this.base)),
      bytes = data instanceof Blob ? await data.arrayBuffer().catch(() => undefined) : data;
    this.#bytes.set(name, bytes && new Uint8Array(bytes));
    if (!bytes) this.missing.push(name);
  }

  /** Undefined for images that are missing or cannot be read. */
  async images(core: CoreModule, names: readonly string[]): Promise<(PlainImage | undefined)[]> {
    await this.fetch(names);
    const budget = new PixelBudget(),
      images: (PlainImage | undefined)[] = [];
    for (const name of names) {
      const bytes = this.bytesOf(name);
      images.push(bytes && (await decode(core, bytes, budget)));
    }
    return images;
  }
}

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
