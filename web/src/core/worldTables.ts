// The last frame of a world as tables of numbers in the heap of the core: native/world/session/frame/tables.h has the rows.

import type { CoreModule, CoreWorld } from './core';
import type { WorldIssue } from './worldReport';

/** Value for "none". */
export const kNoIndex = 0xffffffff;
/** An image slot that is filled with one value. */
export const kFilled = 0xfffffffe;

const kViews = { f32: Float32Array, f64: Float64Array, u32: Uint32Array } as const;

/** Kind of number and numbers per row of each table, in the order of WorldTable. */
const kTables = {
  scalars: ['f64', 1],
  numbers: ['u32', 1],
  jobs: ['f32', 76],
  jobNumbers: ['u32', 20],
  paint: ['u32', 4],
  lights: ['f32', 12],
  lightNumbers: ['u32', 8],
  lightSegments: ['u32', 1],
  effects: ['f32', 24],
  effectNumbers: ['u32', 8],
  particles: ['f32', 3],
  segments: ['f32', 6],
  doors: ['f32', 1],
  finish: ['f32', 3],
  cameras: ['f32', 12],
  values: ['f32', 4],
  valueNumbers: ['u32', 3],
  events: ['f64', 2],
  eventNumbers: ['u32', 3],
  points: ['f32', 6],
  pointNumbers: ['u32', 1],
  cells: ['f32', 3],
  cellNumbers: ['u32', 3],
  contacts: ['f32', 8],
  contactNumbers: ['u32', 3],
  still: ['f32', 10],
  posed: ['f32', 10],
  blocked: ['f32', 2],
} as const;
export type WorldTableName = keyof typeof kTables;
type ViewOf<Name extends WorldTableName> = InstanceType<(typeof kViews)[(typeof kTables)[Name][0]]>;
const kNames = Object.keys(kTables) as WorldTableName[];

/** Places in `scalars`. Vectors take three. */
export const Scalar = {
  time: 0,
  beat: 1,
  remainder: 2,
  eye: 3,
  dir: 6,
  up: 9,
  /** Vertical angle in degrees. */
  fov: 12,
  aspect: 13,
  near: 14,
  maskScale: 15,
} as const;

/** Places in `numbers`. */
export const Count = {
  generation: 0,
  frame: 1,
  /** 0 phases, 1 fake lighting, 2 wireframe of meshes, 3 wireframe of the scene. */
  mode: 2,
  segment: 3,
  stillVersion: 4,
  posedVersion: 5,
  texts: 6,
  issues: 7,
  shadows: 8,
  colored: 9,
  blur: 10,
  chosenCount: 11,
  /** Ranks of up to three lights. */
  chosen: 12,
  /** Seven: lightmap, prebump, light, mul, specular, add, extra. */
  phaseJobs: 15,
  depthJobs: 22,
  baseJobs: 23,
  textureJobs: 24,
  wireJobs: 25,
  shadowJobs: 26,
  total: 27,
  meshJobs: 28,
  triggered: 29,
  slices: 30,
  clip: 31,
} as const;

/** Places in a row of `jobs`. `gain` and `offset`: five slots (texture, detail, bump, env, lightmap) of four. */
export const Job = {
  matrix: 0,
  color: 16,
  uvScale: 20,
  uvTranslate: 22,
  uvRotateDeg: 24,
  specular: 25,
  detailScale: 26,
  bounds: 28,
  pose: 34,
  gain: 36,
  offset: 56,
} as const;
/** Places in a row of `jobNumbers`. `state`: bits 0..6 phases, 8..9 blend, 10 casts, 11 box, 12 mirrored, 13 shadowless, 16.. pass. */
export const JobNumber = {
  operator: 0,
  cluster: 1,
  geometry: 2,
  pose: 3,
  first: 4,
  count: 5,
  material: 6,
  materialId: 7,
  segment: 8,
  instance: 9,
  lights: 10,
  state: 11,
  image: 12,
} as const;
/** Places in a row of `paint`. `what`: bits 0..2 phase, 3 shadow, 4 effect. */
export const Paint = { key: 0, index: 1, rank: 2, what: 3 } as const;
export const Light = { at: 0, range: 3, color: 4, importance: 8 } as const;
export const LightNumber = { operator: 0, instance: 1, rank: 2, casts: 3, home: 4, first: 5, count: 6 } as const;
export const Effect = { matrix: 0, color: 16, size: 20, amount: 21 } as const;
/** `kind`: 0 particles, 1 text, 2 tint, 3 add, 4 fade, 5 nothing. */
export const EffectNumber = { operator: 0, kind: 1, instance: 2, segment: 3, first: 4, count: 5, text: 6 } as const;

export interface WorldOperatorRow {
  /** Its name, or its JSON pointer where it has none. */
  name: string;
  kind: string;
  class: string;
  pointer: string;
  line: number;
  column: number;
  /** Operators above it in the tree: distinct slots, then inputs. */
  children: number[];
  /** For calls: the root of the subroutine, which is evaluated in their place. */
  root?: number;
  /** For inputs: the number of the call's input. */
  input?: number;
  /** For events: minor id of the sound effect that they play. */
  effect?: number;
}
/** A key that may be changed while the world runs, and is in the next frame. */
export interface WorldLiveKey {
  name: string;
  kind:
    | 'number'
    | 'integer'
    | 'bool'
    | 'vec2'
    | 'vec3'
    | 'vec4'
    | 'color'
    | 'scale'
    | 'four'
    | 'text'
    | 'string'
    | 'word'
    | 'set'
    | 'other';
  /** Where the document has none: numbers, or one of `words`. */
  initial?: number[] | string;
  least?: number;
  most?: number;
  words?: string[];
}
export interface WorldEventRow {
  operator: number;
  /** In beats; those of sub-events count from their parent's start. */
  start: number;
  end: number | null;
  sub?: WorldEventRow[];
}

/** The names behind the numbers of the tables. */
export interface WorldOutline {
  operators: WorldOperatorRow[];
  /** Operators. */
  segments: number[];
  portals: number[];
  /** Per portal: least and greatest corner; null without a box. */
  portalBoxes: (number[] | null)[];
  /** Operators that are always evaluated, and effects of the finished picture. */
  entities: number[];
  post: number[];
  /** Each with the actions that it plays; none where it did not open. */
  models: { name: string; actions: string[] }[];
  /** What the document keeps ready for its events. */
  specials: { name: string; operator: number }[];
  cells: { name: string; mode: 'add' | 'sub' | 'zone'; corners: number[]; edges: number[] }[];
  /** Pairs of particles. */
  constraints: number[];
  /** The document asks for the lines of its physics. */
  debug: boolean;
  bpm: number;
  events: WorldEventRow[];
  images: string[];
  /** Keys by kind of operator; `lighting`, `physics` and `document` are those objects of the document. */
  live: Record<string, WorldLiveKey[]>;
}

/** Views of the tables; they are made again only where a table has moved or grown. */
export class WorldTables {
  readonly #views = new Map<WorldTableName, Float32Array | Float64Array | Uint32Array>();
  #directory: Uint32Array = new Uint32Array(0);
  #place = 0;

  /** @internal Tables come from a world. */
  constructor(
    private readonly core: CoreModule,
    private readonly ask: <Answer>(question: (world: CoreWorld) => Answer) => Answer,
  ) {}

  /** Numbers per row. */
  static width(name: WorldTableName): number {
    return kTables[name][1];
  }

  /** Takes over what the core has just filled. */
  at(directory: number): this {
    this.#place = directory;
    return this;
  }

  /** Another call may have made the memory larger (shadow volumes do): the tables stay where they are, views end. */
  #entries(): Uint32Array {
    const { buffer } = this.core.HEAPU8;
    if (this.#directory.byteOffset !== this.#place || this.#directory.buffer !== buffer)
      this.#directory = new Uint32Array(buffer, this.#place, kNames.length * 2);
    return this.#directory;
  }

  /** Rows of a table follow one another without gaps. */
  get<Name extends WorldTableName>(name: Name): ViewOf<Name> {
    const directory = this.#entries(),
      row = kNames.indexOf(name) * 2,
      bytes = directory[row + 1]!,
      // Empty tables may have no address.
      pointer = bytes === 0 ? 0 : directory[row]!;
    const known = this.#views.get(name);
    if (known?.byteOffset === pointer && known.byteLength === bytes && known.buffer === directory.buffer)
      return known as ViewOf<Name>;
    const View = kViews[kTables[name][0]],
      view = new View(directory.buffer as ArrayBuffer, pointer, bytes / View.BYTES_PER_ELEMENT);
    this.#views.set(name, view);
    return view as ViewOf<Name>;
  }

  /** Rows of a table. */
  rows(name: WorldTableName): number {
    const [kind, width] = kTables[name];
    return this.#entries()[kNames.indexOf(name) * 2 + 1]! / (kViews[kind].BYTES_PER_ELEMENT * width);
  }

  /** Text of an effect by the number in its row; a number keeps its text. */
  text(number: number): string {
    return number === kNoIndex ? '' : this.ask((world) => world.tableText(number));
  }

  /** Empty for a number that is none, as in `text` and `pointerOf`. */
  instanceName(number: number): string {
    return this.ask((world) => world.instanceName(number));
  }

  /** JSON pointer of a node of the document. */
  pointerOf(node: number): string {
    return this.ask((world) => world.pointerOf(node));
  }

  /** Leaves an image out, with a warning. */
  missImage(name: string): void {
    this.ask((world) => world.missImage(name));
  }

  /** Warnings of drawing so far. */
  get issues(): WorldIssue[] {
    return JSON.parse(this.ask((world) => world.tableIssues())) as WorldIssue[];
  }
}
