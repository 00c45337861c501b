// Keys of the workbench: first those of the pane that has the focus, then the table of commands.

import { chordOf } from '../chord';
import type { Command } from './commands';

export interface KeyHost {
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
