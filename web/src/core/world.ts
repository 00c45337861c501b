// A world document of the core, typed. C++ owns it; `dispose` gives it back.

import { decodeAnyImage } from '../images/anyImage';
import type { CoreModule, CoreWorld } from './core';
import { VitrineError } from '../base/errors';
import {
  type Checks,
  checkOptions,
  checkValue,
  isFiniteNumber,
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isOneOf,
  isText,
  jsonOf,
} from '../base/given';
import { PixelBudget } from '../images/imageLimits';
import { encodePng, encodeWidePng } from '../images/pngWrite';
import type { WorldIssue, WorldReport } from './worldReport';
import { type WorldOutline, WorldTables } from './worldTables';
import { shadowsOf, volumesOf, type WorldShadows, type WorldVolume } from './worldVolumes';

export type * from './worldReport';
export type * from './worldTables';
export type { WorldShadows, WorldVolume } from './worldVolumes';

export type Vector = readonly [number, number, number];
export interface WorldCamera {
  at: Vector;
  /** Default: along -z. */
  dir?: Vector;
  /** Default: that of the document. It need not stand at right angles to `dir`. */
  up?: Vector;
  /** Width to height of the picture, instead of that of the document's camera: 0.01 to 100. */
  aspect?: number;
}

/** Result of a change. */
export type WorldChange =
  /** The next frame has it. */
  | { state: 'taken' }
  /** The document was read again and is played from its start: call `replay` until nothing is left. */
  | { state: 'replays' }
  /** The document would be refused, there is nothing at the pointer, or the splices do not fit; all is as it was. */
  | { state: 'refused'; issues: WorldIssue[] };

/** A stretch of a document's text, and what comes in its place. */
export interface WorldSplice {
  /** Offsets in the text as it is: UTF-16 units, as strings count. */
  from: number;
  to: number;
  text: string;
}

/** A name in the document that stands for something else in it. */
export interface WorldLink {
  /** JSON pointer of the string; of a term `splineg(TIME, name)` too. */
  pointer: string;
  /** JSON pointer of an operator, a model, a subroutine, a spline, or of a row of a subroutine's `params`. */
  target: string;
  name: string;
  /** Where the name counts: a table of the document, `segments`, or `params`. */
  table: string;
}

export interface WorldEditOptions {
  /** While something is dragged: values are in the next frame, and what the world keeps stays. Default: false. */
  loose?: boolean;
}

export interface WorldRenderOptions {
  /** Seconds, in order: frames of one session, of which the last is drawn. Default: 0. */
  times?: readonly number[];
  /** Pixels, 1 to 4096; default 320 x 200. Their ratio replaces the aspect of the document's camera. */
  width?: number;
  height?: number;
  /** `final` (default), `after-PHASE`, `solo-PHASE`, `off-PHASE[-PHASE...]` or `steps-N`. */
  draw?: string;
  camera?: WorldCamera;
  /** 8 (default): `pixels` are RGBA. 16: RGB, two bytes per sample, high byte first. */
  bits?: 8 | 16;
}

export interface WorldFramePixels {
  width: number;
  height: number;
  bits: 8 | 16;
  /** Rows from the top. */
  pixels: Uint8Array;
  /** Jobs that were run per phase, as `paintJobs` of the report counts them; fewer where `draw` leaves some out. */
  jobs: Record<string, number>;
  /** Warnings of drawing: missing images, unknown actions and effects, casters with open edges. */
  issues: WorldIssue[];
}

const kMaxSide = 4096;
const kLeastAspect = 0.01;
const kRadius = 0.3;
/** Frames of one slice of a replay by default. */
const kSlice = 30;
const kPhase = '(?:lightmap|prebump|light|mul|specular|add|extra)';
const kDraw = new RegExp(`^(?:final|(?:after|solo)-${kPhase}|off(?:-${kPhase})+|steps-\\d{1,9})$`);

/** As on the command line. */
const kMostSeconds = 1e9;
const kAhead: Vector = [0, 0, -1];

const renderChecks: Checks<WorldRenderOptions> = {
  times: isListOf(isFiniteNumber),
  width: isFiniteNumber,
  height: isFiniteNumber,
  draw: isText,
  camera: isObject,
  bits: isOneOf(8, 16),
};

const editChecks: Checks<WorldEditOptions> = { loose: isFlag };
/** A byte order mark is part of the text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function checkTime(seconds: number): void {
  if (!(Number.isFinite(seconds) && seconds >= 0 && seconds <= kMostSeconds))
    throw new RangeError(`a world is evaluated at seconds from 0 to ${kMostSeconds}`);
}

/** Programs without types may give anything. */
const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

const spliceJson = (splices: readonly WorldSplice[]): string =>
  JSON.stringify(splices.map(({ from, to, text }) => ({ from, to, text })));

/** Why a world, or a frame of it, cannot be had. */
function errorOf(issues: readonly WorldIssue[]): VitrineError {
  const first = issues.find(({ severity }) => severity === 0);
  return new VitrineError(
    first?.code ?? 'OUT_OF_MEMORY',
    first?.message ?? 'There is not enough memory for this frame.',
    issues.map((issue) => ({ ...issue, source: '' })),
  );
}

export class World {
  private handle: CoreWorld | undefined;
  private tableViews: WorldTables | undefined;
  /** Images that have been asked for. */
  private readonly asked = new Set<string>();
  private readonly budget = new PixelBudget();

  /** @internal Worlds come from `Vitrine.world`. Reads `text` (UTF-8, also as bytes); `files` is asked for every file the document names. */
  constructor(
    private readonly core: CoreModule,
    text: string | Uint8Array,
    private readonly files: (name: string) => Uint8Array | undefined,
  ) {
    const world = new core.World(text);
    this.handle = world;
    try {
      for (const name of JSON.parse(world.files()) as string[]) this.addFile(world, name);
      this.ok = world.open();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** False when the document is refused, or a frame asked for too much: `report` then has the issues only. */
  ok: boolean;

  /**
   * Where frames are seen from when `evaluate` and `render` are not given it; undefined: by the document's camera. `walk`
   * moves it.
   */
  camera: WorldCamera | undefined;

  /**
   * The next frame. Times are seconds from 0 to 1e9; a smaller time than the last one restarts events and collision.
   * `aspect` (width to height of the picture) replaces that of `camera`. Throws RangeError for numbers out of range.
   */
  evaluate(seconds: number, camera = this.camera, aspect = camera?.aspect ?? 0): boolean {
    const { live } = this;
    checkTime(seconds);
    if (camera && ![camera.at, camera.dir ?? kAhead, camera.up ?? kAhead].every(isVector))
      throw new RangeError('the place and directions of a camera are three finite numbers each');
    checkValue('"aspect"', aspect, isFiniteNumber);
    if (aspect !== 0 && !(aspect >= kLeastAspect && aspect <= 1 / kLeastAspect))
      throw new RangeError(`an aspect is a number from ${kLeastAspect} to ${1 / kLeastAspect}`);
    if (camera) live.setCamera(...camera.at, ...(camera.dir ?? kAhead));
    else live.clearCamera();
    if (camera?.up) live.setUp(...camera.up);
    live.setAspect(aspect);
    this.ok &&= live.evaluate(seconds);
    return this.ok;
  }

  /**
   * Evaluates the times and draws the last frame, without a browser or a GPU. Throws RangeError for options out of range,
   * VitrineError for a refused document (its issues are those of `report`), for a frame that is too much to draw
   * (WORLD_LIMIT), and where memory runs out.
   */
  render(options: WorldRenderOptions = {}): WorldFramePixels {
    checkOptions(options, renderChecks);
    const { times = [0], width = 320, height = 200, draw = 'final', camera = this.camera, bits = 8 } = options;
    if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= kMaxSide))
      throw new RangeError(`a frame has 1 to ${kMaxSide} pixels per side`);
    if (!kDraw.test(draw))
      throw new RangeError(`draw is final, after-PHASE, solo-PHASE, off-PHASE or steps-N, not '${draw}'`);
    if (times.length === 0) throw new RangeError('there is no time to draw');
    for (const time of times) this.evaluate(time, camera, width / height);
    const { live } = this;
    if (!this.ok) throw errorOf(this.report.issues);
    for (const name of JSON.parse(live.images()) as string[]) this.addImage(name);
    if (!live.draw(width, height, draw, bits === 16)) throw errorOf(JSON.parse(live.drawIssues()) as WorldIssue[]);
    const pixels = new Uint8Array(this.core.HEAPU8.buffer, live.pixels(), live.pixelBytes()).slice();
    return {
      width,
      height,
      bits,
      pixels,
      jobs: JSON.parse(live.drawnJobs()) as Record<string, number>,
      issues: JSON.parse(live.drawIssues()) as WorldIssue[],
    };
  }

  /** The same as a PNG file, of 8 or 16 bits per sample: a poster. */
  renderPng(options: WorldRenderOptions = {}): Uint8Array {
    const { width, height, bits, pixels } = this.render(options);
    return bits === 16 ? encodeWidePng(width, height, pixels) : encodePng(width, height, pixels);
  }

  /**
   * The shadow volumes of the last frame, in the order of the list. Arrays are views into the core's memory, valid until
   * the next call of this world; throws VitrineError WORLD_LIMIT when there are too many, which ends the world.
   */
  volumes(): WorldVolume[] {
    const { live, core } = this,
      count = this.ok ? live.updateVolumes() : -1;
    if (count < 0) {
      this.ok = false;
      throw errorOf(this.report.issues);
    }
    return volumesOf(core, live, count);
  }

  /** The same volumes laid together, a list per pass and light: what a renderer draws. Valid and throwing as `volumes`. */
  shadows(): WorldShadows[] {
    const { live, core } = this,
      count = this.ok ? live.updateShadows() : -1;
    if (count < 0) {
      this.ok = false;
      throw errorOf(this.report.issues);
    }
    return shadowsOf(core, live, count);
  }

  /** The document with all changes, also with one that is being replayed. */
  get text(): string {
    const { live } = this,
      at = live.text();
    return decoder.decode(this.core.HEAPU8.subarray(at, at + live.textBytes()));
  }

  /**
   * Changes the text: `splices` stand in order, do not overlap and count from the start of `text` as it is before any of
   * them. What every frame reads again (colours, lights, lighting, sizes, amounts, poses), comments and blanks are in the
   * next frame; for all else the document is replayed. Afterwards the world is what it would be if it had been opened so
   * and played through the same frames. A refused text leaves it as it was.
   *
   * `loose`, as for a slider under the pointer: all values of the operators that are there, linked as they are, are in the
   * next frame. Memory, events and collision go on as they are, so the world is `approximate` until an edit that is not
   * loose, at the least one without splices, is replayed.
   */
  edit(splices: readonly WorldSplice[], options: WorldEditOptions = {}): WorldChange {
    checkValue('the splices of an edit', splices, isListOf(isObject));
    checkOptions(options, editChecks);
    if (!this.ok) throw errorOf(this.report.issues);
    const { live } = this,
      json = spliceJson(splices);
    for (const name of JSON.parse(live.filesOfEdit(json)) as string[]) this.addFile(live, name);
    return this.changeOf(live.edit(json, options.loose ?? false));
  }

  /** @internal Models and sounds that an edit brings, and all images of the document then; none where it is refused. */
  filesOf(splices: readonly WorldSplice[]): { files: string[]; images: string[] } {
    const files = JSON.parse(this.live.filesOfEdit(spliceJson(splices))) as string[];
    return { files, images: JSON.parse(this.live.imagesOfEdit()) as string[] };
  }

  /** Values were taken loosely, and have not been replayed. */
  get approximate(): boolean {
    return this.live.isApproximate();
  }

  /**
   * An edit that puts `value` in place of what a JSON pointer of the document names. A member that is missing is added to
   * its object, and element "-" to the end of an array.
   */
  set(pointer: string, value: unknown): WorldChange {
    checkValue('the pointer of a change', pointer, isText);
    const { live } = this,
      json = jsonOf('the value of a change', value);
    if (!this.ok) throw errorOf(this.report.issues);
    for (const name of JSON.parse(live.filesOfChange(pointer, json)) as string[]) this.addFile(live, name);
    return this.changeOf(live.set(pointer, json));
  }

  private changeOf(result: number): WorldChange {
    const state = (['refused', 'taken', 'replays'] as const)[result]!;
    return state === 'refused' ? { state, issues: this.changeIssues } : { state };
  }

  /** Why the last change, or the replay of it, came to nothing. */
  get changeIssues(): WorldIssue[] {
    return JSON.parse(this.live.changeIssues()) as WorldIssue[];
  }

  /**
   * Plays the document from its start up to a time, by `replay`. Throws RangeError for times out of range and those that
   * take more than a million frames (WORLD_LIMIT).
   */
  seek(seconds: number): void {
    checkTime(seconds);
    if (!this.ok || !this.live.seek(seconds)) throw errorOf(this.ok ? this.changeIssues : this.report.issues);
  }

  /**
   * The next `frames` frames of a replay: one every 1/60 s from 0, and one at the time itself, each with the camera that
   * was used at that time. Returns how many are left; the world goes on as it was until it is 0, then it is the replayed
   * one. Throws VitrineError when a frame asks for too much: the world then stays as it was. Infinity is all of them.
   */
  replay(frames = kSlice): number {
    checkValue('frames', frames, isNumber);
    if (!(frames >= 0)) throw new RangeError('frames to replay are a number from 0');
    const left = this.live.replay(frames);
    if (left < 0) throw errorOf(this.changeIssues);
    return left;
  }

  /** Gives a replay up: the world stays as it was. */
  endReplay(): void {
    this.live.endReplay();
  }

  /**
   * Moves the camera by `delta`, in world units, as a sphere: walls and solid cells stop it, it slides along them and
   * keeps `radius` away; without cells it is free. The next frames are seen from there.
   */
  walk(delta: Vector, radius = kRadius): WorldCamera {
    if (!isVector(delta) || !Number.isFinite(radius) || radius < 0)
      throw new RangeError('a step is three finite numbers, and a radius is not negative');
    const { live } = this,
      camera = this.camera ?? this.shown(),
      place = live.walk(...camera.at, ...delta, radius),
      [x, y, z] = new Float64Array(this.core.HEAPU8.buffer, place, 3) as unknown as [number, number, number];
    this.camera = { ...camera, at: [x, y, z] };
    return this.camera;
  }

  /** The camera of the last frame. */
  private shown(): WorldCamera {
    const place = this.live.camera();
    if (place === 0) return { at: [0, 0, 0] };
    const vector = (index: number): Vector =>
      [...new Float64Array(this.core.HEAPU8.buffer, place + 24 * index, 3)] as unknown as Vector;
    return { at: vector(0), dir: vector(1), up: vector(2) };
  }

  private addFile(world: CoreWorld, name: string): void {
    const bytes = this.files(name);
    if (!bytes) return;
    const pointer = world.addFile(name, bytes.byteLength);
    if (pointer !== 0) this.core.HEAPU8.set(bytes, pointer);
  }

  /** Leaves out images that are missing or cannot be decoded: the core warns of them. */
  private addImage(name: string): void {
    if (this.asked.has(name)) return;
    this.asked.add(name);
    const bytes = this.files(name);
    if (!bytes) return;
    try {
      const { width, height, rgba } = decodeAnyImage(this.core, bytes, this.budget);
      const pointer = this.live.addImage(name, width, height);
      if (pointer !== 0) this.core.HEAPU8.set(rgba, pointer);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  /**
   * The last frame as tables of numbers, the fast way to draw it; undefined for a refused document. The views are
   * valid until the next call of this world's.
   */
  tables(): WorldTables | undefined {
    const directory = this.live.tables();
    if (directory === 0) {
      this.ok = this.live.ok();
      return undefined;
    }
    this.tableViews ??= new WorldTables(this.core, (question) => this.ask(question));
    return this.tableViews.at(directory);
  }

  /** Data that is constant over all frames; undefined for a refused document. */
  get outline(): WorldOutline | undefined {
    return (JSON.parse(this.live.outline()) as WorldOutline | null) ?? undefined;
  }

  /**
   * What became of each operator of the outline in the last frame, as bits: 1 it ran, 2 its result was there already or it
   * was pruned, 4 a hard value was another than in the frame before, 8 its model is missing, 16 it gave no object, 32 it is
   * not under the root, 64 the frame came to it. Undefined where that was not noted, as every frame is after the first call.
   */
  states(): Uint8Array | undefined {
    const { live } = this,
      count = live.updateStates(),
      at = live.states();
    return count > 0 ? this.core.HEAPU8.slice(at, at + count) : undefined;
  }

  /** Every name that the document links, in the order of the text. */
  links(): WorldLink[] {
    return JSON.parse(this.live.links()) as WorldLink[];
  }

  /** Report of the last frame. */
  get report(): WorldReport {
    return JSON.parse(this.live.report()) as WorldReport;
  }

  /** Hash of that report: the same on every host. */
  get digest(): string {
    return this.live.digest();
  }

  dispose(): void {
    this.handle?.delete();
    this.handle = undefined;
  }

  /** The same at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  private ask<Answer>(question: (world: CoreWorld) => Answer): Answer {
    return question(this.live);
  }

  /** Throws VitrineError DOCUMENT_DISPOSED. */
  private get live(): CoreWorld {
    if (!this.handle) throw new VitrineError('DOCUMENT_DISPOSED', 'The world has been disposed of.');
    return this.handle;
  }
}
