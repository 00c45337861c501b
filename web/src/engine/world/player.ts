// A world that is played: in fixed ticks, so that the picture at a time does not hang on the rate of frames.

import {
  type Vector,
  World,
  type WorldChange,
  type WorldIssue,
  type WorldOutline,
  type WorldShadows,
  type WorldSplice,
  type WorldTables,
} from '../../core/world';
import { VitrineError } from '../../base/errors';
import { durationOf, kTicksPerSecond } from '../../core/worldSummary';
import { Count } from '../../core/worldTables';
import type { CoreModule } from '../../core/core';
import type { WorldFiles } from './files';
import type { PlainImage } from './scene';
import type { WorldEye, WorldState } from './messages';

/** So much of a task may go into ticks, in milliseconds. */
const kSliceMs = 12;
/** Ticks that one frame makes up for; what is later than that is lost. */
const kMostTicks = 30;
/** The last tick that is sought, however far a link leads: a replay of the module has as many frames. */
const kLastSought = 1_000_000;

/** The tick that a time is in. */
export const tickAt = (seconds: number): number => Math.floor(seconds * kTicksPerSecond + 1e-6);

/** Frames of a replay between two looks at the clock. */
const kReplayFrames = 4;

export class WorldPlayer {
  outline: WorldOutline;
  duration: number;
  tables: WorldTables | undefined;
  images: (PlainImage | undefined)[] = [];
  playing = false;
  speed = 1;
  loop = true;
  length: number | undefined;
  eye: WorldEye | undefined;
  aspect = 0;
  /** The frame that the tables hold; -1: none yet. */
  tick = -1;
  /** Target time of playback. */
  goal = 0;
  #rest = 0;
  #isLed = false;
  /** The frame is to be evaluated again where it stands; loosely: the frames before it stay as they were. */
  #stale: boolean | 'loosely' = false;
  /** Lines and columns in `outline` are those of an earlier text. */
  #isOutlineOld = false;
  /** Has begun at a goal that is far away. */
  #replayFrom = 0;
  /** A changed document is played up to where the world stands: frames that are left, and how many there were. */
  #missed = -1;
  #changing: { left: number; total: number } | undefined;

  private constructor(
    private readonly world: World,
    outline: WorldOutline,
    private readonly core: CoreModule,
    private readonly files: WorldFiles,
  ) {
    this.outline = outline;
    this.duration = durationOf(outline);
  }

  /** The issues of a document that cannot be played, or its player. */
  static async open(
    core: CoreModule,
    text: Uint8Array,
    files: WorldFiles,
  ): Promise<{ issues: WorldIssue[]; player?: WorldPlayer }> {
    const first = new core.World(text),
      names = JSON.parse(first.files()) as string[];
    first.delete();
    await files.fetch(names);
    const world = new World(core, text, (name) => files.bytesOf(name)),
      { outline } = world,
      { issues } = world.report;
    if (!world.ok || !outline) {
      world.dispose();
      return { issues };
    }
    const player = new WorldPlayer(world, outline, core, files);
    await files.fetchImages(core, outline.images);
    player.takeImages();
    return { issues, player };
  }

  /** The document as it is now in a world of its own; undefined where there is no memory for it. */
  fresh(): World | undefined {
    const world = new World(this.core, this.world.text, (name) => this.files.bytesOf(name));
    if (world.ok) return world;
    world.dispose();
    return undefined;
  }

  /** Another player of the document, with the same images. `prepare`: before its first frame. */
  twin(prepare: (world: World) => void): WorldPlayer | undefined {
    const world = this.fresh();
    if (!world) return undefined;
    prepare(world);
    const twin = new WorldPlayer(world, world.outline!, this.core, this.files);
    twin.images = this.images;
    return twin;
  }

  /** The document with all changes. */
  get text(): string {
    return this.world.text;
  }

  /** Changes the document: see World.set. A replay goes on in `run`. */
  change(pointer: string, value: unknown): WorldChange {
    return this.#take(this.world.set(pointer, value), false);
  }

  /** Changes the text: see World.edit. The files that it brings must have been fetched. */
  edit(splices: readonly WorldSplice[], loose = false): WorldChange {
    return this.#take(this.world.edit(splices, { loose }), loose);
  }

  /** Fetches the files that an edit brings; undefined where there is nothing to wait for. */
  fetchFor(splices: readonly WorldSplice[]): Promise<void> | undefined {
    const { files, core } = this,
      names = this.world.filesOf(splices);
    if (files.has(names.files, names.images)) return undefined;
    return files.fetch(names.files).then(() => files.fetchImages(core, names.images));
  }

  #take(change: WorldChange, loose: boolean): WorldChange {
    if (change.state === 'refused') return change;
    // Another change takes the place of one that is being replayed.
    this.#changing = change.state === 'replays' ? { left: 1, total: 0 } : undefined;
    if (change.state === 'taken') this.#stale = loose ? 'loosely' : true;
    this.#isOutlineOld = true;
    return change;
  }

  /** The outline with the places of the text as it is now. */
  freshOutline(): WorldOutline {
    if (this.#isOutlineOld && this.arrived) this.#takeOutline();
    return this.outline;
  }

  #takeOutline(): void {
    this.outline = this.world.outline ?? this.outline;
    this.duration = durationOf(this.outline);
    this.#isOutlineOld = false;
  }

  /** Does the document name other images than those in `images`? */
  get hasOtherImages(): boolean {
    return this.files
      .imagesOf(this.outline.images)
      .some((image, i, { length }) => image !== this.images[i] || length !== this.images.length);
  }

  takeImages(): void {
    this.images = this.files.imagesOf(this.outline.images);
  }

  /** Why the last replay of a change came to nothing. */
  get changeIssues(): WorldIssue[] {
    return this.world.changeIssues;
  }

  get changing(): boolean {
    return this.#changing !== undefined;
  }

  get time(): number {
    return Math.max(0, this.tick) / kTicksPerSecond;
  }

  get issues(): WorldIssue[] {
    return this.world.report.issues;
  }

  /** See World.states. */
  states(): Uint8Array | undefined {
    return this.world.states();
  }

  get report(): unknown {
    return this.world.report;
  }

  get digest(): string {
    return this.world.digest;
  }

  /** Reports missing images, once per document. */
  missImages(): void {
    const { tables, images } = this,
      generation = tables!.get('numbers')[Count.generation]!;
    if (generation === this.#missed) return;
    this.#missed = generation;
    this.outline.images.forEach((name, i) => {
      if (!images[i]) tables!.missImage(name);
    });
  }

  /** Shadows of the frame in the tables. */
  shadows(): readonly WorldShadows[] {
    return this.world.shadows();
  }

  /** The camera or the shape of the picture is another. */
  refresh(): void {
    this.#stale = true;
  }

  /** Moves the camera as far as walls and solid cells let it, and turns it. */
  walk(by: Vector, dir: Vector): WorldEye {
    const { world } = this;
    world.camera = this.eye;
    const { at, up } = world.walk(by);
    world.camera = undefined;
    this.eye = { at, dir, ...(up && { up }) };
    this.refresh();
    return this.eye;
  }

  /** Up to the end of the events, where there is one. */
  seek(seconds: number): void {
    const last = Math.min(this.#end || Infinity, kLastSought);
    this.goal = Math.max(0, Math.min(Math.round(seconds * kTicksPerSecond), last));
    this.#rest = 0;
  }

  /** Another clock leads: the picture is the tick that it is in, whatever was drawn before. Undefined ends that. */
  follow(seconds: number | undefined): void {
    this.#isLed = seconds !== undefined;
    if (seconds !== undefined) this.goal = tickAt(seconds);
  }

  /** Time goes on; at the end of its events a world starts again, or stays. */
  advance(seconds: number): void {
    if (!this.playing || this.replaying || this.#isLed) return;
    this.#rest += seconds * this.speed * kTicksPerSecond;
    const ticks = Math.min(kMostTicks, Math.floor(this.#rest));
    this.#rest = ticks === kMostTicks ? 0 : this.#rest - ticks;
    this.goal = Math.max(0, this.tick) + ticks;
    const end = this.#end;
    if (end === 0 || this.goal < end || (this.loop && this.goal === end)) return;
    this.goal = this.loop ? 0 : end;
    this.playing = this.loop;
  }

  /** Tick after the last event; 0 where they have no end. */
  get #end(): number {
    return Math.round((this.length ?? this.duration) * kTicksPerSecond);
  }

  /** Requests of the page. */
  take({ playing, speed, loop, length }: WorldState): void {
    Object.assign(this, { playing, speed, loop, length });
  }

  get needsFrame(): boolean {
    return this.changing || this.#stale !== false || this.tick !== this.goal;
  }

  /** More ticks lie before the goal than one frame makes up for. */
  get replaying(): boolean {
    return this.goal < this.tick ? this.goal > kMostTicks : this.goal - Math.max(0, this.tick) > kMostTicks;
  }

  get progress(): { done: number; total: number } {
    if (this.#changing) {
      const { left, total } = this.#changing;
      return { done: Math.max(0, total - left), total: Math.max(1, total) };
    }
    const from = Math.min(this.#replayFrom, this.goal);
    return { done: Math.max(0, Math.min(this.tick, this.goal) - from), total: Math.max(1, this.goal - from) };
  }

  /** Evaluates towards the goal for a moment. False when the world has ended; true may mean that there is more to do. */
  run(clock: () => number = () => performance.now()): boolean {
    const start = clock();
    if (this.#changing && !this.#replay(start, clock)) return true;
    if (this.tick < 0) this.#replayFrom = 0;
    else if (this.tick === this.goal && this.#stale && !this.#evaluate()) return false;
    // A second evaluation counts as a second frame: near its start the world is played again instead, as for going back.
    const again = this.#stale === true && this.tick === this.goal && this.tick <= kMostTicks;
    if (this.goal < this.tick || again) this.#rewind();
    const from = this.tick;
    while (this.tick < this.goal) {
      ++this.tick;
      if (!this.#evaluate()) return false;
      if (clock() - start > kSliceMs && this.tick - from > 0 && this.tick < this.goal) return true;
    }
    this.#replayFrom = this.goal;
    this.#stale = false;
    this.tables = this.world.tables();
    return this.tables !== undefined;
  }

  /** Plays the first frame, with the shadows that its picture takes. False when it asks for too much: see `issues`. */
  begin(): boolean {
    if (!this.run()) return false;
    try {
      this.shadows();
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return false;
    }
    return true;
  }

  /** The frame of the goal is evaluated, and the tables are its. */
  get arrived(): boolean {
    return this.tick === this.goal && !this.#stale && !this.changing;
  }

  /** Plays a changed document for a moment; true when it has come to where the world stands. */
  #replay(start: number, clock: () => number): boolean {
    const changing = this.#changing!;
    try {
      do changing.left = this.world.replay(kReplayFrames);
      while (changing.left > 0 && clock() - start < kSliceMs);
    } catch (error) {
      // The world stays as it was, and `changeIssues` has the reason.
      if (!(error instanceof VitrineError)) throw error;
      changing.left = 0;
    }
    changing.total = Math.max(changing.total, changing.left);
    if (changing.left > 0) return false;
    this.#changing = undefined;
    this.#takeOutline();
    this.tables = this.world.tables();
    return true;
  }

  /** Goes to the first frame, as if the world had just been opened. */
  #rewind(): void {
    this.world.seek(0);
    while (this.world.replay() > 0);
    this.tick = this.#replayFrom = 0;
  }

  #evaluate(): boolean {
    return this.world.evaluate(this.tick / kTicksPerSecond, this.eye, this.aspect);
  }

  /** Evaluates these times one after the other, whatever the ticks are; what the module's `render` does. */
  evaluateAll(times: readonly number[], aspect: number): WorldTables | undefined {
    for (const time of times) if (!this.world.evaluate(time, this.eye, aspect)) return undefined;
    this.tables = this.world.tables();
    return this.tables;
  }

  dispose(): void {
    this.tables = undefined;
    this.world.dispose();
  }
}

export const phaseJobs = (tables: WorldTables): number[] =>
  Array.from(tables.get('numbers').subarray(Count.phaseJobs, Count.phaseJobs + 7));
