// Checks of the options that callers pass: each member that is declared has one, and there are no others.

/** What a value has to be, in words; undefined where it is that. */
export type Check = (value: unknown) => string | undefined;

/** A check for each member of an interface. */
export type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

const must =
  (wanted: string, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : wanted;

const isPlainObject = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';

export const isFlag = must('true or false', (value) => typeof value === 'boolean');
export const isText = must('a string', (value) => typeof value === 'string');
/** Of any value: what reads it has a range of its own, and refuses others. */
export const isNumber = must('a number', (value) => typeof value === 'number');
export const isFiniteNumber = must('a finite number', Number.isFinite);
export const isList = must('an array', Array.isArray);
export const isObject = must('an object', isPlainObject);
export const isFunction = must('a function', (value) => typeof value === 'function');
export const isAction = must('a name or a number', (value) => typeof value === 'string' || typeof value === 'number');

export const isFrom = (least: number, most: number): Check =>
  must(
    `a number from ${least} to ${most}`,
    (value) => Number.isFinite(value) && Number(value) >= least && Number(value) <= most,
  );

export const isOneOf = (...words: readonly (string | number)[]): Check =>
  must(`one of ${words.join(', ')}`, (value) => words.includes(value as string));

export const isListOf = (each: Check): Check =>
  must('a list', (value) => Array.isArray(value) && value.every((one) => each(one) === undefined));

interface Wording {
  /** An option as the message has it. */
  named?: (name: string) => string;
  refuse?: (message: string) => Error;
}

/**
 * Throws TypeError for options that are no object. For a member that is not declared, and for a value that its check does
 * not take, it throws what `refuse` makes: RangeError by default. Members that are undefined count as absent.
 */
export function checkOptions<Options extends object>(
  given: Options,
  checks: Checks<Options>,
  { named = (name) => `option "${name}"`, refuse = (message) => new RangeError(message) }: Wording = {},
): void {
  if (!isPlainObject(given)) throw new TypeError(`the options are an object, not ${kindOf(given)}`);
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    if (!Object.hasOwn(checks, name))
      throw refuse(`there is no ${named(name)}; there are ${Object.keys(checks).join(', ')}`);
    const wanted = value === undefined ? undefined : checks[name as keyof Options](value);
    if (wanted !== undefined) throw refuse(`the ${named(name)} is ${wanted}, not ${shown(value)}`);
  }
}

/** Throws RangeError for an argument that its check does not take. */
export function checkValue(name: string, value: unknown, check: Check): void {
  const wanted = check(value);
  if (wanted !== undefined) throw new RangeError(`${name} is ${wanted}, not ${shown(value)}`);
}

/** JSON of what is all JSON; throws TypeError for anything that JSON would alter. */
export function jsonOf(what: string, value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, converted: unknown) {
    const given = this[name];
    if (given === undefined && name !== '' && !Array.isArray(this)) return undefined;
    const isJson =
      given === null ||
      Array.isArray(given) ||
      isPlainObject(given) ||
      Number.isFinite(given) ||
      typeof given === 'string' ||
      typeof given === 'boolean';
    if (isJson) return converted;
    throw new TypeError(`${what} has ${shown(given)}${name === '' ? '' : ` as "${name}"`}, which JSON does not have`);
  });
}

export const kindOf = (value: unknown): string =>
  value === null || value === undefined ? String(value) : typeof value === 'object' ? 'another object' : typeof value;

export const shown = (value: unknown): string =>
  typeof value === 'number' || value === null || value === undefined
    ? String(value)
    : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
