// The worker beside the worklet: reads a song, and seeks in it in slices.

import { loadCore } from '../core/load';
import type { Issue } from '../core/report';
import { SoundCore } from './core';
import type { SeekCommand, SeekEvent } from './messages';
import { Seeker } from './seeker';

/** Milliseconds between two words of progress. */
const kPostEvery = 60;

let core: SoundCore | undefined;
let seeker: Seeker | undefined;
/** Number of the latest seek; older ones stop. */
let wanted = -1;

const post = (event: SeekEvent, transfer: Transferable[] = []): void => postMessage(event, { transfer });

/** Lets messages that wait be handled first. */
const { port1, port2 } = new MessageChannel();
let resume: () => void = () => undefined;
port1.onmessage = () => resume();
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    resume = resolve;
    port2.postMessage(0);
  });

async function open({ module, name, file }: SeekCommand & { type: 'open' }): Promise<void> {
  core = new SoundCore(module);
  seeker = undefined;
  if (!core.open(file, true)) {
    core = undefined;
    post({ type: 'refused', issue: await issueOf(name, file) });
    return;
  }
  const { length, version, programCount } = core;
  post({ type: 'opened', facts: { length, version, programCount, roll: core.roll() } });
}

/** Why a file is not played: the full core finds out. */
async function issueOf(name: string, file: Uint8Array): Promise<Issue> {
  const whole = await loadCore();
  const { error } = JSON.parse(whole.sound(name, file)) as { error?: Issue };
  return (
    error ?? { code: 'LIMIT_MEMORY', severity: 0, message: 'the song needs more memory than there is', source: name }
  );
}

async function seek({ request, sample, muted }: SeekCommand & { type: 'seek' }): Promise<void> {
  wanted = request;
  if (!core) return;
  seeker ??= new Seeker(core);
  let total = 0,
    posted = performance.now();
  for (const left of seeker.seek(sample, muted)) {
    total ||= left;
    const now = performance.now();
    if (now - posted > kPostEvery) {
      posted = now;
      post({ type: 'progress', request, done: total - left, total });
    }
    await nextTask();
    if (wanted !== request) return;
  }
  const { state } = core;
  post({ type: 'reached', request, sample, state, voices: core.voices().slice() }, [state.memory]);
}

onmessage = ({ data }: MessageEvent<SeekCommand>) => {
  const failed = (error: unknown): void => post({ type: 'failed', message: String(error) });
  (data.type === 'open' ? open(data) : seek(data)).catch(failed);
};
