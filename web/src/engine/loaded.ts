// A document as it has been opened.

import type { Document } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { Report } from '../core/report';
import type { SourceFile } from '../protocol/files';

export interface LoadedDocument {
  document: Document;
  report: Report;
  /** Decoded images by texture number. */
  images: Map<number, ImageBitmap>;
  /** Everything it was made of, to build it again with more. */
  sources: SourceFile[];
  read: ReadOptions;
  parseMs: number;
}

export function disposeLoaded({ document, images }: LoadedDocument): void {
  document.dispose();
  images.forEach((image) => image.close());
}
