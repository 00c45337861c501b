// A function under its parameter: one line, slots, constants, presets, the value now and a trace.

import { fill } from '../../../../base/lists';
import { setValue } from '../../text/gestures';
import type { KeyInfo } from '../../text/schema';
import { t as words } from '../../text/words';
import { type Curve, curveAt, globalSplines } from '../../time/curve';
import type { Spline } from '../../time/evaluate';
import { timeIn } from '../../time/playhead';
import { songOf } from '../../time/song';
import { sizeOf } from '../controls/components';
import type { ControlHost } from '../controls/control';
import { isOneNumber, VectorControl } from '../controls/vector';
import { apply, Field, isMembers, type Members, together } from '../field';
import { shape } from '../marks';
import { animOf, jointOf, kSlots, lineOf, parseLine, termsOf } from './line';
import { kPresets, type Preset, presetWords, withPreset } from './presets';
import { removeFunction, Slots } from './slots';
import { Trace, valueAt } from './trace';

const kConstInfo: KeyInfo = {
  name: 'const',
  kind: 'four',
  help: 'The variable CONST of this function.',
  required: false,
  initial: [0, 0, 0, 0],
  animated: false,
  hard: false,
};

/** Puts a function of a preset on a parameter, or in place of the one it has. */
export function animate(field: Field, preset: Preset): void {
  const { draft } = field.bench,
    isAngle = /degrees/i.test(field.info.help),
    size = sizeOf(field.info.kind),
    name = field.info.name;
  const attempts = field.pointers.map((pointer, i) => {
    const value = field.read('', pointer),
      before = isMembers(value) && isMembers(value['anim']) ? value['anim'] : {},
      anim = withPreset(before, preset, size, isAngle);
    if (isMembers(value)) return setValue(draft, `${pointer}/anim`, anim);
    const whole = { value: value ?? field.info.initial ?? 0, anim };
    return field.ownerIsThere(i)
      ? setValue(draft, pointer, whole)
      : setValue(draft, field.owners[i]!, { [name]: whole });
  });
  apply(field.bench, together(attempts, words('Animate {name}', { name })));
}

export class AnimEditor {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #host: ControlHost;
  readonly #line: HTMLInputElement;
  readonly #fault: HTMLElement;
  readonly #slots: Slots;
  readonly #constants: HTMLElement;
  readonly #now: HTMLElement;
  readonly #trace: Trace;
  #controls: VectorControl[] = [];
  #constantShape = '';
  #text = '';
  #curve: Curve | undefined;
  #splines: Record<string, Spline> = {};
  #bpm = 0;

  constructor(field: Field, host: ControlHost) {
    this.#field = field;
    this.#host = host;
    const { h, t } = field.bench.kit,
      { name } = field.info;
    this.#line = h('input', {
      class: 'inspector-formula',
      attributes: {
        type: 'text',
        spellcheck: 'false',
        autocomplete: 'off',
        translate: 'no',
        'aria-label': t('Function of {name}', { name }),
      },
      on: { blur: () => this.#commit(), keydown: (event) => this.#key(event) },
    });
    this.#fault = h('p', { class: 'inspector-problem', attributes: { role: 'alert', hidden: true } });
    this.#slots = new Slots(field);
    this.#constants = h('div', { class: 'inspector-constants' });
    this.#now = h('p', { class: 'inspector-now numbers' });
    this.#trace = new Trace(field.bench.kit);
    this.element = h(
      'div',
      { class: 'inspector-function', attributes: { role: 'group', 'aria-label': t('Function of {name}', { name }) } },
      this.#tools(),
      this.#line,
      this.#fault,
      this.#slots.element,
      this.#constants,
      this.#now,
      this.#trace.element,
    );
    this.show();
  }

  #tools(): HTMLElement {
    const { h, t } = this.#field.bench.kit,
      tools = h('div', { class: 'inspector-presets', attributes: { role: 'group', 'aria-label': t('Presets') } });
    const presets = kPresets.map((preset) => {
      const { name, help } = presetWords(preset, this.#field.bench.kit);
      return h('button', {
        class: 'inspector-preset',
        text: name,
        title: help,
        attributes: { type: 'button' },
        on: { click: () => animate(this.#field, preset) },
      });
    });
    const curves = h('button', {
        class: 'inspector-preset',
        text: t('Curves'),
        title: t('Opens its splines in the Curves pane'),
        attributes: { type: 'button' },
        on: { click: () => this.#openCurves() },
      }),
      remove = h(
        'button',
        {
          class: 'inspector-small',
          title: t('Remove the function, keep the value'),
          attributes: { type: 'button', 'aria-label': t('Remove the function, keep the value') },
          on: { click: () => removeFunction(this.#field) },
        },
        shape('close'),
      );
    fill(tools, [...presets, curves, remove]);
    return tools;
  }

  #openCurves(): void {
    this.#field.bench.draft.select([this.#field.pointer]);
    this.#field.bench.run('tabCurves');
  }

  get #anim(): Members {
    const value = this.#field.read('/anim');
    return isMembers(value) ? value : {};
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#commit();
    } else if (event.key === 'Escape' && this.#line.value !== this.#text) {
      event.preventDefault();
      event.stopPropagation();
      this.#line.value = this.#text;
      this.#say('');
    }
  }

  #say(message: string): void {
    this.#fault.textContent = message;
    this.#fault.hidden = message === '';
    this.#line.ariaInvalid = message === '' ? null : 'true';
  }

  #commit(): void {
    const { value } = this.#line,
      { t } = this.#field.bench.kit;
    if (value === this.#text) {
      this.#say('');
      return;
    }
    const parsed = parseLine(value);
    if (!parsed) {
      this.#say(
        t(
          'It fits no form: A \u25cb ((B \u25cb C) \u25cb (D \u25cb E)), LERP(A, B \u25cb C, D \u25cb E), or A \u25cb LERP(B \u25cb C, D, E)',
        ),
      );
      return;
    }
    this.#say('');
    this.#text = value;
    const needsSpline = kSlots.some((slot) => /^splines?\(/.test(parsed.terms[slot] ?? ''));
    this.#field.change((pointer) => {
      const anim = this.#field.read('/anim', pointer),
        before = isMembers(anim) ? anim : {},
        next = animOf(before, parsed);
      if (needsSpline) next['spline'] ??= { channels: [[[0, 0]]] };
      return setValue(this.#field.bench.draft, `${pointer}/anim`, next);
    });
  }

  show(): void {
    const anim = this.#anim,
      { draft } = this.#field.bench,
      line = lineOf(termsOf(anim), jointOf(anim));
    if (line !== this.#text) {
      this.#text = line;
      this.#line.value = line;
      this.#say('');
    }
    this.#slots.show();
    this.#showConstants(anim);
    this.#curve = curveAt(draft.rootText, draft.root, this.#field.pointer);
    this.#splines = globalSplines(draft.rootText, draft.root);
    this.#bpm = songOf(draft.rootText, draft.root).bpm;
    this.tick();
  }

  /** CONST and CONST2 as the parameter itself is set; the second one where it is used. */
  #showConstants(anim: Members): void {
    const used = Object.values(termsOf(anim)).join(' '),
      names = ['const', 'const2'].filter(
        (name) => name in anim || new RegExp(`\\b${name.toUpperCase()}\\b`).test(used),
      );
    const owners = this.#field.pointers.map((pointer) => `${pointer}/anim`),
      fields = names.map((name) => new Field(this.#field.bench, { ...kConstInfo, name }, owners)),
      signature = fields.map((field) => `${field.info.name} ${String(isOneNumber(field))}`).join();
    if (signature === this.#constantShape) {
      for (const control of this.#controls) control.show();
      return;
    }
    this.#constantShape = signature;
    const { kind } = this.#field.info,
      { h } = this.#field.bench.kit,
      options = { count: sizeOf(kind), swatch: kind === 'color' };
    this.#controls = fields.map((field) => new VectorControl(field, this.#host, options));
    fill(
      this.#constants,
      fields.map(({ info: { name } }, i) =>
        h(
          'div',
          { class: 'inspector-constant', attributes: { role: 'group', 'aria-label': name.toUpperCase() } },
          h('span', { class: 'quiet', text: name.toUpperCase(), attributes: { translate: 'no' } }),
          this.#controls[i]!.element,
        ),
      ),
    );
  }

  /** The playhead is elsewhere. */
  tick(): void {
    const { bench } = this.#field,
      { t, fixed } = bench.kit,
      curve = this.#curve;
    if (!curve) return;
    const at = timeIn(bench, curve.scope, this.#bpm),
      unit = curve.scope.axis === 'beats' ? t('beat') : t('event');
    this.#now.textContent =
      at === undefined
        ? t('Its event is not active now.')
        : `${unit} ${fixed(at, 2)} \u2192 ${valueAt(curve, this.#splines, at)
            .map((value) => fixed(value, 3))
            .join('  ')}`;
    this.#trace.show(curve, this.#splines, at, bench.draft.version);
  }
}
