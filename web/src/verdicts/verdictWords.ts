// Verdicts for people.

import type { Verdict } from './profile';

/** English; the page translates them. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  ok: 'loads',
  differs: 'loads, looks different',
  anim_refused: 'animation refused',
  empty: 'loads without geometry',
  refuse: 'refused',
  engine_stops: 'the engine stops',
  crash: 'crash',
  no_reader: 'no reader known',
};
