// Orders the models of one drop: first the one with the most actions, then the one with the most triangles. A file with
// actions and nothing to show joins the models whose joints it moves; it comes last where there is none.

import { familiesOf } from '../../core/families';
import { folderOf } from '../../base/mount';
import { largest } from '../../base/lists';
import { isImageName } from '../../core/names';
import type { ModelFacts } from '../../protocol/questions';
import type { SourceFile } from '../../protocol/files';
import { sizeOf } from '../../protocol/files';
import type { Viewer } from '../../viewer/viewer';

/** More files than this are not read twice: their order of names stays. */
export const kMostBytes = 48 * 2 ** 20;

/** Triangles of a model, as a part of those of the largest: less is a stand-in. */
const kLeastPart = 0.01;

interface Ranked {
  files: readonly SourceFile[];
  /** Names of files that are there for their actions. */
  gives?: readonly string[];
}

/** Reads each document once to count what is in it. Documents with equal counts keep their order. */
export async function ranked<Document extends Ranked>(
  viewer: Viewer,
  documents: readonly Document[],
): Promise<Document[]> {
  const models = documents.map(({ files }) => files.filter(({ name }) => !isImageName(name)));
  const bytes = models.flat().reduce((sum, { data }) => sum + sizeOf(data), 0);
  if (documents.length < 2 || bytes > kMostBytes) return [...documents];
  const facts = await Promise.all(models.map((files) => viewer.ask('facts', { files })));
  const of = (index: number): Pick<ModelFacts, 'actions' | 'triangles'> =>
    facts[index] ?? { actions: -1, triangles: -1 };
  const most = largest(facts, (each) => each?.triangles ?? 0);
  const isModel = (index: number): number => Number(of(index).triangles >= Math.max(1, most * kLeastPart));
  const joined = joinActions(documents, facts),
    added = (index: number): number => joined.get(index) ?? 0;
  return documents
    .map((document, index) => ({ document, index }))
    .filter(({ index }) => added(index) >= 0)
    .sort(
      (a, b) =>
        isModel(b.index) - isModel(a.index) ||
        of(b.index).actions + added(b.index) - of(a.index).actions - added(a.index) ||
        of(b.index).triangles - of(a.index).triangles ||
        a.index - b.index,
    )
    .map(({ document }) => document);
}

/**
 * Gives the files of actions alone to their models: those in the same folder or below, else anywhere in the drop. Models of
 * one family get each other's files, for their actions. By index, how many actions a document got; -1 = it has gone into
 * others.
 */
function joinActions(documents: readonly Ranked[], facts: readonly (ModelFacts | undefined)[]): Map<number, number> {
  const joined = new Map<number, number>(),
    { givers, shared } = familiesOf(facts),
    models = documents.map(({ files }) => files[0]);
  const folder = (index: number): string => folderOf(models[index]?.name ?? '');
  const join = (other: number, index: number): void => {
    const document = documents[other]!,
      file = models[index];
    if (!file || document.files.includes(file)) return;
    document.files = [...document.files, file];
    document.gives = [...(document.gives ?? []), file.name];
    joined.set(other, (joined.get(other) ?? 0) + (facts[index]?.actions ?? 0));
  };
  for (const [index, fitting] of givers) {
    const near = fitting.filter((other) => folder(other).startsWith(folder(index)));
    for (const other of near.length > 0 ? near : fitting) join(other, index);
    joined.set(index, -1);
  }
  for (const [index, others] of shared) for (const other of others) join(index, other);
  return joined;
}
