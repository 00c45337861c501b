// The sheet of the workbench's keys, made of its commands.

import type { WorldKit } from '../world/kit';
import { chordText, type Command, gesturesOf, groupNames } from './commands';

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
