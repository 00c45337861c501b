// Keys of the page. Fields keep theirs; what a widget has handled does not arrive here.

import { chordOf } from './chord';
import { commandsByChord, type CommandHost, type When } from './commands';
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
