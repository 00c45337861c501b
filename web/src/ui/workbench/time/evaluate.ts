// Functions of animated parameters and their splines, evaluated as the core does it (native/world/graph/function.cpp): what
// is drawn here is what the picture gets.

import type { Json } from '../../world/text';

export type Four = [number, number, number, number];
export type Key = readonly [time: number, value: number];
export type SplineMode = 'cubic' | 'linear' | 'step';

export interface Spline {
  mode: SplineMode;
  /** At most four; times rise. */
  channels: readonly (readonly Key[])[];
  /** All components read channel 0. */
  scalar: boolean;
}

export type TermKind = 'id' | 'sin' | 'cos' | 'rect' | 'saw' | 'rnd' | 'spline' | 'splines' | 'splineg';
interface Term {
  kind: TermKind;
  variable: string;
  /** Of `splineg`: the name of a global spline. */
  spline?: string;
}

export interface AnimFunction {
  form: 'pairs' | 'inner' | 'outer';
  signs: [string, string, string, string];
  /** The slots A to E; undefined where one is not used. */
  terms: (Term | undefined)[];
  constant: Four;
  constant2: Four;
  spline?: Spline;
}

/** Values by the names of variables; those that are missing are what they are before any event. */
type Variables = Readonly<Record<string, Readonly<Four>>>;

const kConstants: Variables = {
  ZERO: [0, 0, 0, 0],
  ONE: [1, 1, 1, 1],
  XYZ: [1, 1, 1, 0],
  X: [1, 0, 0, 0],
  Y: [0, 1, 0, 0],
  Z: [0, 0, 1, 0],
  W: [0, 0, 0, 1],
  XY: [1, 1, 0, 0],
};
const kInitial: Variables = { SCALE: [1, 1, 1, 0], COLOR: [1, 1, 1, 1] };

/** The value of a channel: its ends outside of the keys, between them by the mode; slopes follow from the neighbours. */
export function sampleSpline(keys: readonly Key[], mode: SplineMode, time: number): number {
  const last = keys.length - 1;
  if (last < 0) return 0;
  if (!(time > keys[0]![0])) return keys[0]![1];
  if (time >= keys[last]![0]) return keys[last]![1];
  let [low, high] = [0, last];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]![0] <= time) low = middle;
    else high = middle;
  }
  const [from, a] = keys[low]!,
    [to, b] = keys[low + 1]!,
    span = to - from,
    u = (time - from) / span;
  if (mode === 'step') return a;
  if (mode === 'linear') return a + (b - a) * u;
  const slope = (first: number, second: number): number =>
    (keys[second]![1] - keys[first]![1]) / (keys[second]![0] - keys[first]![0]);
  const left = slope(Math.max(0, low - 1), low + 1),
    right = slope(low, Math.min(last, low + 2)),
    [u2, u3] = [u * u, u * u * u];
  return (2 * u3 - 3 * u2 + 1) * a + (u3 - 2 * u2 + u) * span * left + (3 * u2 - 2 * u3) * b + (u3 - u2) * span * right;
}

const frac = (x: number): number => x - Math.floor(x);

function hash32(value: number): number {
  const s = (Math.imul(value, 747796405) + 2891336453) >>> 0,
    w = Math.imul(((s >>> ((s >>> 28) + 4)) ^ s) >>> 0, 277803737) >>> 0;
  return ((w >>> 22) ^ w) >>> 0;
}

const rnd = (x: number): number =>
  Number.isFinite(x) ? hash32(Math.floor(frac(x) * 16777216) >>> 0) / 4294967296 : NaN;

/** Quarter turns are exact, as they are in the core. */
function sineOf(turns: number): number {
  const quarters = Math.floor(turns * 4 + 0.5),
    y = (turns - quarters / 4) * 2 * Math.PI;
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return Math.sin(y);
    case 1:
      return Math.cos(y);
    case 2:
      return -Math.sin(y);
    default:
      return -Math.cos(y);
  }
}

const kShapes: Record<string, [AnimFunction['form'], string]> = {
  'A+((B*C)+(D*E))': ['pairs', '+*+*'],
  'A+((B+C)*(D+E))': ['pairs', '++*+'],
  'A+((B+C)*(D*E))': ['pairs', '++**'],
  'A+LERP(B*C,D,E)': ['inner', '+*+*'],
  'A+LERP(B+C,D,E)': ['inner', '+++*'],
  'A*((B*C)+(D*E))': ['pairs', '**+*'],
  'A*((B+C)*(D+E))': ['pairs', '*+*+'],
  'A*((B+C)*(D*E))': ['pairs', '*+**'],
  'A*LERP(B*C,D,E)': ['inner', '**+*'],
  'A*LERP(B+C,D,E)': ['inner', '*++*'],
  'LERP(A,B*C,D*E)': ['outer', '+*+*'],
  'LERP(A,B+C,D+E)': ['outer', '++++'],
  'LERP(A,B+C,D*E)': ['outer', '+++*'],
};

type Members = { readonly [key: string]: Json };
const membersOf = (value: Json | undefined): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};

/** One number for all four, or a list; further components are `rest`. */
export function fourOf(value: Json | undefined, rest = 0): Four {
  if (typeof value === 'number') return [value, value, value, value];
  const part = (i: number): number => {
    const one = Array.isArray(value) ? value[i] : undefined;
    return typeof one === 'number' ? one : rest;
  };
  return [part(0), part(1), part(2), part(3)];
}

/** A term as it is written; undefined for what is none. */
export function readTerm(text: string): Term | undefined {
  const call = /^ *(id|sin|cos|rect|saw|rnd|splines?|splineg) *\( *(\w+) *(?:, *(.*?) *)?\) *$/.exec(text);
  if (!call) return /^ *\w+ *$/.test(text) ? { kind: 'id', variable: text.trim() } : undefined;
  const [, kind, variable = '', spline] = call;
  if ((kind === 'splineg') !== (spline !== undefined)) return undefined;
  return { kind: kind as TermKind, variable, ...(spline !== undefined && { spline }) };
}

export function readSpline(value: Json | undefined): Spline {
  const { mode, channels, scalar } = membersOf(value);
  const isKey = (key: Json): boolean => Array.isArray(key) && key.length === 2 && key.every(Number.isFinite);
  return {
    mode: mode === 'linear' || mode === 'step' ? mode : 'cubic',
    channels: (Array.isArray(channels) ? channels : []).map((keys) =>
      Array.isArray(keys) ? (keys.filter(isKey) as unknown as Key[]) : [],
    ),
    scalar: scalar === true,
  };
}

/** The value of a key "anim". A spline alone is VALUE + spline(TIME). */
export function readFunction(json: Json): AnimFunction {
  const members = membersOf(json),
    { shape, op, lerp, spline } = members;
  const terms = ['a', 'b', 'c', 'd', 'e'].map((slot): Term | undefined => {
    const term = members[slot];
    return typeof term === 'string' ? readTerm(term) : undefined;
  });
  let form: AnimFunction['form'] = lerp === true ? 'outer' : 'pairs',
    signs = Array.isArray(op) && op.length === 4 ? op.map(String).join('') : '+*+*';
  if (typeof shape === 'string') [form, signs] = kShapes[shape.replaceAll(' ', '')] ?? [form, signs];
  const isPlain = shape === undefined && op === undefined && lerp === undefined && !terms.some((term) => term);
  if (isPlain && spline !== undefined) terms[1] = { kind: 'spline', variable: 'TIME' };
  return {
    form,
    signs: [...signs] as AnimFunction['signs'],
    terms,
    constant: fourOf(members.const),
    constant2: fourOf(members.const2),
    ...(spline !== undefined && { spline: readSpline(spline) }),
  };
}

type Operand = Four | undefined;
const four = (of: (i: number) => number): Four => [of(0), of(1), of(2), of(3)];
const joined = (sign: string, a: Readonly<Four>, b: Readonly<Four>): Four =>
  four((i) => (sign === '*' ? a[i]! * b[i]! : sign === '-' ? a[i]! - b[i]! : a[i]! + b[i]!));
const lerp = (a: Four, b: Four, t: Four): Four => four((i) => a[i]! + (b[i]! - a[i]!) * t[i]!);
const neutral = (sign: string): Four => (sign === '*' ? [1, 1, 1, 1] : [0, 0, 0, 0]);

function pairOf(sign: string, a: Operand, b: Operand): Operand {
  return a || b ? joined(sign, a ?? neutral(sign), b ?? neutral(sign)) : undefined;
}

function along(spline: Spline | undefined, scalar: boolean, at: Readonly<Four>): Four {
  return four((i) => {
    const keys = spline?.channels[scalar ? 0 : i];
    return keys ? sampleSpline(keys, spline!.mode, at[i]!) : 0;
  });
}

const kEach: Partial<Record<TermKind, (x: number) => number>> = {
  sin: sineOf,
  cos: (x) => sineOf(x + 0.25),
  rect: (x) => (frac(x) < 0.5 ? 1 : 0),
  saw: frac,
  rnd,
};

/**
 * The value of a function before it is clamped. `value` is the parameter's own; `splines` are those of the document, by
 * name.
 */
export function evaluate(
  anim: AnimFunction,
  value: Readonly<Four>,
  variables: Variables,
  splines: Readonly<Record<string, Spline>> = {},
): Four {
  const read = (name: string): Readonly<Four> =>
    name === 'VALUE'
      ? value
      : name === 'CONST'
        ? anim.constant
        : name === 'CONST2'
          ? anim.constant2
          : (kConstants[name] ?? variables[name] ?? kInitial[name] ?? kConstants.ZERO!);
  const operand = (term: Term | undefined): Operand => {
    if (!term) return undefined;
    const x = read(term.variable),
      each = kEach[term.kind];
    if (each) return four((i) => each(x[i]!));
    if (term.kind === 'spline' || term.kind === 'splines') return along(anim.spline, term.kind === 'splines', x);
    if (term.kind !== 'splineg') return [...x];
    const spline = splines[term.spline ?? ''];
    return along(spline, spline?.scalar ?? false, x);
  };
  const [o1, o2, o3, o4] = anim.signs,
    [a, b, c, d, e] = anim.terms.map(operand),
    first = a ?? [...value],
    pair = pairOf(o2, b, c);
  if (anim.form === 'outer') return lerp(first, pair ?? first, pairOf(o4, d, e) ?? [0, 0, 0, 0]);
  if (anim.form === 'inner') {
    if (!pair && !d && !e) return first;
    const from = pair ?? [0, 0, 0, 0];
    return joined(o1, first, lerp(from, d ?? from, e ?? [0, 0, 0, 0]));
  }
  const middle = pairOf(o3, pair, pairOf(o4, d, e));
  return middle ? joined(o1, first, middle) : first;
}
