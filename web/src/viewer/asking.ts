// Requests of every viewer to its engine, each with one response.

import type { Report } from '../core/report';
import type { EngineEvent } from '../protocol/messages';
import type { ViewerId } from '../protocol/view';
import type { ExportOutcome } from '../protocol/questions';
import type { EngineClient } from './client';
import { Emitter } from '../core/emitter';

export abstract class Asking<Events extends object> extends Emitter<Events> {
  readonly id: ViewerId;
  readonly #answers = new Map<number, (event: EngineEvent) => void>();

  protected constructor(protected readonly client: EngineClient) {
    super();
    this.id = client.newId();
  }

  ask<Answer>(
    command: (request: number) => Parameters<EngineClient['send']>[0],
    read: (event: EngineEvent) => Answer,
  ): Promise<Answer> {
    const request = this.client.newId();
    return new Promise((resolve) => {
      this.#answers.set(request, (event) => resolve(read(event)));
      this.client.send(command(request));
    });
  }

  protected answer(request: number, event: EngineEvent): void {
    this.#answers.get(request)?.(event);
    this.#answers.delete(request);
  }

  /** The shown document as a file of another kind. */
  export(kind: string, options: object): Promise<ExportOutcome> {
    return this.ask(
      (request) => ({ type: 'export', viewer: this.id, request, kind, options }),
      (event) => {
        if (event.type === 'exported') return event.outcome;
        return { error: { code: 'ENGINE', severity: 0, message: 'The engine gave no answer.', source: '' } };
      },
    );
  }

  /** Everything that can be said about the shown document. */
  inspect(): Promise<Report | undefined> {
    return this.ask(
      (request) => ({ type: 'inspect', viewer: this.id, request }),
      (event) => (event.type === 'inspected' ? event.report : undefined),
    );
  }

  capture(mime = 'image/png'): Promise<Blob | undefined> {
    return this.ask(
      (request) => ({ type: 'capture', viewer: this.id, request, mime }),
      (event) => (event.type === 'captured' ? event.blob : undefined),
    );
  }

  /**
   * Until everything told so far has been drawn; at once where nothing is to be drawn. `rough`: a first picture without
   * its shadow is enough.
   */
  async settled(rough = false): Promise<void> {
    await this.ask(
      (request) => ({ type: 'settle', viewer: this.id, request, rough }),
      () => undefined,
    );
  }
}
