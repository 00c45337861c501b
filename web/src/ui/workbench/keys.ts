// Keys of the workbench: first those of the pane that has the focus, then the table of commands; and the sheet of them.

import { chordOf } from '../chord';
import type { WorldKit } from '../world/kit';
import { chordText, type Command, gesturesOf, groupNames } from './commands';

interface KeyHost {
  readonly commands: readonly Command[];
  run(command: Command): void;
  /** Asks the pane that has the focus, or had it last. */
  pane(event: KeyboardEvent): boolean;
  /** The pane shows operators: keys of blocks are meant. */
  hasBlocks(target: Element): boolean;
}

const kWritten =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), select, textarea, [contenteditable=true]';
const kPressed = 'button, a, summary, [role=menuitem], input[type=checkbox], input[type=radio], input[type=range]';
/** In a text these are the browser's. */
const kOfTexts = /^Ctrl\+[ACVX]$/;

/** Returns what ends the listening. */
export function listenToBenchKeys(host: KeyHost): () => void {
  const commands = new Map(host.commands.flatMap((command) => command.keys.map((chord) => [chord, command] as const)));
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    if (document.querySelector('dialog[open], [role=menu]:popover-open')) return;
    // A text in a shadow root stands for itself.
    const target = event.composedPath()[0] as Element,
      isText = target instanceof Element && target.closest(kWritten) !== null;
    if (host.pane(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const chord = chordOf(event),
      command = commands.get(chord),
      isPlain = !chord.startsWith('Ctrl+') && !/^(Shift\+)?F\d/.test(chord);
    if (isText && (isPlain || kOfTexts.test(chord))) return event.stopPropagation();
    if (!command) {
      // Letters are those of the workbench, not of the page around it.
      if (isPlain && chord.replace(/^Shift\+/, '').length === 1) event.stopPropagation();
      return;
    }
    const isPress = chord === 'Space' || chord === 'Enter' || chord === 'Backspace';
    if (isPress && target instanceof Element && target.closest(kPressed)) return;
    if (command.block && !host.hasBlocks(target)) return isPlain ? event.stopPropagation() : undefined;
    event.stopPropagation();
    // The browser hands the clipboard over with an event of its own.
    if (command.id === 'paste') return;
    event.preventDefault();
    host.run(command);
  };
  document.body.addEventListener('keydown', listen);
  return () => document.body.removeEventListener('keydown', listen);
}

/** The sheet of the workbench's keys, made of its commands. */
export function benchHelp({ h, iconButton, t }: WorldKit, commands: readonly Command[]): HTMLDialogElement {
  const names = groupNames(t);
  const section = (title: string, rows: readonly { keys: string; label: string }[]): HTMLElement =>
    h(
      'section',
      {},
      h('h3', { text: title }),
      h(
        'dl',
        { class: 'facts keys' },
        ...rows.flatMap(({ keys, label }) => [h('dt', {}, h('kbd', { text: keys })), h('dd', { text: label })]),
      ),
    );
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
      ...(Object.keys(names) as (keyof typeof names)[]).map((group) =>
        section(
          names[group],
          commands.flatMap((command) =>
            command.group === group && command.keys[0] !== undefined
              ? { keys: chordText(t, command.keys[0]), label: command.label }
              : [],
          ),
        ),
      ),
      section(t('Hands'), gesturesOf(t)),
    ),
  );
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return dialog;
}
