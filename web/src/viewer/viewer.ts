// The viewer of the page: besides showing, a click chooses, rings turn nodes, and documents are read anew or cancelled.

import { kBindPose } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { Vec4 } from '../core/report';
import { RingDrag, ringAt } from './rings';
import type { CameraPose } from '../protocol/camera';
import type { Command, EngineEvent, RequestId } from '../protocol/messages';
import type { ViewerId, FrameInfo } from '../protocol/view';
import type { PlaybackChange, PlaybackState } from '../protocol/playback';
import { OrbitCamera, type Insets } from './camera';
import type { InputTarget } from './input';
import { loadAs, rememberView, restoreMotion, restoreSelection, type ViewMemory } from './memory';
import type { LoadResult } from './plain';
import { Questions } from './questions';

export type { LoadOptions, LoadResult, ShownDocument, ViewerEvents } from './plain';

/** How long a cancelled load may take to answer before its engine is ended. */
const kCancelMs = 300;
/** Seconds: closer together, a picture is the one that was asked for. */
const kSameTime = 1e-6;

export class Viewer extends Questions {
  rotations: ReadonlyMap<number, Vec4> = new Map();
  #ring: RingDrag | undefined;
  /** Where the last seek goes, until a picture of it is here: keys may be pressed faster than pictures come. */
  #aimed: number | undefined;
  /** Cancelled loads whose end the engine has not told yet. */
  readonly #stopping = new Set<RequestId>();
  /** How the document before was seen last. */
  left: ViewMemory | undefined;
  /** Requests without a response. */
  readonly #open = new Map<number, Command>();

  override ask<Answer>(command: (request: number) => Command, read: (event: EngineEvent) => Answer): Promise<Answer> {
    let asked = -1;
    return super.ask(
      (request) => {
        const question = command((asked = request));
        this.#open.set(request, question);
        return question;
      },
      (event) => {
        this.#open.delete(asked);
        return read(event);
      },
    );
  }

  /** Holds at once: the next change counts on this one, however late the engine answers. */
  override change(change: PlaybackChange): void {
    super.change(change);
    if (!this.playback) return;
    if (change.set === 'time') {
      const { playing, duration } = this.playback;
      this.#aimed = playing ? undefined : Math.max(0, Math.min(change.time, duration));
      return;
    }
    this.playback = this.#after(this.playback, change);
    if (change.set === 'action' || this.playback.playing) this.#aimed = undefined;
    this.emit('playback', { playback: this.playback, ended: false });
  }

  /** Seconds: what is shown, or will be when everything asked for has come. */
  get time(): number {
    return this.#aimed ?? this.lastFrame?.time ?? 0;
  }

  /** The shown files once more, read in another way; what a person has set up stays. */
  async reload(read: ReadOptions): Promise<LoadResult> {
    const memory = rememberView(this),
      seen = (): ViewMemory => this.left ?? memory!;
    const end = memory && this.on('loaded', () => restoreMotion(this, seen()));
    const result = await this.load(this.sources, { ...(memory && loadAs(memory)), keepCamera: true, read });
    end?.();
    if (result.result === 'loaded' && memory) restoreSelection(this, seen());
    return result;
  }

  /** Every load still running comes back as cancelled at once; an engine that does not answer soon is ended. */
  cancel(): void {
    const requests = [...this.loads.keys()];
    for (const request of requests) {
      this.#stopping.add(request);
      this.client.send({ type: 'cancel', viewer: this.id, request });
      this.settle(request, { result: 'cancelled' });
    }
    setTimeout(() => {
      const stuck = requests.filter((request) => this.#stopping.delete(request));
      if (stuck.length > 0) this.client.restart();
    }, kCancelMs);
  }

  get loading(): boolean {
    return this.loads.size > 0;
  }

  /** Turns a node by hand, whatever the file or an action says; null puts it back, node -1 all of them. */
  rotateNode(node: number, rotation: Vec4 | null): void {
    const rest = [...this.rotations].filter(([other]) => node >= 0 && other !== node);
    this.rotations = new Map(rotation ? [...rest, [node, rotation]] : rest);
    this.client.send({ type: 'rotateNode', viewer: this.id, node, rotation });
    this.emit('rotations', this.rotations);
  }

  /** One frame on or back, at the action's own rate. */
  stepFrame(by: number): void {
    if (!this.playback || this.playback.duration === 0) return;
    const action = this.shown?.report.info.actions[this.playback.action];
    // Actions that play together have Blender's usual rate.
    const rate = action ? action.frameRate || 30 : 25,
      frame = Math.round(this.time * rate) + by;
    this.change({ set: 'playing', playing: false });
    this.change({ set: 'time', time: Math.max(0, Math.min(this.playback.duration, frame / rate)) });
  }

  /** After the insets have changed with a new document: the framing is recomputed unless the user has changed it. */
  frameAgain(jump: boolean): void {
    if (!this.shown || this.touched) return;
    this.camera.fit(this.shown.framing, true, jump);
    this.animate();
  }

  /** The view a person has chosen, and its distance in parts of that from which all is seen; undefined before. */
  get chosenView(): { pose: CameraPose; part: number } | undefined {
    if (!this.touched || !this.shown) return undefined;
    const { pose } = this.camera,
      trial = new OrbitCamera(),
      [width, height] = this.size();
    trial.resize(width, height, this.insets);
    trial.set(pose);
    trial.fit(this.shown.framing, false, true);
    return { pose, part: pose.distance / trial.pose.distance };
  }

  /** For tests of a lost context. */
  loseContext(action: 'lose' | 'restore'): void {
    this.client.send({ type: 'context', viewer: this.id, action });
  }

  /** CSS pixels of the view, and what covers its edges. */
  get room(): { width: number; height: number; pixelRatio: number; insets: Insets } {
    const [width, height] = this.size();
    return { width, height, pixelRatio: this.pixels().pixelRatio, insets: this.insets };
  }

  protected override receiveFrame(frame: FrameInfo): void {
    if (this.#aimed !== undefined && Math.abs(this.#aimed - frame.time) < kSameTime) this.#aimed = undefined;
    super.receiveFrame(frame);
  }

  protected override receiveOwn(event: Extract<EngineEvent, { viewer: ViewerId }>): void {
    if (!('request' in event) || !this.#stopping.has(event.request)) {
      if (event.type === 'loaded') this.left = rememberView(this);
      super.receiveOwn(event);
      return;
    }
    if (event.type === 'progress') return;
    this.#stopping.delete(event.request);
    // The engine finished before the cancellation arrived: a new engine restores the previous document.
    if (event.type === 'loaded') this.client.restart();
    else super.receiveOwn(event);
  }

  /** What the engine will make of a change, as far as the page can know. */
  #after(state: PlaybackState, change: PlaybackChange): PlaybackState {
    const { set: kind, ...rest } = change;
    if (kind === 'playing') return { ...state, playing: change.playing && state.duration > 0 };
    if (kind !== 'action') return { ...state, ...rest };
    const { action } = change,
      { duration = action === kBindPose ? 0 : state.duration } = this.shown?.report.info.actions[action] ?? {};
    return { ...state, action, duration, range: null, playing: state.playing && duration > 0 };
  }

  protected override forget(): void {
    this.rotations = new Map();
    this.#aimed = undefined;
    this.emit('rotations', this.rotations);
  }

  protected override remember(): () => void {
    const { rotations, playback } = this,
      open = [...this.#open.values()];
    return () => {
      for (const [node, rotation] of rotations) this.rotateNode(node, rotation);
      if (playback) {
        const { pingPong, crossfade, range } = playback;
        this.change({ set: 'run', pingPong, crossfade, range });
      }
      // The engine that was asked is gone.
      for (const question of open) this.client.send(question);
      this.emit('revived', undefined);
    };
  }

  protected override input(): InputTarget {
    return {
      ...super.input(),
      hold: (x, y) => {
        const handle = this.lastFrame?.handle;
        const axis = handle && this.settings.turning ? ringAt(handle, { x, y }, ...this.size()) : -1;
        if (!handle || axis < 0) return false;
        this.#ring = new RingDrag(handle, axis, { x, y }, ...this.size());
        this.set({ turningAxis: axis });
        return true;
      },
      drag: (x, y) => {
        if (this.#ring) this.rotateNode(this.#ring.handle.node, this.#ring.move({ x, y }));
      },
      drop: () => {
        this.#ring = undefined;
        this.set({ turningAxis: -1 });
      },
      hover: (x, y) => {
        const handle = this.settings.turning ? this.lastFrame?.handle : undefined;
        const over = handle !== undefined && ringAt(handle, { x, y }, ...this.size()) >= 0;
        if (over !== 'hold' in this.host.dataset) {
          if (over) this.host.dataset.hold = '';
          else delete this.host.dataset.hold;
        }
      },
      click: (x, y, detail) =>
        void this.pick(x, y, detail).then((hit) => this.emit('click', { hit, ...(detail && { detail }) })),
    };
  }
}
