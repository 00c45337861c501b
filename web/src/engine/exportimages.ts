// The images of a document for a file that holds them, from the files it was made of.

import { embeddable, type ExportImages, foundTextures } from '../core/exportimages';
import { filterRows, pngFile } from '../core/pngparts';
import type { LoadedDocument } from './documents';
import { plainData } from './packed';

/** What cannot be embedded is left out; the report of the export says so. */
export async function exportImages({ document, report, sources }: LoadedDocument): Promise<ExportImages> {
  const images = new Map<number, Uint8Array>();
  for (const [texture, file] of foundTextures(report)) {
    const source = sources.find(({ name }) => name === file);
    if (!source) continue;
    const data = await plainData(source.name, source.data);
    const bytes = new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
    const image = embeddable(document.core, bytes);
    if (image instanceof Uint8Array) images.set(texture, image);
    else if (image) {
      const { channels, bytes: rows } = filterRows(image.width, image.height, image.rgba);
      images.set(texture, pngFile(image.width, image.height, channels, await deflate(rows)));
    }
  }
  return images;
}

/** The platform's own zlib: the engine's bundle stays small. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
