// Getting files in: the ways they come, the documents they become, and what still misses.

import { VitrineError } from '../../base/errors';
import { flatten } from '../../core/hierarchy';
import type { Report } from '../../core/report';
import type { SourceFile } from '../../protocol/files';
import type { EngineClient } from '../../viewer/client';
import type { PageViewer } from '../../viewer/page';
import { bytesOf, type Opening } from './documents';
import { t } from '../language';
import type { LoadError, Loading } from '../loading';
import { baseName } from '../words';
import { AddressDialog } from './addressDialog';
import { fetchFiles, rawAddress } from './addresses';
import { DiskNote, Live, Watch } from './watch';
import { FileInput } from './fileInput';
import { isImageName } from '../../core/names';
import { aliasFor, artistsImages, jointAt, meshAt } from './artists';
import { isolated } from '../inert';
import { isWorldName } from '../library';
import { declaredLinks, type NamedLink } from '../../core/declared';
import { FilesPanel, missingOf } from './panel';
import { ReadingMenus, SkinSwitch } from './skins';
import { Tabs } from './tabs';
import { Workspace, type WorkspaceHost } from './workspace';

export class Files {
  readonly workspace: Workspace;
  readonly tabs: Tabs;
  readonly addresses: AddressDialog;
  readonly panel: FilesPanel;
  readonly skins: SkinSwitch;
  readonly menus: ReadingMenus;
  private readonly watch: Watch;
  private readonly intake: FileInput;
  /** A line about files on disk that cannot be taken now. */
  readonly note = new DiskNote();
  private transfer: AbortController | undefined;

  constructor(
    client: EngineClient,
    viewer: PageViewer,
    private readonly loading: Loading,
    private readonly loadError: LoadError,
    private readonly host: WorkspaceHost & {
      openPanel(name: string): void;
      /** A model that belongs to a joint of the shown one: dropped there, or hung there by a configuration. */
      attach(files: SourceFile[], joint: number, link?: NamedLink): void;
      /** A panorama lights the model; false if the file is none. */
      light(file: Blob): Promise<boolean>;
    },
  ) {
    this.workspace = new Workspace(client, viewer, loading, loadError, host);
    this.tabs = new Tabs(this.workspace);
    this.addresses = new AddressDialog((files, sources) => void this.workspace.openTogether(files, { sources }));
    this.watch = new Watch(
      async (changes) => this.note.files(await this.workspace.replace(changes)),
      (files) => this.workspace.add(files),
    );
    this.panel = new FilesPanel(
      this.workspace,
      this.watch,
      {
        browse: (folder) => this.browse(folder),
        openAddress: () => this.addresses.open(),
        useSkeleton: (name) => void this.useSkeleton(name),
      },
      () => host.openPanel('files'),
    );
    this.workspace.on('changed', () => (this.watch.files = this.workspace.blobs));
    this.skins = new SkinSwitch(this.workspace, viewer);
    this.menus = new ReadingMenus(this.workspace, viewer);
    this.workspace.on('loaded', () => {
      if (viewer.shown) {
        this.skins.show(viewer.shown.report);
        this.menus.show(viewer.shown.report);
      }
      void this.look(viewer);
      void this.dress(viewer);
    });
    viewer.on('completed', () => {
      void this.look(viewer);
      void this.dress(viewer);
    });
    this.intake = new FileInput({
      coming: (files) => void this.workspace.collecting(files),
      open: (files, at) => void this.take(viewer, files, at),
      openAddresses: (urls) => void this.fetch(urls.map(rawAddress)),
      failed: (reason) => loadError.show([], 'FILE_UNREADABLE', reason, undefined),
      say: (text) => host.say(text),
    });
  }

  /** The files of `vitrine view`, from now on. */
  follow(address: URL, opening: Opening): Promise<void> {
    this.panel.live = true;
    return new Live(address, this.workspace, this.note).start(opening);
  }

  /** Files of a drop; one image that falls on a mesh is its colour from now on. */
  private async take(viewer: PageViewer, files: SourceFile[], at: { x: number; y: number } | undefined): Promise<void> {
    const [image] = files,
      { current } = this.workspace,
      { worlds } = this.host;
    if (worlds.room?.isEdited && !files.some(({ name }) => isWorldName(name)))
      return worlds.take(await this.workspace.sorted(files), at);
    if (image && files.length === 1 && current && !current.world && !current.song && /\.hdr$/i.test(image.name)) {
      const lit = await this.host.light(new Blob([(await bytesOf(image)) as BlobPart]));
      this.workspace.say(
        lit
          ? t('{image} lights the model.', { image: baseName(image.name) })
          : t('{image} is not a Radiance HDR.', { image: baseName(image.name) }),
      );
      return;
    }
    const joint = at && current && !current.world && !current.song ? await jointAt(viewer, at) : -1;
    if (joint >= 0 && this.workspace.current === current && !files.every(({ name }) => isImageName(name)))
      return this.host.attach(files, joint);
    const painted =
      at && image && files.length === 1 && isImageName(image.name) && current && viewer.shown
        ? await meshAt(viewer, at)
        : undefined;
    if (!painted || !image || this.workspace.current !== current) return this.workspace.open(files);
    const { name, asked, file } = painted;
    if (!asked) {
      this.workspace.say(t('{mesh} has no image to replace.', { mesh: isolated(name) }));
      return this.workspace.open(files);
    }
    await this.workspace.join([{ name: file ?? aliasFor(asked, image.name), data: image.data }]);
    this.workspace.say(t('{image} is the image of {mesh}.', { image: baseName(image.name), mesh: isolated(name) }));
  }

  /** Images under other names than the model's, found as artists name them. */
  private async dress(viewer: PageViewer): Promise<void> {
    const { current } = this.workspace,
      { shown } = viewer;
    if (!current || !shown || current.world || current.song) return;
    const given = current.dressed ?? new Set<string>(),
      found = (await artistsImages(shown.report, current.files)).filter(({ name }) => !given.has(name));
    if (found.length === 0 || this.workspace.current !== current || viewer.shown !== shown) return;
    current.dressed = new Set([...given, ...found.map(({ name }) => name)]);
    await this.workspace.join(found);
  }

  /** Missing files, and the model that belongs to a joint. */
  private async look({ shown }: PageViewer): Promise<void> {
    const { current } = this.workspace;
    if (!shown || !current) return;
    // A task of its own: the panels have just been filled.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.workspace.current !== current) return;
    this.panel.show(shown.report, missingOf(shown.report));
    this.hang(shown.report);
  }

  /** The model that a configuration hangs on a joint of what shows. */
  private hang(report: Report): void {
    const { current } = this.workspace,
      same = (a: string, b: string): boolean => baseName(a).toLowerCase() === baseName(b).toLowerCase();
    const link = declaredLinks(report).find(({ parent }) => same(parent, current?.name ?? '')),
      child = link && current?.library?.models.find(({ name }) => same(name, link.child) && name !== current.name),
      joint = link && flatten(report.info.hierarchy).find(({ kind, name }) => kind === 'joint' && name === link.joint);
    if (child && joint) this.host.attach(current!.library!.filesOf(child), joint.index, link);
  }

  private async useSkeleton(name: string): Promise<void> {
    const other = this.workspace.documents.find((each) => each.name === name);
    const file = other?.files.find((each) => each.name === name);
    if (file) await this.workspace.join([file]);
  }

  /** Elements that cover the page. */
  get elements(): HTMLElement[] {
    return [...this.intake.elements, this.addresses.element];
  }

  /** Addresses of what is shown, when it has any. */
  get sources(): string[] {
    return [...this.workspace.sources];
  }

  browse(folder: boolean): void {
    this.intake.browse(folder);
  }

  /** What another program has shared with the installed page. */
  takeShared(files: File[], texts: string[]): void {
    this.intake.takeShared(files, texts);
  }

  /** False while there is no other document. */
  step(by: number): boolean {
    if (this.workspace.documents.length < 2) return false;
    void this.workspace.step(by);
    return true;
  }

  /** Stops whatever is on its way. */
  cancel(): void {
    this.transfer?.abort();
    this.workspace.showing.cancel();
  }

  /** Fetches and opens; what goes wrong is shown as a load error. */
  async fetch(urls: readonly string[], opening: Opening = {}): Promise<void> {
    this.transfer?.abort();
    const transfer = (this.transfer = new AbortController()),
      turn = this.workspace.nextTurn();
    this.loadError.close();
    this.loading.start(baseName(urls[0] ?? ''));
    let files: SourceFile[] = [];
    try {
      files = await fetchFiles(urls, document.baseURI, {
        signal: transfer.signal,
        progress: (file, loaded, total) => this.loading.progress({ phase: 'fetching', file, loaded, total }),
      });
    } catch (error) {
      if (!transfer.signal.aborted) {
        const issue = error instanceof VitrineError ? error.issues[0] : undefined;
        this.loadError.show(
          [issue?.source ?? urls[0] ?? ''],
          'FETCH_FAILED',
          issue?.message ?? String(error),
          undefined,
        );
      }
    }
    if (this.transfer !== transfer) return;
    this.transfer = undefined;
    this.loading.end();
    if (transfer.signal.aborted) this.workspace.say(t('Cancelled.'));
    else if (files.length > 0) await this.workspace.openTogether(files, { ...opening, sources: urls, turn });
  }
}
