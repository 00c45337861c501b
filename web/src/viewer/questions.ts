// What is asked of the engine about the document that a viewer shows, each with one answer.

import type { CurveList, CurvePicture, CurveQuery } from '../core/curves';
import type { RecordMap, Report } from '../core/report';
import type { DocumentStatistics } from '../core/statistics';
import type { FaultAnswer, FaultAsk } from '../engine/faults';
import type { EngineEvent, ExportOutcome, TexturePicture, UvLayout, ViewerId } from '../engine/messages';
import type { EngineClient } from './client';
import { Emitter } from './emitter';

export abstract class Questions<Events extends object> extends Emitter<Events> {
  readonly id: ViewerId;
  private readonly answers = new Map<number, (event: EngineEvent) => void>();

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
      this.answers.set(request, (event) => resolve(read(event)));
      this.client.send(command(request));
    });
  }

  protected answer(request: number, event: EngineEvent): void {
    this.answers.get(request)?.(event);
    this.answers.delete(request);
  }

  curveList(action: number): Promise<CurveList | undefined> {
    return this.ask(
      (request) => ({ type: 'curveList', viewer: this.id, request, action }),
      (event) => (event.type === 'curveList' ? event.list : undefined),
    );
  }

  curvePicture(action: number, query: CurveQuery): Promise<CurvePicture | undefined> {
    return this.ask(
      (request) => ({ type: 'curvePicture', viewer: this.id, request, action, query }),
      (event) => (event.type === 'curvePicture' ? event.picture : undefined),
    );
  }

  /** A part of a source file, shorter at its end. */
  bytes(file: string, offset: number, length: number): Promise<Uint8Array> {
    return this.ask(
      (request) => ({ type: 'bytes', viewer: this.id, request, file, offset, length }),
      (event) => new Uint8Array(event.type === 'bytes' ? event.bytes : new ArrayBuffer(0)),
    );
  }

  /** The fields of the record at an offset of a source file. */
  record(file: string, offset: number): Promise<RecordMap | undefined> {
    return this.ask(
      (request) => ({ type: 'record', viewer: this.id, request, file, offset }),
      (event) => (event.type === 'record' ? event.record : undefined),
    );
  }

  /** Places of things, and files put right; of the shown document or of files that did not open. */
  faults(ask: FaultAsk): Promise<FaultAnswer> {
    return this.ask(
      (request) => ({ type: 'faults', viewer: this.id, request, ask }),
      (event) => (event.type === 'faults' ? event.answer : {}),
    );
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

  /** What is counted beyond the report; undefined when another document has come in between. */
  statistics(): Promise<DocumentStatistics | undefined> {
    return this.ask(
      (request) => ({ type: 'statistics', viewer: this.id, request }),
      (event) => (event.type === 'statistics' ? event.statistics : undefined),
    );
  }

  texture(texture: number): Promise<TexturePicture | undefined> {
    return this.ask(
      (request) => ({ type: 'texture', viewer: this.id, request, texture }),
      (event) => (event.type === 'texture' ? event.picture : undefined),
    );
  }

  uvLayout(mesh: number, layer: number): Promise<UvLayout | undefined> {
    return this.ask(
      (request) => ({ type: 'uv', viewer: this.id, request, mesh, layer }),
      (event) => (event.type === 'uv' ? event.layout : undefined),
    );
  }

  capture(mime = 'image/png'): Promise<Blob | undefined> {
    return this.ask(
      (request) => ({ type: 'capture', viewer: this.id, request, mime }),
      (event) => (event.type === 'captured' ? event.blob : undefined),
    );
  }

  /** Until everything told so far has been drawn; at once where nothing is to be drawn. */
  async settled(): Promise<void> {
    await this.ask(
      (request) => ({ type: 'settle', viewer: this.id, request }),
      () => undefined,
    );
  }
}
