// Times of the last frame, its lights, and problems of the document.

import type { WorldIssue, WorldOutline } from '../../core/world';
import { Count } from '../../core/worldTables';
import type { WorldFrameInfo } from '../../engine/world/messages';
import { kPhases } from '../../engine/world/plan';
import type { WorldKit } from './kit';
import { phaseNames } from './look';

const kMostIssues = 256;

export function statistics(kit: WorldKit, frame: WorldFrameInfo, outline: WorldOutline | undefined): HTMLElement[] {
  const { h, t, fixed } = kit,
    { counts, numbers, lights, eye, physics } = frame;
  const row = (name: string, value: string): HTMLElement[] => [
    h('dt', { text: name }),
    h('dd', { class: 'numbers', text: value }),
  ];
  /** Row whose name comes from the document or the report. */
  const given = (name: string, value: string): HTMLElement[] => [
    h('dt', { text: name, attributes: { translate: 'no' } }),
    h('dd', { class: 'numbers', text: value }),
  ];
  const list = (...rows: HTMLElement[][]): HTMLElement => h('dl', { class: 'world-facts' }, ...rows.flat());
  const jobs = (name: string, count: number | undefined): string => `${counts.jobs[name] ?? 0}/${count}`;
  const others: Record<string, number | undefined> = {
    depth: numbers[Count.depthJobs],
    base: numbers[Count.baseJobs],
    texture: numbers[Count.textureJobs],
    shadow: numbers[Count.mode] === 1 ? numbers[Count.shadowJobs] : undefined,
    extra: numbers[Count.phaseJobs + 6],
    wire: numbers[Count.wireJobs],
  };
  const phases =
    numbers[Count.mode] === 0
      ? phaseNames(kit).map((name, i) => row(name, jobs(kPhases[i]!, numbers[Count.phaseJobs + i])))
      : Object.entries(others).flatMap(([name, count]) => (count ? [given(name, jobs(name, count))] : []));
  return [
    h('h2', { text: t('Executed jobs per phase') }),
    list(...phases, row(t('all paint jobs'), String(numbers[Count.total]))),
    h('h2', { text: t('This frame') }),
    list(
      row(t('Segment of the camera'), frame.segment || '–'),
      row(t('Visible segments'), `${frame.visible}/${outline?.segments.length ?? 0}`),
      row(t('Shadow volumes'), String(counts.volumes)),
      row(t('Draw calls'), String(counts.drawCalls)),
      row(t('State changes'), String(counts.stateChanges)),
      row(t('Evaluating'), `${fixed(frame.evaluateMs, 1)} ms`),
      row(t('Drawing'), `${fixed(frame.drawMs, 1)} ms`),
      row(t('Camera at'), eye.at.map((value) => fixed(value, 2)).join(', ')),
      ...(physics.points > 0
        ? [row(t('Contacts'), String(physics.contacts)), row(t('Blocked cells'), String(physics.blocked))]
        : []),
    ),
    h('h2', { text: t('Lights') }),
    list(
      ...lights.map((light) =>
        given(
          light.name,
          light.rank < 0
            ? t('not chosen')
            : t('rank {rank}, range {range}', { rank: light.rank, range: fixed(light.range, 1) }),
        ),
      ),
    ),
  ];
}

/** `go`: to the place of one. */
export function problems(
  { h, t }: WorldKit,
  issues: readonly WorldIssue[],
  go: (issue: WorldIssue) => void,
): HTMLElement[] {
  if (issues.length === 0) return [h('p', { class: 'quiet', text: t('No problems found.') })];
  return [
    h(
      'ul',
      { class: 'issues' },
      ...issues.slice(0, kMostIssues).map((issue) =>
        h(
          'li',
          { class: `issue issue-${issue.severity === 0 ? 'error' : 'warning'}` },
          h('p', { class: 'issue-message', text: issue.message }),
          h(
            'p',
            { class: 'issue-place' },
            issue.line
              ? h('button', {
                  class: 'world-link',
                  text: t('line {line}', { line: issue.line }),
                  attributes: { type: 'button' },
                  on: { click: () => go(issue) },
                })
              : undefined,
            issue.path ? h('span', { text: issue.path, attributes: { translate: 'no' } }) : undefined,
            h('code', { text: issue.code }),
          ),
        ),
      ),
    ),
  ];
}

export function fileList({ h, t }: WorldKit, files: readonly { name: string; found: boolean }[]): HTMLElement[] {
  if (files.length === 0) return [h('p', { class: 'quiet', text: t('The document names no files.') })];
  return [
    h(
      'ul',
      { class: 'world-files' },
      ...files.map(({ name, found }) =>
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
