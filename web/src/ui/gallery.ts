// The empty page: a place to drop files, and the samples as small live viewers.

import { fill } from '../base/lists';
import { fetchFiles } from './files/addresses';
import type { EngineClient } from '../viewer/client';
import { choosesFolders } from '../viewer/files';
import { Viewer } from '../viewer/viewer';
import { defaultSettings, type ViewSettings } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import { h, svgIcon } from './dom';
import { rowText, t } from './language';

export interface Sample {
  name: string;
  title: string;
  text: string;
  files: string[];
  action?: string;
  /** A picture for songs; the others are live. */
  poster?: string;
  /** First view of a live one. */
  still?: string;
}

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
    private readonly open: (sample: Sample, files: SourceFile[]) => void,
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
          this.back,
        ),
        !choosesFolders() &&
          h('p', { class: 'quiet', text: t('Choose all files of a model at once, or an archive of its folder.') }),
      ),
      this.section,
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
    const response = await fetch('samples/index.json').catch(() => undefined);
    if (!response?.ok) return;
    const samples = (await response.json()) as Sample[];
    this.section.hidden = false;
    fill(
      this.cards,
      samples.map((sample) => this.card(sample)),
    );
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
    if (picture !== undefined)
      thumbnail.append(h('img', { attributes: { src: `samples/${picture}`, alt: '', loading: 'lazy' } }));
    if (sample.poster === undefined) this.enliven(thumbnail, sample, fetched);
    return h('li', {}, button);
  }

  /** A small viewer, once the card is on the page. */
  private enliven(thumbnail: HTMLElement, sample: Sample, fetched: () => Promise<SourceFile[]>): void {
    requestAnimationFrame(() => {
      if (!thumbnail.isConnected) return;
      const viewer = new Viewer(this.client, thumbnail, { settings: this.settings, passive: true });
      this.thumbnails.push(viewer);
      void fetched().then((list) =>
        viewer.load(list, { play: !viewer.camera.still, ...(sample.action && { action: sample.action }) }),
      );
    });
  }
}
