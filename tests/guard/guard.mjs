// `npm run guard [-- [--quick] [--write FILE] [--against FILE] [--show WORDS] [FOLDER...]]`: asks the built product
// everything it can say about the test data, the samples and, where they are, the models of other people, and prints one
// digest for each kind of answer. `--write` keeps the record of a tree, `--against` compares this tree with a record and
// fails when an answer is another; both answers of each difference are left in build/guard.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';

import { root, stop } from '../../web/build/run.mjs';
import { embedSizes } from '../../web/build/size.mjs';
import { allCases, casesOf, groupBy } from './cases.mjs';
import { compareRecords, firstDifference, readRecord, writeRecord } from './record.mjs';

/** Differences whose first lines are printed; all are left in build/guard. */
const kPrinted = 40;
const dist = join(root, 'dist');
const shared = resolve(root, process.env.VITRINE_SHARED ?? '../shared');

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        write: { type: 'string' },
        against: { type: 'string' },
        show: { type: 'string' },
      },
    });
    return { ...values, folders: positionals };
  } catch (error) {
    return stop(
      `${error.message}\nusage: npm run guard -- [--quick] [--write FILE] [--against FILE] [--show WORDS] [FOLDER...]`,
    );
  }
}

const { quick = false, write, against, show, folders } = readOptions();
if (!existsSync(join(dist, 'node/index.js'))) stop('npm run build comes first');
if (against !== undefined && !existsSync(against)) stop(`there is no record ${against}`);
const { createVitrine } = await import(pathToFileURL(join(dist, 'node/index.js')).href);
const { formats } = await createVitrine();
const chosen =
  folders.length > 0
    ? folders.flatMap((folder) => casesOf(basename(folder), resolve(folder), formats))
    : allCases(root, shared, formats, quick);
const cases = show === undefined ? chosen : chosen.filter(({ name }) => show.startsWith(name));

const entries = (await Promise.all(share(cases, availableParallelism())))
  .flat()
  .sort((a, b) => (a.name < b.name ? -1 : 1));
if (show !== undefined) printAnswers();
else {
  printTotals();
  if (write !== undefined)
    writeRecord(write, entries, `${cases.length} cases, ${entries.length} answers${quick ? ', quick' : ''}`);
  if (against !== undefined) compare();
}

/** Hands cases to so many workers as they ask for them. */
function share(list, workers) {
  let next = 0;
  return Array.from({ length: workers }, () => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: { dist, keep: true } });
    const found = [];
    return new Promise((done, failed) => {
      const ask = () => {
        if (next < list.length) worker.postMessage(list[next++]);
        else void worker.terminate().then(() => done(found));
      };
      worker.on('message', (answers) => {
        found.push(...answers);
        ask();
      });
      worker.on('error', failed);
      ask();
    });
  });
}

/** One line for each kind of answer, then the sizes. */
function printTotals() {
  const kinds = new Map();
  for (const { name, digest, size } of entries) {
    const what = name.slice(name.lastIndexOf(' # ') + 3).split(' ')[0];
    const kind = kinds.get(what) ?? { count: 0, bytes: 0, hash: createHash('sha256') };
    kind.count += 1;
    kind.bytes += size;
    kind.hash.update(`${name} ${digest}\n`);
    kinds.set(what, kind);
  }
  console.log(`${'answers'.padEnd(12)} ${'count'.padStart(7)} ${'bytes'.padStart(12)}  digest`);
  for (const [what, { count, bytes, hash }] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `${what.padEnd(12)} ${String(count).padStart(7)} ${String(bytes).padStart(12)}  ${hash.digest('hex').slice(0, 16)}`,
    );
  const covered = groupBy(cases, ({ kind }) => kind);
  console.log(`\nasked about: ${[...covered].map(([kind, list]) => `${list.length} ${kind}s`).join(', ')}`);
  if (folders.length === 0 && quick)
    console.log('--quick: no broken files, large worlds, whole folders or models of other people');
  else if (folders.length === 0 && !existsSync(join(shared, 'corpus')))
    console.log('without models of other people: VITRINE_SHARED is absent');
  console.log('\nsizes (bytes, gzip)');
  for (const { name, bytes, gzip } of embedSizes(dist))
    console.log(`${name.padEnd(28)} ${String(bytes).padStart(9)} ${String(gzip).padStart(9)}`);
  const core = readFileSync(join(dist, 'vitrine-core.wasm')).length;
  console.log(`${'vitrine-core.wasm'.padEnd(28)} ${String(core).padStart(9)}`);
}

function printAnswers() {
  const found = entries.filter(({ name }) => name === show || name.startsWith(`${show} #`));
  if (found.length === 0) stop(`nothing is called ${show}`);
  for (const { name, size, text } of found) {
    if (found.length > 1) console.log(`== ${name}`);
    process.stdout.write(text ? inflateRawSync(text) : `${size} bytes, which are not kept`);
    console.log();
  }
}

function compare() {
  const before = readRecord(against),
    after = new Map(
      entries.map((entry) => [entry.name, { ...entry, text: () => entry.text && inflateRawSync(entry.text) }]),
    );
  const { changed, gone, arose } = compareRecords(before, after);
  for (const [list, word] of [
    [gone, 'gone'],
    [arose, 'new'],
  ])
    for (const name of list.slice(0, kPrinted)) console.log(`${word}: ${name}`);
  const folder = join(root, 'build/guard');
  for (const side of ['before', 'after']) rmSync(join(folder, side), { recursive: true, force: true });
  for (const [number, name] of changed.entries()) {
    const [old, now] = [before.get(name).text(), after.get(name).text()];
    if (number < kPrinted)
      console.log(`changed: ${name}\n${firstDifference(old, now) || '  too long to be kept: see --show'}`);
    const file = `${number}_${name.replace(/[^\w.-]+/g, '_').slice(-150)}`;
    for (const [side, bytes] of [
      ['before', old],
      ['after', now],
    ]) {
      mkdirSync(join(folder, side), { recursive: true });
      if (bytes) writeFileSync(join(folder, side, file), bytes);
    }
  }
  console.log(
    `\n${after.size} answers against ${before.size}: ${changed.length} changed, ${gone.length} gone, ${arose.length} new`,
  );
  if (changed.length > 0) console.log('both answers of each: diff -r build/guard/before build/guard/after');
  if (changed.length + gone.length + arose.length > 0) process.exitCode = 1;
}
