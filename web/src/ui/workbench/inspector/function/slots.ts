// The five slots of a function with their signs: a function and a variable each.

import { fill } from '../../../../base/lists';
import { readTerm, type TermKind } from '../../time/evaluate';
import { removeValue, setRaw, setValue } from '../../text/gestures';
import { nodeAt } from '../../text/scan';
import type { KeyInfo } from '../../text/schema';
import { t as words } from '../../text/words';
import { namesOf, paramsAround } from '../document';
import { apply, Field, isMembers, type Members, together } from '../field';
import {
  animOf,
  jointOf,
  kShapes,
  kSlots,
  kTermKinds,
  kVariables,
  shapeOfJoint,
  type Slot,
  termOf,
  type Terms,
  termsOf,
} from './line';

const kNone = '\u2013';
const kSigns = ['+', '-', '*'];
const kForms = ['A \u25cb ((B \u25cb C) \u25cb (D \u25cb E))', 'LERP(A, B \u25cb C, D \u25cb E)'];

const slotInfo = (name: string): KeyInfo => ({
  name,
  kind: 'string',
  help: '',
  required: false,
  animated: false,
  hard: false,
});

interface SlotRow {
  kind: HTMLSelectElement;
  variable: HTMLSelectElement;
  spline: HTMLSelectElement;
  sign: HTMLSelectElement | undefined;
}

export class Slots {
  readonly element: HTMLElement;
  /** The parameter that is animated. */
  readonly #field: Field;
  readonly #form: HTMLSelectElement;
  readonly #rows: SlotRow[];

  constructor(field: Field) {
    this.#field = field;
    const { h, t } = field.bench.kit;
    this.#form = this.#select(t('Form'), [...kForms, ...kShapes], () => this.#putForm());
    this.#rows = kSlots.map((slot, i) => this.#row(slot, i));
    this.element = h('div', { class: 'inspector-slots', attributes: { translate: 'no' } });
    const rows = kSlots.map((slot, i) => {
      const { kind, variable, spline, sign } = this.#rows[i]!,
        line = h('div', { class: 'inspector-slot', attributes: { role: 'group', 'aria-label': slot.toUpperCase() } });
      fill(line, [
        sign ?? h('span', {}),
        h('span', { class: 'quiet', text: slot.toUpperCase(), attributes: { 'aria-hidden': true } }),
        kind,
        variable,
        spline,
      ]);
      return line;
    });
    fill(this.element, [this.#form, ...rows]);
    this.show();
  }

  #select(name: string, words: readonly string[], change: () => void): HTMLSelectElement {
    const { h } = this.#field.bench.kit,
      select = h('select', { class: 'inspector-select', attributes: { 'aria-label': name }, on: { change } });
    fill(
      select,
      words.map((text) => h('option', { text, attributes: { value: text } })),
    );
    return select;
  }

  #row(slot: Slot, index: number): SlotRow {
    const { t } = this.#field.bench.kit,
      letter = slot.toUpperCase();
    return {
      kind: this.#select(t('Function of {slot}', { slot: letter }), [kNone, ...kTermKinds], () => this.#putTerm(slot)),
      variable: this.#select(t('Variable of {slot}', { slot: letter }), kVariables, () => this.#putTerm(slot)),
      spline: this.#select(t('Spline of {slot}', { slot: letter }), [], () => this.#putTerm(slot)),
      sign:
        index === 0
          ? undefined
          : this.#select(t('Sign before {slot}', { slot: letter }), kSigns, () => this.#putSign(index - 1)),
    };
  }

  get #anim(): Members {
    const value = this.#field.read('/anim');
    return isMembers(value) ? value : {};
  }

  /** All of the function at once, in every one that is chosen. */
  #putAll(of: (anim: Members) => Members): void {
    this.#field.change((pointer) => {
      const anim = this.#field.read('/anim', pointer);
      return setValue(this.#field.bench.draft, `${pointer}/anim`, of(isMembers(anim) ? anim : {}));
    });
  }

  #putTerm(slot: Slot): void {
    const anim = this.#anim,
      row = this.#rows[kSlots.indexOf(slot)]!,
      terms: Terms = { ...termsOf(anim) };
    if (row.kind.value === kNone) delete terms[slot];
    else {
      const kind = row.kind.value as TermKind,
        first = namesOf(this.#field.bench, 'splines')[0] ?? '';
      terms[slot] = termOf(kind, row.variable.value || 'TIME', row.spline.value || first);
    }
    const needsSpline = /^splines?\(/.test(terms[slot] ?? '') && !isMembers(anim['spline']);
    // A spline alone stands for a term that is not written: any other slot makes it one.
    const isImplied = kSlots.every((each) => anim[each] === undefined) && isMembers(anim['spline']);
    if (needsSpline || isImplied) {
      this.#putAll((own) => ({
        ...animOf(own, { terms, joint: jointOf(own) }),
        ...(needsSpline && { spline: { channels: [[[0, 0]]] } }),
      }));
      return;
    }
    const owners = this.#field.pointers.map((pointer) => `${pointer}/anim`),
      field = new Field(this.#field.bench, slotInfo(slot), owners),
      term = terms[slot];
    if (term === undefined) field.reset();
    else field.put(term);
  }

  #putSign(index: number): void {
    const joint = jointOf(this.#anim),
      sign = this.#rows[index + 1]!.sign!.value,
      signs = [...joint.signs].map((each, i) => (i === index ? sign : each));
    this.#field.change((pointer) => {
      const { draft } = this.#field.bench,
        list = `${pointer}/anim/op`;
      return nodeAt(draft.root, list)
        ? setRaw(draft, `${list}/${index}`, JSON.stringify(sign))
        : setValue(draft, list, signs);
    });
  }

  #putForm(): void {
    const { value } = this.#form;
    this.#putAll((anim) => {
      const terms = termsOf(anim),
        plain = { form: 'pairs', signs: '+*+*' } as const;
      if (value === kForms[0]) return animOf(anim, { terms, joint: plain });
      if (value === kForms[1]) return animOf(anim, { terms, joint: { ...plain, form: 'outer' } });
      return { shape: value, ...animOf(anim, { terms, joint: plain }) };
    });
  }

  show(): void {
    const { bench, pointer } = this.#field,
      anim = this.#anim,
      terms = termsOf(anim),
      joint = jointOf(anim),
      hasShape = typeof anim['shape'] === 'string',
      params = new Map(paramsAround(bench, pointer).map(({ id, name }) => [`P${String(id)}`, String(name)]));
    this.#form.value = hasShape ? (shapeOfJoint(joint) ?? '') : kForms[joint.form === 'outer' ? 1 : 0]!;
    kSlots.forEach((slot, i) => {
      const { kind, variable, spline, sign } = this.#rows[i]!,
        term = terms[slot] === undefined ? undefined : readTerm(terms[slot]);
      kind.value = term?.kind ?? kNone;
      variable.value = term?.variable ?? (slot === 'a' ? 'VALUE' : 'TIME');
      variable.classList.toggle('is-absent', !term);
      for (const option of variable.options) {
        const name = params.get(option.value);
        option.textContent = name === undefined ? option.value : `${option.value} ${name}`;
      }
      this.#showSplines(spline, term?.spline);
      if (!sign) return;
      sign.value = joint.signs[i - 1] ?? '+';
      const isUsed = joint.form === 'pairs' || (joint.form === 'outer' ? i === 2 || i === 4 : i === 1 || i === 2);
      sign.disabled = hasShape || !isUsed;
    });
  }

  #showSplines(select: HTMLSelectElement, name: string | undefined): void {
    const { h } = this.#field.bench.kit;
    select.hidden = name === undefined;
    if (name === undefined) return;
    const names = namesOf(this.#field.bench, 'splines'),
      all = names.includes(name) ? names : [name, ...names];
    fill(
      select,
      all.map((text) => h('option', { text, attributes: { value: text } })),
    );
    select.value = name;
  }
}

/** Takes the function away; the value stays. */
export function removeFunction(field: Field): void {
  const { draft } = field.bench,
    attempts = field.pointers.map((pointer) => {
      const spelling = field.spelling('/value', pointer);
      return spelling === '' ? removeValue(draft, pointer) : setRaw(draft, pointer, spelling);
    });
  apply(field.bench, together(attempts, words('Remove function of {name}', { name: field.info.name })));
}
