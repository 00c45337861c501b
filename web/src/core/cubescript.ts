// Scripts of Cube 2, as far as they describe models: commands with words.

/** Calls in JavaScript, as the Intensity engine has them: `Model.md5Skin("Body", "skin.jpg");`, `Library.include("tags.js");`. */
const kCall = /\b(?:Model\.(\w+)|Library\.include)\s*\(((?:"[^"]*"|'[^']*'|[^"'()])*)\)/g;

const asCommand = (_: string, verb: string | undefined, words: string): string =>
  [verb?.toLowerCase() ?? 'exec', ...(words.match(/"[^"]*"|'[^']*'|[^\s,"']+/g) ?? [])]
    .map((word) => word.replace(/^'|'$/g, '"'))
    .join(' ');

/** The words of each command, without comments and quotes. */
export const commandsOf = (text: string): string[][] =>
  text
    .replace(/\/\/.*/g, '')
    .replace(kCall, asCommand)
    .split(/\r\n?|[\n;]/)
    .map((line) => (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replace(/^"|"$/g, '')));
