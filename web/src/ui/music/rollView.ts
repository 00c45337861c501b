// The piano roll on the page: its canvas, what part of the song it shows, the hands on it, and the line about the
// chosen note.

import { kRate, type SongFacts } from '../../music/messages';
import { kRuler, type RollView as PictureView, type RollColors, RollPicture } from '../../music/picture';
import { noteName, readRoll, type Roll, type RollEffect, type RollNote } from '../../music/roll';
import type { WorldKit } from '../world/kit';

const kLeastLane = 52;
/** Below the name of a channel there are switches for fingers. */
const kLeastLaneByTouch = 78;
const kMostLane = 130;
/** Pixels per second. */
const kLeastScale = 2;
const kMostScale = 600;

interface RollHost {
  seek(seconds: number): void;
  /** An effect was clicked. */
  playEffect(effect: RollEffect): void;
  /** A click on a lane: solo with Shift, else mute. */
  press(channel: number, what: 'mute' | 'solo'): void;
  /** A note was chosen, or with undefined none. */
  choose(note: RollNote | undefined): void;
}

/** The piano roll on the page: its canvas, what part of the song it shows, and the hands on it. */
export class RollView {
  readonly canvas: HTMLCanvasElement;
  roll: Roll = { notes: [], programs: [], tempo: [], effects: [] };
  #picture = new RollPicture(this.roll);
  #length = 0;
  #from = 0;
  #scale = 40;
  #lane = kLeastLane;
  #height = 0;
  #down: { x: number; from: number; moved: boolean } | undefined;
  #framed: ReadonlySet<RollNote> = new Set();
  /** Notes in the order of their starts. */
  #inTime: readonly RollNote[] = [];
  #chosen: RollNote | undefined;
  #mark: number | undefined;

  constructor(
    private readonly kit: WorldKit,
    private readonly host: RollHost,
  ) {
    const { h, t } = kit;
    this.canvas = h('canvas', {
      class: 'song-roll',
      attributes: {
        tabindex: 0,
        role: 'application',
        'aria-label': t('Piano roll. Left and Right seek, plus and minus zoom, Space plays.'),
      },
    });
    this.#listen();
  }

  get channels(): number[] {
    return this.#picture.lanes.map(({ channel }) => channel);
  }

  show(facts: SongFacts): void {
    this.roll = readRoll(facts.roll);
    this.#picture = new RollPicture(this.roll);
    const last = this.roll.effects.reduce((most, { end }) => Math.max(most, end), facts.length / kRate);
    this.#length = last;
    this.#inTime = [...this.roll.notes].sort((a, b) => a.start - b.start || a.channel - b.channel || a.row - b.row);
    this.#frame([]);
    this.#from = 0;
    // Some bars to begin with, or the whole of a short song.
    this.#scale = Math.max(kLeastScale, Math.min(kMostScale, this.#width / Math.min(16, Math.max(1, last))));
  }

  /** Height of the lanes for a place of this height, and their first pixel. */
  layOut(available: number): { lane: number; top: number } {
    const { top, lanes } = this.#picture,
      least = matchMedia('(pointer: coarse)').matches ? kLeastLaneByTouch : kLeastLane;
    this.#lane = Math.max(least, Math.min(kMostLane, Math.floor((available - top) / Math.max(1, lanes.length))));
    this.#height = Math.max(top + this.#lane * lanes.length, available);
    this.canvas.style.height = `${this.#height}px`;
    return { lane: this.#lane, top };
  }

  /** Larger than 1: nearer. The time at `x` stays where it is. */
  zoom(factor: number, x = this.#width / 2): void {
    const at = this.#from + x / this.#scale;
    this.#scale = Math.max(kLeastScale, Math.min(kMostScale, this.#scale * factor));
    this.#moveTo(at - x / this.#scale);
  }

  /** The page that has this time, when it is not to be seen. */
  follow(seconds: number): void {
    const x = (seconds - this.#from) * this.#scale;
    if (x < 0 || x > this.#width - 24) this.#moveTo(seconds - 24 / this.#scale);
  }

  /** Frames a note and brings it into sight. */
  choose(note: RollNote): void {
    this.#frame([note]);
    this.#chosen = note;
    this.follow(note.start);
  }

  /** Marks a moment and brings it into sight. */
  mark(seconds: number): void {
    this.#frame([]);
    this.#mark = seconds;
    this.follow(seconds);
  }

  chooseNone(): void {
    this.#frame([]);
  }

  /** The note after the chosen one in time, or with -1 the one before; without one, the first from `now` on. */
  step(by: 1 | -1, now: number): RollNote | undefined {
    const notes = this.#inTime,
      at = this.#chosen ? notes.indexOf(this.#chosen) + by : notes.findIndex(({ end }) => end > now);
    const note = notes[Math.max(0, Math.min(at, notes.length - 1))];
    if (note) this.choose(note);
    return note;
  }

  /** Frames the notes that a program plays, and brings the first from `now` on into sight. */
  frameProgram(program: number, now: number): void {
    const notes = this.#inTime.filter((note) => note.program === program),
      next = notes.find(({ end }) => end > now) ?? notes[0];
    this.#frame(notes);
    if (next) this.follow(next.start);
  }

  draw({ now, muted, voices }: Pick<PictureView, 'now' | 'muted' | 'voices'>, colors: RollColors): void {
    const { canvas } = this,
      ratio = Math.min(2, devicePixelRatio),
      width = this.#width,
      height = this.#height;
    if (width === 0 || height === 0) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const view = { width, height, lane: this.#lane, from: this.#from, scale: this.#scale, length: this.#length };
    const { t } = this.kit,
      programLabel = (program: number): string => t('Program {list}', { list: program });
    this.#picture.draw(
      context,
      { ...view, now, muted, voices, programLabel, framed: this.#framed, mark: this.#mark },
      colors,
    );
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  get #width(): number {
    return this.canvas.clientWidth || 600;
  }

  #frame(notes: Iterable<RollNote>): void {
    this.#framed = new Set(notes);
    this.#chosen = this.#mark = undefined;
  }

  #moveTo(from: number): void {
    this.#from = Math.max(0, Math.min(from, this.#length - (0.5 * this.#width) / this.#scale));
  }

  #listen(): void {
    const { canvas } = this;
    canvas.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY / 300), event.offsetX);
        else if (event.deltaX !== 0 || event.shiftKey)
          this.#moveTo(this.#from + (event.deltaX || event.deltaY) / this.#scale);
        else return;
        event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.#down = { x: event.offsetX, from: this.#from, moved: false };
    });
    canvas.addEventListener('pointermove', (event) => {
      const down = this.#down;
      if (!down) return;
      down.moved ||= Math.abs(event.offsetX - down.x) > 4;
      if (down.moved) this.#moveTo(down.from - (event.offsetX - down.x) / this.#scale);
    });
    canvas.addEventListener('pointerup', (event) => {
      const down = this.#down;
      this.#down = undefined;
      if (!down || down.moved) return;
      const lane = Math.floor((event.offsetY - this.#picture.top) / this.#lane),
        channel = this.#picture.lanes[lane]?.channel;
      if (event.altKey && channel !== undefined) this.host.press(channel, event.shiftKey ? 'solo' : 'mute');
      else {
        const view = { lane: this.#lane, from: this.#from, scale: this.#scale };
        this.host.choose(this.#picture.noteAt(event.offsetX, event.offsetY, view));
        this.#seekAt(event);
      }
    });
    canvas.addEventListener('pointercancel', () => (this.#down = undefined));
  }

  /** An effect plays from its start to its end. */
  #seekAt({ offsetX, offsetY }: PointerEvent): void {
    const seconds = Math.max(0, this.#from + offsetX / this.#scale);
    const onEffects = offsetY >= kRuler && offsetY < this.#picture.top;
    const effect = onEffects && this.roll.effects.find(({ start, end }) => seconds >= start && seconds < end);
    if (effect) this.host.playEffect(effect);
    else this.host.seek(seconds);
  }
}

interface ChosenHost {
  /** The sound of a program. */
  sound(program: number): void;
  /** The bytes of a note. */
  bytes(note: RollNote): void;
}

/** The line about the note that is chosen in the roll, with the ways to its sound and to its bytes. */
export class Chosen {
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #sound: HTMLButtonElement;
  #note: RollNote | undefined;

  constructor(
    private readonly kit: WorldKit,
    host: ChosenHost,
  ) {
    const { h, t } = kit;
    const button = (text: string, press: (note: RollNote) => void): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text,
        attributes: { type: 'button' },
        on: { click: () => this.#note && press(this.#note) },
      });
    this.#text = h('span', { class: 'numbers', attributes: { role: 'status' } });
    this.#sound = button('', ({ program }) => host.sound(program));
    this.element = h(
      'p',
      { class: 'song-chosen', attributes: { hidden: true } },
      this.#text,
      this.#sound,
      button(t('Bytes'), (note) => host.bytes(note)),
    );
  }

  show(note: RollNote | undefined): void {
    this.#note = note;
    this.element.hidden = note === undefined;
    if (!note) return;
    const { t, fixed } = this.kit;
    this.#text.textContent = t('{note} on channel {channel}, velocity {velocity}, {start} to {end} s', {
      note: noteName(note.note),
      channel: note.channel,
      velocity: note.velocity,
      start: fixed(note.start, 2),
      end: fixed(note.end, 2),
    });
    this.#sound.textContent = t('Program {number}', { number: note.program });
  }
}
