// Messages between pages and the engine of worlds.

import type { Vector, WorldIssue, WorldOutline, WorldSplice } from '../../core/world';
import type { CoreAddress } from '../../protocol/messages';
import type { Framing } from '../../protocol/view';
import type { WorldSwitch } from './plan';
import type { DrawCounts } from './renderer';

export interface WorldFile {
  /** As the document names it. */
  name: string;
  data: Blob | ArrayBuffer;
}

export interface WorldEye {
  at: Vector;
  dir: Vector;
  up?: Vector;
}

/** Ways to light a document. */
export const kSetups = ['document', 'phases', 'fake', 'compare', 'mesh', 'scene'] as const;
/** `compare`: phases beside fake lighting. `mesh`, `scene`: wireframes. */
export type Setup = (typeof kSetups)[number];

/** Overlays. */
export const kMarks = ['wireframe', 'bounds', 'portals', 'ghosts', 'cells', 'lights'] as const;
export type Mark = (typeof kMarks)[number];

export interface MarkState {
  shown: readonly Mark[];
  /** An operator whose jobs or light stand out; -1: none. */
  chosen: number;
}
export const noMarks: MarkState = { shown: [], chosen: -1 };

export interface WorldPick {
  /** Operators. */
  mesh: number;
  /** -1: the default material. */
  material: number;
  /** Index among the segments, or -1. */
  segment: number;
  cluster: number;
  job: number;
  instance: string;
  /** Operators of the lights that reach it, by rank. */
  lights: number[];
  triangles: number;
  at: Vector;
  distance: number;
  bounds: number[];
  /** Bits, as in the tables. */
  state: number;
}

/** Slots of a material that lie on its texture coordinates, by their number in the tables. */
export const Slot = { texture: 0, bump: 2 } as const;

/** What a slot of the surface at a point of the picture gives there. */
export interface WorldTexel {
  /** Of the slot's image, from its top left; undefined where one value fills the slot. */
  image?: { width: number; height: number; x: number; y: number };
  /** Red, green, blue, alpha of the texel after gains and offsets: 0 to 1 unless those lead beyond. */
  value: number[];
}

export interface WorldCurve {
  /** JSON pointer of the key. */
  pointer: string;
  /** Evaluations in one frame: of all but the first only the number is kept. */
  instances: number;
  /** Four per time; NaN where it was not evaluated. */
  values: Float32Array;
}
export interface WorldCurves {
  /** Seconds. */
  times: Float32Array;
  curves: WorldCurve[];
}

export interface WorldState {
  playing: boolean;
  /** Seconds of the world per second. */
  speed: number;
  /** Where to look from instead of from the document's camera. */
  eye?: WorldEye | undefined;
  which: WorldSwitch;
  samples: number;
  /** How it is lit, and where two pictures meet that are compared: 0 to 1 from the left. */
  setup: Setup;
  divider: number;
  marks: MarkState;
  /** It starts again at its end, or stays there. */
  loop: boolean;
  /** Seconds, where they are not those of its events. */
  length?: number | undefined;
}

export type WorldCommand =
  /** `life`: the name of a worker's lock. */
  | ({ type: 'start'; life?: string | undefined } & CoreAddress)
  | { type: 'attach'; view: number; canvas: OffscreenCanvas | HTMLCanvasElement }
  | { type: 'open'; view: number; request: number; text: ArrayBuffer; files: WorldFile[]; base?: string; time?: number }
  | { type: 'resize'; view: number; width: number; height: number }
  | { type: 'set'; view: number; state: Partial<WorldState> }
  | { type: 'seek'; view: number; time: number }
  /** Seconds of another clock, which leads from now on; undefined: the world goes by its own. */
  | { type: 'follow'; view: number; time: number | undefined }
  /** On foot, from where the camera is: walls and solid cells stop it. Answered by `walked`. */
  | { type: 'walk'; view: number; by: Vector; dir: Vector }
  | { type: 'visible'; view: number; visible: boolean }
  /** Puts a value into the document: answered by a WorldChange. What has to be replayed ends with `changed`. */
  | { type: 'change'; view: number; request: number; pointer: string; value: unknown }
  /**
   * Changes the text, as World.edit does: answered by a WorldChange, and what has to be replayed ends with `changed`. Files
   * that only the new text names are fetched first; edits keep their order.
   */
  | {
      type: 'edit';
      view: number;
      request: number;
      splices: readonly WorldSplice[];
      loose?: boolean;
    }
  /** Further files, for texts that name them. */
  | { type: 'files'; view: number; files: readonly WorldFile[] }
  /** Answered by the text with all changes and the outline of it. */
  | { type: 'document'; view: number; request: number }
  /** Answered by World.states of the frame that shows, as it does next where none was noted. */
  | { type: 'states'; view: number; request: number }
  /** Picks at a point, 0 to 1 from the top left; the answer is a WorldPick. */
  | { type: 'pick'; view: number; request: number; x: number; y: number }
  /** At a point, as for `pick`; `slot`: one of Slot. The answer is a WorldTexel, or undefined. */
  | { type: 'texel'; view: number; request: number; x: number; y: number; slot: number }
  /** Values of animated keys over the time of the document: answered by WorldCurves. */
  | { type: 'curves'; view: number; request: number }
  | { type: 'report'; view: number; request: number }
  | { type: 'picture'; view: number; request: number; mime?: string }
  /** Answered when there is nothing left to draw. */
  | { type: 'settle'; view: number; request: number }
  /** Loses the context, as a driver might: for tests. */
  | { type: 'lose'; view: number }
  | { type: 'close'; view: number };

export interface WorldOpened {
  outline: WorldOutline;
  issues: WorldIssue[];
  /** Missing files of the document. */
  missing: string[];
  /** Seconds from the first event to the last; 0 where none ends. */
  duration: number;
  /** All that the first frame shows. */
  framing: Framing;
  triangles: number;
}

export interface WorldFrameInfo {
  /** Seconds: a whole number of ticks. */
  time: number;
  tick: number;
  playing: boolean;
  eye: { at: Vector; dir: Vector; up: Vector; fov: number };
  segment: string;
  counts: DrawCounts;
  /** Numbers of WorldTables: `Count`. */
  numbers: number[];
  lights: { name: string; rank: number; range: number; at: Vector }[];
  visible: number;
  /** `time` as the event counts it, `start` in beats; `id` as in the report. */
  events: { operator: number; time: number; start: number; id: string }[];
  evaluateMs: number;
  drawMs: number;
  /** Contacts, blocked cells and particles of the physics. */
  physics: { contacts: number; blocked: number; points: number };
}

/** The worker holds its lifeline. */
export interface WorldAlive {
  type: 'life';
}

export type WorldEvent =
  | { type: 'ready'; renderer: string; isFloat: boolean }
  /** `ended`: the worker is gone. */
  | { type: 'failed'; code: string; message: string; ended?: true }
  | { type: 'context'; state: 'lost' | 'restored' }
  | ({ type: 'opened'; view: number; request: number } & WorldOpened)
  | { type: 'refused'; view: number; request: number; issues: WorldIssue[] }
  /** The world has ended: a frame asked for too much. */
  | { type: 'ended'; view: number; issues: WorldIssue[] }
  | { type: 'frame'; view: number; frame: WorldFrameInfo }
  | { type: 'issues'; view: number; issues: WorldIssue[] }
  /**
   * A change that had to be replayed is shown now, or another one was taken in its place; with issues it came to nothing,
   * and the text is the one before it.
   */
  | { type: 'changed'; view: number; issues: WorldIssue[] }
  | { type: 'walked'; view: number; at: Vector }
  | { type: 'replay'; view: number; done: number; total: number }
  | { type: 'answer'; view: number; request: number; value: unknown };

export type WorldPost = (event: WorldEvent, transfer?: Transferable[]) => void;
