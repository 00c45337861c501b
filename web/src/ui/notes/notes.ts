// Annotations: numbered marks that stay on the model while it moves and fade behind it, and the panel where they are
// written. The marks are a list of buttons, so that screen readers and the keyboard reach every text.

import { type Note, notesFrom, notesIn, notesText } from '../../core/annotations';
import { topsApart } from '../../base/apart';
import { hasJsonChunk, kHeaderBytes } from '../../base/container';
import { fill } from '../../base/lists';
import * as m from '../../core/math';
import { plainFile } from '../../archives/unpack';
import type { SourceFile } from '../../protocol/files';
import type { FrameInfo, PickHit } from '../../protocol/view';
import type { PageViewer } from '../../viewer/page';
import { h, iconButton } from '../dom';
import { hashParts } from '../linkState';
import { isolated } from '../inert';
import { t } from '../language';
import { Panel } from '../panels';
import type { Placing } from '../tools/placing';
import type { ToolState } from '../tools/toolState';

/** Side of a mark that is closed, and the space between two of them. */
const kMarkPixels = 24;
const kGap = 2;

export class Notes {
  readonly panel: Panel;
  /** Over the view. */
  readonly marks: HTMLElement;
  notes: readonly Note[] = [];
  /** Those in the file of the model. */
  own: readonly Note[] = [];
  /** Called after every change. */
  onChange: () => void = () => undefined;
  private readonly list = h('ol', { class: 'note-list' });
  private readonly add: HTMLButtonElement;
  private readonly hint = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private picking = false;
  private readonly stop = (): void => this.pick(false);
  private open = -1;
  private file = '';
  /** Annotations of models that are not shown, by their files. */
  private readonly aside = new Map<string, readonly Note[]>();
  /** Binding of a new annotation after a click. */
  private readonly binding = h('select', { class: 'select small', attributes: { 'aria-label': t('Attach to') } });

  constructor(
    private readonly viewer: PageViewer,
    private readonly toolState: ToolState,
    private readonly placing: Placing,
  ) {
    this.marks = h('ol', { class: 'note-marks', attributes: { 'aria-label': t('Annotations') } });
    this.add = h('button', {
      class: 'button small',
      text: t('Add annotation'),
      attributes: { type: 'button', 'aria-pressed': 'false' },
      on: { click: () => this.pick(!this.picking) },
    });
    this.panel = new Panel(
      'notes',
      t('Annotations'),
      'note',
      'right',
      h(
        'div',
        { class: 'panel-body notes' },
        h(
          'div',
          { class: 'tool-row' },
          this.add,
          this.binding,
          h('button', {
            class: 'button small',
            text: t('At the selected node'),
            attributes: { type: 'button' },
            on: { click: () => this.addAtSelected() },
          }),
        ),
        this.hint,
        this.list,
      ),
      false,
    );
    fill(
      this.binding,
      (
        [
          ['surface', t('Surface')],
          ['vertex', t('Nearest vertex')],
          ['joint', t('Joint')],
          ['place', t('Fixed place')],
        ] as const
      ).map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    hashParts.push({
      name: 'notes',
      write: () => (this.notes.length > 0 ? notesText(this.notes) : undefined),
      read: (value) => value !== undefined && this.set(notesFrom(value)),
    });
    viewer.on('frame', (frame) => this.place(frame));
    viewer.on('playback', () => this.showMarks());
    this.show();
  }

  /** Another model has annotations of its own: those it had before, or those in its file. */
  opened(file: string, files: readonly SourceFile[]): void {
    if (file === this.file) return;
    this.aside.set(this.file, this.notes);
    this.file = file;
    this.own = [];
    this.set(this.aside.get(file) ?? []);
    const source = files.find(({ name }) => name === file);
    if (source && !this.aside.has(file)) void this.read(source);
  }

  private async read({ name, data }: SourceFile): Promise<void> {
    const plain = new Blob([await plainFile(name, data)]),
      bytes = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
    if (!hasJsonChunk(await bytes(plain.slice(0, kHeaderBytes)))) return;
    const found = notesIn(await bytes(plain));
    if (name !== this.file) return;
    this.own = found;
    // A link has annotations of its own.
    if (found.length > 0 && this.notes.length === 0) this.set(found);
  }

  /** True when a click in the view was meant for an annotation. */
  take(hit: PickHit | undefined): boolean {
    if (!this.picking) return false;
    if (!hit) {
      this.placing.miss();
      return true;
    }
    this.pick(false);
    this.create(this.pointOf(hit));
    return true;
  }

  private pointOf({ node, joint, instance, vertex, triangle, weights, point }: PickHit): Note['at'] {
    const { shown } = this.viewer;
    switch (this.binding.value) {
      case 'place': {
        const fileFromWorld = shown && m.invert(m.worldFromFile(shown.report.info.axes));
        const { follow = [0, 0, 0] } = this.viewer.lastFrame ?? {};
        if (fileFromWorld) return { on: 'place', at: m.transformPoint(fileFromWorld, m.add(point, follow)) };
        break;
      }
      case 'joint':
        return { on: 'node', node: joint >= 0 ? joint : node };
      case 'vertex':
        if (vertex >= 0) return { on: 'vertex', instance, vertex };
    }
    return vertex < 0 || !weights ? { on: 'node', node } : { on: 'triangle', instance, triangle, weights };
  }

  /** True when there was something to end. */
  escape(): boolean {
    if (!this.picking) return false;
    this.pick(false);
    return true;
  }

  /** Help while there are no annotations. */
  private get help(): string {
    return this.notes.length > 0 ? '' : t('Text attached to the model, saved in the link and in exported GLB files.');
  }

  private pick(on: boolean): void {
    this.picking = on;
    this.add.setAttribute('aria-pressed', String(on));
    this.hint.textContent = this.help;
    if (on) this.placing.begin(t('Click the place on the model.'), this.stop);
    else this.placing.finish(this.stop);
  }

  private addAtSelected(): void {
    const { selectedNode } = this.viewer.settings;
    if (selectedNode < 0) this.hint.textContent = t('Select a node first.');
    else this.create({ on: 'node', node: selectedNode });
  }

  private create(at: Note['at']): void {
    this.set([...this.notes, { at, text: t('Annotation {number}', { number: this.notes.length + 1 }) }]);
    this.panel.set(true);
    const field = this.list.lastElementChild?.querySelector('textarea');
    field?.focus();
    field?.select();
  }

  set(notes: readonly Note[]): void {
    this.notes = notes;
    this.open = -1;
    this.toolState.set({ notes: notes.map(({ at }) => at) });
    this.show();
    this.onChange();
  }

  /** The same places with another text or moment. */
  private change(index: number, note: Note): void {
    this.notes = this.notes.map((each, i) => (i === index ? note : each));
    this.showMarks();
    this.onChange();
  }

  private show(): void {
    fill(
      this.list,
      this.notes.map((note, index) => this.row(note, index)),
    );
    fill(
      this.marks,
      this.notes.map((_, index) => this.mark(index)),
    );
    this.hint.textContent = this.help;
    this.showMarks();
  }

  private row({ text, action }: Note, index: number): HTMLElement {
    const field = h('textarea', {
      class: 'note-text',
      attributes: { rows: 2, 'aria-label': t('Text of annotation {number}', { number: index + 1 }) },
      set: { value: text },
      on: { input: () => this.change(index, { ...this.notes[index]!, text: field.value }) },
    });
    const moment = h('input', {
      attributes: { type: 'checkbox' },
      set: { checked: action !== undefined },
      on: { change: () => this.bind(index, moment.checked) },
    });
    return h(
      'li',
      {},
      field,
      h(
        'div',
        { class: 'tool-row' },
        h('label', { class: 'check' }, moment, h('span', { text: t('Only at this moment of the action') })),
        iconButton('fit', t('Go to annotation {number}', { number: index + 1 }), () => this.go(index)),
        iconButton('close', t('Remove annotation {number}', { number: index + 1 }), () =>
          this.set(this.notes.filter((_, i) => i !== index)),
        ),
      ),
    );
  }

  /** Binds an annotation to the action and the time that show, or frees it. */
  private bind(index: number, on: boolean): void {
    const { shown, playback, clock } = this.viewer,
      { at, text } = this.notes[index]!,
      action = shown?.report.info.actions[playback?.action ?? -1]?.name;
    this.change(index, { at, text, ...(on && action !== undefined && { action, time: clock.time }) });
  }

  private mark(index: number): HTMLElement {
    const button = h(
      'button',
      {
        class: 'note-mark',
        attributes: { type: 'button', 'aria-expanded': 'false' },
        on: {
          click: () => {
            this.open = this.open === index ? -1 : index;
            this.showMarks();
            if (this.open === index) this.seek(index);
          },
        },
      },
      h('span', { class: 'note-number numbers', text: String(index + 1) }),
      h('span', { class: 'note-said' }),
    );
    return h('li', { attributes: { hidden: true } }, button);
  }

  /** Texts, and which of them are open. */
  private showMarks(): void {
    [...this.marks.children].forEach((item, index) => {
      const said = item.querySelector('.note-said')!,
        button = item.querySelector('button')!;
      said.textContent = isolated(this.notes[index]?.text ?? '');
      button.setAttribute('aria-expanded', String(this.open === index));
      button.setAttribute('aria-label', `${index + 1}: ${isolated(this.notes[index]?.text ?? '')}`);
    });
    // One that is open takes more room.
    if (this.viewer.lastFrame) this.place(this.viewer.lastFrame);
  }

  private place({ tools }: FrameInfo): void {
    const { playback, shown, room } = this.viewer,
      action = shown?.report.info.actions[playback?.action ?? -1]?.name;
    const marks: { item: HTMLElement; x: number; y: number; behind: boolean; isOpen: boolean }[] = [];
    for (const [index, child] of [...this.marks.children].entries()) {
      const at = tools?.notes?.[index],
        note = this.notes[index],
        item = child as HTMLElement;
      item.hidden = !at || (note?.action !== undefined && note.action !== action);
      if (!at || item.hidden) continue;
      const [x, y] = [at.x / room.pixelRatio, at.y / room.pixelRatio];
      marks.push({ item, x, y, behind: at.behind, isOpen: index === this.open });
    }
    // Those in sight make room for each other, all of them for the one that is read.
    marks.sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || Number(a.behind) - Number(b.behind));
    const tops = topsApart(
      marks.map(({ item, x, y, isOpen }) => {
        const { offsetWidth: width = 0, offsetHeight: height = 0 } = (isOpen && item.querySelector('button')) || {};
        return { left: x, top: y, width: width || kMarkPixels, height: height || kMarkPixels };
      }),
      kGap,
    );
    marks.forEach(({ item, x, y, behind }, i) => {
      item.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      item.querySelector('button')!.style.translate = `0 ${(tops[i]! - y).toFixed(1)}px`;
      item.classList.toggle('is-behind', behind);
    });
  }

  private go(index: number): void {
    this.seek(index);
    this.open = index;
    this.showMarks();
    this.marks.children[index]?.querySelector('button')?.focus();
  }

  /** The moment that an annotation speaks of. */
  private seek(index: number): void {
    const { action, time } = this.notes[index] ?? {},
      { viewer } = this;
    if (action === undefined) return;
    const number = viewer.shown?.report.info.actions.findIndex(({ name }) => name === action) ?? -1;
    if (number < 0) return;
    if (viewer.playback?.action !== number) viewer.change({ set: 'action', action: number });
    if (time === undefined) return;
    viewer.change({ set: 'playing', playing: false });
    viewer.change({ set: 'time', time });
  }
}
