// The ways in: drops, the Open dialogs, and what is pasted or shared.

import { pastedTexts } from '../../core/formats';
import type { SourceFile } from '../../protocol/files';
import { chooseFiles, filesOfDrop, filesOfList } from '../../viewer/files';
import { h } from '../dom';
import { t } from '../language';

interface FileInputHost {
  /** Files of a large folder so far, while more are found. */
  coming(files: readonly SourceFile[]): void;
  /** `at` is where they were dropped, in CSS pixels of the window. */
  open(files: SourceFile[], at?: { x: number; y: number }): void;
  openAddresses(urls: string[]): void;
  failed(reason: string): void;
  say(text: string): void;
}

/** So many files are found before they are shown for the first time, and again and again. */
const kFilesAtOnce = 500;

export class FileInput {
  /** Elements of file input: the overlay while files are dragged, and the inputs of browsers without file handles. */
  readonly elements: HTMLElement[];
  private readonly curtain = h(
    'div',
    { class: 'curtain', attributes: { hidden: true } },
    h('p', { text: t('Drop to open') }),
  );
  private readonly fileInput = this.field(false);
  private readonly folderInput = this.field(true);

  constructor(private readonly host: FileInputHost) {
    this.elements = [this.curtain, this.fileInput, this.folderInput];
    this.listenToDrops();
    document.addEventListener('paste', (event) => this.paste(event));
  }

  browse(folder: boolean): void {
    chooseFiles(folder, () => (folder ? this.folderInput : this.fileInput).click(), this.collector()).then(
      (files) => this.host.open(files),
      (error: unknown) =>
        this.host.failed(t('The selected files could not be read: {reason}', { reason: String(error) })),
    );
  }

  /** Called with the progress of a large folder while it is read. */
  private collector(): (file: SourceFile) => void {
    const files: SourceFile[] = [];
    return (file) => {
      files.push(file);
      if (files.length % kFilesAtOnce === 0) this.host.coming(files);
    };
  }

  /** Folders may hold nothing. */
  private take(files: SourceFile[], at: { x: number; y: number }): void {
    if (files.length > 0) this.host.open(files, at);
    else this.host.failed(t('The drop contained no files.'));
  }

  private field(folder: boolean): HTMLInputElement {
    const input = h('input', {
      attributes: {
        type: 'file',
        multiple: true,
        hidden: true,
        tabindex: -1,
        'data-testid': folder ? 'folder' : 'files',
        webkitdirectory: folder,
      },
    });
    input.addEventListener('change', () => {
      const files = filesOfList(input.files ?? []);
      // The same file may be chosen again.
      input.value = '';
      this.host.open(files);
    });
    return input;
  }

  private listenToDrops(): void {
    let depth = 0;
    const shows = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const curtain = (visible: boolean): void => {
      if (!visible) depth = 0;
      this.curtain.hidden = !visible;
      document.body.classList.toggle('is-dragging', visible);
    };
    addEventListener('dragenter', (event) => {
      if (shows(event) && ++depth === 1) curtain(true);
    });
    addEventListener('dragleave', (event) => {
      if (shows(event) && --depth <= 0) curtain(false);
    });
    addEventListener('dragover', (event) => {
      if (shows(event)) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      curtain(false);
      if (!event.dataTransfer || !shows(event)) return;
      event.preventDefault();
      filesOfDrop(event.dataTransfer, this.collector()).then(
        (files) => this.take(files, { x: event.clientX, y: event.clientY }),
        (error: unknown) =>
          this.host.failed(t('The dropped files could not be read: {reason}', { reason: String(error) })),
      );
    });
  }

  /** Files, addresses, or the text of a model; a field keeps what is pasted into it. */
  private paste(event: ClipboardEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('input, textarea, select, [contenteditable]') || document.querySelector('dialog[open]')) return;
    const { clipboardData } = event;
    if (!clipboardData) return;
    const files = [...clipboardData.files];
    if (files.length > 0) {
      event.preventDefault();
      this.host.open(filesOfList(files));
      return;
    }
    const text = clipboardData.getData('text/plain');
    if (text.trim() === '') return;
    event.preventDefault();
    if (!this.takeText(text)) this.host.say(t('The clipboard contains no file, URL or model text.'));
  }

  /** Addresses, or the text of a model; false for any other text. */
  private takeText(text: string): boolean {
    const urls = addressesIn(text),
      name = nameOfText(text);
    if (urls.length > 0) this.host.openAddresses(urls);
    else if (name !== undefined) this.host.open([{ name, data: new Blob([text]) }]);
    return urls.length > 0 || name !== undefined;
  }

  /** What another program has shared: files, or texts of which one may have a link in the middle. */
  takeShared(files: File[], texts: string[]): void {
    if (files.length > 0) return this.host.open(filesOfList(files));
    const link = texts.flatMap((text) => text.match(/https?:\/\/\S+/i) ?? []).slice(0, 1);
    if (![...texts, ...link].some((text) => this.takeText(text)))
      this.host.failed(t('The share contained no file, URL or model text.'));
  }
}

/** Addresses, when a text holds nothing else. */
export function addressesIn(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^https?:\/\/[^\s]+$/i.test(word) && URL.canParse(word)) ? words : [];
}

/** File name for the text of a model; undefined for any other text. */
export function nameOfText(text: string): string | undefined {
  // Without blanks, a byte order mark and comments before the first word.
  const start = text.replace(/^(?:[\s\uFEFF]|\/\/[^\n]*\n|\/\*[^]*?\*\/)+/, '');
  if (/^\{[^]{0,4096}?"kind"\s*:\s*"vitrine-world"/.test(start)) return 'pasted.world.json';
  const row = pastedTexts.find(
    ({ begins, has }) => new RegExp(`^${begins}`).test(start) && new RegExp(has).test(start),
  );
  return row && `pasted.${row.extension}`;
}
