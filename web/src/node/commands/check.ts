// vitrine check: what is wrong with the files, for people, scripts and code scanning; with --fix the file with what rules can
// put right put right, written beside the judgement on it.

import { basename } from 'node:path';

import type { InputFile } from '../../core/document';
import type { Issue, Report } from '../../core/report';
import { batchOptions, type BatchTally, issuesOf, runBatch } from '../batch';
import { type Checked, docsOf, docsOption, junit, sarif } from '../checkFormats';
import { type Command, type Context, formatOf, jsonOption, numberOf, type OptionSpec, UsageError } from '../command';
import { checkEngines, engineOptions } from '../engines';
import { examples } from '../help';
import { type Vitrine, type VitrineDocument, VitrineError } from '../index';
import { gatherWithAnimations, loadOperands, loadOptions, readOptions } from '../load';
import { type Output, OutputNames, Outputs } from '../outputs';
import { statOf } from '../system';
import { countOf, cut, issueText, json, plain, problemCount } from '../terminal';

const fixOptions: Readonly<Record<string, OptionSpec>> = {
  fix: { text: 'applies automatic fixes and checks the result; needs -o' },
  output: { value: 'OUT', short: 'o', text: 'with --fix: the file to write, or a folder for several' },
  only: { value: 'CODE,...', text: 'with --fix: only these codes' },
};

export const check: Command = {
  name: 'check',
  summary: 'lists problems; exit status 1 if there are errors',
  operands: 'FILE...',
  options: {
    'max-warnings': { value: 'N', text: 'fail if there are more than N warnings' },
    ...batchOptions,
    ...engineOptions,
    format: { value: 'pretty|json|sarif|junit', text: 'how to print it (default: pretty)' },
    json: jsonOption,
    docs: docsOption,
    ...fixOptions,
    ...loadOptions,
  },
  examples: examples.check,
  failure: 'the files have errors, more warnings than --max-warnings, or an engine of --for refuses them',
  async run(context) {
    const format = formatOf(context.values, ['pretty', 'json', 'sarif', 'junit']);
    const allowed = numberOf(context.values, 'max-warnings', 'whole') ?? Infinity;
    const fixes = context.values.fix === true,
      docs = docsOf(context.values);
    if (docs !== undefined && format !== 'sarif') throw new UsageError('--docs belongs to --format sarif');
    if (!fixes && (context.values.output !== undefined || context.values.only !== undefined))
      throw new UsageError('-o and --only belong to --fix');
    if (fixes && context.values.batch === true) throw new UsageError('--fix takes one document, not --batch');
    if (context.values.for !== undefined && (fixes || context.values.batch === true))
      throw new UsageError('--for takes neither --fix nor --batch');
    if (context.values.for !== undefined && context.values['max-warnings'] !== undefined)
      throw new UsageError('--for cannot be used with --max-warnings: the engine’s verdict decides');
    if (context.values.batch === true) return checkMany(context, format, allowed);
    try {
      return await (context.values.for === undefined ? checkOne : checkEngines)(context, format, allowed);
    } catch (error) {
      if (format === 'pretty' || !(error instanceof VitrineError)) throw error;
      const name = context.operands[0] ?? '',
        one = unopened(await context.vitrine(), name, issuesOf(error, { name }));
      sayer(context)(`${printed(one, format, docsOf(context.values))}\n`);
      return 1;
    }
  },
};

type Format = 'pretty' | 'json' | 'sarif' | 'junit';

async function checkOne(context: Context, format: Format, allowed: number): Promise<number> {
  const { report } = await (context.values.fix === true ? writeFixed : loadOperands)(context);
  const one = judged(report.files[0]?.name ?? '', report, allowed);
  sayer(context)(`${printed(one, format, docsOf(context.values))}\n`);
  if (one.reason !== undefined) context.err(`${one.reason}\n`);
  return one.failed ? 1 : 0;
}

function printed(one: Checked, format: Format, docs: string | undefined): string {
  const { report } = one;
  return {
    pretty: () => pretty(report),
    json: () => json(report),
    sarif: () => sarif([one], docs),
    junit: () => junit([one]),
  }[format]();
}

/** A document that has not come to be opened. */
const unopened = ({ version }: Vitrine, name: string, messages: Issue[]): Checked => ({
  name,
  report: {
    vitrine: version,
    format: '',
    files: [],
    issues: { numErrors: messages.length, numWarnings: 0, numInfos: 0, numHints: 0, truncated: false, messages },
  },
  failed: true,
});

/** Prints a report: the file that --fix writes to standard output has that to itself. */
const sayer = ({ values, out, err }: Context): Context['out'] =>
  values.fix === true && values.output === '-' ? err : out;

function judged(name: string, { vitrine, format, files, issues }: Report, allowed: number): Checked {
  const { numErrors, numWarnings } = issues,
    many = numErrors === 0 && numWarnings > allowed;
  return {
    name,
    report: { vitrine, format, files, issues },
    failed: numErrors > 0 || many,
    ...(many && { reason: `${countOf(numWarnings, 'warning is', 'warnings are')} more than the ${allowed} allowed` }),
  };
}

async function checkMany(context: Context, format: Format, allowed: number): Promise<number> {
  const all: Checked[] = [];
  const { status, tally } = await runBatch<undefined, Checked>(context, {
    work({ report }, { name }) {
      const one = judged(name, report, allowed);
      return { status: one.failed ? 1 : 0, done: one };
    },
    // People read of it on standard error.
    failed: (issues, { name }, core) => (format === 'pretty' ? undefined : unopened(core, name, issues)),
    report(one, { name }, { out }) {
      if (format === 'pretty') out(`${plain(cut(name))}\n${pretty(one.report).replace(/^/gm, '  ')}\n`);
      else all.push(one);
      if (format === 'pretty' && one.reason !== undefined) out(`  ${one.reason}\n`);
    },
  });
  if (format === 'json') context.out(`${many(all, tally)}\n`);
  else if (format === 'sarif') context.out(`${sarif(all, docsOf(context.values))}\n`);
  else if (format === 'junit') context.out(`${junit(all)}\n`);
  return status;
}

const many = (all: readonly Checked[], tally: BatchTally): string =>
  json({
    vitrine: all[0]?.report.vitrine,
    summary: tally,
    documents: all.map(({ name, report: { format, files, issues }, failed }) => ({
      name,
      failed,
      format,
      files,
      issues,
    })),
  });

function pretty({ issues, files }: Pick<Report, 'issues' | 'files'>): string {
  const said = [...issues.messages].sort((a, b) => a.severity - b.severity).map(issueText);
  if (issues.truncated) said.push('more messages were counted than kept');
  return [...said, `${countOf(files.length, 'file')}: ${problemCount(issues)}`].join('\n');
}

/** Writes the patched files and returns the document opened again with them. */
async function writeFixed(context: Context): Promise<VitrineDocument> {
  const { operands, values, vitrine, err } = context;
  const output = values.output;
  if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
  const only = typeof values.only === 'string' ? values.only.split(',').map((code) => code.trim()) : undefined;
  const core = await vitrine();
  const endings = core.formats.flatMap(({ extensions }) => extensions);
  const { models, animations, inputs, resolve } = await gatherWithAnimations(operands, values, endings);
  const options = { resolve, animations, ...readOptions(values) };
  const document = core.load(models, options);
  const wanted = document.fixes.filter(({ code }) => only?.includes(code) ?? true);
  const missing = only?.filter((code) => !wanted.some((fix) => fix.code === code)) ?? [];
  if (missing.length > 0) err(`nothing to fix for ${plain(missing.join(', '))}\n`);
  const names = [...new Set(wanted.map(({ file }) => file))],
    folder = statOf(output)?.isDirectory() === true;
  if (names.length > 1 && !folder) throw new UsageError(`${names.length} files have fixes: name a folder with -o`);
  if (names.length === 0) {
    err('nothing to fix\n');
    return document;
  }
  const patched = new Map<string, Uint8Array>(),
    results: Output[] = [],
    lines: string[] = [];
  const paths = new OutputNames(output, endings);
  for (const name of names) {
    const codes = wanted.filter(({ file }) => file === name).map(({ code }) => code);
    const patch = document.patch(name, codes);
    if (!patch) continue;
    const { report, bytes } = patch,
      path = folder ? paths.next(basename(name)) : output;
    results.push({ path, data: bytes });
    patched.set(name, bytes);
    const { gone, left, arose } = report.check;
    const said = [
      gone.length > 0 ? `gone: ${gone.join(', ')}` : '',
      left.length > 0 ? `left: ${left.join(', ')}` : '',
      arose.length > 0 ? `new: ${arose.map(({ code }) => code).join(', ')}` : '',
    ].filter(Boolean);
    lines.push(`${plain(path)}: ${countOf(report.changes, 'change')}; ${said.join('; ')}\n`);
  }
  new Outputs().write(results, inputs);
  for (const line of lines) err(line);
  document.dispose();
  const withPatches = (list: readonly InputFile[]): InputFile[] =>
    list.map((file) => ({ ...file, bytes: patched.get(file.name) ?? file.bytes }));
  return core.load(withPatches(models), { ...options, animations: withPatches(animations) });
}
