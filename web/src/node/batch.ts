// Many documents in one run: what belongs together below folders and in archives, one after the other or in several
// threads, with a progress bar on a terminal and a summary at the end.

import { type BatchItem, helped, isHelper, type Member, type Outcome, serve } from './batchJobs';
import { availableParallelism } from 'node:os';
import { basename, dirname, relative } from 'node:path';

import { isArchive, unpack } from '../archives/archive';
import type { InputFile } from '../core/document';
import { FileKinds } from '../core/fileKinds';
import { plainName, underPlainNames } from '../core/gzipName';
import { pushTo } from '../base/lists';
import { isImageName } from '../core/names';
import type { FormatInfo, Issue } from '../core/report';
import { joinFamilies } from './batchFamilies';
import { type Context, DocumentUsageError, listOf, numberOf, type OptionSpec, UsageError } from './command';
import { archiveEndings, baseOf, besides, ending, expand, readFile, readStandardInput, surroundingsOf } from './files';
import { type Vitrine, VitrineDocument, VitrineError } from './index';
import { unpacked as unpackedFile } from './inputs';
import { readOptions } from './load';
import { InputPaths } from './outputs';
import { isSystemError, statOf, systemReason } from './system';
import { countOf, cut, issueText, json, plain } from './terminal';

const kMostJobs = 64;

export const batchOptions: Readonly<Record<string, OptionSpec>> = {
  batch: {
    text: 'every folder with one model is a document, as is each file in a folder with several; prints a summary',
  },
  jobs: {
    value: 'N',
    needs: 'batch',
    text: 'with --batch: use N threads; 0 is one per processor (default: 1)',
  },
};

/**
 * Documents of the operands, in the order of their paths. Archives are opened one at a time. Operands without a model are a
 * mistake, unless `mayBeNone`.
 */
export async function batchItems(
  operands: readonly string[],
  formats: readonly FormatInfo[],
  inputs: InputPaths,
  mayBeNone = false,
): Promise<BatchItem[]> {
  if (operands.length === 0) throw new UsageError('name at least one file or folder');
  const last = (extension: string): string => extension.split('.').at(-1)!;
  const known = new Set(formats.flatMap(({ extensions }) => extensions.map(last)));
  /** Endings of what is nothing by itself. */
  const materials = new Set(
    formats.filter(({ role }) => role === 'materials').flatMap(({ extensions }) => extensions.map(last)),
  );
  const kinds = new FileKinds(formats);
  const wanted = (name: string): boolean => known.has(ending(name)) || isImageName(name);
  const folders = new Map<string, Member[]>();
  /** One that cannot be opened is a document that fails. */
  const unpacked = (archive: string, below: string, bytes: () => Uint8Array): void => {
    try {
      for (const entry of unpack(archive, bytes(), wanted)) {
        const name = `${archive}/${entry.name}`;
        pushTo(folders, dirname(name), { name, below: `${below}/${entry.name}`, bytes: () => entry.bytes });
      }
    } catch (error) {
      if (!failsAlone(error)) throw error;
      const fail = (): never => {
        throw error;
      };
      pushTo(folders, archive, { name: archive, below, bytes: fail });
    }
  };
  const seen = new Set<string>();
  for (const operand of operands) {
    if (operand === '-') {
      const bytes = unpackedFile('stdin', await readStandardInput());
      if (isArchive(bytes)) unpacked('stdin', 'stdin', () => bytes);
      else pushTo(folders, '', { name: 'stdin', below: 'stdin', bytes: () => bytes });
      continue;
    }
    const base = baseOf(operand);
    const paths = expand(operand, (name) => wanted(name) || archiveEndings.has(ending(name)));
    if (paths.length === 0 && !mayBeNone) throw new UsageError(`nothing that Vitrine can read in '${operand}'`);
    for (const path of paths) {
      if (seen.has(path)) continue;
      seen.add(path);
      inputs.add(path);
      const below = relative(base, path);
      if (archiveEndings.has(ending(path)))
        unpacked(path, plainName(below).replace(/\.[^.]*$/, ''), () => unpackedFile(path, readFile(path)));
      else
        pushTo(folders, dirname(path), {
          name: path,
          below: plainName(below),
          bytes: () => unpackedFile(path, readFile(path)),
        });
    }
  }
  const names = [...folders.values()].flatMap((members) => members.map(({ name }) => name)),
    isModel = kinds.modelsAmong(names),
    companyOf = kinds.companyAmong(names);
  const around = surroundingsOf(inputs);
  const items = [...folders].flatMap(([folder, found]) => {
    const members = underPlainNames(found);
    const files = members.filter(({ name }) => !isImageName(name));
    const models = files.filter(({ name }) => isModel(name));
    const isCompanion = ({ name }: Member): boolean =>
      materials.has(ending(name)) || (kinds.mayBeBuffer(name) && !isModel(name));
    const resolve = besides([folder], inputs, around);
    const item = ({ name, below }: Member, all: readonly Member[]): BatchItem => ({
      name,
      below,
      members: all,
      animations: [],
      inputs,
      resolve,
    });
    /** A document each, but for what comes with another. */
    const alone = (all: readonly Member[]): BatchItem[] => {
      const company = new Map(all.map((file) => [file, new Set(companyOf(file.name))]));
      const later = new Set(models.flatMap((model) => [...(company.get(model) ?? [])]));
      return all
        .filter(({ name }) => !later.has(name))
        .map((file) => item(file, [file, ...all.filter(({ name }) => company.get(file)!.has(name))]));
    };
    return models.length === 1 ? [item(models[0]!, files)] : alone(files.filter((file) => !isCompanion(file)));
  });
  if (items.length === 0 && !mayBeNone) throw new UsageError(`there is no model in '${operands.join("', '")}'`);
  return items;
}

/** Errors that fail one document; the others are still done. */
export const failsAlone = (error: unknown): error is Error =>
  error instanceof VitrineError || error instanceof DocumentUsageError || isSystemError(error);

export interface BatchTally {
  documents: number;
  fine: number;
  /** Without errors, but with warnings. */
  warned: number;
  failed: number;
}

/** How a batch handles its documents. */
export interface BatchSteps<Plan, Done> {
  /** Before a document is opened, one item after the other: what has to be agreed on between them. */
  plan?(item: BatchItem): Plan;
  /** May run in another thread: what it returns is plain data. VitrineError counts as failed. */
  work(document: VitrineDocument, item: BatchItem, quiet: Context, plan: Plan): { status: number; done?: Done };
  /** What is reported of a document that `work` has thrown over, or that never came to it. */
  failed?(issues: Issue[], item: BatchItem, core: Vitrine): Done | undefined;
  /** One item after the other: prints and writes what `work` has done. */
  report(done: Done, item: BatchItem, quiet: Context, later: Later): void;
}

/** Has something done once all documents have been read, in the order of the calls. */
export type Later = (act: () => void) => void;

/** What was agreed on for a document, or why it fails before it is opened; plain data. */
type Planned<Plan> = { plan: Plan } | { failure: string };

/** Opens one document and works on it. Throws UsageError for what is wrong with all. */
export function workOn<Plan, Done>(
  context: Context,
  core: Vitrine,
  item: BatchItem,
  planned: Planned<Plan>,
  { work, failed }: Pick<BatchSteps<Plan, Done>, 'work' | 'failed'>,
): Outcome {
  const said: Outcome['said'] = [];
  const quiet: Context = {
    ...context,
    out: (text) => void said.push([true, text]),
    err: (text) => void said.push([false, text]),
  };
  if ('failure' in planned) return { status: 1, warned: false, said: [[false, planned.failure]], read: [] };
  let document: VitrineDocument | undefined;
  try {
    const read = (members: readonly Member[]): InputFile[] =>
      members.map(({ name, bytes }) => ({ name, bytes: bytes() }));
    const options = { resolve: item.resolve, ...readOptions(context.values) };
    document = core.load(read(item.members), { animations: read(item.animations), ...options });
    const { status, done } = work(document, item, quiet, planned.plan);
    const warned = document.report.issues.numWarnings > 0;
    return { status, warned, done, said, read: item.inputs.newKeys() };
  } catch (error) {
    said.push([false, failureText(error, item)]);
    const done = failed?.(issuesOf(error as Error, item), item, core);
    return { status: 1, warned: false, done, said, read: item.inputs.newKeys() };
  } finally {
    document?.dispose();
  }
}

/** The same as issues; what concerns no byte of it is FILE_UNREADABLE. */
export function issuesOf(error: Error, { name }: { name: string }): Issue[] {
  if (error instanceof VitrineError && error.issues.length > 0) return error.issues;
  const message = 'syscall' in error ? systemReason(error) : error.message;
  return [{ code: 'FILE_UNREADABLE', severity: 0, source: name, message }];
}

/** Why one document failed; throws the error again where it is not the document's alone. */
function failureText(error: unknown, { name }: { name: string }): string {
  if (!failsAlone(error)) throw error;
  const said = error instanceof VitrineError ? error.issues.map(issueText) : [];
  const issues = said.length > 0 ? said : [plain('syscall' in error ? systemReason(error) : error.message)];
  return `${plain(cut(name))}: ${issues.join('\n')}\n`;
}

/** A document that is none of the core's models. */
export interface OtherItem {
  name: string;
  run(quiet: Context, later: Later): Verdict;
}
type Verdict = 'fine' | 'warned' | 'failed';

/**
 * Handles every document of the operands, then the `others`, in --jobs threads; what is printed and written does not depend
 * on their number. `inputs` comes to hold all that is read. The exit status is 1 when one failed.
 */
export async function runBatch<Plan, Done>(
  context: Context,
  steps: BatchSteps<Plan, Done>,
  others: readonly OtherItem[] = [],
  inputs = new InputPaths(),
): Promise<{ status: number; tally: BatchTally }> {
  const core = await context.vitrine();
  const named = namedAnimations(context, inputs),
    found = joinFamilies(core, await batchItems(context.operands, core.formats, inputs, others.length > 0));
  const items = found.map((item) => ({ ...item, animations: [...named, ...item.animations] }));
  if (isHelper()) return serve(items, (item, plan) => workOn(context, core, item, plan as Planned<Plan>, steps));
  const tally: BatchTally = { documents: items.length + others.length, fine: 0, warned: 0, failed: 0 };
  const progress = new Progress(tally.documents);
  const quiet: Context = {
    ...context,
    out: (text) => (progress.clear(), context.out(text)),
    err: (text) => (progress.clear(), context.err(text)),
  };
  const jobs = Math.min(jobsOf(context), items.length);
  // All of them before the first is read: what is agreed on does not depend on which images are known by then.
  const plans = items.map((item): Planned<Plan> => {
    try {
      return { plan: steps.plan?.(item) as Plan };
    } catch (error) {
      return { failure: failureText(error, item) };
    }
  });
  const start = (at: number): Planned<Plan> => {
    progress.show(items[at]!.name);
    return plans[at]!;
  };
  const waiting: (() => void)[] = [];
  /**
   * Counts a document by what `run` returns, unless that, or what waits, throws. What waits does not hold `run`, and with
   * it all that the document has become.
   */
  const settle = (item: { name: string }, run: (later: Later) => Verdict): void => {
    let verdict: Verdict = 'failed',
      waits = false;
    const attempt = (act: (later: Later) => Verdict): void => {
      try {
        verdict = act(later);
      } catch (error) {
        quiet.err(failureText(error, item));
        verdict = 'failed';
      }
    };
    const later: Later = (act) => {
      waits = true;
      waiting.push(() => {
        attempt(() => (act(), verdict));
        tally[verdict] += 1;
      });
    };
    attempt(run);
    if (!waits) tally[verdict] += 1;
    progress.step();
  };
  const finish = (item: BatchItem, { status, warned, done, said, read }: Outcome): void => {
    inputs.addKeys(read);
    for (const [isData, text] of said) (isData ? quiet.out : quiet.err)(text);
    settle(item, (later) => {
      if (done !== undefined) steps.report(done as Done, item, quiet, later);
      return status !== 0 ? 'failed' : warned ? 'warned' : 'fine';
    });
  };
  if (jobs > 1) await helped(jobs, items, start, finish);
  else
    for (const [at, item] of items.entries()) {
      finish(item, workOn(context, core, item, start(at), steps));
      // A turn for signals.
      await new Promise(setImmediate);
    }
  for (const other of others) {
    progress.show(other.name);
    settle(other, (later) => other.run(quiet, later));
  }
  for (const act of waiting) act();
  progress.clear();
  context.err(`${summary(tally)}\n`);
  return { status: tally.failed > 0 ? 1 : 0, tally };
}

/** The files of --animations, for every document. */
function namedAnimations({ values }: Context, inputs: InputPaths): Member[] {
  return listOf(values, 'animations').flatMap((operand) =>
    expand(operand, () => true).map((path) => {
      inputs.add(path);
      return { name: path, below: basename(path), bytes: () => readFile(path) };
    }),
  );
}

function jobsOf({ values, operands }: Context): number {
  const jobs = numberOf(values, 'jobs', 'whole', kMostJobs) ?? 1;
  if (jobs !== 1 && operands.includes('-')) throw new UsageError('standard input has one reader: leave --jobs out');
  const isPipe = (path: unknown): boolean => typeof path === 'string' && statOf(path)?.isFIFO() === true;
  if (jobs !== 1 && [...operands, values.replaces, values.profile].some(isPipe))
    throw new UsageError('a pipe has one reader: leave --jobs out');
  return jobs === 0 ? availableParallelism() : jobs;
}

/**
 * `{ "documents": [...], "summary": {...} }`, a document written as soon as it is known: what `each` returns, beside its
 * status, or undefined for one that has nothing to say.
 */
export async function printBatch(
  context: Context,
  each: (document: VitrineDocument, item: BatchItem, quiet: Context) => { status: number; value: object | undefined },
): Promise<number> {
  const indented = (value: unknown, by: string): string => json(value).replaceAll('\n', `\n${by}`);
  const head = '{\n  "documents": [';
  let written = 0;
  const { status, tally } = await runBatch<undefined, string>(context, {
    work(document, item, quiet) {
      const { status: own, value } = each(document, item, quiet);
      return { status: own, done: value && indented({ name: item.name, ...value }, '    ') };
    },
    report: (text, _, quiet) => quiet.out(`${written++ > 0 ? ',' : head}\n    ${text}`),
  });
  context.out(`${written > 0 ? '\n  ' : head}],\n  "summary": ${indented(tally, '  ')}\n}\n`);
  return status;
}

/** `12 documents: 9 fine, 2 with warnings, 1 failed` */
export function summary({ documents, fine, warned, failed }: BatchTally): string {
  const parts = [
    `${fine} fine`,
    ...(warned ? [`${warned} with warnings`] : []),
    ...(failed ? [`${failed} failed`] : []),
  ];
  return `${countOf(documents, 'document')}: ${parts.join(', ')}`;
}

/** A line on the terminal that is written over; nothing where standard error is no terminal. */
class Progress {
  private done = 0;
  private shown = false;
  private last = 0;

  constructor(private readonly total: number) {}

  show(name: string): void {
    if (!process.stderr.isTTY || (this.shown && Date.now() - this.last < 60)) return;
    const part = this.total === 0 ? 1 : this.done / this.total,
      filled = Math.round(part * 20),
      bar = '#'.repeat(filled).padEnd(20, '.');
    const line = `[${bar}] ${this.done}/${this.total} ${plain(name)}`;
    process.stderr.write(`\r\x1b[K${line.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
    this.shown = true;
    this.last = Date.now();
  }

  step(): void {
    this.done += 1;
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
    this.shown = false;
  }
}
