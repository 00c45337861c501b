// A batch in several threads, and what they hand to each other: a document, and what came of it. Each helper runs the same
// command with the same arguments up to the point where documents are opened, and then opens those that it is asked for; the
// thread that asks reports them in their order.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { UsageError } from './command';
import type { InputPaths } from './outputs';
import type { Resolve } from './surroundings';

export interface Member {
  name: string;
  /** Its path below the folder, pattern or file that was named; an archive is a folder without its ending. */
  below: string;
  bytes(): Uint8Array;
}

export interface BatchItem {
  /** The path of the model. */
  name: string;
  below: string;
  members: readonly Member[];
  /** Files that give actions only. */
  animations: readonly Member[];
  /** All that the batch reads on disk. */
  inputs: InputPaths;
  resolve: Resolve;
}

export interface Outcome {
  status: number;
  warned: boolean;
  done?: unknown;
  /** What was read for it, as InputPaths tells it. */
  read: string[];
  /** Printed text, for standard output (true) or standard error. */
  said: [isData: boolean, text: string][];
}

/** Marks the data of a helper: other threads that load the command are none. */
const kHelper = 'vitrine batch helper';
/** Documents that are done but wait for their turn, per helper: their data is in memory. */
const kAhead = 4;

interface Question {
  at: number;
  plan: unknown;
}
type Answer = { at: number } & ({ outcome: Outcome } | { usage: string });

export const isHelper = (): boolean => !isMainThread && workerData === kHelper;

/** Ends the command in a helper that is no longer asked: nothing that follows a batch is its to do. */
export class Served extends Error {}

/** Answers until the question is null, then throws `Served`. */
export function serve(items: readonly BatchItem[], work: (item: BatchItem, plan: unknown) => Outcome): Promise<never> {
  const port = parentPort!;
  return new Promise((_, reject) => {
    port.on('message', (question: Question | null) => {
      if (question === null) {
        port.close();
        return reject(new Served());
      }
      const { at, plan } = question;
      const answer = (): Answer => {
        try {
          return { at, outcome: work(items[at]!, plan) };
        } catch (error) {
          if (error instanceof UsageError) return { at, usage: error.message };
          throw error;
        }
      };
      port.postMessage(answer());
    });
    port.postMessage(items.length);
  });
}

/** Has `jobs` helpers work on the items; `start`, which returns the plan, and `finish` are called once for each, in their order. */
export async function helped(
  jobs: number,
  items: readonly BatchItem[],
  start: (at: number) => unknown,
  finish: (item: BatchItem, outcome: Outcome) => void,
): Promise<void> {
  const done = new Map<number, Outcome>();
  const idle: Worker[] = [];
  let next = 0,
    reported = 0;
  const helpers = Array.from(
    { length: jobs },
    () => new Worker(process.argv[1]!, { argv: process.argv.slice(2), workerData: kHelper }),
  );
  const ends = helpers.map((helper) => new Promise((resolve) => helper.once('exit', resolve)));
  try {
    await new Promise<void>((resolve, reject) => {
      const deal = (): void => {
        while (idle.length > 0 && next < items.length && next - reported < jobs * kAhead) {
          const at = next++;
          idle.pop()!.postMessage({ at, plan: start(at) } satisfies Question);
        }
      };
      const receive = (helper: Worker, answer: Answer | number): void => {
        if (typeof answer === 'number') {
          if (answer !== items.length) throw new UsageError('the files have changed while they were read');
        } else if ('usage' in answer) throw new UsageError(answer.usage);
        else {
          done.set(answer.at, answer.outcome);
          for (let outcome = done.get(reported); outcome; outcome = done.get(reported)) {
            done.delete(reported);
            finish(items[reported++]!, outcome);
          }
        }
        idle.push(helper);
        if (reported === items.length) resolve();
        else deal();
      };
      for (const helper of helpers) {
        helper.on('message', (answer: Answer | number) => {
          try {
            receive(helper, answer);
          } catch (error) {
            reject(error as Error);
          }
        });
        helper.on('error', reject);
        helper.on('exit', (code) => reject(new Error(`a thread has ended with ${code}`)));
      }
    });
    // Not terminated: a thread of Node 20 that has WebAssembly may never come to its end then (nodejs/node#47748).
    for (const helper of helpers) helper.postMessage(null);
    await Promise.all(ends);
  } catch (error) {
    await Promise.all(helpers.map((helper) => helper.terminate()));
    throw error;
  }
}
