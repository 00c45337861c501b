// Models of one folder of a batch that play each other's actions.

import { dirname } from 'node:path';

import { type FamilyFacts, familiesOf, familyOf } from '../core/families';
import { FileKinds } from '../core/fileKinds';
import { pushTo } from '../base/lists';
import type { BatchItem, Member } from './batchJobs';
import { DocumentUsageError } from './command';
import { type Vitrine, VitrineError } from './index';
import { isSystemError } from './system';

/** Folders with more in their models are not read twice: each of these stays alone. */
const kMostBytes = 64 * 2 ** 20;

/**
 * Documents of one file each, in folders with several: files of actions alone go to the models that may play them, and
 * models of one family get each other's files for their actions.
 */
export function joinFamilies(core: Vitrine, items: readonly BatchItem[]): BatchItem[] {
  const folders = new Map<string, number[]>(),
    kinds = new FileKinds(core.formats);
  items.forEach(({ name, members }, index) => {
    if (members.length === 1 && kinds.of(name) === 'model') pushTo(folders, dirname(name), index);
  });
  const gone = new Set<number>(),
    more = new Map<number, Member[]>();
  for (const indices of folders.values()) {
    if (indices.length < 2) continue;
    const members = indices.map((index) => items[index]!.members[0]!),
      { givers, shared } = familiesOf(factsOf(core, members));
    for (const [giver, models] of givers) {
      gone.add(indices[giver]!);
      for (const model of models) pushTo(more, indices[model]!, members[giver]!);
    }
    for (const [model, others] of shared) for (const other of others) pushTo(more, indices[model]!, members[other]!);
  }
  return items.flatMap((item, index) =>
    gone.has(index) ? [] : [{ ...item, animations: [...item.animations, ...(more.get(index) ?? [])] }],
  );
}

function factsOf(core: Vitrine, members: readonly Member[]): (FamilyFacts | undefined)[] {
  let bytes = 0;
  const facts: (FamilyFacts | undefined)[] = [];
  for (const member of members) {
    const file = contents(member);
    bytes += file?.bytes.byteLength ?? 0;
    if (bytes > kMostBytes) return [];
    facts.push(file && factOf(core, file));
  }
  return facts;
}

/** What cannot be read fails later, in its turn. */
function contents({ name, bytes }: Member): { name: string; bytes: Uint8Array } | undefined {
  try {
    return { name, bytes: bytes() };
  } catch (error) {
    if (error instanceof VitrineError || error instanceof DocumentUsageError || isSystemError(error)) return undefined;
    throw error;
  }
}

function factOf(core: Vitrine, file: { name: string; bytes: Uint8Array }): FamilyFacts | undefined {
  try {
    const document = core.load([file]);
    try {
      return document.shown ? familyOf(document.report) : undefined;
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (error instanceof VitrineError) return undefined;
    throw error;
  }
}
