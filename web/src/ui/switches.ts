// How a file was read, and switches for what its format leaves to the reader: each reads the file again and keeps the view.

import { readingOptions } from '../core/formats';
import { fill } from '../base/lists';
import type { Report } from '../core/report';
import { readingOf, withReading } from '../core/reading';
import type { ReadingOption } from '../core/rows';
import { formatViews } from '../formats';
import type { PageViewer } from '../viewer/page';
import { h } from './dom';
import { rowText, t } from './language';
import { pageWords } from './words';

export class ReadingSwitches {
  readonly element = h('section', { class: 'section reading' });
  /** Called when the file has been read again. */
  reloaded: (report: Report) => void = () => undefined;

  private readonly facts = h('dl', { class: 'facts', attributes: { 'aria-label': t('Read options') } });
  private boxes: [ReadingOption, HTMLInputElement][] = [];
  private format = '';

  constructor(private readonly viewer: PageViewer) {}

  /** Undefined where the format leaves nothing to the reader. */
  for({ format, info }: Report): HTMLElement | undefined {
    if (format !== this.format) this.build(format);
    if (this.boxes.length === 0) return undefined;
    for (const [option, box] of this.boxes) box.checked = readingOf(this.viewer.read, option) === true;
    fill(
      this.facts,
      (formatViews[format]?.reading?.(info.format ?? {}, pageWords) ?? []).flatMap(([name, text]) => [
        h('dt', { text: name }),
        h('dd', { text }),
      ]),
    );
    return this.element;
  }

  private build(format: string): void {
    this.format = format;
    const options = readingOptions.filter(({ label, formats }) => label !== undefined && formats.includes(format));
    this.boxes = options.map((option) => [option, this.box(option)]);
    fill(this.element, [
      h('h3', { text: formatViews[format]?.title?.(pageWords) }),
      this.facts,
      h(
        'fieldset',
        { class: 'switches' },
        h('legend', { text: t('Read the file with') }),
        ...this.boxes.map(([{ label = '', effect = '' }, box]) =>
          h('label', { class: 'check', title: rowText(effect) }, box, h('span', { text: rowText(label) })),
        ),
      ),
    ]);
  }

  private box(option: ReadingOption): HTMLInputElement {
    const box: HTMLInputElement = h('input', {
      attributes: { type: 'checkbox', name: option.path.join('-') },
      on: { change: () => void this.read(option, box.checked) },
    });
    return box;
  }

  private async read(option: ReadingOption, on: boolean): Promise<void> {
    const result = await this.viewer.loads.again(withReading(this.viewer.read, option, on));
    if (result.result === 'loaded') this.reloaded(result.report);
  }
}
