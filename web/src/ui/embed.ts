// The dialog behind the embed button: three snippets to copy, and the poster they name.

import type { Zippable } from 'fflate';
import { plainFile } from '../archives/unpack';
import { appendAll } from '../base/lists';
import type { Note } from '../core/annotations';
import type { SourceFile } from '../protocol/files';
import { chosenView } from '../viewer/memory';
import type { PageViewer } from '../viewer/page';
import { h, iconButton } from './dom';
import { isolated } from './inert';
import { t } from './language';
import { posterName, type ShownDocument, type Snippets, snippetsOf } from './snippets';
import { baseName, kindName } from './words';

/** Stands for the folder of the page while its text is made. */
const kHere = 'https://here.invalid/';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A whole page around the element. */
export function sitePage(shown: Omit<ShownDocument, 'home' | 'sources'>): string {
  const { element } = snippetsOf({ ...shown, home: `${kHere}vitrine/`, sources: [] });
  const [style, script, ...viewer] = element.replaceAll(kHere, '').split('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(shown.title)}</title>
    <link rel="icon" href="data:,">
    ${style}
    ${script}
  </head>
  <body>
    ${viewer.join('\n    ')}
  </body>
</html>
`;
}

/** Paths in the archive. Files of one name in several folders keep the folders that distinguish them, all others lie at the top. */
export function placesOf(names: readonly string[]): Map<string, string> {
  const parts = names.map((name) => name.split(/[\\/]+/).filter((part) => !/^(?:\.{0,2}|[a-z]:)$/i.test(part))),
    bases = parts.map((path) => path.at(-1)!.toLowerCase());
  const isAlone = (base: string): boolean => bases.indexOf(base) === bases.lastIndexOf(base);
  return new Map(names.map((name, i) => [name, parts[i]!.slice(isAlone(bases[i]!) ? -1 : 0).join('/')]));
}

const bytesOf = async (data: Blob | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);

/**
 * "Download for my site": element, cores, model, poster and a ready page as one zip that works from any folder of a server.
 * `files` are those of the document; those that its report names are in the archive.
 */
export async function siteBundle(
  shown: Omit<ShownDocument, 'home' | 'sources'>,
  files: readonly SourceFile[],
  poster: Blob,
): Promise<Uint8Array> {
  const entries: Zippable = {},
    used = new Set(shown.files.map(({ name }) => name));
  const response = await fetch('element-files.json');
  if (!response.ok) throw new Error(`element-files.json: ${response.status}`);
  const names = (await response.json()) as string[];
  await Promise.all(
    names.map(async (name) => {
      const file = await fetch(name);
      if (!file.ok) throw new Error(`${name}: ${file.status}`);
      entries[`vitrine/${name}`] = new Uint8Array(await file.arrayBuffer());
    }),
  );
  const places = placesOf([...used]);
  for (const { name, data } of files) {
    const place = places.get(name);
    if (place === undefined) continue;
    entries[place] = await bytesOf(await plainFile(name, data));
  }
  entries[posterName(shown.files)] = await bytesOf(poster);
  const page = sitePage({ ...shown, pathOf: (name) => places.get(name) ?? baseName(name) });
  entries['index.html'] = new TextEncoder().encode(page);
  const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { zipped } = await import('./exportFiles');
  return zipped(sorted);
}

const kinds = (): (readonly [keyof Snippets, string, string])[] => [
  ['element', t('Element'), t('For your own web page. The model is drawn by the page itself.')],
  ['iframe', 'Iframe', t('For sites that allow iframes but not scripts.')],
  ['markdown', 'Markdown', t('An image that links to the model here.')],
];

export class EmbedDialog {
  readonly element: HTMLDialogElement;
  private readonly fields = new Map<keyof Snippets, HTMLTextAreaElement>();
  private readonly title = h('input', {
    class: 'embed-title',
    attributes: { type: 'text', 'aria-describedby': 'embed-title-note', autofocus: true },
    on: { input: () => this.write() },
  });
  private readonly controls = h(
    'select',
    { class: 'select', attributes: { 'aria-label': t('Controls') }, on: { change: () => this.write() } },
    ...(['basic', 'full', 'none'] as const).map((value) =>
      h('option', { text: kindName(value), attributes: { value } }),
    ),
  );
  private readonly playing = h('input', { attributes: { type: 'checkbox' }, on: { change: () => this.write() } });
  private readonly note = h('p', { class: 'quiet' });
  private readonly said = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private readonly preview = h('div', { class: 'embed-preview' });
  private drawn = 0;
  private sources: readonly string[] = [];
  private files: readonly SourceFile[] = [];

  /** `notes`: annotations of what is shown. */
  constructor(
    private readonly viewer: PageViewer,
    private readonly notes: () => readonly Note[],
  ) {
    const sections = kinds().map(([kind, name, text]) => {
      const id = `embed-${kind}`;
      const field = h('textarea', {
        id,
        class: 'snippet',
        attributes: { readonly: true, spellcheck: 'false', rows: { element: 9, iframe: 5, markdown: 2 }[kind] },
        on: { focus: () => field.select() },
      });
      this.fields.set(kind, field);
      return h(
        'section',
        {},
        h(
          'div',
          { class: 'snippet-head' },
          h('label', { text: name, attributes: { for: id } }),
          h('span', { class: 'quiet', text }),
          h('button', {
            class: 'button',
            text: t('Copy'),
            attributes: { type: 'button', 'aria-label': t('Copy {name}', { name }) },
            on: { click: () => void this.copy(field, name) },
          }),
        ),
        field,
      );
    });
    this.element = h(
      'dialog',
      { class: 'help embed', attributes: { 'aria-label': t('Embed') } },
      h(
        'header',
        {},
        h('h2', { text: t('Embed') }),
        iconButton('close', t('Close'), () => this.element.close()),
      ),
      h(
        'div',
        { class: 'embed-body' },
        h(
          'div',
          { class: 'embed-choices' },
          h('label', { class: 'embed-words' }, h('span', { text: t('Alt text') }), this.title),
          h('label', { class: 'check' }, t('Controls'), this.controls),
          h('label', { class: 'check' }, this.playing, t('Autoplay')),
        ),
        h('p', {
          id: 'embed-title-note',
          class: 'quiet',
          text: t('Alt text for screen readers, also shown if the image is missing.'),
        }),
        h('section', { attributes: { 'aria-label': t('Preview') } }, this.preview),
        h(
          'div',
          { class: 'snippet-head' },
          h('span', {
            class: 'quiet',
            text: t('A zip with the viewer, this model, its poster and a ready page. Unpack it on your server.'),
          }),
          h('button', {
            class: 'button primary',
            text: t('Download for my site'),
            attributes: { type: 'button' },
            on: { click: () => void this.saveSite() },
          }),
        ),
        ...sections,
        h(
          'div',
          { class: 'snippet-head' },
          this.note,
          h('button', {
            class: 'button',
            text: t('Save the poster'),
            attributes: { type: 'button' },
            on: { click: () => void this.savePoster() },
          }),
        ),
        this.said,
      ),
    );
    this.element.addEventListener('click', (event) => event.target === this.element && this.element.close());
    this.element.addEventListener('close', () => this.preview.replaceChildren());
  }

  /** `sources`: the addresses of what is shown, when it has any; `files`: what it was read from. */
  open(sources: readonly string[], files: readonly SourceFile[]): void {
    const { viewer } = this,
      report = viewer.shown?.report;
    if (!report) return;
    this.sources = sources;
    this.files = files;
    this.title.value = t('{name}, {format} model', { name: this.name.replace(/\.[^.]*$/, ''), format: report.format });
    this.playing.checked = viewer.playback?.playing ?? false;
    this.note.textContent =
      sources.length > 0
        ? t('Copy the scripts from the npm package to your own server.')
        : t('The files are on this computer. Upload them next to your page.');
    this.said.textContent = '';
    this.write();
    this.element.showModal();
  }

  private get name(): string {
    const files = this.viewer.shown?.report.files ?? [];
    return baseName(files.find(({ role }) => role === 'mesh')?.name ?? files[0]?.name ?? 'model');
  }

  private write(): void {
    const { viewer } = this,
      shown = viewer.shown;
    if (!shown) return;
    const texts = snippetsOf({
      home: new URL('./', document.baseURI).href,
      sources: this.sources,
      ...this.shownDocument(),
    });
    for (const [kind, field] of this.fields) field.value = texts[kind];
    void this.draw();
  }

  /** Current document and view. */
  private shownDocument(): Omit<ShownDocument, 'home' | 'sources'> {
    const { viewer } = this,
      shown = viewer.shown!,
      given = new Set(this.files.map(({ name }) => name));
    return {
      // Images that were found beside an address are found there again.
      files: shown.report.files.filter(
        ({ name, role }) => this.sources.length === 0 || role !== 'texture' || given.has(name),
      ),
      read: viewer.read,
      title: this.title.value,
      action: shown.report.info.actions[viewer.playback?.action ?? -1]?.name,
      camera: chosenView(viewer),
      overlays: Object.entries(viewer.settings.overlays).flatMap(([name, on]) => (on ? [name] : [])),
      controls: this.controls.value as 'none' | 'basic' | 'full',
      playing: this.playing.checked,
      notes: this.notes(),
    };
  }

  /** The element itself with the same files and attributes. */
  private async draw(): Promise<void> {
    const request = ++this.drawn,
      { viewer } = this;
    // Fetched by the page as other pages fetch it.
    const url = new URL('./element.js', import.meta.url).href;
    await import(/* @vite-ignore */ /* webpackIgnore: true */ url).catch(() => undefined);
    if (request !== this.drawn || !this.element.open || !customElements.get('vitrine-viewer')) return;
    const parsed = new DOMParser().parseFromString(
      snippetsOf({ home: 'https://here.invalid/', sources: [], ...this.shownDocument() }).element,
      'text/html',
    );
    const element = document.createElement('vitrine-viewer') as HTMLElement & {
      open(files: readonly SourceFile[], options: object): Promise<void>;
    };
    for (const { name, value } of parsed.querySelector('vitrine-viewer')?.attributes ?? [])
      if (!['src', 'animations', 'textures', 'poster'].includes(name)) element.setAttribute(name, value);
    element.setAttribute('loading', 'eager');
    appendAll(element, [...parsed.querySelectorAll('[data-at]')]);
    this.preview.replaceChildren(element);
    const used = new Set(viewer.shown?.report.files.map(({ name }) => name));
    const files = await Promise.all(
      this.files
        .filter(({ name }) => used.has(name))
        .map(async ({ name, data }) => ({ name, data: await plainFile(name, data) })),
    );
    if (request === this.drawn && element.isConnected)
      await element.open(files, { read: viewer.read }).catch(() => undefined);
  }

  private async saveSite(): Promise<void> {
    this.said.textContent = t('Packing…');
    try {
      const poster = await this.viewer.ask('capture', { mime: 'image/png' });
      if (!poster) throw new Error('no picture');
      const zip = await siteBundle(this.shownDocument(), this.files, poster),
        name = `${this.name.replace(/\.[^.]*$/, '')}-site.zip`;
      this.download(new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), name);
      this.said.textContent = t('{name} saved.', { name: isolated(name) });
    } catch (error) {
      this.said.textContent = t('The archive could not be made: {reason}', {
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }

  private async copy(field: HTMLTextAreaElement, name: string): Promise<void> {
    field.select();
    const copied = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    this.said.textContent = copied
      ? t('{name}: copied.', { name })
      : t('{name}: selected; Ctrl+C copies it.', { name });
  }

  private async savePoster(): Promise<void> {
    const blob = await this.viewer.ask('capture', { mime: 'image/png' });
    if (!blob) return;
    this.download(blob, posterName(this.shownDocument().files));
  }

  private download(blob: Blob, name: string): void {
    const address = URL.createObjectURL(blob);
    h('a', { attributes: { href: address, download: name } }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
