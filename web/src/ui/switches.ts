// Pivot scenes leave four things to the reader; each is a switch that reads the file again and keeps the view.

import type { PivotSwitches, ReadOptions } from '../core/document';
import type { Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';

const switches: readonly [keyof PivotSwitches, string, string][] = [
  ['conjugate', 'Conjugate quaternions', 'Stored rotations are those of the inverse'],
  ['zUp', 'Z is up', 'Otherwise Y'],
  ['mirrorZ', 'Mirror z', 'The scene is left-handed'],
  ['flipV', 'Flip v', 'Texture coordinates count from the other edge'],
];

export class PivotReading {
  readonly element: HTMLElement;
  /** Told when the file has been read again. */
  reloaded: (report: Report) => void = () => undefined;
  private readonly boxes: HTMLInputElement[];

  constructor(private readonly viewer: Viewer) {
    this.boxes = switches.map(([name]) =>
      h('input', { attributes: { type: 'checkbox', name: `pivot-${name}` }, on: { change: () => void this.read() } }),
    );
    this.element = h(
      'section',
      { class: 'section pivot-reading' },
      h('h3', { text: 'Read the file with' }),
      ...switches.map(([, label, title], i) =>
        h('label', { class: 'check', title }, this.boxes[i], h('span', { text: label })),
      ),
    );
  }

  /** Undefined where the document is no pivot scene. */
  for(report: Report): HTMLElement | undefined {
    if (report.format !== 'pivot') return undefined;
    switches.forEach(([name], i) => (this.boxes[i]!.checked = this.viewer.read.pivot?.[name] === true));
    return this.element;
  }

  private async read(): Promise<void> {
    const pivot = Object.fromEntries(switches.map(([name], i) => [name, this.boxes[i]!.checked]));
    const read: ReadOptions = { ...this.viewer.read, pivot };
    const result = await this.viewer.reload(read);
    if (result.result === 'loaded') this.reloaded(result.report);
  }
}
