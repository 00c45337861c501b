// A function as one line, `VALUE + sin(TIME) * CONST`, and back: which slots and signs, or which of the thirteen shapes, it is.

import type { WorldKit } from '../../../world/kit';
import type { Json } from '../../../world/text';
import { readTerm, type TermKind } from '../../time/evaluate';
import { isMembers, type Members } from '../field';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const kNamed = [
  'VALUE',
  'CONST',
  'TIME',
  'VELOCITY',
  'SCALE',
  'ROTATE',
  'TRANSLATE',
  'CONST2',
  'MODULATION',
  'SELECT',
  'COLOR',
  'FRACTION',
  'CAMERA',
];
const kFree = range(13, 47).map((i) => `V${i}`);
const kConstant = ['ZERO', 'ONE', 'XYZ', 'X', 'Y', 'Z', 'W', 'XY'];
const kParams = range(0, 7).map((i) => `P${i}`);

/** The words of functions: variables, and what may be made of one. */
export const kVariables: readonly string[] = [...kNamed, ...kConstant, ...kParams, ...kFree];

export const kTermKinds: readonly TermKind[] = [
  'id',
  'sin',
  'cos',
  'rect',
  'saw',
  'rnd',
  'spline',
  'splines',
  'splineg',
];

export const termOf = (kind: TermKind, variable: string, spline: string): string =>
  kind === 'id' ? variable : kind === 'splineg' ? `splineg(${variable}, ${spline})` : `${kind}(${variable})`;

export const kSlots = ['a', 'b', 'c', 'd', 'e'] as const;
export type Slot = (typeof kSlots)[number];

export const kShapes = [
  'A+((B*C)+(D*E))',
  'A+((B+C)*(D+E))',
  'A+((B+C)*(D*E))',
  'A+LERP(B*C,D,E)',
  'A+LERP(B+C,D,E)',
  'A*((B*C)+(D*E))',
  'A*((B+C)*(D+E))',
  'A*((B+C)*(D*E))',
  'A*LERP(B*C,D,E)',
  'A*LERP(B+C,D,E)',
  'LERP(A,B*C,D*E)',
  'LERP(A,B+C,D+E)',
  'LERP(A,B+C,D*E)',
] as const;

/** How a function is joined: signs of its own, LERP of three, or a shape. */
interface Joint {
  signs: string;
  form: 'pairs' | 'inner' | 'outer';
}
export type Terms = Partial<Record<Slot, string>>;

const kPlain: Joint = { signs: '+*+*', form: 'pairs' };

/** What a shape says: its form and its four signs. */
function jointOfShape(shape: string): Joint | undefined {
  const plain = shape.replaceAll(' ', ''),
    pairs = /^A([+*])\(\(B([+*])C\)([+*])\(D([+*])E\)\)$/.exec(plain),
    inner = /^A([+*])LERP\(B([+*])C,D,E\)$/.exec(plain),
    outer = /^LERP\(A,B([+*])C,D([+*])E\)$/.exec(plain);
  if (pairs) return { form: 'pairs', signs: pairs.slice(1).join('') };
  if (inner) return { form: 'inner', signs: `${inner[1]}${inner[2]}+*` };
  return outer ? { form: 'outer', signs: `+${outer[1]}+${outer[2]}` } : undefined;
}

/** Of the value of "anim". */
export function jointOf(anim: Members): Joint {
  const { shape, op, lerp } = anim;
  if (typeof shape === 'string') return jointOfShape(shape) ?? kPlain;
  const signs = Array.isArray(op) && op.length === 4 ? op.join('') : kPlain.signs;
  return { signs, form: lerp === true ? 'outer' : 'pairs' };
}

export function termsOf(anim: Members): Terms {
  const terms: Terms = {};
  for (const slot of kSlots) if (typeof anim[slot] === 'string') terms[slot] = anim[slot];
  const isPlain = Object.keys(terms).length === 0 && ['shape', 'op', 'lerp'].every((key) => !(key in anim));
  if (isPlain && isMembers(anim['spline'])) terms.b = 'spline(TIME)';
  return terms;
}

const neat = (term: string): string => {
  const read = readTerm(term);
  if (!read) return term.trim();
  if (read.kind === 'id') return read.variable;
  return `${read.kind}(${read.variable}${read.spline === undefined ? '' : `, ${read.spline}`})`;
};

/** What is missing is 0, or 1 of a product: it is written only where it is seen. */
const pairLine = (sign: string, left: string | undefined, right: string | undefined): string | undefined => {
  if (right === undefined) return left;
  return left === undefined && sign !== '-' ? right : `${left ?? 'ZERO'} ${sign} ${right}`;
};

/** The line of a function; slots that are not used are left out. */
export function lineOf(terms: Terms, { signs, form }: Joint): string {
  const [o1 = '+', o2 = '*', o3 = '+', o4 = '*'] = signs,
    [a = 'VALUE', b, c, d, e] = kSlots.map((slot) => (terms[slot] === undefined ? undefined : neat(terms[slot]))),
    first = pairLine(o2, b, c);
  if (form === 'outer') return `LERP(${a}, ${first ?? a}, ${pairLine(o4, d, e) ?? 'ZERO'})`;
  if (form === 'inner') return `${a} ${o1} LERP(${first ?? 'ZERO'}, ${d ?? first ?? 'ZERO'}, ${e ?? 'ZERO'})`;
  const second = pairLine(o4, d, e);
  if (first === undefined && second === undefined) return a;
  if (first === undefined || second === undefined) {
    const one = (first ?? second)!,
      sign = first === undefined ? o4 : o2;
    // The second pair without the first is taken from nothing.
    if (first === undefined && o3 === '-') return `${a} ${o1} (ZERO - ${one.includes(' ') ? `(${one})` : one})`;
    return `${a} ${o1} ${one.includes(' ') && !bindsTighter(sign, o1) ? `(${one})` : one}`;
  }
  const whole = (part: string, sign: string): string =>
    part.includes(' ') && !bindsTighter(sign, o3) ? `(${part})` : part;
  const both = `${whole(first, o2)} ${o3} ${whole(second, o4)}`;
  return `${a} ${o1} (${both})`;
}
const bindsTighter = (inner: string, outer: string): boolean => inner === '*' && outer !== '*';

type Tree = string | { sign: string; left: Tree; right: Tree } | { lerp: [Tree, Tree, Tree] };

/** Undefined for what is no expression of terms. */
function parse(line: string): Tree | undefined {
  const tokens = line.match(/\w+ *\( *\w+ *(?:,[^()]*)?\)|\w+|[-+*(),]|\S/g) ?? [];
  let at = 0;
  const isTerm = (token: string | undefined): token is string =>
    token !== undefined && kVariables.includes(readTerm(token)?.variable ?? '');
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    ++at;
    return true;
  };
  const unit = (): Tree | undefined => {
    if (take('(')) {
      const inner = sum();
      return take(')') ? inner : undefined;
    }
    if (take('LERP')) {
      if (!take('(')) return undefined;
      const parts: (Tree | undefined)[] = [sum()];
      while (parts.length < 3 && take(',')) parts.push(sum());
      const [a, b, c] = parts;
      return a !== undefined && b !== undefined && c !== undefined && take(')') ? { lerp: [a, b, c] } : undefined;
    }
    const token = tokens[at];
    if (!isTerm(token)) return undefined;
    ++at;
    return neat(token);
  };
  const chain = (next: () => Tree | undefined, signs: string): Tree | undefined => {
    let left = next();
    while (left !== undefined && tokens[at] !== undefined && signs.includes(tokens[at]!)) {
      const sign = tokens[at++]!,
        right = next();
      left = right === undefined ? undefined : { sign, left, right };
    }
    return left;
  };
  const product = (): Tree | undefined => chain(unit, '*'),
    sum = (): Tree | undefined => chain(product, '+-');
  const tree = sum();
  return at === tokens.length ? tree : undefined;
}

interface Parsed {
  terms: Terms;
  joint: Joint;
}

/** Two slots and the sign between them; a slot alone. */
function pairOf(tree: Tree, left: Slot, right: Slot): { terms: Terms; sign?: string } | undefined {
  if (typeof tree === 'string') return { terms: { [left]: tree } };
  if ('lerp' in tree || typeof tree.left !== 'string' || typeof tree.right !== 'string') return undefined;
  return { terms: { [left]: tree.left, [right]: tree.right }, sign: tree.sign };
}

/** (A o B) o C as A o (B o C), where that is the same. */
function leaning(tree: Tree): Tree {
  if (typeof tree === 'string' || 'lerp' in tree || typeof tree.left === 'string' || 'lerp' in tree.left) return tree;
  const { sign, left, right } = tree,
    inner: Record<string, string> = { '++': '+', '+-': '-', '--': '+', '-+': '-', '**': '*' },
    joined = inner[left.sign + sign];
  return joined === undefined
    ? tree
    : { sign: left.sign, left: left.left, right: { sign: joined, left: left.right, right } };
}

/** The slots and signs of a line; undefined where it fits no form. */
export function parseLine(line: string): Parsed | undefined {
  const parsed = parse(line);
  if (parsed === undefined) return undefined;
  const tree = leaning(parsed);
  if (typeof tree === 'string') return { terms: { a: tree }, joint: kPlain };
  if ('lerp' in tree) {
    const [a, from, by] = tree.lerp,
      pair = pairOf(from, 'b', 'c'),
      part = pairOf(by, 'd', 'e');
    if (typeof a !== 'string' || !pair || !part) return undefined;
    return {
      terms: { a, ...pair.terms, ...part.terms },
      joint: { form: 'outer', signs: `+${pair.sign ?? '*'}+${part.sign ?? '*'}` },
    };
  }
  const { sign, left: a, right } = tree;
  if (typeof a !== 'string') return undefined;
  if (typeof right !== 'string' && 'lerp' in right) {
    const [from, d, e] = right.lerp,
      pair = pairOf(from, 'b', 'c');
    if (!pair || typeof d !== 'string' || typeof e !== 'string' || sign === '-' || pair.sign === '-') return undefined;
    return { terms: { a, ...pair.terms, d, e }, joint: { form: 'inner', signs: `${sign}${pair.sign ?? '*'}+*` } };
  }
  const one = pairOf(right, 'b', 'c');
  if (one) return { terms: { a, ...one.terms }, joint: { form: 'pairs', signs: `${sign}${one.sign ?? '*'}+*` } };
  if (typeof right === 'string') return undefined;
  const first = pairOf(right.left, 'b', 'c'),
    second = pairOf(right.right, 'd', 'e');
  if (!first || !second) return undefined;
  const signs = `${sign}${first.sign ?? '*'}${right.sign}${second.sign ?? '*'}`;
  return { terms: { a, ...first.terms, ...second.terms }, joint: { form: 'pairs', signs } };
}

/** The value of "anim" with these slots and signs; what else it holds (constants, spline, note) stays, in the schema's order. */
export function animOf(before: Members, { terms, joint }: Parsed): Members {
  const next: Members = {},
    { form, signs } = joint;
  if (form === 'inner') next['shape'] = kShapes.find((shape) => same(jointOfShape(shape), joint))!;
  else {
    if (signs !== kPlain.signs) next['op'] = [...signs];
    if (form === 'outer') next['lerp'] = true;
  }
  for (const slot of kSlots) {
    const term = terms[slot];
    if (term !== undefined && !(slot === 'a' && term === 'VALUE' && (form !== 'outer' || terms.b !== undefined)))
      next[slot] = term;
  }
  const rest = Object.entries(before).filter(([key]) => !['shape', 'op', 'lerp', ...kSlots].includes(key));
  for (const [key, value] of rest) next[key] = value as Json;
  return next;
}

const same = (a: Joint | undefined, b: Joint): boolean => a?.form === b.form && a.signs === b.signs;
/** The shape with this form and these signs. */
export const shapeOfJoint = (joint: Joint): string | undefined =>
  kShapes.find((shape) => same(jointOfShape(shape), joint));

export interface Preset {
  id: 'sway' | 'spin' | 'pulse' | 'saw' | 'flicker' | 'spline';
  terms: Terms;
}

export const kPresets: readonly Preset[] = [
  { id: 'sway', terms: { b: 'sin(TIME)', c: 'CONST' } },
  { id: 'spin', terms: { b: 'TIME', c: 'CONST' } },
  { id: 'pulse', terms: { b: 'rect(TIME)', c: 'CONST' } },
  { id: 'saw', terms: { b: 'saw(TIME)', c: 'CONST' } },
  { id: 'flicker', terms: { b: 'rnd(TIME)', c: 'CONST' } },
  { id: 'spline', terms: { b: 'spline(TIME)' } },
];

/** What they are called, and for what they are good. */
export function presetWords({ id }: Preset, { t }: Pick<WorldKit, 't'>): { name: string; help: string } {
  switch (id) {
    case 'sway':
      return { name: t('sway'), help: t('to and fro, CONST far, a turn per beat') };
    case 'spin':
      return { name: t('spin'), help: t('on and on, CONST each beat') };
    case 'pulse':
      return { name: t('pulse'), help: t('CONST more in the first half of each beat') };
    case 'saw':
      return { name: t('saw'), help: t('rises by CONST over each beat') };
    case 'flicker':
      return { name: t('flicker'), help: t('at random, up to CONST more') };
    case 'spline':
      return { name: t('spline'), help: t('keys in the Curves pane') };
  }
}

/** Of a first CONST: it moves at once. Degrees turn once a beat. */
const kFirst = { angle: 360, other: 1 };

/** A function of a preset over what is there. `size`: components of the parameter. */
export function withPreset(before: Members, preset: Preset, size: number, isAngle: boolean): Members {
  const next = animOf(before, { terms: preset.terms, joint: kPlain });
  if (preset.id === 'spline') {
    next['spline'] ??= { channels: Array.from({ length: size }, () => [[0, 0]]) };
    return next;
  }
  const first = isAngle ? kFirst.angle : kFirst.other;
  next['const'] ??= size === 1 ? first : [first, 0, 0, 0];
  return next;
}
