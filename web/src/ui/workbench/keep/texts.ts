// Texts that the page and the workbench share.

import { isolated } from '../../inert';
import type { KeptDraft } from '../../drafts';
import type { RoomKit } from '../../world/kit';

/** "room, 14 steps not saved" */
export const unsavedText = ({ t, countOf }: Pick<RoomKit, 't' | 'countOf'>, { name, steps }: KeptDraft): string =>
  t('{name}, {steps} not saved', {
    name: isolated(name.replace(/\.world\.json$/i, '')),
    steps: countOf(steps, 'step'),
  });
