// Chips for operators in slots and for names: what stands there, a search for another, a new one here.

import type { Json } from '../../../world/text';
import { targetOf } from '../../text/pages';
import { operators } from '../../text/schema';
import { linkedNames, namesOf, operatorsOf } from '../document';
import { type Control, type Field, isMembers } from '../field';
import { shape } from '../marks';

/** A chip that leads somewhere, and a button that asks for something else. */
abstract class ChipControl implements Control {
  readonly element: HTMLElement;
  protected readonly field: Field;
  readonly #chip: HTMLButtonElement;

  constructor(field: Field) {
    this.field = field;
    const { h, t } = field.bench.kit,
      choose = t('Choose {name}', { name: field.info.name });
    this.#chip = h('button', {
      class: 'inspector-chip',
      attributes: { type: 'button', translate: 'no' },
      on: { click: () => this.#click() },
    });
    this.element = h(
      'span',
      { class: 'inspector-chips' },
      this.#chip,
      h(
        'button',
        {
          class: 'inspector-small',
          title: choose,
          attributes: { type: 'button', 'aria-label': choose },
          on: { click: () => void this.ask() },
        },
        shape('down'),
      ),
    );
    this.show();
  }

  /** What the chip says; empty where nothing stands. */
  protected abstract label(): string;
  /** Where it leads. */
  protected abstract target(): string | undefined;
  protected abstract ask(): Promise<void>;

  #click(): void {
    const target = this.target();
    if (target === undefined) void this.ask();
    else this.field.bench.go(target);
  }

  show(): void {
    const label = this.label(),
      { t } = this.field.bench.kit;
    this.#chip.textContent = this.field.differs('') ? '\u2013' : label || t('none');
    this.#chip.classList.toggle('is-empty', label === '');
    this.#chip.title = label && this.target() !== undefined ? t('Open {name}', { name: label }) : '';
  }
}

/** An operator that stands here, or the name of one elsewhere. */
export class SlotControl extends ChipControl {
  protected label(): string {
    const value = this.field.read();
    if (typeof value === 'string') return value;
    if (!isMembers(value)) return '';
    const { op, name } = value;
    return [op, name].filter((each) => typeof each === 'string').join(' ') || this.field.info.name;
  }

  protected target(): string | undefined {
    const { bench, pointer } = this.field,
      value = this.field.read();
    if (isMembers(value)) return pointer;
    return typeof value === 'string' ? targetOf(bench.draft.rootText, bench.draft.root, pointer) : undefined;
  }

  protected async ask(): Promise<void> {
    const { bench, info, pointer } = this.field,
      { t } = bench.kit,
      wanted = info.links ?? [],
      links = linkedNames(bench, wanted, pointer),
      made = new Map(operatorsOf(wanted).map((op) => [t('new {op} here', { op }), op])),
      none = t('none');
    const chosen = await bench.choose(info.name, [
      ...links,
      ...[...made].map(([name, op]) => ({ name, help: operators.get(op)?.help ?? '', class: op })),
      ...(this.field.isGiven ? [{ name: none, help: t('Takes the key away') }] : []),
    ]);
    if (chosen === undefined) return;
    const op = made.get(chosen);
    if (op !== undefined) this.field.put(newOperator(op));
    else if (chosen === none && !links.some(({ name }) => name === none)) this.field.reset();
    else this.field.put(chosen);
  }
}

const newOperator = (op: string): Json => ({
  op,
  ...((operators.get(op)?.inputs.least ?? 0) > 0 && { in: [] }),
});

/** The name of a model, a segment, a subroutine, a spline or an operator. */
export class LinkControl extends ChipControl {
  protected label(): string {
    const value = this.field.read();
    return typeof value === 'string' ? value : '';
  }

  protected target(): string | undefined {
    const { bench, pointer, info } = this.field,
      { rootText, root } = bench.draft,
      name = this.label();
    if (name === '' || info.names === 'models') return undefined;
    return targetOf(rootText, root, pointer);
  }

  protected async ask(): Promise<void> {
    const { bench, info } = this.field,
      names = namesOf(bench, info.names, this.field.pointer);
    if (names.length === 0) {
      const typed = await bench.prompt(info.name, this.label());
      if (typed) this.field.put(typed);
      return;
    }
    const chosen = await bench.choose(
      info.name,
      names.map((name) => ({ name })),
    );
    if (chosen !== undefined) this.field.put(chosen);
  }
}
