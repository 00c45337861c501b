// One block of a stack as an element: what it is, its slots, and what became of it in the frame that shows.

import { fill } from '../../base/lists';
import type { WorldKit } from '../world/kit';
import { OpState } from './bench';
import type { Block } from './text/pages';

/** Shapes of the states, as classes of the sheet, with what is said of them. */
export function statesOf(t: WorldKit['t'], state: number): { names: string[]; said: string[] } {
  const names: string[] = [],
    said: string[] = [];
  const add = (name: string, text: string): void => {
    names.push(`is-${name}`);
    said.push(text);
  };
  if (state === 0) return { names, said };
  if (state & OpState.Failed) add('failed', t('failed'));
  if (state & OpState.Stale) add('stale', t('stale: it runs again'));
  if (state & OpState.Empty) add('bare', t('no object'));
  if (state & OpState.Loose) add('loose', t('not under the root'));
  else if (!(state & OpState.Reached)) add('unreached', t('not reached in this frame'));
  else if (state & OpState.Cached && !(state & OpState.Ran)) add('cached', t('kept from before'));
  else if (state & OpState.Ran) add('ran', t('ran'));
  return { names, said };
}

/** In pixels of the field. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  block: Block;
  level: number;
  /** Among the inputs of its owner, and their number. */
  position: number;
  siblings: number;
  owner: Block | undefined;
}

/** All blocks of a stack, each after its owner. */
export function placedOf(blocks: readonly Block[]): Placed[] {
  const placed: Placed[] = [],
    owned = new Set(blocks.flatMap(({ inputs }) => inputs));
  const add = (list: readonly Block[], level: number, owner: Block | undefined): void =>
    list.forEach((block, i) => {
      placed.push({ block, level, position: i + 1, siblings: list.length, owner });
      add(block.inputs, level + 1, block);
    });
  add(
    blocks.filter((block) => !owned.has(block)),
    1,
    undefined,
  );
  return placed;
}

/** In words, for those who hear it: what is to be read first. */
function blockLabel(t: WorldKit['t'], { block, position, siblings, owner }: Placed, state: number): string {
  const { op, name, isLink, note, parked, folded, slots } = block,
    chips = slots.filter((slot) => slot.isLink).map((slot) => slot.name || slot.key);
  const parts = [
    [name, isLink && name !== '' ? '' : op, ...chips].filter(Boolean).join(' '),
    isLink ? t('link to {name}', { name }) : '',
    folded > 1 ? t('{count} alike', { count: folded }) : '',
    owner ? t('input {number} of {count}', { number: position, count: siblings }) : '',
    note === '' ? '' : t('note: {note}', { note }),
    parked > 0 ? t('{count} parked', { count: parked }) : '',
    ...statesOf(t, state).said,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Fills the element of a block; its place is the caller's. */
export function drawBlock(
  { h, t }: WorldKit,
  element: HTMLElement,
  placed: Placed,
  state: number,
  isChosen: boolean,
): void {
  const { block } = placed,
    { op, name, isLink, note, parked, slots, folded } = block,
    { names, said } = statesOf(t, state);
  element.className = [
    'bench-block',
    `is-${block.class ?? 'none'}`,
    isLink ? 'is-link' : '',
    block.isBorder ? 'is-border' : '',
    ...names,
  ].join(' ');
  const attributes: Record<string, string> = {
    'aria-level': String(placed.level),
    'aria-posinset': String(placed.position),
    'aria-setsize': String(placed.siblings),
    'aria-selected': String(isChosen),
    'aria-label': blockLabel(t, placed, state),
    'data-pointer': block.pointer,
    title: [name || op, note, ...said].filter(Boolean).join('\n'),
  };
  for (const [key, value] of Object.entries(attributes))
    if (element.getAttribute(key) !== value) element.setAttribute(key, value);
  const text = (part: string, words: string, title = ''): HTMLElement =>
    h('span', { class: `bench-block-${part}`, text: words, title, attributes: { translate: 'no' } });
  const parts = [
    h('span', { class: 'bench-block-state', attributes: { 'aria-hidden': 'true' } }),
    text('name', isLink ? name : name === '' ? op : name),
  ];
  if (name !== '' && !isLink) parts.push(text('op', op));
  for (const slot of slots) {
    if (!slot.isLink) continue;
    const chip = text('slot', slot.name || slot.key, `${slot.key}: ${slot.name}`);
    chip.dataset['slot'] = slot.pointer;
    parts.push(chip);
  }
  if (folded > 1) parts.push(text('fold', `× ${folded}`));
  if (parked > 0) parts.push(text('parked', String(parked), t('{count} parked', { count: parked })));
  if (note !== '') parts.push(text('note', '', note));
  // Blanks between them are read; a row of boxes shows none.
  fill(
    element,
    parts.flatMap((part) => [part, ' ']),
  );
}
