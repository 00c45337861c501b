// What a texture is at a point of its preview: under the pointer, or at a texel that arrow keys lead to.

import { fill } from '../../../base/lists';
import { Slot, type WorldTexel } from '../../../engine/world/messages';
import type { RoomKit } from '../../world/kit';
import type { EngineView } from '../bench';
import { numberText } from '../time/numbers';

/** Where the square of the texture is on the canvas: pixels of its left, its top and its side. */
export interface Square {
  left: number;
  top: number;
  side: number;
}

/** A pixel of the canvas. */
interface Spot {
  x: number;
  y: number;
}

/** The next texel of `count` along the square: `at` and what comes back are 0 to 1, in the middle of a texel. */
export const stepped = (at: number, by: number, count: number): number =>
  (Math.max(0, Math.min(count - 1, Math.floor(at * count) + by)) + 0.5) / count;

/** A channel as 8 bits have it, and as it is. */
export const channelText = (value: number): [string, string] => [String(Math.round(value * 255)), numberText(value, 3)];

const kChannels = ['r', 'g', 'b', 'a'] as const;

export class TexelReader {
  /** The numbers. */
  readonly element: HTMLElement;
  /** At the texel that keys have led to. */
  readonly mark: HTMLElement;
  #view: EngineView | undefined;
  /** On the square, 0 to 1 from its top left. */
  #place: Spot | undefined;
  #isByKeys = false;
  #texel: WorldTexel | undefined;
  #isAsking = false;
  #isLate = false;

  constructor(
    private readonly kit: RoomKit,
    private readonly canvas: HTMLCanvasElement,
    private readonly square: () => Square,
  ) {
    const { h, t } = kit;
    this.element = h('output', { class: 'bench-texel', attributes: { hidden: true, 'aria-label': t('Value') } });
    this.mark = h('div', { class: 'bench-texel-mark', attributes: { hidden: true, 'aria-hidden': 'true' } });
  }

  /** `view`: undefined where it shows no texture. */
  read(view: EngineView | undefined): void {
    if (!view) this.leave();
    this.#view = view;
  }

  /** The pointer is at a pixel of the canvas. */
  point({ x, y }: Spot): void {
    const { left, top, side } = this.square();
    this.#place = { x: (x - left) / side, y: (y - top) / side };
    this.#isByKeys = false;
    this.again();
  }

  leave(): void {
    this.#place = undefined;
    this.#put(undefined);
  }

  /** So many texels further, from where the pointer was or else from the middle. `tiles`: how often the image repeats. */
  step(x: number, y: number, tiles: number): void {
    const { width, height } = this.#texel?.image ?? { width: 1 / tiles, height: 1 / tiles };
    this.#place =
      this.#place && this.#texel
        ? { x: stepped(this.#place.x, x, width * tiles), y: stepped(this.#place.y, y, height * tiles) }
        : { x: 0.5, y: 0.5 };
    this.#isByKeys = true;
    this.again();
  }

  /** Where keys have led, in pixels of the canvas. */
  get cursor(): Spot | undefined {
    return this.#isByKeys ? this.#spot : undefined;
  }

  /** The picture, or the place in it, is another: one question at a time. */
  again(): void {
    const spot = this.#spot,
      { clientWidth, clientHeight } = this.canvas;
    this.#isLate = this.#isAsking;
    if (this.#isAsking || !spot || !this.#view || clientWidth === 0) return;
    this.#isAsking = true;
    const question = { type: 'texel', x: spot.x / clientWidth, y: spot.y / clientHeight, slot: Slot.bump };
    void this.#view.ask(question).then((answer) => {
      this.#isAsking = false;
      if (this.#place) this.#put(answer as WorldTexel | undefined);
      if (this.#isLate) this.again();
    });
  }

  get #spot(): Spot | undefined {
    const { left, top, side } = this.square();
    return this.#place && { x: left + this.#place.x * side, y: top + this.#place.y * side };
  }

  #put(texel: WorldTexel | undefined): void {
    const { h, t } = this.kit,
      { cursor } = this;
    this.#texel = texel;
    this.element.hidden = !texel;
    this.mark.hidden = !texel || !cursor;
    if (cursor) Object.assign(this.mark.style, { left: `${cursor.x}px`, top: `${cursor.y}px` });
    if (!texel) return;
    const { image, value } = texel,
      cell = (text: string): HTMLElement => h('span', { text, attributes: { translate: 'no' } });
    fill(
      this.element,
      [
        h('span', {
          class: 'bench-texel-place',
          text: image ? t('{x}, {y} of {width} × {height}', { ...image }) : t('One value for all of it'),
        }),
        ...kChannels.flatMap((name, i) => [cell(name), ...channelText(value[i]!).map(cell)]),
      ].flatMap((part) => [part, ' ']),
    );
  }
}
