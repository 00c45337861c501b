// Keys of the page, and the sheet that lists them. Fields keep theirs; what a widget has handled does not arrive here.

import { chordOf } from './chord';
import { commandGroups, type CommandHost, commandsByChord, shownKeys, type When } from './commands';
import { h, iconButton } from './dom';
import { t } from './language';
import { restsWhilePlacing } from './tools/placing';

/** Widgets that the space bar presses. */
const kPressed = 'button, a, summary, [role=treeitem], input[type=checkbox], input[type=radio]';
const kWritten = 'input:not([type=range], [type=checkbox], [type=radio]), select, textarea';

const applies = (when: When): boolean => {
  const { classList } = document.body;
  return when === 'always' || (!classList.contains('is-empty') && (when === 'document' || !isRoom(classList)));
};
/** A world or a song shows in place of a model. */
const isRoom = (body: DOMTokenList): boolean => body.contains('is-world') || body.contains('is-song');

/** Keys of the page. Fields keep theirs; what a widget has handled does not arrive here. */
export function listenToKeys(host: CommandHost): void {
  const commands = commandsByChord();
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element,
      chord = chordOf(event),
      command = commands.get(chord);
    if (!command || event.defaultPrevented || document.querySelector('dialog[open]') || restsWhilePlacing(event))
      return;
    if (chord === 'Escape') {
      // Popovers close by themselves.
      if (document.querySelector(':popover-open')) return;
    } else if (target.closest(kWritten)) return;
    if (chord === 'Space' && target.closest(kPressed)) return;
    if (chord.startsWith('Arrow') && target.matches('[type=radio]')) return;
    // Panels scroll by them.
    if (chord.startsWith('Page') && target.closest('aside')) return;
    if (!applies(command.when ?? 'model')) return;
    if (command.run(host, chord) !== false) event.preventDefault();
  });
}

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
