// `vitrine check --for`: what engines, and readers of glTF, make of the files: a list for one and a table for several. Files
// that an engine would ask for beside a model are found on disk whatever the case of their letters.

import { basename, dirname, join } from 'node:path';

import { nameOf } from '../archives/archive';
import { largest } from '../base/lists';
import type { Report } from '../core/report';
import type { Beside, ConfigFacts } from '../verdicts/asks';
import type { EngineVerdict, ModelFile } from '../verdicts/check';
import { type DeclaredMaterials, declaredMaterials } from '../verdicts/declared';
import {
  checkFor,
  frameKindOf,
  isAnim,
  isChecked,
  isMesh,
  isRejected,
  isSkeletal,
  issuesOf,
  noReader,
  ProfileError,
  profileOf,
  readProfiles,
} from '../verdicts/engines';
import fileNames from '../verdicts/files.json';
import type { BrokenRule } from '../verdicts/judge';
import type { Verdict } from '../verdicts/profile';
import type { Profile } from '../verdicts/profiles';
import { checkReaders, isForReaders, type Reader, readerOf, readers, readFormat } from '../verdicts/readers/check';
import { type Checked, docsOf, junit, sarif } from './checkFormats';
import { type Context, type OptionSpec, UsageError, type Values } from './command';
import { ending, entriesOf, readFile, readOptionFile } from './files';
import { type Vitrine, VitrineError } from './index';
import type { GivenFile } from './inputs';
import { gatherWithAnimations, readOptions } from './load';
import { statOf } from './system';
import { countOf, cut, hexOffset, json, plain } from './terminal';

/** Those that are built in. */
export const engineNames = (): string[] => [...readProfiles().keys()];
/** With the readers of glTF. */
export const checkedNames = (): string[] => [...new Set([...engineNames(), ...readers.keys()])];

export const engineOptions: Readonly<Record<string, OptionSpec>> = {
  for: {
    value: 'ENGINE|all',
    choices: () => [...checkedNames(), 'all'],
    text: 'engine, or reader of glTF, to check for; several, separated by commas, or all print a table',
  },
  profile: {
    value: 'FILE',
    needs: 'for',
    text: 'with --for: your own engine profiles (see Engines in the documentation)',
  },
};

/** Files that engines need beside models; the core reads none of them. */
export const kBeside: readonly string[] = fileNames.beside;

/** What --for names: an engine for its own formats, and a reader for glTF. */
interface Target {
  profile?: Profile;
  reader?: Reader;
}

/** With `all`, an engine that reads no glTF is not asked about one. */
export function targetsOf(values: Values): Target[] {
  const profiles = readProfiles(...(typeof values.profile === 'string' ? [profileFile(values.profile)] : []));
  const wanted = String(values.for);
  if (wanted === 'all')
    return [
      ...[...profiles.values()].map((profile) => ({ profile })),
      ...[...readers.values()].map((reader) => ({ reader })),
    ];
  return wanted.split(',').map((part) => {
    const name = part.trim(),
      reader = readerOf(name),
      profile = profileOf(profiles, name) ?? (reader && strangerTo(reader));
    if (profile) return { profile, ...(reader && { reader }) };
    const known = new Set([...profiles.keys(), ...readers.keys()]);
    throw new UsageError(`--for is all or one of ${[...known].join(', ')}, not '${cut(name)}'`);
  });
}

/** A reader of glTF alone, as an engine that reads nothing else. */
const strangerTo = ({ key, name }: Reader): Profile =>
  readProfiles({ version: 1, engines: { [key]: { name, reads: false } } }).get(key)!;

/** A row for each model and target, those of glTF last. */
export function verdictsFor(files: readonly ModelFile[], targets: readonly Target[], beside: Beside): EngineVerdict[] {
  const read = (model: string, path: string): Uint8Array | undefined => {
    const there = beside.find(join(dirname(model), path));
    return there === undefined ? undefined : beside.read(there);
  };
  return [
    ...checkFor(
      files,
      targets.flatMap(({ profile }) => profile ?? []),
      beside,
    ),
    ...files.filter(isForReaders).flatMap((file) =>
      targets.flatMap(({ profile, reader }) => {
        if (reader) return checkReaders([file], [reader], read);
        return targets.some((one) => !one.profile) ? [] : noReader(profile!, file.name, 'glTF');
      }),
    ),
  ];
}

/** Engines of a modder's own; throws UsageError for a file that has none. */
export function profileFile(path: string): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(readOptionFile(path)));
    readProfiles(value);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ProfileError)
      throw new UsageError(`${cut(path)}: ${error.message}`);
    throw error;
  }
}

/** Models that --for has something to say of. */
const isJudged = (file: ModelFile): boolean => isChecked(file) || isForReaders(file);

export const kNothingToCheck =
  `--for checks MD5, IQM, MDL, MD2, MD3 and glTF models, and none is among the files; ` +
  `'vitrine convert FILE -o NAME.${fileNames.mesh} --for ENGINE' writes one`;

/** Exit status 1 when one of the engines named does without the model or its animation. */
export async function checkEngines(context: Context, format: 'pretty' | 'json' | 'sarif' | 'junit'): Promise<number> {
  const targets = targetsOf(context.values),
    core = await context.vitrine();
  const known = core.formats.flatMap(({ extensions }) => extensions);
  const gathered = await gatherWithAnimations(context.operands, context.values, [...known, ...kBeside]);
  if (!gathered.files.some(isJudged)) throw new UsageError(kNothingToCheck);
  const { animations, resolve } = gathered;
  const own = gathered.models.filter(({ name }) => !kBeside.includes(ending(name)));
  const { report, declared } = reportOf(() => core.load(own, { resolve, animations, ...readOptions(context.values) }));
  const rows = verdictsFor(gathered.files, targets, { ...besideOnDisk(core), ...(declared && { declared }) });
  const engines = context.values.for === 'all' ? readersFirst(rows) : rows;
  if (format === 'pretty') context.out(`${pretty(engines)}\n`);
  else if (format === 'json') context.out(`${json({ ...report, engines })}\n`);
  else {
    const checked = checkedOf(engines, report, gathered.files);
    context.out(`${format === 'sarif' ? sarif(checked, docsOf(context.values)) : junit(checked)}\n`);
  }
  return engines.some((one) => fails(one, context.values.for === 'all')) ? 1 : 0;
}

/** Of each model, the engines that do not read its kind come last. */
const readersFirst = (rows: readonly EngineVerdict[]): EngineVerdict[] =>
  [...new Set(rows.map(({ model }) => model))].flatMap((model) => {
    const own = rows.filter((row) => row.model === model);
    return [true, false].flatMap((reads) => own.filter(({ verdict }) => (verdict !== 'no_reader') === reads));
  });

/** True if the verdict fails a check; with all engines, those that do not read the kind of model fail nothing. */
const fails = ({ verdict }: EngineVerdict, all: boolean): boolean =>
  isRejected(verdict) && !(all && verdict === 'no_reader');

type Summary = Pick<Report, 'vitrine' | 'format' | 'files' | 'issues'>;

/** Result of Vitrine's own reader; an engine may read files that it refuses. */
function reportOf(load: () => { report: Report; dispose(): void }): {
  report?: Summary;
  declared?: DeclaredMaterials;
} {
  let document: ReturnType<typeof load> | undefined;
  try {
    document = load();
    const { vitrine, format, files, issues } = document.report;
    return { report: { vitrine, format, files, issues }, declared: declaredMaterials(document.report) };
  } catch (error) {
    if (error instanceof VitrineError) return {};
    throw error;
  } finally {
    document?.dispose();
  }
}

/** A document for each engine and model. */
function checkedOf(
  engines: readonly EngineVerdict[],
  report: Summary | undefined,
  files: readonly ModelFile[],
): Checked[] {
  return engines.map((row) => {
    const messages = issuesOf(row, files);
    const count = (severity: number): number => messages.filter((issue) => issue.severity === severity).length;
    const model = files.find(({ name }) => name === row.model),
      about = files.filter((file) => file === model || (model && isMesh(model) && isAnim(file)));
    return {
      name: `${row.model} for ${row.name}`,
      failed: isRejected(row.verdict),
      reason: `${row.name}: ${verdictWords[row.verdict]}`,
      report: {
        vitrine: report?.vitrine ?? '',
        format:
          (model &&
            (frameKindOf(model.bytes) ??
              (isSkeletal(model) ? fileNames.skeletal[0] : isForReaders(model) ? readFormat : undefined))) ??
          fileNames.kind,
        files: about.map((file) => ({
          name: file.name,
          bytes: file.bytes.length,
          role: file === model ? 'mesh' : 'animation',
        })),
        issues: {
          numErrors: count(0),
          numWarnings: count(1),
          numInfos: count(2),
          numHints: count(3),
          truncated: false,
          messages,
        },
      },
    };
  });
}

export const pretty = (engines: readonly EngineVerdict[]): string => {
  const models = [...new Set(engines.map(({ model }) => model))];
  return models
    .map((model) => {
      const rows = engines.filter((row) => row.model === model);
      return [plain(model), ...(rows.length === 1 ? inFull(rows[0]!) : table(rows)).map((line) => `  ${line}`)].join(
        '\n',
      );
    })
    .join('\n');
};

/** One engine: every broken rule with its place and its cure, then the files. */
function inFull({ engine, name, verdict, rules, asks, versions = [], onError }: EngineVerdict): string[] {
  return [
    `${name}: ${verdictWords[verdict]}`,
    ...versions.map(({ until, verdict: worse }) => `${name} up to ${until}: ${verdictWords[worse]}`),
    ...alike(rules).flatMap(([broken, files]) => [
      `${placesOf(broken, files)}${broken.severity} ${broken.rule}: ${plain(broken.message)}${times(broken.count)}`,
      ...(broken.fix
        ? [`    ${verdict === 'no_reader' ? '' : `'vitrine convert --for ${engine}' `}${broken.fix}`]
        : []),
      ...(broken.source ? [`    ${broken.source}${broken.proof ? ` (${broken.proof})` : ''}`] : []),
    ]),
    ...(asks.length > 0 ? ['looks for'] : []),
    ...asks.map(
      ({ file, found, optional }) =>
        `  ${plain(file)}: ${found ? 'there' : optional ? 'not there, not needed' : 'missing'}`,
    ),
    ...(onError ? [`on a fault: ${onError}`] : []),
  ];
}

/** Findings that differ in their files alone are one, with the number of those. */
function alike(rules: readonly BrokenRule[]): [BrokenRule, number][] {
  const found = new Map<string, [BrokenRule, number]>();
  for (const broken of rules) {
    const { rule, severity, message, count, source, proof } = broken,
      key = JSON.stringify([rule, severity, message, count, source, proof]),
      same = found.get(key);
    if (same) ++same[1];
    else found.set(key, [broken, 1]);
  }
  return [...found.values()];
}

function placesOf(broken: BrokenRule, files: number): string {
  const place = placeOf(broken);
  return files === 1 ? place : `${place.replace(/: $/, '')} and ${countOf(files - 1, 'more file')}: `;
}

const times = (count = 1): string => (count > 1 ? ` (${count} times)` : '');

function placeOf({ file, line, column, offset }: BrokenRule): string {
  if (file === undefined) return '';
  const at = line !== undefined ? `:${line}:${column}` : offset !== undefined ? ` ${hexOffset(offset)}` : '';
  return `${plain(file)}${at}: `;
}

/** Several engines: a line each, with the rule that decides. */
function table(rows: readonly EngineVerdict[]): string[] {
  const name = largest(rows, (row) => row.name.length),
    verdict = largest(rows, (row) => verdictWords[row.verdict].length);
  return rows.map((row) => {
    const deciding =
      row.rules.find((broken) => broken.verdict === row.verdict) ??
      row.rules.find(({ rule }) => rule === 'beside.ignored');
    const why = deciding ? `${placeOf(deciding)}${plain(deciding.message)}` : '';
    const older = (row.versions ?? [])
      .map(({ until, verdict: worse }) => ` (up to ${until}: ${verdictWords[worse]})`)
      .join('');
    return `${row.name.padEnd(name)}  ${verdictWords[row.verdict].padEnd(verdict)}  ${why}${older}`.trimEnd();
  });
}

/** English; the page translates them. */
const verdictWords: Readonly<Record<Verdict, string>> = {
  ok: 'loads',
  differs: 'loads, looks different',
  anim_refused: 'animation refused',
  empty: 'loads without geometry',
  refuse: 'refused',
  engine_stops: 'the engine stops',
  crash: 'crash',
  no_reader: 'no reader known',
};

/** Looks below the folders that the paths name, once each. */
export function besideOnDisk(vitrine: Vitrine): Beside {
  const folders = new Map<string, ReadonlyMap<string, string>>();
  const entries = (folder: string): ReadonlyMap<string, string> => {
    const known = folders.get(folder);
    if (known) return known;
    const there = statOf(folder)?.isDirectory() ? entriesOf(folder, Buffer.from(folder)) : [];
    const names = there.map(({ name }) => nameOf(name));
    const found = new Map(names.map((name) => [name.toLowerCase(), name]));
    folders.set(folder, found);
    return found;
  };
  const find = (path: string): string | undefined => {
    const folder = dirname(path),
      name = entries(folder).get(basename(path).toLowerCase());
    const there = name === undefined ? undefined : join(folder, name);
    return there !== undefined && statOf(there)?.isFile() ? there : undefined;
  };
  const config = (file: GivenFile): ConfigFacts => {
    const document = vitrine.load([file]);
    const { format = {} } = document.report.info;
    document.dispose();
    return format;
  };
  return { find, read: readFile, config };
}
