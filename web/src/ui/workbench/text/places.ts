// What is expected at each place of a document: which object with which keys, an operator of which class, the value of which key.

import { keysOf, operators, tables, type KeyInfo, type OpClass } from './keys';
import { member, stringOf, type TextNode } from './scan';

/** What may stand at a place. */
export type Place =
  /** An object with the keys of a kind. */
  | { is: 'kind'; kind: string }
  /** An operator, or the name of one. `usual` is meant when "op" is missing; `home` says what kind of place it is. */
  | { is: 'operator'; classes: readonly OpClass[]; usual?: string; home: Home; slot?: string }
  /** A list, or an object of any names. */
  | { is: 'list' | 'table'; of: Place }
  /** The value of a key. */
  | { is: 'value'; info: KeyInfo }
  /** Nothing that this model knows: comments, unknown keys. */
  | { is: 'nothing' };

/** `table`: its name is its key; `part`: of segments and portals. */
type Home = 'table' | 'special' | 'input' | 'slot' | 'root' | 'world' | 'part' | 'entity' | 'post';

export const kDocument: Place = { is: 'kind', kind: 'document' };
const kNothing: Place = { is: 'nothing' };
const kArgument: Place = {
  is: 'value',
  info: { name: '', kind: 'four', help: '', required: false, animated: true, hard: false },
};

const kHomes: Readonly<Record<string, Home>> = { entities: 'entity', post: 'post', segments: 'part', portals: 'part' };

function tableOf(info: KeyInfo): Place {
  const usual = tables[info.name];
  const home: Home = info.name === 'specials' ? 'special' : 'table';
  const isShort = usual === 'texture' || usual === 'material' || usual === 'mesh';
  return { is: 'table', of: { is: 'operator', classes: info.links ?? [], home, ...(isShort && { usual }) } };
}

function listOf(info: KeyInfo): Place {
  const home = kHomes[info.name];
  if (info.links && home)
    return { is: 'list', of: { is: 'operator', classes: info.links, home, ...(info.of && { usual: info.of }) } };
  return info.of ? { is: 'list', of: { is: 'kind', kind: info.of } } : { is: 'value', info };
}

const kLists: readonly KeyInfo['kind'][] = ['list', 'boxes', 'cells', 'params', 'events'];

/** What may stand behind a key. */
function placeOfKey(owner: string, info: KeyInfo): Place {
  const { kind, name, links: classes = [] } = info;
  if (kLists.includes(kind)) return listOf(info);
  if (kind === 'path' || kind === 'spline') return { is: 'kind', kind: info.of ?? kind };
  if (kind === 'args') return { is: 'table', of: kArgument };
  if (kind === 'materials') return { is: 'table', of: { is: 'operator', classes, home: 'slot', slot: name } };
  if (kind === 'slot') {
    const home: Home = owner === 'document' ? 'world' : owner === 'subroutine' ? 'root' : 'slot';
    return { is: 'operator', classes, home, slot: name };
  }
  if (kind !== 'object') return { is: 'value', info };
  if (owner !== 'document') return info.of ? { is: 'kind', kind: info.of } : kNothing;
  if (info.links) return tableOf(info);
  const inside: Place = info.of ? { is: 'kind', kind: info.of } : kNothing;
  return ['models', 'subroutines', 'splines'].includes(name) ? { is: 'table', of: inside } : inside;
}

/** By owner and key: places do not change. */
const known = new Map<string, Map<string, Place>>();

function placesOf(owner: string): Map<string, Place> {
  let places = known.get(owner);
  if (!places) {
    places = new Map(keysOf(owner).map((info) => [info.name, placeOfKey(owner, info)]));
    const inputs = operators.get(owner)?.inputs;
    if (inputs) places.set('in', { is: 'list', of: { is: 'operator', classes: inputs.classes, home: 'input' } });
    known.set(owner, places);
  }
  return places;
}

/** Kinds of objects that one of their keys decides. */
function exactKind(text: string, kind: string, node: TextNode): string {
  if (kind === 'sample') return stringOf(text, member(node, 'model')) === 'fake' ? 'fakeSample' : 'phasesSample';
  if (kind !== 'probe') return kind;
  const word = stringOf(text, member(node, 'probe')) ?? 'inside',
    probe = `probe${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
  return keysOf(probe).length > 0 ? probe : 'probeInside';
}

/** The word of the operator that is written here. */
export const opOf = (text: string, node: TextNode, place: Place): string | undefined =>
  stringOf(text, member(node, 'op')) ?? (place.is === 'operator' ? place.usual : undefined);

/** What is expected of a child. */
export function placeOfChild(text: string, place: Place, node: TextNode, child: TextNode): Place {
  const { key } = child;
  if (place.is === 'list' || place.is === 'table') return place.of;
  if (place.is === 'nothing') return kNothing;
  if (place.is === 'value') return placeInValue(place.info, node, child);
  if (key === undefined || key === 'comment') return kNothing;
  const kind = place.is === 'kind' ? exactKind(text, place.kind, node) : opOf(text, node, place);
  return (kind !== undefined && placesOf(kind).get(key)) || kNothing;
}

const kAnim: Place = { is: 'kind', kind: 'function' };

/** Inside of an animated value, or of a list of numbers. */
function placeInValue(info: KeyInfo, node: TextNode, child: TextNode): Place {
  if (node.kind === 'array' && info.names) return { is: 'value', info: { ...info, kind: 'link' } };
  if (node.kind === 'array') return child.kind === 'object' ? { is: 'kind', kind: 'paramUse' } : kNothing;
  if (child.key === 'value') return { is: 'value', info: { ...info, animated: false } };
  if (child.key === 'anim') return kAnim;
  return child.key === 'param' ? placesOf('paramUse').get('param')! : kNothing;
}

/** What is expected at a value, found from the root down. */
export function placeOf(text: string, node: TextNode): Place {
  return node.parent ? placeOfChild(text, placeOf(text, node.parent), node.parent, node) : kDocument;
}

/** The kind, for `keysOf`, of the object at a place. */
export function kindAt(text: string, node: TextNode, place: Place): string | undefined {
  if (node.kind !== 'object') return undefined;
  if (place.is === 'kind') return exactKind(text, place.kind, node);
  if (place.is === 'value') return place.info.kind === 'text' ? 'paramUse' : 'animated';
  const op = place.is === 'operator' ? opOf(text, node, place) : undefined;
  return op !== undefined && operators.has(op) ? op : undefined;
}

/** The key whose value stands here; undefined for elements and for members of tables. */
export function infoAt(text: string, node: TextNode): KeyInfo | undefined {
  if (!node.parent || node.key === undefined) return undefined;
  const kind = kindAt(text, node.parent, placeOf(text, node.parent));
  return kind === undefined ? undefined : keysOf(kind).find(({ name }) => name === node.key);
}
