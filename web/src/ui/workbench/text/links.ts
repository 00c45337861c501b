// The operators of a document and the names that link them, found as the reader finds them. One index per tree.

import { operators, type NameKind, type OpClass } from './keys';
import { kDocument, opOf, placeOfChild, type Place } from './places';
import { member, stringOf, type TextNode } from './scan';

/** An operator as it is written; a string in the table of textures is one too. */
export interface Op {
  node: TextNode;
  /** Its word; it may be none that exists. */
  op: string;
  name: string;
  /** The subroutine it is written in. */
  owner: Sub | undefined;
  place: Place & { is: 'operator' };
  /** The operator around it. */
  parent: Op | undefined;
  inputs: Input[];
  slots: Input[];
}

/** What stands where an operator may: one inside, or a name. */
export interface Input {
  node: TextNode;
  place: Place & { is: 'operator' };
  owner: Sub | undefined;
  parent: Op | undefined;
  /** Undefined for names of nothing. */
  op: Op | undefined;
  isLink: boolean;
}

export interface Sub {
  node: TextNode;
  name: string;
  inputs: number;
  root: Input | undefined;
  params: Map<string, TextNode>;
}

/** A name that is no input: of a subroutine, a model, a segment, an event... */
export interface NameUse {
  node: TextNode;
  names: NameKind;
  name: string;
  owner: Sub | undefined;
  /** What it names: a table entry, an operator, a parameter. */
  target: TextNode | undefined;
}

type Space = 'texture' | 'material' | 'mesh' | 'scene' | 'fx';
const kSpaces: readonly Space[] = ['scene', 'mesh', 'material', 'texture', 'fx'];

/** The last index of each tree. */
const built = new WeakMap<TextNode, Links>();

export function linksOf(text: string, root: TextNode): Links {
  let links = built.get(root);
  if (!links) built.set(root, (links = new Links(text, root)));
  return links;
}

/** splineg(TIME, name): the name, and where it begins in the term. */
export function splineName(term: string): { name: string; at: number } | undefined {
  const found = /^( *splineg *\( *\w+ *, *)([^ ].*?)( *\) *)$/.exec(term);
  return found ? { name: found[2]!, at: found[1]!.length } : undefined;
}

export class Links {
  readonly ops = new Map<TextNode, Op>();
  readonly subs = new Map<string, Sub>();
  /** Names where operators may stand. */
  readonly inputs: Input[] = [];
  readonly uses: NameUse[] = [];
  /** By space and name; the first of a name counts. */
  readonly #names = new Map<string, Op>();
  readonly #sectors = new Map<string, Op>();
  /** Names that are there twice. */
  readonly twice: { name: string; node: TextNode }[] = [];
  readonly #places = new Map<TextNode, Input>();
  #users: Map<TextNode, TextNode[]> | undefined;
  #consumers: Map<Op, Input[]> | undefined;
  #calls: Map<Sub, Op[]> | undefined;

  constructor(
    readonly text: string,
    readonly root: TextNode,
  ) {
    for (const node of member(root, 'subroutines')?.children ?? []) if (node.kind === 'object') this.#readHead(node);
    this.#visit(root, kDocument, undefined, undefined);
    for (const input of this.inputs)
      if (input.isLink) input.op = this.find(input.place.classes, stringOf(text, input.node)!, input.owner);
    for (const use of this.uses) use.target = this.#targetOf(use);
  }

  // -- reading ------------------------------------------------------------------------------------------------------------

  #readHead(node: TextNode): void {
    const inputs = member(node, 'inputs'),
      name = node.key ?? '';
    const sub: Sub = {
      node,
      name,
      inputs: inputs?.kind === 'number' ? Number(this.text.slice(inputs.from, inputs.to)) : 0,
      root: undefined,
      params: new Map(),
    };
    for (const param of member(node, 'params')?.children ?? []) {
      const own = stringOf(this.text, member(param, 'name'));
      if (own !== undefined && !sub.params.has(own)) sub.params.set(own, param);
    }
    if (!this.subs.has(name)) this.subs.set(name, sub);
  }

  #visit(node: TextNode, place: Place, owner: Sub | undefined, parent: Op | undefined): void {
    if (place.is === 'nothing') return;
    if (place.is === 'operator') return this.#input(node, place, owner, parent);
    if (node.kind === 'string') return this.#name(node, place, owner);
    for (const child of node.children) {
      if (child.children.length === 0 && child.kind !== 'string' && child.kind !== 'object') continue;
      this.#visit(child, placeOfChild(this.text, place, node, child), this.#subOf(child) ?? owner, parent);
    }
  }

  #subOf(node: TextNode): Sub | undefined {
    if (node.parent?.key !== 'subroutines' || node.parent.parent !== this.root) return undefined;
    const sub = this.subs.get(node.key ?? '');
    return sub?.node === node ? sub : undefined;
  }

  /** A place of an operator: one inside, or the name of one. */
  #input(node: TextNode, place: Place & { is: 'operator' }, owner: Sub | undefined, parent: Op | undefined): void {
    const isFile = place.home === 'table' && node.kind === 'string',
      isLink = node.kind === 'string' && !isFile;
    if (!isLink && !isFile && node.kind !== 'object') return;
    const input: Input = { node, place, owner, parent, op: undefined, isLink };
    this.inputs.push(input);
    this.#places.set(node, input);
    if (parent) (place.home === 'input' ? parent.inputs : parent.slots).push(input);
    if (place.home === 'root' && owner) owner.root = input;
    if (!isLink) input.op = this.#operator(node, place, owner, parent, isFile);
  }

  #operator(
    node: TextNode,
    place: Place & { is: 'operator' },
    owner: Sub | undefined,
    parent: Op | undefined,
    isFile: boolean,
  ): Op {
    const isEntry = place.home === 'table' || place.home === 'special',
      word = isFile ? 'texture' : (opOf(this.text, node, place) ?? '');
    const name = isEntry ? (node.key ?? '') : (stringOf(this.text, member(node, 'name')) ?? '');
    const op: Op = { node, op: word, name, owner, place, parent, inputs: [], slots: [] };
    this.ops.set(node, op);
    if (name !== '') this.#register(op, isEntry);
    for (const child of node.children) {
      if (child.kind === 'number' || child.kind === 'boolean' || child.key === 'op' || child.key === 'name') continue;
      this.#visit(child, placeOfChild(this.text, place, node, child), owner, op);
    }
    return op;
  }

  #register(op: Op, isEntry: boolean): void {
    if (!isEntry && op.op === 'sector') {
      if (this.#sectors.has(op.name)) this.twice.push({ name: op.name, node: op.node });
      else this.#sectors.set(op.name, op);
      return;
    }
    const space = op.place.home === 'table' ? this.#spaceOfTable(op) : spaceOf(op.op);
    if (!space) return;
    const key = `${space} ${op.name}`;
    if (this.#names.has(key)) this.twice.push({ name: op.name, node: op.node });
    else this.#names.set(key, op);
  }

  #spaceOfTable(op: Op): Space {
    const found = op.place.classes[0];
    return found === undefined || found === 'world' ? 'scene' : found;
  }

  #name(node: TextNode, place: Place, owner: Sub | undefined): void {
    if (place.is !== 'value' && !(place.is === 'kind' && place.kind === 'documentCamera')) return;
    const text = stringOf(this.text, node)!;
    const names: NameKind | undefined = place.is === 'kind' ? 'cameras' : place.info.names;
    if (names) this.uses.push({ node, names, name: text, owner, target: undefined });
    else if (/^ *splineg/.test(text) && place.is === 'value' && /^[a-e]$/.test(place.info.name)) {
      const found = splineName(text);
      if (found) this.uses.push({ node, names: 'splines', name: found.name, owner, target: undefined });
    }
  }

  #targetOf({ names, name, owner }: NameUse): TextNode | undefined {
    switch (names) {
      case 'models':
      case 'splines':
        return member(member(this.root, names) ?? this.root, name);
      case 'subroutines':
        return this.subs.get(name)?.node;
      case 'segments':
        return this.#sectors.get(name)?.node;
      case 'params':
        return owner?.params.get(name);
      case 'events':
        return this.#scene(name, ['event', 'time']);
      case 'lights':
        return this.#scene(name, ['light']);
      case 'cameras':
        return this.#scene(name, ['camera']);
    }
  }

  /** Those of a subroutine as well, as the reader has it. */
  #scene(name: string, words: readonly string[]): TextNode | undefined {
    const op = this.#names.get(`scene ${name}`);
    return op && words.includes(op.op) ? op.node : undefined;
  }

  // -- questions ----------------------------------------------------------------------------------------------------------

  /** The operator of a name, as it is looked up where one of these classes is wanted. */
  find(classes: readonly OpClass[], name: string, owner: Sub | undefined): Op | undefined {
    for (const space of searchOrder(classes)) {
      const op = this.#names.get(`${space} ${name}`);
      if (op && (op.owner === undefined || op.owner === owner)) return op;
    }
    return undefined;
  }

  /** True when nothing of the space has the name yet. */
  isFree(space: OpClass, name: string): boolean {
    return space === 'world' ? !this.#sectors.has(name) : !this.#names.has(`${space} ${name}`);
  }

  /** Names that may stand where a name of that kind is wanted. */
  namesOf(names: NameKind, owner?: Sub): string[] {
    if (names === 'models' || names === 'splines')
      return (member(this.root, names)?.children ?? []).map(({ key }) => key ?? '');
    if (names === 'subroutines') return [...this.subs.keys()];
    if (names === 'segments') return [...this.#sectors.keys()];
    if (names === 'params') return [...(owner?.params.keys() ?? [])];
    const words = { events: ['event', 'time'], lights: ['light'], cameras: ['camera'] }[names];
    return [...this.#names]
      .filter(([key, op]) => key.startsWith('scene ') && words.includes(op.op))
      .map(([, op]) => op.name);
  }

  /** The names that link something: an entry, an operator with a name, a subroutine, a parameter... */
  usersOf(node: TextNode): readonly TextNode[] {
    if (!this.#users) {
      this.#users = new Map();
      const use = (target: TextNode | undefined, from: TextNode): void => {
        const list = target && this.#users!.get(target);
        if (list) list.push(from);
        else if (target) this.#users!.set(target, [from]);
      };
      for (const input of this.inputs) if (input.isLink) use(input.op?.node, input.node);
      for (const { target, node: from } of this.uses) use(target, from);
    }
    return this.#users.get(node) ?? [];
  }

  /** True when names elsewhere want a light, a camera or an event here, which an operator of this word is not. */
  isWantedOtherwise(node: TextNode, word: string): boolean {
    const isTimed = word === 'event' || word === 'time';
    return this.uses.some(({ target, names }) => target === node && !(names === 'events' && isTimed));
  }

  /** The place of an operator that a value is. */
  inputAt(node: TextNode): Input | undefined {
    return this.#places.get(node);
  }

  /** What the name at a place links. */
  targetOf(node: TextNode): TextNode | undefined {
    if (node.kind !== 'string') return undefined;
    const input = this.#places.get(node);
    return input?.isLink ? input.op?.node : this.uses.find((use) => use.node === node)?.target;
  }

  /** The places that an operator goes into: where it stands, and each link. */
  consumersOf(op: Op): readonly Input[] {
    if (!this.#consumers) {
      this.#consumers = new Map();
      for (const input of this.inputs) {
        if (!input.op) continue;
        const list = this.#consumers.get(input.op);
        if (list) list.push(input);
        else this.#consumers.set(input.op, [input]);
      }
    }
    return this.#consumers.get(op) ?? [];
  }

  callsOf(sub: Sub): readonly Op[] {
    if (!this.#calls) {
      this.#calls = new Map();
      for (const op of this.ops.values()) {
        const called = this.calledBy(op);
        const list = called && this.#calls.get(called);
        if (list) list.push(op);
        else if (called) this.#calls.set(called, [op]);
      }
    }
    return this.#calls.get(sub) ?? [];
  }

  calledBy(op: Op): Sub | undefined {
    return op.op === 'call' ? this.subs.get(stringOf(this.text, member(op.node, 'sub')) ?? '') : undefined;
  }

  /** The operator at or around a place. */
  around(node: TextNode): Op | undefined {
    for (let at: TextNode | undefined = node; at; at = at.parent) {
      const op = this.ops.get(at);
      if (op) return op;
    }
    return undefined;
  }

  /** The subroutine a place stands in. */
  subAround(node: TextNode): Sub | undefined {
    for (let at: TextNode | undefined = node; at; at = at.parent) {
      const sub = this.#subOf(at);
      if (sub) return sub;
    }
    return undefined;
  }
}

/** Names of calls and inputs are among those of scenes. */
function spaceOf(word: string): Space | undefined {
  const found = operators.get(word)?.class;
  return found === 'world' || found === undefined ? undefined : found === 'any' ? 'scene' : found;
}

function searchOrder(classes: readonly OpClass[]): readonly Space[] {
  const first = classes.includes('scene') && !classes.includes('texture') ? ['scene', 'mesh', 'fx'] : classes;
  // Wanted by a call or a root is anything: the usual order.
  const order = (classes.length > 4 ? [] : first).filter((one): one is Space => (kSpaces as string[]).includes(one));
  return [...order, ...kSpaces.filter((space) => !order.includes(space))];
}
