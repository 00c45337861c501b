// A function under its parameter: one line, slots, constants, presets, the value now and a trace.

import { fill, leastOf, mostOf } from '../../../../base/lists';
import type { RoomKit } from '../../../world/kit';
import { setValue } from '../../text/gestures';
import type { KeyInfo } from '../../text/schema';
import { t as words } from '../../text/words';
import { type Curve, curveAt, curveValue, globalSplines } from '../../time/curve';
import type { Spline } from '../../time/evaluate';
import { timeIn } from '../../time/playhead';
import { songOf } from '../../time/song';
import { isOneNumber, sizeOf, VectorControl } from '../controls/vector';
import { apply, type ControlHost, Field, isMembers, type Members, together } from '../field';
import { shape } from '../marks';
import {
  animOf,
  jointOf,
  kPresets,
  kSlots,
  lineOf,
  parseLine,
  type Preset,
  presetWords,
  termsOf,
  withPreset,
} from './line';
import { removeFunction, Slots } from './slots';

const kWidth = 300;
const kHeight = 56;
const kPoints = 150;
const kBeats = 4;

const svg = (tag: string, attributes: Record<string, string>): SVGElement => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** The value at a time, as the picture gets it. */
const valueAt = (curve: Curve, splines: Readonly<Record<string, Spline>>, time: number): number[] =>
  curveValue(curve, splines, time).slice(0, curve.components);

/** A line per component over four beats, or over the event, with the playhead. */
class Trace {
  readonly element: HTMLElement;
  readonly #svg: SVGElement;
  readonly #head: SVGElement;
  readonly #label: HTMLElement;
  readonly #kit: RoomKit;
  #drawn = '';

  constructor(kit: RoomKit) {
    this.#kit = kit;
    this.#svg = svg('svg', {
      viewBox: `0 0 ${kWidth} ${kHeight}`,
      preserveAspectRatio: 'none',
      role: 'img',
      class: 'world-plot inspector-trace',
    });
    this.#head = svg('line', { y1: '0', y2: String(kHeight), class: 'world-plot-head' });
    this.#label = kit.h('span', { class: 'quiet numbers' });
    this.element = kit.h('div', { class: 'inspector-traces' });
    this.element.append(this.#svg, this.#label);
  }

  /** `at`: TIME at the playhead; undefined where the event is not active. */
  show(curve: Curve, splines: Readonly<Record<string, Spline>>, at: number | undefined, version: number): void {
    const isBeats = curve.scope.axis === 'beats',
      length = isBeats ? kBeats : 1,
      from = isBeats ? Math.floor((at ?? 0) / kBeats) * kBeats : 0;
    const signature = `${curve.pointer} ${from} ${version}`;
    if (signature !== this.#drawn) this.#draw(curve, splines, from, length);
    this.#drawn = signature;
    const x = String((((at ?? -1) - from) / length) * kWidth);
    this.#head.setAttribute('x1', x);
    this.#head.setAttribute('x2', x);
    this.#head.toggleAttribute('hidden', at === undefined);
  }

  #draw(curve: Curve, splines: Readonly<Record<string, Spline>>, from: number, length: number): void {
    const { t, fixed } = this.#kit,
      times = Array.from({ length: kPoints }, (_, i) => from + (length * i) / (kPoints - 1)),
      values = times.map((time) => valueAt(curve, splines, time)),
      all = values.flat().filter(Number.isFinite),
      [low, high] = all.length > 0 ? [leastOf(all), mostOf(all)] : [0, 0],
      margin = (high - low) * 0.1 || 0.5;
    const y = (value: number): number => kHeight - ((value - low + margin) / (high - low + 2 * margin)) * kHeight;
    this.#svg.replaceChildren(this.#head);
    for (let i = 0; i < curve.components; ++i) {
      const points = values.map((row, k) => `${((k / (kPoints - 1)) * kWidth).toFixed(1)},${y(row[i]!).toFixed(1)}`);
      this.#svg.append(
        svg('polyline', { points: points.join(' '), class: `world-plot-line inspector-trace-line is-${'xyzw'[i]}` }),
      );
    }
    this.#svg.setAttribute('aria-label', t('From {low} to {high}', { low: fixed(low, 3), high: fixed(high, 3) }));
    const range = `${fixed(low, 2)} \u2026 ${fixed(high, 2)}`;
    this.#label.textContent =
      curve.scope.axis === 'beats'
        ? t('beats {from} to {to}: {range}', { from, to: from + length, range })
        : t('the event from 0 to 1: {range}', { range });
  }
}

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
