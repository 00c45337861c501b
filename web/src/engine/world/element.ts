// Worlds for the element: the engine of worlds behind the messages of the engine of models, so that one element shows
// either. Fetched where the source is a world document. The element's attributes, its hands and its keys move an orbit;
// until they do, the document's own camera looks, and a drag continues from there.

import { VitrineError } from '../../base/errors';
import * as m from '../../core/math';
import type { WorldIssue } from '../../core/world';
import { kEndless, reportOf, type WorldSummary } from '../../core/worldSummary';
import { sizeOf, type SourceFile } from '../../protocol/files';
import type { AnyEngine } from '../../protocol/handout';
import type { Command, EngineCores, Post } from '../../protocol/messages';
import type { PlaybackState } from '../../protocol/playback';
import type { ExportOutcome, Question } from '../../protocol/questions';
import { type CameraPose, eyeDirection, type Framing, kHomePitch, kHomeYaw } from '../../protocol/view';
import { plainData } from '../archiveFile';
import { WorldEngine } from './engine';
import type { WorldEvent, WorldEye, WorldFrameInfo } from './messages';

/** How far what a camera looks at is taken to be, where no light is nearer. */
const kDistance = 4;

const isWorld = (name: string): boolean => /\.world\.json$/i.test(name);
/** The text of a document that goes by any name: `open` may be handed one. */
const mainOf = (files: readonly SourceFile[]): SourceFile | undefined =>
  files.find(({ name }) => isWorld(name)) ?? files[0];

const sizes = (files: readonly SourceFile[]): { name: string; bytes: number }[] =>
  files.map(({ name, data }) => ({ name, bytes: sizeOf(data) }));

class View {
  files: SourceFile[] = [];
  readonly camera = new ElementCamera();
  pose: CameraPose | undefined;
  summary: WorldSummary | undefined;
  /** Warnings of drawing. */
  issues: WorldIssue[] = [];
  last: WorldFrameInfo | undefined;
  /** Seen by the document's own camera. */
  own: WorldEye = { at: [0, 0, 0], dir: [0, 0, -1] };
  isOwn = true;
  playing = false;
  speed = 1;
  loop = false;
  changes = 0;
  pictures = 0;
  readonly loads = new Map<number, SourceFile[]>();

  get duration(): number {
    return this.summary?.duration ?? 0;
  }

  get playback(): PlaybackState {
    const { playing, duration, speed, loop } = this;
    return {
      action: 0,
      playing,
      duration,
      speed,
      loop,
      closeLoop: false,
      rootMotion: 'keep',
      pingPong: false,
      range: null,
      crossfade: 0,
    };
  }

  get distance(): number {
    const { at } = this.own,
      ways = this.last?.lights.map((light) => Math.hypot(...light.at.map((value, i) => value - at[i]!))) ?? [];
    return Math.max(
      1,
      ways.reduce((a, b) => Math.min(a, b), kDistance),
    );
  }
}

export class WorldElementEngine implements AnyEngine {
  readonly #engine: Promise<WorldEngine | undefined>;
  readonly #views = new Map<number, View>();
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #next = 0;

  static start(post: Post, thread: 'worker' | 'page', { whole }: EngineCores = {}): WorldElementEngine {
    return new this(post, thread, whole);
  }

  private constructor(
    private readonly post: Post,
    private readonly thread: 'worker' | 'page',
    addresses: EngineCores['whole'],
  ) {
    this.#engine = WorldEngine.start((event) => this.#receive(event), addresses).catch((error: unknown) => {
      this.post({ type: 'failed', ...described(error) });
      return undefined;
    });
  }

  handle(command: Command): void {
    void this.#engine.then((engine) => {
      if (engine) this.#do(engine, command);
    });
  }

  #do(engine: WorldEngine, command: Command): void {
    const id = command.viewer;
    if (command.type === 'attach') {
      const view = new View();
      view.pose = command.camera;
      this.#views.set(id, view);
      engine.handle({ type: 'attach', view: id, canvas: command.canvas });
      engine.handle({ type: 'resize', view: id, width: command.width, height: command.height });
      return;
    }
    const view = this.#views.get(id);
    if (!view) return;
    switch (command.type) {
      case 'detach':
        engine.handle({ type: 'close', view: id });
        this.#views.delete(id);
        break;
      case 'resize':
        view.camera.resized();
        engine.handle({ type: 'resize', view: id, width: command.width, height: command.height });
        break;
      case 'visible':
        engine.handle({ type: 'visible', view: id, visible: command.visible });
        break;
      case 'load':
        view.playing = command.play;
        void this.#load(engine, view, command);
        break;
      case 'playback':
        this.#change(engine, view, command);
        break;
      case 'camera':
        view.pose = command.camera;
        this.#look(engine, id, view);
        break;
      case 'follow':
        engine.handle({ type: 'follow', view: id, time: command.time });
        break;
      case 'ask':
        this.#answer(engine, view, command);
        break;
      case 'context':
        if (command.action === 'lose') engine.handle({ type: 'lose', view: id });
        break;
      // Questions about models, or of the application only.
      case 'settings':
      case 'cancel':
      case 'more':
      case 'rotateNode':
    }
  }

  /** Answers undefined to questions about models, or of the application only. */
  #answer(engine: WorldEngine, { summary, issues }: View, { viewer, request, name, given }: Question): void {
    const answer = (value?: unknown): void => this.post({ type: 'answer', viewer, request, answer: value });
    if (name === 'settle') {
      this.#ask(answer, (own) => engine.handle({ type: 'settle', view: viewer, request: own }));
    } else if (name === 'capture') {
      this.#ask(answer, (own) => engine.handle({ type: 'picture', view: viewer, request: own, mime: given.mime }));
    } else if (name === 'inspect') {
      answer(summary && reportOf({ ...summary, issues: [...summary.issues, ...issues] }));
    } else if (name === 'export') {
      const message = 'A world document is not exported as a model.';
      answer({ error: { code: 'ENGINE', severity: 0, message, source: summary?.name ?? '' } } satisfies ExportOutcome);
    } else {
      answer();
    }
  }

  async #load(
    engine: WorldEngine,
    view: View,
    { viewer, request, files, add, imageFolder }: Command & { type: 'load' },
  ): Promise<void> {
    const all = add ? [...view.files.filter(({ name }) => !files.some((file) => file.name === name)), ...files] : files;
    const main = mainOf(all);
    try {
      if (!main) throw new VitrineError('NOTHING_TO_SHOW', 'There is no world document.');
      const data = new Map(
        await Promise.all(all.map(async ({ name, data: packed }) => [name, await plainData(name, packed)] as const)),
      );
      const own = data.get(main.name)!,
        text = own instanceof Blob ? await own.arrayBuffer() : own.slice(0);
      data.delete(main.name);
      view.loads.set(request, [main, ...all.filter((file) => file !== main)]);
      engine.handle({
        type: 'open',
        view: viewer,
        request,
        text,
        files: [...data].map(([name, content]) => ({ name, data: content })),
        ...(imageFolder !== undefined && { base: new URL(encodeURIComponent(main.name), imageFolder).href }),
      });
    } catch (error) {
      this.post({ type: 'refused', viewer, request, ...described(error) });
    }
  }

  #change(engine: WorldEngine, view: View, { viewer: id, change, count }: Command & { type: 'playback' }): void {
    view.changes = count;
    if (change.set === 'playing') {
      const atEnd = !view.loop && (view.last?.time ?? 0) >= view.duration;
      view.playing = change.playing && view.duration > 0;
      if (view.playing && atEnd) engine.handle({ type: 'seek', view: id, time: 0 });
    } else if (change.set === 'time') {
      engine.handle({ type: 'seek', view: id, time: Math.min(change.time, view.duration) });
    } else if (change.set === 'speed') {
      // Worlds cannot be played backwards.
      view.speed = Math.max(0, change.speed);
    } else if (change.set === 'options') {
      view.loop = change.loop;
    }
    this.#settle(engine, id, view);
    this.#postPlayback(id, view, false);
  }

  /** The engine plays as the element has asked. */
  #settle(engine: WorldEngine, id: number, { playing, speed, loop, summary }: View): void {
    engine.handle({ type: 'set', view: id, state: { playing, speed, loop, length: summary?.duration } });
  }

  #postPlayback(id: number, view: View, ended: boolean): void {
    if (view.summary) this.post({ type: 'playback', viewer: id, playback: view.playback, ended, count: view.changes });
  }

  #look(engine: WorldEngine, id: number, view: View): void {
    const { pose, summary } = view;
    if (!pose || !summary) return;
    const eye = view.camera.eye(pose, view.own, view.distance);
    view.isOwn = eye === undefined;
    engine.handle({ type: 'set', view: id, state: { eye } });
  }

  #ask(done: (value: unknown) => void, ask: (request: number) => void): void {
    const request = this.#next++;
    this.#waiting.set(request, done);
    ask(request);
  }
  #receive(event: WorldEvent): void {
    if (event.type === 'answer') {
      this.#waiting.get(event.request)?.(event.value);
      this.#waiting.delete(event.request);
    } else if (event.type === 'ready') {
      this.post({ type: 'ready', thread: this.thread, renderer: event.renderer });
    } else if (event.type === 'failed' || event.type === 'context') {
      this.post(event);
    } else {
      const view = this.#views.get(event.view);
      if (view) this.#hearOf(event.view, view, event);
    }
  }

  #hearOf(
    id: number,
    view: View,
    event: Exclude<WorldEvent, { type: 'answer' | 'ready' | 'failed' | 'context' }>,
  ): void {
    switch (event.type) {
      case 'opened':
        this.#opened(id, view, event);
        break;
      case 'refused': {
        const files = view.loads.get(event.request) ?? [];
        view.loads.delete(event.request);
        const name = files[0]?.name ?? '',
          first = event.issues.find(({ severity }) => severity === 0);
        const { code = 'WORLD_REFUSED', message = 'The world cannot be drawn.' } = first ?? {};
        const report = reportOf({ name, files: sizes(files), issues: event.issues });
        this.post({ type: 'refused', viewer: id, request: event.request, code, message, report });
        break;
      }
      case 'frame':
        view.last = event.frame;
        if (view.isOwn) view.own = event.frame.eye;
        this.post({
          type: 'frames',
          frames: [
            {
              viewer: id,
              count: ++view.pictures,
              time: event.frame.time,
              evaluateMs: event.frame.evaluateMs,
              drawMs: event.frame.drawMs,
              path: 'gpu',
            },
          ],
        });
        if (!view.playing || event.frame.playing) break;
        view.playing = false;
        this.#postPlayback(id, view, true);
        break;
      case 'issues':
        view.issues = event.issues;
        break;
      case 'ended':
        view.playing = false;
        view.issues = event.issues;
        this.#postPlayback(id, view, false);
        break;
      // The document of an element never changes.
      case 'changed':
      case 'replay':
      case 'walked':
    }
  }

  #opened(id: number, view: View, event: WorldEvent & { type: 'opened' }): void {
    const { request, outline, issues, framing, triangles } = event,
      files = view.loads.get(request) ?? [];
    view.loads.delete(request);
    view.files = files;
    view.issues = [];
    view.summary = {
      name: files[0]?.name ?? '',
      files: sizes(files),
      outline,
      issues,
      duration: event.duration || kEndless,
      bounds: framing.bounds,
      triangles,
    };
    view.isOwn = true;
    view.camera.begin(framing);
    void this.#engine.then((engine) => {
      engine?.handle({ type: 'set', view: id, state: { eye: undefined } });
      if (engine) this.#settle(engine, id, view);
    });
    this.post({
      type: 'loaded',
      viewer: id,
      request,
      report: reportOf(view.summary),
      framing,
      playback: view.playback,
      parseMs: 0,
    });
  }
}

function described(error: unknown): { code: string; message: string } {
  const { code, message } = error instanceof VitrineError ? error : { code: 'ENGINE', message: String(error) };
  return { code, message };
}

const kSame = 1e-5;
const kTurn = 2 * Math.PI;
const kMostPitch = Math.PI / 2 - 0.01;

const near = (a: number, b: number, size = 1): boolean => Math.abs(a - b) <= kSame * Math.max(1, size);

/** Both look the same way at the same point. */
const isHome = (pose: CameraPose, { center, radius }: Framing): boolean =>
  near((pose.yaw - kHomeYaw) / kTurn, Math.round((pose.yaw - kHomeYaw) / kTurn)) &&
  near(pose.pitch, kHomePitch) &&
  pose.target.every((value, i) => near(value, center[i]!, radius));

/** An orbit from where a camera looks, at what is `distance` away. */
function orbitFrom({ at, dir }: WorldEye, distance: number): Pick<CameraPose, 'yaw' | 'pitch' | 'target' | 'distance'> {
  const [x, y, z] = m.normalize([...dir]);
  return {
    yaw: Math.atan2(-x, -z),
    pitch: Math.asin(Math.max(-1, Math.min(1, -y))),
    target: m.add([...at], m.scale([x, y, z], distance)),
    distance,
  };
}

class ElementCamera {
  #framing: Framing | undefined;
  /** The default view of the framing, which stands for the document's camera; null where attributes say another. */
  #home: CameraPose | null | undefined;
  /** Where the document's camera looked when it was left. */
  #left: ReturnType<typeof orbitFrom> | undefined;
  /** Poses to come that only follow the size of the view. */
  #following = 0;

  begin(framing: Framing): void {
    this.#framing = framing;
    this.#home = this.#left = undefined;
  }

  /** The view has another shape: what frames the same is another distance. */
  resized(): void {
    if (!this.#left) this.#following = 2;
  }

  /** Where to look from for a pose of the element; undefined: by the document's camera, which `own` and `distance` are. */
  eye(pose: CameraPose, own: WorldEye, distance: number): WorldEye | undefined {
    if (!this.#framing) return undefined;
    if (isHome(pose, this.#framing)) {
      const { distance: before = pose.distance } = this.#home ?? {};
      if (this.#home === undefined || this.#following-- > 0 || near(pose.distance, before, before)) {
        this.#home = pose;
        this.#left = undefined;
        return undefined;
      }
    }
    this.#following = 0;
    this.#home ??= null;
    return eyeOf(this.#home ? this.#carried(pose, this.#home, own, distance) : pose);
  }

  /** The way from the default view to the pose, made from where the document's camera looked. */
  #carried(pose: CameraPose, home: CameraPose, own: WorldEye, distance: number): CameraPose {
    const from = (this.#left ??= orbitFrom(own, distance)),
      scale = from.distance / home.distance,
      turn = from.yaw - home.yaw;
    const [x, y, z] = m.subtract(pose.target, home.target),
      way: m.Vec3 = [x * Math.cos(turn) + z * Math.sin(turn), y, z * Math.cos(turn) - x * Math.sin(turn)];
    const pitch = from.pitch + pose.pitch - home.pitch;
    return {
      ...pose,
      yaw: pose.yaw + turn,
      pitch: Math.max(-kMostPitch, Math.min(kMostPitch, pitch)),
      target: m.add(from.target, m.scale(way, scale)),
      distance: pose.distance * scale,
    };
  }
}

function eyeOf(pose: CameraPose): WorldEye {
  const back = eyeDirection(pose);
  return { at: m.add(pose.target, m.scale(back, pose.distance)), dir: m.scale(back, -1) };
}
