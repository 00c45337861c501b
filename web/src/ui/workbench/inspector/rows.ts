// Rows of parameters: mode mark, name, control, key at the playhead, reset; the function and what is wrong below.

import { fill } from '../../../base/lists';
import type { Bench } from '../bench';
import { expose } from '../text/gestures';
import type { KeyInfo } from '../text/schema';
import { hasKeyHere, keyHere } from '../time/key';
import { controlOf, shapeOf } from './controls';
import { apply, type Control, type ControlHost, Field, type Rows } from './field';
import { paramsAround } from './document';
import { animate, AnimEditor } from './function/editor';
import { kPresets, presetWords } from './function/line';
import { shape, type Shape } from './marks';
import { scrubWith } from './numbers';

/** Functions that are unfolded, by pointer; and those that were folded by hand. */
const folds = new Map<string, boolean>();

/** The row of an element. */
const rowsByElement = new WeakMap<Element, Row>();
export const rowsIn = (element: ParentNode): Row[] =>
  [...element.querySelectorAll('.inspector-row')].flatMap((each) => rowsByElement.get(each) ?? []);
export const rowAround = (element: Element | null): Row | undefined => {
  const own = element?.closest('.inspector-row');
  return own ? rowsByElement.get(own) : undefined;
};

const kContainers: readonly string[] = [
  'boxes',
  'cells',
  'planes',
  'path',
  'materials',
  'args',
  'params',
  'events',
  'spline',
  'object',
  'list',
];

class Row {
  readonly element: HTMLElement;
  readonly field: Field;
  readonly #mark: HTMLButtonElement;
  readonly #name: HTMLElement;
  readonly #place: HTMLElement;
  readonly #key: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;
  readonly #below: HTMLElement;
  readonly #problem: HTMLElement;
  readonly #host: ControlHost;
  #control: Control | undefined;
  #shape = '';
  #mode: Shape | undefined;
  #editor: AnimEditor | undefined;
  /** What the page says itself, and what the core says. */
  #complaint = '';
  #issue = '';

  constructor(field: Field) {
    this.field = field;
    const { bench, info } = field,
      { h, t } = bench.kit,
      label = nameOf(field);
    this.#host = {
      complain: (message) => {
        this.#complaint = message;
        this.#showProblem();
      },
      rows: (owners, keys) => new RowGroup(bench, owners, keys),
    };
    this.#mark = h('button', {
      class: 'inspector-mode',
      attributes: { type: 'button' },
      on: { click: () => void this.#chooseMode() },
    });
    this.#name = h('span', { class: 'inspector-name', text: label, title: info.help, attributes: { translate: 'no' } });
    scrubWith(
      this.#name,
      {
        start: () => this.#control?.scrub?.start() ?? false,
        move: (steps) => this.#control?.scrub?.move(steps),
        end: (isGivenUp) => this.#control?.scrub?.end(isGivenUp),
      },
      () => this.focus(),
    );
    this.#place = h('span', { class: 'inspector-control' });
    this.#key = this.#button('diamond', t('Key of {name} at the playhead', { name: label }), () => this.key());
    this.#reset = this.#button('reset', t('Reset {name}', { name: label }), () => field.reset());
    this.#below = h('div', { class: 'inspector-below' });
    this.#problem = h('p', { class: 'inspector-problem', attributes: { role: 'status', hidden: true } });
    this.element = h(
      'div',
      {
        class: 'inspector-row',
        attributes: { role: 'group', 'aria-label': label, 'data-pointer': field.pointer, 'data-kind': info.kind },
      },
      this.#mark,
      this.#name,
      this.#place,
      this.#key,
      this.#reset,
      this.#problem,
      this.#below,
    );
    this.element.classList.toggle('is-container', kContainers.includes(info.kind));
    rowsByElement.set(this.element, this);
    this.show();
  }

  #button(icon: Shape, label: string, click: () => void): HTMLButtonElement {
    return this.field.bench.kit.h(
      'button',
      { class: 'inspector-small', title: label, attributes: { type: 'button', 'aria-label': label }, on: { click } },
      shape(icon),
    );
  }

  /** To the first field of its control. */
  focus(): void {
    this.#place.querySelector<HTMLElement>('input, select, button, textarea')?.focus();
  }

  key(): void {
    if (this.field.info.animated) keyHere(this.field.bench, this.field.pointer);
  }

  /** Makes it a parameter of the subroutine around it. */
  expose(): void {
    const { bench, pointer } = this.field;
    apply(bench, expose(bench.draft, pointer));
  }

  /** Takes what stands there away. */
  reset(): void {
    if (!this.#reset.disabled) this.field.reset();
  }

  /** A menu of functions and parameters; an animated value unfolds its function, or folds it. */
  async #chooseMode(): Promise<void> {
    const { field } = this,
      { bench, info } = field,
      { t } = bench.kit;
    if (field.isAnimated) {
      folds.set(field.pointer, !this.#isUnfolded);
      this.show();
      return;
    }
    const presets = info.animated ? kPresets.map((preset) => ({ ...presetWords(preset, bench.kit), preset })) : [],
      params = paramsAround(bench, field.pointer).map(({ name }) => ({
        name: t('parameter {name}', { name: String(name) }),
        param: String(name),
      })),
      own = { name: t('new parameter'), help: t('The value becomes the default of a parameter of the subroutine') },
      isInside = field.pointer.startsWith('/subroutines/');
    const chosen = await bench.choose(nameOf(field), [...presets, ...params, ...(isInside ? [own] : [])]);
    const preset = presets.find(({ name }) => name === chosen)?.preset,
      param = params.find(({ name }) => name === chosen)?.param;
    if (preset) {
      folds.set(field.pointer, true);
      animate(field, preset);
    } else if (param !== undefined) field.put({ param });
    else if (isInside && chosen === own.name) this.expose();
  }

  get #isUnfolded(): boolean {
    return folds.get(this.field.pointer) ?? false;
  }

  show(): void {
    const { field } = this,
      { info } = field,
      next = shapeOf(field);
    if (this.#control && next === this.#shape) this.#control.show();
    else this.#build(next);
    const isGiven = field.isGiven;
    this.element.classList.toggle('is-wide', this.#control!.isWide === true);
    this.element.classList.toggle('is-absent', !isGiven);
    this.#reset.disabled = !isGiven || info.required;
    this.#key.disabled = !info.animated;
    this.#key.classList.toggle('is-none', !info.animated);
    this.#showFunction();
    this.#showMode();
  }

  /** Another control; where the focus was, it is again. */
  #build(next: string): void {
    const active = document.activeElement,
      had = active instanceof HTMLElement && this.#place.contains(active),
      part = had ? active.dataset['part'] : undefined;
    this.#shape = next;
    const { param } = this.field;
    this.#control = param === undefined ? controlOf(this.field, this.#host) : this.#paramChip(param);
    this.#name.classList.toggle('is-scrubbed', this.#control.scrub !== undefined);
    fill(this.#place, [this.#control.element]);
    if (!had) return;
    const again = part === undefined ? null : this.#place.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (again) again.focus();
    else this.focus();
  }

  /** All of it comes from a parameter of the subroutine. */
  #paramChip(param: string): Control {
    const { h, t } = this.field.bench.kit;
    return {
      element: h('button', {
        class: 'inspector-chip is-param',
        text: param,
        title: t('Given by the parameter {name}', { name: param }),
        attributes: { type: 'button', translate: 'no' },
        on: { click: () => void this.#chooseMode() },
      }),
      show: () => undefined,
    };
  }

  #showFunction(): void {
    const wanted = this.field.isAnimated && this.#isUnfolded;
    if (!wanted) {
      this.#editor = undefined;
      fill(this.#below, []);
    } else if (this.#editor) this.#editor.show();
    else {
      this.#editor = new AnimEditor(this.field, this.#host);
      fill(this.#below, [this.#editor.element]);
    }
    if (this.field.isAnimated) this.#mark.ariaExpanded = String(wanted);
    else this.#mark.removeAttribute('aria-expanded');
  }

  #showMode(): void {
    const { field } = this,
      { info, bench } = field,
      { t } = bench.kit;
    const isAnimated = field.isAnimated,
      hasKey = isAnimated && hasKeyHere(bench, field.pointer),
      mode: Shape =
        field.param !== undefined ? 'chain' : hasKey ? 'key' : isAnimated ? (info.hard ? 'square' : 'dot') : 'ring';
    if (mode === this.#mode) return;
    this.#mode = mode;
    const said: Partial<Record<Shape, string>> = {
      ring: t('fixed'),
      dot: t('animated, soft'),
      square: t('animated, hard: a change runs all of its class again'),
      key: t('animated, key here'),
      chain: t('given by a parameter'),
    };
    this.#mark.replaceChildren(shape(mode));
    this.#mark.dataset['mode'] = mode;
    this.#mark.title = `${nameOf(field)}: ${said[mode]!}`;
    this.#mark.ariaLabel = this.#mark.title;
    this.#mark.disabled = !(info.animated || (info.kind === 'text' && field.pointer.startsWith('/subroutines/')));
    this.#key.replaceChildren(shape(hasKey ? 'key' : 'diamond'));
    this.#key.classList.toggle('is-on', hasKey);
  }

  /** Another frame shows. */
  tick(): void {
    if (!this.field.isAnimated) return;
    this.#showMode();
    this.#editor?.tick();
  }

  set issue(message: string) {
    if (message === this.#issue) return;
    this.#issue = message;
    this.#showProblem();
  }

  #showProblem(): void {
    const message = this.#complaint || this.#issue;
    this.#problem.textContent = message;
    this.#problem.hidden = message === '';
    this.element.classList.toggle('is-wrong', message !== '');
  }
}

/** Arguments have the names of their parameters, elements of lists none. */
function nameOf({ info, owners }: Field): string {
  return owners.at(-1)!.endsWith('/args') ? `${info.name} ${info.help}` : info.name;
}

export class RowGroup implements Rows {
  readonly element: HTMLElement;
  readonly #rows: Row[];

  constructor(bench: Bench, owners: readonly string[], keys: readonly KeyInfo[]) {
    this.#rows = keys.map((info) => new Row(new Field(bench, info, owners)));
    this.element = bench.kit.h('div', { class: 'inspector-rows' });
    fill(
      this.element,
      this.#rows.map(({ element }) => element),
    );
  }

  show(): void {
    for (const row of this.#rows) row.show();
  }
}
