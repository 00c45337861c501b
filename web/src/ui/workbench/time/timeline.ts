// The Timeline: a lane for each event or time operator, with the bars of when it plays.

import type { Bench, Pane } from '../bench';
import type { Attempt } from '../text/draft';
import {
  type BarPart,
  dragBars,
  kBeatStep,
  kDecimals,
  LaneView,
  type PlacedBar,
  type PlacedLane,
  placeLanes,
  type TimeScale,
} from './lanes';
import { BarTools, type BarNumber } from './barTools';
import { addBar, duplicateBar, placeBar, removeBars, setBarText, setBpm, setEndless, splitBar } from './edits';
import { Hold, numberText, snapped } from './numbers';
import { LevelStrip, Ruler } from './ruler';
import { beatOf, secondsOf } from './playhead';
import { songOf, type Bar, type Lane, type Song } from './song';

/** Beats that show where nothing ends. */
const kLeastLength = 8;
const kLeastPerBeat = 2;
const kMostPerBeat = 400;
const kZoom = 0.0016;
/** Frames are this near to the beat that was asked for. */
const kArrived = 0.05;

/** A bar that is held. */
interface Drag {
  bars: Bar[];
  part: BarPart;
  /** The beat under the pointer at the start. */
  from: number;
  hold: Hold;
}

export class Timeline implements Pane {
  readonly element: HTMLElement;
  readonly #tools: BarTools;
  readonly #ruler: Ruler;
  readonly #level: LevelStrip;
  readonly #view: LaneView;
  readonly #empty: HTMLElement;
  readonly #watch = new ResizeObserver(() => this.#draw());
  readonly #unlisten: () => void;
  #song: Song = { bpm: 120, lanes: [], bars: new Map(), length: 0 };
  #lanes: PlacedLane[] = [];
  #scale: TimeScale = { from: 0, perBeat: 0, width: 0 };
  #version = -1;
  #isShown = false;
  #drag: Drag | undefined;
  #asked = 0;
  /** Where the playhead was sent to, until the picture is there. */
  #sought: number | undefined;
  /** The picture goes back to where a looped stretch begins. */
  #isJumping = false;
  /** A held arrow key is one step. */
  #keyHold: { hold: Hold; bars: string } | undefined;

  constructor(private readonly bench: Bench) {
    const { h, t } = bench.kit;
    this.#tools = new BarTools(bench.kit, {
      bpm: (value) => void this.#setBpm(value),
      add: () => this.#add(),
      split: () => this.#split(),
      duplicate: () => this.#one((bar) => duplicateBar(bench.draft, bar, kDecimals)),
      remove: () => this.#remove(),
      endless: () => this.#one((bar) => setEndless(bench.draft, bar, bar.end !== undefined, 4, kDecimals)),
      loop: () => this.#loopChosen(),
      fit: () => this.#fit(),
      number: (name, value) => this.#setNumber(name, value),
      text: (value) => this.#one((bar) => setBarText(bench.draft, bar, value)),
    });
    this.#ruler = new Ruler(bench.kit, {
      seek: (beat) => this.#seek(beat),
      loop: () => this.#drawTools(),
      beat: () => this.#beat,
      length: () => Math.max(kLeastLength, this.#song.length),
    });
    this.#level = new LevelStrip(bench.kit);
    this.#view = new LaneView(bench, () => this.#draw());
    this.#empty = h('p', {
      class: 'timeline-empty quiet',
      text: t('No event or time operator has a name yet. Add one in the Stack: its bars are made here.'),
    });
    this.element = h(
      'div',
      { class: 'timeline-pane' },
      this.#tools.element,
      h(
        'div',
        { class: 'timeline-top' },
        h('span', { class: 'timeline-corner quiet', text: t('beats') }),
        this.#ruler.element,
      ),
      this.#level.element,
      this.#view.element,
      this.#empty,
    );
    this.#listen();
    this.#watch.observe(this.#view.element);
    this.#unlisten = bench.on((event, loose) => this.#changed(event, loose));
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (shown) this.#draw();
  }

  dispose(): void {
    this.#unlisten();
    this.#watch.disconnect();
    cancelAnimationFrame(this.#asked);
  }

  // -- what shows -------------------------------------------------------------------------------------------------------

  #changed(event: string, loose: boolean): void {
    if (event === 'frame') {
      this.#arrived();
      this.#again();
    }
    if (!this.#isShown) return;
    if (event === 'frame') return this.#placeHead();
    if (event === 'text' && !loose) this.#draw();
    else if (this.#asked === 0) this.#asked = requestAnimationFrame(() => this.#draw());
  }

  /** A stretch that is looped starts again where it ends. */
  #again(): void {
    const { frame } = this.bench.picture,
      { stretch } = this.#ruler;
    if (!stretch || !frame || frame.time < secondsOf(stretch.to, this.#song.bpm)) this.#isJumping = false;
    else if (frame.playing && !this.#isJumping) this.#jump(stretch.from);
  }

  #jump(beat: number): void {
    // Frames from before it may still be on their way.
    this.#isJumping = true;
    this.bench.picture.seek(secondsOf(beat, this.#song.bpm));
    this.bench.picture.play(true);
  }

  get #beat(): number {
    return this.#sought ?? beatOf(this.bench, this.#song.bpm);
  }

  #seek(beat: number): void {
    this.#sought = beat;
    this.bench.picture.seek(secondsOf(beat, this.#song.bpm));
    this.#placeHead();
  }

  /** The picture has come to where it was sent, or plays by itself. */
  #arrived(): void {
    if (this.#sought === undefined) return;
    const beat = beatOf(this.bench, this.#song.bpm);
    if (this.bench.picture.frame?.playing || Math.abs(beat - this.#sought) < kArrived) this.#sought = undefined;
  }

  #read(): void {
    const { draft } = this.bench;
    if (this.#version === draft.version) return;
    this.#version = draft.version;
    this.#song = songOf(draft.rootText, draft.root);
    this.#lanes = placeLanes(this.#song).lanes;
  }

  get #chosen(): Bar[] {
    return this.bench.draft.selection.flatMap((pointer) => this.#song.bars.get(pointer) ?? []);
  }
  get #front(): Bar | undefined {
    return this.#chosen.at(-1);
  }

  #draw(): void {
    cancelAnimationFrame(this.#asked);
    this.#asked = 0;
    if (!this.#isShown) return;
    this.#read();
    const width = Math.max(1, this.#view.tracks.clientWidth);
    if (this.#scale.perBeat === 0 && this.#view.tracks.clientWidth > 0) this.#fitTo(width);
    this.#scale = { ...this.#scale, width };
    this.#empty.hidden = this.#lanes.length > 0;
    this.#ruler.show(this.#scale);
    this.#level.show(this.bench.picture.roll, this.#scale, this.#song.bpm / 60);
    this.#view.show(this.#lanes, this.#scale, {
      chosen: new Set(this.bench.draft.selection),
      front: this.#front?.pointer,
      active: this.#active(),
    });
    this.#drawTools();
    this.#placeHead();
  }

  #drawTools(): void {
    this.#tools.show(this.#song, this.#front, this.#ruler.stretch !== undefined, this.bench.draft.broken !== undefined);
  }

  /** Pointers of the bars that play now. */
  #active(): Set<string> {
    const beat = this.#beat;
    const playing = [...this.#song.bars.values()].filter(({ from, to }) => beat >= from && beat < to);
    return new Set(playing.map(({ pointer }) => pointer));
  }

  #placeHead(): void {
    const beat = this.#beat;
    this.#ruler.place(beat);
    this.#view.place(this.#scale, beat, this.#active());
  }

  #fit(): void {
    this.#fitTo(Math.max(1, this.#view.tracks.clientWidth));
    this.#draw();
  }

  #fitTo(width: number): void {
    const length = Math.max(kLeastLength, this.#song.length) * 1.08;
    this.#scale = { from: 0, perBeat: Math.max(kLeastPerBeat, width / length), width };
  }

  #zoom(factor: number, x: number): void {
    const { from, perBeat, width } = this.#scale,
      next = Math.min(kMostPerBeat, Math.max(kLeastPerBeat, perBeat * factor));
    this.#scale = { from: Math.max(0, from + x / perBeat - x / next), perBeat: next, width };
    this.#draw();
  }

  #pan(pixels: number): void {
    this.#scale = { ...this.#scale, from: Math.max(0, this.#scale.from + pixels / this.#scale.perBeat) };
    this.#draw();
  }

  // -- what hands do ----------------------------------------------------------------------------------------------------

  #take(attempt: Attempt, loose = false): boolean {
    const { draft } = this.bench;
    if (draft.apply(attempt, loose)) return true;
    this.bench.say(this.bench.words(draft.refusal));
    return false;
  }

  /** A step of its own, after which the chosen bar has the focus. */
  #step(attempt: Attempt): void {
    this.bench.draft.settle();
    if (!this.#take(attempt)) return this.#draw();
    this.bench.draft.settle();
    if ('label' in attempt) this.bench.say(this.bench.words(attempt.label));
    this.#draw();
    const { activeElement } = document;
    if (activeElement === document.body || this.#view.tracks.contains(activeElement)) this.#focusFront();
    else if (this.#front) this.#reveal(this.#front);
  }

  #focusFront(): void {
    const bar = this.#front;
    if (!bar) return;
    this.#reveal(bar);
    this.#view.focus(bar.pointer);
  }

  #one(make: (bar: Bar) => Attempt): void {
    const bar = this.#front;
    if (bar) this.#step(make(bar));
    else this.bench.say(this.bench.kit.t('No bar is chosen.'));
  }

  /** Where a new bar comes: the lane of the chosen bar or operator, else the first one. */
  #laneHere(): Lane | undefined {
    const bar = this.#front,
      front = this.bench.draft.selection.at(-1) ?? '',
      lanes = this.#song.lanes.filter(({ op }) => op !== '');
    return (
      lanes.find(({ bars }) => bar && bars.includes(bar)) ??
      lanes.find(({ pointer }) => front === pointer || front.startsWith(`${pointer}/`)) ??
      lanes[0]
    );
  }

  #add(): void {
    const { draft, kit } = this.bench,
      lane = this.#laneHere();
    if (!lane) return this.bench.say(kit.t('There is no event or time operator to add a bar of.'));
    this.#step(addBar(draft, lane, snapped(this.#beat, kBeatStep), kDecimals));
  }

  #split(): void {
    this.#one((bar) => splitBar(this.bench.draft, bar, this.#beat, kDecimals));
  }

  #remove(): void {
    const bars = this.#chosen;
    if (bars.length > 0) this.#step(removeBars(this.bench.draft, bars));
  }

  #setNumber(name: BarNumber, value: number): void {
    this.#one((bar) => {
      const { draft } = this.bench,
        ease = (part: number): number => Math.min(0.5, Math.max(0, part));
      const place =
        name === 'start'
          ? { start: Math.max(0, value), end: bar.end }
          : name === 'end'
            ? { start: bar.start, end: value }
            : {
                start: bar.start,
                end: bar.end,
                ease: (name === 'in' ? [ease(value), bar.ease[1]] : [bar.ease[0], ease(value)]) as [number, number],
              };
      return placeBar(draft, bar, place, 6, new Hold());
    });
  }

  async #setBpm(value: number): Promise<void> {
    const { draft, kit } = this.bench,
      { t } = kit,
      bpm = Math.min(1000, Math.max(1, value));
    if (bpm === this.#song.bpm) return this.#draw();
    const beats = t('Keep beats'),
      seconds = t('Keep seconds');
    const answer = await this.bench.choose(t('Tempo {bpm}', { bpm: numberText(bpm, 3) }), [
      { name: beats, help: t('Numbers stay, all of it plays at another speed') },
      { name: seconds, help: t('Bars and keys move, so that they play when they did') },
    ]);
    if (answer === undefined) return this.#draw();
    this.#step(setBpm(draft, this.#song, bpm, answer === seconds ? 'seconds' : 'beats'));
  }

  #loopChosen(): void {
    const bar = this.#front;
    if (this.#ruler.stretch) this.#ruler.loop(undefined);
    else if (bar) this.#ruler.loop({ from: bar.from, to: bar.to === Infinity ? bar.from + kLeastLength : bar.to });
    this.#drawTools();
  }

  /** So that the bar is in sight. */
  #reveal(bar: Bar): void {
    const { from, perBeat, width } = this.#scale,
      to = from + width / perBeat;
    if (bar.from < from || bar.from > to) this.#scale = { ...this.#scale, from: Math.max(0, bar.from - 1) };
    const placed = this.#lanes.flatMap(({ bars }) => bars).find((one) => one.bar.pointer === bar.pointer);
    if (placed) this.#view.reveal(placed);
    this.#draw();
  }

  #choose(bar: Bar, extend: boolean): void {
    const { draft } = this.bench,
      { selection } = draft;
    if (!extend) draft.select([bar.pointer]);
    else if (selection.includes(bar.pointer)) draft.select(selection.filter((pointer) => pointer !== bar.pointer));
    else draft.select([...selection, bar.pointer]);
  }

  #beatAt(event: MouseEvent): number {
    return this.#scale.from + (event.clientX - this.#view.tracks.getBoundingClientRect().left) / this.#scale.perBeat;
  }

  #listen(): void {
    const tracks = this.#view.tracks;
    tracks.addEventListener('pointerdown', (event) => this.#press(event));
    tracks.addEventListener('pointermove', (event) => this.#dragTo(event));
    tracks.addEventListener('pointerup', () => this.#release(true));
    tracks.addEventListener('pointercancel', () => this.#release(false));
    tracks.addEventListener('focusin', (event) => {
      const view = this.#view.viewAt(event.target);
      if (view && !this.#drag && !this.#chosen.includes(view.placed.bar)) this.#choose(view.placed.bar, false);
    });
    this.element.addEventListener('keyup', () => this.#endKeys());
    this.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #wheel(event: WheelEvent): void {
    const x = event.clientX - this.#view.tracks.getBoundingClientRect().left;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * kZoom * 2), Math.max(0, x));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.#pan(event.deltaX || event.deltaY);
    }
  }

  #press(event: PointerEvent): void {
    const view = this.#view.viewAt(event.target);
    if (event.button !== 0) return;
    if (!view) return this.bench.draft.select([]);
    const { bar } = view.placed,
      part = ((event.target as HTMLElement).dataset.part ?? 'body') as BarPart;
    view.element.focus({ preventScroll: true });
    if (event.shiftKey || !this.#chosen.includes(bar)) this.#choose(bar, event.shiftKey);
    if (this.bench.draft.broken || event.shiftKey) return;
    event.preventDefault();
    this.#view.tracks.setPointerCapture(event.pointerId);
    const others = this.#chosen.filter(
      (one) => one !== bar && part === 'body' && !isWithin(one, bar) && !isWithin(bar, one),
    );
    this.#drag = { bars: [bar, ...others], part, from: this.#beatAt(event), hold: new Hold() };
  }

  #dragTo(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    const { bars, part, hold } = drag,
      [front] = bars,
      beat = this.#beatAt(event),
      // A bar without an end has none that could be moved: it gets one under the pointer.
      from = part === 'end' && front!.end === undefined ? front!.from : drag.from;
    this.#take(dragBars(this.bench.draft, bars, part, beat - from, event.altKey, hold), true);
    this.#draw();
  }

  #release(isWanted: boolean): void {
    if (!this.#drag) return;
    this.#drag = undefined;
    if (isWanted) this.bench.draft.settle();
    else this.bench.draft.cancel();
  }

  // -- keys -------------------------------------------------------------------------------------------------------------

  key(event: KeyboardEvent): boolean {
    const { target } = event;
    if (target instanceof HTMLInputElement) {
      if (event.key === 'Escape') this.#focusFront();
      return event.key === 'Escape';
    }
    if (event.key === 'Escape' && this.#drag) {
      this.#release(false);
      return true;
    }
    if (target === this.#ruler.element && this.#ruler.key(event)) return true;
    const view = this.#view.viewAt(target);
    if (event.key.startsWith('Arrow')) return view !== undefined && this.#arrow(event, view.placed);
    if (event.key === 'Enter' && view) this.#tools.focusText();
    else if (event.key === 'Delete' && !(target instanceof HTMLSelectElement)) this.#remove();
    else return this.#letter(event);
    return true;
  }

  #letter(event: KeyboardEvent): boolean {
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl || event.altKey) {
      if (!isCtrl || event.code !== 'KeyD' || !this.#front) return false;
      this.#one((bar) => duplicateBar(this.bench.draft, bar, kDecimals));
      return true;
    }
    const middle = this.#scale.width / 2;
    const acts: Record<string, () => void> = {
      KeyA: () => this.#add(),
      KeyB: () => this.#split(),
      KeyF: () => this.#fit(),
      KeyL: () => this.#loopChosen(),
      Equal: () => this.#zoom(1.25, middle),
      NumpadAdd: () => this.#zoom(1.25, middle),
      Minus: () => this.#zoom(0.8, middle),
      NumpadSubtract: () => this.#zoom(0.8, middle),
    };
    const act = event.shiftKey && event.code !== 'Equal' ? undefined : acts[event.code];
    act?.();
    return act !== undefined;
  }

  /** Left and right move the chosen bars, with Shift the end; up and down go to other bars. */
  #arrow(event: KeyboardEvent, { bar }: PlacedBar): boolean {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (side === undefined) {
      this.#neighbour(bar, event.key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      this.#sibling(bar, side);
      return true;
    }
    const bars = [bar, ...this.#chosen.filter((one) => one !== bar && !isWithin(one, bar) && !isWithin(bar, one))],
      id = `${event.shiftKey} ${bars.map(({ pointer }) => pointer).join()}`;
    if (this.#keyHold?.bars !== id) {
      this.#endKeys();
      this.#keyHold = { hold: new Hold(), bars: id };
    }
    const by = side * (event.altKey ? 0.01 : kBeatStep);
    this.#take(
      dragBars(this.bench.draft, bars, event.shiftKey ? 'end' : 'body', by, event.altKey, this.#keyHold.hold),
      true,
    );
    this.#draw();
    return true;
  }

  /** A held key is let go: its steps are one. */
  #endKeys(): void {
    if (!this.#keyHold) return;
    this.#keyHold = undefined;
    this.bench.draft.settle();
  }

  #inOrder(): PlacedBar[] {
    return this.#lanes.flatMap(({ bars }) => [...bars].sort((a, b) => a.bar.from - b.bar.from || a.depth - b.depth));
  }

  /** The bar before or after in its lane. */
  #sibling(bar: Bar, by: number): void {
    const all = this.#inOrder(),
      at = all.findIndex((one) => one.bar.pointer === bar.pointer),
      next = all[at + by];
    if (next) this.#goTo(next.bar);
  }

  /** The nearest bar of the lane above or below. */
  #neighbour(bar: Bar, by: number): void {
    const lane = this.#lanes.findIndex(({ bars }) => bars.some((one) => one.bar.pointer === bar.pointer));
    for (let i = lane + by; i >= 0 && i < this.#lanes.length; i += by) {
      const bars = this.#lanes[i]!.bars.filter(({ depth }) => depth === 0).map((one) => one.bar);
      if (bars.length === 0) continue;
      return this.#goTo(bars.reduce((a, b) => (Math.abs(b.from - bar.from) < Math.abs(a.from - bar.from) ? b : a)));
    }
  }

  #goTo(bar: Bar): void {
    this.#choose(bar, false);
    this.#draw();
    this.#focusFront();
  }
}

const isWithin = (inner: Bar, outer: Bar): boolean => inner.pointer.startsWith(`${outer.pointer}/`);
