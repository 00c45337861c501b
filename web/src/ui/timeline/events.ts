// Events that a declaration assigns to frames of an action: sounds, footsteps and the like (.def of Doom 3).

import { fill } from '../../base/lists';
import type { Report } from '../../core/report';
import { h } from '../dom';
import { fixed, t } from '../language';

export interface ActionEvent {
  /** Seconds into the action. */
  time: number;
  /** From 1, as the file counts. */
  frame: number;
  text: string;
}

interface DeclaredFile {
  models?: { animations: { actions: string[]; marks?: { frame: number; time?: number; text: string }[] }[] }[];
}

/** The events of an action by its name, in the order of time; several models may declare it. */
export function eventsOf({ info }: Report, action: string): ActionEvent[] {
  const files = (info.format?.files ?? []) as DeclaredFile[];
  const marks = files.flatMap(({ models = [] }) =>
    models.flatMap(({ animations }) =>
      animations.flatMap(({ actions, marks = [] }) => (actions.includes(action) ? marks : [])),
    ),
  );
  const seen = new Set<string>();
  return marks
    .flatMap(({ time, frame, text }) => (time === undefined ? [] : [{ time, frame, text }]))
    .filter(({ frame, text }) => !seen.has(`${frame} ${text}`) && seen.add(`${frame} ${text}`))
    .sort((a, b) => a.time - b.time);
}

/** The list of them, with links to their frames; hidden while there are none. */
export class EventList {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'health-list' });

  constructor(private readonly go: (time: number) => void) {
    this.element = h(
      'section',
      { class: 'health events', attributes: { 'aria-label': t('Events of the action'), hidden: true } },
      h('h3', { text: t('Events of the action') }),
      this.list,
    );
  }

  show(events: readonly ActionEvent[]): void {
    this.element.hidden = events.length === 0;
    fill(
      this.list,
      events.map(({ time, frame, text }) =>
        h(
          'li',
          {},
          h('button', {
            class: 'health-finding',
            text: t('{time} s · frame {frame} · {text}', { time: fixed(time, 3), frame, text }),
            attributes: { type: 'button' },
            on: { click: () => this.go(time) },
          }),
        ),
      ),
    );
  }
}
