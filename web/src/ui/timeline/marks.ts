// Where marks stand on the scrubber, and drawing them: at most one line a pixel, however many keys there are.

/** Half of the slider's thumb: its middle cannot get nearer to an end. */
export const kThumb = 7;

export const markX = (time: number, duration: number, width: number): number =>
  kThumb + (duration > 0 ? time / duration : 0) * Math.max(0, width - 2 * kThumb);

export const markTime = (x: number, duration: number, width: number): number =>
  Math.max(0, Math.min(1, (x - kThumb) / Math.max(1, width - 2 * kThumb))) * duration;

/** Pixel columns (of `scale` to a CSS pixel) that hold a key. */
export function columnsOf(times: ArrayLike<number>, duration: number, width: number, scale: number): number[] {
  const columns: number[] = [];
  let last = -1;
  for (let i = 0; i < times.length; ++i) {
    const time = times[i]!;
    if (time > duration * (1 + 1e-9)) break;
    const column = Math.round(markX(time, duration, width) * scale);
    if (column !== last) columns.push(column);
    last = column;
  }
  return columns;
}

/** The key after a time, or before it with -1; undefined at the end of the row. Times a hair apart are one. */
export function keyBeside(times: ArrayLike<number>, time: number, by: 1 | -1): number | undefined {
  const hair = 1e-6;
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (by > 0 ? times[middle]! > time + hair : times[middle]! >= time - hair) high = middle;
    else low = middle + 1;
  }
  return times[by > 0 ? low : low - 1];
}
