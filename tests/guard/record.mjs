// A record of all answers of one tree: a line for each with digest, size and name, and beside it a file with the shorter
// answers themselves. Two records are compared by name.

import { readFileSync, writeFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const textsOf = (path) => `${path}.texts`;

/** Entries: { name, digest, size, text? } with `text` deflated; equal ones are kept once. */
export function writeRecord(path, entries, heading) {
  const pieces = [],
    places = new Map();
  let end = 0;
  const lines = entries.map(({ name, digest, size, text }) => {
    if (text && !places.has(digest)) {
      places.set(digest, `${end}+${text.length}`);
      pieces.push(text);
      end += text.length;
    }
    return `${digest} ${size} ${places.get(digest) ?? '-'} ${name}`;
  });
  writeFileSync(path, `# ${heading}\n${lines.join('\n')}\n`);
  writeFileSync(textsOf(path), Buffer.concat(pieces));
}

/** The record by names; `text()` of an entry is undefined where only its digest was kept. */
export function readRecord(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  let texts;
  const entries = new Map();
  for (const line of lines) {
    const [, digest, size, place, name] = /^([0-9a-f]{24}) (\d+) (\S+) (.*)$/.exec(line) ?? [];
    if (digest === undefined) continue;
    const text = () => {
      if (place === '-') return undefined;
      texts ??= readFileSync(textsOf(path));
      const [start, length] = place.split('+').map(Number);
      return inflateRawSync(texts.subarray(start, start + length));
    };
    entries.set(name, { name, digest, size: Number(size), text });
  }
  return entries;
}

/** Names in both with other answers, names that are gone, names that are new; both records by names. */
export function compareRecords(before, after) {
  return {
    changed: [...before.keys()].filter((name) => after.has(name) && after.get(name).digest !== before.get(name).digest),
    gone: [...before.keys()].filter((name) => !after.has(name)),
    arose: [...after.keys()].filter((name) => !before.has(name)),
  };
}

const isText = (bytes) => !bytes.subarray(0, 4096).includes(0);

/** The first place where two answers differ, as two short lines; '' where one of them was not kept. */
export function firstDifference(before, after) {
  if (!before || !after) return '';
  if (!isText(before) || !isText(after)) {
    let at = 0;
    while (at < before.length && before[at] === after[at]) ++at;
    const hex = (bytes) => bytes.subarray(at, at + 16).toString('hex');
    return `  byte ${at} of ${before.length}: ${hex(before)}\n  byte ${at} of ${after.length}: ${hex(after)}`;
  }
  const [old, now] = [before, after].map((bytes) => bytes.toString('utf8').split('\n'));
  const line = old.findIndex((text, index) => text !== now[index]);
  const at = line < 0 ? old.length : line;
  return `  - ${at + 1}: ${(old[at] ?? '').slice(0, 200)}\n  + ${at + 1}: ${(now[at] ?? '').slice(0, 200)}`;
}
