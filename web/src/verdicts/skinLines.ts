// Lines of a .skin as engines read them, each in its own way.

export interface SkinLine {
  surface: string;
  /** What the surface is drawn with. */
  shader?: string;
  offset: number;
}

/** Surfaces in the order of the lines. Texts are a byte a character. */
type SkinReader = (text: string) => SkinLine[];

/** The longest path of these engines: a longer name is passed over. */
const kMostName = 64;

/**
 * As Ironwail looks for them (Mod_ValidateSkinFile): from the first sign of a line up to the next comma, wherever that is; a
 * comment is part of a name, and so is the blank before a comma.
 */
export const linesToComma: SkinReader = (text) => {
  const out: SkinLine[] = [];
  const first = text.indexOf('\n'),
    comma = text.indexOf(',');
  let at = first >= 0 && comma > first ? first + 1 : 0;
  while (at < text.length) {
    while (/\s/.test(text[at] ?? '')) ++at;
    const end = text.indexOf(',', at);
    if (at >= text.length || end < 0) break;
    if (end - at < kMostName) out.push({ surface: text.slice(at, end), offset: at });
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  return out;
};

/** As DarkPlaces reads them: `surface,shader` or `replace "surface" "shader"`, each on a line; comments are left out. */
export const linesOrReplaced: SkinReader = (text) => {
  const out: SkinLine[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const [, replaced, by] = /^\s*replace\s+("[^"]*"|\S+)\s*("[^"]*"|\S+)?/.exec(line) ?? [],
      [, plain, shader] = /^\s*("[^"]*"|[^",\s/][^",]*?)\s*,\s*("[^"]*"|[^\s,"]+)?/.exec(line) ?? [];
    const bare = (word: string | undefined): string | undefined => word?.replace(/^"|"$/g, '');
    const surface = bare(replaced ?? plain);
    if (surface !== undefined && !surface.startsWith('tag_'))
      out.push({ surface, shader: bare(by ?? shader) ?? '', offset });
    offset += line.length + 1;
  }
  return out;
};
