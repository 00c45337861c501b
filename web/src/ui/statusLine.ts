// The line at the bottom: what is drawn, how fast, on which path, and what is wrong.

import type { Issues, Report } from '../core/report';
import type { WorldIssue } from '../core/worldReport';
import type { FrameInfo } from '../protocol/view';
import type { WorldFrameInfo } from '../engine/world/messages';
import { reportOf } from './files/worlds';
import { h } from './dom';
import { kNarrow } from './panels';
import { countOf, problemsText } from './words';
import { t, fixed, joined } from './language';

/** Numbers that change faster than this cannot be read. */
const kPaceMs = 250;
/** A remark over the view stays so long. */
const kSaidMs = 5000;
/** Place of the number of paint jobs among those of a world's frame (Count.total). */
const kPaintJobs = 27;

export class StatusLine {
  readonly element: HTMLElement;
  private readonly counts = h('span', { class: 'numbers' });
  private readonly pace = h('span', {
    class: 'numbers wide-only',
    title: t('Frames per second; posing and drawing of the last one, on the engine thread; size in pixels'),
  });
  private readonly path = h('span', { class: 'numbers' });
  private readonly note = h('span', { class: 'status-note', attributes: { role: 'status' } });
  private readonly problems: HTMLButtonElement;
  private last: { frame: FrameInfo; skinned: boolean } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Frames when the rate was last shown, and when that was. */
  private counted = { frames: 0, at: 0 };

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

  /** Problems of a world. */
  world(issues: readonly WorldIssue[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const part of [this.counts, this.path, this.pace]) part.textContent = '';
    this.showProblems(reportOf('', issues).issues);
  }

  worldFrame({ numbers, counts, evaluateMs, drawMs }: WorldFrameInfo): void {
    this.counts.textContent = joined(
      [countOf(numbers[kPaintJobs] ?? 0, 'paint job'), countOf(counts.drawCalls, 'draw call')],
      ' · ',
    );
    this.pace.textContent = `${fixed(evaluateMs + drawMs, 1)} ms`;
  }

  frame(frame: FrameInfo, skinned: boolean): void {
    this.last = { frame, skinned };
    this.timer ??= setTimeout(() => this.showFrame(), kPaceMs);
  }

  /** A passing remark, read out to those who listen. */
  say(text: string): void {
    this.note.textContent = text;
    for (const animation of this.note.getAnimations()) animation.cancel();
    // On a narrow page it lies over the view.
    if (matchMedia(kNarrow).matches)
      this.note.animate([{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], {
        duration: kSaidMs,
        fill: 'forwards',
      });
  }

  private showFrame(): void {
    this.timer = undefined;
    if (!this.last) return;
    const { evaluateMs, drawMs, path, count } = this.last.frame,
      now = performance.now(),
      { width, height } = document.getElementById('stage')!.getBoundingClientRect(),
      ratio = Math.min(devicePixelRatio || 1, 2);
    // A view that stands still has no rate.
    const rate = (1000 * (count - this.counted.frames)) / (now - this.counted.at);
    this.pace.textContent = joined(
      [
        count - this.counted.frames > 1 && t('{rate} fps', { rate: Math.round(rate) }),
        `${fixed(evaluateMs + drawMs, 1)} ms`,
        `${Math.round(width * ratio)} × ${Math.round(height * ratio)}`,
      ],
      ' · ',
    );
    this.counted = { frames: count, at: now };
    this.path.textContent = this.last.skinned ? path.toUpperCase() : '';
    this.path.title = path === 'cpu' ? t('Skinned on the CPU') : t('Skinned in the vertex shader');
  }
}
