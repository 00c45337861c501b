// Animations of the view as files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 900, height: 700, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  await shown(page);
});
after(() => browser?.stop());

async function saved(format, kind, rate) {
  await page.getByRole('button', { name: 'Animation as a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Animation as a picture' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  await dialog.getByRole('combobox', { name: 'Content' }).selectOption({ label: kind });
  await dialog.getByRole('spinbutton', { name: 'Frames per second' }).fill(String(rate));
  const download = page.waitForEvent('download', { timeout: 120_000 });
  await dialog.getByRole('button', { name: 'Save animation' }).click();
  const file = await download;
  await dialog.getByText(/saved: \d+ frames/).waitFor();
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
      return { frameCount, animated, width: image.displayWidth, height: image.displayHeight };
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
