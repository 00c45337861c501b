// A button of the load error for files that did not open but have fixes.

import type { Fix } from '../../core/sourceMap';
import type { SourceFile } from '../../protocol/files';
import { h } from '../dom';
import { t } from '../language';
import type { LoadError } from '../loading';
import type { FixDialog } from './dialog';

export function offerFixes(loadError: LoadError, dialog: FixDialog): void {
  let fixes: Fix[] = [],
    files: SourceFile[] = [],
    request = 0;
  const button = h('button', {
    class: 'button',
    text: t('Fix…'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => dialog.open(fixes, files) },
  });
  loadError.offer(button);
  loadError.onShow = (refused) => {
    const asked = ++request;
    button.hidden = true;
    if (refused.length === 0) return;
    files = [...refused];
    void dialog.known(files).then((known) => {
      if (asked !== request) return;
      fixes = known;
      button.hidden = known.length === 0;
    });
  };
}
