// Where worlds are shown: the picture with its hands, phases above it, time below, and what there is to know beside it.
// Fetched when the first world is opened.

import type { Vector, WorldChange, WorldIssue, WorldOutline } from '../../core/world';
import { leastOf } from '../../base/lists';
import { durationOf } from '../../core/worldSummary';
import { Count } from '../../core/worldTables';
import type { WorldCommand, WorldCurves, WorldEvent, WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import { everything, switchOf, switchWords } from '../../engine/world/plan';
import { type CameraMode, listenToHands, WorldCamera } from './camera';
import { WorldClient } from './client';
import { EditMode } from './editing';
import type { RoomKit } from './kit';
import { PhaseBar, WorldLook } from './look';
import { type PanelName, WorldPanel } from './panel';
import type { GivenFiles, RoomDocument, RoomFile, RoomOutcome } from './edited';
import type { SoundingEvent } from '../../music/worldEffects';
import { WorldSound } from './sound';
import { WorldText } from './text';
import { WorldTimeline } from './timeline';

/** A command of this view. */
type OwnCommand<Each = WorldCommand> = Each extends { view: number } ? Omit<Each, 'view'> : never;

type OwnQuestion<Each = Parameters<WorldClient['ask']>[0]> = Each extends { view: number } ? Omit<Each, 'view'> : never;

/** After the last change the text is asked for. */
const kRestMs = 300;

export class WorldRoom {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #client: WorldClient;
  readonly #view: number;
  readonly #timeline: WorldTimeline;
  readonly #phases: PhaseBar;
  readonly #panel: WorldPanel;
  readonly #look: WorldLook;
  readonly #edit: EditMode;
  #given: RoomDocument | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #camera = new WorldCamera();
  readonly #sound: WorldSound;
  #duration = 0;
  readonly #modes: HTMLSelectElement;
  readonly #note: HTMLElement;
  readonly #waiting = new Map<number, (outcome: RoomOutcome) => void>();
  readonly #style: HTMLLinkElement;
  readonly #styled: Promise<void>;
  readonly #watch = new ResizeObserver(() => this.#resize());
  readonly #ending = new AbortController();
  #named: string[] = [];
  #issues: WorldIssue[] = [];
  #playing = false;
  #isBroken = false;
  #isFloat = true;
  #last: WorldFrameInfo | undefined;
  #outline: WorldOutline | undefined;
  #shownTotal = -1;
  /** An operator that stands out; -1: none. */
  #chosen = -1;
  /** Called for every picture, and of what is wrong. */
  onFrame: (frame: WorldFrameInfo) => void = () => undefined;
  onIssues: (issues: WorldIssue[]) => void = () => undefined;
  onFailed: (message: string) => void = () => undefined;

  constructor(private readonly kit: RoomKit) {
    const { h, t } = kit;
    const style = (this.#style = h('link', { attributes: { rel: 'stylesheet', href: 'styles/world.css' } }));
    this.#styled = new Promise((resolve) => {
      for (const end of ['load', 'error']) style.addEventListener(end, () => resolve());
    });
    document.head.append(style);
    this.#canvas = h('canvas', {
      class: 'world-canvas',
      attributes: {
        tabindex: 0,
        role: 'application',
        'aria-label': t('World view. W, A, S and D walk, arrow keys turn, Space plays.'),
      },
    });
    this.#timeline = new WorldTimeline(kit, {
      toggle: () => this.play(!this.#playing),
      seek: (time) => this.seek(time),
      speed: (speed) => {
        this.#sound.speed(speed);
        this.#send({ type: 'set', state: { speed } });
      },
      choose: (operator) => this.#panel.choose(operator),
    });
    this.#sound = new WorldSound(kit, {
      follow: (time) => this.#send({ type: 'follow', time }),
      time: () => this.time,
      length: () => this.#duration,
    });
    this.#timeline.row.append(this.#sound.button);
    this.#phases = new PhaseBar(kit, (which) => this.#send({ type: 'set', state: { which } }));
    this.#panel = new WorldPanel(kit, {
      change: (pointer, value) => this.#change(pointer, value),
      copy: () => void this.#copy(),
      ask: () => this.#ask({ type: 'curves' }) as Promise<WorldCurves | undefined>,
      counted: (tab, issues) => kit.count(tab, issues),
      chosen: (operator) => {
        this.#chosen = operator;
        this.#mark();
      },
    });
    kit.tabs(this.#panel.tabs);
    this.#look = new WorldLook(
      kit,
      {
        setup: (setup) => this.#send({ type: 'set', state: { setup } }),
        divider: (divider) => this.#send({ type: 'set', state: { divider } }),
        marks: () => this.#mark(),
      },
      () => this.#canvas.getBoundingClientRect(),
    );
    this.#modes = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': t('Camera') },
        on: { change: () => this.#mode(this.#modes.value as CameraMode) },
      },
      h('option', { text: t('Camera of the world'), attributes: { value: 'document' } }),
      h('option', { text: t('Orbit'), attributes: { value: 'orbit' } }),
      h('option', { text: t('Walk'), attributes: { value: 'walk' } }),
    );
    this.#note = h('p', { class: 'world-note', attributes: { role: 'status', hidden: true } });
    this.element = h(
      'section',
      { class: 'world-room', attributes: { 'aria-label': t('World'), hidden: true } },
      h('h1', { class: 'visually-hidden', text: t('World') }),
      this.#canvas,
      h('div', { class: 'world-view' }, this.#look.divider.element, this.#look.labels),
      h('div', { class: 'world-top' }, this.#modes, this.#look.element, this.#phases.element),
      this.#note,
      this.#panel.element,
      this.#timeline.element,
    );
    const engine = new URL('./world-worker.js', import.meta.url).href;
    this.#client = new WorldClient(engine, kit.scriptUrl(engine));
    this.#view = this.#client.newId();
    this.#client.attach(this.#view, this.#canvas);
    this.#client.on((event) => this.#receive(event));
    this.#edit = this.#editMode();
    listenToHands(this.#canvas, {
      camera: this.#camera,
      mode: (mode) => this.#mode(mode),
      // Where a walk leads is known to the core alone.
      moved: () => (this.#camera.mode === 'walk' ? this.#walk([0, 0, 0]) : this.#turn()),
      walk: (by) => this.#walk(by),
      pick: (x, y) => void this.#pick(x, y),
      toggle: () => this.play(!this.#playing),
      stepTicks: (ticks) => this.#timeline.step(ticks),
    });
    this.#watch.observe(this.#canvas);
    document.addEventListener(
      'visibilitychange',
      () => this.#send({ type: 'visible', visible: document.visibilityState === 'visible' && !this.element.hidden }),
      { signal: this.#ending.signal },
    );
  }

  /** Its engine has failed: nothing opens here any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Leaves the page, and ends its engine whatever that is doing. */
  dispose(): void {
    this.#ending.abort();
    this.#watch.disconnect();
    clearTimeout(this.#rest);
    this.#sound.dispose();
    this.#edit.dispose();
    this.#send({ type: 'close' });
    this.#client.end();
    this.#refuseAll([]);
    this.#style.remove();
    this.#panel.tabs.remove();
    this.element.remove();
  }

  /** The world that is shown stays until another one is there. */
  async open(document: RoomDocument): Promise<RoomOutcome> {
    const { text, files, base, time, play } = document;
    // Without its style sheet the view has another shape.
    await this.#styled;
    const request = this.#client.newId();
    this.#named = files.map(({ name }) => name);
    // Laid out before it is seen: the first picture has the shape of the view.
    this.#resize();
    const outcome = new Promise<RoomOutcome>((resolve) => this.#waiting.set(request, resolve));
    this.#playing = play;
    this.#send({ type: 'set', state: { playing: play } });
    const given = { ...document, text: text.slice(0) };
    void outcome.then(({ opened }) => (opened ? this.#open(given) : undefined));
    this.#client.send(
      {
        type: 'open',
        view: this.#view,
        request,
        text,
        files,
        ...(base !== undefined && { base }),
        ...(time !== undefined && { time }),
      },
      [text],
    );
    return outcome;
  }

  async #open(given: RoomDocument): Promise<void> {
    this.#given = given;
    this.#edit.opened();
    await this.#resound(given.text);
  }

  /** The song and the effects that a text names. */
  async #resound(text: ArrayBuffer): Promise<void> {
    await this.#sound.open({ ...this.#given!, text });
    if (this.#playing) this.#sound.play();
  }

  /** What files that come join, instead of opening by themselves. */
  get isEdited(): boolean {
    return !this.element.hidden && this.#edit.isOn;
  }

  /** Files that come while it is edited, perhaps dropped at a place of the window. */
  take(files: GivenFiles, at?: { x: number; y: number }): void {
    this.#edit.take(files, at);
  }

  #addFiles(files: readonly RoomFile[]): void {
    const given = this.#given!,
      names = new Set(files.map(({ name }) => name));
    given.files = [...given.files.filter(({ name }) => !names.has(name)), ...files];
    this.#send({ type: 'files', files });
  }

  show(shown: boolean): void {
    this.element.hidden = !shown;
    this.#edit.shown(shown);
    if (!shown) this.#sound.pause();
    else if (this.#playing) this.#sound.play();
    this.#send({ type: 'visible', visible: shown });
    if (!shown) return;
    this.#resize();
    this.#canvas.focus({ preventScroll: true });
  }

  play(playing: boolean): void {
    this.#playing = playing;
    this.#send({ type: 'set', state: { playing } });
    if (playing) this.#sound.play();
    else this.#sound.pause();
    if (this.#last) this.#timeline.frame(this.#last.time, this.#last.tick, playing);
  }

  seek(time: number): void {
    this.play(false);
    this.#send({ type: 'seek', time });
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Time of the shown frame, in seconds. */
  get time(): number {
    return this.#last?.time ?? 0;
  }

  /** State of the view in a link, apart from the time. */
  get link(): Record<string, string> {
    const eye = this.#camera.words,
      draw = switchWords(this.#phases.which),
      { setup } = this.#look;
    return {
      ...(eye !== undefined && { eye }),
      ...(draw !== undefined && { draw }),
      ...(setup !== 'document' && { light: setup }),
      ...(this.#edit.isOn && { edit: '' }),
    };
  }

  /** Restores a link; the rest is as in a document that was just opened. */
  restore({ eye, draw, light, edit }: Record<string, string>): void {
    this.#look.restore(light);
    if (eye === undefined || !this.#camera.restore(eye)) this.#camera.mode = 'document';
    this.#modes.value = this.#camera.mode;
    this.#turn();
    this.#phases.restore(draw === undefined ? everything : switchOf(draw));
    void this.#edit.set(edit !== undefined);
  }

  openPanel(name: PanelName): void {
    this.#panel.open(name);
  }

  closePanel(): void {
    this.#panel.close();
  }

  /** The report of the frame that is shown, and its hash. */
  report(): Promise<unknown> {
    return this.#ask({ type: 'report' });
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #editMode(): EditMode {
    // Of this room, as it is when it is asked.
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const room = this;
    return new EditMode({
      kit: this.kit,
      element: this.element,
      canvas: this.#canvas,
      client: this.#client,
      view: this.#view,
      get playing() {
        return room.#playing;
      },
      get frame() {
        return room.#last;
      },
      get outline() {
        return room.#outline;
      },
      get roll() {
        return room.#sound.roll;
      },
      get issues() {
        return room.#issues;
      },
      get given() {
        return room.#given;
      },
      addFiles: (files) => this.#addFiles(files),
      resound: (text) => void this.#resound(new TextEncoder().encode(text).buffer),
      seek: (time) => this.seek(time),
      play: (playing) => this.play(playing),
      mark: (operator) => {
        this.#chosen = operator;
        this.#mark();
      },
      retime: (outline) => {
        this.#outline = outline;
        this.#duration = durationOf(outline);
        this.#timeline.show(outline, this.#duration);
      },
      refresh: () => void this.#takeText(false),
    });
  }

  #send(command: OwnCommand): void {
    this.#client.send({ ...command, view: this.#view });
  }

  #ask(question: OwnQuestion): Promise<unknown> {
    return this.#client.ask({ ...question, view: this.#view });
  }

  /** Lines over the picture. */
  #mark(): void {
    this.#send({ type: 'set', state: { marks: { shown: this.#look.marks, chosen: this.#chosen } } });
  }

  async #pick(x: number, y: number): Promise<void> {
    const pick = (await this.#ask({ type: 'pick', x, y })) as WorldPick | undefined;
    if (!this.#edit.pick(pick)) this.#panel.choose(pick ? pick.mesh : -1, pick);
  }

  async #change(pointer: string, value: unknown): Promise<WorldChange | undefined> {
    const change = (await this.#ask({ type: 'change', pointer, value })) as WorldChange | undefined;
    if (change?.state === 'taken') this.#settle();
    return change;
  }

  /** When changes have come to rest: lines may be others, and curves. */
  #settle(): void {
    clearTimeout(this.#rest);
    // The workbench has the text, and its own panes.
    if (this.#edit.isOn) return;
    this.#rest = setTimeout(() => void this.#takeText(false), kRestMs);
  }

  async #takeText(isNew: boolean): Promise<WorldText | undefined> {
    const found = (await this.#ask({ type: 'document' })) as { text: string; outline: WorldOutline } | undefined;
    if (!found) return undefined;
    this.#outline = found.outline;
    const text = new WorldText(found.text, found.outline);
    this.#panel.text(text, isNew);
    return text;
  }

  async #copy(): Promise<void> {
    const { t, say } = this.kit,
      { text } = ((await this.#ask({ type: 'document' })) ?? {}) as { text?: string };
    if (text === undefined) return;
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    say(done ? t('Document copied') : t('Clipboard access blocked'));
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas,
      ratio = Math.min(2, devicePixelRatio);
    if (clientWidth > 0 && clientHeight > 0)
      this.#send({ type: 'resize', width: Math.round(clientWidth * ratio), height: Math.round(clientHeight * ratio) });
  }

  #mode(mode: CameraMode): void {
    const { eye } = this.#last ?? {};
    if (this.#camera.mode === 'document' && mode !== 'document' && eye) this.#camera.take(eye, this.#distance(eye.at));
    this.#camera.mode = mode;
    this.#modes.value = mode;
    this.#turn();
  }

  /** Distance of the orbited point: that of the nearest light, or four units. */
  #distance(at: readonly number[]): number {
    const [x = 0, y = 0, z = 0] = at;
    const ways = (this.#last?.lights ?? []).map((light) =>
      Math.hypot(light.at[0] - x, light.at[1] - y, light.at[2] - z),
    );
    return Math.max(1, leastOf([...ways, 4]));
  }

  #walk(by: Vector): void {
    const { dir } = this.#camera.eye!;
    this.#send({ type: 'walk', by, dir });
  }

  #turn(): void {
    this.#send({ type: 'set', state: { eye: this.#camera.eye } });
  }

  #refuseAll(issues: WorldIssue[]): void {
    for (const resolve of this.#waiting.values()) resolve({ opened: false, issues });
    this.#waiting.clear();
  }

  #receive(event: WorldEvent): void {
    const { t } = this.kit;
    if (event.type === 'failed') {
      const message = event.ended ? t('The engine of worlds has ended.') : event.message;
      this.#isBroken = true;
      this.#say(message);
      this.#refuseAll([{ code: event.code, severity: 0, path: '', message }]);
      this.onFailed(message);
    } else if (event.type === 'ready') {
      this.#isFloat = event.isFloat;
    } else if (event.type === 'context') {
      this.#say(event.state === 'lost' ? t('Graphics context lost, restoring…') : '');
    } else if (event.type === 'answer' || event.view !== this.#view) {
      return;
    } else if (event.type === 'opened') {
      this.#opened(event);
      this.#waiting.get(event.request)?.({ opened: true, issues: event.issues, missing: event.missing });
      this.#waiting.delete(event.request);
    } else if (event.type === 'refused') {
      this.#waiting.get(event.request)?.({ opened: false, issues: event.issues });
      this.#waiting.delete(event.request);
    } else if (event.type === 'ended') {
      this.#take(event.issues);
      this.#say(event.issues.find(({ severity }) => severity === 0)?.message ?? '');
    } else if (event.type === 'issues') {
      this.#take([...this.#issues.filter((issue) => !isOf(issue, event.issues)), ...event.issues]);
    } else if (event.type === 'changed') {
      if (event.issues.length > 0)
        this.#take([...this.#issues.filter((issue) => !isOf(issue, event.issues)), ...event.issues]);
      this.#settle();
    } else if (event.type === 'walked') {
      this.#camera.place(event.at);
    } else if (event.type === 'replay') {
      this.#timeline.progress(event.done, event.total);
    } else {
      this.#frame(event.frame);
    }
  }

  #opened({
    outline,
    issues,
    missing,
    duration,
  }: {
    outline: WorldOutline;
    issues: WorldIssue[];
    missing: string[];
    duration: number;
  }): void {
    const { t } = this.kit;
    this.#say(t('Rendering the image…'));
    this.#camera.mode = 'document';
    this.#modes.value = 'document';
    this.#turn();
    this.#shownTotal = -1;
    this.#outline = outline;
    this.#timeline.show(outline, duration);
    this.#duration = duration;
    const files = [...new Set([...this.#named, ...outline.images, ...missing])];
    this.#panel.files(files.map((name) => ({ name, found: !missing.includes(name) })));
    this.#chosen = -1;
    this.#mark();
    void this.#takeText(true);
    this.#take(issues);
  }

  #take(found: WorldIssue[]): void {
    const message = 'the device has no float targets: drawn in 8 bits';
    const target: WorldIssue = { code: 'WORLD_TARGET', severity: 1, path: '', message };
    const issues = this.#isFloat || isOf(target, found) ? found : [...found, target];
    this.#issues = issues;
    this.#panel.issues(issues);
    this.onIssues(issues);
  }

  #frame(frame: WorldFrameInfo): void {
    const { t } = this.kit;
    if (this.#shownTotal < 0)
      this.#say(this.#isFloat ? '' : t('This device cannot draw into float targets: colours are approximate.'));
    this.#last = frame;
    this.#timeline.frame(frame.time, frame.tick, this.#playing);
    this.#timeline.active(frame.events);
    this.#sound.hear(this.#playing ? this.#sounding(frame) : []);
    this.#panel.frame(frame);
    const mode = frame.numbers[Count.mode]!,
      total = frame.numbers[Count.total]!;
    if (this.#shownTotal !== total)
      this.#phases.show(mode, total, frame.numbers.slice(Count.phaseJobs, Count.phaseJobs + 7));
    this.#shownTotal = total;
    this.element.dataset.time = frame.time.toFixed(4);
    this.onFrame(frame);
  }

  /** Events that play an effect. */
  #sounding({ time, events }: WorldFrameInfo): SoundingEvent[] {
    const { operators = [], bpm = 60 } = this.#outline ?? {};
    return events.flatMap(({ id, operator, start }) => {
      const effect = operators[operator]?.effect;
      return effect === undefined ? [] : { id, effect, since: Math.max(0, time - (start * 60) / bpm) };
    });
  }

  #say(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === '';
  }
}

/** The same message, whatever its source. */
const isOf = (issue: WorldIssue, others: readonly WorldIssue[]): boolean =>
  others.some(({ code, path, message }) => code === issue.code && path === issue.path && message === issue.message);
