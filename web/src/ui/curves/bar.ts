// The bar above the curves: what is shown of them and how, and the reading of QMSH texts. Choices outlive the page.

import type { Report } from '../../core/report';
import { h, iconButton } from '../dom';
import { fixed, joined, t } from '../language';
import { recall, remember } from '../memory';
import { numberText } from '../words';

/** info.format.legacyReading of a report. */
interface LegacyReading {
  translation: number;
  rotationDegrees: number;
  scale: number;
  /** Largest distance of a joint, in file units, and where and when. */
  distance: number;
  action: string;
  joint: string;
  time: number;
  /** Actions that are left out, where there are very many. */
  notCompared: number;
  /** The original converter's reading is the one that is shown. */
  shown: boolean;
}

/** The two readings of a QMSH text, in words: the author's editor and the program that made the game's files. */
export function readingText(reading: LegacyReading): string {
  const { notCompared } = reading;
  return joined(
    [difference(reading), notCompared > 0 && t('Actions not compared: {count}.', { count: notCompared })],
    ' ',
  );
}

function difference({
  translation,
  rotationDegrees,
  scale,
  distance,
  action,
  joint,
  time,
  shown,
}: LegacyReading): string {
  const parts = [
    rotationDegrees > 1e-4 && t('rotations up to {degrees}°', { degrees: numberText(rotationDegrees) }),
    translation > 1e-9 && t('translations up to {distance}', { distance: numberText(translation) }),
    scale > 1e-9 && t('scales up to {factor}', { factor: numberText(scale) }),
  ].filter((part): part is string => part !== false);
  if (parts.length === 0) return t('The original converter reads these curves in the same way as the author’s editor.');
  const joints =
    distance > 1e-9 &&
    t('joints up to {distance} units ({joint} in {action} at {seconds} s)', {
      distance: numberText(distance),
      joint,
      action,
      seconds: fixed(time, 3),
    });
  const what = joined([joined(parts, ', '), joints], '; ');
  return shown
    ? t('The author’s editor differs by {what}. It is drawn dotted.', { what })
    : t('The original converter differs by {what}. It is drawn dotted.', { what });
}

interface BarActions {
  /** Only what is selected, or all. */
  restricted(): void;
  /** Curves got another scale. */
  rescaled(): void;
  /** Something that only drawing needs to know. */
  redraw(): void;
  /** QMSH: read as the original converter does, or as the author's editor. */
  readAgain(legacy: boolean): void;
  fit(): void;
  close(): void;
  /** The list of channels over the plot, where there is no room beside it. */
  showChannels(shown: boolean): void;
}

export class CurvesBar {
  readonly element: HTMLElement;
  /** How far the two readings of a QMSH text lie apart; empty for all else. */
  readonly reading = h('span', { class: 'curves-reading quiet' });

  private readonly selectedBox: HTMLInputElement;
  private readonly normaliseBox: HTMLInputElement;
  private readonly handlesBox: HTMLInputElement;
  private readonly legacyBox: HTMLInputElement;
  private readonly legacyLabel: HTMLElement;
  private readonly unit: HTMLSelectElement;

  constructor(actions: BarActions) {
    this.selectedBox = box('selected', false, actions.restricted);
    this.normaliseBox = box('normalise', false, actions.rescaled);
    this.handlesBox = box('handles', true, actions.redraw);
    this.legacyBox = h('input', {
      attributes: { type: 'checkbox' },
      on: { change: () => actions.readAgain(this.legacyBox.checked) },
    });
    this.legacyLabel = check(
      this.legacyBox,
      t('Original converter'),
      t('As in the program that made the game’s files: linear between the points, constant before and after them'),
    );
    this.legacyLabel.hidden = true;
    this.unit = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': t('Unit of time') },
        on: {
          change: () => {
            remember('curves.unit', this.unit.value);
            actions.redraw();
          },
        },
      },
      h('option', { text: t('Seconds'), attributes: { value: 'seconds' } }),
      h('option', { text: t('Frames'), attributes: { value: 'frames' } }),
    );
    this.unit.value = recall('curves.unit', 'seconds');
    let channelsShown = false;
    const channelsButton = iconButton(
      'tree',
      t('Channels'),
      () => {
        channelsShown = !channelsShown;
        channelsButton.setAttribute('aria-pressed', String(channelsShown));
        actions.showChannels(channelsShown);
      },
      { pressed: false, class: 'narrow-only' },
    );
    this.element = h(
      'header',
      { class: 'curves-bar' },
      h('h2', { text: t('Curves') }),
      channelsButton,
      h(
        'div',
        { class: 'curves-switches' },
        check(this.selectedBox, t('Only selected'), t('Only the node selected in the hierarchy')),
        check(this.normaliseBox, t('Normalise'), t('Scale every curve to its own range')),
        check(this.handlesBox, t('Handles'), t('Bezier handles, where there is enough space between keys')),
        this.legacyLabel,
        this.unit,
      ),
      iconButton('fit', t('Fit the curves'), actions.fit, { keys: 'F' }),
      iconButton('close', t('Close curves'), actions.close),
    );
  }

  get onlySelected(): boolean {
    return this.selectedBox.checked;
  }

  set onlySelected(only: boolean) {
    this.selectedBox.checked = only;
  }

  get normalise(): boolean {
    return this.normaliseBox.checked;
  }

  get handles(): boolean {
    return this.handlesBox.checked;
  }

  /** Seconds or frames; without a rate there are no frames to choose. */
  inFrames(frameRate: number): boolean {
    this.unit.hidden = !(frameRate > 0);
    return frameRate > 0 && this.unit.value === 'frames';
  }

  show({ info }: Report): void {
    const legacy = info.format?.legacyReading as LegacyReading | undefined;
    this.legacyLabel.hidden = legacy === undefined;
    this.legacyBox.checked = legacy?.shown ?? false;
    this.reading.textContent = legacy ? readingText(legacy) : '';
    this.reading.title = this.reading.textContent;
  }

  /** Reading again did not work. */
  undoReading(): void {
    this.legacyBox.checked = !this.legacyBox.checked;
  }
}

function box(name: string, first: boolean, changed: () => void): HTMLInputElement {
  const input: HTMLInputElement = h('input', {
    attributes: { type: 'checkbox' },
    on: {
      change: () => {
        remember(`curves.${name}`, input.checked ? 'on' : 'off');
        changed();
      },
    },
  });
  input.checked = recall(`curves.${name}`, first ? 'on' : 'off') === 'on';
  return input;
}

function check(input: HTMLInputElement, text: string, title: string): HTMLElement {
  return h('label', { class: 'check', title }, input, text);
}
