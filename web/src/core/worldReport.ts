// The report of a world at one time: the shapes of `vitrine world --json` (a JSON text of the core).
// native/world/FORMAT.md explains every key.

import type { Vec2, Vec3, Vec4 } from './report';

/** Column-major; translation at 12 to 14. */
export type Matrix = number[];

export interface WorldIssue {
  code: string;
  /** 0 error, 1 warning. */
  severity: 0 | 1;
  /** JSON pointer; of warnings of a frame the operator's name or pointer. */
  path: string;
  message: string;
  line?: number;
  column?: number;
  /** In the file that the message names. */
  offset?: number;
}

export interface WorldView {
  at: Vec3;
  dir: Vec3;
  up: Vec3;
  /** Vertical, degrees. */
  fov: number;
}

export interface WorldHandlers {
  init: number;
  execute: number;
  paint: number;
}

export interface WorldLight {
  name: string;
  instance: string;
  at: Vec3;
  range: number;
  color: Vec4;
  importance: number;
  /** Names of segments; none: it reaches everything. */
  segments: string[];
  /** Place among the lights that count; null: it does not. */
  rank: number | null;
}

/** One cluster of a mesh at one place, before it is multiplied by phases and lights. */
export interface WorldJob {
  mesh: string;
  cluster: number;
  material: string | null;
  materialId: number;
  segment: string | null;
  instance: string;
  matrix: Matrix;
  bounds: [Vec3, Vec3];
  color: Vec4;
  uvScale: Vec2;
  uvRotate: number;
  uvTranslate: Vec2;
  specular: number;
  pose: number;
  lights: string[];
  /** Matrix of deform operators. */
  deform?: Matrix;
  textures?: Record<string, { file: string | null; gain: Vec4; offset: Vec4 }>;
}

export interface WorldEffect {
  op: string;
  kind: string;
  instance: string;
  segment: string | null;
  color: Vec4;
  matrix: Matrix;
  text?: string;
  size?: number;
}

export interface WorldPaintJob {
  /** "0x00F50001": pass, light, usage, material. */
  key: string;
  phase: string;
  usage: string;
  /** Index in `jobs`. */
  job: number | null;
  light: string | null;
}

export interface WorldContact {
  particle: number;
  t: number;
  at: Vec3;
  normal: Vec3;
  cell: number;
  kind: 'wall' | 'sub';
}

export interface WorldPhysics {
  slices: number;
  dropped: number;
  slice: number;
  particles: { at: Vec3; velocity: Vec3; cell: number | null }[];
  cells: {
    name: string | null;
    segment: string | null;
    mode: 'add' | 'sub' | 'zone';
    offset: Vec3;
    present: boolean;
  }[];
  /** Contacts of the last slice. */
  contacts: WorldContact[];
  contactCount: number;
  blockedCount: number;
  blocked: { cell: number; allowed: number }[];
  zones: {
    cell: number;
    name: string | null;
    particles: number[];
    camera: boolean;
    entered: number[];
    left: number[];
  }[];
  /** In the order of the document; the keys follow from the probe. */
  probes: Record<string, unknown>[];
  debug?: { add: number; sub: number; zone: number; particles: number; constraints: number };
}

export interface WorldFrame {
  kind: 'world-report';
  version: 1;
  frame: number;
  time: number;
  beat: number;
  clock: { slices: number; remainder: number };
  camera: WorldView & { aspect: number; near: number };
  cameras: (WorldView & { name: string })[];
  /** Where the camera is. */
  segment: string | null;
  flood: Record<string, number>;
  visible: string[];
  /** With `clip`: [x0, y0, x1, y1] on the screen. */
  rects?: Record<string, Vec4>;
  doors: Record<string, number>;
  classes: Record<'texture' | 'material' | 'mesh' | 'scene' | 'fx' | 'world', number>;
  handlers: WorldHandlers & {
    system: 'execute' | 'record' | 'hybrid';
    failed: number;
    empty: number;
    session: WorldHandlers;
  };
  stale: string[];
  anim: { target: string; value: Vec4; soft: boolean; instance: string }[];
  events: { id: string; op: string; time: number }[];
  instances: { instance: string; op: string; time: number; text: string | null }[];
  triggered: number;
  memory: {
    instance: string;
    used: number;
    slots: { op: string; type: string; bytes: number; offset: number | null; reset: boolean }[];
  }[];
  texts: { op: string; text: string; instance: string }[];
  particles: { op: string; instance: string; count: number; first: Vec3 | null; centre: Vec3 | null }[];
  lights: WorldLight[];
  segmentLights: Record<string, string[]>;
  jobs: WorldJob[];
  effects: WorldEffect[];
  sceneJobs: number;
  meshJobs: number;
  effectJobs: number;
  /** Per phase; of fake lighting and wireframes their own kinds. */
  paintJobs: Record<string, number>;
  shadowJobs: number;
  total: number;
  animEvaluations: number;
  animEvaluationsNaive: number;
  paint: WorldPaintJob[];
  lighting: {
    mode: 'phases' | 'fake';
    shadows: boolean;
    shadowLights?: string[];
    maskScale?: number;
    blur?: number;
    passes?: { opaque: number; transparent: number };
    samples: { steps?: number[]; light?: number | number[]; color: number | number[] }[];
  };
  ipp: { op: string; kind: string; amount: number }[];
  physics?: WorldPhysics;
  /** `music`, and effects under the name of their format (`soundKinds`); tables as in its FORMAT.md. */
  sound?: Record<string, Record<string, unknown> | undefined>;
}

/** A document that is refused has nothing but its issues. */
export type WorldReport = (WorldFrame | { [K in keyof WorldFrame]?: undefined }) & { issues: WorldIssue[] };
