// Words of the check for engines.

import type { Verdict } from '../../verdicts/profile';
import { h } from '../dom';
import { t } from '../language';

export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'ok':
      return t('loads');
    case 'differs':
      return t('loads, looks different');
    case 'anim_refused':
      return t('animation refused');
    case 'empty':
      return t('loads without geometry');
    case 'refuse':
      return t('refused');
    case 'engine_stops':
      return t('the engine stops');
    case 'crash':
      return t('crash');
    case 'no_reader':
      return t('reads no MD5');
  }
}

/** Subject of a rule, by the first word of its name; its sentence is English as all messages about files. */
export function subjectText(rule: string): string {
  switch (rule.split('.')[0]) {
    case 'token':
    case 'line':
    case 'word':
    case 'text':
      return t('Notation');
    case 'num':
      return t('Numbers');
    case 'joints':
    case 'quat':
    case 'bind':
      return t('Skeleton');
    case 'mesh':
    case 'meshes':
    case 'model':
    case 'row':
      return t('Mesh');
    case 'shader':
      return t('Material');
    case 'vert':
    case 'weight':
      return t('Weights');
    case 'tri':
      return t('Triangles');
    case 'uv':
      return t('Texture coordinates');
    case 'anim':
      return t('Animation');
    case 'skins':
      return t('Skins');
    default:
      return t('File structure');
  }
}

/** Good, doubtful or bad: how it is coloured. */
export const toneOf = (verdict: Verdict): 'good' | 'doubtful' | 'bad' =>
  verdict === 'ok' ? 'good' : verdict === 'differs' ? 'doubtful' : 'bad';

/** Above sentences about files, where the page speaks another language. */
export const englishNote = (): HTMLElement =>
  h('p', {
    class: 'quiet other-language',
    text: t('Messages about files are in English so that they can be searched for.'),
  });
