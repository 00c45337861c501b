// Names from files are hostile until they are shown: control characters become their pictures, marks that turn the
// direction of what follows say so by number, and endless names are shortened. Nothing of it is markup, ever.

/**
 * Lines and tabs stay; so do joiners, which letters and emoji are made of, and the isolates that `isolated` puts around
 * a name.
 */
const kMarks =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2067\u206a-\u206f\ufeff\ufff9-\ufffb]/g;
const kStrongRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
/** A name in a sentence that stands in another one is isolated already. */
const kIsolated = /^\u2068[^\u2068\u2069]*\u2069$/;
const kLongName = 400;

function mark(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A text of which some part may come from a file, as it can stand on the page. */
export const inert = (text: string): string => text.replace(kMarks, mark);

/** A name to stand inside a sentence: shortened in its middle, and what is written from the right keeps to itself. */
export function isolated(name: string): string {
  const shown = inert(shortened(name));
  if (kIsolated.test(shown)) return shown;
  return kStrongRight.test(shown) ? `\u2068${shown.replace(/[\u2068\u2069]/g, mark)}\u2069` : shown;
}

/** The beginning and the end of a name that is longer than anybody reads. */
export function shortened(name: string): string {
  if (name.length <= kLongName) return name;
  const letters = Array.from(name.slice(0, kLongName)).slice(0, Math.floor((kLongName * 2) / 3));
  return `${letters.join('')}…${Array.from(name.slice(-kLongName / 3))
    .slice(1)
    .join('')}`;
}

/** Text of a file as it can be shown on one line: control characters as their pictures, marks that turn text by number. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    mark,
  );
}
