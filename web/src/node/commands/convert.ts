// vitrine convert: the files as one file of another format, with the loss report of what was lost.

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

import { exportFlags, exportKinds } from '../../core/formats';
import { largest } from '../../base/lists';
import { isImageName } from '../../core/names';
import { loadSimplifier } from '../../core/fullCore';
import { batchOptions, runBatch } from '../batch';
import {
  type Command,
  type Context,
  DocumentUsageError,
  UsageError,
  type Values,
  formatOf,
  jsonOption,
  numberOf,
  onlyFor,
  refuseOthers,
} from '../command';
import { examples } from '../help';
import {
  type ExportedFile,
  type ExportKind,
  type ExportOptions,
  type ExportReport,
  type ReadBack,
  type VitrineDocument,
  VitrineError,
} from '../index';
import { loadFiles, loadOptions, readOptions, sayIssues } from '../load';
import { InputPaths, makeFolder, type Output, OutputNames, Outputs, refuseExisting } from '../outputs';
import { statOf } from '../system';
import { targets } from '../../verdicts/writing';
import { countOf, cut, decimal, issueText, json, lossText, plain } from '../terminal';
import {
  animNamesFrom,
  md5Flags,
  md5OptionsFor,
  md5OptionsOf,
  md5Outputs,
  replacementOf,
  gameFolder,
  newFiles,
  skinOfReplaced,
} from './convertMd5';
import { convertSong } from './songs';
import { withSkins } from './replacementSkins';
import { checkReaders, type Reader, readerOf, readers } from '../../verdicts/readers/check';
import { pretty } from '../engines';

/** Of a model that is drawn instead of one with stored frames; its engines hold 256. */
const kReplacementJoints = 128;

const kinds = exportKinds.map(({ id }) => id as ExportKind);
const rows = exportKinds.flatMap(({ id, options }) =>
  options.map((row) => ({
    ...row,
    kind: id,
    flag: exportFlags.find(({ kind, option }) => kind === id && option === row.name)!,
  })),
);
const isIqm = (kind: string): boolean => kind === 'iqm' || kind === 'iqe';
/** Of the kinds with a file of their own, those that engines read texts and images beside. */
const hasCompanions = (kind: string): boolean => kind === 'md3' || isIqm(kind);
/** The kinds with an option of this flag; md5mesh takes the hidden meshes among options of its own. */
const kindsWith = (flag: string): string[] =>
  kinds.filter(
    (kind) =>
      rows.some((row) => row.kind === kind && row.flag.name === flag) ||
      (kind === 'md5mesh' && (flag === 'hidden' || flag in md5Flags)) ||
      (hasCompanions(kind) && flag === 'force') ||
      (isIqm(kind) && flag === 'anim-name') ||
      (kind === 'glb' && flag === 'for'),
  );

const binaryEngines = rows
  .filter(({ name }) => name === 'engine')
  .flatMap(({ choices = [] }) => choices.map(({ value }) => value))
  .filter((key) => key !== '');
const md5Only = Object.fromEntries(
  Object.entries(md5Flags).filter(([name]) => !rows.some(({ flag }) => flag.name === name)),
);

export const convert: Command = {
  name: 'convert',
  summary: 'converts to another format, with a report of the conversion losses',
  operands: 'FILE... -o OUT',
  options: {
    output: {
      value: 'OUT.KIND',
      short: 'o',
      text: `the file to write, KIND is one of ${kinds.join(', ')}, mid; - is standard output; with --batch a folder; without it, an MDL or MD2 gets the MD5 of --for beside it, with --to md3 an MDL the MD3`,
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
      rows.map(({ flag: { name, value, help } }) => [
        name,
        {
          ...(value && { value }),
          kinds: kindsWith(name),
          text: name in md5Flags ? `${md5Flags[name]!.text}; ${help}` : help,
        },
      ]),
    ),
    ...onlyFor(['md5mesh'], md5Only),
    'anim-name': { ...md5Flags['anim-name']!, kinds: kindsWith('anim-name') },
    force: { text: 'MD5: overwrite files that exist; IQM, IQE, MD3: companions that do', kinds: kindsWith('force') },
    for: {
      value: 'ENGINE',
      kinds: kindsWith('for'),
      choices: () => [...new Set([...md5Flags.for!.choices!(), ...binaryEngines, ...readers.keys()])],
      text: 'MD5, IQM, IQE, MD3: the engine that the files are for; MD5: or all; GLB: the reader; default: no limits',
    },
    ...onlyFor(kinds, loadOptions),
  },
  examples: examples.convert,
  async run(context) {
    const { values } = context;
    const output = values.output ?? (values.batch === true ? undefined : replacementOf(values, context.operands));
    if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (values.batch === true) return convertMany(context, output, prints);
    if (prints && output === '-') throw new UsageError('standard output can hold the file or the report, not both');
    const isSong = output.toLowerCase().endsWith('.mid'),
      kind = isSong ? 'mid' : await kindOf(context, output);
    refuseOthers(values, convert.options, kind);
    if (kind === 'mid') return convertSong(context, output, prints);
    if (values.player === true && basename(output).toLowerCase() !== 'lower.md3')
      throw new UsageError('--player writes lower.md3, upper.md3 and head.md3: name lower.md3 with -o');
    if (kind === 'md5mesh' && output === '-')
      throw new UsageError('an md5mesh is written with its animations; name a file');
    // Frames are what the game asks of a model that stands in for another.
    const stands =
      (kind === 'md5mesh' || kind === 'md3') && replacementOf({ ...values, to: kind }, context.operands) !== undefined;
    const bakes = stands && kind === 'md5mesh' && values.joints === undefined;
    const options = conversionOf(bakes ? { ...values, bake: true } : values, kind, output);
    if (stands && options.md5) options.md5 = { ...skinOfReplaced(context.operands[0]!), ...options.md5 };

    if (options.lod !== undefined) await loadSimplifier();
    const { document, inputs, models, animations, resolve } = await loadFiles(context);
    const outputs = new Outputs();
    const others = typeof values.report === 'string' ? [values.report] : [];
    outputs.plan([output, ...others, ...(prints ? ['-'] : [])], inputs);
    const status = sayIssues(context, document);
    if (!document.shown || document.report.info.statistics.nodes === 0) return 1;
    const first = bakes
      ? replacement(context, document, output, options)
      : converted(context, document, output, kind, options);
    if (!first) return 1;
    const core = await context.vitrine(),
      reading = { resolve, animations, ...readOptions(values) };
    // A skin that is asked for is the only one.
    const written =
      stands && (kind === 'md5mesh' || kind === 'md3') && values.skin === undefined
        ? withSkins(kind === 'md3', String(values.for), first, document, (skin) =>
            core.load(models, { ...reading, skin }),
          )
        : first;
    const report = withSources(written, document),
      files = filesOf(output, written, inputs);
    outputs.plan(
      files.slice(1).map(({ path }) => path),
      inputs,
    );
    if (values.force !== true) refuseExisting(guarded(kind, files, written));
    if (typeof values.report === 'string') files.push({ path: values.report, data: `${json(report)}\n` });
    outputs.store(files);
    if (!prints) context.err(`${[summary(output, report), ...readerNotes(kind, values, files)].join('\n')}\n`);
    if (prints) context.out(`${json(report)}\n`);
    return status;
  },
};

/** The reader that a GLB is for. Throws UsageError for one that there is not. */
function readerFor({ for: wanted }: Values): Reader | undefined {
  if (typeof wanted !== 'string') return undefined;
  const reader = readerOf(wanted);
  if (reader) return reader;
  throw new UsageError(`--for a GLB is one of ${[...readers.keys()].join(', ')}, not '${cut(wanted)}'`);
}

/** What the reader of a GLB will still take differently. */
function readerNotes(kind: ExportKind, values: Values, [file]: readonly Output[]): string[] {
  const reader = kind === 'glb' ? readerFor(values) : undefined;
  if (!reader || !file) return [];
  const model = { name: file.path, bytes: file.data as Uint8Array };
  return [pretty(checkReaders([model], [reader], () => undefined))];
}

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

/**
 * The MD5 that is drawn instead of a model with stored frames: with a joint for each group of vertices that moves as one,
 * or where the engine does not hold so many, with few joints and smooth weights.
 */
function replacement(
  context: Context,
  document: VitrineDocument,
  source: string,
  options: ExportOptions,
): ExportedFile | undefined {
  try {
    return document.convert('md5mesh', options);
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'EXPORT_ENGINE')
      return converted(context, document, source, 'md5mesh', options);
  }
  return converted(context, document, source, 'md5mesh', { ...options, bake: false, joints: kReplacementJoints });
}

export type SourcedReport = ExportReport & { sources: string[] };

const withSources = ({ report }: ExportedFile, document: VitrineDocument): SourcedReport => ({
  ...report,
  sources: document.report.files.map(({ name }) => name),
});

/** The file first. The exporter's log lies beside it, as it always did; standard output holds the file alone. */
export function filesOf(output: string, written: ExportedFile, inputs: InputPaths): Output[] {
  const { files = [], bytes, log, report } = written;
  if (report.kind === 'md5mesh') return md5Outputs(output, written);
  const beside = newFiles(
    files.slice(1).map(({ name, bytes: data }) => ({ path: join(dirname(output), name), data })),
    (path) => inputs.has(path),
  );
  // What has companions lies in a folder of a game, as an MD5 does.
  return [
    { path: output, data: bytes, ...(written.files && { makesFolder: true }) },
    ...(output === '-' ? [] : [...beside, ...(log !== '' ? [{ path: `${output}.log`, data: log }] : [])]),
  ];
}

/** Files that are not replaced without being asked for: an MD5 whole, of others the companions. */
const guarded = (kind: ExportKind, files: readonly Output[], { files: parts }: ExportedFile): Output[] =>
  kind === 'md5mesh' ? [...files] : parts ? files.slice(1) : [];

/** A line for each loss, for what reading the file back found, and for the file. */
const summary = (output: string, report: SourcedReport): string =>
  [
    ...report.losses.map(lossText),
    ...(report.readBack ? readBackText(report.readBack) : []),
    ...filesText(output, report),
  ].join('\n');

const filesText = (
  output: string,
  { files, bytes, sequences = [], levels = [], parts = [], animations = [], scaleAdvice }: SourcedReport,
): string[] => [
  ...(scaleAdvice ? [`${scaleAdvice.message}: --scale ${scaleAdvice.scale} makes it as large`] : []),
  ...animations.flatMap(({ action, name, known }) =>
    known && name !== action ? [`action '${plain(action)}': ${plain(name)} in the game`] : [],
  ),
  ...sequences.map(
    ({ name, first, frames, action }) =>
      `frames ${first} to ${first + frames - 1}: ${plain(name)}${action !== null ? '' : parts.length > 0 ? ', a frame of another action' : ', in the bind pose'}`,
  ),
  ...levels.map(
    ({ name, triangles, share, largest: off, relative }) =>
      `${plain(name)}: ${countOf(triangles, 'triangle')}, ${decimal(100 * share)} % of the model's, which is off by at most ${decimal(off)} file units (${decimal(relative)} of the size)`,
  ),
  ...parts.map(
    ({ name, triangles, frames, largest: off, relative }) =>
      `${plain(name)}: ${countOf(triangles, 'triangle')}, ${countOf(frames, 'frame')}, no vertex is off by more than ${decimal(off)} file units (${decimal(relative)} of the size)`,
  ),
  ...(files
    ? files.map(({ name, bytes: size }, i) => `${plain(i === 0 ? output : name)}: ${size} bytes`)
    : [`${plain(output)}: ${bytes} bytes`]),
];

/** What the models of a batch have beside them: engines read one file of a name in a folder. */
class Companions {
  private readonly taken = new Map<string, { model: string; digest: string }>();

  /** A model's files without images that another one has brought. Throws DocumentUsageError for what is another one's. */
  claim(files: readonly Output[]): Output[] {
    const [own, ...beside] = files;
    if (!own) return [];
    const rows = beside.map((file) => ({
      file,
      key: file.path.toLowerCase(),
      digest: createHash('sha256').update(file.data).digest('base64'),
    }));
    const rest = rows.filter(
      ({ file: { path }, key, digest }) => !(isImageName(path) && this.taken.get(key)?.digest === digest),
    );
    for (const { file, key } of rest) {
      const there = this.taken.get(key);
      if (there)
        throw new DocumentUsageError(
          `'${cut(file.path)}' belongs to '${cut(there.model)}': an engine reads one in a folder, so such models need folders of their own`,
        );
    }
    for (const { key, digest } of rest) this.taken.set(key, { model: own.path, digest });
    return [own, ...rest.map(({ file }) => file)];
  }
}

/** A file of each document into a folder; what has nothing to convert is passed over. */
async function convertMany(context: Context, folder: string, prints: boolean): Promise<number> {
  const { values } = context;
  if (folder === '-') throw new UsageError('with --batch, -o names a folder');
  if (values.to === undefined) throw new UsageError(`with --batch, name the format: --to ${kinds.join('|')}`);
  const kind = await kindOf(context, '');
  refuseOthers(values, convert.options, kind);
  if (values.player === true) throw new UsageError('--player writes one model: leave --batch out');
  const options = optionsOf(values, kind);
  if (options.lod !== undefined) await loadSimplifier();
  makeFolder(folder);
  const names = new OutputNames(
    folder,
    (await context.vitrine()).formats.flatMap(({ extensions }) => extensions),
  );
  const all: object[] = [];
  const outputs = new Outputs(),
    inputs = new InputPaths(),
    companions = new Companions();
  const reportPath = typeof values.report === 'string' ? values.report : undefined;
  if (reportPath !== undefined) outputs.plan([reportPath, ...(prints ? ['-'] : [])]);
  /** Images are known to be read once all documents are: until then nothing is written where the report would replace a file. */
  const waits = reportPath !== undefined && statOf(reportPath) !== undefined;
  const refuseReport = (): void => {
    if (reportPath !== undefined && inputs.has(reportPath))
      throw new UsageError(`'${cut(reportPath)}' is one of the files that are read; name another`);
  };
  const { status, tally } = await runBatch<
    string,
    { output: string; files: Output[]; guards: Output[]; report: SourcedReport }
  >(
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
          done: {
            output,
            files: filesOf(output, written, inputs),
            guards: guarded(kind, filesOf(output, written, inputs), written),
            report: withSources(written, document),
          },
        };
      },
      report({ output, files: made, guards, report }, { name }, quiet, later) {
        const files = companions.claim(made);
        if (values.force !== true)
          refuseExisting(guards.filter((guard) => files.some(({ path }) => path === guard.path)));
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

/** The formats that are written for engines. */
export const engineKinds = kinds.filter((kind) => kindsWith('for').includes(kind));

/** Whether models are written in a format for an engine. */
export const converts = (kind: ExportKind, engine: string): boolean =>
  kind === 'md5mesh'
    ? targets().has(engine)
    : rows.some(
        ({ kind: of, name, choices = [] }) =>
          of === kind && name === 'engine' && choices.some(({ value }) => value === engine),
      );

/** The options of a conversion to `output`. */
export const conversionOf = (values: Values, kind: ExportKind, output: string): ExportOptions =>
  named(optionsOf(values, kind), output, false);

/** With what the files of an md5mesh, IQM, IQE or MD3 are called. */
function named(options: ExportOptions, output: string, prefixActions: boolean): ExportOptions {
  if (options.md5) return { ...options, md5: md5OptionsFor(output, options.md5, prefixActions) };
  const [whole] = /\.(?:md3|iqm|iqe)$/i.exec(output) ?? [];
  if (whole === undefined) return options;
  const folder = gameFolder(output);
  return { name: basename(output).slice(0, -whole.length), ...(folder !== undefined && { folder }), ...options };
}

/** A batch's line for one file; --report has all of it. */
export function briefly(output: string, { losses, readBack, bytes }: SourcedReport): string {
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
  for (const { name, type, numeric, flag, default: on, kind: of } of rows) {
    if (of !== kind && flag.name !== 'hidden') continue;
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
  return {
    ...(kind === 'glb' && readerFor(values)?.writes),
    ...given,
    ...(kind === 'md5mesh' && { md5: md5OptionsOf(values) }),
    ...(isIqm(kind) && animNamesFrom(values)),
  };
}
