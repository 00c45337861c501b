// The empty page: a place to drop files, and the samples as small live viewers.

import { fill } from '../base/lists';
import { fetchFiles } from './files/addresses';
import type { EngineClient } from '../viewer/client';
import { choosesFolders } from '../viewer/files';
import { Viewer } from '../viewer/viewer';
import { defaultSettings, type ViewSettings } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import { h, svgIcon } from './dom';
import { familyList } from './families';
import { rowText, t } from './language';
import type { Recent, Unsaved } from './recent';

export interface Sample {
  name: string;
  title: string;
  text: string;
  files: string[];
  action?: string;
  /** The panel that it is about. */
  panel?: string;
  /** A picture for songs; the others are live. */
  poster?: string;
  /** First view of a live one. */
  still?: string;
}

const links = (): [string, string][] => [
  [t('Documentation'), 'docs/index.html'],
  [t('All formats'), 'docs/formats.html'],
  [t('Embed a model in your site'), 'docs/embed.html'],
];

export class Gallery {
  readonly element: HTMLElement;
  private readonly cards = h('ul', { class: 'samples' });
  /** A package of npm comes without samples: then it is hidden. */
  private readonly section = h(
    'section',
    { class: 'gallery', attributes: { 'aria-label': t('Samples'), hidden: true } },
    h('h2', { class: 'quiet', text: t('Or try a sample') }),
    this.cards,
  );
  private readonly thumbnails: Viewer[] = [];
  /** Back to the documents that are open. */
  private readonly back = h('button', { class: 'button', attributes: { type: 'button', hidden: true } });
  private settings: ViewSettings = { ...defaultSettings, overlays: { ...defaultSettings.overlays, grid: false } };

  constructor(
    private readonly client: EngineClient,
    browse: (folder: boolean) => void,
    openAddress: () => void,
    create: () => void,
    private readonly open: (sample: Sample, files: SourceFile[]) => void,
    private readonly recent: Recent,
    private readonly unsaved: Unsaved,
  ) {
    this.element = h(
      'div',
      { class: 'empty' },
      h(
        'div',
        { class: 'drop-target' },
        svgIcon('open'),
        h('h1', { text: t('Drop a model, a folder or an archive') }),
        h('p', { class: 'quiet', text: t('Your files never leave this computer.') }),
        h(
          'p',
          { class: 'actions' },
          h('button', {
            class: 'button primary',
            text: t('Open files'),
            attributes: { type: 'button' },
            on: { click: () => browse(false) },
          }),
          choosesFolders() &&
            h('button', {
              class: 'button',
              text: t('Open a folder'),
              attributes: { type: 'button' },
              on: { click: () => browse(true) },
            }),
          h('button', {
            class: 'button',
            text: t('Open from URL'),
            attributes: { type: 'button' },
            on: { click: openAddress },
          }),
          h('button', {
            class: 'button',
            text: t('New world'),
            attributes: { type: 'button' },
            on: { click: create },
          }),
          this.back,
        ),
        !choosesFolders() &&
          h('p', { class: 'quiet', text: t('Choose all files of a model at once, or an archive of its folder.') }),
        familyList(),
      ),
      unsaved.element,
      recent.element,
      this.section,
      h(
        'footer',
        { class: 'start-links' },
        ...links().map(([text, href]) => h('a', { class: 'link', text, attributes: { href } })),
      ),
    );
  }

  /** Lies over a document that stays open; `leave` is what goes back to it. */
  show(name: string, leave: () => void): void {
    this.back.textContent = t('Back to {name}', { name });
    this.back.onclick = leave;
    this.back.hidden = this.element.hidden = false;
    void this.fill().then(() => this.back.focus());
  }

  async fill(): Promise<void> {
    void this.unsaved.show();
    void this.recent.show();
    const samples = await this.samples();
    if (!samples) return;
    this.section.hidden = false;
    fill(
      this.cards,
      samples.map((sample) => this.card(sample)),
    );
  }

  private async samples(): Promise<Sample[] | undefined> {
    const response = await fetch('samples/index.json').catch(() => undefined);
    return response?.ok ? ((await response.json()) as Sample[]) : undefined;
  }

  /** The sample that has a file at this address, below the page's own. */
  async sampleAt(address: string): Promise<Sample | undefined> {
    const [, path] = /^samples\/(.*)/.exec(address) ?? [];
    return path === undefined ? undefined : (await this.samples())?.find(({ files }) => files.includes(path));
  }

  setTheme(theme: ViewSettings['theme']): void {
    this.settings = { ...this.settings, theme };
    for (const thumbnail of this.thumbnails) thumbnail.set({ theme });
  }

  /** Hidden thumbnails hold no documents. */
  dispose(): void {
    for (const thumbnail of this.thumbnails.splice(0)) thumbnail.dispose();
    this.cards.replaceChildren();
    this.element.hidden = this.back.hidden = true;
  }

  private card(sample: Sample): HTMLElement {
    const [title, text] = [rowText(sample.title), rowText(sample.text)];
    const thumbnail = h('div', { class: 'thumbnail', attributes: { 'aria-hidden': 'true' } });
    let files: Promise<SourceFile[]> | undefined;
    const fetched = (): Promise<SourceFile[]> =>
      (files ??= fetchFiles(
        sample.files.map((file) => `samples/${file}`),
        document.baseURI,
      ));
    const button = h(
      'button',
      {
        class: 'sample',
        attributes: { type: 'button' },
        on: { click: () => void fetched().then((list) => this.open(sample, list)) },
      },
      thumbnail,
      h('strong', { text: title }),
      h('span', { class: 'quiet', text }),
    );
    const picture = sample.poster ?? sample.still;
    if (picture !== undefined) thumbnail.append(h('img', { attributes: { src: `samples/${picture}`, alt: '' } }));
    if (sample.poster === undefined) this.enliven(thumbnail, sample, fetched);
    return h('li', {}, button);
  }

  /** A small viewer, once the card is on the page. */
  private enliven(thumbnail: HTMLElement, sample: Sample, fetched: () => Promise<SourceFile[]>): void {
    requestAnimationFrame(() => {
      if (!thumbnail.isConnected) return;
      // Its picture stays until the model is there with its images: an empty stage is no frame.
      const viewer = new Viewer(this.client, thumbnail, {
        settings: this.settings,
        passive: true,
        firstFrame: 'images',
      });
      this.thumbnails.push(viewer);
      const end = viewer.on('frame', () => {
        end();
        thumbnail.classList.add('is-live');
      });
      void fetched().then((list) =>
        viewer.load(list, { play: !viewer.camera.still, ...(sample.action && { action: sample.action }) }),
      );
    });
  }
}
