// The line at the bottom: what is drawn, how fast, on which path, and what is wrong.

import type { Issues, Report } from '../core/report';
import type { WorldIssue } from '../core/world_report';
import type { FrameInfo } from '../protocol/view';
import type { WorldFrameInfo } from '../engine/world/messages';
import { reportOf } from './files/worldissues';
import { h } from './dom';
import { countOf, numberText, problemsText } from './words';
import { t, fixed, joined } from './language';

/** Numbers that change faster than this cannot be read. */
const kPaceMs = 250;
/** Place of the number of paint jobs among those of a world's frame (Count.total). */
const kPaintJobs = 27;

export class StatusLine {
  readonly element: HTMLElement;
  private readonly counts = h('span', { class: 'numbers' });
  private readonly pace = h('span', {
    class: 'numbers wide-only',
    title: t('Posing and drawing of the last rendered frame, on the engine thread'),
  });
  private readonly path = h('span', { class: 'numbers' });
  private readonly note = h('span', { class: 'status-note', attributes: { role: 'status' } });
  private readonly problems: HTMLButtonElement;
  private last: { frame: FrameInfo; skinned: boolean } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(openProblems: () => void) {
    this.problems = h('button', {
      class: 'status-problems',
      attributes: { type: 'button', hidden: true },
      on: { click: openProblems },
    });
    this.element = h('footer', { class: 'status' }, this.counts, this.path, this.pace, this.note, this.problems);
  }

  show({ info, issues }: Report): void {
    const { triangles, joints } = info.statistics;
    this.counts.textContent = joined(
      [triangles > 0 && countOf(triangles, 'triangle'), joints > 0 && countOf(joints, 'joint')],
      ' · ',
    );
    this.showProblems(issues);
  }

  private showProblems(issues: Issues): void {
    const text = problemsText(issues);
    this.problems.textContent = text;
    this.problems.hidden = text === '';
    this.problems.className = `status-problems ${issues.numErrors > 0 ? 'has-errors' : issues.numWarnings > 0 ? 'has-warnings' : ''}`;
  }

  /** What is wrong with a world. */
  world(issues: readonly WorldIssue[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const part of [this.counts, this.path, this.pace]) part.textContent = '';
    this.showProblems(reportOf('', issues).issues);
  }

  worldFrame({ numbers, counts, evaluateMs, drawMs }: WorldFrameInfo): void {
    this.counts.textContent = t('{jobs} paint jobs · {calls} draw calls', {
      jobs: numbers[kPaintJobs] ?? 0,
      calls: counts.drawCalls,
    });
    this.pace.textContent = `${fixed(evaluateMs + drawMs, 1)} ms`;
  }

  frame(frame: FrameInfo, skinned: boolean): void {
    this.last = { frame, skinned };
    this.timer ??= setTimeout(() => this.showFrame(), kPaceMs);
  }

  /** A passing remark, read out to those who listen. */
  say(text: string): void {
    this.note.textContent = text;
  }

  private showFrame(): void {
    this.timer = undefined;
    if (!this.last) return;
    const { evaluateMs, drawMs, path, difference = 0 } = this.last.frame;
    this.pace.textContent = `${fixed(evaluateMs + drawMs, 1)} ms`;
    this.path.textContent = this.last.skinned
      ? t('{path} · CPU and GPU differ by {distance}', { path: path.toUpperCase(), distance: numberText(difference) })
      : '';
    this.path.title =
      path === 'cpu'
        ? t('Skinned on the CPU; the number is the largest difference from the GPU, in file units')
        : t('Skinned in the vertex shader; the number is the largest difference from the CPU, in file units');
  }
}
