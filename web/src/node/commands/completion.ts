// `vitrine completion`: what a shell has to know to complete commands, options and files.

import { type Command, type Context, type OptionSpec, UsageError } from '../command';

interface OptionEntry {
  name: string;
  short: string | undefined;
  text: string;
  /** Takes a value; which may be one of these, or a file. */
  takes: boolean;
  values: readonly string[];
  isFile: boolean;
}

interface Entry {
  name: string;
  summary: string;
  options: OptionEntry[];
  /** Words that come in place of files. */
  operands: readonly string[];
}

/** What a shell offers behind an option: the words that it names, or those that the name of its value lists. */
function valuesOf({ value = '', choices }: OptionSpec): readonly string[] {
  if (choices) return choices();
  const words = value.split('|');
  return words.length > 1 || value === 'json' ? words.filter((word) => /^[-+]?[a-z0-9][a-z0-9.-]*$/.test(word)) : [];
}

const isFile = ({ value = '' }: OptionSpec): boolean => /FILE|OUT|FOLDER|DIR|\.[a-z]+$/.test(value);

function optionEntry([name, spec]: [string, OptionSpec]): OptionEntry {
  const values = spec.value === undefined ? [] : valuesOf(spec);
  return {
    name,
    short: spec.short,
    text: spec.text,
    takes: spec.value !== undefined,
    values,
    isFile: values.length === 0 && isFile(spec),
  };
}

/** Every option, and how it is written before its value. */
const spelled = ({ name, short }: OptionEntry): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])];

const bash = (entries: readonly Entry[]): string => `_vitrine() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options="" values="" operands=""
  # Bash makes words of their own of "=" and what follows it.
  if [ "$word" = "=" ]; then word=""; elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${entries.map(({ name }) => name).join(' ')} help --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${entries
  .map(
    ({ name, options, operands }) => `    ${name})
      options="${options.map((each) => `--${each.name}`).join(' ')}"
      operands="${operands.join(' ')}"
      case "$before" in
${options
  .filter(({ takes }) => takes)
  .map(
    (each) =>
      `        ${spelled(each).join('|')}) values="${each.values.length > 0 ? each.values.join(' ') : each.isFile ? '<file>' : '<none>'}" ;;`,
  )
  .join('\n')}
        *) ;;
      esac ;;`,
  )
  .join('\n')}
    help) operands="${entries.map(({ name }) => name).join(' ')}" ;;
  esac
  case "$values" in
    '<file>') COMPREPLY=($(compgen -f -- "$word")); return ;;
    '<none>') return ;;
    ?*) COMPREPLY=($(compgen -W "$values" -- "$word")); return ;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) if [ -n "$operands" ]; then COMPREPLY=($(compgen -W "$operands" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -o filenames -F _vitrine vitrine
`;

/** An option for _arguments, once for each way to write it. */
function zshOptions(option: OptionEntry): string[] {
  const text = quoted(option.text).replace(/[[\]:]/g, ' ');
  const value = !option.takes
    ? ''
    : option.values.length > 0
      ? `:value:(${option.values.join(' ')})`
      : option.isFile
        ? ':file:_files'
        : ':value: ';
  return spelled(option).map((word) => `'${word}${option.takes && word.startsWith('--') ? '=' : ''}[${text}]${value}'`);
}

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
  local command="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${entries
  .map(
    ({ name, options, operands }) =>
      `    ${name}) _arguments ${operands.length > 0 ? `'*:word:(${operands.join(' ')})'` : `'*:file:_files'`} ${options
        .flatMap(zshOptions)
        .join(' ')} ;;`,
  )
  .join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if [ "$funcstack[1]" = _vitrine ]; then _vitrine "$@"; else compdef _vitrine vitrine; fi
`;

const fish = (entries: readonly Entry[]): string =>
  entries
    .map(({ name, summary, options, operands }) => {
      const within = `complete -c vitrine -n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c vitrine -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
        ...(operands.length > 0 ? [`${within} -f -a '${operands.join(' ')}'`] : []),
        ...options.map((each) => {
          const value = !each.takes
            ? ''
            : each.values.length > 0
              ? ` -x -a '${each.values.join(' ')}'`
              : each.isFile
                ? ' -r -F'
                : ' -x';
          return `${within} -l ${each.name}${each.short ? ` -s ${each.short}` : ''}${value} -d '${quoted(each.text)}'`;
        }),
      ].join('\n');
    })
    .join('\n') +
  `\ncomplete -c vitrine -n '__fish_seen_subcommand_from help' -f -a '${entries.map(({ name }) => name).join(' ')}'\n`;

/** Inside of single quotes of every shell: without quotes and backslashes. */
const quoted = (text: string): string => text.replace(/['\\]/g, ' ');

const shells: Readonly<Record<string, (entries: readonly Entry[]) => string>> = { bash, zsh, fish };

/** The list of all other commands is passed in. */
export function completion(commands: readonly Command[]): Command {
  const names = Object.keys(shells);
  const self: Command = {
    name: 'completion',
    summary: 'prints a script that completes commands, options and their values in a shell',
    operands: names.join('|'),
    options: { json: { text: 'the commands, their options and the values of those as JSON, for other shells' } },
    examples: [['bash > ~/.local/share/bash-completion/completions/vitrine', 'for all bash shells to come']],
    run({ operands: [shell = '', ...more], values, out }: Context): Promise<number> {
      const entries = [...commands, self].map(({ name, summary, options }): Entry => ({
        name,
        summary,
        options: [...Object.entries(options), ['help', { text: 'help', short: 'h' }] as [string, OptionSpec]].map(
          optionEntry,
        ),
        operands: name === 'completion' ? names : [],
      }));
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (values.json === true && shell === '') {
        const listed = entries.map(({ name, summary, options }) => ({
          name,
          summary,
          options: options.map((option) => option.name),
          values: Object.fromEntries(
            options.flatMap(({ name: of, values: words }) => (words.length > 0 ? [[of, words]] : [])),
          ),
        }));
        out(`${JSON.stringify(listed, null, 2)}\n`);
        return Promise.resolve(0);
      }
      if (!write || more.length > 0) throw new UsageError(`completion takes one of ${names.join(', ')}`);
      out(write(entries));
      return Promise.resolve(0);
    },
  };
  return self;
}
