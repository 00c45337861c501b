// A button of the load error for files that did not open but have fixes.

import type { Fix } from '../../core/faults';
import type { SourceFile } from '../../protocol/files';
import { h } from '../dom';
import { t } from '../language';
import type { Refusal } from '../refusal';
import type { FixDialog } from './dialog';

export function offerFixes(refusal: Refusal, dialog: FixDialog): void {
  let fixes: Fix[] = [],
    files: SourceFile[] = [],
    turn = 0;
  const button = h('button', {
    class: 'button',
    text: t('Fix…'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => dialog.open(fixes, files) },
  });
  refusal.offer(button);
  refusal.onShow = (refused) => {
    const asked = ++turn;
    button.hidden = true;
    if (refused.length === 0) return;
    files = [...refused];
    void dialog.known(files).then((known) => {
      if (asked !== turn) return;
      fixes = known;
      button.hidden = known.length === 0;
    });
  };
}
