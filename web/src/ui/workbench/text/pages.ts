// Pages and their blocks. Places are computed from the text, never stored: inputs above, consumer below, as wide as its inputs.

import { classOfOp, type OpClass } from './schema';
import { linksOf, type Input, type Links, type Op } from './links';
import { member, nodeAt, pointerOf, pointerTo, rootOf, stringOf, type TextNode } from './scan';

export type PageKind =
  | 'texture'
  | 'material'
  | 'mesh'
  | 'scene'
  | 'effect'
  | 'special'
  | 'subroutine'
  | 'world'
  | 'segment'
  | 'portal'
  | 'entity'
  | 'post'
  | 'camera'
  | 'spline';

/** One named thing: a table entry, a subroutine, a segment, a portal, `post`, the camera. */
export interface Page {
  pointer: string;
  kind: PageKind;
  name: string;
  node: TextNode;
}

/** By the key of the document: each member is a page. */
const kTables: Readonly<Record<string, PageKind>> = {
  textures: 'texture',
  materials: 'material',
  meshes: 'mesh',
  scenes: 'scene',
  effects: 'effect',
  specials: 'special',
  subroutines: 'subroutine',
  splines: 'spline',
  segments: 'segment',
  portals: 'portal',
  entities: 'entity',
};
/** By the key: one page. */
const kSingle: Readonly<Record<string, PageKind>> = { world: 'world', post: 'post', camera: 'camera' };

/** In the order of the text. */
export function pagesOf(text: string, root: TextNode): Page[] {
  const pages: Page[] = [];
  for (const table of root.children) {
    const key = table.key ?? '',
      pointer = pointerTo('', key);
    if (Object.hasOwn(kSingle, key)) pages.push({ pointer, kind: kSingle[key]!, name: key, node: table });
    else if (Object.hasOwn(kTables, key))
      for (const node of table.children)
        pages.push({
          pointer: pointerTo(pointer, node.key ?? node.index),
          kind: kTables[key]!,
          name: node.key ?? nameOfPart(text, node),
          node,
        });
  }
  return pages;
}

/** Of a segment, a portal, an entity: its name, what it joins or links, or what it is. */
function nameOfPart(text: string, node: TextNode): string {
  const own = stringOf(text, node) ?? stringOf(text, member(node, 'name'));
  if (own !== undefined) return own;
  const sides = (member(node, 'between')?.children ?? []).map((side) => stringOf(text, side) ?? '');
  return sides.length > 0 ? sides.join(' – ') : (stringOf(text, member(node, 'op')) ?? '');
}

const byPointer = new WeakMap<readonly Page[], Map<string, Page>>();

/** The page that a value stands in; undefined outside of all. */
export function pageOf(pages: readonly Page[], pointer: string): Page | undefined {
  let known = byPointer.get(pages);
  if (!known) byPointer.set(pages, (known = new Map(pages.map((page) => [page.pointer, page]))));
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const page = known.get(at);
    if (page) return page;
  }
  return undefined;
}

export interface Block {
  pointer: string;
  node: TextNode;
  op: string;
  class: OpClass | undefined;
  /** Its name, or the name it links. */
  name: string;
  /** A name that stands for an operator elsewhere. */
  isLink: boolean;
  /** Of another class than its consumer: re-running stops here. */
  isBorder: boolean;
  note: string;
  parked: number;
  inputs: Block[];
  /** The slot of its consumer that it stands in; '' for inputs. */
  slot: string;
  /** What stands in its slots: texture, bump, material, boxes/0/material. Operators inside are among `inputs` as well. */
  slots: readonly Slot[];
  /** Columns from the left, rows from the top; a block is one row high. */
  column: number;
  row: number;
  columns: number;
  /** Over 8 like neighbours are one block "x 24": how many; 0 for others. */
  folded: number;
  /** Pointers of the neighbours that are folded into it. */
  members: readonly string[];
}

export interface Slot {
  key: string;
  name: string;
  pointer: string;
  isLink: boolean;
}

/** All blocks that are drawn, consumers before their inputs. */
export interface Stack {
  blocks: Block[];
  columns: number;
  rows: number;
}

const kFold = 8;

/** `unfolded`: pointers of blocks whose neighbours show one by one. */
export function stackOf(text: string, page: Page, unfolded: ReadonlySet<string> = new Set()): Stack {
  const maker = new StackMaker(text, linksOf(text, rootOf(page.node)), unfolded);
  const roots = maker.rootsOf(page);
  let columns = 0;
  for (const root of roots) columns += maker.place(root, columns, 0);
  for (const block of maker.blocks) block.row = maker.rows - 1 - block.row;
  return { blocks: maker.blocks, columns, rows: maker.rows };
}

const kNone: readonly never[] = [];
const kNoNote = { note: '', parked: 0 };

/** One shape for all blocks: thousands are made for a page. */
class Laid implements Block {
  class: OpClass | undefined = undefined;
  name = '';
  isLink = false;
  isBorder = false;
  readonly note: string;
  readonly parked: number;
  inputs: Block[] = [];
  slot = '';
  slots: readonly Slot[] = kNone;
  column = 0;
  row = 0;
  columns = 1;
  folded = 0;
  members: readonly string[] = kNone;

  constructor(
    text: string,
    readonly node: TextNode,
    readonly pointer: string,
    readonly op: string,
  ) {
    ({ note: this.note, parked: this.parked } = noteOf(text, node));
  }
}

class StackMaker {
  readonly blocks: Block[] = [];
  rows = 0;

  constructor(
    readonly text: string,
    readonly links: Links,
    readonly unfolded: ReadonlySet<string>,
  ) {}

  rootsOf({ kind, node, pointer }: Page): Block[] {
    if (kind === 'post') {
      const effects = node.children.map((child) => this.#blockAt(child, pointerTo(pointer, child.index)));
      return this.#folded(effects.filter((block) => block !== undefined));
    }
    const at = kind === 'subroutine' ? member(node, 'root') : node,
      where = kind === 'subroutine' ? pointerTo(pointer, 'root') : pointer;
    const block = at && (this.#blockAt(at, where) ?? this.#bare(at, where, kind));
    return block ? [block] : [];
  }

  #blockAt(node: TextNode, pointer: string): Block | undefined {
    const input = this.links.inputAt(node);
    return input && this.#block(input, pointer, undefined);
  }

  /** The camera and splines, which are no operators. */
  #bare(node: TextNode, pointer: string, kind: PageKind): Block | undefined {
    if (kind !== 'camera' && kind !== 'spline') return undefined;
    const link = stringOf(this.text, node);
    const block = new Laid(this.text, node, pointer, kind);
    block.class = kind === 'camera' ? 'scene' : undefined;
    block.name = link ?? '';
    block.isLink = link !== undefined;
    return block;
  }

  #block({ node, op, isLink }: Input, pointer: string, consumer: OpClass | undefined): Block {
    const block = new Laid(this.text, node, pointer, op?.op ?? '');
    block.class = op && classOfOp(this.links, op);
    block.name = isLink ? stringOf(this.text, node)! : (op?.name ?? '');
    block.isLink = isLink;
    block.isBorder = consumer !== undefined && block.class !== undefined && consumer !== block.class;
    if (!isLink && op) this.#fill(block, op);
    return block;
  }

  #fill(block: Block, op: Op): void {
    const inputs: Block[] = [],
      slots: Slot[] = [];
    for (const slot of op.slots) {
      const { node } = slot,
        key = node.parent === op.node ? node.key! : pointerOf(node).slice(block.pointer.length + 1),
        pointer = `${block.pointer}/${key}`;
      const name = slot.isLink ? stringOf(this.text, slot.node)! : (slot.op?.name ?? '');
      slots.push({ key, name: name || (slot.op?.op ?? ''), pointer, isLink: slot.isLink });
      if (slot.isLink) continue;
      const inside = this.#block(slot, pointer, block.class);
      inside.slot = key;
      inputs.push(inside);
    }
    if (slots.length > 0) block.slots = slots;
    const list = `${block.pointer}/in`;
    for (const input of op.inputs) inputs.push(this.#block(input, `${list}/${input.node.index}`, block.class));
    block.inputs = this.#folded(inputs);
  }

  /** Rows of more than eight like neighbours become one block. */
  #folded(blocks: Block[]): Block[] {
    if (blocks.length <= kFold) return blocks;
    const out: Block[] = [];
    for (let i = 0; i < blocks.length;) {
      const first = blocks[i]!,
        shape = shapeOf(first);
      let end = i + 1;
      while (end < blocks.length && shapeOf(blocks[end]!) === shape) end += 1;
      const run = blocks.slice(i, end);
      if (run.length > kFold && !run.some(({ pointer }) => this.unfolded.has(pointer)))
        out.push({ ...first, inputs: [], folded: run.length, members: run.map(({ pointer }) => pointer) });
      else for (const block of run) out.push(block);
      i = end;
    }
    return out;
  }

  /** Lays a block and all above it; returns its columns. Rows count from below until all are known. */
  place(block: Block, column: number, row: number): number {
    block.column = column;
    block.row = row;
    this.rows = Math.max(this.rows, row + 1);
    this.blocks.push(block);
    let columns = 0;
    for (const input of block.inputs) columns += this.place(input, column + columns, row + 1);
    block.columns = Math.max(1, columns);
    return block.columns;
  }
}

/** Blocks of one shape are alike: the operators of it and above it, or the name that it links. */
const shapeOf = (block: Block): string =>
  block.isLink ? `"${block.name}` : `${block.op}(${block.inputs.map(shapeOf).join()})`;

/** An operator that is put aside in its owner's comment. */
export interface Parked {
  /** Among those that are parked there. */
  index: number;
  /** Where it stood in the list of inputs. */
  at: number;
  /** The operator, or its name. */
  node: TextNode;
}

export function parkedOf(text: string, owner: TextNode): Parked[] {
  const list = member(member(owner, 'comment') ?? owner, 'parked');
  return (list?.kind === 'array' ? list.children : []).flatMap((entry, index) => {
    const node = member(entry, 'op'),
      at = member(entry, 'at');
    return node ? [{ index, at: at?.kind === 'number' ? Number(text.slice(at.from, at.to)) : 0, node }] : [];
  });
}

/** The note of an object and how many inputs are parked there. */
export function noteOf(text: string, node: TextNode): { note: string; parked: number } {
  const comment = member(node, 'comment');
  if (!comment) return kNoNote;
  const note = stringOf(text, comment) ?? stringOf(text, member(comment, 'note')) ?? '';
  return { note, parked: parkedOf(text, node).length };
}

/** Who uses a table entry, or another operator with a name, a subroutine, a segment: pointers of the names that link it. */
export function usersOf(text: string, root: TextNode, pointer: string): string[] {
  const node = nodeAt(root, pointer);
  return node ? linksOf(text, root).usersOf(node).map(pointerOf) : [];
}

/** The pointer of what the name at this place links; undefined where there is none. */
export function targetOf(text: string, root: TextNode, pointer: string): string | undefined {
  const node = nodeAt(root, pointer),
    target = node && linksOf(text, root).targetOf(node);
  return target && pointerOf(target);
}
