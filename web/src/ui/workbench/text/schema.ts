// What a world may hold: operators with their keys, in the order of the schema, and what stands at a place of a text.

import type { OpClass } from './keys';
import { classOfOp } from './graph';
import { linksOf } from './links';
import { infoAt, kindAt, placeOf, placeOfChild } from './places';
import { rootOf, type TextNode } from './scan';

export { keysOf, operators, tables } from './keys';
export type { KeyInfo, KeyKind, NameKind, OpClass, OpInfo } from './keys';
export { infoAt };

/** What the object at this place is: the word of its operator, a kind of `keysOf`, or undefined. Entries of tables may lack "op". */
export const kindOf = (text: string, node: TextNode): string | undefined => kindAt(text, node, placeOf(text, node));

/** The class of the operator or name at this place; undefined where none stands, and for inputs of subroutines. */
export function classOf(text: string, node: TextNode): OpClass | undefined {
  const links = linksOf(text, rootOf(node)),
    op = links.ops.get(node) ?? links.inputAt(node)?.op;
  return op && classOfOp(links, op);
}

/** Names that may stand at this place, or behind a key of it, where the name of a model, a segment, an event... is wanted. */
export function namesAt(text: string, node: TextNode, key?: string): string[] {
  const links = linksOf(text, rootOf(node)),
    own = placeOf(text, node);
  const place =
    key === undefined
      ? own
      : placeOfChild(text, own, node, { ...node, kind: 'string', parent: node, key, children: [] });
  const names =
    place.is === 'value' ? place.info.names : place.is === 'kind' && place.kind === 'documentCamera' && 'cameras';
  return names ? links.namesOf(names, links.subAround(node)) : [];
}
