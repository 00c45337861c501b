// Requests of the page about the document of a viewer, each with one response.

import type { CurveList, CurvePicture, CurveQuery } from '../core/curves';
import type { RecordMap } from '../core/report';
import type { DocumentStatistics } from '../core/statistics';
import type { FaultAnswer, FaultAsk, TexturePicture, UvLayout } from '../protocol/questions';
import { PlainViewer } from './plain';

export abstract class Questions extends PlainViewer {
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

  /** Statistics beyond the report; undefined if another document was opened in between. */
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
}
