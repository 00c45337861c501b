// The light of the view: an environment, how bright it is and from where it comes; in the link. Models whose images are
// nearly black are lit brighter at first, until the user changes the light. And what lies behind the model.

import type { Report } from '../../core/report';
import { type Environment, environments, type LightSettings, type OwnLight } from '../../protocol/tools';
import type { Viewer } from '../../viewer/viewer';
import { h, svgIcon } from '../dom';
import { t } from '../language';
import { notLoaded } from '../late';
import { hashParts } from '../linkState';
import { recall, remember } from '../memory';
import { keepArrows } from './menus';
import type { ToolState } from './toolState';

type Kind = 'stage' | 'color' | 'gradient' | 'none' | 'image';

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** What is chosen: `color` is that of the two kinds that have one, `image` a file of the user. */
export interface BackdropChoice {
  kind: Kind;
  color: string;
  image?: File;
}
export const defaultBackdrop: BackdropChoice = { kind: 'stage', color: '#808080' };

/**
 * What lies behind the model: the stage, a colour, a gradient, nothing, or an image of the user. The picture is then
 * transparent, and the page shows through.
 */
class Backdrop {
  readonly element: HTMLElement;
  private readonly kind: HTMLSelectElement;
  private readonly color = h('input', {
    attributes: { type: 'color', 'aria-label': t('Background colour'), value: defaultBackdrop.color },
    on: { input: () => this.choose() },
  });
  private readonly file = h('input', {
    attributes: { type: 'file', accept: 'image/*', 'aria-label': t('Background image'), 'data-testid': 'backdrop' },
    on: { change: () => this.take(this.file.files?.[0]) },
  });
  private image: File | undefined;
  private address = '';

  constructor(
    private readonly viewer: Viewer,
    private readonly stage: HTMLElement,
  ) {
    const kinds: [Kind, string][] = [
      ['stage', t('Stage')],
      ['color', t('One colour')],
      ['gradient', t('Gradient')],
      ['none', t('Transparent')],
      ['image', t('Your own image')],
    ];
    this.kind = h(
      'select',
      { class: 'select', attributes: { 'aria-label': t('Background') }, on: { change: () => this.choose() } },
      ...kinds.map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    this.element = h(
      'label',
      { class: 'light-row backdrop' },
      h('span', { text: t('Background') }),
      this.kind,
      this.color,
      this.file,
    );
    const [kind = '', color = ''] = recall('backdrop', '').split(' ');
    // Images are not kept.
    if (kinds.some(([each]) => each === kind && each !== 'image')) this.kind.value = kind;
    if (isColor(color)) this.color.value = color;
    this.show();
  }

  get choice(): BackdropChoice {
    const { kind, color, image } = this;
    return { kind: kind.value as Kind, color: color.value, ...(image && { image }) };
  }

  restore({ kind, color, image }: BackdropChoice): void {
    this.kind.value = kind;
    this.color.value = color;
    this.image = image;
    this.choose();
  }

  private take(image: File | undefined): void {
    this.image = image;
    this.choose();
  }

  private choose(): void {
    remember('backdrop', `${this.kind.value} ${this.color.value}`);
    this.show();
  }

  private show(): void {
    const { kind, color, image } = this.choice;
    URL.revokeObjectURL(this.address);
    this.address = kind === 'image' && image ? URL.createObjectURL(image) : '';
    this.color.hidden = kind !== 'color' && kind !== 'gradient';
    this.file.hidden = kind !== 'image';
    const { style } = this.stage;
    style.background = {
      stage: '',
      color,
      gradient: `linear-gradient(color-mix(in srgb, ${color} 55%, white), ${color} 55%, color-mix(in srgb, ${color} 60%, black))`,
      none: 'repeating-conic-gradient(var(--surface-active) 0 25%, transparent 0 50%) 0 0 / 24px 24px, var(--stage)',
      image: this.address && `center / cover url("${this.address}")`,
    }[kind];
    this.viewer.set({ background: kind === 'stage' || (kind === 'image' && !image) ? 'stage' : 'clear' });
  }
}

const kPlain: LightSettings = { environment: 'studio', exposure: 0, rotation: 0 };
/** In the list of environments. */
const kOwn = 'own';
/** Larger images are made smaller: of a panorama only means are used. */
const kPanoramaPixels = 512;
const kMostExposure = 4;
/**
 * Mean linear brightness that darker models are brought to: what of them faces the light then stands out from the dark stage
 * (0.03) by the 3 to 1 that WCAG asks of things to be seen. It is two to three times as bright as the mean on real models.
 */
const kLegible = 0.1;
/** More than this makes highlights of black things grey. */
const kMostByItself = 3;
/** Images that are looked at. */
const kMostImages = 4;

const linear = (value: number): number => (value / 255) ** 2.2;

/** Mean brightness of the pixels that show, 0 to 1; undefined if none does. */
function brightnessOf(rgba: ArrayLike<number>): number | undefined {
  let sum = 0,
    weight = 0;
  const step = 4 * Math.max(1, Math.floor(rgba.length / 4 / 4096));
  for (let i = 0; i + 3 < rgba.length; i += step) {
    const alpha = rgba[i + 3]! / 255;
    sum += alpha * (0.2126 * linear(rgba[i]!) + 0.7152 * linear(rgba[i + 1]!) + 0.0722 * linear(rgba[i + 2]!));
    weight += alpha;
  }
  return weight > 0 ? sum / weight : undefined;
}

/** Steps of exposure that make a model of this brightness legible; 0 for all that is. */
const exposureFor = (brightness: number): number =>
  brightness >= kLegible
    ? 0
    : Math.min(kMostByItself, Math.round(4 * Math.log2(kLegible / Math.max(brightness, 1e-4))) / 4);

/** `torch,1.5,-30`; undefined for what makes no sense. */
function lightFrom(text: string): LightSettings | undefined {
  const [name, exposure = '0', rotation = '0'] = text.split(','),
    environment = environments.find((each) => each === name),
    numbers = [Number(exposure), Number(rotation)] as const;
  if (!environment || !numbers.every(Number.isFinite)) return undefined;
  return {
    environment,
    exposure: Math.max(-kMostExposure, Math.min(kMostExposure, numbers[0])),
    rotation: Math.max(-180, Math.min(180, numbers[1])),
  };
}

/** An image that the browser opens. */
async function pixelsOf(file: Blob): Promise<ImageData> {
  const image = await createImageBitmap(file, { resizeWidth: kPanoramaPixels, resizeHeight: kPanoramaPixels / 2 }),
    context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/**
 * The light of the view: an environment, how bright it is and from where it comes; in the link. Models whose images are
 * nearly black are lit brighter at first, until the user changes the light.
 */
export class Light {
  readonly button: HTMLButtonElement;
  readonly menu: HTMLElement;
  private readonly environment: HTMLSelectElement;
  private readonly panorama = h('input', {
    attributes: {
      type: 'file',
      accept: '.hdr,image/*',
      hidden: true,
      'aria-label': t('Panorama (.hdr or an image)'),
      'data-testid': 'panorama',
    },
    on: { change: () => void this.take(this.panorama.files?.[0]) },
  });
  private readonly said = h('p', { class: 'quiet', attributes: { role: 'status' } });
  /** The lights of the panorama that was taken last. */
  private own: OwnLight | undefined;
  private readonly exposure: HTMLInputElement;
  private readonly rotation: HTMLInputElement;
  private readonly bright = h('output', { class: 'numbers' });
  private readonly angle = h('output', { class: 'numbers' });
  /** The user has chosen: nothing changes automatically any more. */
  private chosen = false;
  private report: Report | undefined;
  readonly backdrop: Backdrop;

  constructor(
    private readonly viewer: Viewer,
    private readonly toolState: ToolState,
    stage: HTMLElement,
  ) {
    this.backdrop = new Backdrop(viewer, stage);
    const names: Record<Environment, string> = {
      studio: t('Studio'),
      outdoor: t('Outdoor'),
      torch: t('Doom 3: one torch'),
      dark: t('Dark'),
    };
    const slider = (label: string, most: number, step: number): HTMLInputElement => {
      const input = h('input', {
        attributes: { type: 'range', min: -most, max: most, step, value: 0, 'aria-label': label },
        on: { input: () => this.choose() },
      });
      keepArrows(input);
      return input;
    };
    this.environment = h(
      'select',
      { class: 'select', attributes: { 'aria-label': t('Environment') }, on: { change: () => this.choose() } },
      ...environments.map((value) => h('option', { text: names[value], attributes: { value } })),
      h('option', { text: t('Your own panorama'), attributes: { value: kOwn } }),
    );
    this.exposure = slider(t('Exposure'), kMostExposure, 0.25);
    this.rotation = slider(t('Light direction'), 180, 5);
    this.menu = h(
      'div',
      {
        class: 'tool-menu light-menu',
        id: 'light-menu',
        attributes: { popover: 'auto', role: 'region', 'aria-label': t('Light') },
      },
      h('h3', { text: t('Light') }),
      this.environment,
      this.panorama,
      this.said,
      h('label', { class: 'light-row' }, h('span', { text: t('Exposure') }), this.exposure, this.bright),
      h('label', { class: 'light-row' }, h('span', { text: t('Light direction') }), this.rotation, this.angle),
      this.backdrop.element,
      h('button', {
        class: 'button small',
        text: t('Reset'),
        attributes: { type: 'button' },
        on: {
          click: () => {
            this.chosen = true;
            this.set(kPlain);
            this.backdrop.restore(defaultBackdrop);
          },
        },
      }),
    );
    this.button = h(
      'button',
      {
        class: 'icon-button',
        title: t('Light'),
        attributes: { type: 'button', popovertarget: 'light-menu', 'aria-label': t('Light') },
      },
      svgIcon('light'),
    );
    hashParts.push({
      name: 'light',
      write: () => {
        const { environment, exposure, rotation } = this.light;
        // Files are not in links.
        return toolState.tools.light && !this.light.own ? `${environment},${exposure},${rotation}` : undefined;
      },
      read: (value) => {
        const light = value === undefined ? undefined : lightFrom(value);
        if (light) {
          this.chosen = true;
          this.set(light);
        }
      },
    });
    this.fill();
  }

  private get light(): LightSettings {
    return this.toolState.tools.light ?? kPlain;
  }

  /** The light that the user has chosen; undefined while it is the model's own. */
  get choice(): LightSettings | undefined {
    return this.chosen ? this.light : undefined;
  }

  restore(choice: LightSettings | undefined): void {
    this.chosen = choice !== undefined;
    this.own = choice?.own ?? this.own;
    this.set(choice ?? kPlain);
    if (this.report) this.show(this.report);
  }

  /** Another model begins in its own light, unless the user has chosen one. */
  show(report: Report): void {
    this.report = report;
    if (!this.chosen) void this.adapt(report);
  }

  private async adapt(report: Report): Promise<void> {
    const { materials, textures } = report.info;
    const images = new Map<number, number>(),
      known: number[] = [];
    for (const { slots, diffuse, emissive, tints, hidden } of materials) {
      // Emission is visible anyway, and would be glaring.
      if (hidden || emissive.some((value) => value > 0)) continue;
      const own = 0.2126 * diffuse[0] + 0.7152 * diffuse[1] + 0.0722 * diffuse[2],
        slot = slots.find(({ role }) => role === 'diffuse');
      if (!slot) known.push(own);
      else if (slot.texture !== null && textures[slot.texture]?.status === 'found')
        images.set(slot.texture, tints ? own : 1);
    }
    const values = await Promise.all(
      [...images].slice(0, kMostImages).map(async ([texture, tint]) => {
        const { preview } = (await this.viewer.ask('texture', { texture })) ?? {},
          brightness = preview && brightnessOf(preview.rgba);
        return brightness === undefined ? [] : [brightness * tint];
      }),
    );
    if (this.report !== report || this.chosen) return;
    const all = [...known, ...values.flat()],
      exposure = all.length > 0 ? exposureFor(all.reduce((sum, value) => sum + value, 0) / all.length) : 0;
    if (exposure !== this.light.exposure) this.set({ ...kPlain, exposure });
  }

  /** Lights the model by a panorama; false if the file is none. */
  async take(file: Blob | undefined): Promise<boolean> {
    if (!file) return false;
    const script = await import('./panorama').catch(() => undefined);
    if (!script) {
      this.said.textContent = notLoaded(t('Your own panorama'));
      return false;
    }
    const { cellsOfHdr, cellsOfPixels, lightOfCells } = script;
    const cells =
      cellsOfHdr(new Uint8Array(await file.arrayBuffer())) ??
      (await pixelsOf(file).then(cellsOfPixels, () => undefined));
    const own = cells && lightOfCells(cells);
    this.said.textContent = own ? '' : t('The file is neither a Radiance HDR nor an image, or it is black.');
    if (!own) return false;
    this.own = own;
    this.environment.value = kOwn;
    this.choose();
    return true;
  }

  private choose(): void {
    const { value } = this.environment,
      isOwn = value === kOwn;
    this.panorama.hidden = !isOwn;
    if (isOwn && !this.own) return;
    this.chosen = true;
    this.set({
      environment: isOwn ? 'studio' : (value as Environment),
      ...(isOwn && { own: this.own }),
      exposure: this.exposure.valueAsNumber,
      rotation: this.rotation.valueAsNumber,
    });
  }

  private set(light: LightSettings): void {
    const plain = light.environment === 'studio' && !light.own && light.exposure === 0 && light.rotation === 0;
    this.toolState.set({ light: plain ? undefined : light });
    this.fill();
  }

  private fill(): void {
    const { environment, own, exposure, rotation } = this.light;
    this.environment.value = own ? kOwn : environment;
    this.panorama.hidden = !own;
    this.exposure.value = String(exposure);
    this.rotation.value = String(rotation);
    this.bright.textContent = t('{steps} EV', { steps: exposure });
    this.angle.textContent = `${rotation}°`;
  }
}
