// Operands to a document, for every command that takes models.

import { readingOptions, type ReadOptions } from '../core/formats';
import type { Report } from '../core/report';
import { withReading } from '../core/reading';
import type { InputFile } from '../core/document';
import { type Context, listOf, numberOf, type OptionSpec, UsageError, type Values } from './command';
import { type Gathered, gather } from './files';
import type { VitrineDocument } from './index';
import { issueText } from './terminal';

/** How to read files that leave a choice; every command that loads models takes them. */
export const loadOptions: Readonly<Record<string, OptionSpec>> = {
  ...Object.fromEntries(readingOptions.map(({ flag, help }) => [flag, { text: help, reading: true } as const])),
  skin: { value: 'NAME', reading: true, text: 'use this skin from the .skin files' },
  level: { value: 'N', reading: true, text: 'MD3: the level of detail N, as NAME_N.md3 beside NAME.md3 has it' },
  torso: {
    value: 'ACTION',
    reading: true,
    text: 'players of Quake III: what the torso does beside actions of the legs',
  },
  animations: {
    value: 'FILE',
    repeats: true,
    reading: true,
    text: 'its actions move the models, its own meshes are not shown; may be given several times',
  },
};

/** A document of all operands; one that shows nothing is returned as well, its report says why. */
export const loadOperands = async (context: Context): Promise<VitrineDocument> => (await loadFiles(context)).document;

/** The same, with what was read for it. */
export async function loadFiles({ operands, values, vitrine }: Context): Promise<Gathered & WithAnimations & Loaded> {
  const core = await vitrine();
  const gathered = await gatherWithAnimations(
    operands,
    values,
    core.formats.flatMap(({ extensions }) => extensions),
  );
  const { models, animations, resolve } = gathered;
  const document = core.load(models, { resolve, animations, ...readOptions(values) });
  return { ...gathered, document };
}

interface WithAnimations {
  /** Files of the operands. */
  models: InputFile[];
  /** Those of --animations. */
  animations: InputFile[];
}

/** Files of the operands and of --animations; `files` are all of them. */
export async function gatherWithAnimations(
  operands: readonly string[],
  values: Values,
  endings: readonly string[],
): Promise<Gathered & WithAnimations> {
  const own = await gather(operands, endings),
    named = listOf(values, 'animations');
  if (named.length === 0) return { ...own, models: own.files, animations: [] };
  if ([...operands, ...named].filter((operand) => operand === '-').length > 1)
    throw new UsageError('standard input can be read only once');
  const moving = await gather(named, endings),
    names = new Set(moving.files.map(({ name }) => name)),
    models = own.files.filter(({ name }) => !names.has(name));
  own.inputs.addKeys(moving.inputs.newKeys());
  return {
    files: [...models, ...moving.files],
    models,
    animations: moving.files,
    inputs: own.inputs,
    resolve: Object.assign((name: string) => own.resolve(name) ?? moving.resolve(name), { around: own.resolve.around }),
  };
}

interface Loaded {
  document: VitrineDocument;
}

/** `loadOptions` as options of the module. */
export const readOptions = (values: Values): Omit<ReadOptions, 'animations'> =>
  readingOptions.reduce<ReadOptions>((read, option) => withReading(read, option, values[option.flag] === true), {
    ...(typeof values.skin === 'string' && { skin: values.skin }),
    ...(values.level !== undefined && { level: numberOf(values, 'level', 'whole', 9)! }),
    ...(typeof values.torso === 'string' && { torso: values.torso }),
  });

/** Roles of files that belong to a model. */
const kCompanions = new Set(['texture', 'animation', 'camera', 'materials', 'buffer']);

/** The file that a document is called after. */
export const mainFile = ({ files }: Report): string =>
  (files.find(({ role }) => !kCompanions.has(role)) ?? files[0])?.name ?? '';

/** Writes the issues of the files to standard error; returns the exit status. */
export function sayIssues({ err }: Context, document: VitrineDocument): number {
  const { messages, truncated, numErrors } = document.report.issues;
  for (const issue of messages) if (issue.severity <= 1) err(`${issueText(issue)}\n`);
  if (truncated) err('more messages were counted than kept; see the numbers in the report\n');
  return numErrors > 0 ? 1 : 0;
}
