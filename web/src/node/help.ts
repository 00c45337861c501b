// Help texts of the command: as wide as what they are written to, options grouped by what they are for.

import { pushTo } from '../base/lists';
import { type Command, listed, type OptionSpec } from './command';
import { folded, glossary } from './terminal';

/** Narrower is not readable; what says so is no terminal. */
const kNarrowest = 40;

/** COLUMNS, or the width of the terminal; 80 for pipes and files. Undefined for COLUMNS=0: a line for each thing. */
export function widthOf(env: NodeJS.ProcessEnv, stream: { isTTY?: boolean; columns?: number }): number | undefined {
  const asked = /^\d{1,5}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined;
  if (asked === 0) return undefined;
  return Math.max(kNarrowest, asked ?? ((stream.isTTY && stream.columns) || 80));
}

export function overview(commands: readonly Command[], width: number | undefined): string {
  const rows = commands.map(({ name, operands, summary }) => [`  ${name} ${operands}`, summary] as const);
  const texts = [
    'FILE is a file, a folder, a glob pattern, an archive (zip, pk3, pk4, PAK), or - for standard input; several form one document.',
    'Each command explains itself: vitrine COMMAND --help',
  ];
  return `vitrine opens the model files of forgotten engines.\n\n${glossary(rows, width)}\n\n${texts
    .map((text) => `${folded(text, width).join('\n')}\n`)
    .join('')}`;
}

type Options = [string, OptionSpec][];

/** Options by what they are for: those of all results first, then those of some, then those of reading. */
function groupsOf({ options }: Command): Map<string, Options> {
  const all = Object.entries({ ...options, help: { short: 'h', text: 'show this help' } as OptionSpec });
  const kinds = new Set(all.flatMap(([, spec]) => spec.kinds ?? []));
  const groups = new Map<string, Options>([['', []]]);
  const reading: Options = [];
  for (const row of all) {
    const [, spec] = row;
    if (spec.reading) reading.push(row);
    else {
      const { kinds: of = [] } = spec,
        name = of.length === 0 || of.length === kinds.size ? '' : listed(of);
      pushTo(groups, name, row);
    }
  }
  if (reading.length > 0) groups.set('reading', reading);
  return groups;
}

/** Kinds of results that an option of the command is for alone. */
export const kindsOf = ({ options }: Command): string[] => [
  ...new Set(Object.values(options).flatMap(({ kinds = [] }) => kinds)),
];

/** `kind`: only what is for results of that kind. */
export function commandHelp(command: Command, width: number | undefined, kind?: string): string {
  const { name, operands, summary, examples, failure } = command;
  const groups = [...groupsOf(command)].filter(
    ([, rows]) => kind === undefined || rows.some(([, { kinds }]) => kinds === undefined || kinds.includes(kind)),
  );
  const parts = groups.map(([group, rows]) => {
    const shown = rows.filter(([, { kinds }]) => kind === undefined || kinds === undefined || kinds.includes(kind));
    const table = glossary(
      shown.map(([option, { value, short, text }]) => [
        `  ${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
        text,
      ]),
      width,
    );
    return `Options${group === '' ? '' : ` for ${group}`}\n${table}\n`;
  });
  const shown = examples.map(
    ([args, text]) => `${commandLine(`vitrine ${name} ${args}`, width)}\n${folded(text, width, 6).join('\n')}\n`,
  );
  const statuses = glossary(
    [
      ['  0', 'no errors'],
      ['  1', failure ?? 'the files have errors'],
      ['  2', 'wrong usage: an unknown option, file, action or camera'],
    ],
    width,
  );
  const kinds = kindsOf(command),
    hint = `'vitrine ${name} --help KIND' has those of one kind: ${kinds.join(', ')}.`,
    more = kind === undefined && kinds.length > 1 ? `\n${folded(hint, width).join('\n')}\n` : '';
  return (
    `vitrine ${name} ${operands}\n${folded(summary, width).join('\n')}\n\n${parts.join('\n')}${more}\n` +
    `Examples\n${shown.join('')}\nExit status\n${statuses}\n`
  );
}

/** A command to copy: a line that is too long goes on behind a backslash. */
function commandLine(text: string, width: number | undefined): string {
  if (width === undefined) return `  ${text}`;
  const lines = folded(text, width - 6);
  return lines.map((line, i) => `${i === 0 ? '  ' : '    '}${line}`).join(' \\\n');
}
