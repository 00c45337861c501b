// The scrubber: a slider, under it the keys of what is selected, events and places to look at, at its sides the handles
// of the range that is played.

import { fill } from '../../base/lists';
import type { Report } from '../../core/report';
import type { PlaybackState } from '../../protocol/playback';
import { h } from '../dom';
import { inert } from '../inert';
import { fixed, t } from '../language';
import { perFrame } from '../perFrame';

/** Half of the slider's thumb: its middle cannot get nearer to an end. */
export const kThumb = 7;

export const markX = (time: number, duration: number, width: number): number =>
  kThumb + (duration > 0 ? time / duration : 0) * Math.max(0, width - 2 * kThumb);

export const markTime = (x: number, duration: number, width: number): number =>
  Math.max(0, Math.min(1, (x - kThumb) / Math.max(1, width - 2 * kThumb))) * duration;

/** Pixel columns (of `scale` to a CSS pixel) that hold a key. */
export function columnsOf(times: ArrayLike<number>, duration: number, width: number, scale: number): number[] {
  const columns: number[] = [];
  let last = -1;
  for (let i = 0; i < times.length; ++i) {
    const time = times[i]!;
    if (time > duration * (1 + 1e-9)) break;
    const column = Math.round(markX(time, duration, width) * scale);
    if (column !== last) columns.push(column);
    last = column;
  }
  return columns;
}

/** The key after a time, or before it with -1; undefined at the end of the row. Times a hair apart are one. */
export function keyBeside(times: ArrayLike<number>, time: number, by: 1 | -1): number | undefined {
  const hair = 1e-6;
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (by > 0 ? times[middle]! > time + hair : times[middle]! >= time - hair) high = middle;
    else low = middle + 1;
  }
  return times[by > 0 ? low : low - 1];
}

interface ActionEvent {
  /** Seconds into the action. */
  time: number;
  /** From 1, as the file counts. */
  frame: number;
  text: string;
}

interface DeclaredFile {
  models?: { animations: { actions: string[]; marks?: { frame: number; time?: number; text: string }[] }[] }[];
}

/** The events of an action by its name, in the order of time; several models may declare it. */
export function eventsOf({ info }: Report, action: string): ActionEvent[] {
  const files = (info.format?.files ?? []) as DeclaredFile[];
  const marks = files.flatMap(({ models = [] }) =>
    models.flatMap(({ animations }) =>
      animations.flatMap(({ actions, marks = [] }) => (actions.includes(action) ? marks : [])),
    ),
  );
  const seen = new Set<string>();
  return marks
    .flatMap(({ time, frame, text }) => (time === undefined ? [] : [{ time, frame, text }]))
    .filter(({ frame, text }) => !seen.has(`${frame} ${text}`) && seen.add(`${frame} ${text}`))
    .sort((a, b) => a.time - b.time);
}

/** The list of them, with links to their frames; hidden while there are none. */
export class EventList {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'health-list' });

  constructor(private readonly go: (time: number) => void) {
    this.element = h(
      'section',
      { class: 'health events', attributes: { 'aria-label': t('Events of the action'), hidden: true } },
      h('h3', { text: t('Events of the action') }),
      this.list,
    );
  }

  show(events: readonly ActionEvent[]): void {
    this.element.hidden = events.length === 0;
    fill(
      this.list,
      events.map(({ time, frame, text }) =>
        h(
          'li',
          {},
          h('button', {
            class: 'health-finding',
            text: t('{time} s · frame {frame} · {text}', { time: fixed(time, 3), frame, text }),
            attributes: { type: 'button' },
            on: { click: () => this.go(time) },
          }),
        ),
      ),
    );
  }
}

interface TrackActions {
  scrub(time: number): void;
  step(frames: number): void;
  range(range: [number, number] | null): void;
  /** Seconds of one frame. */
  frame(): number;
  say(time: number): string;
}

/** Handles nearer to the ends than this are at the ends. */
const kSnapPixels = 4;
/** An event nearer to the pointer than this is meant. */
const kNearPixels = 5;

export class Track {
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  private readonly canvas = h('canvas', { class: 'track-marks', attributes: { 'aria-hidden': 'true' } });
  private readonly band = h('span', { class: 'track-band', attributes: { hidden: true } });
  private readonly handles: [HTMLElement, HTMLElement];
  private keys: ArrayLike<number> = [];
  private places: readonly number[] = [];
  private events: readonly ActionEvent[] = [];
  private state: PlaybackState | undefined;
  /** Measured with the next frame, once for many changes. */
  private readonly draw = perFrame(() => this.drawNow());
  private drawn = '';

  constructor(private readonly actions: TrackActions) {
    this.slider = h('input', {
      class: 'scrubber',
      attributes: { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': t('Time') },
      on: { input: () => actions.scrub(this.slider.valueAsNumber), keydown: (event) => this.key(event) },
    });
    this.handles = [this.handle(0, t('Start of the range')), this.handle(1, t('End of the range'))];
    this.element = h('div', { class: 'track' }, this.canvas, this.band, this.slider, ...this.handles);
    this.element.addEventListener('pointermove', ({ clientX }) => this.nameEvents(clientX));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  setKeys(times: ArrayLike<number>): void {
    this.keys = times;
    this.element.dataset.keys = String(times.length);
    this.drawn = '';
    this.draw();
  }

  /** Places that want to be looked at. */
  setPlaces(times: readonly number[]): void {
    this.places = times;
    this.drawn = '';
    this.draw();
  }

  /** Events of the action; the title is the one nearest to the pointer. */
  setEvents(events: readonly ActionEvent[]): void {
    this.events = events;
    this.element.dataset.events = String(events.length);
    this.element.title = '';
    this.drawn = '';
    this.draw();
  }

  show(state: PlaybackState): void {
    this.state = state;
    this.slider.max = String(state.duration || 1);
    this.slider.disabled = state.duration === 0;
    this.draw();
  }

  showTime(time: number, text: string): void {
    const { slider, state } = this;
    slider.valueAsNumber = time;
    slider.setAttribute('aria-valuetext', text);
    slider.style.setProperty('--part', String(state && state.duration > 0 ? time / state.duration : 0));
  }

  repaint(): void {
    this.drawn = '';
    this.draw();
  }

  private get width(): number {
    return this.element.clientWidth;
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.actions.step(step);
  }

  private handle(side: 0 | 1, label: string): HTMLElement {
    const element = h('span', {
      class: `track-handle ${side === 0 ? 'is-start' : 'is-end'}`,
      title: label,
      // Until it has a place.
      attributes: { role: 'slider', tabindex: 0, 'aria-label': label, hidden: true },
      on: {
        pointerdown: (event) => {
          element.setPointerCapture(event.pointerId);
          event.preventDefault();
          element.focus();
        },
        pointermove: (event) => {
          if (!element.hasPointerCapture(event.pointerId) || !this.state) return;
          const x = event.clientX - this.element.getBoundingClientRect().left,
            { duration } = this.state,
            end = side === 0 ? 0 : duration;
          const near = Math.abs(x - markX(end, duration, this.width)) < kSnapPixels;
          this.move(side, near ? end : markTime(x, duration, this.width));
        },
        keydown: (event) => {
          const { state } = this,
            frame = this.actions.frame();
          if (!state || event.altKey || event.ctrlKey || event.metaKey) return;
          const at = (state.range ?? [0, state.duration])[side];
          const to = {
            ArrowLeft: at - frame,
            ArrowDown: at - frame,
            ArrowRight: at + frame,
            ArrowUp: at + frame,
            PageDown: at - 10 * frame,
            PageUp: at + 10 * frame,
            Home: 0,
            End: state.duration,
            Delete: side === 0 ? 0 : state.duration,
          }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          this.move(side, to);
        },
      },
    });
    return element;
  }

  private move(side: 0 | 1, time: number): void {
    const { state } = this;
    if (!state || state.duration === 0) return;
    const range: [number, number] = [...(state.range ?? [0, state.duration])],
      least = Math.min(this.actions.frame(), state.duration);
    range[side] =
      side === 0
        ? Math.max(0, Math.min(time, range[1] - least))
        : Math.min(state.duration, Math.max(time, range[0] + least));
    this.actions.range(range[0] <= 0 && range[1] >= state.duration ? null : range);
  }

  private nameEvents(clientX: number): void {
    const { state, events } = this;
    if (!state || events.length === 0) return;
    const x = clientX - this.element.getBoundingClientRect().left;
    const near = events.filter(({ time }) => Math.abs(markX(time, state.duration, this.width) - x) < kNearPixels);
    this.element.title = inert(near.map(({ text }) => text).join('\n'));
  }

  private drawNow(): void {
    const { state, width, canvas } = this;
    if (!state || width === 0) return;
    const { duration, range } = state,
      [from, to] = range ?? [0, duration];
    this.element.classList.toggle('has-range', range !== null);
    this.band.hidden = range === null;
    const [left, right] = [markX(from, duration, width), markX(to, duration, width)];
    this.band.style.left = `${left}px`;
    this.band.style.width = `${Math.max(0, right - left)}px`;
    for (const [handle, x, time] of [
      [this.handles[0], left, from],
      [this.handles[1], right, to],
    ] as const) {
      handle.hidden = duration === 0;
      handle.style.left = `${x}px`;
      handle.setAttribute('aria-valuemin', '0');
      handle.setAttribute('aria-valuemax', String(duration));
      handle.setAttribute('aria-valuenow', String(time));
      handle.setAttribute('aria-valuetext', this.actions.say(time));
    }
    const scale = Math.min(devicePixelRatio || 1, 2),
      height = this.element.clientHeight,
      what = [width, height, scale, duration].join();
    if (what === this.drawn) return;
    this.drawn = what;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const ctx = canvas.getContext('2d')!,
      style = getComputedStyle(this.element);
    ctx.fillStyle = style.getPropertyValue('--text-quiet');
    const top = Math.round((height / 2 + 6) * scale);
    if (duration > 0)
      for (const column of columnsOf(this.keys, duration, width, scale))
        ctx.fillRect(column - Math.floor(scale / 2), top, Math.max(1, Math.round(scale)), Math.round(4 * scale));
    ctx.fillStyle = style.getPropertyValue('--accent');
    const times = this.events.map(({ time }) => time);
    if (duration > 0)
      for (const column of columnsOf(times, duration, width, scale))
        ctx.fillRect(column - Math.round(scale), 0, Math.round(2 * scale), Math.round((height / 2 - 5) * scale));
    ctx.fillStyle = style.getPropertyValue('--warning');
    for (const place of this.places) {
      const x = markX(Math.min(place, duration), duration, width) * scale,
        size = 3.5 * scale;
      ctx.beginPath();
      ctx.moveTo(x, size * 2);
      ctx.lineTo(x - size, 0);
      ctx.lineTo(x + size, 0);
      ctx.fill();
    }
  }
}
