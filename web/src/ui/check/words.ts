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
      return t('no reader known');
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
    case 'number':
      return t('Numbers');
    case 'joints':
    case 'quat':
    case 'bind':
    case 'pose':
    case 'scale':
      return t('Skeleton');
    case 'mesh':
    case 'meshes':
    case 'model':
    case 'row':
    case 'verts':
    case 'surfaces':
    case 'surface':
    case 'normal':
    case 'position':
    case 'tangent':
    case 'color':
    case 'array':
      return t('Mesh');
    case 'shader':
    case 'material':
    case 'flags':
      return t('Material');
    case 'vert':
    case 'weight':
    case 'blend':
    case 'blendindexes':
    case 'blendweights':
      return t('Weights');
    case 'tri':
    case 'tris':
    case 'index':
    case 'commands':
      return t('Triangles');
    case 'uv':
    case 'uvs':
    case 'texcoord':
    case 'seam':
      return t('Texture coordinates');
    case 'anim':
    case 'frame':
    case 'frames':
    case 'poses':
    case 'group':
    case 'actions':
    case 'bounds':
      return t('Animation');
    case 'skin':
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
