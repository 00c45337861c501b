// The rule by which drawn worlds are compared with the reference pictures: at least 99.5 % of the unmasked pixels within
// 2/255, a mean of at most 0.5/255, and no block of 3 x 3 pixels that is off by more than 4/255 throughout; wireframes by
// lines within one pixel.

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** Samples of a PNG of 8 or 16 bits that is not interlaced, as 0..255. */
export function readPng(bytes) {
  const data = [];
  let width, height, depth, color;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8),
      body = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    if (type === 'IHDR') [width, height, depth, color] = [body.readUInt32BE(0), body.readUInt32BE(4), body[8], body[9]];
    if (type === 'IDAT') data.push(body);
  }
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[color],
    step = (channels * depth) / 8,
    stride = width * step,
    raw = inflateSync(Buffer.concat(data)),
    out = new Float64Array(width * height * channels);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; ++y) {
    const rule = raw[y * (stride + 1)],
      line = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let x = 0; x < stride; ++x) {
      const a = x < step ? 0 : line[x - step],
        b = above[x],
        c = x < step ? 0 : above[x - step],
        p = a + b - c,
        [pa, pb, pc] = [a, b, c].map((one) => Math.abs(p - one));
      line[x] += [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][rule];
    }
    above = line;
    for (let i = 0; i < width * channels; ++i)
      out[y * width * channels + i] = depth === 8 ? line[i] : (line[2 * i] * 256 + line[2 * i + 1]) / 257;
  }
  return { width, height, channels, samples: out };
}

const sampleOf = ({ channels, samples }, pixel, channel) => samples[pixel * channels + (channels < 3 ? 0 : channel)];

export function comparePixels(made, wanted, mask) {
  const { width, height } = wanted;
  let counted = 0,
    near = 0,
    sum = 0;
  const off = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; ++pixel) {
    if (sampleOf(mask, pixel, 0) < 128) continue;
    const errors = [0, 1, 2].map((c) => Math.abs(sampleOf(made, pixel, c) - sampleOf(wanted, pixel, c)));
    const worst = Math.max(...errors);
    ++counted;
    near += worst <= 2;
    sum += errors[0] + errors[1] + errors[2];
    off[pixel] = worst > 4;
  }
  let blocks = 0;
  for (let y = 0; y + 2 < height; ++y)
    for (let x = 0; x + 2 < width; ++x) {
      let all = 1;
      for (let k = 0; k < 9 && all; ++k) all = off[(y + Math.floor(k / 3)) * width + x + (k % 3)];
      blocks += all;
    }
  assert.ok(counted > 0, 'the mask leaves nothing to compare');
  const share = near / counted,
    mean = sum / (3 * counted);
  return {
    passed: share >= 0.995 && mean <= 0.5 && blocks === 0,
    row: `${(100 * share).toFixed(2)} % within 2, mean ${mean.toFixed(3)}, ${blocks} blocks`,
  };
}

export function compareLines(made, wanted) {
  const { width, height } = wanted;
  const lit = [made, wanted].map((picture) =>
    Array.from({ length: width * height }, (_, i) => [0, 1, 2].some((c) => sampleOf(picture, i, c) > 60)),
  );
  const shares = [
    [0, 1],
    [1, 0],
  ].map(([one, other]) => {
    let all = 0,
      good = 0;
    for (let y = 0; y < height; ++y)
      for (let x = 0; x < width; ++x) {
        if (!lit[one][y * width + x]) continue;
        ++all;
        let beside = false;
        for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); ++j)
          for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); ++i) beside ||= lit[other][j * width + i];
        good += beside;
      }
    return all > 0 ? good / all : 0;
  });
  return { passed: Math.min(...shares) >= 0.99, row: shares.map((one) => `${(100 * one).toFixed(1)} %`).join(' and ') };
}
