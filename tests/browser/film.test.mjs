// Animations of the view as files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { which } from '../../web/build/run.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

/** Half a second. */
const slide = sliderAction.replace('frameRate 1\n', 'frameRate 2\n');
assert.notEqual(slide, sliderAction);

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 900, height: 700, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: slide },
  ]);
  await shown(page);
});
after(() => browser?.stop());

async function saved(format, kind, rate) {
  await page.getByRole('button', { name: 'Film' }).click();
  const dialog = page.getByRole('dialog', { name: 'Film' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  await dialog.getByRole('combobox', { name: 'Content' }).selectOption({ label: kind });
  await dialog.getByRole('spinbutton', { name: 'Frames per second' }).fill(String(rate));
  const download = page.waitForEvent('download', { timeout: 120_000 });
  await dialog.getByRole('button', { name: 'Save animation' }).click();
  const file = await download;
  await dialog.getByText(/saved: \d+ frames?/).waitFor();
  await page.keyboard.press('Escape');
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** What the browser itself finds in an animated image. */
const decoded = (bytes, type) =>
  page.evaluate(
    async ([base64, mime]) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: mime });
      await decoder.tracks.ready;
      const { frameCount, animated } = decoder.tracks.selectedTrack,
        { image } = await decoder.decode({ frameIndex: frameCount - 1 });
      const { displayWidth: width, displayHeight: height } = image;
      image.close();
      return { frameCount, animated, width, height };
    },
    [bytes.toString('base64'), type],
  );

test('an action is saved as APNG and as GIF, and the browser plays what was saved', async () => {
  const png = await saved('APNG', 'This action', 4);
  assert.equal(png.name, 'slider-slide.png');
  const frames = await decoded(png.bytes, 'image/png');
  assert.ok(frames.animated && frames.frameCount > 1);
  assert.deepEqual([frames.width, frames.height], [480, 360]);
  const gif = await saved('GIF', 'This action', 4);
  assert.deepEqual(await decoded(gif.bytes, 'image/gif'), { ...frames });
});

test('a contact sheet and a turntable are saved; WebM plays as a video', async () => {
  const sheet = await decoded((await saved('APNG', 'Contact sheet of all actions', 2)).bytes, 'image/png');
  assert.deepEqual([sheet.width, sheet.height], [200, 170]);
  const { name, bytes } = await saved('WebM', 'Turntable', 2);
  assert.equal(name, 'slider-turntable.webm');
  const video = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)),
      frames = [];
    // Read back through a decoder: the block's data behind the frames of the container.
    for (let at = 0; at < data.length - 12; ++at)
      if (data[at] === 0xa3 && data[at + 1] === 1) {
        let length = 0;
        for (let i = 2; i < 9; ++i) length = length * 256 + data[at + i];
        if (length > 4 && at + 9 + length <= data.length && data[at + 9] === 0x81) {
          frames.push({ data: data.slice(at + 13, at + 9 + length), key: (data[at + 12] & 0x80) !== 0 });
          at += 8 + length;
        }
      }
    let count = 0,
      size;
    const decoder = new VideoDecoder({
      output: (frame) => {
        ++count;
        size = [frame.displayWidth, frame.displayHeight];
        frame.close();
      },
      error: (error) => {
        throw error;
      },
    });
    decoder.configure({ codec: 'vp8' });
    frames.forEach(({ data: chunk, key }, i) =>
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: i * 1000, data: chunk })),
    );
    await decoder.flush();
    return { count, size };
  }, bytes.toString('base64'));
  assert.deepEqual(video, { count: 8, size: [480, 360] });
  assert.deepEqual(page.errors, []);
});

/** Elements of a WebM file: [id, first byte of its content, content or elements]. */
function elementsOf(bytes, from = 0, to = bytes.length) {
  const masters = new Set([
    0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x55b0, 0x1c53bb6b, 0xbb, 0xb7,
    0x1f43b675, 0xa0,
  ]);
  const found = [];
  for (let at = from; at < to;) {
    const size = Math.clz32(bytes[at]) - 23,
      id = bytes.readUIntBE(at, size);
    at += size;
    assert.equal(bytes[at], 1, 'lengths have eight bytes');
    const length = bytes.readUIntBE(at + 2, 6);
    at += 8;
    assert.ok(at + length <= to);
    found.push([id, at, masters.has(id) ? elementsOf(bytes, at, at + length) : bytes.subarray(at, at + length)]);
    at += length;
  }
  return found;
}
const all = (elements, id) => elements.filter(([each]) => each === id).map(([, , content]) => content);
const number = (content) =>
  content.length === 0 ? 0 : content.readUIntBE(Math.max(0, content.length - 6), Math.min(6, content.length));

let clip;
test('a WebM has its length, its colours, and cues that lead to its clusters', async () => {
  clip = await saved('WebM', 'This action', 7);
  const [[, , header], [, start, segment]] = elementsOf(clip.bytes);
  assert.equal(String(all(header, 0x4282)[0]), 'webm');
  const [info] = all(segment, 0x1549a966),
    [[entry]] = all(segment, 0x1654ae6b).map((tracks) => all(tracks, 0xae)),
    [video] = all(entry, 0xe0);
  assert.equal(all(info, 0x4489)[0].readDoubleBE(), 500);
  assert.ok(Math.abs(number(all(entry, 0x23e383)[0]) - 1e9 / 7) < 1);
  const colour = all(video, 0x55b0)[0].map(([id, , content]) => [id, number(content)]);
  assert.deepEqual(colour.map(([id]) => id), [0x55b1, 0x55b9, 0x55ba, 0x55bb]); // prettier-ignore
  assert.ok(
    colour.every(([id, value]) => id === 0x55b9 || value !== 2),
    'nothing is unspecified',
  );
  // Positions count from the first byte of the segment's content.
  const idAt = (position) => clip.bytes.readUInt32BE(start + position);
  for (const seek of all(all(segment, 0x114d9b74)[0], 0x4dbb))
    assert.equal(idAt(number(all(seek, 0x53ac)[0])), number(all(seek, 0x53ab)[0]));
  const points = all(all(segment, 0x1c53bb6b)[0], 0xbb);
  assert.equal(points.length, all(segment, 0x1f43b675).length);
  for (const point of points) assert.equal(idAt(number(all(all(point, 0xb7)[0], 0xf1)[0])), 0x1f43b675);
  // Four frames at 0, 143, 286, 429 ms: the last is as long as the rest.
  const cluster = all(segment, 0x1f43b675)[0],
    [group] = all(cluster, 0xa0);
  assert.deepEqual(all(cluster, 0xa3).map((block) => block.readInt16BE(1)), [0, 143, 286]); // prettier-ignore
  assert.deepEqual([all(group, 0xa1)[0].readInt16BE(1), number(all(group, 0x9b)[0])], [429, 71]);
});

test('ffprobe finds the same in it', { skip: which('ffprobe') === null && 'no ffprobe' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-film-')),
    path = join(folder, clip.name);
  try {
    writeFileSync(path, clip.bytes);
    const entries = 'format=duration:stream=color_space,color_transfer,color_primaries,color_range';
    const run = (...args) => spawnSync('ffprobe', ['-v', 'warning', ...args, path], { encoding: 'utf8' });
    const { stdout, stderr } = run('-show_entries', entries, '-of', 'json');
    assert.equal(stderr, '');
    const { streams, format } = JSON.parse(stdout);
    assert.equal(format.duration, '0.500000');
    assert.deepEqual(Object.values(streams[0]).filter((value) => value === 'unknown'), []); // prettier-ignore
    assert.equal(Object.keys(streams[0]).length, 4);
    const packets = run('-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0').stdout.trim().split('\n');
    assert.deepEqual(packets.at(-1), '0.429000,0.071000');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Boxes of an MP4 by their path, each with its content. */
function boxesOf(bytes, path = '') {
  const found = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at),
      name = path + bytes.toString('latin1', at + 4, at + 8);
    assert.ok(length >= 8 && at + length <= bytes.length, name);
    const content = bytes.subarray(at + 8, at + length);
    found.push([name, content]);
    if (/^(moov|moov.trak|moov.trak.mdia|moov.trak.mdia.minf|moov.trak.mdia.minf.stbl)$/.test(name))
      found.push(...boxesOf(content, `${name}.`));
    at += length;
  }
  return found;
}

/** The encoders of this browser that are left: a part of its users has no more. */
const leaveOut = (codecs) =>
  page.evaluate((names) => {
    globalThis.isConfigSupported ??= VideoEncoder.isConfigSupported;
    VideoEncoder.isConfigSupported = (config) =>
      names.some((name) => config.codec.startsWith(name))
        ? Promise.resolve({ supported: false, config })
        : globalThis.isConfigSupported.call(VideoEncoder, config);
  }, codecs);
const filmDialog = async () => {
  await page.getByRole('button', { name: 'Film' }).click();
  const dialog = page.getByRole('dialog', { name: 'Film' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'MP4' });
  return dialog;
};

test('the library for MP4 is fetched with the first one', async () => {
  const fetched = [],
    note = (request) => /film-mp4/.test(request.url()) && fetched.push(new URL(request.url()).pathname);
  page.on('request', note);
  await saved('GIF', 'This action', 4);
  assert.deepEqual(fetched, []);
  await saved('MP4', 'This action', 4);
  assert.deepEqual(fetched, ['/film-mp4.js']);
  page.off('request', note);
});

for (const { codec, full, title, without } of [
  { codec: 'avc1', full: 'avc1.640033', without: [] },
  { codec: 'vp09', full: 'vp09.00.51.08', title: 'VP9', without: ['avc1'] },
  { codec: 'av01', full: 'av01.0.13M.08', title: 'AV1', without: ['avc1', 'vp09'] },
])
  test(`an MP4 of ${codec} has its length and its frames`, async (t) => {
    await leaveOut([]);
    const has = await page.evaluate(
      async (name) => (await VideoEncoder.isConfigSupported({ codec: name, width: 480, height: 360 })).supported,
      full,
    );
    if (!has) return t.skip(`this browser has no encoder for ${full}`);
    await leaveOut(without);
    const dialog = await filmDialog();
    if (title) {
      const text = `This browser has no encoder for H.264: the MP4 holds ${title}, which some players do not open.`;
      await dialog.getByText(text).waitFor();
    }
    await page.keyboard.press('Escape');
    const { name, bytes } = await saved('MP4', 'This action', 7);
    assert.equal(name, 'slider-slide.mp4');
    const boxes = boxesOf(bytes),
      box = (path) => boxes.find(([each]) => each === path)?.[1];
    // A player that fetches it knows all of it before the first frame.
    assert.deepEqual(
      boxes.flatMap(([path]) => (path.length === 4 ? [path] : [])).filter((path) => path !== 'free'),
      ['ftyp', 'moov', 'mdat'],
    );
    // Of the movie, and of its frames, of which the last is shorter.
    for (const path of ['moov.mvhd', 'moov.trak.mdia.mdhd']) {
      const header = box(path),
        timescale = header.readUInt32BE(header[0] === 1 ? 20 : 12),
        duration = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
      assert.ok(Math.abs(duration / timescale - 0.5) < 1e-3, `${path}: ${duration} / ${timescale}`);
    }
    const entry = box('moov.trak.mdia.minf.stbl.stsd').subarray(8);
    assert.equal(entry.toString('latin1', 4, 8), codec);
    assert.deepEqual([entry.readUInt16BE(32), entry.readUInt16BE(34)], [480, 360]);
    assert.equal(box('moov.trak.mdia.minf.stbl.stsz').readUInt32BE(8), 4);
    // The browser's own player, which knows none of our code.
    const player = await browser.page(t, { hash: null });
    const played = await player.evaluate(async (base64) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)),
        element = document.createElement('video');
      element.src = URL.createObjectURL(new Blob([data], { type: 'video/mp4' }));
      await new Promise((resolve, reject) => {
        element.oncanplaythrough = resolve;
        element.onerror = () => reject(new Error(element.error.message));
      });
      return [element.videoWidth, element.videoHeight, Number(element.duration.toFixed(2))];
    }, bytes.toString('base64'));
    assert.deepEqual(played, [480, 360, 0.5]);
    ffprobes(t, name, bytes);
    assert.deepEqual(page.errors, []);
  });

/** ffprobe decodes every frame without a warning. */
function ffprobes(t, name, bytes) {
  if (which('ffprobe') === null) return t.diagnostic('no ffprobe: the browser alone has decoded it');
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-film-')),
    path = join(folder, name);
  try {
    writeFileSync(path, bytes);
    const entries = 'format=duration:stream=width,height,nb_read_frames';
    const { stdout, stderr } = spawnSync(
      'ffprobe',
      ['-v', 'warning', '-count_frames', '-show_entries', entries, '-of', 'json', path],
      { encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    const { streams, format } = JSON.parse(stdout);
    assert.equal(Number(format.duration), 0.5);
    assert.deepEqual(streams, [{ width: 480, height: 360, nb_read_frames: '4' }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a browser without an encoder for any of them is told to choose another format', async (t) => {
  t.after(() => leaveOut([]));
  await leaveOut(['avc1', 'vp09', 'av01']);
  const dialog = await filmDialog();
  const says = dialog.getByText(/This browser has no encoder for MP4: choose another format\./);
  await says.waitFor();
  await dialog.getByRole('button', { name: 'Save animation' }).click();
  await dialog.getByText('The animation could not be made: This browser has no encoder for MP4').waitFor();
  await page.keyboard.press('Escape');
});

test('an action keeps its length in an APNG, whose last frame is shorter', async () => {
  const { bytes } = await saved('APNG', 'This action', 7);
  const delays = [];
  for (let at = bytes.indexOf('fcTL'); at > 0; at = bytes.indexOf('fcTL', at + 4))
    delays.push(bytes.readUInt16BE(at + 24) / bytes.readUInt16BE(at + 26));
  assert.equal(delays.length, 4);
  assert.ok(Math.abs(delays.reduce((sum, each) => sum + each, 0) - 0.5) < 1e-4, `${delays}`);
});

test('an empty cell of a contact sheet has the backdrop', async (t) => {
  const other = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce' });
  await openFiles(other, [
    { name: 'slider.md5mesh', text: sliderModel },
    ...['a', 'b', 'c'].map((name) => ({ name: `${name}.md5anim`, text: slide })),
  ]);
  await shown(other);
  const first = page;
  page = other;
  try {
    for (const [format, type] of [
      ['APNG', 'image/png'],
      ['GIF', 'image/gif'],
    ]) {
      const { bytes } = await saved(format, 'Contact sheet of all actions', 2);
      const [empty, full, middle] = await page.evaluate(
        async ([base64, mime]) => {
          const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
          const image = await createImageBitmap(new Blob([data], { type: mime })),
            canvas = new OffscreenCanvas(image.width, image.height),
            context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const at = (x, y) => [...context.getImageData(x, y, 1, 1).data];
          return [at(203, 173), at(3, 173), at(300, 245)];
        },
        [bytes.toString('base64'), type],
      );
      empty.forEach((value, c) => assert.ok(Math.abs(value - full[c]) < 12, `${format}: ${empty}, not ${full}`));
      assert.ok(middle[3] === 255 && middle[0] > 20, `${format}: ${middle}`);
    }
    assert.deepEqual(page.errors, []);
  } finally {
    page = first;
  }
});
