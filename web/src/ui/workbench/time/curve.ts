// Animated values of the text as curves: the function, the splines it uses, and along what it runs.

import type { Json } from '../../world/text';
import { keysOf, kindOf, operators, type KeyInfo } from '../text/schema';
import { member, nodeAt, partsOf, pointerOf, pointerTo, valueOf, type TextNode } from '../text/scan';
import { evaluate, fourOf, readFunction, readSpline, type AnimFunction, type Four, type Spline } from './evaluate';
import { scopeOf, type Scope } from './playhead';

interface SplineUse {
  /** Of the object that holds its channels. */
  pointer: string;
  /** Of a global spline: its name. */
  name: string;
  isGlobal: boolean;
  spline: Spline;
}

export interface Curve {
  /** Of the parameter, or of a global spline. */
  pointer: string;
  /** Name of the key. */
  name: string;
  /** Of the operator, or of the object, that it belongs to. */
  owner: string;
  /** 1 to 4. */
  components: number;
  value: Four;
  anim: AnimFunction;
  splines: SplineUse[];
  scope: Scope;
  /** What runs along the axis: TIME, unless its splines read something else. */
  variable: string;
  least: number;
  most: number;
}

const kComponents: Partial<Record<KeyInfo['kind'], number>> = {
  vec2: 2,
  vec3: 3,
  scale: 3,
  color: 4,
  vec4: 4,
  four: 4,
};

/** What the schema says of a parameter; undefined of what it does not know. */
export function infoOf(text: string, root: TextNode, pointer: string): KeyInfo | undefined {
  const node = nodeAt(root, pointer.slice(0, pointer.lastIndexOf('/'))),
    kind = node && kindOf(text, node),
    name = partsOf(pointer).at(-1);
  if (kind === undefined) return undefined;
  return (operators.get(kind)?.keys ?? keysOf(kind)).find((key) => key.name === name);
}

/** Its initial value, where the text has none. */
export function literalOf(text: string, root: TextNode, pointer: string, info: KeyInfo | undefined): Four {
  const node = nodeAt(root, pointer),
    inner = node?.kind === 'object' ? member(node, 'value') : node;
  const written: Json | undefined = inner ? valueOf(text, inner) : info?.initial;
  const value = fourOf(written, info?.kind === 'color' ? 1 : 0);
  if (info?.kind === 'scale') value[3] = 0;
  return value;
}

export function componentsOf(root: TextNode, pointer: string, info: KeyInfo | undefined): number {
  const known = info && (kComponents[info.kind] ?? 1);
  if (known !== undefined) return known;
  const node = nodeAt(root, pointer),
    inner = node?.kind === 'object' ? member(node, 'value') : node;
  return inner?.kind === 'array' ? Math.min(4, inner.children.length) : 1;
}

/** All global splines, by name. */
export function globalSplines(text: string, root: TextNode): Record<string, Spline> {
  const splines: Record<string, Spline> = {};
  for (const node of member(root, 'splines')?.children ?? []) splines[node.key ?? ''] = readSpline(valueOf(text, node));
  return splines;
}

/** The animated value at a pointer, or the global spline; undefined where neither is. */
export function curveAt(text: string, root: TextNode, pointer: string): Curve | undefined {
  const node = nodeAt(root, pointer);
  if (!node) return undefined;
  if (isGlobalSpline(pointer)) return splineCurve(text, node, pointer);
  const anim = node.kind === 'object' ? member(node, 'anim') : undefined;
  if (anim?.kind !== 'object') return undefined;
  const read = readFunction(valueOf(text, anim)),
    info = infoOf(text, root, pointer),
    globals = member(root, 'splines'),
    uses = new Map<string, SplineUse>();
  const local = member(anim, 'spline');
  if (local && read.spline) {
    const at = pointerOf(local);
    uses.set(at, { pointer: at, name: '', isGlobal: false, spline: read.spline });
  }
  for (const term of read.terms) {
    const shared = term?.kind === 'splineg' && globals ? member(globals, term.spline ?? '') : undefined;
    if (!shared) continue;
    const at = pointerOf(shared);
    uses.set(at, { pointer: at, name: term!.spline!, isGlobal: true, spline: readSpline(valueOf(text, shared)) });
  }
  const reading = read.terms.find((term) => term?.kind.startsWith('spline'));
  return {
    pointer,
    name: partsOf(pointer).at(-1) ?? '',
    owner: pointer.slice(0, pointer.lastIndexOf('/')),
    components: componentsOf(root, pointer, info),
    value: literalOf(text, root, pointer, info),
    anim: read,
    splines: [...uses.values()],
    scope: scopeOf(text, root, pointer),
    variable: reading?.variable ?? 'TIME',
    least: info?.least ?? -Infinity,
    most: info?.most ?? Infinity,
  };
}

const isGlobalSpline = (pointer: string): boolean => /^\/splines\/[^/]+$/.test(pointer);

/** A global spline alone: what it gives for all components. */
function splineCurve(text: string, node: TextNode, pointer: string): Curve {
  const name = partsOf(pointer).at(-1) ?? '',
    spline = readSpline(valueOf(text, node));
  return {
    pointer,
    name,
    owner: pointer,
    components: Math.max(1, spline.channels.length),
    value: [0, 0, 0, 0],
    anim: {
      form: 'pairs',
      signs: ['+', '*', '+', '*'],
      terms: [undefined, { kind: 'splineg', variable: 'TIME', spline: name }, undefined, undefined, undefined],
      constant: [0, 0, 0, 0],
      constant2: [0, 0, 0, 0],
    },
    splines: [{ pointer, name, isGlobal: true, spline }],
    scope: { axis: 'beats', operator: '' },
    variable: 'TIME',
    least: -Infinity,
    most: Infinity,
  };
}

/** Pointers of all animated values and global splines, in the order of the text. */
export function animatedIn(root: TextNode): string[] {
  const found: string[] = [],
    open: TextNode[] = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.key === 'comment') continue;
    if (node.kind === 'object' && member(node, 'anim')?.kind === 'object') found.push(pointerOf(node));
    for (let i = node.children.length - 1; i >= 0; --i)
      if (node.children[i]!.children.length > 0) open.push(node.children[i]!);
  }
  for (const node of member(root, 'splines')?.children ?? [])
    if (node.kind === 'object') found.push(pointerTo('/splines', node.key ?? ''));
  return found;
}

/** The parameter that a pointer is inside of, when it is animated, or the first animated one of what it names. */
export function animatedAround(root: TextNode, pointer: string, among: readonly string[]): string | undefined {
  const within = among.filter((one) => pointer === one || pointer.startsWith(`${one}/`));
  if (within.length > 0) return within.at(-1);
  const node = nodeAt(root, pointer);
  for (const child of node?.kind === 'object' ? node.children : [])
    if (child.kind === 'object' && member(child, 'anim')) return pointerOf(child);
  return undefined;
}

/** Variables that are known without the core. */
const kKnown = new Set(['VALUE', 'CONST', 'CONST2', 'TIME', 'ZERO', 'ONE', 'XYZ', 'X', 'Y', 'Z', 'W', 'XY']);
export const isKnown = ({ anim }: Curve): boolean => anim.terms.every((term) => !term || kKnown.has(term.variable));

/** The value at a place of the axis, as the parameter gets it. */
export function curveValue(curve: Curve, globals: Readonly<Record<string, Spline>>, at: number): Four {
  const value = evaluate(curve.anim, curve.value, { [curve.variable]: [at, at, at, at] }, globals);
  return value.map((part) => Math.min(curve.most, Math.max(curve.least, part))) as Four;
}
