// Numbers, places and kinds as people read them.

import type { Words } from '../base/textFormat';
import type { Issue, ReportAction, ReportTexture } from '../core/report';
import { count, countOf, fixed, joined, t } from './language';

export { count, countOf };

/** The page's language, for texts that the command line has as well. */
export const pageWords: Words = { t, count, countOf, joined };

/** `1.234 s · frame 37/52`; frames only where the action has them. */
export function timeText(time: number, action: Pick<ReportAction, 'frames' | 'frameRate'> | undefined): string {
  const seconds = fixed(time, 3);
  if (!action || action.frameRate <= 0 || action.frames === 0) return t('{seconds} s', { seconds });
  const frame = Math.min(action.frames, Math.floor(time * action.frameRate + 1e-6) + 1);
  return t('{seconds} s · frame {frame}/{frames}', { seconds, frame, frames: action.frames });
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte');
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000,
    unit = 0;
  while (value >= 999.5 && unit < 2) {
    value /= 1000;
    ++unit;
  }
  return `${fixed(value, value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** So many significant digits. JSON has no numbers that are not finite: what was one comes as null. */
export const digitsText = (value: number | null, digits: number): string =>
  value === null || !Number.isFinite(value) ? t('not finite') : String(Number(value.toPrecision(digits)));

/** Up to five significant digits, small and large ones with an exponent. */
export function numberText(value: number | null): string {
  if (value === 0) return '0';
  if (value === null || !Number.isFinite(value)) return t('not finite');
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) return value.toExponential(2);
  return digitsText(value, 5);
}

/** `hero.md5mesh:212:18`, `room.scene @0x1f40`, or the file alone. */
export function placeText({ source, line, column, offset }: Issue): string {
  if (line !== undefined) return `${source}:${line}:${column ?? 1}`;
  return offset === undefined ? source : `${source} @0x${offset.toString(16)}`;
}

/** Why a texture's file was taken; empty where none was looked for. */
export function reasonText({ foundBy, others = 0 }: ReportTexture): string {
  if (foundBy === undefined) return '';
  const reason = {
    address: () => t('it is at this address'),
    root: () => t('it has this path from the root'),
    path: () => t('its path ends in this one'),
    folder: () => t('it is in the model’s folder'),
    nearest: () => t('it is the nearest of this name'),
  }[foundBy]();
  return joined([reason, others > 0 && t('equally near: {count} more', { count: others })], '; ');
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const severities = ['error', 'warning', 'note', 'hint'] as const;
export const severityName = (severity: number): (typeof severities)[number] => severities[severity] ?? 'note';

type Severity = (typeof severities)[number];

/** In the reader's words; what follows belongs to the text. */
export function severityText(severity: number): string {
  const name = severityName(severity);
  if (name === 'error') return t('error');
  if (name === 'warning') return t('warning');
  return name === 'hint' ? t('hint') : t('note');
}

export function severityCount(value: number, severity: Severity): string {
  if (severity === 'error') return countOf(value, 'error');
  if (severity === 'warning') return countOf(value, 'warning');
  return severity === 'hint' ? countOf(value, 'hint') : countOf(value, 'note');
}

/** `2 errors, 1 warning`, empty when there is nothing to say. */
export function problemsText({
  numErrors,
  numWarnings,
  numInfos,
  numHints,
}: {
  numErrors: number;
  numWarnings: number;
  numInfos: number;
  numHints: number;
}): string {
  return joined(
    [
      numErrors > 0 && countOf(numErrors, 'error'),
      numWarnings > 0 && countOf(numWarnings, 'warning'),
      numInfos + numHints > 0 && countOf(numInfos + numHints, 'note'),
    ],
    ', ',
  );
}

const names: Record<string, () => string> = {
  // of nodes
  empty: () => t('empty'),
  joint: () => t('joint'),
  mesh: () => t('mesh'),
  camera: () => t('camera'),
  light: () => t('light'),
  emitter: () => t('emitter'),
  // of cameras
  perspective: () => t('perspective'),
  orthographic: () => t('orthographic'),
  // of lamps
  point: () => t('point light'),
  sun: () => t('sun'),
  spot: () => t('spotlight'),
  hemi: () => t('sky light'),
  area: () => t('area light'),
  // of normals
  computed: () => t('computed'),
  stored: () => t('stored'),
  // of alpha
  opaque: () => t('opaque'),
  mask: () => t('mask'),
  blend: () => t('blend'),
  add: () => t('add'),
  filter: () => t('filter'),
  // of images in a material
  diffuse: () => t('diffuse'),
  normal: () => t('normal map'),
  specular: () => t('specular'),
  emissive: () => t('emissive'),
  alpha: () => t('alpha'),
  height: () => t('height map'),
  reflection: () => t('reflection'),
  other: () => t('other'),
  // of actions
  frames: () => t('frames'),
  poses: () => t('poses'),
  curves: () => t('curves'),
  vertices: () => t('vertices'),
  // of curves
  step: () => t('step'),
  linear: () => t('linear'),
  bezier: () => t('bezier'),
  // of what a page shows
  none: () => t('none'),
  basic: () => t('basic'),
  full: () => t('full'),
};

/** Translated names for kinds in the report. An unknown kind keeps its own name. */
export const kindName = (kind: string): string => names[kind]?.() ?? kind;
