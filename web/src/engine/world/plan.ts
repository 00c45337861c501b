// From the painter's list to draw calls: what has one key, geometry, pose and textures is drawn at once. The order of
// keys stays; within one key it changes only where the result does not hang on it.

import { leastOf, mostOf } from '../../base/lists';
import { Count, JobNumber, kFilled, kNoIndex, type WorldTables } from '../../core/worldTables';

export const kPhases = ['lightmap', 'prebump', 'light', 'mul', 'specular', 'add', 'extra'] as const;
export const Phase = { lightmap: 0, prebump: 1, light: 2, mul: 3, specular: 4, add: 5, extra: 6 } as const;
export const Blend = { opaque: 0, add: 1, alpha: 2, multiply: 3 } as const;

/** Do shadows leave a job as it is, by the `state` of its row? */
export const isShadowless = (state: number): boolean => ((state >> 13) & 1) !== 0;

/** Which entries run. */
export interface WorldSwitch {
  /** A bit per phase. */
  off: number;
  /** A phase shown alone, or -1. */
  solo: number;
  /** Up to the last entry of this phase or of one before it; -1: all. */
  after: number;
  /** The first so many entries. */
  steps: number;
}
export const everything: WorldSwitch = { off: 0, solo: -1, after: -1, steps: Infinity };
/** The steps on the finished picture belong to whole pictures. */
export const finishes = ({ solo, after, steps }: WorldSwitch): boolean => solo < 0 && after < 0 && steps === Infinity;

/** Columns of `Plan.groups`. */
export const Group = {
  phase: 0,
  /** 1 shadows, 2 an effect. */
  kind: 1,
  /** Into `instances`; of effects, their row. */
  first: 2,
  count: 3,
  rank: 4,
  pass: 5,
  /** A job that stands for all of the group. */
  job: 6,
  /** Step of fake lighting. */
  step: 7,
} as const;
const kColumns = 8;
/** More than documents name; two whole numbers below it multiply exactly. */
const kMostImages = 2 ** 22;

const grown = (list: Int32Array, size: number): Int32Array =>
  list.length >= size ? list : new Int32Array(Math.max(size, list.length * 2));

export class Plan {
  /** Rows of Group; all shadows of a light in a pass are one. */
  groups = new Int32Array(1024);
  count = 0;
  /** Jobs, group by group. */
  instances = new Uint32Array(1024);
  instanceCount = 0;
  /** Keys that entries have. */
  keys = 0;

  #kinds: Int32Array = new Int32Array(1024);
  #steps = new Uint32Array(1024);
  readonly #numbers = new Map<number, number>();
  readonly #slots = new Map<number, number>();
  /** Per kind: the group it has in the current key, and which key that was. */
  #groupOf: Int32Array = new Int32Array(1024);
  #stampOf: Int32Array = new Int32Array(1024);
  #stamp = 0;
  /** Per entry: its group. */
  #entryGroup: Int32Array = new Int32Array(1024);

  /** Numbers what the jobs are drawn from: geometry, pose and images. */
  private number(tables: WorldTables): void {
    const rows = tables.get('jobNumbers'),
      jobs = tables.rows('jobNumbers');
    this.#kinds = grown(this.#kinds, jobs);
    this.#numbers.clear();
    this.#slots.clear();
    for (let job = 0; job < jobs; ++job) {
      const at = job * 20;
      let images = 0;
      for (let slot = 0; slot < 5; ++slot) {
        const image = rows[at + JobNumber.image + slot]!,
          number = image === kNoIndex ? 0 : image === kFilled ? 1 : image + 2;
        images = this.#row(this.#slots, (images * 5 + slot) * kMostImages + number);
      }
      const place =
        rows[at + JobNumber.first]! * 4 +
        (rows[at + JobNumber.pose] === kNoIndex ? 0 : 1) +
        (isShadowless(rows[at + JobNumber.state]!) ? 2 : 0);
      const kind = this.#row(this.#numbers, place * kMostImages + images);
      this.#kinds[job] = kind;
    }
    this.#groupOf = grown(this.#groupOf, this.#numbers.size);
    this.#stampOf = grown(this.#stampOf, this.#numbers.size);
    this.#stampOf.fill(-1);
  }

  #row(map: Map<number, number>, key: number): number {
    let row = map.get(key);
    if (row === undefined) map.set(key, (row = map.size));
    return row;
  }

  kindOf(job: number): number {
    return this.#kinds[job]!;
  }

  /** Groups of the entries of the painter's list that run. */
  build(tables: WorldTables, which: WorldSwitch): void {
    this.number(tables);
    const paint = tables.get('paint');
    let end = Math.min(which.steps, tables.rows('paint'));
    if (which.after >= 0) while (end > 0 && (paint[(end - 1) * 4 + 3]! & 7) > which.after) --end;
    this.#group(tables, paint, end, which);
  }

  /** Groups of other entries, rows like those of the list. */
  buildSteps(tables: WorldTables, rows: Uint32Array, which: WorldSwitch): void {
    this.number(tables);
    this.#group(tables, rows, rows.length / 4, which);
  }

  /** Room for so many rows. */
  steps(rows: number): Uint32Array {
    if (this.#steps.length < rows * 4) this.#steps = new Uint32Array(rows * 8);
    return this.#steps.subarray(0, rows * 4);
  }

  #group(tables: WorldTables, paint: Uint32Array, end: number, which: WorldSwitch): void {
    const jobs = tables.get('jobNumbers');
    this.count = 0;
    this.instanceCount = 0;
    this.keys = 0;
    this.#entryGroup = grown(this.#entryGroup, end);
    let key = -1,
      last = -1;
    for (let entry = 0; entry < end; ++entry) {
      const at = entry * 4,
        what = paint[at + 3]!,
        phase = what & 7;
      if (paint[at] !== key) {
        key = paint[at]!;
        last = -1;
        ++this.keys;
        ++this.#stamp;
      }
      if (!runs(which, phase)) {
        this.#entryGroup[entry] = -1;
        continue;
      }
      const job = paint[at + 1]!,
        kind = what & 16 ? 2 : what & 8 ? 1 : 0;
      if (kind === 1 && this.#casts(paint[at + 2]!, key)) {
        this.#entryGroup[entry] = this.count - 1;
        ++this.groups[(this.count - 1) * kColumns + Group.count];
        continue;
      }
      if (kind !== 0 || phase === Phase.specular) {
        this.#entryGroup[entry] = this.#add(phase, kind, paint[at + 2]!, key, job);
        if (kind === 1) this.groups[(this.count - 1) * kColumns + Group.count] = 1;
        last = -1;
        continue;
      }
      const number = this.#kinds[job]!,
        state = jobs[job * 20 + JobNumber.state]!,
        blend = (state >> 8) & 3;
      const ordered =
        (phase === Phase.extra && (blend === Blend.opaque || blend === Blend.alpha)) ||
        (phase === Phase.lightmap && jobs[job * 20 + JobNumber.image + 4]! < kFilled);
      let group = -1;
      if (phase === Phase.extra && blend === Blend.alpha) group = -1;
      else if (ordered)
        group = last >= 0 && this.#kinds[this.groups[last * kColumns + Group.job]!] === number ? last : -1;
      else if (this.#stampOf[number] === this.#stamp) group = this.#groupOf[number]!;
      if (group < 0) {
        group = this.#add(phase, 0, paint[at + 2]!, key, job);
        this.#stampOf[number] = this.#stamp;
        this.#groupOf[number] = group;
      }
      ++this.groups[group * kColumns + Group.count];
      this.#entryGroup[entry] = group;
      last = group;
    }
    this.#fill(paint, end);
  }

  /** Are shadows of this light in this pass what the last group has? */
  #casts(rank: number, key: number): boolean {
    const at = (this.count - 1) * kColumns;
    return (
      at >= 0 &&
      this.groups[at + Group.kind] === 1 &&
      this.groups[at + Group.rank] === rank &&
      this.groups[at + Group.pass] === key >>> 24
    );
  }

  #add(phase: number, kind: number, rank: number, key: number, job: number): number {
    if ((this.count + 1) * kColumns > this.groups.length) {
      const larger = new Int32Array(this.groups.length * 2);
      larger.set(this.groups);
      this.groups = larger;
    }
    const at = this.count * kColumns;
    this.groups[at] = phase;
    this.groups[at + Group.kind] = kind;
    this.groups[at + Group.first] = job;
    this.groups[at + Group.count] = 0;
    this.groups[at + Group.rank] = rank;
    this.groups[at + Group.pass] = key >>> 24;
    this.groups[at + Group.job] = job;
    this.groups[at + Group.step] = (key >>> 20) & 15;
    return this.count++;
  }

  #fill(paint: Uint32Array, end: number): void {
    const { groups } = this;
    let total = 0;
    for (let group = 0; group < this.count; ++group) {
      const at = group * kColumns;
      if (groups[at + Group.kind] !== 0) continue;
      groups[at + Group.first] = total;
      total += groups[at + Group.count]!;
      groups[at + Group.count] = 0;
    }
    if (total > this.instances.length) this.instances = new Uint32Array(total * 2);
    for (let entry = 0; entry < end; ++entry) {
      const at = this.#entryGroup[entry]! * kColumns;
      if (at < 0 || groups[at + Group.kind] !== 0 || groups[at] === Phase.specular) continue;
      this.instances[groups[at + Group.first]! + groups[at + Group.count]!++] = paint[entry * 4 + 1]!;
    }
    this.instanceCount = total;
  }
}

/** Does an entry of the phase run? Those of the lightmap always do: they fill the depth. */
export function runs({ off, solo }: WorldSwitch, phase: number): boolean {
  if (phase === Phase.lightmap) return true;
  if ((off >> phase) & 1) return false;
  return solo < 0 || solo === phase || (solo === Phase.specular && phase === Phase.light);
}

/** `final`, `after-PHASE`, `solo-PHASE`, `off-PHASE[-PHASE...]`, `steps-N`; undefined for other words. */
export function readSwitch(word: string): WorldSwitch | undefined {
  const [verb, ...rest] = word.split('-'),
    phases = rest.map((name) => (kPhases as readonly string[]).indexOf(name));
  if (verb === 'final' && rest.length === 0) return everything;
  if (verb === 'steps' && /^\d{1,9}$/.test(rest.join('-'))) return { ...everything, steps: Number(rest[0]) };
  if (phases.length === 0 || phases.includes(-1)) return undefined;
  if (verb === 'off') return { ...everything, off: phases.reduce((bits, phase) => bits | (1 << phase), 0) };
  if (phases.length > 1) return undefined;
  if (verb === 'solo') return { ...everything, solo: phases[0]! };
  return verb === 'after' ? { ...everything, after: phases[0]! } : undefined;
}

/** Words for a switch, separated by points; undefined for the whole picture. */
export function switchWords({ off, solo, after, steps }: WorldSwitch): string | undefined {
  const gone = kPhases.filter((_, i) => (off >> i) & 1);
  const words = [
    ...(solo >= 0 ? [`solo-${kPhases[solo]}`] : []),
    ...(after >= 0 ? [`after-${kPhases[after]}`] : []),
    ...(steps !== Infinity ? [`steps-${steps}`] : []),
    ...(gone.length > 0 ? [`off-${gone.join('-')}`] : []),
  ];
  return words.length > 0 ? words.join('.') : undefined;
}

/** Combines the words; unknown ones are ignored. */
export function switchOf(words: string): WorldSwitch {
  const all = words.split('.').flatMap((word) => readSwitch(word) ?? []);
  return {
    off: all.reduce((bits, { off }) => bits | off, 0),
    solo: mostOf([-1, ...all.map(({ solo }) => solo)]),
    after: mostOf([-1, ...all.map(({ after }) => after)]),
    steps: leastOf([Infinity, ...all.map(({ steps }) => steps)]),
  };
}

export const modeOf = (tables: WorldTables): number => tables.get('numbers')[Count.mode]!;
