// Serves the page with the files of `vitrine view`, opens the user's browser if there is a desktop, and notifies the page of
// every change on disk, until the command is interrupted.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readingOptions, type ReadOptions } from '../../core/formats';
import { readingOf } from '../../core/reading';
import type { EngineVerdict } from '../../verdicts/check';
import { besideOnDisk, engineNames, kBeside, kNothingToCheck, pretty, targetsOf, verdictsFor } from '../engines';
import { type Context, formatOf, listOf, numberOf, UsageError } from '../command';
import { readOptions } from '../load';
import { plain } from '../terminal';
import { Converting } from './converting';
import { checkOperands, type DiskFile } from './disk';
import { LiveDocument } from './live';
import { ViewServer } from './server';
import type { Made } from './verify';
import { Watcher } from './watcher';

/** Where the address is to stay the same when the command is restarted: `VITRINE_VIEW_TOKEN`, this long at least. */
const kTokenChars = 16;

export async function serve(context: Context, defaultPort: number): Promise<number> {
  const { values, out, err } = context,
    animations = listOf(values, 'animations'),
    operands = [...context.operands, ...animations];
  const port = numberOf(values, 'port', 'whole', 65535) ?? defaultPort;
  const asJson = formatOf(values, ['pretty', 'json']) === 'json';
  const converting = await convertingOf(context, operands);
  const targets = values.for === undefined ? [] : targetsOf(values);
  const page = fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(`${page}index.html`)) {
    err(`vitrine: the page is not in this installation: ${plain(page)}\n`);
    return 1;
  }
  const vitrine = await context.vitrine();
  const beside = targets.length > 0 ? () => besideOnDisk(vitrine) : undefined;
  const verdicts = (files: readonly DiskFile[]): EngineVerdict[] =>
    beside
      ? verdictsFor(
          files.map(({ path, bytes }) => ({ name: path, bytes })),
          targets,
          beside(),
        )
      : [];
  /** The page knows engines alone. */
  const onPage = targets.every(({ profile }) => !profile || engineNames().includes(profile.key))
    ? values.for
    : undefined;
  const live = new LiveDocument(vitrine, {
    operands,
    read: { ...readOptions(values), animations },
    ...(converting && { make: (...read) => converting.make(...read) }),
    ...(beside && {
      endings: kBeside,
      asks: (files) => verdicts(files).flatMap(({ asks }) => asks.flatMap(({ file, found }) => (found ? [file] : []))),
    }),
  });
  checkOperands(operands, (name) => live.wanted(name));
  live.open();

  const server = new ViewServer({
    page,
    token: tokenOf(process.env.VITRINE_VIEW_TOKEN),
    port,
    state: () => live.state,
    file: (hash) => live.file(hash),
  });
  // From here on a reader of the address may end the command.
  const end = interrupted();
  const bound = await server.start();
  const address = `http://127.0.0.1:${bound}/${server.token}/${hashOf({ ...readOptions(values), animations }, onPage)}`;
  const say = (event: object, text: string): void => (asJson ? out(`${JSON.stringify(event)}\n`) : err(`${text}\n`));
  if (bound !== port && port !== 0)
    say({ event: 'port', wanted: port, port: bound }, `port ${port} is taken; using ${bound}`);
  if (targets.length > 0 && verdicts(live.shownFiles).length === 0) err(`${kNothingToCheck}\n`);
  out(asJson ? `${JSON.stringify({ event: 'ready', address })}\n` : `${address}\n`);
  const judge = (): void => {
    const engines = verdicts(live.shownFiles);
    if (engines.length > 0) say({ event: 'check', engines }, pretty(engines));
  };
  judge();
  const written = new Map<string, Made>();
  const store = (): void => {
    for (const made of converting ? live.made : []) {
      if (written.get(made.key) === made) continue;
      written.set(made.key, made);
      sayWritten(say, converting!, made, live);
    }
  };
  store();

  let notes = '';
  live.onChange = (changed) => {
    server.notify();
    const { state } = live;
    if (changed.length > 0) {
      say({ event: 'changed', files: changed }, `${clock()} ${changed.map(plain).join(', ')}`);
      store();
      judge();
    }
    const now = JSON.stringify(state.notes);
    if (now !== notes)
      for (const { file, kind, message } of state.notes)
        say(
          { event: 'waiting', file, kind, message },
          `${clock()} ${plain(file)} ${kind === 'gone' ? 'is gone' : `cannot be read now (${plain(message)})`}; its last version stays`,
        );
    notes = now;
    watcher.folders = live.folders;
  };
  const watcher = new Watcher(() => live.look());
  if (values['no-watch'] !== true) {
    watcher.folders = live.folders;
    watcher.start();
  }
  if (values['no-open'] !== true && !(await openBrowser(address))) err('open this address in a browser; Ctrl+C ends\n');
  else if (!asJson) err('Ctrl+C ends\n');
  await end;
  watcher.end();
  await server.end();
  return 0;
}

/** What writes into the folder of --out. */
async function convertingOf(
  { values, vitrine }: Context,
  operands: readonly string[],
): Promise<Converting | undefined> {
  const { out, to, for: engine } = values;
  if (typeof out !== 'string') return undefined;
  const endings = (await vitrine()).formats.flatMap(({ extensions }) => extensions);
  return new Converting(String(engine), out, typeof to === 'string' ? to : undefined, operands, endings);
}

/** Writes what was made of a document, and says so; files that cannot be made anew stay as they are. */
function sayWritten(
  say: (event: object, text: string) => void,
  converting: Converting,
  made: Made,
  live: LiveDocument,
): void {
  const refused = (fault: string): void =>
    say(
      { event: 'refused', output: made.output, message: fault },
      `${clock()} ${plain(made.output)} stays as it is: ${plain(fault)}`,
    );
  if (made.fault !== undefined) return refused(made.fault);
  try {
    const files = converting.write(made, live.shownFiles),
      ms = Math.round(performance.now() - live.noticed);
    say(
      { event: 'written', output: made.output, files, ms },
      `${clock()} ${converting.text(made)}; written in ${(ms / 1000).toFixed(2)} s`,
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    refused(error.message);
  }
}

/** Too long to guess, and fit for an address. */
function tokenOf(given: string | undefined): string {
  if (given === undefined || given === '') return randomBytes(18).toString('base64url');
  if (/^[\w-]+$/.test(given) && given.length >= kTokenChars) return given;
  throw new UsageError(`VITRINE_VIEW_TOKEN must be at least ${kTokenChars} letters, digits, - and _`);
}

/** How the page is to read and judge the files. */
function hashOf(read: ReadOptions, engine: string | boolean | undefined): string {
  // The page has one engine or the table of all.
  const check = engine === undefined ? undefined : String(engine).includes(',') ? 'all' : String(engine);
  const words = readingOptions.filter((option) => readingOf(read, option) === true).map(({ word }) => word);
  const parts = [
    ...(words.length > 0 ? [`read=${words.join(',')}`] : []),
    ...(read.animations?.length
      ? [`animations=${read.animations.map((path) => encodeURIComponent(basename(path))).join(',')}`]
      : []),
    ...(check === undefined ? [] : [`check=${encodeURIComponent(check)}`, 'panel=problems']),
  ];
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

const clock = (): string => new Date().toTimeString().slice(0, 8);

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/** The program that opens addresses; undefined where there is no screen. */
function opener(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): readonly [program: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  // The Linux of Windows has the browser of Windows.
  if (env.WSL_DISTRO_NAME) return ['wslview'];
  return env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER ? ['xdg-open'] : undefined;
}

/** Whether a program was found that takes the address; it goes on by itself. */
function openBrowser(address: string): Promise<boolean> {
  const found = opener();
  if (!found) return Promise.resolve(false);
  const [program, ...args] = found;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
