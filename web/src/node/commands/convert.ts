// vitrine convert: the files as one file of another format, with the ledger of what was lost.

import { largest } from '../../core/lists';
import { batchOption, runBatch } from '../batch';
import { type Command, type Context, UsageError, type Values, formatOf, jsonOption, numberOf } from '../command';
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
import { type InputPaths, makeFolder, type Output, OutputNames, Outputs } from '../outputs';
import { cut, decimal, issueText, json, plain } from '../terminal';

/** By ending, the longest first. */
const kinds: readonly ExportKind[] = ['glb', 'qmsh.tmp', 'qmsh', 'scene', 'pivot', 'json'];

export const convert: Command = {
  name: 'convert',
  summary: 'converts to another format, with a report of the conversion losses',
  operands: 'FILE... -o OUT',
  options: {
    output: {
      value: `OUT.{${kinds.join(',')}}`,
      short: 'o',
      text: 'the file to write; - is standard output; with --batch a folder',
    },
    to: { value: kinds.join('|'), text: 'the format, if the name of the output does not determine it' },
    batch: batchOption,
    report: { value: 'R.json', text: 'file for the report; with --batch, for the report of all documents' },
    format: { value: 'pretty|json', text: 'format of the report (default: a line per loss on standard error)' },
    json: jsonOption,
    'qmsh-version': { value: 'N', text: 'QMSH binaries: 10, or 12 to 22 (default)' },
    'auto-smooth': { value: 'DEGREES', text: 'QMSH texts: the angle of smooth edges' },
    legacy: { text: 'QMSH: with the bugs of the original converter' },
    'every-frame': {
      text: 'QMSH binaries: a key for every frame of curved or cyclic curves, not only their points',
    },
    generation: { value: 'seed|last', text: 'KRI scenes: the layout of March 2010 or the latest one (default)' },
    'keep-quaternions': { text: 'KRI scenes: leave triangles that mix quaternion hemispheres as they are' },
    'keep-t-junctions': { text: 'KRI scenes: leave the T-junctions of divided edges open' },
    hidden: { text: 'GLB: include the meshes of hidden objects and materials' },
    dialect: {
      value: 'LE/total/index',
      text: 'pivot scenes: byte order, LE or BE / total or roots / index or triangle',
    },
    ...loadOptions,
  },
  examples: [
    ['hero.md5mesh walk.md5anim -o hero.glb --report losses.json', 'with the list of losses'],
    ['model.zip -o - --to qmsh > model.qmsh', 'an archive, to standard output'],
    ['models --batch --to glb -o converted', 'every model below a folder, under its own name'],
  ],
  async run(context) {
    const { values } = context;
    const output = values.output;
    if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    const options = optionsOf(values);
    if (values.batch === true) return convertMany(context, output, prints, options);
    if (prints && output === '-') throw new UsageError('standard output can hold the file or the report, not both');
    const kind = kindOf(output, values);

    const { document, inputs } = await loadFiles(context);
    const outputs = new Outputs();
    outputs.plan([output, ...(typeof values.report === 'string' ? [values.report] : [])], inputs);
    const status = sayIssues(context, document);
    if (!document.shown || document.report.info.statistics.nodes === 0) return 1;
    const written = converted(context, document, output, kind, options);
    if (!written) return 1;
    const report = toldOf(written, document),
      files = filesOf(output, written);
    outputs.plan(
      files.slice(1).map(({ path }) => path),
      inputs,
    );
    if (typeof values.report === 'string') files.push({ path: values.report, data: `${json(report)}\n` });
    outputs.store(files);
    if (!prints) context.err(`${told(output, report)}\n`);
    if (prints) context.out(`${json(report)}\n`);
    return status;
  },
};

/** The new file; undefined when the format cannot hold the document, which is said. `source` is what it is said of. */
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

type Told = ExportReport & { sources: string[] };

const toldOf = ({ report }: ExportedFile, document: VitrineDocument): Told => ({
  ...report,
  sources: document.report.files.map(({ name }) => name),
});

/** The file first. The exporter's log lies beside it, as it always did. */
const filesOf = (output: string, { bytes, log }: ExportedFile): Output[] => [
  { path: output, data: bytes },
  ...(log !== '' && output !== '-' ? [{ path: `${output}.log`, data: log }] : []),
];

/** A line for each loss, for what reading the file back found, and for the file. */
const told = (output: string, { losses, readBack, bytes }: Told): string =>
  [
    ...losses.map(
      ({ message, count, largest }) =>
        `lost: ${plain(message)} (${count}${largest > 0 ? `, at most ${decimal(largest)}` : ''})`,
    ),
    ...(readBack ? [readBackText(readBack)] : []),
    `${plain(output)}: ${bytes} bytes`,
  ].join('\n');

/** A file of each document into a folder; what has nothing to convert is passed over. */
async function convertMany(context: Context, folder: string, prints: boolean, options: ExportOptions): Promise<number> {
  const { values } = context;
  if (folder === '-') throw new UsageError('with --batch, -o names a folder');
  if (values.to === undefined) throw new UsageError(`with --batch, name the format: --to ${kinds.join('|')}`);
  const kind = kindOf('', values);
  makeFolder(folder);
  const names = new OutputNames(
    folder,
    (await context.vitrine()).formats.flatMap(({ extensions }) => extensions),
  );
  const all: object[] = [];
  const outputs = new Outputs();
  const reportPath = typeof values.report === 'string' ? values.report : undefined;
  if (reportPath !== undefined) outputs.plan([reportPath]);
  let read: InputPaths | undefined;
  const { status, tally } = await runBatch(context, (document, { name, below, inputs }, quiet) => {
    read = inputs;
    if (reportPath !== undefined && inputs.has(reportPath))
      throw new UsageError(`'${cut(reportPath)}' is one of the files that are read; name another`);
    const failed = sayIssues(quiet, document);
    if (!document.shown || document.report.info.statistics.nodes === 0) return failed;
    const written = converted(quiet, document, name, kind, options);
    if (!written) return 1;
    const output = names.next(below, kind, inputs);
    const report = toldOf(written, document);
    outputs.write(filesOf(output, written), inputs);
    if (prints || reportPath !== undefined) all.push({ name, output, report });
    if (!prints) quiet.err(`${briefly(output, report)}\n`);
    return failed;
  });
  const whole = { summary: tally, documents: all };
  if (reportPath !== undefined && !read?.has(reportPath))
    outputs.store([{ path: reportPath, data: `${json(whole)}\n` }]);
  if (prints) context.out(`${json(whole)}\n`);
  return status;
}

/** What a batch says of one file; --report has all of it. */
function briefly(output: string, { losses, readBack, bytes }: Told): string {
  const worst =
    readBack &&
    Math.max(
      readBack.bind.largest,
      largest(readBack.actions, (action) => action.largest),
    );
  const facts = [
    `${bytes} bytes`,
    ...(losses.length > 0 ? [`${losses.length} ${losses.length === 1 ? 'loss' : 'losses'}`] : []),
    ...(worst === undefined ? [] : [worst > 0 ? `no vertex off by more than ${decimal(worst)}` : 'no vertex off']),
  ];
  return `${plain(output)}: ${facts.join(', ')}`;
}

/** The worst of the actions, in one line; the report has all of them. */
function readBackText({ bind, actions }: ReadBack): string {
  const worst = [{ ...bind, name: '' }, ...actions].reduce((a, b) => (b.largest > a.largest ? b : a));
  const where = worst.name === '' ? 'as the model stands' : `in the action '${plain(worst.name)}'`;
  const poses =
    actions.length === 0 ? '' : ` and ${actions.length === 1 ? 'its action' : `${actions.length} actions`} played`;
  return `read back${poses}: no vertex is off by more than ${decimal(worst.largest)} file units (${decimal(worst.relative)} of the size), ${where}`;
}

function kindOf(output: string, { to }: Values): ExportKind {
  const wanted = kinds.find((kind) => (to === undefined ? output.toLowerCase().endsWith(`.${kind}`) : to === kind));
  if (wanted === undefined)
    throw new UsageError(
      `${to === undefined ? `the name '${output}'` : `--to '${to}'`} is none of ${kinds.join(', ')}`,
    );
  return wanted;
}

function optionsOf(values: Values): ExportOptions {
  const { generation, dialect } = values;
  if (generation !== undefined && generation !== 'seed' && generation !== 'last')
    throw new UsageError(`--generation is seed or last, not '${generation}'`);
  return {
    version: numberOf(values, 'qmsh-version', 'whole'),
    autoSmooth: numberOf(values, 'auto-smooth', 'real'),
    legacy: values.legacy === true,
    everyFrame: values['every-frame'] === true,
    generation,
    processQuaternions: values['keep-quaternions'] !== true,
    closeTJunctions: values['keep-t-junctions'] !== true,
    hidden: values.hidden === true,
    ...(typeof dialect === 'string' && { dialect }),
  };
}
