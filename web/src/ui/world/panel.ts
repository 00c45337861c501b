// What there is to know of a world: its operators by class, what the last frame took, and what is wrong with it.

import type { WorldIssue, WorldOutline } from '../../core/world';
import { fill } from '../../core/lists';
import { Count } from '../../core/world_tables';
import type { WorldFrameInfo } from '../../engine/world/messages';
import { kPhases } from '../../engine/world/plan';
import type { WorldKit } from './kit';

const kClasses = ['world', 'scene', 'mesh', 'material', 'texture', 'fx'] as const;
/** Operators of one class that are listed. */
const kMostRows = 2000;

export class WorldPanel {
  readonly element: HTMLElement;
  readonly #tabs: HTMLElement;
  readonly #body: HTMLElement;
  #open: 'operators' | 'statistics' | 'problems' | 'files' = 'operators';
  #outline: WorldOutline | undefined;
  #frame: WorldFrameInfo | undefined;
  #issues: readonly WorldIssue[] = [];
  #files: readonly { name: string; found: boolean }[] = [];
  readonly #buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly kit: WorldKit) {
    const { h, t } = kit;
    this.#body = h('div', { class: 'world-panel-body', attributes: { role: 'tabpanel', tabindex: 0 } });
    this.#tabs = h('div', { class: 'world-tabs', attributes: { role: 'tablist', 'aria-label': t('Panels') } });
    for (const [name, text] of [
      ['operators', t('Operators')],
      ['statistics', t('Statistics')],
      ['problems', t('Problems')],
      ['files', t('Files')],
    ] as const) {
      const button = h('button', {
        class: 'world-tab',
        text,
        attributes: { type: 'button', role: 'tab', 'aria-selected': String(name === this.#open) },
        on: { click: () => this.open(name) },
      });
      this.#buttons.set(name, button);
      this.#tabs.append(button);
    }
    this.element = h(
      'aside',
      { class: 'world-panel', attributes: { 'aria-label': t('About this world') } },
      this.#tabs,
      this.#body,
    );
  }

  open(name: 'operators' | 'statistics' | 'problems' | 'files'): void {
    this.#open = name;
    for (const [key, button] of this.#buttons) button.setAttribute('aria-selected', String(key === name));
    this.#fill();
  }

  show(outline: WorldOutline, files: readonly { name: string; found: boolean }[]): void {
    this.#outline = outline;
    this.#files = files;
    this.#fill();
  }

  issues(issues: readonly WorldIssue[]): void {
    this.#issues = issues;
    if (this.#open === 'problems') this.#fill();
  }

  frame(frame: WorldFrameInfo): void {
    this.#frame = frame;
    if (this.#open === 'statistics') this.#fill();
  }

  #fill(): void {
    const parts = {
      operators: () => this.#operators(),
      statistics: () => this.#statistics(),
      problems: () => this.#problems(),
      files: () => this.#fileList(),
    };
    fill(this.#body, parts[this.#open]());
  }

  #operators(): HTMLElement[] {
    const { h, t } = this.kit,
      operators = this.#outline?.operators ?? [];
    return kClasses.flatMap((name) => {
      const rows = operators.filter((row) => row.class === name);
      if (rows.length === 0) return [];
      return [
        h(
          'details',
          { class: 'world-class', attributes: { open: rows.length <= 40 } },
          h('summary', { text: `${name} · ${rows.length}` }),
          h(
            'ul',
            {},
            ...rows
              .slice(0, kMostRows)
              .map((row) =>
                h(
                  'li',
                  { title: row.pointer },
                  h('span', { text: row.name, attributes: { translate: 'no' } }),
                  h('span', { class: 'quiet', text: row.kind, attributes: { translate: 'no' } }),
                  h('span', { class: 'quiet numbers', text: t('line {line}', { line: row.line }) }),
                ),
              ),
          ),
        ),
      ];
    });
  }

  #statistics(): HTMLElement[] {
    const { h, t, fixed } = this.kit,
      frame = this.#frame;
    if (!frame) return [];
    const { counts, numbers, lights, eye } = frame;
    const row = (name: string, value: string): HTMLElement[] => [
      h('dt', { text: name }),
      h('dd', { class: 'numbers', text: value }),
    ];
    const at = eye.at.map((value) => fixed(value, 2)).join(', ');
    const phases = kPhases.flatMap((phase, i) =>
      numbers[Count.mode] === 0 ? row(phase, `${counts.jobs[phase] ?? 0}/${numbers[Count.phaseJobs + i] ?? 0}`) : [],
    );
    return [
      h('h3', { text: t('Executed jobs per phase') }),
      h('dl', { class: 'world-facts' }, ...phases, ...row(t('all paint jobs'), String(numbers[Count.total]))),
      h('h3', { text: t('This frame') }),
      h(
        'dl',
        { class: 'world-facts' },
        ...row(t('Segment of the camera'), frame.segment || '–'),
        ...row(t('Visible segments'), `${frame.visible}/${this.#outline?.segments.length ?? 0}`),
        ...row(t('Shadow volumes'), String(counts.volumes)),
        ...row(t('Draw calls'), String(counts.drawCalls)),
        ...row(t('State changes'), String(counts.stateChanges)),
        ...row(t('Evaluating'), `${fixed(frame.evaluateMs, 1)} ms`),
        ...row(t('Drawing'), `${fixed(frame.drawMs, 1)} ms`),
        ...row(t('Camera at'), at),
      ),
      h('h3', { text: t('Lights') }),
      h(
        'dl',
        { class: 'world-facts' },
        ...lights.flatMap((light) =>
          row(
            light.name,
            light.rank < 0
              ? t('not chosen')
              : t('rank {rank}, range {range}', { rank: light.rank, range: fixed(light.range, 1) }),
          ),
        ),
      ),
    ];
  }

  #problems(): HTMLElement[] {
    const { h, t } = this.kit;
    if (this.#issues.length === 0) return [h('p', { class: 'quiet', text: t('No problems found.') })];
    return [
      h(
        'ul',
        { class: 'issues' },
        ...this.#issues
          .slice(0, 256)
          .map(({ code, severity, message, path, line, column }) =>
            h(
              'li',
              { class: `issue issue-${severity === 0 ? 'error' : 'warning'}` },
              h('p', { class: 'issue-message', text: message }),
              h(
                'p',
                { class: 'issue-place' },
                line ? h('span', { class: 'issue-file', text: `${line}:${column ?? 1}` }) : undefined,
                path ? h('span', { text: path }) : undefined,
                h('code', { text: code }),
              ),
            ),
          ),
      ),
    ];
  }

  #fileList(): HTMLElement[] {
    const { h, t } = this.kit;
    if (this.#files.length === 0) return [h('p', { class: 'quiet', text: t('The document names no files.') })];
    return [
      h(
        'ul',
        { class: 'world-files' },
        ...this.#files.map(({ name, found }) =>
          h(
            'li',
            { class: found ? '' : 'is-missing' },
            h('span', { text: name, attributes: { translate: 'no' } }),
            h('span', { class: 'quiet', text: found ? '' : t('missing') }),
          ),
        ),
      ),
    ];
  }
}
