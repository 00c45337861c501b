// Images of Quake and Quake II, whose pixels are colours of the game's palette: .lmp, .wal and .pcx. They become BMP files
// of their colours, which every decoder takes. The palette lies in the user's own copy of the game; a PCX may bring its own.

import { VitrineError } from '../base/errors';
import { Severity } from '../base/issues';
import { checkPixels, PixelBudget, refuseImage } from './imageLimits';
import { foldPath } from '../base/mount';

type Kind = 'lmp' | 'wal' | 'pcx';

/** Where games keep the palette of a kind. */
const kPalettes: Readonly<Record<Kind, string>> = {
  lmp: 'gfx/palette.lmp',
  wal: 'pics/colormap.pcx',
  pcx: 'pics/colormap.pcx',
};
const kPaletteBytes = 768;
const kWalHeader = 100;
const kPcxHeader = 128;
/** Skins inside of a model whose last colour is transparent are called so. */
const kHoley = '.holey.lmp';
const kHole = 255;

/** True for the path of a palette as `paletteNameOf` gives it. */
export const isPaletteName = (name: string): boolean => Object.values(kPalettes).includes(name);

/** The palette that an image of that name may need; undefined for images that need none. */
export function paletteNameOf(name: string): string | undefined {
  const [, ending] = /\.(lmp|wal|pcx)$/i.exec(name) ?? [];
  return ending === undefined ? undefined : kPalettes[ending.toLowerCase() as Kind];
}

/** True for a file of that path, or with its name at least. */
export function isPalette(file: string, palette: string): boolean {
  const path = `/${foldPath(file)}`;
  return path.endsWith(`/${palette}`) || path.endsWith(palette.slice(palette.lastIndexOf('/')));
}

/**
 * A BMP file of the image `name`. `palette` are the bytes of the file that `paletteNameOf` names, if there is one. Throws
 * VitrineError: IMAGE_PALETTE without the palette that it needs, IMAGE_HEADER, TRUNCATED and LIMIT_PIXELS. A skin inside
 * of a model is grey without a palette, as far as it is not about what glows; `lacking` gets the error then.
 */
export function trueColour(
  name: string,
  bytes: Uint8Array,
  palette: Uint8Array | undefined,
  budget = new PixelBudget(),
  lacking?: (error: VitrineError) => unknown,
): Uint8Array<ArrayBuffer> {
  const kind = name.slice(-3).toLowerCase() as Kind;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'pcx') return fromPcx(bytes, view, palette, budget);
  const at = kind === 'wal' ? 32 : 0,
    header = kind === 'wal' ? kWalHeader : 8;
  if (bytes.length < header) refuseImage(`it has ${bytes.length} bytes, fewer than the header of a .${kind} file`);
  const width = view.getUint32(at, true),
    height = view.getUint32(at + 4, true),
    start = kind === 'wal' ? view.getUint32(40, true) : header;
  checkPixels(width, height, bytes.length);
  if (kind === 'wal' && start < header) refuseImage(`its pixels begin at ${start}, in the header`);
  if (start + width * height > bytes.length) cutOff(start + width * height, bytes.length);
  budget.take(width, height);
  const colours = name.startsWith('#')
    ? coloursOrGrey(name, palette, kPalettes[kind], lacking)
    : coloursOf(palette, kPalettes[kind]);
  const hole = name.endsWith(kHoley) ? kHole : undefined;
  return bmp(
    width,
    height,
    (x, y, put) => {
      const colour = bytes[start + y * width + x]!,
        index = colour * 3;
      put(colours[index]!, colours[index + 1]!, colours[index + 2]!, colour === hole ? 0 : 255);
    },
    hole !== undefined,
  );
}

function fromPcx(
  bytes: Uint8Array,
  view: DataView,
  palette: Uint8Array | undefined,
  budget: PixelBudget,
): Uint8Array<ArrayBuffer> {
  if (bytes.length < kPcxHeader || bytes[0] !== 10 || bytes[2]! > 1) refuseImage('it does not begin as a PCX does');
  const width = view.getUint16(8, true) - view.getUint16(4, true) + 1,
    height = view.getUint16(10, true) - view.getUint16(6, true) + 1,
    bits = bytes[3],
    planes = bytes[65]!,
    stride = view.getUint16(66, true);
  if (bits !== 8 || (planes !== 1 && planes !== 3))
    refuseImage(`a PCX of ${planes} planes of ${bits} bits; those of 8 bits with one plane or three are read`);
  checkPixels(width, height, bytes.length);
  if (stride < width) refuseImage(`its lines have ${stride} bytes for ${width} pixels`);
  checkPixels(stride, height, bytes.length);
  budget.take(stride, height);
  const rows = runs(bytes, bytes[2] === 1, stride * planes * height);
  if (planes === 3)
    return bmp(width, height, (x, y, put) => {
      const at = y * stride * 3 + x;
      put(rows[at]!, rows[at + stride]!, rows[at + 2 * stride]!);
    });
  const colours = ownPalette(bytes) ?? coloursOf(palette, kPalettes.pcx);
  return bmp(width, height, (x, y, put) => {
    const index = rows[y * stride + x]! * 3;
    put(colours[index]!, colours[index + 1]!, colours[index + 2]!);
  });
}

/** Bytes of which the upper two bits are set count how often the next one stands. */
function runs(bytes: Uint8Array, packed: boolean, count: number): Uint8Array {
  if (!packed) {
    if (kPcxHeader + count > bytes.length) cutOff(kPcxHeader + count, bytes.length);
    return bytes.subarray(kPcxHeader, kPcxHeader + count);
  }
  // A run has two bytes and at most 63 pixels.
  if (count > bytes.length * 63) cutOff(Math.ceil(count / 63), bytes.length);
  const out = new Uint8Array(count);
  let at = kPcxHeader;
  for (let filled = 0; filled < count;) {
    if (at >= bytes.length) cutOff(at + 1, bytes.length);
    const byte = bytes[at++]!;
    if (byte < 0xc0) out[filled++] = byte;
    else {
      if (at >= bytes.length) cutOff(at + 1, bytes.length);
      out.fill(bytes[at++]!, filled, (filled += byte & 0x3f));
    }
  }
  return out;
}

/** The palette at the end of a PCX, behind a mark. */
function ownPalette(bytes: Uint8Array): Uint8Array | undefined {
  const at = bytes.length - kPaletteBytes;
  return at > kPcxHeader && bytes[at - 1] === 12 ? bytes.subarray(at) : undefined;
}

/** Of a model's own skins. */
function coloursOrGrey(
  name: string,
  palette: Uint8Array | undefined,
  file: string,
  lacking?: (error: VitrineError) => unknown,
): Uint8Array {
  try {
    return coloursOf(palette, file);
  } catch (error) {
    const glows = name.endsWith('.glow.lmp');
    if (!glows && error instanceof VitrineError) lacking?.(error);
    return Uint8Array.from({ length: kPaletteBytes }, (_, i) => (glows ? 0 : Math.floor(i / 3)));
  }
}

/** 256 times red, green and blue. */
function coloursOf(palette: Uint8Array | undefined, name: string): Uint8Array {
  const colours = palette && (name.endsWith('.pcx') ? ownPalette(palette) : palette);
  if (colours && colours.length >= kPaletteBytes) return colours;
  const message = palette
    ? `the palette ${name} does not have the ${kPaletteBytes} bytes of 256 colours`
    : `its colours are those of the game’s palette, ${name}, which is not among the files`;
  throw new VitrineError('IMAGE_PALETTE', message, [
    {
      code: 'IMAGE_PALETTE',
      severity: Severity.Warning,
      message,
      source: '',
      help: `Open ${name} of your copy of the game, or its pak0.pak, together with the model.`,
    },
  ]);
}

function cutOff(wanted: number, there: number): never {
  const message = `the image needs ${wanted} bytes, the file has ${there}`;
  throw new VitrineError('TRUNCATED', message, [
    {
      code: 'TRUNCATED',
      severity: Severity.Error,
      message,
      source: '',
      offset: there,
      help: 'Export the image again.',
    },
  ]);
}

/** Of the file, and of the image: the old one, and the one with masks. */
const kFileHeader = 14,
  kInfoHeader = 40,
  kMaskHeader = 108;
const kMasks = [0xff0000, 0xff00, 0xff, 0xff000000];

function bmp(
  width: number,
  height: number,
  pixel: (x: number, y: number, put: (red: number, green: number, blue: number, alpha?: number) => void) => void,
  hasAlpha = false,
): Uint8Array<ArrayBuffer> {
  const bytes = hasAlpha ? 4 : 3,
    header = kFileHeader + (hasAlpha ? kMaskHeader : kInfoHeader);
  const stride = (width * bytes + 3) & ~3,
    out = new Uint8Array(header + stride * height),
    view = new DataView(out.buffer);
  out.set([0x42, 0x4d]);
  view.setUint32(2, out.length, true);
  view.setUint32(10, header, true);
  view.setUint32(14, header - kFileHeader, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 8 * bytes, true);
  if (hasAlpha) {
    // Bit masks, in colours of the sRGB space.
    view.setUint32(30, 3, true);
    for (const [i, mask] of kMasks.entries()) view.setUint32(54 + 4 * i, mask, true);
    view.setUint32(70, 0x73524742, true);
  }
  let at = 0;
  const put = (red: number, green: number, blue: number, alpha = 255): void => {
    out[at++] = blue;
    out[at++] = green;
    out[at++] = red;
    if (hasAlpha) out[at++] = alpha;
  };
  for (let y = 0; y < height; ++y) {
    // The last row comes first.
    at = header + (height - 1 - y) * stride;
    for (let x = 0; x < width; ++x) pixel(x, y, put);
  }
  return out;
}
