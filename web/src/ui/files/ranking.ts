// Orders the models of one drop: first the one with the most actions, then the one with the most triangles. Files that hold
// actions and next to nothing to show, as those of IQM often do, come after the models.

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
export async function ranked<Document extends { readonly files: readonly SourceFile[] }>(
  viewer: Viewer,
  documents: readonly Document[],
): Promise<Document[]> {
  const models = documents.map(({ files }) => files.filter(({ name }) => !isImageName(name)));
  const bytes = models.flat().reduce((sum, { data }) => sum + sizeOf(data), 0);
  if (documents.length < 2 || bytes > kMostBytes) return [...documents];
  const facts = await Promise.all(models.map((files) => viewer.ask('facts', { files })));
  const of = (index: number): ModelFacts => facts[index] ?? { actions: -1, triangles: -1 };
  const most = largest(facts, (each) => each?.triangles ?? 0);
  const isModel = (index: number): number => Number(of(index).triangles >= Math.max(1, most * kLeastPart));
  return documents
    .map((document, index) => ({ document, index }))
    .sort(
      (a, b) =>
        isModel(b.index) - isModel(a.index) ||
        of(b.index).actions - of(a.index).actions ||
        of(b.index).triangles - of(a.index).triangles ||
        a.index - b.index,
    )
    .map(({ document }) => document);
}
