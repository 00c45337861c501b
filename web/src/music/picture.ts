// Draws a piano roll: a lane for each channel, time from left to right. A note is lit while its voice sounds, which is
// longer than its key is held where it fades, and shorter where another note took the voice.

import { voiceOf, type Roll, type RollNote } from './roll';

export const kRuler = 30;
export const kEffectLane = 26;
/** Lanes below this height name no programs. */
const kLabelled = 40;
/** Pixels of the thinnest note. */
const kLeastWidth = 2;
/** How far beside a note it is still meant. */
const kReach = 3;

export interface RollColors {
  text: string;
  quiet: string;
  line: string;
  strong: string;
  accent: string;
  surface: string;
  isDark: boolean;
}

export interface RollView {
  width: number;
  height: number;
  /** Height of one lane. */
  lane: number;
  /** Seconds at the left edge, and pixels per second. */
  from: number;
  scale: number;
  /** Seconds that are heard now. */
  now: number;
  length: number;
  muted: number;
  /** Voices that sound, as `voiceOf` numbers their notes. */
  voices: ReadonlySet<number>;
  programLabel: (program: number) => string;
  /** Notes that are framed: the chosen one, or those that one program plays. */
  framed?: ReadonlySet<RollNote> | undefined;
  /** Seconds of a moment that is marked. */
  mark?: number | undefined;
}

interface Lane {
  channel: number;
  notes: RollNote[];
  /** Seconds of its longest note: how far back one that sounds may have begun. */
  longest: number;
  lowest: number;
  highest: number;
  programs: { at: number; program: number }[];
}

/** Golden angle: neighbours differ. */
const hueOf = (channel: number): number => (35 + channel * 137.5) % 360;

export class RollPicture {
  readonly lanes: Lane[];

  constructor(readonly roll: Roll) {
    const channels = [...new Set(roll.notes.map(({ channel }) => channel))].sort((a, b) => a - b);
    this.lanes = channels.map((channel) => {
      const notes = roll.notes.filter((note) => note.channel === channel),
        reduce = (pick: (a: number, b: number) => number, of: (note: RollNote) => number, first: number): number =>
          notes.reduce((best, note) => pick(best, of(note)), first);
      return {
        channel,
        notes,
        longest: reduce(Math.max, ({ start, end }) => end - start, 0),
        lowest: reduce(Math.min, ({ note }) => note, 127),
        highest: reduce(Math.max, ({ note }) => note, 0),
        programs: roll.programs.filter((row) => row.channel === channel),
      };
    });
  }

  /** Lanes begin here. */
  get top(): number {
    return kRuler + (this.roll.effects.length > 0 ? kEffectLane : 0);
  }

  /** The note at a place of the picture; of several the one that begins last. */
  noteAt(
    x: number,
    y: number,
    { lane: tall, from, scale }: Pick<RollView, 'lane' | 'from' | 'scale'>,
  ): RollNote | undefined {
    const index = Math.floor((y - this.top) / tall),
      lane = this.lanes[index];
    if (!lane) return undefined;
    const { head, inside, span, lowest, thick } = measuresOf(lane, tall),
      seconds = from + x / scale;
    let found: RollNote | undefined;
    for (let i = firstFrom(lane.notes, seconds - lane.longest - kReach / scale); i < lane.notes.length; ++i) {
      const note = lane.notes[i]!;
      if (note.start > seconds + kReach / scale) break;
      const middle = this.top + index * tall + head + (inside - thick) * (1 - (note.note - lowest) / span) + thick / 2,
        isThere = seconds <= Math.max(note.end, note.start + kLeastWidth / scale) + kReach / scale;
      if (isThere && Math.abs(y - middle) <= thick / 2 + kReach) found = note;
    }
    return found;
  }

  draw(context: CanvasRenderingContext2D, view: RollView, colors: RollColors): void {
    const { width, height, from, scale, now } = view,
      x = (seconds: number): number => (seconds - from) * scale;
    context.clearRect(0, 0, width, height);
    this.#ruler(context, view, colors, x);
    if (this.roll.effects.length > 0) this.#effects(context, view, colors, x);
    this.lanes.forEach((lane, i) => this.#lane(context, lane, this.top + i * view.lane, view, colors, x));
    if (view.mark !== undefined) {
      context.fillStyle = colors.text;
      context.fillRect(Math.round(x(view.mark)), 0, 1, height);
    }
    context.fillStyle = colors.accent;
    context.fillRect(Math.round(x(now)) - 1, 0, 2, height);
  }

  #ruler(
    context: CanvasRenderingContext2D,
    { width, height, from, scale, length }: RollView,
    colors: RollColors,
    x: (seconds: number) => number,
  ): void {
    const step = [0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300].find((each) => each * scale >= 64) ?? 600;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (let at = Math.max(0, Math.floor(from / step)) * step; x(at) < width && at <= length + step; at += step) {
      context.fillStyle = colors.line;
      context.fillRect(Math.round(x(at)), kRuler - 8, 1, height);
      context.fillStyle = colors.quiet;
      context.fillText(clockText(at, step), x(at) + 4, 8);
    }
    let free = -Infinity;
    for (const { at, bpm } of this.roll.tempo) {
      const place = x(at);
      if (place > width) break;
      context.fillStyle = colors.strong;
      context.fillRect(Math.round(place), 15, 1, kRuler - 15);
      // A tempo that is held is named at the left edge as well; where they crowd, the first is.
      const text = `♩ = ${bpm.toFixed(bpm < 100 ? 1 : 0)}`;
      if (place < free || place < -80) continue;
      context.fillStyle = colors.text;
      context.fillText(text, place + 4, 21);
      free = place + context.measureText(text).width + 12;
    }
    context.fillStyle = colors.strong;
    context.fillRect(0, kRuler - 1, width, 1);
  }

  #effects(
    context: CanvasRenderingContext2D,
    { width, now }: RollView,
    colors: RollColors,
    x: (seconds: number) => number,
  ): void {
    for (const { major, minor, start, end } of this.roll.effects) {
      const left = x(start),
        wide = Math.max(kLeastWidth, x(end) - left);
      if (left > width || left + wide < 0) continue;
      const isNow = now >= start && now < end;
      context.fillStyle = colors.accent;
      context.globalAlpha = isNow ? 0.9 : 0.35;
      context.fillRect(left, kRuler + 4, Math.max(1, wide - 1), kEffectLane - 8);
      context.globalAlpha = 1;
      const text = `${major}.${minor}`;
      if (wide < context.measureText(text).width + 6) continue;
      context.fillStyle = isNow ? colors.surface : colors.text;
      context.fillText(text, Math.max(left, 0) + 3, kRuler + kEffectLane / 2);
    }
    context.fillStyle = colors.line;
    context.fillRect(0, kRuler + kEffectLane - 1, width, 1);
  }

  #lane(
    context: CanvasRenderingContext2D,
    lane: Lane,
    top: number,
    { width, lane: tall, from, scale, muted, voices, programLabel, framed }: RollView,
    colors: RollColors,
    x: (seconds: number) => number,
  ): void {
    const isSilent = (muted & (1 << lane.channel)) !== 0,
      hue = hueOf(lane.channel),
      { head, inside, span, lowest, thick } = measuresOf(lane, tall),
      color = isSilent ? colors.quiet : `hsl(${hue} ${colors.isDark ? '55% 62%' : '60% 38%'})`,
      lit = isSilent ? colors.quiet : `hsl(${hue} ${colors.isDark ? '95% 82%' : '90% 28%'})`;
    const until = from + width / scale;
    for (let i = firstFrom(lane.notes, from - lane.longest); i < lane.notes.length; ++i) {
      const each = lane.notes[i]!,
        { start, end, note, velocity } = each;
      if (start > until) break;
      if (end < from) continue;
      const sounds = !isSilent && voices.has(voiceOf(each)),
        y = top + head + (inside - thick) * (1 - (note - lowest) / span);
      context.globalAlpha = sounds ? 1 : (isSilent ? 0.25 : 0.45) + 0.4 * (velocity / 127);
      context.fillStyle = sounds ? lit : color;
      const left = x(start),
        wide = Math.max(kLeastWidth, x(end) - left - 1);
      context.fillRect(left, sounds ? y - 1 : y, wide, sounds ? thick + 2 : thick);
      if (!framed?.has(each)) continue;
      context.globalAlpha = 1;
      context.strokeStyle = colors.text;
      context.lineWidth = 1.5;
      context.strokeRect(left - 2, y - 2.5, wide + 4, thick + 5);
    }
    context.globalAlpha = 1;
    if (tall >= kLabelled) this.#programs(context, lane, top, width, colors, x, programLabel);
    context.fillStyle = colors.line;
    context.fillRect(0, top + tall - 1, width, 1);
  }

  #programs(
    context: CanvasRenderingContext2D,
    lane: Lane,
    top: number,
    width: number,
    colors: RollColors,
    x: (seconds: number) => number,
    label: (program: number) => string,
  ): void {
    let free = -Infinity,
      before = -1;
    for (const { at, program } of lane.programs) {
      const place = x(at);
      if (place > width) break;
      // A change to what it is already is no news.
      if (program === before) continue;
      before = program;
      context.fillStyle = colors.strong;
      context.fillRect(Math.round(place), top, 1, 14);
      if (place < free || place < -80) continue;
      const text = label(program);
      context.fillStyle = colors.quiet;
      context.fillText(text, place + 4, top + 8);
      free = place + context.measureText(text).width + 12;
    }
  }
}

/** Where the notes of a lane of this height lie, from its top. */
function measuresOf(lane: Lane, tall: number): Record<'head' | 'inside' | 'span' | 'lowest' | 'thick', number> {
  const head = tall < kLabelled ? 2 : 16,
    inside = tall - head - 4,
    span = Math.max(7, lane.highest - lane.lowest),
    lowest = lane.lowest - (span - (lane.highest - lane.lowest)) / 2;
  return { head, inside, span, lowest, thick: Math.max(2, Math.min(9, inside / (span + 1))) };
}

/** Index of the first note that does not start before `seconds`. */
function firstFrom(notes: readonly RollNote[], seconds: number): number {
  let low = 0,
    high = notes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (notes[middle]!.start < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Minutes and seconds, with what the step needs behind the point. */
function clockText(seconds: number, step: number): string {
  const minutes = Math.floor(seconds / 60),
    rest = seconds - minutes * 60;
  const digits = step < 1 ? (step < 0.2 ? 1 : 2) : 0;
  return `${minutes}:${rest.toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, '0')}`;
}
