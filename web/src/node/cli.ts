// The `vitrine` command: finds the subcommand, reads its options, and turns failures into exit statuses.
// 0 ok, 1 the files have errors, 2 wrong use. Data goes to standard output, everything else to standard error.

import { parseArgs } from 'node:util';

import { type Command, type OptionSpec, UsageError, type Values } from './command';
import { commands } from './commands';
import { createVitrine, type Vitrine, VitrineError } from './index';
import { glossary, issueText, plain } from './terminal';

// A reader that has seen enough (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

/** What the command line named is not in the files. */
const kUsageCodes = new Set(['ACTION_UNKNOWN', 'CAMERA_UNKNOWN', 'NODE_UNKNOWN']);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`vitrine: ${plain(error.message)}\n`);
      return 2;
    }
    if (error instanceof VitrineError) {
      if (error.issues.length === 0) process.stderr.write(`vitrine: ${plain(error.message)}\n`);
      for (const issue of error.issues) process.stderr.write(`${issueText(issue)}\n`);
      return kUsageCodes.has(error.code) ? 2 : 1;
    }
    // What the operating system refuses (no right to read a folder, for instance).
    if (error instanceof Error && 'syscall' in error) {
      process.stderr.write(`vitrine: ${plain(error.message)}\n`);
      return 2;
    }
    throw error;
  }
}

async function dispatch([first, ...rest]: readonly string[]): Promise<number> {
  if (first === '--version') {
    process.stdout.write(`${(await createVitrine()).version}\n`);
    return 0;
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const named = commands.find(({ name }) => name === rest[0]);
    (first === undefined ? process.stderr : process.stdout).write(named ? commandHelp(named) : help());
    return first === undefined ? 2 : 0;
  }
  const command = commands.find(({ name }) => name === first);
  if (!command)
    throw new UsageError(`there is no command '${first}'; there are ${commands.map(({ name }) => name).join(', ')}`);

  const { operands, values } = readArguments(command, rest);
  if (values.help === true) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  let started: Promise<Vitrine> | undefined;
  return command.run({
    operands,
    values,
    vitrine: () => (started ??= createVitrine()),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
}

function readArguments({ name, options }: Command, args: readonly string[]): { operands: string[]; values: Values } {
  const specs = Object.entries({ ...options, help: { text: '', short: 'h' } as Command['options'][string] });
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        specs.map(([option, { value, short }]) => [
          option,
          { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) } as const,
        ]),
      ),
    });
    return { operands: positionals, values: values as Values };
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${reason} (see vitrine ${name} --help)`);
  }
}

/** Of the terminal that help is written to; undefined for a pipe or a file, which get a line for each thing. */
function columns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns || 80 : undefined;
}

function help(): string {
  const rows = commands.map(({ name, operands, summary }) => [`  ${name} ${operands}`, summary] as const);
  return (
    `vitrine opens the model files of forgotten engines.\n\n${glossary(rows, columns())}\n\n` +
    'FILE is a file, a folder, a glob pattern, a zip or pk4 archive, or - for standard input; several form one document.\n' +
    'Each command explains itself: vitrine COMMAND --help\n'
  );
}

function commandHelp({ name, operands, summary, options, examples, failure }: Command): string {
  const rows = Object.entries({ ...options, help: { short: 'h', text: 'this text' } as OptionSpec }).map(
    ([option, { value, short, text }]) =>
      [`  ${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`, text] as const,
  );
  const shown = examples.map(([args, text]) => `  vitrine ${name} ${args}\n      ${text}\n`);
  const statuses = glossary(
    [
      ['  0', 'fine'],
      ['  1', failure ?? 'the files have errors'],
      ['  2', 'wrong use: an option, a file, an action or a camera that there is not'],
    ],
    columns(),
  );
  return (
    `vitrine ${name} ${operands}\n${summary}\n\nOptions\n${glossary(rows, columns())}\n\n` +
    `Examples\n${shown.join('')}\nExit status\n${statuses}\n`
  );
}
