// Type of a subcommand, and the two ways in which it can end early.

import type { Vitrine } from './index';

/** Wrong use of the command line: exit status 2. */
export class UsageError extends Error {}

/** Wrong use for this document; another of the same batch may have it. */
export class DocumentUsageError extends UsageError {}

export interface OptionSpec {
  /** A flag has no value; everything else names its value for the help text. */
  value?: string;
  short?: string;
  /** The option without which it means nothing. */
  needs?: string;
  /** Kinds of results that it belongs to; without them to all that the command has. */
  kinds?: readonly string[];
  /** Says how files are read, whatever becomes of them. */
  reading?: true;
  /** Words that a shell offers for the value, where the value's name does not list them. */
  choices?: () => readonly string[];
  /** May be given several times; `listOf` has all values. */
  repeats?: boolean;
  text: string;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Between the values of an option that was given several times: no argument has it. */
export const kBetweenValues = '\0';

/** All values of an option that `repeats`. */
export const listOf = (values: Values, option: string): string[] => {
  const given = values[option];
  return typeof given === 'string' ? given.split(kBetweenValues) : [];
};

export interface Context {
  operands: readonly string[];
  values: Values;
  /** Starts the core on first use. */
  vitrine(): Promise<Vitrine>;
  out(text: string): void;
  err(text: string): void;
}

export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  operands: string;
  options: Readonly<Record<string, OptionSpec>>;
  /** Arguments, and what they do. */
  examples: readonly (readonly [args: string, text: string])[];
  /** Meaning of exit status 1. */
  failure?: string;
  /** Exit status: 0 ok, 1 the files have errors. */
  run(context: Context): Promise<number>;
}

/** The same options for results of these kinds alone. */
export const onlyFor = (kinds: readonly string[], options: Command['options']): Command['options'] =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, kinds }]));

/** Throws UsageError for an option that belongs to none of the kinds that the results are of. */
export function refuseOthers(values: Values, options: Command['options'], ...results: readonly string[]): void {
  for (const [name, { kinds }] of Object.entries(options))
    if (values[name] !== undefined && kinds?.some((kind) => results.includes(kind)) === false)
      throw new UsageError(`--${name} is for ${listed(kinds)}, not for ${listed(results)}`);
}

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const jsonOption: OptionSpec = { text: 'the same as --format json' };

/** The value of --format among `choices` (the first is the default), or json when --json stands. */
export function formatOf<const F extends string>(values: Values, choices: readonly [F, ...F[]]): F | 'json' {
  if (values.json === true) return 'json';
  const wanted = values.format ?? choices[0];
  const choice = choices.find((c) => c === wanted);
  if (choice === undefined) throw new UsageError(`--format is one of ${choices.join(', ')}, not '${wanted}'`);
  return choice;
}

/** A number given to `option`; undefined when it is absent. */
export function numberOf(
  values: Values,
  option: string,
  kind: 'whole' | 'real',
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const number = typeof text === 'string' && /^[-+.\d]/.test(text) ? Number(text) : NaN;
  const fits = kind === 'whole' ? Number.isSafeInteger(number) && number >= 0 : Number.isFinite(number);
  if (!fits)
    throw new UsageError(
      `--${option} must be ${kind === 'whole' ? 'a whole number from 0' : 'a number'}, not '${text}'`,
    );
  if (kind === 'whole' && number > most) throw new UsageError(`--${option} is at most ${most}, not ${text}`);
  return number;
}
