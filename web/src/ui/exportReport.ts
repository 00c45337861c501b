// Report of an export: conversion losses, the exporter's log, and the numbers of its steps; on the page and as text.

import { pushAll } from '../base/lists';
import type { Deviation, ExportLog, ExportReport, ExportStages } from '../core/report';
import { h } from './dom';
import { count, countOf, numberText } from './words';
import { t, fixed, joined } from './language';

const lossText = ({ message, count: number, largest }: ExportReport['losses'][number]): string =>
  largest > 0
    ? t('{message} ({number}, at most {largest})', { message, number, largest: numberText(largest) })
    : t('{message} ({number})', { message, number });

export const countsText = ({ errors, warnings, infos }: ExportLog): string =>
  joined([countOf(errors, 'error'), countOf(warnings, 'warning'), countOf(infos, 'note')], ', ');

export function lossSection({ losses, scaleAdvice }: ExportReport): HTMLElement {
  const body =
    losses.length === 0
      ? h('p', { class: 'quiet', text: t('No conversion losses.') })
      : h('ul', { class: 'losses' }, ...losses.map((loss) => h('li', { text: lossText(loss) })));
  const advice =
    scaleAdvice &&
    h('p', { class: 'quiet', text: joined([scaleAdvice.message, `${t('Scale')} ${scaleAdvice.scale}`], ' · ') });
  return h('section', { class: 'section' }, h('h3', { text: t('Conversion losses') }), body, advice);
}

const deviationText = ({
  largest,
  relative,
  samples,
  normals = 0,
  between = 0,
}: Omit<Deviation, 'time'> & { between?: number }): string =>
  joined(
    [
      t('{distance} units, {share} of the size ({poses})', {
        distance: numberText(largest),
        share: numberText(relative),
        poses: countOf(samples, 'pose'),
      }),
      between > largest && t('{distance} units half-way between frames', { distance: numberText(between) }),
      normals >= 0.1 && t('normals by {degrees}°', { degrees: fixed(normals, 1) }),
    ],
    '; ',
  );

/** How far the written file, read back, is from what was shown; nothing for formats that are not read back. */
export function readBackSection({ readBack }: ExportReport): HTMLElement[] {
  if (!readBack) return [];
  const rows: [string, string][] = [
    [t('bind pose'), deviationText(readBack.bind)],
    ...readBack.actions.map((action): [string, string] => [action.name, deviationText(action)]),
  ];
  return [
    h(
      'section',
      { class: 'section' },
      h('h3', { text: t('Round-trip check') }),
      h('p', {
        class: 'quiet',
        text: t('The largest distance between a vertex of the written file and of the model shown.'),
      }),
      h('dl', { class: 'facts' }, ...rows.flatMap(([label, text]) => [h('dt', { text: label }), h('dd', { text })])),
    ),
  ];
}

/** Which frames of the one animation are which action; nothing for formats with an animation for each. */
export function sequenceSection({ sequences = [] }: ExportReport): HTMLElement[] {
  if (sequences.length === 0) return [];
  const rows = sequences.flatMap(({ name, first, frames, action }) => [
    h('dt', { text: frames === 1 ? count(first) : `${count(first)}–${count(first + frames - 1)}` }),
    h('dd', { text: action === null ? t('{name}, without an action: bind pose', { name }) : name }),
  ]);
  return [
    h(
      'section',
      { class: 'section' },
      h('h3', { text: t('Frames of the animation') }),
      h('dl', { class: 'facts' }, ...rows),
    ),
  ];
}

/** Lower levels of detail: how coarse each is, and how far the model is from it. */
export function levelSection({ levels = [] }: ExportReport): HTMLElement[] {
  if (levels.length === 0) return [];
  const rows = levels.flatMap((level) => [
    h('dt', { text: level.name }),
    h('dd', { text: joined([countOf(level.triangles, 'triangle'), deviationText(level)], ', ') }),
  ]);
  return [
    h('section', { class: 'section' }, h('h3', { text: t('Levels of detail') }), h('dl', { class: 'facts' }, ...rows)),
  ];
}

type Level = 'error' | 'warning' | 'info';

function levelName(level: Level): string {
  return level === 'error' ? t('error') : level === 'warning' ? t('warning') : t('note');
}

function levelCount({ errors, warnings, infos }: ExportLog, level: Level): string {
  if (level === 'error') return countOf(errors, 'error');
  return level === 'warning' ? countOf(warnings, 'warning') : countOf(infos, 'note');
}

/** The log with its counts; each count is a switch that leaves only such lines. */
export function logSection(log: ExportLog): HTMLElement {
  const lines = log.lines.map(({ level, depth, text }) =>
    h(
      'li',
      { class: `log-${level} log-depth-${Math.min(depth, 2)}`, attributes: { 'data-level': level } },
      level === 'plain' ? undefined : h('span', { class: 'log-level', text: levelName(level) }),
      h('span', { text }),
    ),
  );
  let only: string | undefined;
  const buttons = (['error', 'warning', 'info'] as const).map((level) =>
    h('button', {
      class: 'button small',
      text: levelCount(log, level),
      attributes: { type: 'button', 'aria-pressed': 'false', disabled: log[`${level}s`] === 0 },
      on: {
        click: () => {
          only = only === level ? undefined : level;
          buttons.forEach((button, i) =>
            button.setAttribute('aria-pressed', String(only === ['error', 'warning', 'info'][i])),
          );
          for (const line of lines) line.hidden = only !== undefined && line.dataset.level !== only;
        },
      },
    }),
  );
  return h(
    'section',
    { class: 'section' },
    h('h3', { text: t('Log') }),
    h('p', { class: 'export-files', attributes: { role: 'group', 'aria-label': t('Lines of one kind') } }, ...buttons),
    h('ol', { class: 'log', attributes: { tabindex: 0, 'aria-label': t('Log of the export') } }, ...lines),
  );
}

/** Numbers of one mesh: label and text. */
function statisticsRows(s: ExportStages): [label: string, text: string][] {
  const rows: [string, string][] = [
    [t('given'), joined([countOf(s.sourceVertices, 'vertex', 'vertices'), countOf(s.sourceTriangles, 'face')], ', ')],
    [t('merged'), countOf(s.mergedVertices, 'vertex', 'vertices')],
    [
      t('quaternions'),
      s.keptFrames ? t('kept from the file') : s.hasFrames ? t('computed') : t('none: no texture layer'),
    ],
  ];
  if (s.hasFrames) {
    rows.push([t('average handedness'), fixed(s.averageHandedness, 2)]);
    if (!s.keptFrames) rows.push([t('tangent accuracy'), fixed(s.tangentAccuracy, 2)]);
    rows.push(
      [t('without tangent'), countOf(s.pureVertices, 'vertex', 'vertices')],
      [t('0, 1, 2, 3 negative products'), s.negativesBefore.map(count).join(' / ')],
      [t('afterwards'), s.negativesAfter.map(count).join(' / ')],
      [t('cloned'), countOf(s.clones, 'vertex', 'vertices')],
      [t('divided'), countOf(s.middles, 'face')],
      [
        t('T-junctions'),
        s.tJunctions === 0
          ? '0'
          : s.closingTriangles > 0
            ? t('{number}, closed with {faces}', { number: s.tJunctions, faces: countOf(s.closingTriangles, 'face') })
            : t('{number}, open', { number: s.tJunctions }),
      ],
    );
  }
  rows.push(
    [t('written'), joined([countOf(s.vertices, 'vertex', 'vertices'), countOf(s.triangles, 'face')], ', ')],
    [t('vertex usage'), fixed(s.vertexUsage, 2)],
  );
  if (s.reducedVertices > 0)
    rows.push([
      t('kept four bones'),
      t('{vertices}, dropping {percent} % at most', {
        vertices: countOf(s.reducedVertices, 'vertex', 'vertices'),
        percent: fixed(100 * s.largestDroppedShare, 1),
      }),
    ]);
  if (s.largestRounding > 1e-6)
    rows.push([t('weights as bytes'), t('largest error {number}', { number: numberText(s.largestRounding) })]);
  if (s.unweightedVertices > 0) rows.push([t('without weight'), countOf(s.unweightedVertices, 'vertex', 'vertices')]);
  return rows;
}

export function statisticsSections({ meshes }: ExportReport): HTMLElement[] {
  return (meshes ?? []).map((mesh) =>
    h(
      'details',
      { class: 'section' },
      h('summary', {
        text: mesh.name ? t('Export steps of {mesh}', { mesh: mesh.name }) : t('Export steps of an unnamed mesh'),
      }),
      h(
        'dl',
        { class: 'facts' },
        ...statisticsRows(mesh).flatMap(([label, text]) => [h('dt', { text: label }), h('dd', { text })]),
      ),
    ),
  );
}

export function plainText(report: ExportReport, name: string): string {
  const { losses, log, meshes, readBack } = report;
  const lines = [`${name}, ${countOf(report.bytes, 'byte')}`, '', `${t('Conversion losses')}:`];
  pushAll(
    lines,
    losses.length === 0 ? [`  ${t('No conversion losses.')}`] : losses.map((loss) => `  ${lossText(loss)}`),
  );
  if (readBack) {
    lines.push('', `${t('Round-trip check')}:`, `  ${t('bind pose')}: ${deviationText(readBack.bind)}`);
    pushAll(
      lines,
      readBack.actions.map((action) => `  ${action.name}: ${deviationText(action)}`),
    );
  }
  if (log) {
    lines.push('', `${t('Log')}: ${countsText(log)}`);
    for (const { level, depth, text } of log.lines)
      lines.push(`${'  '.repeat(depth + 1)}${level === 'plain' ? '' : `(${level[0]}) `}${text}`);
  }
  for (const mesh of meshes ?? [])
    pushAll(lines, [
      '',
      `${t('Export steps of {mesh}', { mesh: mesh.name })}:`,
      ...statisticsRows(mesh).map(([label, text]) => `  ${label}: ${text}`),
    ]);
  return `${lines.join('\n')}\n`;
}
