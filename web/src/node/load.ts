// Operands to a document, for every command that takes models.

import type { Report } from '../core/report';
import type { Context, OptionSpec, Values } from './command';
import { type Gathered, gather } from './files';
import type { OpenOptions, VitrineDocument } from './index';
import { issueText } from './terminal';

/** How to read files that leave a choice; every command that loads models takes them. */
export const loadOptions: Readonly<Record<string, OptionSpec>> = {
  'legacy-curves': { text: 'QMSH texts: curves as the original converter read them (all linear, ends held)' },
  'pivot-flip-v': { text: 'pivot scenes: texture coordinates from the other edge' },
  'pivot-conjugate': { text: 'pivot scenes: quaternions turned the other way' },
  'pivot-z-up': { text: 'pivot scenes: z points up' },
  'pivot-mirror-z': { text: 'pivot scenes: z mirrored' },
  'pivot-force': { text: 'pivot scenes: open in spite of bytes after the last record' },
};

/** A document of all operands; one that shows nothing is returned as well, its report says why. */
export const loadOperands = async (context: Context): Promise<VitrineDocument> => (await loadFiles(context)).document;

/** The same, with what was read for it. */
export async function loadFiles({ operands, values, vitrine }: Context): Promise<Gathered & Loaded> {
  const core = await vitrine();
  const gathered = await gather(
    operands,
    core.formats.flatMap(({ extensions }) => extensions),
  );
  const document = core.load(gathered.files, { resolve: gathered.resolve, ...readOptions(values) });
  return { ...gathered, document };
}

interface Loaded {
  document: VitrineDocument;
}

/** What `loadOptions` say, as the module takes it. */
export function readOptions(values: Values): OpenOptions {
  const flag = (option: keyof typeof loadOptions): boolean => values[option] === true;
  return {
    legacyCurves: flag('legacy-curves'),
    pivot: {
      flipV: flag('pivot-flip-v'),
      conjugate: flag('pivot-conjugate'),
      zUp: flag('pivot-z-up'),
      mirrorZ: flag('pivot-mirror-z'),
      force: flag('pivot-force'),
    },
  };
}

/** Roles of files that belong to a model. */
const kCompanions = new Set(['texture', 'animation', 'camera', 'materials']);

/** The file that a document is called after. */
export const mainFile = ({ files }: Report): string =>
  (files.find(({ role }) => !kCompanions.has(role)) ?? files[0])?.name ?? '';

/** Says on standard error what the files' readers had to say; returns the exit status. */
export function sayIssues({ err }: Context, document: VitrineDocument): number {
  const { messages, truncated, numErrors } = document.report.issues;
  for (const issue of messages) if (issue.severity <= 1) err(`${issueText(issue)}\n`);
  if (truncated) err('more messages were counted than kept; see the numbers in the report\n');
  return numErrors > 0 ? 1 : 0;
}
