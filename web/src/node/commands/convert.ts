// vitrine convert: the files as one file of another format, with the loss report of what was lost.

import { exportKinds } from '../../core/formats';
import { largest } from '../../base/lists';
import { batchOptions, runBatch } from '../batch';
import {
  type Command,
  type Context,
  UsageError,
  type Values,
  formatOf,
  jsonOption,
  numberOf,
  onlyFor,
  refuseOthers,
} from '../command';
import { examples } from '../examples';
import {
  type ExportedFile,
  type ExportKind,
  type ExportOptions,
  type ExportReport,
  type ReadBack,
  type VitrineDocument,
  VitrineError,
} from '../index';
import { loadFiles, loadOptions, sayIssues } from '../load';
import { InputPaths, makeFolder, type Output, OutputNames, Outputs } from '../outputs';
import { statOf } from '../system';
import { countOf, cut, decimal, issueText, json, lossText, plain } from '../terminal';
import { md5Flags, md5OptionsFor, md5OptionsOf, md5Outputs, refuseExisting } from './convertMd5';
import { convertSong } from './convertSong';

const kinds = exportKinds.map(({ id }) => id as ExportKind);
const rows = exportKinds.flatMap(({ id, options }) => options.map((row) => ({ ...row, kind: id })));
/** The others write an option of their own; this one is for the meshes of all that have images. */
const kHidden: readonly string[] = exportKinds.filter(({ images }) => images).map(({ id }) => id);

export const convert: Command = {
  name: 'convert',
  summary: 'converts to another format, with a report of the conversion losses',
  operands: 'FILE... -o OUT',
  options: {
    output: {
      value: 'OUT.KIND',
      short: 'o',
      text: `the file to write, KIND is one of ${kinds.join(', ')}, mid; - is standard output; with --batch a folder`,
    },
    to: {
      value: 'KIND',
      kinds,
      choices: () => kinds,
      text: 'the format, if the name of the output does not determine it',
    },
    ...batchOptions,
    report: { value: 'R.json', text: 'file for the report; with --batch, for the report of all documents' },
    format: { value: 'pretty|json', text: 'format of the report (default: a line per loss on standard error)' },
    json: jsonOption,
    ...Object.fromEntries(
      rows.map(({ kind, flag: { name, value, help } }) => [
        name,
        { ...(value && { value }), kinds: name === 'hidden' ? kHidden : [kind], text: help },
      ]),
    ),
    ...onlyFor(['md5mesh'], md5Flags),
    ...onlyFor(kinds, loadOptions),
  },
  examples: examples.convert,
  async run(context) {
    const { values } = context;
    const output = values.output;
    if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (values.batch === true) return convertMany(context, output, prints);
    if (prints && output === '-') throw new UsageError('standard output can hold the file or the report, not both');
    const isSong = output.toLowerCase().endsWith('.mid'),
      kind = isSong ? 'mid' : await kindOf(context, output);
    refuseOthers(values, convert.options, kind);
    if (kind === 'mid') return convertSong(context, output, prints);
    if (kind === 'md5mesh' && output === '-')
      throw new UsageError('an md5mesh is written with its animations; name a file');
    const options = named(optionsOf(values, kind), output, false);

    const { document, inputs } = await loadFiles(context);
    const outputs = new Outputs();
    const others = typeof values.report === 'string' ? [values.report] : [];
    outputs.plan([output, ...others, ...(prints ? ['-'] : [])], inputs);
    const status = sayIssues(context, document);
    if (!document.shown || document.report.info.statistics.nodes === 0) return 1;
    const written = converted(context, document, output, kind, options);
    if (!written) return 1;
    const report = withSources(written, document),
      files = filesOf(output, written);
    outputs.plan(
      files.slice(1).map(({ path }) => path),
      inputs,
    );
    if (kind === 'md5mesh' && values.force !== true) refuseExisting(files);
    if (typeof values.report === 'string') files.push({ path: values.report, data: `${json(report)}\n` });
    outputs.store(files);
    if (!prints) context.err(`${summary(output, report)}\n`);
    if (prints) context.out(`${json(report)}\n`);
    return status;
  },
};

/** The new file; undefined when the format cannot hold the document, with a message about `source`. */
function converted(
  { err }: Context,
  document: VitrineDocument,
  source: string,
  kind: ExportKind,
  options: ExportOptions,
): ExportedFile | undefined {
  try {
    return document.convert(kind, options);
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    if (error.code === 'EXPORT_OPTION') throw new UsageError(error.message);
    for (const issue of error.issues) err(`${issueText({ ...issue, source })}\n`);
    return undefined;
  }
}

type SourcedReport = ExportReport & { sources: string[] };

const withSources = ({ report }: ExportedFile, document: VitrineDocument): SourcedReport => ({
  ...report,
  sources: document.report.files.map(({ name }) => name),
});

/** The file first. The exporter's log lies beside it, as it always did. */
const filesOf = (output: string, written: ExportedFile): Output[] =>
  written.files
    ? md5Outputs(output, written)
    : [
        { path: output, data: written.bytes },
        ...(written.log !== '' && output !== '-' ? [{ path: `${output}.log`, data: written.log }] : []),
      ];

/** A line for each loss, for what reading the file back found, and for the file. */
const summary = (output: string, report: SourcedReport): string =>
  [
    ...report.losses.map(lossText),
    ...(report.readBack ? readBackText(report.readBack) : []),
    ...filesText(output, report),
  ].join('\n');

const filesText = (
  output: string,
  { files, bytes, sequences = [], animations = [], scaleAdvice }: SourcedReport,
): string[] => [
  ...(scaleAdvice ? [`${scaleAdvice.message}: --scale ${scaleAdvice.scale} makes it as large`] : []),
  ...animations.flatMap(({ action, name, known }) =>
    known && name !== action ? [`action '${plain(action)}': ${plain(name)} in the game`] : [],
  ),
  ...sequences.map(
    ({ name, first, frames, action }) =>
      `frames ${first} to ${first + frames - 1}: ${plain(name)}${action === null ? ', in the bind pose' : ''}`,
  ),
  ...(files
    ? files.map(({ name, bytes: size }, i) => `${plain(i === 0 ? output : name)}: ${size} bytes`)
    : [`${plain(output)}: ${bytes} bytes`]),
];

/** A file of each document into a folder; what has nothing to convert is passed over. */
async function convertMany(context: Context, folder: string, prints: boolean): Promise<number> {
  const { values } = context;
  if (folder === '-') throw new UsageError('with --batch, -o names a folder');
  if (values.to === undefined) throw new UsageError(`with --batch, name the format: --to ${kinds.join('|')}`);
  const kind = await kindOf(context, '');
  refuseOthers(values, convert.options, kind);
  const options = optionsOf(values, kind);
  makeFolder(folder);
  const names = new OutputNames(
    folder,
    (await context.vitrine()).formats.flatMap(({ extensions }) => extensions),
  );
  const all: object[] = [];
  const outputs = new Outputs(),
    inputs = new InputPaths();
  const reportPath = typeof values.report === 'string' ? values.report : undefined;
  if (reportPath !== undefined) outputs.plan([reportPath, ...(prints ? ['-'] : [])]);
  /** Images are known to be read once all documents are: until then nothing is written where the report would replace a file. */
  const waits = reportPath !== undefined && statOf(reportPath) !== undefined;
  const refuseReport = (): void => {
    if (reportPath !== undefined && inputs.has(reportPath))
      throw new UsageError(`'${cut(reportPath)}' is one of the files that are read; name another`);
  };
  const { status, tally } = await runBatch<string, { output: string; files: Output[]; report: SourcedReport }>(
    context,
    {
      plan({ below }) {
        refuseReport();
        return names.next(below, kind, inputs);
      },
      work(document, { name }, quiet, output) {
        const failed = sayIssues(quiet, document);
        if (!document.shown || document.report.info.statistics.nodes === 0) return { status: failed };
        const written = converted(quiet, document, name, kind, named(options, output, true));
        if (!written) return { status: 1 };
        return {
          status: failed,
          done: { output, files: filesOf(output, written), report: withSources(written, document) },
        };
      },
      report({ output, files, report }, { name }, quiet, later) {
        if (kind === 'md5mesh' && values.force !== true) refuseExisting(files);
        const rest = outputs.begin(files, inputs, waits);
        const written = (): void => {
          if (prints || reportPath !== undefined) all.push({ name, output, report });
          if (!prints) quiet.err(`${briefly(output, report)}\n`);
        };
        if (!rest) return written();
        later(() => {
          refuseReport();
          rest();
          written();
        });
      },
    },
    [],
    inputs,
  );
  const whole = { summary: tally, documents: all };
  refuseReport();
  if (reportPath !== undefined) outputs.store([{ path: reportPath, data: `${json(whole)}\n` }]);
  if (prints) context.out(`${json(whole)}\n`);
  return status;
}

/** With what the files of an md5mesh are called. */
const named = (options: ExportOptions, output: string, prefixActions: boolean): ExportOptions =>
  options.md5 ? { ...options, md5: md5OptionsFor(output, options.md5, prefixActions) } : options;

/** A batch's line for one file; --report has all of it. */
function briefly(output: string, { losses, readBack, bytes }: SourcedReport): string {
  const worst =
    readBack &&
    Math.max(
      readBack.bind.largest,
      largest(readBack.actions, (action) => action.largest),
    );
  const facts = [
    `${bytes} bytes`,
    ...(losses.length > 0 ? [countOf(losses.length, 'loss', 'losses')] : []),
    ...(worst === undefined ? [] : [worst > 0 ? `no vertex off by more than ${decimal(worst)}` : 'no vertex off']),
  ];
  return `${plain(output)}: ${facts.join(', ')}`;
}

/** The worst of the actions in one line, and in another for between the frames; the report has all of them. */
function readBackText({ size, bind, actions }: ReadBack): string[] {
  const worst = [{ ...bind, name: '' }, ...actions].reduce((a, b) => (b.largest > a.largest ? b : a));
  const inAction = (name: string): string => `in the action '${plain(name)}'`;
  const where = worst.name === '' ? 'in the bind pose' : inAction(worst.name);
  // Formats with frames, where readers interpolate linearly.
  const [least, ...more] = actions,
    middle = least && more.reduce((a, b) => ((b.between ?? 0) > (a.between ?? 0) ? b : a), least);
  const between = middle?.between;
  const off = (distance: number): string =>
    distance === 0
      ? 'no vertex is off'
      : `no vertex is off by more than ${decimal(distance)} file units${size > 0 ? ` (${decimal(distance / size)} of the size)` : ''}`;
  const poses =
    actions.length === 0
      ? ''
      : ` and ${actions.length === 1 ? 'its action' : countOf(actions.length, 'action')} played`;
  return [
    `read back${poses}: ${between === undefined ? '' : 'on the frames '}${off(worst.largest)}${worst.largest > 0 ? `, ${where}` : ''}`,
    ...(middle && between ? [`half-way between the frames ${off(between)}, ${inAction(middle.name)}`] : []),
  ];
}

async function kindOf(context: Context, output: string): Promise<ExportKind> {
  const { to } = context.values;
  const wanted = [...kinds]
    .sort((a, b) => b.length - a.length)
    .find((kind) => (to === undefined ? output.toLowerCase().endsWith(`.${kind}`) : to === kind));
  if (wanted === undefined && to === undefined && output === '-')
    throw new UsageError(`name the format: --to ${kinds.join('|')}`);
  if (wanted === undefined && to !== undefined)
    throw new UsageError(`--to is one of ${kinds.join(', ')}, not '${cut(String(to))}'`);
  return wanted ?? (await refuseEnding(context, output));
}

/** Names what Vitrine reads and cannot write, and what it writes. */
async function refuseEnding(context: Context, output: string): Promise<never> {
  const [ending] = /\.[^./\\]+$/.exec(output.toLowerCase()) ?? [],
    named = `'${cut(output)}'`,
    writes = kinds.join(', ');
  if (ending === undefined) throw new UsageError(`${named} has no ending that names a format: ${writes}`);
  if (ending === '.md5anim')
    throw new UsageError(`${named}: animations are written with their model; name an .md5mesh`);
  const isRead = (await context.vitrine()).formats.some(({ extensions }) => extensions.includes(ending.slice(1)));
  throw new UsageError(
    `${named}: Vitrine ${isRead ? `reads ${ending} but cannot write it` : `cannot write ${ending}`}. It writes ${writes}`,
  );
}

/** Only the options that were given; the core has the defaults. */
function optionsOf(values: Values, kind: ExportKind): ExportOptions {
  const given: Record<string, unknown> = {};
  for (const { name, type, numeric, flag, default: on } of rows) {
    const value = values[flag.name];
    if (type === 'switch') {
      if (value === true) given[name] = on !== true;
    } else if (type === 'number' || numeric) {
      given[name] = numberOf(values, flag.name, type === 'number' ? 'real' : 'whole');
    } else if (value !== undefined) {
      // Few values are checked here; the core reports wrong ones.
      const words = flag.value.split('|');
      if (words.length > 1 && !words.includes(String(value)))
        throw new UsageError(`--${flag.name} is ${words.join(' or ')}, not '${String(value)}'`);
      given[name] = value;
    }
  }
  return { ...given, ...(kind === 'md5mesh' && { md5: md5OptionsOf(values) }) };
}
