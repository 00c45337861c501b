import { commandGroups, shownKeys } from './commands';
import { h, iconButton } from './dom';
import { t } from './language';

/** The sheet of keys. */
export function helpSheet(version: () => string): HTMLDialogElement {
  const about = h('span', { class: 'quiet' });
  const more = h('a', {
    text: t('Documentation'),
    attributes: { href: 'docs/index.html', target: '_blank', rel: 'noopener' },
  });
  const dialog = h(
    'dialog',
    { class: 'help', attributes: { 'aria-label': t('Keyboard shortcuts') } },
    h(
      'header',
      {},
      h('h2', { text: t('Keyboard shortcuts') }),
      iconButton('close', t('Close'), () => dialog.close()),
    ),
    h(
      'div',
      { class: 'help-groups' },
      ...commandGroups().map(({ title, rows }) =>
        h(
          'section',
          {},
          h('h3', { text: title }),
          h(
            'dl',
            { class: 'facts keys' },
            ...rows.flatMap((row) => [h('dt', {}, h('kbd', { text: shownKeys(row) })), h('dd', { text: row.label })]),
          ),
        ),
      ),
    ),
    h('p', { class: 'help-foot' }, about, more),
  );
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('beforetoggle', () => (about.textContent = version()));
  return dialog;
}
