// Names of what is pressed on a keyboard.

/** `Ctrl+Shift+Z`, `?`, `ArrowLeft`: symbols have no Shift of their own, letters are those of the key where they are no Latin ones. */
export function chordOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const digit = shiftKey ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1],
    letter = /^[a-z]$/i.test(key) ? key : /^[^\0-\x7f]$/u.test(key) ? /^Key(.)$/.exec(code)?.[1] : undefined;
  const name = digit ?? letter?.toUpperCase() ?? (key === ' ' ? 'Space' : key);
  const shifts = shiftKey && (letter !== undefined || name.length > 1);
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shifts ? 'Shift+' : ''}${name}`;
}
