// Asks the worker of a song's files. One song at a time; another one takes a worker of its own.

import type { RecordMap } from '../../core/report';
import type { FilesAnswer, FilesAsk } from '../../music/files';

type Answered<Type extends FilesAnswer['type']> = Extract<FilesAnswer, { type: Type | 'failed' }>;

export class SongFiles {
  #worker: Worker | undefined;
  #song: { name: string; file: Uint8Array } | undefined;
  #requests = 0;
  readonly #waiting = new Map<number, (answer: FilesAnswer) => void>();

  constructor(private readonly script: (url: string) => string) {}

  /** Sets the song of later questions. Nothing is fetched yet. */
  show(name: string, file: Uint8Array): void {
    this.end();
    this.#song = { name, file };
  }

  /** Stops what is being made; its promises stay open. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting.clear();
  }

  sounds(): Promise<Answered<'sounds'>> {
    return this.#ask({ type: 'sounds' });
  }
  report(): Promise<Answered<'report'>> {
    return this.#ask({ type: 'report' });
  }
  /** Fields of the record at an offset. */
  async record(offset: number): Promise<RecordMap | undefined> {
    const answer = await this.#ask<'record'>({ type: 'record', offset });
    return answer.type === 'record' ? answer.record : undefined;
  }
  bytes(offset: number, length: number): Uint8Array {
    return this.#song?.file.slice(offset, offset + length) ?? new Uint8Array();
  }
  wav(float: boolean, normalise: boolean, progress: (part: number) => void): Promise<Answered<'file'>> {
    return this.#ask({ type: 'wav', float, normalise }, progress);
  }
  midi(): Promise<Answered<'file'>> {
    return this.#ask({ type: 'midi' });
  }

  #ask<Type extends FilesAnswer['type']>(ask: FilesAsk, progress?: (part: number) => void): Promise<Answered<Type>> {
    if (!this.#worker) {
      this.#worker = this.#start();
      this.#post({ type: 'open', ...this.#song! });
    }
    const request = this.#post(ask);
    return new Promise((resolve) =>
      this.#waiting.set(request, (answer) => {
        if (answer.type === 'progress') return progress?.(answer.part);
        this.#waiting.delete(request);
        resolve(answer as Answered<Type>);
      }),
    );
  }

  #post(ask: FilesAsk): number {
    const request = ++this.#requests;
    this.#worker!.postMessage({ request, ask });
    return request;
  }

  #start(): Worker {
    const url = new URL('./music-files.js', import.meta.url).href;
    const worker = new Worker(this.script(url), { type: 'module', name: 'vitrine song files' });
    worker.onmessage = ({ data: { request, answer } }: MessageEvent<{ request: number; answer: FilesAnswer }>) =>
      this.#waiting.get(request)?.(answer);
    worker.onerror = ({ message }) => {
      const issue = { code: 'CORE_START', severity: 0 as const, message, source: this.#song?.name ?? '' };
      const waiting = [...this.#waiting.values()];
      this.end();
      for (const answer of waiting) answer({ type: 'failed', issue });
    };
    return worker;
  }
}
