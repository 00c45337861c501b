// What commands do to the operators that are chosen.

import type { Json } from '../world/text';
import type { Attempt } from './text/draft';
import * as gestures from './text/gestures';
import { pageOf, type PageKind, targetOf, usersOf } from './text/pages';
import { member, nodeAt, pointerOf, valueOf } from './text/scan';
import { classOf, operators } from './text/schema';
import type { Choice } from './palette';
import type { WorldBench } from './worldBench';

/** What was copied last, where the clipboard is not to be had. */
let copied = '';

/** Takes a step, or says why it cannot be. */
export function attempt(bench: WorldBench, step: Attempt): boolean {
  const { draft } = bench;
  if ('refused' in step) {
    bench.say(bench.words(step.refused));
    return false;
  }
  const done = draft.apply(step);
  bench.say(bench.words(done ? step.label : draft.refusal));
  return done;
}

/** What is chosen; says so where nothing is. */
function chosen(bench: WorldBench): string | undefined {
  const { block } = bench;
  if (block === undefined) bench.say(bench.kit.t('Choose an operator first.'));
  return block;
}

/** All operators that are chosen, the last of the text first, without those inside of others. */
function allChosen(bench: WorldBench): string[] {
  const { draft, block } = bench;
  const own = draft.selection.filter((pointer) => {
    const node = nodeAt(draft.root, pointer);
    return node && classOf(draft.rootText, node) !== undefined;
  });
  const all = own.length > 1 ? own : block !== undefined ? [block] : [];
  return all
    .filter((pointer) => !all.some((other) => pointer.startsWith(`${other}/`)))
    .sort((a, b) => nodeAt(draft.root, b)!.from - nodeAt(draft.root, a)!.from);
}

/** One step for each of what is chosen; together they are one gesture. */
function each(bench: WorldBench, make: (pointer: string) => Attempt): void {
  const all = allChosen(bench),
    gesture = `each ${bench.draft.version}`;
  if (all.length === 0) return void chosen(bench);
  for (const pointer of all) {
    const step = make(pointer);
    if (!attempt(bench, 'refused' in step || all.length === 1 ? step : { ...step, gesture })) break;
  }
  bench.draft.settle();
}

const choiceOf = (op: string): Choice => {
  const info = operators.get(op);
  return { name: op, ...(info && { help: info.help, ...(info.class !== 'any' && { class: info.class }) }) };
};

export async function add(
  bench: WorldBench,
  where: gestures.Where,
  at = bench.block ?? bench.page?.pointer,
): Promise<void> {
  const { draft, kit } = bench;
  if (at === undefined) return newPage(bench);
  const fitting = gestures.fitting(draft, at, where);
  if (fitting.length === 0) return bench.say(kit.t('Nothing can be added there.'));
  const titles = { below: kit.t('Add below'), input: kit.t('Add as input'), beside: kit.t('Add beside') };
  const op = await bench.choose(titles[where], fitting.map(choiceOf));
  if (op !== undefined) attempt(bench, gestures.addOperator(draft, at, where, op));
}

export async function newPage(bench: WorldBench): Promise<void> {
  const { t } = bench.kit;
  const kinds: [PageKind, string][] = [
    ['texture', t('Texture')],
    ['material', t('Material')],
    ['mesh', t('Mesh')],
    ['scene', t('Scene')],
    ['effect', t('Effect')],
    ['subroutine', t('Subroutine')],
    ['segment', t('Segment')],
    ['portal', t('Portal')],
    ['entity', t('Entity')],
    ['spline', t('Spline')],
    ['camera', t('Camera')],
    ['post', t('Effects of the picture')],
  ];
  const kind = await bench.choose(
    t('New page…'),
    kinds.map(([name, label]) => ({ name, label })),
  );
  if (kind === undefined) return;
  const name = kind === 'camera' || kind === 'post' ? kind : await bench.prompt(t('Name'), '');
  if (name) attempt(bench, gestures.addPage(bench.draft, kind, name));
}

export async function link(bench: WorldBench): Promise<void> {
  const { draft, kit } = bench,
    at = chosen(bench);
  if (at === undefined) return;
  const names = gestures.linkable(draft, at, 'input');
  if (names.length === 0) return bench.say(kit.t('No name fits there.'));
  const name = await bench.choose(
    kit.t('Link by name…'),
    names.map((each) => ({ name: each })),
  );
  if (name !== undefined) attempt(bench, gestures.linkTo(draft, at, name, 'input'));
}

export function inline(bench: WorldBench): void {
  const at = chosen(bench);
  if (at !== undefined) attempt(bench, gestures.inlineLink(bench.draft, at));
}

export async function name(bench: WorldBench): Promise<void> {
  const { draft, kit } = bench,
    at = chosen(bench);
  if (at === undefined) return;
  const own = nodeAt(draft.root, `${at}/name`),
    text = await bench.prompt(kit.t('Name'), own?.kind === 'string' ? String(valueOf(draft.rootText, own)) : '');
  if (text) attempt(bench, gestures.nameOperator(draft, at, text));
}

export async function subroutine(bench: WorldBench): Promise<void> {
  const at = chosen(bench);
  if (at === undefined) return;
  const text = await bench.prompt(bench.kit.t('Make a subroutine…'), '');
  if (text) attempt(bench, gestures.makeSubroutine(bench.draft, at, text));
}

/** The field that is in front becomes a parameter of its subroutine. */
export function exposeField(bench: WorldBench): void {
  const front = bench.draft.selection.at(-1);
  if (front === undefined || front === bench.block) return bench.say(bench.kit.t('Choose a field first.'));
  attempt(bench, gestures.expose(bench.draft, front));
}

export async function exchange(bench: WorldBench): Promise<void> {
  const { draft, kit } = bench,
    at = chosen(bench);
  if (at === undefined) return;
  const fitting = gestures.exchangeable(draft, at);
  if (fitting.length === 0) return bench.say(kit.t('Nothing can stand there instead.'));
  const op = await bench.choose(kit.t('Exchange the operator…'), fitting.map(choiceOf));
  if (op !== undefined) attempt(bench, gestures.exchangeOperator(draft, at, op));
}

export function move(bench: WorldBench, by: number): void {
  const at = chosen(bench);
  if (at !== undefined) attempt(bench, gestures.reorder(bench.draft, at, by));
}

export function own(bench: WorldBench, way: 'up' | 'down'): void {
  const at = chosen(bench);
  if (at !== undefined) attempt(bench, gestures.changeOwner(bench.draft, at, way));
}

/** A page by its links or its root; an inline operator by its own name. */
export async function renameChosen(
  bench: WorldBench,
  pointer = bench.block ?? bench.draft.selection.at(-1),
): Promise<void> {
  const { draft, kit } = bench;
  if (pointer === undefined) return void chosen(bench);
  const place = targetOf(draft.rootText, draft.root, pointer) ?? pointer,
    page = bench.pages.find((each) => each.pointer === place);
  const field = nodeAt(draft.root, `${pointer}/name`),
    before = page?.name ?? (field ? String(valueOf(draft.rootText, field)) : '');
  const text = await bench.prompt(kit.t('Rename everywhere…'), before);
  if (!text || text === before) return;
  attempt(bench, page ? gestures.rename(draft, page.pointer, text) : gestures.setValue(draft, `${pointer}/name`, text));
}

/** The note of an operator: its `comment`, or what stands beside parked inputs there. */
function noteOf(bench: WorldBench, pointer: string): string {
  const { draft } = bench,
    comment = nodeAt(draft.root, `${pointer}/comment`),
    node = comment?.kind === 'object' ? member(comment, 'note') : comment;
  return node?.kind === 'string' ? String(valueOf(draft.rootText, node)) : '';
}

export async function note(bench: WorldBench): Promise<void> {
  const at = chosen(bench);
  if (at === undefined) return;
  const before = noteOf(bench, at),
    text = await bench.prompt(bench.kit.t('Note…'), before);
  if (text !== undefined && text !== before) attempt(bench, gestures.setNote(bench.draft, at, text));
}

export const parkChosen = (bench: WorldBench): void => each(bench, (pointer) => gestures.park(bench.draft, pointer));

export async function unparkChosen(bench: WorldBench): Promise<void> {
  const { draft, kit } = bench,
    at = chosen(bench),
    node = at === undefined ? undefined : nodeAt(draft.root, `${at}/comment/parked`);
  if (at === undefined) return;
  const parked = node ? (valueOf(draft.rootText, node) as { op?: Json }[]) : [];
  if (parked.length === 0) return bench.say(kit.t('Nothing is parked there.'));
  const nameOf = ({ op }: { op?: Json }): string =>
    typeof op === 'object' && op !== null && !Array.isArray(op)
      ? [op['op'], op['name']].filter((part) => typeof part === 'string').join(' ')
      : String(op);
  const which =
    parked.length === 1
      ? '0'
      : await bench.choose(
          kit.t('Bring back what is parked'),
          parked.map((item, i) => ({ name: String(i), label: nameOf(item) })),
        );
  if (which !== undefined) attempt(bench, gestures.unpark(draft, at, Number(which)));
}

export const duplicateChosen = (bench: WorldBench): void =>
  each(bench, (pointer) => gestures.duplicate(bench.draft, pointer));

export function copy(bench: WorldBench): void {
  const all = allChosen(bench);
  if (all.length === 0) return void chosen(bench);
  copied = gestures.copyText(bench.draft, all.reverse());
  void navigator.clipboard?.writeText(copied).catch(() => undefined);
  bench.say(bench.kit.t('Copied.'));
}

export function cut(bench: WorldBench): Promise<void> {
  copy(bench);
  return remove(bench, true);
}

/** `text`: what the clipboard has, where the browser has said so. */
export async function pasteHere(bench: WorldBench, text?: string): Promise<void> {
  const { draft, kit } = bench,
    at = bench.block ?? bench.page?.pointer,
    json = (text ?? (await navigator.clipboard?.readText().catch(() => ''))) || copied;
  if (at === undefined || json === '') return bench.say(kit.t('There is nothing to paste.'));
  const first = gestures.paste(draft, at, 'input', json);
  attempt(bench, 'refused' in first ? gestures.paste(draft, at, 'beside', json) : first);
}

/** Asks first what becomes of links to what goes. */
export async function remove(bench: WorldBench, whole: boolean): Promise<void> {
  const { draft, kit } = bench,
    all = allChosen(bench);
  if (all.length === 0) return void chosen(bench);
  let links: 'inline' | 'drop' | undefined;
  if (all.some((pointer) => gestures.linkedElsewhere(draft, pointer, whole).length > 0)) {
    links = (await bench.choose(kit.t('It is linked elsewhere'), [
      { name: 'inline', label: kit.t('Copy it inline there') },
      { name: 'drop', label: kit.t('Drop the links') },
    ])) as typeof links;
    if (links === undefined) return;
  }
  attempt(bench, gestures.removeOperators(draft, all, whole, links));
}

export function follow(bench: WorldBench): void {
  const at = bench.draft.selection.at(-1);
  if (at !== undefined && !bench.follow(at)) bench.say(bench.kit.t('No link to follow.'));
}

export async function users(bench: WorldBench): Promise<void> {
  const { draft, kit, block } = bench;
  const place = (block !== undefined && targetOf(draft.rootText, draft.root, block)) || block || bench.page?.pointer;
  const found = place === undefined ? [] : usersOf(draft.rootText, draft.root, place);
  if (found.length === 0) return bench.say(kit.t('Nothing uses it.'));
  const pointer = await bench.choose(
    kit.t('Who uses it…'),
    found.map((each) => ({ name: each, help: pageOf(bench.pages, each)?.name ?? '' })),
  );
  if (pointer !== undefined) bench.go(pointer);
}

export async function openPage(bench: WorldBench): Promise<void> {
  const pointer = await bench.choose(
    bench.kit.t('Open a page…'),
    bench.pages.map(({ pointer: name, name: label, kind }) => ({ name, label, help: kind })),
  );
  if (pointer !== undefined) bench.go(pointer);
}

export function undo(bench: WorldBench): void {
  const { t } = bench.kit,
    { undoLabel } = bench.draft;
  bench.say(bench.draft.undo() ? t('Undone: {step}', { step: bench.words(undoLabel) }) : t('Nothing to undo.'));
}

export function redo(bench: WorldBench): void {
  const { t } = bench.kit,
    { redoLabel } = bench.draft;
  bench.say(bench.draft.redo() ? t('Redone: {step}', { step: bench.words(redoLabel) }) : t('Nothing to redo.'));
}

/** The place of a page or of the operator around it that stands in front, in words for the bar. */
export function wayOf(bench: WorldBench): { name: string; pointer: string }[] {
  const { draft, page, block } = bench;
  if (!page) return [];
  const way = [{ name: page.name, pointer: page.pointer }],
    node = block === undefined ? undefined : nodeAt(draft.root, block);
  if (node && block !== page.pointer && block!.startsWith(page.pointer)) {
    const named = node.kind === 'object' ? (member(node, 'name') ?? member(node, 'op')) : node,
      value = named ? valueOf(draft.rootText, named) : '';
    way.push({
      name: typeof value === 'string' ? value : (classOf(draft.rootText, node) ?? ''),
      pointer: pointerOf(node),
    });
  }
  return way;
}
