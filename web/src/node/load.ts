// Operands to a document, for every command that takes models.

import type { Context } from './command';
import { gather } from './files';
import type { VitrineDocument } from './index';
import { issueText } from './terminal';

/** A document of all operands; one that shows nothing is returned as well, its report says why. */
export async function loadOperands({ operands, vitrine }: Context): Promise<VitrineDocument> {
  const core = await vitrine();
  const { files, resolve } = await gather(
    operands,
    core.formats.flatMap(({ extensions }) => extensions),
  );
  return core.load(files, { resolve });
}

/** Says on standard error what the files' readers had to say; returns the exit status. */
export function sayIssues({ err }: Context, document: VitrineDocument): number {
  const { messages, truncated, numErrors } = document.report.issues;
  for (const issue of messages) if (issue.severity <= 1) err(`${issueText(issue)}\n`);
  if (truncated) err('more messages were counted than kept; see the numbers in the report\n');
  return numErrors > 0 ? 1 : 0;
}
