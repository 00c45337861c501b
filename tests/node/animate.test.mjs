// Animations without a browser: what an independent reader finds in the files, and equal bytes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { createVitrine } from '../../dist/node/index.js';
import { which } from '../../web/build/run.mjs';
import { bytes, rise, square } from './support/inputs.mjs';
import { vitrine } from './support/vitrine.mjs';

let core, folder, doc;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-animate-'));
  doc = core.open([
    { name: 'square.md5mesh', bytes: bytes(square()) },
    { name: 'rise.md5anim', bytes: bytes(rise) },
  ]);
});
after(() => {
  doc?.dispose();
  rmSync(folder, { recursive: true });
});

/** The chunks of a PNG, in order. */
function chunksOf(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength),
    chunks = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at))
    chunks.push({
      type: Buffer.from(png.subarray(at + 4, at + 8)).toString('latin1'),
      data: png.subarray(at + 8, at + 8 + view.getUint32(at)),
    });
  return chunks;
}

/** Every frame of an APNG as RGBA, drawn over one another as the specification says. */
function framesOfApng(png) {
  const chunks = chunksOf(png),
    u32 = (data, at) => new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(at);
  const header = chunks[0].data,
    [width, height, channels] = [u32(header, 0), u32(header, 4), header[9] === 6 ? 4 : 3];
  const canvas = new Uint8Array(width * height * 4),
    frames = [];
  let rect;
  for (const { type, data } of chunks) {
    if (type === 'fcTL') rect = [4, 8, 12, 16].map((at) => u32(data, at));
    if (type !== 'IDAT' && type !== 'fdAT') continue;
    const [w, h, left, top] = rect,
      rows = inflateSync(type === 'fdAT' ? data.subarray(4) : data),
      size = w * channels;
    let above = new Uint8Array(size);
    for (let y = 0; y < h; ++y) {
      const rule = rows[y * (size + 1)],
        row = rows.slice(y * (size + 1) + 1, (y + 1) * (size + 1));
      for (let i = 0; i < size; ++i) {
        const a = i < channels ? 0 : row[i - channels],
          b = above[i],
          c = i < channels ? 0 : above[i - channels],
          p = a + b - c,
          nearest = [a, b, c].reduce((best, each) => (Math.abs(p - each) < Math.abs(p - best) ? each : best), a);
        row[i] += [0, a, b, (a + b) >> 1, nearest][rule];
      }
      for (let x = 0; x < w; ++x) {
        const to = ((top + y) * width + left + x) * 4;
        canvas.set([...row.subarray(x * channels, x * channels + 3), channels === 4 ? row[x * 4 + 3] : 255], to);
      }
      above = row;
    }
    frames.push(canvas.slice());
  }
  return { width, height, frames };
}

/** The frames of a GIF as indices with their colour tables. */
function framesOfGif(gif) {
  const u16 = (at) => gif[at] | (gif[at + 1] << 8),
    palette = gif.subarray(13, 13 + 768),
    frames = [];
  let at = 13 + 768,
    delay = 0;
  while (gif[at] !== 0x3b) {
    if (gif[at] === 0x21) {
      if (gif[at + 1] === 0xf9) delay = u16(at + 4);
      for (at += 2; gif[at] !== 0; at += gif[at] + 1);
      ++at;
      continue;
    }
    assert.equal(gif[at], 0x2c);
    const [left, top, width, height] = [1, 3, 5, 7].map((by) => u16(at + by));
    assert.equal(gif[at + 10], 8);
    const data = [];
    for (at += 11; gif[at] !== 0; at += gif[at] + 1) data.push(...gif.subarray(at + 1, at + 1 + gif[at]));
    ++at;
    const indices = [];
    let table = [],
      size = 9,
      held = 0,
      bits = 0,
      before;
    for (const byte of data) {
      held |= byte << bits;
      bits += 8;
      while (bits >= size) {
        const code = held & ((1 << size) - 1);
        held >>>= size;
        bits -= size;
        if (code === 257) break;
        if (code === 256) {
          table = [...Array.from({ length: 256 }, (_, i) => [i]), [], []];
          [size, before] = [9, undefined];
          continue;
        }
        const entry = table[code] ?? [...before, before[0]];
        indices.push(...entry);
        if (before && table.length < 4096) table.push([...before, entry[0]]);
        if (table.length === 1 << size && size < 12) ++size;
        before = entry;
      }
    }
    assert.equal(indices.length, width * height);
    frames.push({ left, top, width, height, delay, indices });
  }
  return { palette, frames };
}

describe('doc.animate', () => {
  test('the frames of an APNG are the pictures of the action at even times', () => {
    const options = { width: 40, height: 30, framesPerSecond: 40 },
      { bytes: png, frames } = doc.animate(options),
      decoded = framesOfApng(png),
      [{ name, duration }] = doc.actions;
    assert.equal(decoded.frames.length, frames);
    assert.ok(frames > 1);
    assert.equal(frames, Math.ceil(duration * 40));
    decoded.frames.forEach((frame, i) => {
      const { rgba } = doc.render({ width: 40, height: 30, action: name, time: i / 40 });
      assert.deepEqual(Buffer.from(frame).equals(Buffer.from(rgba)), true, `frame ${i}`);
    });
    const { type, data } = chunksOf(png)[1];
    assert.deepEqual([type, data[3]], ['acTL', frames]);
  });

  test('a turntable of transparent pictures turns once', () => {
    const { bytes: png, frames } = doc.animate({
      kind: 'turntable',
      width: 32,
      height: 24,
      background: 'transparent',
      seconds: 1,
      framesPerSecond: 6,
      action: 0,
    });
    const decoded = framesOfApng(png);
    assert.equal(frames, 6);
    const { rgba } = doc.render({
      width: 32,
      height: 24,
      background: 'transparent',
      yaw: 180,
      pitch: 12,
      action: 0,
      time: 0.5 % doc.actions[0].duration,
    });
    assert.ok(Buffer.from(decoded.frames[3]).equals(Buffer.from(rgba)));
  });

  test('a GIF shows the same within its palette and dither', () => {
    const { bytes: gif, frames } = doc.animate({ format: 'gif', width: 48, height: 36, framesPerSecond: 30 }),
      decoded = framesOfGif(gif);
    assert.equal(Buffer.from(gif.subarray(0, 6)).toString(), 'GIF89a');
    assert.equal(decoded.frames.length, frames);
    assert.ok(frames > 1 && decoded.frames.every(({ delay }) => Math.abs(delay - 100 / 30) < 1));
    const { rgba } = doc.render({ width: 48, height: 36, action: 0, time: 0 }),
      [{ indices }] = decoded.frames;
    let sum = 0;
    indices.forEach((index, i) => {
      for (let c = 0; c < 3; ++c) sum += Math.abs(decoded.palette[index * 3 + c] - rgba[i * 4 + c]);
    });
    assert.ok(sum / (indices.length * 3) < 6, `mean difference ${sum / (indices.length * 3)}`);
  });

  /** Seconds of each frame of an APNG. */
  const lengthsOfApng = (png) =>
    chunksOf(png)
      .filter(({ type }) => type === 'fcTL')
      .map(({ data }) => (data[20] * 256 + data[21]) / (data[22] * 256 + data[23]));
  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  const turn = { kind: 'turntable', width: 8, height: 6 };

  for (const [seconds, framesPerSecond, last] of [
    [1.25, 15, 0.05],
    [1.25, 4, 0.25],
    [0.1, 7, 0.1],
    [2, 3, 1 / 3],
    [1 / 3 + 1e-5, 3, 1 / 3],
  ])
    test(`${seconds} s at ${framesPerSecond} frames per second stay ${seconds} s`, () => {
      const options = { ...turn, seconds, framesPerSecond };
      const lengths = lengthsOfApng(doc.animate(options).bytes);
      assert.ok(Math.abs(sum(lengths) - seconds) < 1e-4, `${lengths}`);
      assert.ok(Math.abs(lengths.at(-1) - last) < 1e-4, `${lengths}`);
      assert.ok(lengths.slice(0, -1).every((length) => length === 1 / framesPerSecond));
      const gif = framesOfGif(doc.animate({ ...options, format: 'gif' }).bytes).frames.map(({ delay }) => delay);
      assert.equal(sum(gif), Math.round(seconds * 100));
      assert.ok(Math.abs(gif.at(-1) - last * 100) <= 1, `${gif}`);
    });

  test('a GIF has no frame that browsers would show for longer, nor another length', () => {
    const made = doc.animate({ ...turn, format: 'gif', seconds: 0.51, framesPerSecond: 20 }),
      delays = framesOfGif(made.bytes).frames.map(({ delay }) => delay);
    assert.deepEqual(delays, [5, 5, 5, 5, 5, 5, 5, 5, 5, 6]);
    assert.equal(made.frames, 10);
  });

  const noFfprobe = which('ffprobe') === null && 'no ffprobe';
  test('ffprobe finds the same lengths', { skip: noFfprobe }, () => {
    for (const format of ['apng', 'gif']) {
      const path = join(folder, `length.${format}`);
      writeFileSync(path, doc.animate({ ...turn, format, seconds: 1.25, framesPerSecond: 15 }).bytes);
      const args = ['-v', 'error', '-count_packets', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0', path];
      const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' });
      assert.equal(stderr, '');
      const lengths = stdout.trim().split('\n').map(parseFloat);
      assert.equal(lengths.length, 19);
      assert.ok(Math.abs(lengths.at(-1) - 0.05) < 0.006, `${format}: ${lengths}`);
      assert.ok(Math.abs(sum(lengths) - 1.25) < 0.002, `${format}: ${sum(lengths)}`);
    }
  });

  test('a sheet has the backdrop where a cell is empty', () => {
    const three = core.open([
      { name: 'square.md5mesh', bytes: bytes(square()) },
      ...['a', 'b', 'c'].map((name) => ({ name: `${name}.md5anim`, bytes: bytes(rise) })),
    ]);
    const cell = { width: 40, height: 30 };
    for (const background of ['light', 'dark', '#3070b0', 'transparent']) {
      const options = { ...cell, kind: 'sheet', background, framesPerSecond: 1 },
        { bytes: png, width } = three.animate(options),
        { bytes: gif } = three.animate({ ...options, format: 'gif' }),
        [frame] = framesOfApng(png).frames,
        indexed = framesOfGif(gif),
        [{ indices }] = indexed.frames;
      const { rgba } = three.render({ ...cell, background, shadow: false }),
        corner = (x, y) => [...rgba.subarray((y * 40 + x) * 4, (y * 40 + x) * 4 + 4)],
        high = frame.length / 4 / width / 2;
      for (const [x, y] of [
        [0, 0],
        [39, 0],
        [0, 29],
        [39, 29],
      ]) {
        const at = (high + y) * width + 40 + x;
        assert.deepEqual([...frame.subarray(at * 4, at * 4 + 4)], corner(x, y), `${background} at ${x}, ${y}`);
        if (background === 'transparent') assert.equal(indices[at], 255);
        else
          for (let c = 0; c < 3; ++c)
            assert.ok(Math.abs(indexed.palette[indices[at] * 3 + c] - corner(x, y)[c]) < 16, `GIF, ${background}`);
      }
      // The middle, where other cells have the model.
      const middle = ((high + 15) * width + 60) * 4;
      assert.equal(frame[middle + 3], background === 'transparent' ? 0 : 255);
      if (background === '#3070b0') assert.deepEqual([...frame.subarray(middle, middle + 3)], [0x30, 0x70, 0xb0]);
    }
    three.dispose();
  });

  test('a sheet has a cell with a name for every action', () => {
    const { bytes: png, width, height } = doc.animate({ kind: 'sheet', framesPerSecond: 1 });
    assert.deepEqual([width, height], [200, 172]);
    const [frame] = framesOfApng(png).frames;
    // Dark letters on the strip below the cell.
    let dark = 0;
    for (let at = 150 * 200 * 4; at < frame.length; at += 4) if (frame[at] === 40) ++dark;
    assert.ok(dark > 60, `${dark} pixels of letters`);
  });

  test('what makes no sense is refused', () => {
    for (const options of [
      { kind: 'film' },
      { format: 'webm' },
      { framesPerSecond: 0 },
      { framesPerSecond: 1.5 },
      { seconds: -1 },
    ])
      assert.throws(() => doc.animate(options), { code: 'RENDER_OPTION' });
    assert.throws(() => doc.animate({ kind: 'turntable', seconds: 60, framesPerSecond: 50 }), /too many/);
  });
});

describe('vitrine render --animate', () => {
  const files = () => {
    writeFileSync(join(folder, 'square.md5mesh'), bytes(square()));
    writeFileSync(join(folder, 'rise.md5anim'), bytes(rise));
    return [join(folder, 'square.md5mesh'), join(folder, 'rise.md5anim')];
  };

  test('writes the same bytes as the module, and says what', () => {
    const output = join(folder, 'square.png');
    const run = vitrine(['render', ...files(), '--animate', 'action', '--fps', '4', '--size', '40x30', '-o', output]);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /1 frame of 40 x 30 pixels of .*square\.md5mesh/);
    const { bytes: png } = doc.animate({ width: 40, height: 30, framesPerSecond: 4 });
    assert.ok(readFileSync(output).equals(Buffer.from(png)));
  });

  test('refuses kinds and endings that it does not know', () => {
    const refused = (args, said) => {
      const run = vitrine(['render', ...files(), ...args]);
      assert.equal(run.status, 2);
      assert.match(run.stderr, said);
    };
    refused(['--animate', 'film', '-o', join(folder, 'a.png')], /action, turntable, sheet/);
    refused(['--animate', 'action', '-o', join(folder, 'a.webm')], /encoder of a browser/);
    refused(['--animate', 'action', '-o', join(folder, 'a.jpg')], /\.png, \.apng or \.gif/);
    refused(['--fps', '5', '-o', join(folder, 'a.png')], /--fps needs --animate/);
  });
});
