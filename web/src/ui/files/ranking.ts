// Orders the models of one drop: first the one with the most actions, then the one with the most triangles. A file with
// actions and nothing to show, as IQM has them, joins the models with as many joints; it comes last where there is none.

import { folderOf } from '../../core/mount';
import { largest } from '../../core/lists';
import { isImageName } from '../../core/names';
import type { ModelFacts } from '../../protocol/questions';
import type { SourceFile } from '../../protocol/files';
import { sizeOf } from '../../protocol/files';
import type { Viewer } from '../../viewer/viewer';

/** More files than this are not read twice: their order of names stays. */
const kMostBytes = 48 * 2 ** 20;

/** Triangles of a model, as a part of those of the largest: less is a stand-in. */
const kLeastPart = 0.01;

/** Reads each document once to count what is in it. Documents with equal counts keep their order. */
export async function ranked<Document extends { files: readonly SourceFile[] }>(
  viewer: Viewer,
  documents: readonly Document[],
): Promise<Document[]> {
  const models = documents.map(({ files }) => files.filter(({ name }) => !isImageName(name)));
  const bytes = models.flat().reduce((sum, { data }) => sum + sizeOf(data), 0);
  if (documents.length < 2 || bytes > kMostBytes) return [...documents];
  const facts = await Promise.all(models.map((files) => viewer.ask('facts', { files })));
  const of = (index: number): ModelFacts => facts[index] ?? { actions: -1, triangles: -1, joints: 0 };
  const most = largest(facts, (each) => each?.triangles ?? 0);
  const isModel = (index: number): number => Number(of(index).triangles >= Math.max(1, most * kLeastPart));
  const joined = joinActions(documents, of),
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
 * Gives the files of actions alone to their models: those with as many joints in the same folder or below, else anywhere
 * in the drop. By index, how many actions a document got; -1 = it has gone into others.
 */
function joinActions(
  documents: readonly { files: readonly SourceFile[] }[],
  of: (index: number) => ModelFacts,
): Map<number, number> {
  const joined = new Map<number, number>();
  const folder = (index: number): string => folderOf(documents[index]!.files[0]?.name ?? '');
  documents.forEach(({ files: [file] }, index) => {
    const { actions, triangles, joints } = of(index);
    if (!file || triangles !== 0 || actions <= 0 || joints === 0) return;
    const fitting = documents.flatMap((_, other) =>
      of(other).triangles > 0 && of(other).joints === joints ? [other] : [],
    );
    const near = fitting.filter((other) => folder(other).startsWith(folder(index)));
    for (const other of near.length > 0 ? near : fitting) {
      const model = documents[other]!;
      if (!model.files.includes(file)) model.files = [...model.files, file];
      joined.set(other, (joined.get(other) ?? 0) + actions);
    }
    if (fitting.length > 0) joined.set(index, -1);
  });
  return joined;
}
