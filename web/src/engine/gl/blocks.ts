// DDS images as the GPU takes them: the blocks and levels of the file itself, a quarter or an eighth of the memory. What
// a GPU does not know, and what WebGL does not allow, is uploaded as the pixels that the core decoded.

import type { BlockTexture, Upload } from './texture';

interface BlockImage {
  kind: 'BC1' | 'BC2' | 'BC3' | 'BC5';
  width: number;
  height: number;
  /** From the whole image on, each half as wide and high; at least two. */
  levels: Uint8Array[];
}

const codes: Readonly<Record<string, BlockImage['kind']>> = {
  DXT1: 'BC1',
  DXT3: 'BC2',
  DXT5: 'BC3',
  ATI2: 'BC5',
  BC5U: 'BC5',
};
/** Numbers of DXGI_FORMAT. */
const dxgi: Readonly<Record<number, BlockImage['kind']>> = {
  71: 'BC1',
  72: 'BC1',
  74: 'BC2',
  75: 'BC2',
  77: 'BC3',
  78: 'BC3',
  83: 'BC5',
};
const kHeader = 128;

/** Blocks of the first face of a file that the core can decode; undefined if they cannot be uploaded as they are. */
export function blockUpload(bytes: Uint8Array): Upload | undefined {
  const blocks = readBlocks(bytes);
  return blocks && ((gl, stored) => uploadBlocks(gl, blocks, stored));
}

export function readBlocks(bytes: Uint8Array): BlockImage | undefined {
  if (bytes.length < kHeader) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const code = String.fromCharCode(...bytes.subarray(84, 88)),
    extended = code === 'DX10';
  if (view.getUint32(0, true) !== 0x20534444 || !(view.getUint32(80, true) & 4)) return undefined;
  if (extended && bytes.length < kHeader + 20) return undefined;
  const kind = extended ? dxgi[view.getUint32(kHeader, true)] : codes[code];
  const height = view.getUint32(12, true),
    width = view.getUint32(16, true),
    stored = view.getUint32(28, true);
  if (!kind || width === 0 || height === 0) return undefined;
  const most = 32 - Math.clz32(Math.max(width, height));
  const levels: Uint8Array[] = [];
  let at = kHeader + (extended ? 20 : 0);
  for (let level = 0; level < Math.min(stored, most); ++level) {
    const w = Math.max(1, width >> level),
      h = Math.max(1, height >> level);
    // WebGL accepts whole blocks, except for the small ends of a mip chain.
    if ((w % 4 !== 0 && (level === 0 || w > 2)) || (h % 4 !== 0 && (level === 0 || h > 2))) return undefined;
    const size = Math.ceil(w / 4) * Math.ceil(h / 4) * (kind === 'BC1' ? 8 : 16);
    if (size > bytes.length - at) break;
    levels.push(bytes.slice(at, at + size));
    at += size;
  }
  // Without stored levels the pixels are better: they can be reduced.
  return levels.length >= 2 ? { kind, width, height, levels } : undefined;
}

/** Undefined if the GPU needs pixels. The texture stays bound. */
function uploadBlocks(
  gl: WebGL2RenderingContext,
  blocks: BlockImage,
  stored: 'sRGB' | 'linear',
): BlockTexture | undefined {
  const format = formatOf(gl, blocks.kind, stored);
  if (format === undefined) return undefined;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  blocks.levels.forEach((bytes, level) => {
    const [w, h] = [Math.max(1, blocks.width >> level), Math.max(1, blocks.height >> level)];
    gl.compressedTexImage2D(gl.TEXTURE_2D, level, format, w, h, 0, bytes);
  });
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, blocks.levels.length - 1);
  return { texture, twoChannels: blocks.kind === 'BC5' };
}

function formatOf(gl: WebGL2RenderingContext, kind: BlockImage['kind'], stored: 'sRGB' | 'linear'): number | undefined {
  if (kind === 'BC5')
    return stored === 'linear'
      ? gl.getExtension('EXT_texture_compression_rgtc')?.COMPRESSED_RED_GREEN_RGTC2_EXT
      : undefined;
  const plain = gl.getExtension('WEBGL_compressed_texture_s3tc'),
    curved = gl.getExtension('WEBGL_compressed_texture_s3tc_srgb');
  if (stored === 'linear')
    return plain?.[
      (
        {
          BC1: 'COMPRESSED_RGBA_S3TC_DXT1_EXT',
          BC2: 'COMPRESSED_RGBA_S3TC_DXT3_EXT',
          BC3: 'COMPRESSED_RGBA_S3TC_DXT5_EXT',
        } as const
      )[kind]
    ];
  return curved?.[
    (
      {
        BC1: 'COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT',
        BC2: 'COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT',
        BC3: 'COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT',
      } as const
    )[kind]
  ];
}

declare module '../lazyScripts' {
  interface Extras {
    blockUpload: typeof blockUpload;
  }
}
