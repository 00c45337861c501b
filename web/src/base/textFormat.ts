// Sentences with holes, for texts that are English on the command line and translated on the page.

/** Formats a text: `{name}` stands for a value; `countOf` puts a number before its noun. */
export interface Words {
  t(text: string, values?: Readonly<Record<string, string | number>>): string;
  count(value: number): string;
  countOf(value: number, noun: string, nouns?: string): string;
  /** Parts that are there, one after another. */
  joined(parts: readonly (string | false | undefined)[], separator: string): string;
}

export const plainWords: Words = {
  t: (text, values = {}) => text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)),
  count: String,
  countOf: (value, noun, nouns = `${noun}s`) => `${value} ${value === 1 ? noun : nouns}`,
  joined: (parts, separator) => parts.filter(Boolean).join(separator),
};
