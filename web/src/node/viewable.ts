// Which cores a page that stands alone has to carry: the view cores if they show these files, else the full core.

import { readFileSync } from 'node:fs';

import { Document, type InputFile } from '../core/document';
import { isJpeg } from '../images/jpeg';
import { isPng } from '../images/pngRead';
import type { ImageCore } from '../images/image';
import { paletteNameOf } from '../images/paletted';
import { startImageCore, startViewCore } from '../core/viewCore';
import { type ViewCoreName, viewedFormat } from '../core/viewCores';

export type CoreName = ViewCoreName | 'whole';

export const coreBytes = (name: CoreName): Uint8Array<ArrayBuffer> =>
  readFileSync(new URL(name === 'whole' ? '../vitrine-core.wasm' : `../vitrine-view-${name}.wasm`, import.meta.url));
const compiled = (name: ViewCoreName): Promise<WebAssembly.Module> => WebAssembly.compile(coreBytes(name));

export async function coresFor(models: readonly InputFile[], images: readonly InputFile[]): Promise<CoreName[]> {
  const format = viewedFormat(models.map(({ name }) => name));
  try {
    if (!format || !(await shows(format, models, images))) return ['whole'];
    // Images of a palette are the engine's own.
    const others = images.filter(
      ({ name, bytes }) => !isPng(bytes) && !isJpeg(bytes) && paletteNameOf(name) === undefined,
    );
    if (others.length === 0) return [format];
    const decoder = await compiled('images');
    for (const { bytes } of others) if (!decodes(await startImageCore(decoder), bytes)) return ['whole'];
    return [format, 'images'];
  } catch {
    // It ended with a trap.
    return ['whole'];
  }
}

async function shows(
  format: ViewCoreName,
  models: readonly InputFile[],
  images: readonly InputFile[],
): Promise<boolean> {
  const document = new Document(await startViewCore(await compiled(format)));
  const opens = document.load(
    models,
    images.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
  );
  document.dispose();
  return opens;
}

function decodes(core: ImageCore, bytes: Uint8Array): boolean {
  const image = new core.Image(bytes),
    good = image.error() === '';
  image.delete();
  return good;
}
