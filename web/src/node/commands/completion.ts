// `vitrine completion`: what a shell has to know to complete commands, options and files.

import { type Command, type Context, UsageError } from '../command';

interface Entry {
  name: string;
  summary: string;
  options: string[];
}

const bash = (entries: readonly Entry[]): string => `_vitrine() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${entries.map(({ name }) => name).join(' ')} help --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${entries.map(({ name, options }) => `    ${name}) options="${options.map((each) => `--${each}`).join(' ')}" ;;`).join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -o bashdefault -F _vitrine vitrine
`;

const zsh = (entries: readonly Entry[]): string => `#compdef vitrine
_vitrine() {
  local -a commands
  commands=(
${entries.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${entries.map(({ name, options }) => `    ${name}) _arguments '*:file:_files' ${options.map((each) => `'--${each}'`).join(' ')} ;;`).join('\n')}
  esac
}
if [ "$funcstack[1]" = _vitrine ]; then _vitrine "$@"; else compdef _vitrine vitrine; fi
`;

const fish = (entries: readonly Entry[]): string =>
  entries
    .map(({ name, summary, options }) =>
      [
        `complete -c vitrine -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
        ...options.map((each) => `complete -c vitrine -n '__fish_seen_subcommand_from ${name}' -l ${each}`),
      ].join('\n'),
    )
    .join('\n') + '\n';

/** Inside of single quotes of every shell: without quotes and backslashes. */
const quoted = (text: string): string => text.replace(/['\\]/g, ' ');

const shells: Readonly<Record<string, (entries: readonly Entry[]) => string>> = { bash, zsh, fish };

/** The list of all other commands is passed in. */
export function completion(commands: readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'prints a script that completes commands and options in a shell',
    operands: 'bash|zsh|fish',
    options: { json: { text: 'the commands and their options as JSON, for other shells' } },
    examples: [['bash > ~/.local/share/bash-completion/completions/vitrine', 'for all bash shells to come']],
    run({ operands: [shell = '', ...more], values, out }: Context): Promise<number> {
      const entries = commands.map(({ name, summary, options }) => ({
        name,
        summary,
        options: [...Object.keys(options), 'help'],
      }));
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (values.json === true && shell === '') {
        out(`${JSON.stringify(entries, null, 2)}\n`);
        return Promise.resolve(0);
      }
      if (!write || more.length > 0) throw new UsageError(`completion takes one of ${Object.keys(shells).join(', ')}`);
      out(write(entries));
      return Promise.resolve(0);
    },
  };
}
