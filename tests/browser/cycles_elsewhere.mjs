// The part of `npm run cycles -- --firefox` and `--webkit` (web/build/cycles.mjs): documents are opened, played and closed as
// in Chromium. These browsers have no questions for what a page holds: the page counts objects of WebGL and memories of
// WebAssembly itself, and the system says what all processes of the browser hold.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { counting } from './cycles.mjs';

/** Goes before the scripts of the page and of its engine: they answer what they hold. */
const answering = `${counting}
{
  const channel = new BroadcastChannel('held');
  channel.onmessage = ({ data }) => data === 'count' && channel.postMessage([globalThis.memoryBytes(), globalThis.gpuObjects]);
}
`;
const kAnswerMs = 500;

/** Bytes that a process and those that it has started hold, shared ones by their part. */
async function residentBytes(root) {
  const parents = new Map();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (process) => process === root || (parents.has(process) && isBelow(parents.get(process)));
  let sum = 0;
  for (const process of parents.keys()) {
    if (!isBelow(process)) continue;
    const held = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '');
    sum += 1024 * Number(/^Pss:\s+(\d+)/m.exec(held)?.[1] ?? 0);
  }
  return sum;
}

async function startFirefox() {
  const { startFirefox: start } = await import('../firefox/harness.mjs');
  const firefox = await start({}, { '/page-worker.js': answering });
  const ends = [];
  const page = await firefox.page({ after: (end) => ends.push(end) }, '/', { before: answering });
  return {
    process: firefox.process,
    choose: async (paths) => (await page.$('[data-testid=files]')).uploadFile(...paths),
    evaluate: (work, ...args) => page.evaluate(work, ...args),
    until: async (question, ...args) => (await page.waitForFunction(question, {}, ...args)).jsonValue(),
    async stop() {
      for (const end of ends) await end();
      await firefox.stop();
    },
  };
}

async function startWebkit() {
  const { startWebkit: start } = await import('../webkit/harness.mjs');
  const webkit = await start({}, [], answering);
  const { page } = webkit;
  await page.goto(`${webkit.origin}/`);
  return {
    process: webkit.process,
    choose: (paths) => page.choose('[data-testid=files]', ...paths),
    evaluate: (work, ...args) => page.evaluate(work, ...args),
    until: (question, ...args) => page.until(question, ...args),
    stop: () => webkit.stop(),
  };
}

/** Opens the files of a document, lets it play, and closes what was open before; true when it opened. */
async function cycle(page, folder, prefix, files) {
  // A name of its own: the title tells that it has come.
  const named = files.map(({ name, bytes }, i) => ({ name: i === 0 ? `${prefix}-${name}` : name, bytes }));
  const paths = named.map(({ name }) => join(folder, name));
  await Promise.all(named.map(({ bytes }, i) => writeFile(paths[i], bytes)));
  await page.choose(paths);
  const found = await page.until((wanted) => {
    if (document.querySelector('[role=alertdialog]:not([hidden])')) return 'refused';
    return document.title.startsWith(wanted) && 'opened';
  }, named[0].name);
  await Promise.all(paths.map((path) => rm(path)));
  if (found === 'refused') {
    await page.evaluate(() => document.querySelector('[role=alertdialog] button').click());
    await page.until(() => document.querySelector('[role=alertdialog]:not([hidden])') === null);
    return false;
  }
  await page.evaluate(async () => {
    for (const button of document.querySelectorAll('button[aria-label=Play]'))
      if (button.getClientRects().length > 0) button.click();
    for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame);
    document.querySelector('.tab:not([aria-selected=true]) .tab-close')?.click();
  });
  await page.until(() => document.querySelectorAll('.tab').length === 0);
  return true;
}

/** As cycleInBrowser of cycles.mjs, in `firefox` or `webkit`. */
export async function cycleElsewhere(name, documents, cycles, rowCycles, row) {
  const page = await (name === 'firefox' ? startFirefox() : startWebkit());
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
  let opened = 0;
  try {
    for (let i = 1; i <= cycles; ++i) {
      opened += await cycle(page, folder, i, documents[(i - 1) % documents.length]);
      if (i % rowCycles !== 0) continue;
      // The same document stands there whenever it is counted.
      await cycle(page, folder, `rest${i}`, documents[0]);
      const [core, objects] = await page.evaluate(async (wait) => {
        const channel = new BroadcastChannel('held'),
          sums = [0, 0];
        channel.onmessage = ({ data }) => data.forEach((value, k) => (sums[k] += value));
        channel.postMessage('count');
        await new Promise((resolve) => setTimeout(resolve, wait));
        channel.close();
        return sums;
      }, kAnswerMs);
      const sounds = await page.evaluate(() => globalThis.sounds);
      row({ cycles: i, opened, resident: await residentBytes(page.process), core, objects, sounds });
    }
  } finally {
    await page.stop();
    await rm(folder, { recursive: true });
  }
}
