// Scripts of Cube 2, as far as they describe models: commands with words.

/** The words of each command, without comments and quotes. */
export const commandsOf = (text: string): string[][] =>
  text
    .split(/\r\n?|[\n;]/)
    .map((line) =>
      (line.replace(/\/\/.*/, '').match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replace(/^"|"$/g, '')),
    );
