// The document that shows, and the one that is opened in its place: how they come, fail, are cancelled and come back.

import { readingOptions } from '../../core/formats';
import { isImageName } from '../../core/names';
import type { Report } from '../../core/report';
import { withReading } from '../../core/reading';
import type { WorldIssue } from '../../core/worldReport';
import type { SourceFile } from '../../protocol/files';
import type { EngineClient } from '../../viewer/client';
import {
  loadAs,
  rememberView,
  restoreMotion,
  restoreSelection,
  restoreSettings,
  type ViewMemory,
} from '../../viewer/memory';
import type { PageViewer } from '../../viewer/page';
import type { LoadOptions, LoadResult } from '../../viewer/viewer';
import { t } from '../language';
import type { LoadError, Loading } from '../loading';
import { baseName } from '../words';
import { merged, type OpenDocument } from './documents';
import { wearing } from './skins';
import type { SongResult, Songs } from './songs';
import { reportOf, type WorldResult, type Worlds } from './worlds';
import type { WorldRoom } from '../world/room';

/** What the page does for what shows. */
export interface ShowingHost {
  readonly worlds: Worlds;
  readonly songs: Songs;
  showSong(document: OpenDocument): void;
  showWorld(document: OpenDocument, issues: readonly WorldIssue[]): void;
  show(report: Report): void;
  select(node: number): void;
  say(text: string): void;
}

/** What the list of documents does for it. */
interface ShowingEvents {
  changed(): void;
  loaded(document: OpenDocument): void;
  /** It opens after all, though it has been dropped. */
  keep(document: OpenDocument): void;
}

type Load = LoadOptions & {
  time?: number;
  memory?: ViewMemory | undefined;
  quiet?: boolean;
  /** Keeps a load error for `reason` without showing it. */
  silent?: boolean;
  /** Restores the view of `memory`, not as the page looks when the files are there. */
  exact?: boolean;
};
/** `replaced`: another document was asked for before this one came. */
export type Outcome = LoadResult['result'] | 'replaced';

/** A model from an address has its images beside it, where it came with none, as in the element. */
function imagesBeside({ sources: [model] }: OpenDocument, files: readonly SourceFile[]): { imageFolder?: string } {
  if (model === undefined || files.some(({ name }) => isImageName(name))) return {};
  const { href, protocol } = new URL(model, location.href);
  return /^https?:$/.test(protocol) ? { imageFolder: new URL('.', href).href } : {};
}

export class Showing {
  current: OpenDocument | undefined;
  /** The document that is being opened. */
  coming: OpenDocument | undefined;
  /** Message of the last load error. */
  reason = '';
  /** Loads so far, and how many of them there were when the user stopped them. */
  private loads = 0;
  private stopped = 0;
  /** What Cancel ends, apart from loads of the viewer. */
  private readonly stops = new Set<() => void>();
  /** The world or model whose engine has failed since it shows. */
  private renewed: OpenDocument | undefined;

  constructor(
    private readonly client: EngineClient,
    private readonly viewer: PageViewer,
    private readonly loading: Loading,
    private readonly loadError: LoadError,
    private readonly host: ShowingHost,
    private readonly events: ShowingEvents,
  ) {}

  cancel(): void {
    this.stopped = this.loads;
    for (const stop of this.stops) stop();
    this.viewer.loads.cancel();
  }

  /** What `work` gives; undefined as soon as the user cancels. */
  async unlessCancelled<T extends object>(work: Promise<T>): Promise<T | undefined> {
    let stop = (): void => undefined;
    const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    this.stops.add(stop);
    try {
      return await Promise.race([work, stopped]);
    } finally {
      this.stops.delete(stop);
    }
  }

  async load(
    document: OpenDocument,
    files: readonly SourceFile[],
    { memory, quiet, silent, exact, ...options }: Load,
  ): Promise<Outcome> {
    const { viewer, current } = this;
    if (!quiet || silent) this.loadError.close();
    this.loading.start(baseName(options.add ? (files[0]?.name ?? '') : document.name));
    this.coming = document;
    const request = ++this.loads;
    if (document.world || document.song) return this.loadPlayed(document, files, options, request, silent === true);
    // The shown document stays while its files are read.
    const seen = (): ViewMemory | undefined =>
      document === current && !exact ? (viewer.loads.left ?? memory) : memory;
    const end = memory && viewer.on('loaded', () => restoreMotion(viewer, seen()!));
    const asBefore = memory ? loadAs(memory) : {};
    const all = options.add ? merged(document.files, files) : files;
    const result = await viewer.load([...wearing(document.skin ?? 0, files, all)], {
      play: !viewer.camera.still,
      // What shows already keeps its images until it has the others.
      early: !options.add && document !== current,
      ...(!options.add && imagesBeside(document, all)),
      ...asBefore,
      ...options,
      ...(document.gives && {
        read: { ...(options.read ?? (options.add ? viewer.read : {})), animations: document.gives },
      }),
    });
    end?.();
    if (this.coming === document) this.coming = undefined;
    if (request === this.loads) this.loading.end();
    if (result.result === 'loaded') {
      document.files = all;
      delete document.failure;
      if (current && current !== document && !this.putAside(current) && viewer.loads.left)
        current.memory = viewer.loads.left;
      if (current !== document) this.renewed = undefined;
      delete document.memory;
      this.current = document;
      this.host.worlds.show(false);
      this.host.songs.show(false);
      this.host.show(result.report);
      if (memory) {
        if (options.add) restoreSelection(viewer, seen()!);
        else restoreSettings(viewer, seen()!);
        this.host.select(viewer.settings.selectedNode);
      }
      this.events.changed();
      this.events.loaded(document);
    } else if (result.result === 'refused') {
      if (!options.add && document !== current) document.failure = result.message;
      this.reason = result.message;
      if (!silent && (!quiet || !this.loadErrorShows)) this.showLoadError(document, files, result, options);
      this.events.changed();
    } else {
      this.events.changed();
      if (request > this.stopped && request !== this.loads) return 'replaced';
      this.host.say(t('Cancelled.'));
    }
    return result.result;
  }

  /** The same for a world or a song: the document before stays until it is drawn. Songs sound only on request. */
  private async loadPlayed(
    document: OpenDocument,
    files: readonly SourceFile[],
    { add, play, time }: LoadOptions & { time?: number },
    request: number,
    silent: boolean,
  ): Promise<Outcome> {
    const { current, viewer } = this,
      { worlds, songs } = this.host,
      { name, world, song } = document,
      all = add ? merged(document.files, files) : files,
      [source] = document.sources;
    // Another song takes the player of the one that is shown.
    const aside = song && current !== document && current?.song ? this.putAside(current) : false;
    const opening: Promise<WorldResult | SongResult> = world
      ? worlds.open(name, all, {
          play: current === document && worlds.room ? worlds.room.playing : (play ?? !viewer.camera.still),
          time: (current === document ? worlds.room?.time : undefined) ?? world.time ?? time,
          base: source === undefined ? undefined : new URL(source, location.href).href,
        })
      : songs.open(name, all, { play: false, time: current === document ? songs.room?.time : (song?.time ?? time) });
    const result = await this.unlessCancelled(opening);
    if (this.coming === document) this.coming = undefined;
    if (request === this.loads) this.loading.end();
    if (!result) return this.giveUp(document);
    if (request !== this.loads) {
      // It is not what was asked for last.
      if (world && !this.current?.world) worlds.show(false);
      if (song && !this.current?.song) songs.show(false);
      return 'replaced';
    }
    if (result.opened) {
      document.files = all;
      delete document.failure;
      if (current && current !== document && !aside && !this.putAside(current)) current.memory = rememberView(viewer);
      if (current !== document) this.renewed = undefined;
      this.current = document;
      viewer.change({ set: 'playing', playing: false });
      songs.show(song !== undefined);
      worlds.show(world !== undefined);
      if ('issues' in result) this.host.showWorld(document, result.issues);
      else this.host.showSong(document);
    } else {
      const { code, message } = result;
      if (!add && document !== current) document.failure = message;
      this.reason = message;
      const report = 'issues' in result ? reportOf(name, result.issues) : result.report;
      if (!silent) this.loadError.show([name], code, message, report, undefined, []);
    }
    this.events.changed();
    return result.opened ? 'loaded' : 'refused';
  }

  /** A world or a song that was cancelled. */
  private giveUp({ world }: OpenDocument): Outcome {
    const { worlds, songs } = this.host,
      { current } = this,
      { room } = worlds;
    this.host.say(t('Cancelled.'));
    this.events.changed();
    if (!world) songs.drop();
    else if (room && current?.world) this.renewWorld(current, room);
    else worlds.drop();
    return 'cancelled';
  }

  /** The world that shows comes back in another room, once; failing again, it stays as it was drawn last. */
  worldFailed(): void {
    // First, what was being opened is refused.
    setTimeout(() => {
      const { current } = this,
        { room } = this.host.worlds;
      if (!current?.world || current === this.renewed || !room?.isBroken || this.coming) return;
      this.renewed = current;
      this.renewWorld(current, room);
    });
  }

  /** Another engine, in which the model that shows comes back once; false if it does not. */
  engineEnded(): boolean {
    const { current, viewer } = this,
      fails = current !== undefined && current === this.renewed;
    // Without a clock it is not read again.
    if (fails) viewer.playback = undefined;
    else if (!current?.world) this.renewed = current;
    this.client.restart();
    return !fails;
  }

  private renewWorld(current: OpenDocument, { link, playing }: WorldRoom): void {
    const { worlds } = this.host;
    this.putAside(current);
    worlds.drop();
    void this.load(current, current.files, { quiet: true, play: playing }).then(
      (result) => result === 'loaded' && worlds.room?.restore(link),
    );
  }

  /** Keeps a world or a song that shows; false for a model. */
  private putAside(document: OpenDocument): boolean {
    const { worlds, songs } = this.host;
    if (document.world) document.world.time = worlds.room?.time ?? 0;
    else if (document.song) document.song.time = songs.room?.time ?? 0;
    else return false;
    return true;
  }

  private get loadErrorShows(): boolean {
    return !this.loadError.element.hidden;
  }

  private showLoadError(
    document: OpenDocument,
    files: readonly SourceFile[],
    { code, message, report }: LoadResult & { result: 'refused' },
    options: LoadOptions,
  ): void {
    const option = readingOptions.find(({ accepts }) => accepts === code);
    const names = files.map(({ name }) => name).slice(0, 8);
    const anyway = (): void => {
      this.events.keep(document);
      void this.load(document, files, { ...options, read: withReading({}, option!, true) });
    };
    this.loadError.show(
      names,
      code,
      message,
      report,
      option ? { text: t('Open anyway'), apply: anyway } : undefined,
      files,
    );
  }
}
