// Which core a page that stands alone has to carry: the small one where it shows these files, else the whole one.

import { Document, type InputFile } from '../core/document';
import { isJpeg } from '../core/jpeg';
import { isPng } from '../core/pngread';
import { startViewCore, type ViewCore } from '../core/viewcore';

export type CoreKind = 'view' | 'whole' | 'world';

/** `wasm` is the core for viewing. */
export async function coreFor(
  wasm: Uint8Array<ArrayBuffer>,
  models: readonly InputFile[],
  images: readonly InputFile[],
): Promise<CoreKind> {
  try {
    return shows(await startViewCore(await WebAssembly.compile(wasm)), models, images) ? 'view' : 'whole';
  } catch {
    // It ended with a trap.
    return 'whole';
  }
}

function shows(core: ViewCore, models: readonly InputFile[], images: readonly InputFile[]): boolean {
  const document = new Document(core);
  const opens = document.load(
    models,
    images.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
  );
  document.dispose();
  return opens && images.every(({ bytes }) => isPng(bytes) || isJpeg(bytes) || decodes(core, bytes));
}

function decodes(core: ViewCore, bytes: Uint8Array): boolean {
  const image = new core.Image(bytes),
    good = image.error() === '';
  image.delete();
  return good;
}
