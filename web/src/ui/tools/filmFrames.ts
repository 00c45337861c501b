// What the dialog of animations and its worker share: their messages, and the drawing of a frame.

export type FilmFormat = 'apng' | 'gif' | 'webm' | 'mp4';
/** Formats that the browser's encoder makes, by their names for people. */
export const videos: Readonly<Record<string, string>> = { webm: 'WebM', mp4: 'MP4' };

/** As mediabunny names them. */
export type VideoCodecName = 'avc' | 'vp9' | 'av1';
/** What an MP4 may hold: `full` is for the encoder (WebCodecs), `title` for people. */
export interface VideoCodec {
  name: VideoCodecName;
  full: string;
  title: string;
}
/** In the order in which players have them; levels up to 4096 x 2304. */
const videoCodecs: readonly VideoCodec[] = [
  { name: 'avc', full: 'avc1.640033', title: 'H.264' },
  { name: 'vp9', full: 'vp09.00.51.08', title: 'VP9' },
  { name: 'av1', full: 'av01.0.13M.08', title: 'AV1' },
];

/** The first that this browser has an encoder for, at that size. */
export async function mp4Codec(width: number, height: number): Promise<VideoCodec | undefined> {
  for (const codec of videoCodecs) {
    const found = await VideoEncoder.isConfigSupported({ codec: codec.full, width, height }).catch(() => undefined);
    if (found?.supported) return codec;
  }
  return undefined;
}

/** A picture in a frame, from its upper left corner; a name below it in a contact sheet. */
export interface FilmCell {
  blob: Blob;
  x: number;
  y: number;
  width: number;
  height: number;
  label?: string;
}

export type FilmAsk =
  | {
      type: 'start';
      format: FilmFormat;
      width: number;
      height: number;
      framesPerSecond: number;
      alpha: boolean;
      /** Of an MP4. */
      codec?: VideoCodec | undefined;
    }
  | { type: 'frame'; cells: FilmCell[] }
  /** The same, drawn by the page: where workers have no canvas. */
  | { type: 'pixels'; pixels: Uint8ClampedArray<ArrayBuffer> }
  | { type: 'finish'; seconds: number };

export type FilmAnswer =
  { type: 'added' } | { type: 'done'; blob: Blob; frames: number } | { type: 'failed'; message: string };

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/** A frame of an animation: pictures side by side, with names below them in a contact sheet. */
export async function drawCells(context: Context, cells: readonly FilmCell[]): Promise<void> {
  const { canvas } = context;
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const { blob, x, y, width, height, label } of cells) {
    const image = await createImageBitmap(blob);
    context.drawImage(image, x, y);
    image.close();
    if (label === undefined) continue;
    // The strip below has the colour of the picture's last row.
    context.drawImage(canvas, x, y + height - 1, width, 1, x, y + height, width, 20);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(x, y + height - 1, 1, 1).data;
    context.fillStyle = a < 128 || r + g + b > 382 ? '#282c32' : '#e1e5eb';
    context.font = '12px sans-serif';
    context.textAlign = 'center';
    context.fillText(label, x + width / 2, y + height + 14, width - 8);
  }
}

export const pixelsOf = (context: Context): Uint8ClampedArray<ArrayBuffer> =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height).data as Uint8ClampedArray<ArrayBuffer>;
