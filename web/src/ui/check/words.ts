// Words of the check for engines.

import type { Verdict } from '../../core/engines/profile';
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

/** Good, doubtful or bad: how it is coloured. */
export const toneOf = (verdict: Verdict): 'good' | 'doubtful' | 'bad' =>
  verdict === 'ok' ? 'good' : verdict === 'differs' ? 'doubtful' : 'bad';
