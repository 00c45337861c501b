// A picture of the view at any size: how large, on what, with or without overlays; as a file or into the clipboard.

import { fill } from '../../base/lists';
import type { CameraPose } from '../../protocol/view';
import type { Shot } from '../../protocol/tools';
import type { Viewer } from '../../viewer/viewer';
import { h, iconButton } from '../dom';
import { t } from '../language';
import { baseName } from '../words';
import { isolated } from '../inert';

const kLargest = 16384;
/** Preset sizes. */
const kUsual: readonly [number, number][] = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [7680, 4320],
];

export class ShotDialog {
  readonly element: HTMLDialogElement;
  private readonly width: HTMLInputElement;
  private readonly height: HTMLInputElement;
  private readonly sizes: HTMLSelectElement;
  private readonly clear: HTMLInputElement;
  private readonly overlays: HTMLInputElement;
  private readonly save: HTMLButtonElement;
  private readonly copy: HTMLButtonElement;
  private readonly note = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private readonly name = h('p', { class: 'quiet shot-name', attributes: { translate: 'no' } });

  constructor(private readonly viewer: Viewer) {
    const size = (label: string): HTMLInputElement =>
      h('input', {
        class: 'number numbers',
        attributes: { type: 'number', min: 1, max: kLargest, step: 1, 'aria-label': label },
        on: {
          input: () => {
            this.sizes.value = '';
            this.check();
          },
        },
      });
    const check = (label: string): [HTMLInputElement, HTMLElement] => {
      const box = h('input', { attributes: { type: 'checkbox' } });
      return [box, h('label', { class: 'check' }, box, h('span', { text: label }))];
    };
    this.width = size(t('Width in pixels'));
    this.height = size(t('Height in pixels'));
    this.sizes = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Usual sizes') },
      on: { change: () => this.choose() },
    });
    const [clear, clearRow] = check(t('Transparent background')),
      [overlays, overlayRow] = check(t('With overlays'));
    [this.clear, this.overlays] = [clear, overlays];
    this.overlays.checked = true;
    this.save = h('button', {
      class: 'button primary',
      text: t('Download PNG'),
      attributes: { type: 'button' },
      on: { click: () => void this.take(false) },
    });
    this.copy = h('button', {
      class: 'button',
      text: t('Copy image'),
      attributes: { type: 'button' },
      on: { click: () => void this.take(true) },
    });
    this.element = h(
      'dialog',
      { class: 'help shot', attributes: { 'aria-label': t('Screenshot') } },
      h(
        'header',
        {},
        h('h2', { text: t('Screenshot') }),
        iconButton('close', t('Close'), () => this.element.close()),
      ),
      h(
        'div',
        { class: 'tool-row' },
        this.sizes,
        h(
          'span',
          { class: 'shot-size' },
          this.width,
          h('span', { text: '×' }),
          this.height,
          h('span', { class: 'quiet', text: t('pixels') }),
        ),
      ),
      clearRow,
      overlayRow,
      this.name,
      h('div', { class: 'tool-row' }, this.save, this.copy),
      this.note,
    );
    this.element.addEventListener('click', (event) => event.target === this.element && this.element.close());
  }

  open(): void {
    const { width: wide, height: high, pixelRatio } = this.viewer.room,
      [width, height] = [Math.round(wide * pixelRatio), Math.round(high * pixelRatio)];
    fill(this.sizes, [
      h('option', { text: t('Size of the view'), attributes: { value: `${width} ${height}` } }),
      ...kUsual.map(([w, tall]) =>
        h('option', { text: `${w} × ${tall}`, attributes: { value: `${w} ${tall}`, translate: 'no' } }),
      ),
      h('option', { text: t('Custom size'), attributes: { value: '' } }),
    ]);
    this.sizes.selectedIndex = 0;
    this.choose();
    this.note.textContent = '';
    this.name.textContent = isolated(this.fileName());
    this.element.showModal();
  }

  private choose(): void {
    const [width, height] = this.sizes.value.split(' ');
    if (width && height) [this.width.value, this.height.value] = [width, height];
    this.check();
  }

  private get size(): [number, number] | undefined {
    const size: [number, number] = [this.width.valueAsNumber, this.height.valueAsNumber];
    return size.every((value) => Number.isInteger(value) && value >= 1 && value <= kLargest) ? size : undefined;
  }

  private check(): void {
    const { size } = this;
    this.save.disabled = this.copy.disabled = !size;
    this.note.textContent = size ? '' : t('Each side must have 1 to {most} pixels.', { most: kLargest });
  }

  /** Made of the document, the action and the time. */
  private fileName(): string {
    const { shown, playback, lastFrame } = this.viewer,
      file = shown?.report.files.find(({ role }) => role !== 'texture')?.name ?? 'vitrine',
      action = shown?.report.info.actions[playback?.action ?? -1]?.name;
    const parts = [
      baseName(file).replace(/\.[^.]*$/, ''),
      action,
      action !== undefined && `${(lastFrame?.time ?? 0).toFixed(3)}s`,
    ];
    const name = parts.filter(Boolean).join('-');
    // Characters that are invalid in file names or special in shells.
    return `${name.replace(/[\p{C}\\/:*?"<>|\s]+/gu, '_').slice(0, 120)}.png`;
  }

  private async take(intoClipboard: boolean): Promise<void> {
    const { size } = this;
    if (!size) return;
    const name = this.fileName();
    this.save.disabled = this.copy.disabled = true;
    this.note.textContent = t('Rendering the image…');
    const [width, height] = size;
    const drawing = this.draw({
      width,
      height,
      background: this.clear.checked ? 'clear' : 'stage',
      overlays: this.overlays.checked,
    });
    try {
      if (intoClipboard) {
        // The clipboard is asked for while the click is fresh; the picture may come later.
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawing })]);
        this.note.textContent = t('Image copied to the clipboard.');
      } else {
        const blob = await drawing,
          url = URL.createObjectURL(blob);
        h('a', { attributes: { href: url, download: name } }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
        this.note.textContent = t('{name} saved: {width} × {height} pixels.', { name, width, height });
      }
    } catch (error) {
      this.note.textContent = t('The image could not be rendered: {reason}', {
        reason: error instanceof Error ? error.message : String(error),
      });
    }
    this.save.disabled = this.copy.disabled = false;
  }

  private async draw(shot: Shot): Promise<Blob> {
    const { viewer } = this,
      camera = this.camera(shot.width / shot.height),
      pixelRatio = shot.height / Math.max(1, viewer.room.height);
    const drawn = await viewer.ask('shoot', { shot, camera, pixelRatio });
    if (!drawn || 'error' in drawn) throw new Error(drawn?.error || t('This browser cannot render it.'));
    return drawn.blob;
  }

  /** The view without what panels cover; a narrower picture steps back until as much of the model is in it. */
  private camera(aspect: number): CameraPose {
    const { pose } = this.viewer.camera,
      { width, height, insets } = this.viewer.room,
      free = Math.max(0.3 * width, width - insets.left - insets.right) / Math.max(1, height),
      wider = Math.max(1, free / aspect);
    return {
      ...pose,
      offset: [0, 0],
      ...(pose.orthographic
        ? { distance: pose.distance * wider }
        : { fovY: 2 * Math.atan(Math.tan(pose.fovY / 2) * wider) }),
    };
  }
}
