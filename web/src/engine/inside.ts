// Images that lie inside of a model's own file, as if they had come beside it.

import type { Document } from '../core/document';
import { imagesInside } from '../core/fullCore';
import type { SourceFile } from '../protocol/files';

export const sourcesInside = (document: Document): SourceFile[] =>
  imagesInside(document).map(({ name, bytes }) => ({ name, data: bytes.buffer }));
