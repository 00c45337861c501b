// The sounds of a song: a panel for each program with its modules in the order of the signal, what moves them, the notes
// that use it, where its bytes are, and a keyboard that plays it; and the effects of the whole song.

import { appendAll, fill } from '../../base/lists';
import type { SongPatch, SongSounds, SoundModule, SoundValue } from '../../core/sound';
import { noteName, type RollNote } from '../../music/roll';
import type { WorldKit } from '../world/kit';
import type { SongFiles } from './files';
import { Keyboard } from './keyboard';
import { soundWords, type SoundWords } from './soundWords';

const width = 160,
  height = 48;

function picture(name: string, parts: readonly [tag: string, attributes: Record<string, string>][]): SVGElement {
  const make = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  const out = make('svg');
  const head = { viewBox: `0 0 ${width} ${height}`, class: 'sound-picture', role: 'img', 'aria-label': name };
  for (const [key, value] of Object.entries(head)) out.setAttribute(key, value);
  for (const [tag, attributes] of parts) {
    const part = make(tag);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    out.append(part);
  }
  return out;
}

const line = (levels: readonly number[], y: (level: number) => number): string =>
  levels
    .map((level, i) => `${((i / Math.max(1, levels.length - 1)) * width).toFixed(1)},${y(level).toFixed(1)}`)
    .join(' ');

/** The dashed line is where the key is let go of. */
function envelopePicture({ levels, released }: NonNullable<SoundModule['envelope']>, name: string): SVGElement {
  const x = ((released / Math.max(1, levels.length - 1)) * width).toFixed(1);
  return picture(name, [
    ['line', { class: 'sound-mark', x1: x, x2: x, y1: '0', y2: String(height) }],
    ['polyline', { points: line(levels, (level) => height - 2 - level * (height - 4)) }],
  ]);
}

/** From -48 to 24 dB; the dashed line is 0 dB. */
function responsePicture({ levels }: NonNullable<SoundModule['response']>, name: string): SVGElement {
  const y = (level: number): number => ((24 - Math.max(-48, Math.min(24, level))) / 72) * (height - 2) + 1;
  return picture(name, [
    ['line', { class: 'sound-mark', x1: '0', x2: String(width), y1: y(0).toFixed(1), y2: y(0).toFixed(1) }],
    ['polyline', { points: line(levels, y) }],
  ]);
}

interface SoundsHost {
  /** Velocity 0 lets the key go. */
  note(program: number, key: number, velocity: number): void;
  /** The notes that a program plays. */
  notes(program: number): void;
  /** The bytes from an offset on. */
  bytes(offset: number): void;
}

/** Stands in the place of a program for what all of them run through. */
export const kWholeSong = -1;

/** Order of the modules along the signal, which differs from their order in the file. */
const signal = 'voice osc1 osc2 osc3 filter1 filter2 routing drive env1 channel distortion chorus compressor'.split(
  ' ',
);
const control = 'env2 lfo1 lfo2 key polyphony'.split(' ');

export class Sounds {
  readonly element: HTMLElement;
  readonly #choice: HTMLSelectElement;
  readonly #bytes: HTMLInputElement;
  readonly #body: HTMLElement;
  readonly #keyboard: Keyboard;
  #notes: readonly RollNote[] = [];
  #sounds: Promise<SongSounds | undefined> | undefined;
  #request = 0;

  constructor(
    private readonly kit: WorldKit,
    private readonly files: SongFiles,
    private readonly host: SoundsHost,
  ) {
    const { h, t } = kit;
    this.#choice = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Program') },
      on: { change: () => void this.#draw() },
    });
    this.#bytes = h('input', { attributes: { type: 'checkbox' }, on: { change: () => void this.#draw() } });
    this.#keyboard = new Keyboard(kit, (key, velocity) => host.note(this.program, key, velocity));
    this.#body = h('div', { class: 'sound-modules' });
    this.element = h(
      'section',
      { class: 'song-sounds', attributes: { 'aria-label': t('Sounds') } },
      h('h2', { text: t('Sounds') }),
      h('p', { class: 'sound-choice' }, this.#choice, h('label', { class: 'check' }, this.#bytes, t('Bytes'))),
      this.#keyboard.element,
      this.#body,
    );
  }

  get program(): number {
    return Number(this.#choice.value);
  }

  /** Fetches nothing yet. */
  show(notes: readonly RollNote[]): void {
    this.#notes = notes;
    this.#sounds = undefined;
    this.#keyboard.silence();
    this.#body.replaceChildren();
  }

  /** It can be seen: now the sounds are read. `program` is the one to begin with. */
  async enter(program?: number): Promise<void> {
    const request = ++this.#request,
      { h, t } = this.kit;
    if (!this.#sounds) {
      this.#sounds = this.files.sounds().then((answer) => {
        if (answer.type === 'sounds') return answer.sounds;
        this.kit.say(answer.issue.message);
        return undefined;
      });
      const sounds = await this.#sounds;
      if (request !== this.#request || !sounds) return;
      const whole = h('option', { text: t('Whole song'), attributes: { value: kWholeSong } });
      fill(this.#choice, [
        ...sounds.patches.map(({ index }) => {
          const used = this.#notes.filter((note) => note.program === index).length;
          const text =
            used === 0 ? t('Program {number}, unused', { number: index }) : t('Program {number}', { number: index });
          return h('option', { text, attributes: { value: index } });
        }),
        whole,
      ]);
    }
    if (program !== undefined) this.#choice.value = String(program);
    await this.#draw();
  }

  leave(): void {
    this.#keyboard.silence();
  }

  async #draw(): Promise<void> {
    const sounds = await this.#sounds,
      isWhole = this.program === kWholeSong,
      patch = sounds?.patches[this.program];
    this.#keyboard.silence();
    this.#keyboard.element.hidden = isWhole;
    const words = soundWords(this.kit);
    if (isWhole && sounds) this.#drawGlobals(sounds.globals, words);
    else if (patch) this.#drawPatch(patch, words);
  }

  #drawGlobals({ at, bytes, modules }: SongSounds['globals'], words: SoundWords): void {
    const { h, t } = this.kit;
    fill(this.#body, [
      h('p', { class: 'quiet' }, t('Effects shared by all channels.'), ' ', this.#bytesButton(at, bytes)),
      ...modules.map((module) => this.#module(module, words)),
    ]);
  }

  #drawPatch(patch: SongPatch, words: SoundWords): void {
    const { h, t } = this.kit;
    const byId = (ids: readonly string[]): SoundModule[] =>
      ids.flatMap((id) => patch.modules.filter((module) => module.id === id));
    const all = [...byId(signal), ...byId(control)],
      off = all.filter(({ on }) => !on);
    fill(this.#body, [
      h('p', { class: 'quiet' }, this.#users(patch), ' ', this.#bytesButton(patch.at, patch.bytes)),
      h(
        'p',
        {},
        h('button', {
          class: 'button small',
          text: t('Show notes'),
          attributes: { type: 'button', ...(this.#notesOf(patch).length === 0 && { disabled: true }) },
          on: { click: () => this.host.notes(patch.index) },
        }),
      ),
      ...all.filter(({ on }) => on).map((module) => this.#module(module, words)),
      h('p', {
        class: 'quiet',
        text: t('Off: {list}', { list: off.map(({ id }) => words.modules[id] ?? id).join(', ') || '–' }),
      }),
      this.#modulations(patch, words),
    ]);
  }

  #notesOf({ index }: SongPatch): readonly RollNote[] {
    return this.#notes.filter((note) => note.program === index);
  }

  #bytesButton(at: number, bytes: number): HTMLElement {
    const { h, t } = this.kit;
    return h('button', {
      class: 'sound-place numbers',
      text: t('{bytes} bytes from {offset} on', { bytes, offset: at }),
      attributes: { type: 'button' },
      on: { click: () => this.host.bytes(at) },
    });
  }

  #users(patch: SongPatch): string {
    const { t } = this.kit,
      notes = this.#notesOf(patch);
    if (notes.length === 0) return t('No note uses it.');
    const keys = notes.map(({ note }) => note),
      channels = [...new Set(notes.map(({ channel }) => channel))].sort((a, b) => a - b);
    const lowest = keys.reduce((a, b) => Math.min(a, b)),
      highest = keys.reduce((a, b) => Math.max(a, b));
    return t('{count} notes on channel {channels}, {lowest} to {highest}.', {
      count: notes.length,
      channels: channels.join(', '),
      lowest: noteName(lowest),
      highest: noteName(highest),
    });
  }

  #module({ id, mode, values, envelope, response }: SoundModule, words: SoundWords): HTMLElement {
    const { h } = this.kit,
      name = words.modules[id] ?? id;
    const rows = values.filter((value) => value.name !== 'mode' || this.#bytes.checked);
    return h(
      'section',
      { class: 'sound-module' },
      h(
        'h3',
        {},
        name,
        mode === null ? undefined : h('span', { class: 'quiet', text: ` ${words.modes[mode] ?? mode}` }),
      ),
      (envelope && envelopePicture(envelope, name)) as unknown as HTMLElement,
      (response && responsePicture(response, name)) as unknown as HTMLElement,
      this.#rows(
        rows.map((value) => [
          words.values[value.name] ?? value.name,
          this.#text(value, words),
          this.#bytes.checked ? this.#place(value) : undefined,
        ]),
      ),
    );
  }

  #text({ value, unit }: SoundValue, words: SoundWords): string {
    const { fixed, t } = this.kit;
    return value === null
      ? '−∞ dB'
      : typeof value === 'string'
        ? (words.modes[value] ?? value)
        : `${fixed(value, Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)}${unit === '°' ? '' : ' '}${unitText(unit, t)}`.trim();
  }

  /** The byte of a value, as the way to it. */
  #place({ raw, at }: SoundValue): Node {
    const { h, t } = this.kit;
    if (at === null) return document.createTextNode(` · ${t('not stored')}`);
    return h(
      'span',
      {},
      ' · ',
      h('button', {
        class: 'sound-place',
        text: `${raw} @ ${at}`,
        attributes: { type: 'button' },
        on: { click: () => this.host.bytes(at) },
      }),
    );
  }

  #modulations({ modulations }: SongPatch, words: SoundWords): HTMLElement {
    const { h, t, fixed } = this.kit;
    const parameterText = (parameter: string): string => {
      const [module = '', value = ''] = parameter.split('.');
      return `${words.modules[module] ?? module}: ${words.values[value] ?? value}`;
    };
    return h(
      'section',
      { class: 'sound-module' },
      h('h3', { text: t('Modulation') }),
      modulations.length === 0
        ? h('p', { class: 'quiet', text: t('Nothing moves a parameter.') })
        : this.#rows(
            modulations.map(({ source, percent, parameter }) => [
              `${words.sources[source] ?? source} → ${parameterText(parameter)}`,
              `${percent > 0 ? '+' : ''}${fixed(percent, 0)} %`,
            ]),
          ),
    );
  }

  #rows(rows: readonly (readonly [name: string, text: string, more?: Node | undefined])[]): HTMLElement {
    const { h } = this.kit,
      list = h('dl', { class: 'facts numbers' });
    appendAll(
      list,
      rows.flatMap(([name, text, more]) => [
        h('dt', { text: name }),
        h('dd', {}, text, more as HTMLElement | undefined),
      ]),
    );
    return list;
  }
}

const unitText = (unit: string, t: WorldKit['t']): string =>
  unit === 'st' ? t('semitones') : unit === 'ct' ? t('cents') : unit;
