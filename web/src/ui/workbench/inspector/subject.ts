// What is inspected: the chosen operators, another object of the document, or the settings of all of it.

import type { Bench } from '../bench';
import { pageOf, pagesOf, usersOf } from '../text/pages';
import { member, nodeAt, pointerOf, stringOf, type TextNode } from '../text/scan';
import { classOf, type KeyInfo, keysOf, kindOf, operators } from '../text/schema';

interface Section {
  /** Empty for the subject's own. */
  title: string;
  owners: readonly string[];
  keys: readonly KeyInfo[];
}

export interface Subject {
  /** The word of the operator, or what else it is; `document` when nothing is chosen. */
  kind: string;
  name: string;
  class: string;
  help: string;
  /** Of the page that it stands in. */
  page: string;
  pageName: string;
  /** The last one is in front. */
  pointers: readonly string[];
  sections: readonly Section[];
  /** Pointers of the names that link it. */
  users: readonly string[];
}

/** Objects that have no operator, and are chosen as a whole. */
const kWhole = [
  'timelineEvent',
  'documentCamera',
  'subroutine',
  'spline',
  'timeline',
  'lighting',
  'physics',
  'system',
  'sound',
  'modelFiles',
];
/** Tables that are pages, and what stands on pages. */
const kPages = [
  'kind',
  'version',
  'comment',
  '$schema',
  'textures',
  'materials',
  'meshes',
  'scenes',
  'effects',
  'specials',
  'subroutines',
  'splines',
  'world',
  'segments',
  'portals',
  'entities',
  'post',
];
/** Settings that have a section of their own. */
const kSections = ['camera', 'system', 'timeline', 'lighting', 'physics', 'sound', 'models'];
/** Lists that belong to one alone: several that are chosen do not share them. */
const kAlone = [
  'boxes',
  'cells',
  'planes',
  'materials',
  'args',
  'params',
  'events',
  'list',
  'path',
  'spline',
  'object',
];

/** The operator or object that a place is, or is in; the root for all else. */
function wholeAround(bench: Bench, pointer: string): TextNode {
  const { root, rootText } = bench.draft;
  for (let node = nodeAt(root, pointer); node; node = node.parent) {
    if (node.kind !== 'object') continue;
    const kind = kindOf(rootText, node);
    if (kind !== undefined && (operators.has(kind) || kWhole.includes(kind))) return node;
  }
  return root;
}

function documentSections({ draft }: Bench): Section[] {
  const keys = keysOf('document');
  const section = (name: string): Section[] => {
    const key = keys.find((each) => each.name === name);
    if (!key) return [];
    const isPlain =
      name === 'models' || ((name === 'camera' || name === 'system') && member(draft.root, name)?.kind !== 'object');
    return [
      isPlain
        ? { title: name, owners: [''], keys: [key] }
        : { title: name, owners: [`/${name}`], keys: keysOf(name === 'camera' ? 'documentCamera' : name) },
    ];
  };
  return [
    { title: '', owners: [''], keys: keys.filter(({ name }) => !kPages.includes(name) && !kSections.includes(name)) },
    ...['camera', 'timeline', 'lighting', 'physics', 'sound', 'system', 'models'].flatMap(section),
  ];
}

/** Keys that all of some kinds have, of the same sort. */
function shared(kinds: readonly string[]): readonly KeyInfo[] {
  const lists = kinds.map((kind) => keysOf(kind)),
    [first = [], ...others] = lists;
  return first.filter(
    ({ name, kind }) =>
      !kAlone.includes(kind) &&
      name !== 'name' &&
      others.every((keys) => keys.some((key) => key.name === name && key.kind === kind)),
  );
}

function nameOf(bench: Bench, node: TextNode): string {
  const own = stringOf(bench.draft.rootText, member(node, 'name'));
  return own ?? (node.parent?.kind === 'object' && node.parent.parent?.parent === undefined ? (node.key ?? '') : '');
}

export function subjectOf(bench: Bench): Subject {
  const { draft } = bench,
    { root, rootText, selection } = draft,
    nodes = [...new Set(selection.map((pointer) => wholeAround(bench, pointer)))].filter(({ parent }) => parent);
  const front = nodes.at(-1);
  if (!front)
    return {
      kind: 'document',
      name: stringOf(rootText, member(root, 'title')) ?? '',
      class: '',
      help: '',
      page: '',
      pageName: '',
      pointers: [''],
      sections: documentSections(bench),
      users: [],
    };
  const pages = pagesOf(rootText, root),
    pointers = nodes.map(pointerOf),
    page = pageOf(pages, pointers.at(-1)!),
    kinds = nodes.map((node) => kindOf(rootText, node)!),
    kind = kinds.at(-1)!,
    keys = nodes.length === 1 ? keysOf(kind) : shared(kinds);
  return {
    kind: nodes.length === 1 ? kind : [...new Set(kinds)].join(', '),
    name: nodes.length === 1 ? nameOf(bench, front) : '',
    class: classOf(rootText, front) ?? '',
    help: nodes.length === 1 ? (operators.get(kind)?.help ?? '') : '',
    page: page?.pointer ?? '',
    pageName: page?.name ?? '',
    pointers,
    sections: [{ title: '', owners: pointers, keys }],
    users: nodes.length === 1 ? usersOf(rootText, root, pointers[0]!) : [],
  };
}
