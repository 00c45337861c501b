// Encodes the frames of an animation, away from the page.

import { apngWriter } from '../../images/animated/apng';
import { type FrameSink, kMostFrameBytes } from '../../images/animated/frames';
import { gifWriter } from '../../images/animated/gif';
import { drawCells, type FilmAnswer, type FilmAsk, pixelsOf, type VideoCodec, videos } from './filmFrames';
import { webm } from './muxer';

const kBitsPerPixel = 0.25;

interface Film {
  /** What frames are drawn on; undefined where workers have no canvas. */
  context: OffscreenCanvasRenderingContext2D | undefined;
  /** The frame that is drawn, or this one. */
  add(pixels?: Uint8ClampedArray<ArrayBuffer>): void;
  finish(seconds: number): Promise<{ blob: Blob; frames: number }>;
}

function still(sink: FrameSink, mime: string, context: Film['context'], frameBytes: number): Film {
  let bytes = 0;
  return {
    context,
    add(pixels) {
      bytes += frameBytes;
      if (bytes > kMostFrameBytes) throw new Error('too many frames for the memory: choose a smaller size');
      sink.add(pixels ?? pixelsOf(context!));
    },
    finish(seconds) {
      const { bytes, frames } = sink.finish(seconds);
      return Promise.resolve({ blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), frames });
    },
  };
}

/** A WebM of VP8, or an MP4 of `codec`. */
function video(context: OffscreenCanvasRenderingContext2D, framesPerSecond: number, codec?: VideoCodec): Film {
  const { canvas } = context,
    { width, height } = canvas;
  const frames: { data: Uint8Array; key: boolean; microseconds: number }[] = [];
  let count = 0,
    config: VideoDecoderConfig | undefined,
    failure: unknown;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      config = metadata?.decoderConfig ?? config;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, key: chunk.type === 'key', microseconds: chunk.timestamp });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({
    codec: codec?.full ?? 'vp8',
    width,
    height,
    bitrate: Math.round(width * height * framesPerSecond * kBitsPerPixel),
    framerate: framesPerSecond,
    latencyMode: 'quality',
  });
  const at = (frame: number): number => Math.round((frame * 1e6) / framesPerSecond);
  return {
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
      const length = seconds || 1 / framesPerSecond;
      let bytes: Uint8Array;
      if (codec) {
        const times = [...frames.map(({ microseconds }) => microseconds / 1e6), length],
          { mp4 } = await import('./mp4');
        bytes = await mp4(
          codec.name,
          { codec: codec.full, codedWidth: width, codedHeight: height, ...config },
          frames.map(({ data, key }, i) => ({ data, key, time: times[i]!, duration: times[i + 1]! - times[i]! })),
        );
      } else
        bytes = webm(
          {
            width,
            height,
            codec: 'V_VP8',
            framesPerSecond,
            milliseconds: 1000 * length,
            colorSpace: config?.colorSpace ?? {},
          },
          frames.map(({ data, key, microseconds }) => ({ data, key, time: Math.round(microseconds / 1000) })),
        );
      const type = codec ? 'video/mp4' : 'video/webm';
      return { blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), frames: frames.length };
    },
  };
}

function start({ format, width, height, framesPerSecond, alpha, codec }: FilmAsk & { type: 'start' }): Film {
  const isVideo = format in videos;
  const context = globalThis.OffscreenCanvas
    ? new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: !isVideo })!
    : undefined;
  if (isVideo && context) return video(context, framesPerSecond, codec);
  return format === 'gif'
    ? still(gifWriter(width, height, framesPerSecond), 'image/gif', context, width * height * 4)
    : still(apngWriter(width, height, framesPerSecond, alpha), 'image/png', context, width * height * 4);
}

let film: Film | undefined;
let last: Promise<unknown> = Promise.resolve();
const post = (answer: FilmAnswer): void => self.postMessage(answer);

async function handle(ask: FilmAsk): Promise<void> {
  if (ask.type === 'start') film = start(ask);
  else if (!film) return;
  else if (ask.type === 'frame' || ask.type === 'pixels') {
    if (ask.type === 'pixels') film.add(ask.pixels);
    else {
      await drawCells(film.context!, ask.cells);
      film.add();
    }
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
