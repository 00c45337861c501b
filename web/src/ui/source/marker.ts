// The ring around a chosen vertex, with its number, and the outline of a chosen triangle: they follow what moves.

import type { Mark } from '../../protocol/view';
import type { Viewer } from '../../viewer/viewer';
import { t } from '../language';

const kSvg = 'http://www.w3.org/2000/svg';
const kRing = 9;

function svg<Name extends keyof SVGElementTagNameMap>(name: Name, className: string): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(kSvg, name);
  element.setAttribute('class', className);
  return element;
}

export class Marker {
  readonly element = svg('svg', 'thing-marker');
  private readonly ring = svg('circle', 'thing-ring');
  private readonly outline = svg('polygon', 'thing-outline');
  private readonly label = svg('text', 'thing-label');

  constructor(
    viewer: Viewer,
    private readonly stage: HTMLElement,
  ) {
    this.ring.setAttribute('r', String(kRing));
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.outline, this.ring, this.label);
    stage.append(this.element);
    this.hide();
    viewer.on('frame', ({ marks }) => this.place(viewer.settings.marked, marks));
    viewer.on('settings', ({ marked }) => {
      if (!marked) this.hide();
    });
  }

  private hide(): void {
    this.element.setAttribute('hidden', '');
    delete this.stage.dataset.marked;
  }

  private place(mark: Mark | undefined, points: readonly [number, number][] | undefined): void {
    if (!mark || !points) {
      this.hide();
      return;
    }
    const { width, height } = this.stage.getBoundingClientRect();
    const places = points.map(([x, y]) => [((x + 1) / 2) * width, ((1 - y) / 2) * height] as const);
    const [x, y] = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k]!, 0) / places.length) as [
      number,
      number,
    ];
    const triangle = mark.kind === 'triangle';
    this.ring.toggleAttribute('hidden', triangle);
    this.outline.toggleAttribute('hidden', !triangle);
    this.ring.setAttribute('cx', x.toFixed(1));
    this.ring.setAttribute('cy', y.toFixed(1));
    this.outline.setAttribute('points', places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' '));
    this.label.setAttribute('x', (x + (triangle ? 0 : kRing + 5)).toFixed(1));
    this.label.setAttribute('y', (y + 4).toFixed(1));
    this.label.setAttribute('text-anchor', triangle ? 'middle' : 'start');
    this.label.textContent = triangle
      ? t('triangle {number}', { number: mark.index })
      : t('vertex {number}', { number: mark.index });
    this.element.removeAttribute('hidden');
    this.stage.dataset.marked = `${mark.kind} ${mark.mesh} ${mark.index} ${x.toFixed(1)} ${y.toFixed(1)}`;
  }
}
