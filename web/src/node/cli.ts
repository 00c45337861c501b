// The `vitrine` command: finds the subcommand, reads its options, and turns failures into exit statuses.
// 0 ok, 1 the files have errors, 2 wrong use. Data goes to standard output, everything else to standard error.

import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';

import { Served } from './batchJobs';
import { type Command, kBetweenValues, type OptionSpec, UsageError, type Values } from './command';
import { commands } from './commands';
import { commandHelp, hint, kindsOf, overview, widthOf } from './help';
import { createVitrine, type Vitrine, VitrineError } from './index';
import { isSystemError } from './system';
import { cut, issueText, painter, plain } from './terminal';

// A command runs for a moment: optimizing what has run a little would take most of it. What runs long still is, and a
// batch runs everything again and again.
if (!process.argv.includes('--batch')) setFlagsFromString('--wasm-tiering-budget=130000000');
// Nor is the core judged as a whole, which the build has done: each function as it is first called.
setFlagsFromString('--wasm-lazy-validation');

// A reader that has seen enough (`| head`) is no failure, but what the files are judged to be stands; a full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The command writes its files and returns its status all the same.
    if (error.code === 'EPIPE') return;
    if (stream === process.stdout) process.stderr.write(`vitrine: ${plain(error.message)}\n`);
    process.exit(2);
  });
}

/** A name on the command line that is not in the files. */
const kUsageCodes = new Set(['ACTION_UNKNOWN', 'CAMERA_UNKNOWN', 'NODE_UNKNOWN', 'ROTATION', 'SAMPLE_COUNT']);

process.on('uncaughtException', (error: unknown) => process.exit(failed(error)));
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (error instanceof Served) return 0;
    if (error instanceof UsageError) {
      process.stderr.write(`vitrine: ${plain(error.message)}\n`);
      return 2;
    }
    if (error instanceof VitrineError) {
      if (error.issues.length === 0) process.stderr.write(`vitrine: ${plain(error.message)}\n`);
      for (const issue of error.issues) process.stderr.write(`${issueText(issue)}\n`);
      return kUsageCodes.has(error.code) ? 2 : 1;
    }
    // Errors of the operating system (no right to read a folder, for instance).
    if (isSystemError(error)) {
      process.stderr.write(`vitrine: ${plain(cut(error.message))}\n`);
      return 2;
    }
    return failed(error);
  }
}

/** A fault of our own: a code and one line, never a stack. */
function failed(error: unknown): number {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  process.stderr.write(`vitrine: INTERNAL this should not have happened: ${plain(cut(said))}\n`);
  return 1;
}

async function dispatch([first, ...rest]: readonly string[]): Promise<number> {
  if (first === '--version') {
    process.stdout.write(`${(await createVitrine()).version}\n`);
    return 0;
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const width = widthOf(process.env, first === undefined ? process.stderr : process.stdout);
    const [about, ...kinds] = rest;
    const named = about === undefined ? overview(commands, width) : helpOf(commandOf(about), kinds, width);
    (first === undefined ? process.stderr : process.stdout).write(named);
    return first === undefined ? 2 : 0;
  }
  const command = commandOf(first);
  const { operands, values } = readArguments(command, rest);
  if (values.help === true) {
    process.stdout.write(helpOf(command, operands, widthOf(process.env, process.stdout)));
    return 0;
  }
  let started: Promise<Vitrine> | undefined;
  const toOut = painter(process.stdout, process.env),
    toErr = painter(process.stderr, process.env);
  return command.run({
    operands,
    values,
    vitrine: () => (started ??= createVitrine()),
    out: (text) => void process.stdout.write(toOut(text)),
    err: (text) => void process.stderr.write(toErr(text)),
  });
}

/** All of a command's help, or what is for one kind of result. */
function helpOf(command: Command, operands: readonly string[], width: number | undefined): string {
  const kinds = kindsOf(command);
  return commandHelp(
    command,
    width,
    kinds.find((kind) => kind === operands.join(' ')),
  );
}

function commandOf(wanted: string): Command {
  const names = commands.map(({ name }) => name);
  const command = commands.find(({ name }) => name === wanted);
  if (command) return command;
  throw new UsageError(
    `unknown command '${cut(wanted)}'${hint(wanted, names) || `; the commands are ${names.join(', ')}`}`,
  );
}

function readArguments({ name, options }: Command, args: readonly string[]): { operands: string[]; values: Values } {
  const specs = Object.entries({ ...options, help: { text: '', short: 'h' } as Command['options'][string] });
  try {
    const { positionals, values } = parseArgs({
      args: joined(args, Object.fromEntries(specs)),
      allowPositionals: true,
      options: Object.fromEntries(
        specs.map(([option, { value, short }]) => [
          option,
          { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) } as const,
        ]),
      ),
    });
    const given = Object.entries(values as Record<string, (string | boolean)[]>);
    const twice = given.find(
      ([option, list]) => options[option]?.value !== undefined && !options[option].repeats && list.length > 1,
    );
    if (twice) throw new UsageError(`--${twice[0]} is given twice`);
    const alone = given
      .map(([option]) => [option, options[option]?.needs])
      .find(([, needs]) => needs && !values[needs]);
    if (alone) throw new UsageError(`--${alone[0]} needs --${alone[1]}`);
    return {
      operands: positionals,
      values: Object.fromEntries(
        given.map(([option, list]) => [option, options[option]?.repeats ? list.join(kBetweenValues) : list[0]]),
      ),
    };
  } catch (error) {
    throw new UsageError(
      `${cut(reasonOf(error as Error))}${meant(error as Error, specs)} (see vitrine ${name} --help)`,
    );
  }
}

/** The option that a mistyped one is nearest to. */
function meant({ message }: Error, specs: readonly (readonly [string, OptionSpec])[]): string {
  const [, wanted] = /Unknown option '--([^']+)'/.exec(message) ?? [];
  return wanted === undefined
    ? ''
    : hint(
        wanted,
        specs.map(([name]) => name),
        '--',
      );
}

/** A number below zero, or a list that begins with one, is the value of the option before it. */
function joined(args: readonly string[], options: Command['options']): string[] {
  const takesValue = (arg: string): boolean =>
    Object.entries(options).some(
      ([name, { value, short }]) => value !== undefined && (arg === `--${name}` || (short && arg === `-${short}`)),
    );
  const out: string[] = [];
  let open = true;
  for (const arg of args) {
    const before = out.at(-1);
    if (open && before !== undefined && /^-[\d.]/.test(arg) && takesValue(before))
      out[out.length - 1] = before.startsWith('--') ? `${before}=${arg}` : before + arg;
    else out.push(arg);
    open &&= arg !== '--';
  }
  return out;
}

/** Node's message on one line. For a value like an option its second sentence shows how to write it. */
function reasonOf({ message }: Error): string {
  const [reason = '', ...hints] = message.split('\n');
  const hint = hints.find((line) => line.includes('use '));
  return hint ? `${reason} ${hint}`.replace(/\.$/, '') : (reason.split('. ')[0] ?? reason);
}
