// import 'vitrine/element': defines <vitrine-viewer>. On a server, where nothing can be defined, it only hands out names.

import { listenToLinks } from './links';
import { VitrineViewerElement } from './viewer';

export { VitrineError } from '../core/errors';
export type { ExportedFile } from '../core/document';
export type * from '../core/report';
export { configure, type VitrineConfig } from './page';
export { VitrineViewerElement, type CameraChange, type ModelFile } from './viewer';

export const tagName = 'vitrine-viewer';

if (globalThis.customElements && !customElements.get(tagName)) {
  customElements.define(tagName, VitrineViewerElement);
  listenToLinks();
}

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-viewer': VitrineViewerElement;
  }
}
