// From splices to a step: what a gesture made is read again before anyone sees it.

import type { Attempt, Draft, Step } from './draft';
import { fits, numberOf, takenBy } from './schema';
import { type NameKind, operators } from './keys';
import { type Input, type Links, linksOf, type Op } from './links';
import { member, nodeAt, nodeIn, partsOf, pointerOf, scan, stringOf, type TextNode } from './scan';
import { mapped, type Splice, spliced } from './splices';
import { t, type Words } from './words';

interface Fault {
  /** The same for faults that are alike, wherever they are. */
  key: string;
  words: Words;
}

const kMostDepth = 64;

const labelOf = (op: Op): string => op.name || op.op;

function missing(names: NameKind, name: string): Words {
  switch (names) {
    case 'models':
      return t('There is no model named {name}.', { name });
    case 'subroutines':
      return t('There is no subroutine named {name}.', { name });
    case 'segments':
      return t('There is no segment named {name}.', { name });
    case 'splines':
      return t('There is no spline named {name}.', { name });
    case 'params':
      return t('There is no parameter named {name} here.', { name });
    case 'events':
      return t('There is no event or time operator named {name}.', { name });
    case 'lights':
      return t('There is no light named {name}.', { name });
    case 'cameras':
      return t('There is no camera named {name}.', { name });
  }
}

/** What the reader would refuse in how operators hang together. A gesture that brings a new one of these is not done. */
function faultsOf(links: Links): Fault[] {
  const faults: Fault[] = [];
  const say = (key: string, words: Words): void => void faults.push({ key, words });
  for (const input of links.inputs) ofInput(links, input, say);
  for (const { target, names, name } of links.uses) if (!target) say(`${names} ${name}`, missing(names, name));
  for (const op of links.ops.values()) ofOperator(links, op, say);
  for (const { name } of links.twice) say(`twice ${name}`, t('Something else is named {name}.', { name }));
  for (const { root, name } of links.subs.values()) if (!root) say(`root ${name}`, t('{name} needs a root.', { name }));
  ofRoot(links, say);
  ofCycles(links, say);
  return faults;
}

type Say = (key: string, words: Words) => void;

function ofInput(links: Links, input: Input, say: Say): void {
  const { op, place, node } = input;
  if (!op) {
    const name = links.text.slice(node.from + 1, node.to - 1);
    return say(`name ${name}`, t('There is no operator named {name} that may stand here.', { name }));
  }
  const isTake = place.home === 'input' ? input.parent : undefined;
  if (!fits(links, op, place.classes)) {
    const words = isTake
      ? t('{name} does not go into {owner}.', { name: labelOf(op), owner: labelOf(isTake) })
      : t('{name} is of another class than what belongs there.', { name: labelOf(op) });
    say(`class ${place.classes.join()} ${op.op}`, words);
  }
  if (place.home === 'part' && place.usual !== op.op) say(`part ${op.op}`, t('Only segments and portals stand there.'));
}

function ofOperator(links: Links, op: Op, say: Say): void {
  const info = operators.get(op.op);
  if (!info) return say(`op ${op.op}`, t('There is no operator {name}.', { name: op.op }));
  const count = op.inputs.length,
    name = labelOf(op);
  if (count < info.inputs.least) say(`few ${op.op}`, t('{name} needs an input.', { name }));
  if (count > info.inputs.most) {
    const words = info.inputs.most === 0 ? t('{name} takes no inputs.', { name }) : tooMany(name, info.inputs.most);
    say(`many ${op.op}`, words);
  }
  const isInline = op.place.home !== 'table' && op.place.home !== 'special';
  if (isInline && op.name === '' && (op.op === 'event' || op.op === 'sector'))
    say(`unnamed ${op.op}`, t('It needs a name.'));
  if ([...op.name].length > 64) say('long', t('Names have at most 64 characters.'));
  if (op.op === 'texture' && count > 0 && member(op.node, 'file'))
    say('file', t('A texture has a file or an input, not both.'));
  if (member(op.node, 'model') && member(op.node, 'boxes')) say('boxes', t('A mesh has a model or boxes, not both.'));
  ofCall(links, op, say);
  let depth = 1;
  for (let at = op.parent; at; at = at.parent) depth += 1;
  if (depth > kMostDepth) say('depth', t('Operators nest at most 64 deep. Name one of them.'));
}

const tooMany = (name: string, count: number): Words => t('Inputs of {name}: at most {count}.', { name, count });

function ofCall(links: Links, op: Op, say: Say): void {
  const called = links.calledBy(op);
  if (called && op.inputs.length < called.inputs)
    say(`call ${called.name}`, t('Inputs that {name} needs: {count}.', { name: called.name, count: called.inputs }));
  if (op.op !== 'input') return;
  if (!op.owner) say('input', t('Inputs of a subroutine stand inside of it only.'));
  else if (numberOf(links, op) >= op.owner.inputs)
    say(`input ${numberOf(links, op)}`, t('{name} has no such input.', { name: op.owner.name }));
}

function ofRoot(links: Links, say: Say): void {
  if (!member(links.root, 'world')) return;
  for (const key of ['segments', 'portals', 'entities', 'post'])
    if (member(links.root, key))
      say(`world ${key}`, t('A document with “world” has no segments, portals, entities or post.'));
}

/** With a stack of its own: a chain of links may be as long as the document. */
function ofCycles(links: Links, say: Say): void {
  const done = new Set<Op>(),
    open = new Set<Op>();
  for (const start of links.ops.values()) {
    if (done.has(start)) continue;
    const way: { op: Op; rest: Iterator<Op> }[] = [];
    const enter = (op: Op): void => {
      open.add(op);
      way.push({ op, rest: takenBy(links, op)[Symbol.iterator]() });
    };
    enter(start);
    while (way.length > 0) {
      const { op, rest } = way.at(-1)!,
        next = rest.next();
      if (next.done === true) {
        open.delete(op);
        done.add(op);
        way.pop();
      } else if (open.has(next.value)) {
        say('cycle', t('{name} would be part of itself.', { name: labelOf(next.value) }));
      } else if (!done.has(next.value)) enter(next.value);
    }
  }
}

/** The first fault that `after` has more often than `before`. */
function newFault(before: Links, after: Links): Words | undefined {
  const known = new Map<string, number>();
  for (const { key } of faultsOf(before)) known.set(key, (known.get(key) ?? 0) + 1);
  for (const { key, words } of faultsOf(after)) {
    const left = known.get(key) ?? 0;
    if (left === 0) return words;
    known.set(key, left - 1);
  }
  return undefined;
}

export const refused = (words: Words): { refused: Words } => ({ refused: words });

export const kBroken = (): Attempt => refused(t('The text is no JSON now: mend it first.'));
export const kNothing = (): Attempt => refused(t('There is nothing at this place.'));

/** What a gesture works on: the text, its tree and its links. */
export class Hand {
  readonly text: string;
  readonly root: TextNode;

  constructor(draft: Draft) {
    this.text = draft.rootText;
    this.root = draft.root;
  }

  get links(): Links {
    return linksOf(this.text, this.root);
  }
  at(pointer: string): TextNode | undefined {
    return nodeAt(this.root, pointer);
  }
  /** What people call the thing around a place. */
  nameAt(pointer: string): string {
    const parts = partsOf(pointer);
    for (let count = parts.length; count > 0; --count) {
      const node = nodeAt(this.root, pointerOfParts(parts.slice(0, count))),
        op = node && this.links.ops.get(node);
      if (op) return op.name || op.op;
      const link = node && this.links.inputAt(node)?.isLink;
      if (link) return stringOf(this.text, node) ?? '';
    }
    return parts[0] ?? '';
  }
}

const pointerOfParts = (parts: readonly string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The text after a gesture, where what stays of the tree before is found again. */
class After {
  readonly links: Links;

  constructor(
    readonly text: string,
    readonly root: TextNode,
    readonly splices: readonly Splice[],
  ) {
    this.links = linksOf(text, root);
  }

  /** Where a value of the tree before is now. */
  of(node: TextNode): TextNode | undefined {
    const at = mapped(node.from, this.splices);
    if (at === undefined) return undefined;
    for (let found: TextNode | undefined = nodeIn(this.root, at); found && found.from <= at; found = found.parent)
      if (found.from === at) return found;
    return undefined;
  }
}

interface Ending {
  label: Words;
  splices: readonly Splice[];
  gesture?: string | undefined;
  /** What is chosen then. */
  select?: (after: After) => readonly (TextNode | string | undefined)[];
  /** Links must link what they did. */
  keepsLinks?: boolean;
}

/** The step, unless the reader would refuse what it makes. */
export function ended(hand: Hand, ending: Ending): Attempt {
  const { label, splices, gesture, select } = ending,
    text = spliced(hand.text, splices),
    found = scan(text);
  if (!found.root) return refused({ text: found.broken.message });
  const after = new After(text, found.root, splices),
    fault = newFault(hand.links, after.links) ?? (ending.keepsLinks ? captured(hand.links, after) : undefined);
  if (fault) return refused(fault);
  const chosen = select?.(after).flatMap((one) =>
    one === undefined ? [] : typeof one === 'string' ? [one] : [pointerOf(one)],
  );
  return stepOf(label, splices, gesture, chosen);
}

export function stepOf(label: Words, splices: readonly Splice[], gesture?: string, select?: readonly string[]): Step {
  return { label, splices, ...(gesture !== undefined && { gesture }), ...(select && { select }) };
}

/** A link that would link another thing, as there is a new name that is found first. */
function captured(before: Links, after: After): Words | undefined {
  for (const input of before.inputs) {
    if (!input.isLink || !input.op) continue;
    const now = after.of(input.node),
      target: Op | undefined = now && after.links.inputAt(now)?.op;
    const wanted = after.of(input.op.node);
    if (target && wanted && target.node !== wanted)
      return t('Links to {name} would find this instead.', { name: input.op.name });
  }
  return undefined;
}
