// <vitrine-viewer>: attributes, properties, methods and events as <video> has them, around one viewer of the page's engine.
// Nothing here touches the DOM before an element is made, so that servers may import it.

import { kBindPose } from '../core/document';
import { type ReadOptions, soundKinds } from '../core/formats';
import { pushAll } from '../base/lists';
import { VitrineError } from '../base/errors';
import { plainName } from '../core/gzipName';
import type { Report, ReportAction } from '../core/report';
import { scriptUrl } from '../base/trusted';
import type { ExportedFile } from '../core/fullCore';
import { defaultSettings, type ViewSettings } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import { type EngineClient, kEngineEnded } from '../viewer/client';
import type { Insets } from '../viewer/camera';
import { Viewer } from '../viewer/viewer';
import {
  attributeNames,
  isReading,
  listOf,
  numberOf,
  overlaysOf,
  readOf,
  viewAttributes,
  warnOf,
  wordOf,
  type AttributeName,
  type CameraChange,
} from './attributes';
import { ElementCamera } from './camera';
import { ControlsHost } from './controlsHost';
import { dressAgain } from './dom';
import { handleKey } from './keys';
import {
  borrowEngine,
  askTheme,
  compileFor,
  forgetNear,
  isStill,
  onTheme,
  returnEngine,
  whenNear,
} from './sharedEngine';
import { Player } from './player';
import { adoptProperties, AttributeElement, put, type Given } from './reflect';
import { Shell, type Phase } from './shadowTree';
import { brokenSource, dataUrl, fetchSources, sourceOf, type Coming, type ModelFile } from './sources';
import { fileName, placeText, stateText } from './words';

export interface OpenOptions {
  /** How the files are read; what it leaves out is as the attributes say. */
  read?: ReadOptions;
}

const kSong = new RegExp(`\\.(${Object.values(soundKinds).flat().join('|')})z?(\\.gz)?(\\?|$)`, 'i');

/** How many animations a first picture needs: up to the one that plays. An action is called as its file. */
function neededOf(animations: readonly URL[], action: string | null): number {
  const at = animations.findIndex(({ pathname }) => {
    const name = fileName(plainName(pathname));
    return action ? name.replace(/\.[^.]*$/, '') === action : !/camera$/i.test(name);
  });
  return at < 0 ? animations.length : at + 1;
}

type OwnFiles = { files: readonly SourceFile[] } & OpenOptions;

export class VitrineViewerElement extends AttributeElement {
  static readonly observedAttributes: readonly string[] = attributeNames;

  /** Volume of songs and of worlds with one, 0 to 1, and whether they are muted, as in <audio>; they are until that is
   * taken away. */
  declare volume: number;
  declare muted: boolean;

  readonly #shell: Shell;
  readonly #controls: ControlsHost;
  readonly #player = new Player();
  readonly #camera = new ElementCamera(this);
  #client: EngineClient | undefined;
  /** Its engine is that of worlds. */
  #world = false;
  #viewer: Viewer | undefined;
  #phase: Phase = 'waiting';
  #report: Report | null = null;
  #error: VitrineError | null = null;
  /** Handed over by `open`, in place of `src`. */
  #given: OwnFiles | undefined;
  /** Names of the files of the attribute `animations`. */
  #moving: readonly string[] = [];
  /** The engine has the files that are asked for; only how they are read may change. */
  #again = false;
  /** Its engine has ended while it showed these files, and another one shows them. */
  #renewed: boolean | undefined;
  /** The attribute `action` as the engine has it that reads; null without one, undefined while it does not read. */
  #named: string | null | undefined;
  /** Counts loads; results of superseded loads are dropped. */
  #attempt = 0;
  #asked = false;
  #around: 'light' | 'dark' = 'light';
  #reloading = false;
  #endings: (() => void)[] = [];
  /** More actions are on their way, and one of them may be the one that is asked for. */
  #more: boolean | undefined;
  #unmet: string | undefined;
  /** Ends the song that shows, or that of a world. */
  #song: (() => void) | undefined;

  constructor() {
    super();
    this.#shell = new Shell(this, () => {
      this.show();
      this.#shell.stage.focus({ preventScroll: true });
    });
    this.#controls = new ControlsHost(this, this.#shell.frame);
    this.#shell.frame.addEventListener('keydown', (event) => this.#key(event));
    const player = this.#player;
    for (const name of ['play', 'pause', 'ended', 'timeupdate', 'ratechange'] as const)
      player.on(name, () => {
        if (name !== 'timeupdate') this.#describe(name === 'play' || name === 'pause');
        this.dispatchEvent(new Event(name));
      });
    player.on('tick', () => this.#controls.tick());
    player.on('actionchange', () => this.#actionChanged());
    this.#enter('waiting');
  }

  // -- life -----------------------------------------------------------------------------------------------------------

  connectedCallback(): void {
    adoptProperties(this);
    if (this.#here) return;
    this.#endings.push(onTheme(() => this.#look(true)));
    this.#shell.name(this.#spokenName);
    this.#look();
    this.#wait();
  }

  disconnectedCallback(): void {
    // Moving an element takes it out and puts it back at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#release();
    });
  }

  adoptedCallback(): void {
    dressAgain(this.shadowRoot!);
  }

  attributeChangedCallback(name: AttributeName, before: string | null, value: string | null): void {
    const viewer = this.#viewer;
    warnOf(name, value);
    if (isReading(name)) {
      if (before !== value) this.#soon();
      return;
    }
    switch (name) {
      case 'src':
      case 'animations':
      case 'textures':
        this.#shell.name(this.#spokenName);
        if (before !== value) this.#reload(name === 'src');
        break;
      case 'poster':
        this.#shell.setPoster(value ?? '');
        break;
      case 'alt':
        this.#shell.name(this.#spokenName);
        break;
      case 'action':
        if (this.#report) this.#choose(value);
        break;
      case 'time':
        this.#player.seek(this.#firstTime);
        break;
      case 'playing':
        if (value === null) this.pause();
        else if (!isStill()) this.#player.play();
        break;
      case 'loop':
        this.#player.setLoop(value !== null);
        this.#controls.refresh();
        break;
      case 'speed':
        this.#player.setSpeed(numberOf(value) ?? 1);
        break;
      case 'camera-orbit':
      case 'camera-target':
      case 'field-of-view':
        if (viewer) this.#camera.place(viewer);
        viewer?.move();
        break;
      case 'controls':
        viewer?.setInsets(this.#cover);
        this.#controls.set();
        break;
      case 'overlays':
      case 'background':
      case 'theme':
        this.#look();
        break;
      case 'loading':
      case 'reveal':
        if (this.#here && this.#phase === 'waiting') this.#wait();
        break;
      case 'preview':
      case 'muted':
      case 'volume':
      case 'wasm-url':
        break;
    }
  }

  // -- properties -----------------------------------------------------------------------------------------------------

  /** Seconds within the action. */
  get currentTime(): number {
    return this.#player.time;
  }
  set currentTime(time: number) {
    this.#player.seek(Number(time) || 0);
  }
  /** Seconds of the action; NaN before there is one. */
  get duration(): number {
    return this.#report ? this.#player.duration : NaN;
  }
  get paused(): boolean {
    return !this.#player.playing;
  }
  get ended(): boolean {
    const { playing, loop, time, duration } = this.#player;
    return !playing && !loop && duration > 0 && time >= duration;
  }
  get playbackRate(): number {
    return this.#player.speed;
  }
  set playbackRate(rate: number) {
    if (!Number.isFinite(Number(rate))) throw new TypeError(`${rate} is no playbackRate.`);
    this.#player.setSpeed(Number(rate));
  }

  get actions(): readonly ReportAction[] {
    return this.#report?.info.actions ?? [];
  }
  /** Name of the action that is selected; empty in the bind pose. */
  get action(): string {
    return this.#action?.name ?? (this.#report ? '' : (this.getAttribute('action') ?? ''));
  }
  set action(name: Given) {
    put(this, 'action', name);
  }
  /** The output of `vitrine inspect` for the model. */
  get report(): Report | null {
    return this.#report;
  }
  get error(): VitrineError | null {
    return this.#error;
  }
  /** Where the camera is, as attributes would say it; null before there is a model. */
  get camera(): CameraChange | null {
    return this.#viewer?.shown ? viewAttributes(this.#viewer.camera.pose) : null;
  }

  // -- methods --------------------------------------------------------------------------------------------------------

  /** Shows the model if it does not show yet. */
  async play(): Promise<void> {
    this.show();
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  /** Resets to the camera attributes, or to the default view. */
  fit(): void {
    const viewer = this.#viewer;
    if (!viewer) return;
    if (this.cameraOrbit || this.cameraTarget || this.fieldOfView) {
      this.#camera.place(viewer);
      viewer.move();
    } else viewer.fit(true);
  }

  /** Loads now, whatever `loading` and `reveal` say. */
  show(): void {
    if (this.#phase === 'waiting' && this.isConnected && this.#hasSource) void this.#start();
  }

  /** Loads what the attributes name once more. */
  load(): void {
    this.#take(undefined, false);
    if (this.isConnected && this.#hasSource) void this.#start();
  }

  /** Shows files of the page's own in place of `src`. */
  async open(files: readonly (ModelFile | File)[], { read }: OpenOptions = {}): Promise<void> {
    this.#take({ files: files.map(sourceOf), read }, true);
    if (this.isConnected) await this.#start();
  }

  stepFrame(by: number): void {
    if (this.#player.duration > 0) this.#player.step(by, this.#action);
  }

  /** The next playable action, or the one before with -1; the bind pose is among them. */
  cycleAction(by: number): void {
    const playable = [kBindPose, ...this.actions.flatMap(({ playable: can }, index) => (can ? [index] : []))];
    const at = playable.indexOf(this.#player.action);
    this.selectAction(playable[(at + by + playable.length) % playable.length]!);
  }

  /** Selects an action by index; -1 is the bind pose. */
  selectAction(index: number): void {
    if (this.#report) this.#player.select(index);
  }

  async toBlob(type = 'image/png'): Promise<Blob> {
    const blob = await this.#shownViewer().ask('capture', { mime: type });
    if (!blob) throw new VitrineError('NOTHING_TO_SHOW', 'There is no picture at the moment.');
    return blob;
  }

  async toDataURL(type = 'image/png'): Promise<string> {
    return dataUrl(await this.toBlob(type));
  }

  /** The model as a file of another kind; throws VitrineError when the format cannot hold it. */
  async export(kind: string, options: object = {}): Promise<ExportedFile> {
    const outcome = await this.#shownViewer().ask('export', { kind, options });
    if (!outcome) throw new VitrineError('ENGINE', kEngineEnded);
    if ('file' in outcome) return outcome.file;
    throw new VitrineError(outcome.error.code, outcome.error.message, [outcome.error]);
  }

  /** The whole report, also where the core that shows models keeps a shorter one. */
  async inspect(): Promise<Report> {
    const report = await this.#shownViewer().ask('inspect', null);
    if (!report) throw new VitrineError('CORE_START', 'The full report could not be made.');
    return report;
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  /** It is in a page, and has looked around there. */
  get #here(): boolean {
    return this.#endings.length > 0;
  }

  get #hasSource(): boolean {
    return this.#given !== undefined || listOf(this.getAttribute('src')).length > 0;
  }

  /** Seconds, from the attribute. */
  get #firstTime(): number {
    return numberOf(this.getAttribute('time')) ?? 0;
  }

  get #action(): ReportAction | undefined {
    return this.actions[this.#player.action];
  }

  get #spokenName(): string {
    return this.alt || fileName(this.#given?.files[0]?.name ?? listOf(this.src)[0] ?? '') || 'Model';
  }

  #shownViewer(): Viewer {
    if (!this.#viewer?.shown) throw new VitrineError('NOTHING_TO_SHOW', 'No model is shown yet.');
    return this.#viewer;
  }

  /** Name, then number; without either the first that plays, for `none` the bind pose. */
  #indexOf(wanted: string | null): number {
    const { actions } = this;
    if (wanted === null || wanted === '')
      return actions.findIndex(({ playable, cameraNode }) => playable && cameraNode === undefined);
    const named = actions.findIndex(({ name }) => name === wanted);
    return named >= 0 ? named : /^\d+$/.test(wanted) && actions[Number(wanted)] ? Number(wanted) : kBindPose;
  }

  #choose(action: string | null, late = false): void {
    if (!this.#defer(action)) this.#player.select(this.#indexOf(action), late);
  }

  /** True for an action that may still come. */
  #defer(action: string | null): boolean {
    const comes = this.#more && action && action !== 'none' && this.#indexOf(action) === kBindPose;
    this.#unmet = comes ? action : undefined;
    return !!comes;
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#shell.enter(phase);
    this.#shell.offer(phase === 'waiting' && this.reveal === 'interaction' && this.#hasSource);
    this.#describe(false);
  }

  #wait(): void {
    this.#enter('waiting');
    forgetNear(this);
    if (!this.#hasSource) return;
    if (this.#asked || (this.reveal === 'auto' && this.loading === 'eager')) void this.#start();
    else if (this.reveal === 'auto') whenNear(this, () => this.show());
  }

  #reload(restart: boolean): void {
    this.#take(undefined, restart);
    this.#soon();
  }

  /** Other files; a document that is not the one before starts again. */
  #take(given: OwnFiles | undefined, restart: boolean): void {
    this.#given = given;
    this.#again = this.#renewed = false;
    this.#player.renew(this.hasAttribute('playing'), restart ? this.#firstTime : undefined);
  }

  /** Once for attributes that change together. */
  #soon(): void {
    if (this.#reloading || !this.#here) return;
    this.#reloading = true;
    queueMicrotask(() => {
      this.#reloading = false;
      if (!this.isConnected) return;
      if (this.#phase === 'waiting') this.#wait();
      else if (this.#hasSource) void this.#start();
      else this.#release(true);
    });
  }

  async #start(): Promise<void> {
    const attempt = ++this.#attempt,
      stale = (): boolean => attempt !== this.#attempt;
    forgetNear(this);
    this.#asked = true;
    this.#error = null;
    this.#enter('loading');
    this.#song?.();
    this.#song = undefined;
    // It stands in for a model of `src` until that is drawn.
    if (this.preview && !this.#given && !this.#report)
      void import('./preview').then(({ showPreview }) => showPreview(this, this.#shell.stage, this.#cover));
    try {
      if (kSong.test(this.#given?.files[0]?.name ?? listOf(this.src)[0] ?? '')) return await this.#openSong(stale);
      const given = this.#given,
        again = this.#again,
        // A given file has a name, not an address.
        name = given ? (given.files[0]?.name ?? '') : new URL(listOf(this.src)[0] ?? '', document.baseURI).pathname,
        world = /\.world\.json$/i.test(name);
      if (world !== this.#world) this.#leave();
      this.#world = world;
      const client = (this.#client ??= this.#borrow());
      const [model] = listOf(this.src).map((part) => new URL(part, document.baseURI));
      const coming = again || given ? undefined : this.#fetch(stale);
      if (!again && given) void compileFor(given.files.map(({ name }) => name));
      // A viewer asks how large it is, which lays the page out: not before the browser could start what was asked for.
      if (!this.#viewer) await new Promise((resolve) => setTimeout(resolve));
      if (stale()) return;
      const viewer = (this.#viewer ??= this.#attach(client)),
        files = coming ? await coming.models : again ? [] : [...given!.files];
      // Worlds are read in one go.
      if (world) for (const more of coming?.later ?? []) pushAll(files, await more);
      if (stale()) return;
      const looked = given || !model || this.hasAttribute('textures') ? {} : { imageFolder: new URL('.', model).href };
      const action = (this.#named = this.getAttribute('action')),
        named = action !== null && action !== '' ? { action } : {};
      // Without a name, files that are added to leave the action as it is; the bind pose has none.
      const posed = this.#player.action === kBindPose ? { action: '' } : {};
      this.#more = !world && coming?.more;
      const result = await viewer.load(files, {
        ...(again ? { add: true, keepCamera: true, ...posed } : { ...named, ...looked }),
        play: this.#player.playing,
        read: {
          ...readOf(this),
          ...(!given && this.#moving.length > 0 && { animations: this.#moving }),
          ...given?.read,
        },
        ...(!world && coming && { later: coming.later }),
      });
      if (stale() || result.result === 'cancelled') return;
      if (result.result === 'refused') {
        const messages = result.report?.issues.messages ?? [];
        throw new VitrineError(result.code, result.message, messages);
      }
      const broken = given ? undefined : brokenSource(result.report, files.slice(0, listOf(this.src).length));
      if (broken) throw broken;
      this.#again = true;
      this.#applyLook();
      // The complete picture, with its images; and all actions.
      const complete = Promise.all([
        ...(coming?.later ?? []),
        viewer.ask('settle', { rough: true }),
        this.#controls.fetch(),
      ]);
      complete.catch(() => undefined);
      if (this.#more) await complete;
      if (stale()) return;
      this.#more = false;
      if (this.#unmet) this.#choose(this.#unmet);
      this.dispatchEvent(new Event('loadedmetadata'));
      await complete;
      if (stale()) return;
      // A gzip file does not show whether it names one.
      if (world && /^\x1f|"sound"/.test(await new Response(files[0]?.data as Blob).text())) {
        const { accompany } = await import('./worldSong'),
          end = await accompany(this, this.#shell.frame, this.#player, viewer, files, given ? undefined : model?.href);
        if (stale()) return end?.();
        this.#song = end;
      }
      this.#enter('shown');
      this.dispatchEvent(new Event('load'));
    } catch (error) {
      if (!stale()) this.#fail(error);
    }
  }

  /** The script of songs gives this element what <audio> has. */
  async #openSong(stale: () => boolean): Promise<void> {
    if (this.#viewer) return this.#release(true);
    const [{ attachSong }, [file]] = await Promise.all([
      import('./song'),
      this.#given ? this.#given.files : this.#fetch(stale).models,
    ]);
    if (stale()) return;
    const end = await attachSong(this, this.#shell.stage, file!, scriptUrl);
    if ('code' in end) throw new VitrineError(end.code, end.message, [end]);
    if (stale()) return end();
    this.#song = end;
    this.#shell.drawn(true);
    this.dispatchEvent(new Event('loadedmetadata'));
    this.#enter('shown');
    this.dispatchEvent(new Event('load'));
  }

  #fetch(stale: () => boolean): Coming {
    const of = (text: string): URL[] => listOf(text).map((part) => new URL(part, document.baseURI)),
      textures = of(this.textures === 'none' ? '' : this.textures),
      animations = of(this.animations),
      // A replacement of a model loads completely before it shows.
      first = this.#report ? animations.length : neededOf(animations, this.getAttribute('action')),
      needed = [...of(this.src), ...animations.slice(0, first), ...textures];
    // Other readings are the full core's.
    const core =
      Object.keys(readOf(this)).length === 0
        ? compileFor(needed.map(({ pathname }) => plainName(pathname)))
        : undefined;
    const coming = fetchSources(needed, animations.slice(first), core, (loaded, total) => {
      if (stale()) return;
      this.#shell.progress(loaded, total);
      this.dispatchEvent(new ProgressEvent('progress', { lengthComputable: total > 0, loaded, total }));
    });
    const { names } = coming,
      models = needed.length - first - textures.length;
    this.#moving = [...names.slice(models, models + first), ...names.slice(needed.length)];
    return coming;
  }

  #borrow(): EngineClient {
    const client = borrowEngine(this.getAttribute('wasm-url') ?? undefined, this.#world);
    this.#endings.push(
      client.on('event', (event) => {
        if (event.type !== 'failed') return;
        this.#attempt += 1;
        this.#renewed = !this.#renewed && event.ended && this.#phase === 'shown';
        // Another source gets another engine.
        this.#leave(!this.#renewed);
        this.#again = false;
        if (this.#renewed) void this.#start();
        else this.#fail(new VitrineError(event.code, event.message));
      }),
    );
    return client;
  }

  #attach(client: EngineClient): Viewer {
    const viewer = new Viewer(client, this.#shell.stage, {
      settings: this.#settings,
      wheelNeedsFocus: true,
      firstFrame: this.preview ? 'images' : 'model',
    });
    viewer.on('loaded', ({ report }) => {
      this.#report = report;
      const action = this.getAttribute('action');
      if (this.#named !== undefined && action !== this.#named && !this.#defer(action))
        this.#player.wanted = this.#indexOf(action);
      this.#named = undefined;
      this.#shell.drawn(false);
      this.#camera.begin(viewer, this.#again);
      this.#controls.begin();
      if (this.querySelector('[data-at]')) void import('./notes').then((notes) => notes.annotate(this, viewer));
    });
    viewer.on('completed', (report) => {
      this.#report = report;
      this.#controls.refresh();
      if (this.#unmet) this.#choose(this.#unmet, true);
    });
    // A poster stays until there is a picture with all that it shows.
    viewer.on('frame', ({ incomplete }) => {
      if (this.#report && !(incomplete && this.poster)) this.#shell.drawn(true);
    });
    viewer.on('resized', () => this.#camera.placeAgain(viewer));
    viewer.on('camera', (pose) => this.#camera.moved(pose));
    this.#player.attach(viewer);
    viewer.setInsets(this.#cover);
    return viewer;
  }

  #release(emptied = false): void {
    this.#attempt += 1;
    forgetNear(this);
    for (const end of this.#endings.splice(0)) end();
    this.#song?.();
    this.#song = undefined;
    this.#leave(emptied);
    this.#error = null;
    this.#asked = this.#again = false;
    this.#controls.refresh();
    this.#enter('waiting');
    if (emptied && this.isConnected) this.connectedCallback();
  }

  /** Gives the engine back; the view is forgotten, unless the same source comes again. */
  #leave(emptied = true): void {
    const viewer = this.#viewer;
    this.#player.detach();
    if (viewer) this.#camera.leave(viewer, emptied);
    viewer?.dispose();
    if (this.#client) returnEngine(this.#world);
    this.#viewer = this.#client = undefined;
    this.#report = null;
    this.#shell.drawn(false);
  }

  #fail(error: unknown): void {
    const fault =
      error instanceof VitrineError
        ? error
        : new VitrineError('ENGINE', error instanceof Error ? error.message : String(error));
    this.#error = fault;
    this.#player.stay();
    this.#enter('failed');
    const issue = fault.issues.find(({ severity }) => severity === 0),
      name = issue?.source || fileName(listOf(this.src)[0] ?? this.#given?.files[0]?.name ?? 'The model');
    this.#shell.fail(
      {
        title: `${fileName(name)} could not be shown`,
        message: fault.message,
        place: issue && (issue.line ?? issue.offset) !== undefined ? placeText(issue) : fault.code,
      },
      fault.code === 'FETCH_FAILED' ? () => void this.#start() : undefined,
    );
    this.dispatchEvent(
      new CustomEvent('error', { detail: { code: fault.code, message: fault.message, issues: fault.issues } }),
    );
  }

  #actionChanged(): void {
    const action = this.#action;
    // An action that moves a camera is seen through it.
    const viewer = this.#viewer;
    viewer?.set({ cameraNode: action?.cameraNode ?? -1 });
    if (viewer) this.#camera.placeAgain(viewer);
    this.#controls.refresh();
    this.#describe(true);
    this.dispatchEvent(
      new CustomEvent('actionchange', {
        detail: { action: action?.name ?? '', index: this.#player.action, duration: this.#player.duration },
      }),
    );
  }

  get #settings(): ViewSettings {
    const theme = wordOf(this.getAttribute('theme'), ['auto', 'light', 'dark']);
    const overlays = overlaysOf(this.overlays);
    // A skeleton without a mesh shows its bones.
    if (this.report?.info.statistics.triangles === 0) overlays.skeleton = true;
    return {
      ...defaultSettings,
      overlays,
      theme: theme === 'auto' ? this.#around : theme,
      background: this.background === '' || this.background === 'stage' ? 'stage' : 'clear',
    };
  }

  /** Light or dark is asked of the page together with all other viewers: each answer alone would lay the page out. */
  #look(onlyNew = false): void {
    if (!this.isConnected) return;
    askTheme(this.#shell.probe, (theme) => {
      if (onlyNew && theme === this.#around) return;
      this.#around = theme;
      if (this.isConnected) this.#applyLook();
    });
  }

  #applyLook(): void {
    const { theme, background, overlays } = this.#settings,
      { frame } = this.#shell;
    frame.dataset.theme = theme;
    frame.style.background = background === 'clear' ? this.background : '';
    this.#controls.refresh();
    const shown = this.#viewer?.settings;
    const same =
      shown?.theme === theme &&
      shown.background === background &&
      JSON.stringify(shown.overlays) === JSON.stringify(overlays);
    if (!same) this.#viewer?.set({ theme, background, overlays });
  }

  /** The model stands above the controls. */
  get #cover(): Insets {
    return { left: 0, right: 0, top: 0, bottom: this.controls === 'none' ? 0 : 44 };
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const viewer = this.#viewer,
      { stage } = this.#shell;
    const target = {
      element: this,
      viewer,
      help: () => void this.#controls.help().catch(() => undefined),
      hide: () => this.#controls.hide(),
      leave: () => {
        (this.shadowRoot?.activeElement as HTMLElement | null)?.blur();
      },
    };
    if (event.target === stage && event.key === 'Enter' && this.#phase === 'waiting') this.show();
    else if (!handleKey(event, target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Text for screen readers: on focus, and immediately after an action of the user. */
  #describe(aloud: boolean): void {
    const still = this.#report ? stateText(this.#player, this.#action) : '';
    const words = {
      waiting: this.#hasSource ? 'The model is not loaded yet.' : '',
      loading: 'Loading',
      failed: this.#error?.message ?? '',
      shown: still,
    }[this.#phase];
    this.#shell.describe(
      words === still && still !== '' ? `${still}. Arrow keys turn it, question mark lists all keys.` : words,
    );
    if (aloud && this.matches(':focus-within')) this.#shell.say(words);
  }
}
