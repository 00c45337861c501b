// Details of the selection: its place, the result of a click, and fields for all that can change from frame to frame.

import type { WorldChange, WorldLiveKey } from '../../core/world';
import { fill } from '../../base/lists';
import type { WorldPick } from '../../engine/world/messages';
import { field, isAnimated } from './fields';
import type { WorldKit } from './kit';
import { phaseNames } from './phases';
import type { Json, WorldText } from './text';

export interface DetailsHost {
  change(pointer: string, value: Json): Promise<WorldChange | undefined>;
  choose(operator: number): void;
  source(operator: number): void;
  copy(): void;
}

/** Objects of the document that have live keys, besides operators. */
const kSettings = [
  ['lighting', '/lighting'],
  ['document', ''],
  ['physics', '/physics'],
] as const;

export class WorldDetails {
  readonly element: HTMLElement;
  #text: WorldText | undefined;
  #chosen = -1;
  #pick: WorldPick | undefined;
  readonly #note: HTMLElement;
  readonly #body: HTMLElement;
  /** The last value of each pointer that is on its way, and what is still to be sent. */
  readonly #sent = new Map<string, { next?: Json }>();

  constructor(
    private readonly kit: WorldKit,
    private readonly host: DetailsHost,
  ) {
    const { h, t } = kit;
    this.#note = h('p', { class: 'world-change-note', attributes: { role: 'alert', hidden: true } });
    this.#body = h('div', {});
    const copy = h('button', {
      class: 'button small',
      text: t('Copy document'),
      attributes: { type: 'button' },
      on: { click: () => host.copy() },
    });
    this.element = h('div', { class: 'world-details' }, this.#note, this.#body, copy);
  }

  show(text: WorldText): void {
    this.#text = text;
    this.#fill();
  }

  /** An operator, or -1 for the settings of the document; `pick`: what a click has found of it. */
  choose(operator: number, pick?: WorldPick): void {
    this.#chosen = operator;
    this.#pick = pick;
    this.#say('');
    this.#fill();
  }

  get chosen(): number {
    return this.#chosen;
  }

  #say(message: string): void {
    this.#note.textContent = message;
    this.#note.hidden = message === '';
  }

  #fill(): void {
    if (!this.#text) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset['field'];
    fill(this.#body, this.#chosen < 0 ? this.#settings() : this.#operator());
    if (focused) this.#body.querySelector<HTMLElement>(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  #settings(): HTMLElement[] {
    const { h, t } = this.kit,
      { outline } = this.#text!,
      names = outline.operators
        .filter(({ kind, name }) => kind === 'light' && !name.startsWith('/'))
        .map(({ name }) => name);
    return [
      h('h2', { text: t('Settings of the document') }),
      h('p', { class: 'quiet', text: t('Click the picture or choose an operator to see more.') }),
      ...kSettings.flatMap(([kind, pointer]) =>
        pointer === '/physics' && this.#text!.at(pointer) === undefined
          ? []
          : (outline.live[kind] ?? []).map((key) => this.#field(key, pointer, names)),
      ),
    ];
  }

  #operator(): HTMLElement[] {
    const { h, t } = this.kit,
      { outline } = this.#text!,
      row = outline.operators[this.#chosen]!,
      live = outline.live[row.kind] ?? [],
      own = this.#text!.at(row.pointer);
    const others =
      typeof own === 'object' && own !== null && !Array.isArray(own)
        ? Object.entries(own).filter(
            ([name]) => !['op', 'in', 'comment'].includes(name) && !live.some((key) => key.name === name),
          )
        : [];
    const fact = (name: string, value: string): HTMLElement[] => [
      h('dt', { text: name, attributes: { translate: 'no' } }),
      h('dd', { text: value, attributes: { translate: 'no' } }),
    ];
    return [
      h('h2', { text: row.name, attributes: { translate: 'no' } }),
      h(
        'p',
        { class: 'world-place' },
        h('span', { class: 'quiet', text: `${row.class} · ${row.kind}`, attributes: { translate: 'no' } }),
        this.#link(t('line {line}', { line: row.line }), () => this.host.source(this.#chosen)),
      ),
      ...this.#picked(),
      ...(live.length > 0 ? [h('h2', { text: t('Live values') })] : []),
      ...live.map((key) => this.#field(key, row.pointer, [])),
      ...(others.length > 0 ? [h('h2', { text: t('Other keys') })] : []),
      h('dl', { class: 'world-facts' }, ...others.flatMap(([name, value]) => fact(name, shortJson(value)))),
    ];
  }

  /** Result of a click: place and job. */
  #picked(): HTMLElement[] {
    const pick = this.#pick;
    if (!pick) return [];
    const { h, t, fixed } = this.kit,
      { outline } = this.#text!,
      { operators } = outline;
    const row = (name: string, ...value: (HTMLElement | string)[]): HTMLElement[] => [
      h('dt', { text: name }),
      h('dd', { class: 'numbers' }, ...value),
    ];
    const link = (operator: number): HTMLElement =>
      this.#link(operators[operator]!.name, () => this.host.choose(operator), true);
    const place = pick.at.map((value) => fixed(value, 2)).join(', ');
    const phases = phaseNames(this.kit)
      .filter((_, i) => (pick.state >> i) & 1)
      .join(', ');
    return [
      h('h2', { text: t('Picked job') }),
      h(
        'dl',
        { class: 'world-facts' },
        ...row(t('Job'), `${pick.job} · ${t('cluster {number}', { number: pick.cluster })}`),
        ...row(t('Material'), pick.material < 0 ? t('default') : link(pick.material)),
        ...row(t('Segment'), pick.segment < 0 ? '–' : link(outline.segments[pick.segment]!)),
        ...row(t('Lights'), ...(pick.lights.length > 0 ? pick.lights.map(link) : ['–'])),
        ...row(t('Phases'), phases),
        ...row(t('Instance'), pick.instance || '–'),
        ...row(t('Triangles'), String(pick.triangles)),
        ...row(t('Point'), place),
        ...row(t('Distance'), fixed(pick.distance, 2)),
      ),
    ];
  }

  #link(text: string, click: () => void, isName = false): HTMLElement {
    return this.kit.h('button', {
      class: 'world-link',
      text,
      attributes: { type: 'button', ...(isName && { translate: 'no' }) },
      on: { click },
    });
  }

  #field(key: WorldLiveKey, owner: string, names: readonly string[]): HTMLElement {
    const text = this.#text!,
      pointer = `${owner}/${key.name}`,
      value = text.at(pointer);
    return field(this.kit, key, {
      value,
      names,
      change: (next) => {
        // The function of an animated value stays; an object that is missing is made around the first value of it.
        if (isAnimated(text.at(pointer))) this.#change(`${pointer}/value`, next);
        else if (text.at(owner) === undefined) this.#change(owner, { [key.name]: next });
        else this.#change(pointer, next);
      },
    });
  }

  /** One change of a pointer is on its way at a time; of those that come meanwhile the last one counts. */
  #change(pointer: string, value: Json): void {
    const waiting = this.#sent.get(pointer);
    this.#text!.put(pointer, value);
    if (waiting) {
      waiting.next = value;
      return;
    }
    const entry: { next?: Json } = {};
    this.#sent.set(pointer, entry);
    void this.host.change(pointer, value).then((change) => {
      this.#sent.delete(pointer);
      this.#say(change?.state === 'refused' ? (change.issues[0]?.message ?? '') : '');
      if (entry.next !== undefined) this.#change(pointer, entry.next);
    });
  }
}

const kMostText = 120;
function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > kMostText ? `${text.slice(0, kMostText)}…` : text;
}
