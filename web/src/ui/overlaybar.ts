// Switches of what is drawn besides the model, and which camera looks.

import type { Report } from '../core/report';
import { flatten } from '../engine/gl/model';
import { overlayNames, type OverlayName } from '../engine/messages';
import type { Viewer } from '../viewer/viewer';
import { h, iconButton } from './dom';

const labels: Record<OverlayName, string> = {
  skeleton: 'Skeleton',
  wireframe: 'Wireframe',
  normals: 'Normals',
  bounds: 'Bounds',
  axes: 'Axes',
  grid: 'Grid',
};
const keys: Record<OverlayName, string> = {
  skeleton: 'S',
  wireframe: 'W',
  normals: 'N',
  bounds: 'B',
  axes: 'A',
  grid: 'G',
};

export class OverlayBar {
  readonly element: HTMLElement;
  private readonly buttons = new Map<OverlayName, HTMLButtonElement>();
  private readonly textures: HTMLButtonElement;
  private readonly cameras: HTMLSelectElement;
  private readonly paths: HTMLSelectElement;
  private cameraNodes: number[] = [];

  constructor(private readonly viewer: Viewer) {
    for (const name of overlayNames)
      this.buttons.set(
        name,
        iconButton(name, labels[name], () => this.toggle(name), { pressed: false, keys: keys[name] }),
      );
    this.textures = iconButton('textures', 'Textures', () => viewer.set({ textures: !viewer.settings.textures }), {
      pressed: true,
      keys: 'T',
    });
    this.cameras = h('select', {
      class: 'select',
      attributes: { 'aria-label': 'Camera', hidden: true },
      on: { change: () => viewer.set({ cameraNode: Number(this.cameras.value) }) },
    });
    this.paths = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': 'Skinning path' },
        on: { change: () => viewer.set({ skinning: this.paths.value as 'auto' | 'cpu' | 'gpu' }) },
      },
      ...(
        [
          ['auto', 'Skinning: auto'],
          ['cpu', 'Skinning: CPU'],
          ['gpu', 'Skinning: GPU'],
        ] as const
      ).map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    this.element = h(
      'div',
      { class: 'overlays', attributes: { role: 'toolbar', 'aria-label': 'Show', 'aria-orientation': 'vertical' } },
      ...this.buttons.values(),
      this.textures,
      h('span', { class: 'divider' }),
      iconButton('fit', 'Fit', () => viewer.fit(), { keys: 'F' }),
    );
    viewer.on('settings', () => this.show());
    this.show();
  }

  /** For the bar on top: which camera looks, which path skins. */
  get selects(): HTMLElement[] {
    return [this.cameras, this.paths];
  }

  showCameras({ info }: Report): void {
    const nodes = flatten(info.hierarchy).filter(({ camera }) => camera !== undefined);
    this.cameraNodes = nodes.map(({ index }) => index);
    this.cameras.hidden = nodes.length === 0;
    this.cameras.replaceChildren(
      h('option', { text: 'Own view', attributes: { value: -1 } }),
      ...nodes.map(({ name, index }) => h('option', { text: name || 'camera', attributes: { value: index } })),
    );
    this.paths.hidden = info.statistics.influences === 0;
    this.show();
  }

  nextCamera(): void {
    const all = [-1, ...this.cameraNodes],
      at = all.indexOf(this.viewer.settings.cameraNode);
    this.viewer.set({ cameraNode: all[(at + 1) % all.length]! });
  }

  toggle(name: OverlayName): void {
    const { overlays } = this.viewer.settings;
    this.viewer.set({ overlays: { ...overlays, [name]: !overlays[name] } });
  }

  private show(): void {
    const { overlays, textures, cameraNode, skinning } = this.viewer.settings;
    for (const [name, button] of this.buttons) button.setAttribute('aria-pressed', String(overlays[name]));
    this.textures.setAttribute('aria-pressed', String(textures));
    this.cameras.value = String(cameraNode);
    this.paths.value = skinning;
  }
}
