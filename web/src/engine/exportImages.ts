// Exports: the full core writes the file; its images, where the format holds them, come from the files of the document.

import { isWebp } from '../images/webp';
import {
  embeddable,
  encodeTga,
  type ExportImages,
  foundTextures,
  type ImageType,
  imageTypesOf,
} from '../core/exportImages';
import { exportKinds } from '../core/formats';
import type { DecodedImage } from '../images/image';
import { equalBytes } from '../images/imageGroups';
import { PixelBudget } from '../images/imageLimits';
import { filterRows, pngFile } from '../images/pngWrite';
import { type ExportedFile, exportFile, loadSimplifier } from '../core/fullCore';
import type { Cores } from './cores';
import { type LoadedDocument, sourcesInside } from './loaded';
import { inColour } from './frames/inColour';
import { plainData } from './archiveFile';
import { createCanvas } from './surface';

/** Throws VitrineError as the full core does. */
export async function exported(
  cores: Cores,
  session: { readonly loaded: LoadedDocument | undefined },
  kind: string,
  options: object,
): Promise<ExportedFile> {
  const { loaded } = session,
    types = imageTypesOf(
      exportKinds.some(({ id, images }) => id === kind && images),
      options,
    ),
    images = types.length > 0 && loaded ? await exportImages(loaded, types).catch(() => undefined) : undefined;
  // Without it the core says what is missing.
  if ('lod' in options && options.lod !== '') await loadSimplifier().catch(() => undefined);
  return cores.ask(session, (document) => exportFile(document, kind, options, images));
}

/** Leaves out images that cannot be embedded; the report of the export lists them. */
async function exportImages(
  { document, report, sources }: LoadedDocument,
  types: readonly ImageType[],
): Promise<ExportImages> {
  const images = new Map<number, Uint8Array>(),
    found: [number, Uint8Array][] = [],
    budget = new PixelBudget();
  const inside = sourcesInside(document);
  for (const [texture, file] of foundTextures(report)) {
    const source = [...inside, ...sources].find(({ name }) => name === file);
    if (!source) continue;
    const data = await inColour(sources, source.name, await plainData(source.name, source.data)).catch(() => undefined);
    if (!data) continue;
    found.push([texture, new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data)]);
  }
  for (const [bytes, textures] of equalBytes(found)) {
    const image = isWebp(bytes) ? await decodedByPlatform(bytes) : embeddable(document.core, bytes, budget, types);
    const file = image && (image instanceof Uint8Array ? image : await packed(image, types[0]));
    if (file) for (const texture of textures) images.set(texture, file);
  }
  return images;
}

async function packed(image: DecodedImage, type: ImageType | undefined): Promise<Uint8Array> {
  if (type === 'tga') return encodeTga(image);
  const { width, height, rgba } = image;
  const { channels, bytes } = filterRows(width, height, rgba);
  return pngFile(width, height, channels, await deflate(bytes));
}

/** The platform's own zlib: the engine's bundle stays small. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** WEBP as the platform decodes it; undefined where it cannot. Read through WebGL, because a 2D canvas multiplies by alpha. */
async function decodedByPlatform(bytes: Uint8Array): Promise<DecodedImage | undefined> {
  const blob = new Blob([bytes as BlobPart], { type: 'image/webp' });
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(
    () => undefined,
  );
  const gl = bitmap && (createCanvas(1, 1).getContext('webgl2') as WebGL2RenderingContext | null);
  if (!gl) return undefined;
  const { width, height } = bitmap;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    gl.getParameter(gl.TEXTURE_BINDING_2D),
    0,
  );
  const rgba = new Uint8ClampedArray(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
  const whole = gl.getError() === gl.NO_ERROR;
  bitmap.close();
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return whole ? { width, height, rgba, hasAlpha: rgba.some((value, i) => i % 4 === 3 && value !== 255) } : undefined;
}

declare module './lazyScripts' {
  interface ExportImages {
    exported: typeof exported;
  }
}
