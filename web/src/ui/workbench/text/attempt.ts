// From splices to a step: what a gesture made is read again before anyone sees it.

import type { Attempt, Draft, Step } from './draft';
import { newFault } from './faults';
import { linksOf, type Links, type Op } from './links';
import { nodeAt, nodeIn, partsOf, pointerOf, scan, stringOf, type TextNode } from './scan';
import { mapped, spliced, type Splice } from './splices';
import { t, type Words } from './words';

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
export class After {
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

export interface Ending {
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
