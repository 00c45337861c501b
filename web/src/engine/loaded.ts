// A document as it has been opened, and the images that lie inside of its own file.

import type { Document } from '../core/document';
import type { ReadOptions } from '../core/formats';
import { imagesInside } from '../core/fullCore';
import type { Report } from '../core/report';
import type { SourceFile } from '../protocol/files';

export interface LoadedDocument {
  document: Document;
  report: Report;
  /** Decoded images by texture number; none before `complete`. */
  images: Map<number, ImageBitmap>;
  /** Everything it was made of, to build it again with more. */
  sources: SourceFile[];
  read: ReadOptions;
  parseMs: number;
  /**
   * Until its images are here, and `report` and `sources` name them. What cannot be had is a warning; rejects with
   * LoadCancelled, or where the core has broken.
   */
  complete: Promise<void>;
}

export function disposeLoaded({ document, images }: LoadedDocument): void {
  document.dispose();
  images.forEach((image) => image.close());
}

export const sourcesInside = (document: Document): SourceFile[] =>
  imagesInside(document).map(({ name, bytes }) => ({ name, data: bytes.buffer }));
