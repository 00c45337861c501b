// The start page and the library, over what is open; samples, and the poster of a world until its first picture.

import { fill } from '../base/lists';
import type { SourceFile } from '../protocol/files';
import type { EngineClient } from '../viewer/client';
import type { Viewer } from '../viewer/viewer';
import type { Catalog } from './catalog/catalog';
import { h, iconButton } from './dom';
import type { Files } from './files/index';
import type { Worlds } from './files/worlds';
import { Gallery, type Sample } from './gallery';
import { rowText, t } from './language';
import { Late, notLoaded } from './late';
import type { Library } from './library';
import { formatHash } from './linkState';
import { kNarrow } from './panels';
import { Recent, Unsaved } from './recent';
import type { StageNote } from './loading';

/** The picture of a world that is a sample, until its first frame is drawn: that takes seconds. */
class Opening {
  readonly element = h('figure', { class: 'opening', attributes: { hidden: true } });

  show({ title, text, poster, files }: Sample): void {
    if (poster === undefined || !files[0]?.endsWith('.world.json')) return;
    fill(this.element, [
      h('img', { attributes: { src: `samples/${poster}`, alt: '' } }),
      h(
        'figcaption',
        {},
        h('strong', { text: rowText(title) }),
        h('span', { text: rowText(text) }),
        h('span', { class: 'quiet', text: t('Drag to look around; W, A, S and D walk.') }),
      ),
    ]);
    this.element.hidden = false;
  }

  end(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

interface StartHost {
  readonly client: EngineClient;
  readonly viewer: Viewer;
  readonly stage: HTMLElement;
  readonly note: StageNote;
  readonly files: Files;
  readonly worlds: Worlds;
  /** Name of the document that shows. */
  name(): string;
  openPanel(name: string): void;
  /** The page came, or went. */
  changed(): void;
}

/** State of an entry in the browser's history that shows the start page. */
type StartState = { start: true } | null;

const showsWorld = (): boolean => document.body.classList.contains('is-world');

export class StartPage {
  readonly opening = new Opening();
  readonly recent: Recent;
  readonly gallery: Gallery;
  readonly libraryButton = iconButton('library', t('Library'), () => this.showLibrary(true), { class: 'labelled' });
  private readonly catalog: Late<Catalog>;
  private library: Library | undefined;

  constructor(private readonly host: StartHost) {
    const { client, files, note } = host;
    this.recent = new Recent({
      open: (given) => void files.workspace.open(given),
      openAddresses: (urls) => void files.fetch(urls),
      browse: () => files.browse(false),
    });
    this.gallery = new Gallery(
      client,
      (folder) => files.browse(folder),
      () => files.addresses.open(),
      () => void host.worlds.create().catch(() => note.show(notLoaded(t('Workbench')))),
      (sample, given) => void this.openSample(sample, given),
      this.recent,
      new Unsaved((draft) => void host.worlds.proceed(draft).catch(() => note.show(notLoaded(t('Workbench'))))),
    );
    this.catalog = new Late(t('Library'), note, async () => {
      const { Catalog: Part } = await import('./catalog/catalog');
      const catalog = new Part((model) => {
        if (this.library) void files.workspace.openOf(this.library, model);
      });
      this.gallery.element.after(catalog.element);
      return catalog;
    });
    this.libraryButton.hidden = true;
    document.body.classList.add('is-empty');
    addEventListener('popstate', ({ state }: PopStateEvent) => this.show((state as StartState)?.start === true));
  }

  /** Models of a drop that is shown as a library; `reading` while more of them come. */
  fill(library: Library, files: readonly SourceFile[], reading: boolean): void {
    void this.catalog.use((catalog) => {
      catalog.fill(library, files, reading);
      this.library = library;
      this.libraryButton.hidden = false;
      this.showLibrary(true);
    });
  }

  /** A sample has an address, to be kept or sent. */
  private async openSample(sample: Sample, given: SourceFile[]): Promise<void> {
    const { files, action, panel } = sample,
      src = files.map((name) => `samples/${name}`),
      { host } = this;
    this.opening.show(sample);
    await host.files.workspace.openTogether(given, { sources: src, ...(action !== undefined && { action }) });
    this.endPoster();
    if (src.join() !== host.files.sources.join()) return;
    if (panel !== undefined && !matchMedia(kNarrow).matches) host.openPanel(panel);
    // First the picture alone.
    if (showsWorld()) host.worlds.room?.closePanel();
    history.replaceState(undefined, '', `#${formatHash({ src, ...(action !== undefined && { action }) })}`);
  }

  /** Ends with the first picture of a world, else now. */
  endPoster(): void {
    if (!showsWorld()) this.opening.end();
  }

  /** The poster of what an address names, if it is a sample and nothing else shows. */
  async showPoster(address: string): Promise<void> {
    const sample = await this.gallery.sampleAt(address);
    if (sample && this.host.files.sources.length === 0) this.opening.show(sample);
  }

  /** The start page over what is open, which stays; the browser's Back returns to it. */
  readonly visit = (event: MouseEvent): void => {
    if (!this.host.viewer.shown || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!this.gallery.element.hidden) return;
    history.pushState({ start: true } satisfies StartState, '', location.pathname + location.search);
    this.show(true);
  };

  private show(wanted: boolean): void {
    if (!this.host.viewer.shown || wanted !== this.gallery.element.hidden) return;
    document.body.classList.toggle('is-empty', wanted);
    if (wanted) this.gallery.show(this.host.name(), () => history.back());
    else {
      this.gallery.dispose();
      this.host.stage.focus();
    }
    this.host.changed();
  }

  /** The library over what is open, which stays. */
  private showLibrary(wanted: boolean): void {
    document.body.classList.toggle('is-empty', wanted);
    if (wanted) {
      this.gallery.dispose();
      const name = this.host.viewer.shown && this.host.name();
      if (name) this.catalog.part?.show(name, () => this.showLibrary(false));
      else this.catalog.part?.show();
    } else {
      this.catalog.part?.hide();
      this.host.stage.focus();
    }
    this.host.changed();
  }

  /** Gives way to a document. True when the focus was on what goes: a card that was opened by a key. */
  leave(): boolean {
    const { activeElement, body } = document,
      had = [this.gallery.element, this.catalog.part?.element].some((element) => element?.contains(activeElement));
    this.gallery.dispose();
    this.catalog.part?.hide();
    body.classList.remove('is-empty');
    return had;
  }
}
