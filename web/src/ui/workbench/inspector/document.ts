// What the document has to offer where a name is asked for: links by class, names of tables, parameters around a place.

import type { Json } from '../../world/text';
import type { Bench } from '../bench';
import { fits, type NameKind, type OpClass, operators } from '../text/schema';
import { linksOf, type Links } from '../text/links';
import { nodeAt, pointerOf, type TextNode, valueOf } from '../text/scan';
import { isMembers, type Members } from './field';

const linksIn = ({ draft }: Bench): Links => linksOf(draft.rootText, draft.root);

/** The innermost value at a pointer, or around where it would be. */
function nodeAround({ draft }: Bench, pointer: string): TextNode {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const node = nodeAt(draft.root, at);
    if (node) return node;
  }
  return draft.root;
}

interface Link {
  name: string;
  class: string;
  picture?: string;
}

/** Operators that have a name and may stand at a place where these classes are wanted. */
export function linkedNames(bench: Bench, wanted: readonly OpClass[], pointer: string): Link[] {
  const links = linksIn(bench),
    around = new Set<TextNode>(),
    found = new Map<string, Link>();
  for (let at: TextNode | undefined = nodeAround(bench, pointer); at; at = at.parent) around.add(at);
  for (const op of links.ops.values()) {
    const isElsewhere = op.name !== '' && op.owner === undefined && !around.has(op.node);
    if (!isElsewhere || found.has(op.name) || !fits(links, op, wanted)) continue;
    const picture = bench.pictureOf(pointerOf(op.node));
    found.set(op.name, { name: op.name, class: op.op, ...(picture !== undefined && { picture }) });
  }
  return [...found.values()];
}

/** The words of operators that may stand where these classes are wanted. */
export const operatorsOf = (wanted: readonly OpClass[]): string[] =>
  [...operators.values()].filter(({ class: kind }) => kind !== 'any' && wanted.includes(kind)).map(({ op }) => op);

/** Names that may stand for something; parameters are those around the pointer. */
export function namesOf(bench: Bench, names: NameKind | undefined, pointer = ''): string[] {
  const links = linksIn(bench);
  return names ? links.namesOf(names, links.subAround(nodeAround(bench, pointer))) : [];
}

/** Parameters of the subroutine that a place stands in. */
export function paramsAround(bench: Bench, pointer: string): Members[] {
  const sub = /^\/subroutines\/[^/]*/.exec(pointer)?.[0];
  return sub === undefined ? [] : paramsOf(bench, sub);
}

/** Parameters of a subroutine, by its pointer. */
export function paramsOf(bench: Bench, sub: string): Members[] {
  const { root, rootText } = bench.draft,
    node = nodeAt(root, `${sub}/params`),
    list: Json | undefined = node && valueOf(rootText, node);
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

/** Names of files that came with the document, with one of the endings where there are some. */
export const filesOf = (bench: Bench, ends: readonly string[] = ['']): string[] =>
  bench.file.files.map(({ name }) => name).filter((name) => ends.some((end) => name.toLowerCase().endsWith(end)));
