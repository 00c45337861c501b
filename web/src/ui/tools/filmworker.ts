// Encodes the frames of an animation, away from the page.

import { apngWriter } from '../../core/animated/apng';
import { type FrameSink, kMostFrameBytes } from '../../core/animated/frames';
import { gifWriter } from '../../core/animated/gif';
import type { FilmAnswer, FilmAsk, FilmCell } from './filmprotocol';
import { webm } from './muxer';

const kBitsPerPixel = 0.25;

interface Film {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
  add(): void;
  finish(seconds: number): Promise<{ blob: Blob; frames: number }>;
}

function still(
  sink: FrameSink,
  mime: string,
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
): Film {
  let bytes = 0;
  return {
    canvas,
    context,
    add() {
      bytes += canvas.width * canvas.height * 4;
      if (bytes > kMostFrameBytes) throw new Error('too many frames for the memory: choose a smaller size');
      sink.add(context.getImageData(0, 0, canvas.width, canvas.height).data);
    },
    finish(seconds) {
      const { bytes, frames } = sink.finish(seconds);
      return Promise.resolve({ blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), frames });
    },
  };
}

function video(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D, framesPerSecond: number): Film {
  const { width, height } = canvas;
  const frames: Parameters<typeof webm>[1][number][] = [];
  let count = 0,
    colorSpace: VideoColorSpaceInit = {},
    failure: unknown;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      colorSpace = metadata?.decoderConfig?.colorSpace ?? colorSpace;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, key: chunk.type === 'key', time: Math.round(chunk.timestamp / 1000) });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({
    codec: 'vp8',
    width,
    height,
    bitrate: Math.round(width * height * framesPerSecond * kBitsPerPixel),
    framerate: framesPerSecond,
    latencyMode: 'quality',
  });
  const at = (frame: number): number => Math.round((frame * 1e6) / framesPerSecond);
  return {
    canvas,
    context,
    add() {
      const frame = new VideoFrame(canvas, { timestamp: at(count), duration: at(1) });
      encoder.encode(frame, { keyFrame: count % (framesPerSecond * 10) === 0 });
      frame.close();
      ++count;
    },
    async finish(seconds) {
      await encoder.flush();
      if (failure) throw failure as Error;
      const milliseconds = 1000 * (seconds || 1 / framesPerSecond);
      const bytes = webm({ width, height, codec: 'V_VP8', framesPerSecond, milliseconds, colorSpace }, frames);
      return { blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'video/webm' }), frames: frames.length };
    },
  };
}

function start({ format, width, height, framesPerSecond, alpha }: FilmAsk & { type: 'start' }): Film {
  const canvas = new OffscreenCanvas(width, height),
    context = canvas.getContext('2d', { willReadFrequently: format !== 'webm' })!;
  if (format === 'webm') return video(canvas, context, framesPerSecond);
  return format === 'gif'
    ? still(gifWriter(width, height, framesPerSecond), 'image/gif', canvas, context)
    : still(apngWriter(width, height, framesPerSecond, alpha), 'image/png', canvas, context);
}

async function draw({ canvas, context }: Film, cells: readonly FilmCell[]): Promise<void> {
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

let film: Film | undefined;
let last: Promise<unknown> = Promise.resolve();
const post = (answer: FilmAnswer): void => self.postMessage(answer);

async function handle(ask: FilmAsk): Promise<void> {
  if (ask.type === 'start') film = start(ask);
  else if (!film) return;
  else if (ask.type === 'frame') {
    await draw(film, ask.cells);
    film.add();
    post({ type: 'added' });
  } else {
    post({ type: 'done', ...(await film.finish(ask.seconds)) });
    film = undefined;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<FilmAsk>) => {
  last = last
    .then(() => handle(data))
    .catch((error: unknown) => {
      film = undefined;
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
});
