// The page's texts in the reader's language: English sentences are the keys, tables translate them.

/** What stands for `{name}` in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** `text` in the reader's language, `{name}` replaced by `values.name`. */
export function t(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
