// The plane that cuts the model: axis of the file, place, which side stays, and whether the cut is filled.

import type { Bounds } from '../../core/report';
import type { FrameInfo } from '../../protocol/view';
import * as m from '../../core/math';
import type { Section } from '../../protocol/tools';
import type { Viewer } from '../../viewer/viewer';
import { keysOf } from '../commands';
import { h } from '../dom';
import { t } from '../language';
import type { ToolState } from './toolState';
import { keepArrows } from './menus';

const kSteps = 1000;

export class Cut {
  readonly element: HTMLElement;
  private readonly on: HTMLInputElement;
  private readonly axes: HTMLInputElement[];
  private readonly slider: HTMLInputElement;
  private readonly place: HTMLInputElement;
  private readonly flip: HTMLInputElement;
  private readonly cap: HTMLInputElement;
  private readonly note = h('p', { class: 'quiet' });
  /** Last setting, used when the section is switched on again. */
  private section: Section | undefined;

  constructor(
    private readonly viewer: Viewer,
    private readonly toolState: ToolState,
  ) {
    const box = (change: () => void): HTMLInputElement =>
      h('input', { attributes: { type: 'checkbox' }, on: { change } });
    this.on = box(() => this.setOn(this.on.checked));
    this.axes = (['x', 'y', 'z'] as const).map((axis, k) =>
      h('input', {
        attributes: { type: 'radio', name: 'cut-axis', value: k, 'aria-label': t('Across {axis}', { axis }) },
        on: { change: () => this.choose(k as 0 | 1 | 2) },
      }),
    );
    this.slider = h('input', {
      class: 'cut-slider',
      attributes: { type: 'range', min: 0, max: kSteps, step: 1, 'aria-label': t('Section position') },
      on: { input: () => this.slide() },
    });
    keepArrows(this.slider);
    this.place = h('input', {
      class: 'number numbers',
      attributes: { type: 'number', step: 'any', 'aria-label': t('Section position in file units') },
      on: {
        input: () => Number.isFinite(this.place.valueAsNumber) && this.change({ at: this.place.valueAsNumber }),
        keydown: (event) => event.key !== 'Escape' && event.stopPropagation(),
      },
    });
    this.flip = box(() => this.change({ flip: this.flip.checked }));
    this.cap = box(() => this.change({ cap: this.cap.checked }));
    const check = (input: HTMLInputElement, label: string, key?: string): HTMLElement =>
      h('label', { class: 'check' }, input, h('span', { text: label }), key !== undefined && h('kbd', { text: key }));
    this.element = h(
      'section',
      { class: 'section cut' },
      h('h3', { text: t('Section') }),
      check(this.on, t('Section plane'), keysOf('section')),
      h(
        'fieldset',
        { class: 'cut-fields' },
        h('legend', { class: 'visually-hidden', text: t('Axis of the section') }),
        h(
          'div',
          { class: 'tool-row cut-axes', attributes: { role: 'radiogroup', 'aria-label': t('Axis of the file') } },
          ...this.axes.map((input, k) =>
            h('label', { class: `check axis-${'xyz'[k]}` }, input, h('span', { text: 'xyz'[k]! })),
          ),
        ),
        this.slider,
        h('label', { class: 'cut-place' }, this.place, h('span', { class: 'quiet', text: t('u') })),
        check(this.flip, t('Flip side')),
        check(this.cap, t('Fill closed surfaces')),
      ),
      this.note,
    );
    toolState.onChange(() => this.show());
    viewer.on('loaded', () => this.show());
    viewer.on('frame', (frame) => this.read(frame));
    this.show();
  }

  toggle(): void {
    this.setOn(this.toolState.tools.section === undefined);
  }

  setOn(on: boolean): void {
    if (on === (this.toolState.tools.section !== undefined)) return;
    if (on) {
      const box = this.box(),
        axis = this.section?.axis ?? 0,
        [low, high] = [box.min[axis], box.max[axis]];
      // Where it was, unless that is beside this model.
      const at = this.section && this.section.at > low && this.section.at < high ? this.section.at : (low + high) / 2;
      this.toolState.set({ section: { flip: false, cap: true, ...this.section, axis, at } });
    } else {
      const { section, ...rest } = this.toolState.tools;
      this.section = section;
      this.viewer.set({ tools: rest });
      this.toolState.set({});
    }
  }

  private change(change: Partial<Section>): void {
    const { section } = this.toolState.tools;
    if (section) this.toolState.set({ section: { ...section, ...change } });
  }

  private choose(axis: 0 | 1 | 2): void {
    const { min, max } = this.box();
    this.change({ axis, at: (min[axis] + max[axis]) / 2 });
  }

  private slide(): void {
    const { section } = this.toolState.tools;
    if (!section) return;
    const { min, max } = this.box(),
      part = this.slider.valueAsNumber / kSteps;
    this.change({ at: min[section.axis] + (max[section.axis] - min[section.axis]) * part });
  }

  /** Over the whole action, in the file's own axes. */
  private box(): Bounds {
    const { shown } = this.viewer;
    if (!shown) return { min: [-1, -1, -1], max: [1, 1, 1] };
    const fileFromWorld = m.invert(m.worldFromFile(shown.report.info.axes)) ?? m.identity();
    return m.transformBounds(fileFromWorld, shown.framing.bounds);
  }

  private show(): void {
    const { section } = this.toolState.tools;
    this.on.checked = section !== undefined;
    const inputs = [...this.axes, this.slider, this.place, this.flip, this.cap];
    for (const input of inputs) input.disabled = !section;
    const { axis, at, flip, cap } = section ?? this.section ?? { axis: 0, at: 0, flip: false, cap: true },
      { min, max } = this.box();
    this.axes.forEach((input, k) => (input.checked = k === axis));
    const size = max[axis] - min[axis];
    this.slider.value = String(size > 0 ? Math.round(((at - min[axis]) / size) * kSteps) : 0);
    const text = String(Number(at.toPrecision(6)));
    this.slider.setAttribute('aria-valuetext', t('{axis} = {place}', { axis: 'xyz'[axis]!, place: text }));
    if (document.activeElement !== this.place) this.place.value = text;
    this.flip.checked = flip;
    this.cap.checked = cap;
    if (!section) this.note.textContent = '';
  }

  private read({ tools }: FrameInfo): void {
    const parts = this.toolState.tools.section?.cap ? tools?.closed : undefined;
    const text = parts
      ? parts.closed === parts.of
        ? t('All {count} components are closed and filled.', { count: parts.of })
        : t('{closed} of {of} components are closed and filled; the others are open.', {
            closed: parts.closed,
            of: parts.of,
          })
      : '';
    if (this.note.textContent !== text) this.note.textContent = text;
  }
}
