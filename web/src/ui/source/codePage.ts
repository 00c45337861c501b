// Text of old files: UTF-8, else a code page of 8 bits.

/** Labels of the Encoding standard, with the languages that people know them by. */
export const codePageNames: readonly (readonly [label: string, name: string])[] = [
  ['windows-1250', 'Windows-1250, Central Europe'],
  ['windows-1251', 'Windows-1251, Cyrillic'],
  ['windows-1252', 'Windows-1252, Western Europe'],
];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes as UTF-8 if they are; else by the code page, which `onCodePage` is told. */
export function decoded(bytes: Uint8Array, codePage: string, onCodePage?: () => void): string {
  try {
    return utf8.decode(bytes);
  } catch {
    onCodePage?.();
    return new TextDecoder(codePage).decode(bytes);
  }
}

/** Text as bytes of the code page; undefined if it has no byte for a letter. */
export function encoded(text: string, codePage: string): Uint8Array | undefined {
  const upper = new TextDecoder(codePage).decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128));
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0)!;
    return code < 128 ? code : 128 + upper.indexOf(letter);
  });
  return bytes.every((byte, i) => byte !== 127 || text.codePointAt(i) === 127) ? Uint8Array.from(bytes) : undefined;
}
