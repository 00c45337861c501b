// The line at the bottom: time, what ran again, what is wrong, and the last remark.

import { OpState } from './bench';
import type { WorldBench } from './worldBench';

const kPaceMs = 250;

export class BenchStatus {
  readonly element: HTMLElement;
  readonly #time: HTMLElement;
  readonly #work: HTMLElement;
  readonly #note: HTMLElement;
  readonly #problems: HTMLButtonElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly bench: WorldBench) {
    const { h, t } = bench.kit;
    this.#time = h('span', { class: 'numbers' });
    this.#work = h('span', { class: 'numbers' });
    this.#note = h('span', { class: 'bench-said', attributes: { role: 'status' } });
    this.#problems = h('button', {
      class: 'status-problems',
      attributes: { type: 'button' },
      on: { click: () => bench.run('tabProblems') },
    });
    this.element = h(
      'footer',
      { class: 'bench-status', attributes: { 'aria-label': t('Status') } },
      this.#time,
      this.#work,
      this.#note,
      this.#problems,
    );
    this.issues();
  }

  say(text: string): void {
    this.#note.textContent = text;
    this.#note.title = text;
  }

  /** A picture was drawn; several a moment are shown as one. */
  frame(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show();
    }, kPaceMs);
  }

  issues(): void {
    const { t } = this.bench.kit,
      { issues } = this.bench.picture,
      errors = issues.filter(({ severity }) => severity === 0).length,
      warnings = issues.length - errors;
    this.#problems.className = `status-problems ${errors > 0 ? 'has-errors' : warnings > 0 ? 'has-warnings' : ''}`;
    this.#problems.textContent =
      errors > 0
        ? t('Errors: {count}', { count: errors })
        : warnings > 0
          ? t('Warnings: {count}', { count: warnings })
          : t('No problems');
    this.#show();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #show(): void {
    const { picture, kit, isRefused, refusedSince, isApproximate } = this.bench,
      { t, fixed } = kit,
      { frame, outline, states } = picture;
    if (!frame) return;
    const beat = (frame.time * (outline?.bpm ?? 60)) / 60;
    this.#time.textContent = t('{time} s · beat {beat}', { time: fixed(frame.time, 3), beat: fixed(beat, 2) });
    let ran = 0;
    for (const state of states.values()) if (state & OpState.Ran) ++ran;
    const count = outline?.operators.length ?? 0;
    const parts = [
      t('Operators: {count}', { count }),
      ...(states.size > 0 ? [t('ran again: {count}', { count: ran })] : []),
      `${fixed(frame.evaluateMs + frame.drawMs, 1)} ms`,
      ...(isApproximate ? [t('approximate')] : []),
      ...(isRefused && refusedSince
        ? [
            t('picture of {time}', {
              time: refusedSince.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
            }),
          ]
        : []),
    ];
    this.#work.textContent = parts.join(' · ');
  }
}
