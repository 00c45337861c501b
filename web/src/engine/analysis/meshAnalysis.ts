// Facts for the panels that the report of a document lacks. It stops after each mesh and action
// for pictures and messages.

import { ask } from '../../core/ask';
import { BufferKind } from '../../core/buffers';
import { selectedAction } from '../../core/fullCore';
import { flatten } from '../../core/hierarchy';
import type { MeshStatistics } from '../../core/survey';
import { sizeOf } from '../../protocol/files';
import type { DocumentStatistics, TexturePicture, UvLayout } from '../../protocol/questions';
import { readBytes } from '../documents';
import type { LoadedDocument } from '../loaded';
import type { Session } from '../session';
import type { GpuMemory } from './gpuMemory';

const kActions = 64;
/** Skinned vertices that looking for the bounds of one action may cost. */
const kVertexBudget = 400_000;
/** Pictures for the page are at most so wide and high. */
const kLargestPreview = 2048;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Undefined when another document has come in between. */
export async function takeStatistics(session: Session, gpuMemory: GpuMemory): Promise<DocumentStatistics | undefined> {
  const { loaded } = session;
  if (!loaded) return undefined;
  const stale = (): boolean => session.disposed || session.loaded !== loaded;
  const meshes: MeshStatistics[] = [];
  const { document, report } = loaded;
  for (let mesh = 0; mesh < report.info.meshes.length; ++mesh) {
    const counted = ask(document, 'survey', { mesh });
    if (counted) meshes.push(counted);
    await breathe();
    if (stale()) return undefined;
  }
  const actions: DocumentStatistics['actions'] = [];
  const vertices = Math.max(1, report.info.statistics.vertices),
    samples = Math.max(2, Math.min(16, Math.floor(kVertexBudget / vertices)));
  for (const [action, { playable }] of report.info.actions.slice(0, kActions).entries()) {
    if (!playable) continue;
    const shown = selectedAction(document);
    const bounds = document.selectAction(action) ? document.actionBounds(samples) : undefined;
    document.selectAction(shown);
    actions.push({ action, samples, ...(bounds && { bounds }) });
    await breathe();
    if (stale()) return undefined;
  }
  return { meshes, actions, gpu: gpuMemory.of(session.id) };
}

/** Meshes by the first instance that shows them. */
function instancesOf({ document, report }: LoadedDocument): Map<number, number> {
  const nodes = flatten(report.info.hierarchy),
    instances = new Map<number, number>();
  for (let i = 0; i < document.instanceCount; ++i) {
    const mesh = nodes[document.instanceNode(i)]?.mesh;
    if (mesh !== undefined && !instances.has(mesh)) instances.set(mesh, i);
  }
  return instances;
}

/** Undefined for a mesh that nothing shows, or that has no such layer. */
export function uvLayout(loaded: LoadedDocument, mesh: number, layer: number): UvLayout | undefined {
  const instance = instancesOf(loaded).get(mesh),
    { document } = loaded;
  if (instance === undefined || layer < 0) return undefined;
  const at = instance + layer * document.instanceCount;
  if (document.bufferBytes(BufferKind.Uv, at) === 0) return undefined;
  const indices = document.indices(BufferKind.Indices, instance).slice();
  return { indices, uv: document.floats(BufferKind.Uv, at).slice() };
}

/** A texture as its bytes are; undefined while it has none. */
export async function texturePicture(
  gl: WebGL2RenderingContext,
  { images, sources, report }: LoadedDocument,
  texture: number,
): Promise<TexturePicture | undefined> {
  const image = images.get(texture),
    name = report.info.textures[texture]?.file ?? '',
    source = sources.find((candidate) => candidate.name === name);
  const head = new Uint8Array(await readBytes(sources, name, 0, 128).catch(() => new ArrayBuffer(0)));
  const fileBytes = source ? sizeOf(source.data) : 0;
  if (!image || image.width === 0) return source && { kind: imageKind(head, name), fileBytes };
  const { width, height } = image,
    scale = Math.min(1, kLargestPreview / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small =
    scale === 1
      ? undefined
      : await createImageBitmap(image, {
          resizeWidth: size.width,
          resizeHeight: size.height,
          premultiplyAlpha: 'none',
          colorSpaceConversion: 'none',
        });
  const rgba = readBack(gl, small ?? image, size.width, size.height);
  small?.close();
  return {
    kind: imageKind(head, name),
    fileBytes,
    width,
    height,
    ...(rgba && { preview: { ...size, rgba } }),
  };
}

/** Colours under full transparency survive only a detour over the GPU: canvases multiply by alpha. */
function readBack(
  gl: WebGL2RenderingContext,
  image: ImageBitmap,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> | undefined {
  if (gl.isContextLost()) return undefined;
  const texture = gl.createTexture(),
    framebuffer = gl.createFramebuffer();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const rgba = new Uint8ClampedArray(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(rgba.buffer));
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.bindTexture(gl.TEXTURE_2D, null);
  gl.deleteFramebuffer(framebuffer);
  gl.deleteTexture(texture);
  return rgba;
}

/** Short description of an image file by its first bytes (128 are enough); empty if they contain none. */
export function imageKind(bytes: Uint8Array, name: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letters = (at: number, count: number): string => String.fromCharCode(...bytes.subarray(at, at + count));
  if (bytes.length >= 26 && letters(1, 3) === 'PNG') {
    const colours = { 0: 'grey', 2: 'RGB', 3: 'palette', 4: 'grey and alpha', 6: 'RGBA' }[bytes[25]!];
    return ['PNG', `${bytes[24]} bit`, colours].filter(Boolean).join(', ');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'JPEG';
  if (letters(0, 3) === 'GIF') return 'GIF';
  if (letters(0, 2) === 'BM') return 'BMP';
  if (letters(0, 4) === 'RIFF' && letters(8, 4) === 'WEBP') return 'WebP';
  if (bytes.length >= 128 && letters(0, 4) === 'DDS ') {
    const flags = view.getUint32(80, true),
      levels = view.getUint32(28, true);
    const code = flags & 4 ? letters(84, 4) : `${view.getUint32(88, true)} bit`;
    const block = { DXT1: 'BC1', DXT3: 'BC2', DXT5: 'BC3', ATI2: 'BC5', BC5U: 'BC5' }[code];
    return ['DDS', block && block !== code ? `${code} (${block})` : code, levels > 1 && `${levels} levels`]
      .filter(Boolean)
      .join(', ');
  }
  if (bytes.length >= 18 && /\.tga$/i.test(name)) {
    const type = bytes[2]! & 7,
      kind = { 1: 'palette', 2: 'colour', 3: 'grey' }[type];
    return ['TGA', `${bytes[16]} bit`, kind, bytes[2]! & 8 && 'run-length coded'].filter(Boolean).join(', ');
  }
  return '';
}
