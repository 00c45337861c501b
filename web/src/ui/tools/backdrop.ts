// What lies behind the model: the stage, a colour, a gradient, nothing, or an image of the user. The picture is then
// transparent, and the page shows through.

import type { Viewer } from '../../viewer/viewer';
import { h } from '../dom';
import { t } from '../language';
import { recall, remember } from '../memory';

type Kind = 'stage' | 'color' | 'gradient' | 'none' | 'image';

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** What is chosen: `color` is that of the two kinds that have one, `image` a file of the user. */
export interface BackdropChoice {
  kind: Kind;
  color: string;
  image?: File;
}
export const defaultBackdrop: BackdropChoice = { kind: 'stage', color: '#808080' };

export class Backdrop {
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
