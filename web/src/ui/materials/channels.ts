/** Which numbers of a picture are looked at. */
export const channels = ['RGBA', 'RGB', 'R', 'G', 'B', 'A'] as const;
export type Channel = (typeof channels)[number];

/** One channel as grey, the colours without alpha, or everything as it is. */
export function channelOf(rgba: Uint8ClampedArray<ArrayBuffer>, channel: Channel): Uint8ClampedArray<ArrayBuffer> {
  if (channel === 'RGBA') return rgba;
  const result = rgba.slice(),
    at = { RGB: -1, R: 0, G: 1, B: 2, A: 3 }[channel];
  for (let i = 0; i < result.length; i += 4) {
    if (at >= 0) result[i] = result[i + 1] = result[i + 2] = rgba[i + at]!;
    result[i + 3] = 255;
  }
  return result;
}
